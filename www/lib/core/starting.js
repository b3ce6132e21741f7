// The start of backends: one limit on all of it, from the engine's download to the device's answer.
import { LabError } from './errors.js';

/** A start that can be ended in every state: at its deadline, or because the lab is closed. */
export class Starting {
  #stop = new AbortController();
  #timer;
  #engine = false;

  /** @param {Promise<unknown>} engine @param {number} deadline ms */
  constructor(engine, deadline) {
    engine.then(
      () => (this.#engine = true),
      () => {},
    );
    this.#timer = setTimeout(() => {
      const problem = this.#engine
        ? `the backend has not answered for ${deadline} ms; try again`
        : `the engine was not loaded within ${deadline} ms; check the connection, try again`;
      this.end(LabError.of('connect', 'NO_ANSWER', `${problem}, or give it a longer deadline`));
    }, deadline);
  }

  /** Aborted with the reason, a `LabError`, when the start ends without a backend. */
  get signal() {
    return this.#stop.signal;
  }

  /** Ends the start, unless it is over. @param {LabError} reason */
  end(reason) {
    clearTimeout(this.#timer);
    this.#stop.abort(reason);
  }

  /**
   * The outcome of a step. If the start ends first, this rejects at once with the reason.
   *
   * @template T
   * @param {Promise<T>} step
   * @param {(late: T) => unknown} [drop] called with a value that comes too late
   * @returns {Promise<T>}
   */
  async within(step, drop = () => {}) {
    /** @type {() => void} */
    let ended = () => {};
    /** @type {Promise<never>} */
    const stopped = new Promise((_, reject) => {
      ended = () => reject(this.signal.reason);
      this.signal.addEventListener('abort', ended);
    });
    if (this.signal.aborted) ended();
    step.then((late) => this.signal.aborted && drop(late)).catch(() => {});
    try {
      return await Promise.race([step, stopped]);
    } finally {
      this.signal.removeEventListener('abort', ended);
    }
  }

  /** The start has succeeded: nothing ends it any more. */
  over() {
    clearTimeout(this.#timer);
  }
}
