// A cell of text: as much of it as a reader looks at, and the rest on request.
import { h } from '../kit/dom.js';
import { More } from './more.js';
import { inSlices } from './slices.js';
import { textOf } from './text.js';

/** The amount shown at first; and how many times as much a press of the button adds. */
const PORTION = { elements: 500, characters: 20_000 };
export const PRESSED = 10;

/** Lines of a cell that nobody has looked at take the room of this many at most. */
const ROOM = 30;
/** Characters of a line, about. */
const LINE = 90;

/** Lines that a text takes, about. @param {string} source */
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
  /** Portions that are wanted. */
  #wanted = 0;
  made = false;

  /** @param {import('./ipynb.js').Cell} cell */
  constructor({ source }) {
    this.#left = source.length;
    this.#steps = textOf(source, this.#body);
    // Near what is in sight there are few cells whose text is not there yet.
    this.element.style.minBlockSize = `${linesOf(source)}lh`;
  }

  /** Shows the beginning. @returns {Promise<number>} elements that it has at most */
  make() {
    this.made = true;
    this.element.append(this.#body, this.#more.element);
    return this.#show(1);
  }

  /** @param {number} portions @returns {Promise<number>} elements that were made at most */
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
