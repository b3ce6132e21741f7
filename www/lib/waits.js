import { formatArray } from './format.js';

/** @typedef {import('./ndarray.js').NDArray} NDArray */

/**
 * Waits: for one array or for all, with or without its elements, by a promise or by blocking the thread.
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
    for (const index of devices.keys()) {
      const enqueued = frontend.enqueued(index);
      this.#channel.askSync('waitAllSync', index, () => frontend.waitAll(index), 0);
      this.#channel.completeBefore(index, enqueued);
    }
  }

  /**
   * Where an array is, as last reported by its backend: it may be further by now.
   *
   * @param {{id: number, outcome: NDArray['outcome']}} array
   * @returns {'queued' | 'running' | 'done' | 'failed'}
   */
  stateOf(array) {
    if (array.outcome) return array.outcome;
    const { answers, devices, frontend } = this.#channel;
    const { failed, status } = devices[frontend.device(array.id)];
    const operation = frontend.producer(array.id);
    if (failed.has(operation)) return 'failed';
    if (operation < status.progress.completeBefore) return 'done';
    if (answers.lost) return 'failed';
    return operation < status.progress.handedOverBefore ? 'running' : 'queued';
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
  async #ask(what, kind, array) {
    const token = this.#channel.check(this.#channel.frontend[what](array.id));
    try {
      const answer = await this.#channel.ask(token, kind, array);
      array.outcome = 'done';
      return answer;
    } catch (error) {
      array.outcome = 'failed';
      throw error;
    }
  }

  /**
   * @param {'wait' | 'read' | 'item'} what of the frontend
   * @param {string} kind of wait, for the profile and for errors
   * @param {NDArray} array
   * @param {number} bytes of the answer
   */
  #askSync(what, kind, array, bytes) {
    let asked = false;
    const ask = () => {
      const token = this.#channel.check(this.#channel.frontend[what](array.id));
      asked = true;
      return token;
    };
    const device = this.#channel.frontend.device(array.id);
    try {
      const answer = this.#channel.askSync(kind, device, ask, bytes, array);
      array.outcome = 'done';
      return answer;
    } catch (error) {
      // One that could not even be asked for is not known to have failed.
      if (asked) array.outcome = 'failed';
      throw error;
    }
  }
}
