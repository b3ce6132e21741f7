/**
 * @typedef {object} Shared The objects that the charts of one figure share.
 * @property {import('./scale.js').TimeScale} scale
 * @property {Selection} selection
 * @property {import('../kit/say.js').Say} say
 */

/** The operation that every chart marks (the operation under the pointer or else the chosen one), and the moment under the pointer. */
export class Selection extends EventTarget {
  #pinned = -1;
  #hovered = -1;
  /** The moment under the pointer, ms; NaN for none. */
  time = NaN;

  /** Index of the operation, or -1. */
  get index() {
    return this.#hovered >= 0 ? this.#hovered : this.#pinned;
  }

  /** Index of the operation chosen, or -1. */
  get pinned() {
    return this.#pinned;
  }

  /** Chooses an operation; -1 for none. @param {number} index */
  pin(index) {
    this.#pinned = index;
    this.#hovered = -1;
    this.dispatchEvent(new Event('change'));
  }

  /** Points at a moment and perhaps at an operation. @param {number} index -1 for none @param {number} [time] ms; NaN when the pointer leaves */
  hover(index, time = NaN) {
    if (index === this.#hovered && Object.is(time, this.time)) return;
    this.#hovered = index;
    this.time = time;
    this.dispatchEvent(new Event('change'));
  }
}
