import { formatArray } from './format.js';

/** @typedef {import('./ndarray.js').NDArray} NDArray */

/**
 * What waits: for one array or for all, with or without its elements, by a promise or by blocking the thread.
 */
export class Waits {
  #channel;

  /** @param {import('./channel.js').Channel} channel */
  constructor(channel) {
    this.#channel = channel;
  }

  /** Waits until everything enqueued so far is computed. @param {string} [kind] of wait, for the profile */
  async all(kind = 'waitAll') {
    await this.#channel.askAll((device) => this.#channel.frontend.waitAll(device), kind);
  }

  /** Blocks until everything is computed. */
  allSync() {
    const { devices, frontend } = this.#channel;
    for (const device of devices.keys())
      this.#channel.askSync('waitAllSync', device, () => frontend.waitAll(device), 0);
  }

  /** @param {NDArray} array */
  waitFor(array) {
    return this.#ask('wait', 'waitToRead', array);
  }

  /** @param {NDArray} array @returns {Promise<Float32Array>} */
  data(array) {
    return this.#ask('read', 'data', array);
  }

  /** @param {NDArray} array @returns {Promise<Float32Array>} of one element */
  item(array) {
    return this.#ask('item', 'item', array);
  }

  /** @param {NDArray} array @param {readonly number[]} shape */
  async print(array, shape) {
    const text = formatArray(await this.#ask('read', 'print', array), shape);
    console.log(text);
    return text;
  }

  /** @param {NDArray} array */
  waitForSync(array) {
    this.#askSync('wait', 'waitToReadSync', array, 0);
  }

  /** @param {NDArray} array @returns {Float32Array} */
  dataSync(array) {
    return this.#askSync('read', 'dataSync', array, array.size * 4);
  }

  /** @param {NDArray} array @returns {Float32Array} of one element */
  itemSync(array) {
    return this.#askSync('item', 'itemSync', array, 4);
  }

  /**
   * @param {'wait' | 'read' | 'item'} what of the frontend
   * @param {string} kind of wait, for the profile
   * @param {NDArray} array
   */
  #ask(what, kind, array) {
    return this.#channel.ask(
      this.#channel.check(this.#channel.frontend[what](array.id)),
      kind,
      array,
    );
  }

  /**
   * @param {'wait' | 'read' | 'item'} what of the frontend
   * @param {string} kind of wait, for the profile and for errors
   * @param {NDArray} array
   * @param {number} bytes of the answer
   */
  #askSync(what, kind, array, bytes) {
    const ask = () => this.#channel.check(this.#channel.frontend[what](array.id));
    const device = this.#channel.frontend.device(array.id);
    return this.#channel.askSync(kind, device, ask, bytes, array);
  }
}
