import { KINDS } from '../core/session.js';
import { formatArray } from './format.js';

/** @typedef {import('./ndarray.js').NDArray} NDArray */
/** @typedef {import('../core/session.js').Question} Question */

/**
 * Waits for arrays, by a promise or by blocking the thread. The session's value is returned, its error thrown.
 */
export class Waits {
  #session;

  /** @param {import('../core/session.js').Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** Waits until everything enqueued so far is computed. @param {string} [kind] of wait, for the profile */
  async all(kind = 'waitAll') {
    this.#allowed(kind);
    const { error } = await this.#session.waitAll(kind);
    if (error) throw error;
  }

  /** Blocks until everything is computed. */
  allSync() {
    this.#allowed('waitAllSync');
    if (!this.#session.waitAllSync()) throw this.#session.takeError();
  }

  /**
   * How far the computation of an array is, as its backend last reported; it may be further by now.
   *
   * @param {NDArray} array
   * @returns {'queued' | 'running' | 'done' | 'failed'}
   */
  stateOf(array) {
    return array.outcome || this.#session.stateOf(array.id);
  }

  /** Waits for an array. @param {Question} what @param {NDArray} array @param {string} [kind] of wait, for the profile */
  async ask(what, array, kind = KINDS[what]) {
    this.#allowed(kind);
    const { id } = array;
    return answered(array, id, await this.#session.ask(what, id, kind));
  }

  /** Blocks until an array is computed. @param {Question} what @param {NDArray} array */
  askSync(what, array) {
    this.#allowed(`${KINDS[what]}Sync`);
    return answered(array, array.id, this.#session.askSync(what, array.id));
  }

  /** @param {NDArray} array @param {readonly number[]} shape */
  async print(array, shape) {
    const text = formatArray(await this.ask('read', array, 'print'), shape);
    console.log(text);
    return text;
  }

  /**
   * A captured function cannot wait, since nothing is enqueued before its end. Perhaps nothing awaits the function's own promise, so `reject` keeps the error
   * for the call of `compile`.
   *
   * @param {string} op
   */
  #allowed(op) {
    const { capture } = this.#session;
    if (capture) throw capture.reject(op);
  }
}

/**
 * The value of a wait for an array. The outcome is noted in the array.
 *
 * @param {NDArray} array
 * @param {number} id its handle when the wait began: the array may have been assigned another value since
 * @param {import('../core/waiting.js').Outcome} outcome
 */
function answered(array, id, { value, error, asked }) {
  // If the backend was not asked, the array is not known to have failed.
  if (asked && array.id === id) array.outcome = error ? 'failed' : 'done';
  if (error) throw error;
  return /** @type {Float32Array} */ (value);
}
