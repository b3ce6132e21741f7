import { LabError } from './errors.js';

/**
 * Answers that the frontend waits for: a promise for each token until the backend's answer comes.
 */
export class Answers {
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** Answers that came with no promise waiting: in a lab that works inside the call. */
  #early = new Map();
  /** @type {LabError | undefined} */
  lost;
  /** @type {(error: LabError) => void} */
  onLost = () => {};

  /** Whether anything is waited for. */
  get isWaiting() {
    return this.#waiting.size > 0;
  }

  /**
   * @param {number} token
   * @returns {Promise<any>}
   */
  wait(token) {
    if (this.lost) return Promise.reject(this.lost);
    return new Promise((resolve, reject) => this.#waiting.set(token, { resolve, reject }));
  }

  /** The next answer to `token` is fetched with `take`. @param {number} token */
  expect(token) {
    this.#early.set(token, undefined);
  }

  /**
   * The answer to a token that was expected and has come.
   *
   * @param {number} token
   */
  take(token) {
    const answer = this.#early.get(token);
    this.#early.delete(token);
    if (this.lost) throw this.lost;
    if (answer?.error) throw answer.error;
    return answer?.value;
  }

  /** A message of the backend. @param {any} message */
  receive({ done = [], data = [], failed = [], lost }) {
    for (const token of done) this.#settle(token, undefined);
    for (const [token, value] of data) this.#settle(token, value);
    for (const [token, report] of failed) this.#settle(token, undefined, LabError.from(report));
    if (lost) this.lose(LabError.from(lost));
  }

  /** Nothing will be answered any more. @param {LabError} error */
  lose(error) {
    if (this.lost) return;
    this.lost = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.onLost(error);
  }

  /**
   * @param {number} token
   * @param {any} value
   * @param {LabError} [error]
   */
  #settle(token, value, error) {
    if (this.#early.has(token)) {
      this.#early.set(token, { value, error });
      return;
    }
    const waiting = this.#waiting.get(token);
    this.#waiting.delete(token);
    if (error) waiting?.reject(error);
    else waiting?.resolve(value);
  }
}
