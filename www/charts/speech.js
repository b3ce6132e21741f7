import { h } from '../kit/dom.js';

/** An operation is spoken once the reader has stayed at it for so long, ms. */
const QUIET = 250;

/** Speaks to those who listen to the page: the last of what it is given in a short while. */
export class Speech {
  #timer = 0;
  element = h('div', { class: 'unseen', 'aria-live': 'polite' });

  /** @param {string} sentence */
  say(sentence) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.element.replaceChildren(sentence), QUIET);
  }
}
