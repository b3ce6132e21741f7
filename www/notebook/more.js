// The hidden rest of a cell: its amount, and a button that shows more of it.
import { h } from '../kit/dom.js';
import { sayer } from '../kit/say.js';

const say = sayer('notebook');

export class More {
  #text = h('span');
  #button;
  #showing = false;

  /** @param {(go: boolean) => void} act shows more, or ends that */
  constructor(act) {
    this.#button = h('button', { type: 'button', onclick: () => act(!this.#showing) });
    this.element = h('p', { class: 'more', hidden: true }, this.#text, ' ', this.#button);
  }

  /** @param {number} characters that are left; of none there is nothing to say @param {boolean} showing more of them is under way */
  show(characters, showing) {
    this.#showing = showing;
    this.element.hidden = characters === 0;
    if (characters === 0) return;
    this.#text.textContent = say('more', { characters });
    this.#button.textContent = say(showing ? 'stop' : 'show-more');
  }
}
