/** Whether the tab stays visible, as set from outside; asked once per stretch of time. */
export class Visibility {
  #hidden = false;
  #wasHidden = false;

  /** @param {boolean} hidden whether the tab is hidden from now on */
  update(hidden) {
    this.#hidden = hidden;
    this.#wasHidden ||= hidden;
  }

  /** Whether the tab was hidden at any time since this was asked last; a tab that still is counts for what follows too. */
  ask() {
    const was = this.#wasHidden;
    this.#wasHidden = this.#hidden;
    return was;
  }
}
