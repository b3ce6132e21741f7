/** Whether the tab was hidden in a stretch of time. It is updated from outside, and asked at the end of each stretch. */
export class Visibility {
  #hidden = false;
  #wasHidden = false;

  /** @param {boolean} hidden whether the tab is hidden from now on */
  update(hidden) {
    this.#hidden = hidden;
    this.#wasHidden ||= hidden;
  }

  /** Whether the tab was hidden at any time since this was asked last. A tab that is still hidden counts as hidden in the next stretch, too. */
  ask() {
    const was = this.#wasHidden;
    this.#wasHidden = this.#hidden;
    return was;
  }
}
