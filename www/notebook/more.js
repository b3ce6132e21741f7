// The hidden rest of a cell: its amount, and a button that shows more of it.
import { h } from '../kit/dom.js';
import { sayer } from '../kit/say.js';

const say = sayer('notebook');

export class More {
  #text = h('span');
  #button;
  #showing = false;

  /** @param {(go: boolean) => void} act shows more, or stops showing more */
  constructor(act) {
    this.#button = h('button', { type: 'button', onclick: () => act(!this.#showing) });
    this.element = h('p', { class: 'more', hidden: true }, this.#text, ' ', this.#button);
  }

  /** @param {number} characters that are left; with 0 the element is hidden @param {boolean} showing whether more is being shown */
  show(characters, showing) {
    this.#showing = showing;
    this.element.hidden = characters === 0;
    if (characters === 0) return;
    this.#text.textContent = say('more', { characters });
    this.#button.textContent = say(showing ? 'stop' : 'show-more');
  }
}
