// A cell of text. Its beginning is shown, and more on request.
import { h } from '../kit/dom.js';
import { More } from './more.js';
import { inSlices } from './slices.js';
import { textOf } from './text.js';

/** A portion, which is shown at first, and the portions that a press of the button adds. */
const PORTION = { elements: 500, characters: 20_000 };
export const PRESSED = 10;

/** Most lines of the space that is reserved for a cell that is not made yet. */
const ROOM = 30;
/** Characters of a line, on average. */
const LINE = 90;

/** The approximate number of lines of a text, at most `ROOM`. @param {string} source */
export function linesOf(source) {
  let lines = 1 + Math.floor(source.length / LINE);
  for (let at = source.indexOf('\n'); at >= 0 && lines < ROOM; at = source.indexOf('\n', at + 1))
    lines += 1;
  return Math.min(lines, ROOM);
}

export class TextCell {
  element = h('div', { class: 'cell-text' });
  #body = h('div');
  #more = new More((go) => (go ? this.#show(PRESSED) : (this.#wanted = 0)));
  #left;
  #steps;
  /** The number of requested portions. */
  #wanted = 0;
  made = false;

  /** @param {import('./ipynb.js').Cell} cell */
  constructor({ source }) {
    this.#left = source.length;
    this.#steps = textOf(source, this.#body);
    // Space is reserved so that few cells are near the view before they are made.
    this.element.style.minBlockSize = `${linesOf(source)}lh`;
  }

  /** Shows the beginning. @returns {Promise<number>} an upper bound of its elements */
  make() {
    this.made = true;
    this.element.append(this.#body, this.#more.element);
    return this.#show(1);
  }

  /** @param {number} portions @returns {Promise<number>} an upper bound of the elements made */
  async #show(portions) {
    this.#wanted = portions;
    let [elements, characters] = [0, 0];
    const wanted = (/** @type {import('./text.js').Step} */ step) => {
      elements += step.elements;
      characters += step.characters;
      this.#left -= step.characters;
      const most = this.#wanted;
      return elements < most * PORTION.elements && characters < most * PORTION.characters;
    };
    const progress = () => this.#more.show(this.#left, true);
    const left = await inSlices(this.#steps, wanted, progress);
    if (!left) this.#left = 0;
    this.#more.show(this.#left, false);
    this.element.style.minBlockSize = '';
    return elements;
  }
}
