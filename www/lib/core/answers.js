import { LabError } from './errors.js';

/** @import {Reply, Value} from './protocol.js' */
/** @typedef {{value?: Value, error?: Error}} Answer of the backend: an error, or the value where there is one */

/**
 * Answers that the frontend waits for: a promise for each token until the backend's answer comes. None of them rejects.
 */
export class Answers {
  /** @type {Map<number, (answer: Answer) => void>} */
  #waiting = new Map();
  /** Answers that `take` fetches, by token: those of a backend that works inside the call. @type {Map<number, Answer>} */
  #early = new Map();
  /** @type {LabError | undefined} */
  lost;
  /** @type {(error: LabError) => void} */
  onLost = () => {};

  /** Whether anything is waited for. */
  get isWaiting() {
    return this.#waiting.size > 0;
  }

  /** @param {number} token @returns {Promise<Answer>} */
  wait(token) {
    if (this.lost) return Promise.resolve({ error: this.lost });
    return new Promise((resolve) => this.#waiting.set(token, resolve));
  }

  /** Keeps the next answer to `token` for `take`. @param {number} token */
  expect(token) {
    this.#early.set(token, {});
  }

  /** The answer to a token that was expected and has come. @param {number} token @returns {Answer} */
  take(token) {
    const answer = this.#early.get(token);
    this.#early.delete(token);
    return this.lost ? { error: this.lost } : (answer ?? {});
  }

  /** @param {Reply} reply */
  receive({ done, data, failed, lost }) {
    for (const token of done) this.#answer(token, {});
    for (const [token, value] of data) this.#answer(token, { value });
    for (const [token, report] of failed) this.#answer(token, { error: LabError.from(report) });
    if (lost) this.lose(LabError.from(lost));
  }

  /** Nothing will be answered any more. @param {LabError} error */
  lose(error) {
    if (this.lost) return;
    this.lost = error;
    for (const resolve of this.#waiting.values()) resolve({ error });
    this.#waiting.clear();
    this.onLost(error);
  }

  /** @param {number} token @param {Answer} answer */
  #answer(token, answer) {
    if (this.#early.has(token)) {
      this.#early.set(token, answer);
      return;
    }
    this.#waiting.get(token)?.(answer);
    this.#waiting.delete(token);
  }
}
