import { h } from '../kit/dom.js';

/** An operation is spoken once it has been selected for this long, ms. */
const QUIET = 250;

/** A live region for screen readers. Of sentences that follow each other within `QUIET`, only the last is spoken. */
export class Speech {
  #timer = 0;
  element = h('div', { class: 'unseen', 'aria-live': 'polite' });

  /** @param {string} sentence */
  say(sentence) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.element.replaceChildren(sentence), QUIET);
  }
}
