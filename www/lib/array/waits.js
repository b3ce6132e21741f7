import { formatArray } from './format.js';

/** @typedef {import('./ndarray.js').NDArray} NDArray */
/** @typedef {import('../core/session.js').Question} Question */

/** The methods of arrays that ask. */
const NAMES = { wait: 'waitToRead', read: 'data', item: 'item' };

/**
 * Waits for arrays, by a promise or by blocking the thread: what the session answers is returned or thrown.
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
   * Where an array is, as last reported by its backend: it may be further by now.
   *
   * @param {NDArray} array
   * @returns {'queued' | 'running' | 'done' | 'failed'}
   */
  stateOf(array) {
    return array.outcome || this.#session.stateOf(array.id);
  }

  /** @param {NDArray} array */
  waitFor(array) {
    this.#allowed(NAMES.wait);
    return this.#ask('wait', array);
  }

  /** @param {NDArray} array @param {string} [kind] of wait, for the profile */
  data(array, kind) {
    this.#allowed(kind ?? NAMES.read);
    return this.#ask('read', array, kind);
  }

  /** @param {NDArray} array */
  item(array) {
    this.#allowed(NAMES.item);
    return this.#ask('item', array).then(([value]) => value);
  }

  /** @param {NDArray} array @param {readonly number[]} shape */
  async print(array, shape) {
    const text = formatArray(await this.data(array, 'print'), shape);
    console.log(text);
    return text;
  }

  /** @param {NDArray} array */
  waitForSync(array) {
    this.#askSync('wait', array);
  }

  /** @param {NDArray} array */
  dataSync(array) {
    return this.#askSync('read', array);
  }

  /** @param {NDArray} array */
  itemSync(array) {
    return this.#askSync('item', array)[0];
  }

  /** A captured function cannot wait: nothing was enqueued yet. It may be asynchronous, and nobody hears a rejection then. @param {string} op */
  #allowed(op) {
    const { capture } = this.#session;
    if (capture) throw capture.reject(op);
  }

  /** @param {Question} what @param {NDArray} array @param {string} [kind] of wait */
  async #ask(what, array, kind) {
    const { id } = array;
    return answered(array, id, await this.#session.ask(what, id, kind));
  }

  /** @param {Question} what @param {NDArray} array */
  #askSync(what, array) {
    this.#allowed(`${NAMES[what]}Sync`);
    return answered(array, array.id, this.#session.askSync(what, array.id));
  }
}

/**
 * The value of a wait for an array, which from then on knows how it came out.
 *
 * @param {NDArray} array
 * @param {number} id its handle when it was asked for: it may have been assigned another value since
 * @param {import('../core/waiting.js').Outcome} outcome
 */
function answered(array, id, { value, error, asked }) {
  // One that could not even be asked for is not known to have failed.
  if (asked && array.id === id) array.outcome = error ? 'failed' : 'done';
  if (error) throw error;
  return /** @type {Float32Array} */ (value);
}
