/** The operation that every chart marks: the one pointed at or, failing that, the one chosen by the cursor. */
export class Selection extends EventTarget {
  #pinned = -1;
  #hovered = -1;

  /** Index of the operation, or -1. */
  get index() {
    return this.#hovered >= 0 ? this.#hovered : this.#pinned;
  }

  /** Chooses an operation until another is chosen. @param {number} index */
  pin(index) {
    this.#pinned = index;
    this.#hovered = -1;
    this.dispatchEvent(new Event('change'));
  }

  /** Points at an operation; -1 when the pointer leaves. @param {number} index */
  hover(index) {
    if (index === this.#hovered) return;
    this.#hovered = index;
    this.dispatchEvent(new Event('change'));
  }
}
