/** Has a run of a chapter's preset wait while its notice is unread: the notice that it could show nothing. */
export class Foretelling {
  /** The settings of which it was said. */
  #said = '';

  /** @param {import('./foresight/foresight.js').Foreseeing & {notice: HTMLElement}} view */
  constructor(view) {
    this.view = view;
    const { controls, runner } = view;
    const ask = () => {
      const asked = runner.busy ? null : controls.read();
      if (asked) void this.withholds(asked);
    };
    // Chosen by the reader: these are no events of values that a program fills in.
    for (const choice of [controls.preset, controls.device]) choice.addEventListener('change', ask);
  }

  /** Whether nothing is known that may have to be said. */
  get isIdle() {
    const { experiment, controls } = this.view;
    return !experiment.foresee || !controls.preset.value.startsWith('course');
  }

  /**
   * Shows the notice that a run could show nothing, where that is so.
   * @param {{device: string, parameters: import('../kit/types.js').Values}} asked
   * @returns {Promise<boolean>} whether it has said so now, and not before: whoever runs nevertheless has read it
   */
  async withholds(asked) {
    const { notice } = this.view;
    const now = JSON.stringify(asked);
    if (this.#said === now) return false;
    this.#said = '';
    notice.querySelector('[data-foreseen]')?.remove();
    if (this.isIdle) return false;
    try {
      const { foresee } = await import('./foresight/foresight.js');
      const foreseen = await foresee(this.view, asked);
      if (!foreseen) return false;
      this.#said = now;
      notice.replaceChildren(foreseen);
      return true;
    } catch {
      return false; // The run itself says what is wrong.
    }
  }
}
