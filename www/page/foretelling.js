/** Withholds a run once to show a warning that the chapter's size, or any size, could show nothing. */
export class Foretelling {
  /** The settings for which the warning is shown, as JSON. */
  #said = '';

  /** @param {import('./foresight/foresight.js').Foreseeing & {notice: HTMLElement}} view */
  constructor(view) {
    this.view = view;
    const { controls, runner } = view;
    const ask = () => {
      const asked = runner.busy ? null : controls.read();
      if (asked) void this.withholds(asked);
    };
    // These events are only the reader's choices: values that a program fills in dispatch none.
    for (const choice of [controls.preset, controls.device]) choice.addEventListener('change', ask);
  }

  /** Whether the experiment can have no warning for the preset. */
  get isIdle() {
    const { experiment, controls } = this.view;
    return !(controls.preset.value.startsWith('course') ? experiment.foresee : experiment.anySize);
  }

  /**
   * Shows the warning if a run could show nothing.
   * @param {{device: string, parameters: import('../kit/types.js').Values}} asked
   * @returns {Promise<boolean>} whether the warning is new. A second request with the same settings runs.
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
      return false; // The run itself reports the failure.
    }
  }
}
