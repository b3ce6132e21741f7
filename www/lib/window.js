/**
 * Lets at most k minibatches overlap: minibatch t + k does not begin before minibatch t has finished.
 */
export class Window {
  #waits;
  #size;
  /** The waits not known to be over, oldest first. @type {Promise<void>[]} */
  #open = [];

  /**
   * @param {import('./array/waits.js').Waits} waits
   * @param {number} size minibatches
   * @hideconstructor
   */
  constructor(waits, size) {
    this.#waits = waits;
    this.#size = size;
  }

  /** Minibatches begun and not known to be finished. */
  get open() {
    return this.#open.length;
  }

  /**
   * Call it when all of a minibatch is enqueued: it ends that minibatch, and resolves when the next may begin.
   *
   * @returns {Promise<void>} rejected with the error of a failed operation of a finished minibatch
   */
  async next() {
    const finished = this.#waits.all('window');
    finished.catch(() => {}); // The error is thrown when this wait is awaited.
    this.#open.push(finished);
    while (this.#open.length >= this.#size) await this.#open.shift();
  }

  /** Waits until all of them are finished. */
  async finish() {
    while (this.#open.length > 0) await this.#open.shift();
  }
}
