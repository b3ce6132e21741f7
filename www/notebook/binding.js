// The verdict on what binds a cell, behind a button. The code that finds it is loaded when the button is pressed.
import { h } from '../kit/dom.js';
import { sayer } from '../kit/say.js';

const say = sayer('notebook');

/** @typedef {import('../page/binding/view.js').Asked} Asked */

export class CellBinding {
  element = h('div', { class: 'cell-binding', hidden: true });
  /** @type {Asked | null} */
  #asked = null;

  /** @param {Asked | null} asked null if nothing was recorded */
  offer(asked) {
    this.#asked = asked;
    this.element.hidden = asked === null;
    this.element.replaceChildren(
      h('button', { type: 'button', onclick: () => this.ask().catch(() => {}) }, say('what-binds')),
    );
  }

  /** @returns {Promise<import('../kit/types.js').Binding | null>} null if nothing was recorded */
  async ask() {
    const asked = this.#asked;
    if (!asked) return null;
    const { bindingView } = await import('../page/binding/view.js');
    const view = await bindingView();
    if (this.#asked === asked) this.element.replaceChildren(view.element);
    view.offer(asked);
    return view.ask();
  }
}
