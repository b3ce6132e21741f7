/** @import {NDArray} from './ndarray.js' */
/** @import {Session} from '../core/session.js' */

/**
 * The references that arrays hold. Those of arrays that the program forgot to dispose are released once the garbage collector has found them.
 */
export class References {
  #session;
  #registry;
  /** Arrays created since the last chunk left. Its places are used again: a new list for each chunk would be as much garbage as the arrays. @type {(NDArray | undefined)[]} */
  #created = [];
  #count = 0;

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
    this.#registry = new FinalizationRegistry((/** @type {{id: number}} */ { id }) =>
      session.release(id),
    );
    session.onLeave(() => this.#register());
  }

  /** Notes a new array, whose handle has a reference. @param {NDArray} array */
  add(array) {
    this.#created[this.#count++] = array;
    // The call may have sent its chunk already. The array is registered when the next chunk leaves, which this brings about.
    if (this.#count === 1) this.#session.flushSoon();
  }

  /** The program disposes of an array. @param {NDArray} array */
  dispose(array) {
    if (array.finalized) this.#registry.unregister(array);
    else if (this.#created[this.#count - 1] === array) this.#created[--this.#count] = undefined;
    this.#session.release(array.id);
    array.id = 0;
  }

  /** Gives an array another handle. @param {NDArray} array @param {number} id */
  rename(array, id) {
    array.id = id;
    // An array that is not registered yet is registered with its new handle when the next chunk leaves.
    if (array.finalized) array.finalized.id = id;
  }

  /** Registers the new arrays when a chunk leaves. Most are disposed before, and cost the registry nothing. */
  #register() {
    for (let at = 0; at < this.#count; at += 1) {
      const array = this.#created[at];
      this.#created[at] = undefined;
      if (!array || array.id === 0 || array.finalized) continue;
      array.finalized = { id: array.id };
      this.#registry.register(array, array.finalized, array);
    }
    this.#count = 0;
  }
}
