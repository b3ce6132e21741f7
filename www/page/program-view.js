import { h } from '../kit/dom.js';

/** @typedef {import('../kit/types.js').Result} Result */

/** The program that an experiment measures, with a button that opens it in the sandbox. A program that is a parameter is in the controls. */
export class ProgramView {
  #code = h('code');
  #bar = h('p', { class: 'to-sandbox', 'data-control': 'to-sandbox' });
  /** @type {import('./program/tabs.js').ProgramTabs|null} */ #tabs = null;
  /** @type {import('../kit/types.js').Values} */ #values = {};

  /** @param {import('../kit/types.js').Experiment} experiment @param {import('../kit/say.js').Say} say @param {import('../kit/say.js').Say} sayOwn */
  constructor(experiment, say, sayOwn) {
    this.experiment = experiment;
    this.sayOwn = sayOwn;
    this.source = '';
    this.elements = experiment.parameters.program ? [] : this.#lay(say);
  }

  /** @param {import('../kit/say.js').Say} say */
  #lay(say) {
    const open = (/** @type {Event} */ { currentTarget }) =>
      currentTarget?.dispatchEvent(
        new CustomEvent('open-in-sandbox', {
          bubbles: true,
          detail: this.#tabs?.asked() ?? { program: this.source },
        }),
      );
    const pre = h(
      'pre',
      { class: 'program', tabindex: 0, 'aria-label': say('program') },
      this.#code,
    );
    this.#bar.append(h('button', { type: 'button', onclick: open }, say('open-in-sandbox')));
    const bar = h('div', { class: 'tabs' });
    const programs = h('div', { class: 'programs' }, pre);
    if (this.experiment.programs) void this.#others(bar, programs, pre);
    return [
      h(
        'div',
        { class: 'listing', 'data-control': 'program' },
        h('h3', {}, say('program')),
        this.experiment.programs ? bar : null,
        programs,
        this.#bar,
      ),
    ];
  }

  /** Adds the programs of the chapter's frameworks. @param {HTMLElement} bar @param {HTMLElement} programs @param {HTMLElement} pre */
  async #others(bar, programs, pre) {
    try {
      const { tabsOf } = await import('./program/tabs.js');
      const tabs = await tabsOf(this.experiment, pre);
      if (!tabs) return;
      const field = focusedInSight();
      bar.replaceWith(tabs.bar);
      programs.append(tabs.other);
      programs.after(tabs.help, tabs.note, tabs.table);
      this.#bar.append(' ', tabs.run);
      this.#tabs = tabs;
      tabs.show(this.source, this.#values);
      field?.scrollIntoView({ block: 'nearest' });
    } catch {
      bar.remove(); // The program that runs is shown anyway.
    }
  }

  /**
   * Shows the program for these values; an experiment with `list` marks the result in it.
   * @param {import('../kit/types.js').Values} values with the device
   * @param {Result} [result]
   */
  show(values, result) {
    this.#values = values;
    this.list(this.experiment.program(values), result);
  }

  /** @param {string} source @param {Result} [result] */
  list(source, result) {
    this.source = source;
    if (this.experiment.list) this.experiment.list(this.#code, source, this.sayOwn, result);
    else this.#code.textContent = source;
    this.#tabs?.show(source, this.#values);
  }
}

/** The control with the focus, if it is in view: parts that are loaded later must not move it out of view. */
function focusedInSight() {
  const field = document.activeElement;
  const { top = -1, bottom = 0 } = field?.matches(':any-link, button, input, select, summary')
    ? field.getBoundingClientRect()
    : {};
  return top >= 0 && bottom <= innerHeight ? field : null;
}
