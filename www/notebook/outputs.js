// The outputs of a cell. They are drawn once a frame, with a bound for each frame and for all, so that neither their amount nor their rate
// blocks the page. The rest is counted, and shown on request.
import { h } from '../kit/dom.js';
import { More } from './more.js';
import { Printed } from '../python/printed.js';
import { drawn } from './slices.js';

/** Bounds of outputs and characters: without a request, for each frame, and for each press of the button. */
const FIRST = { blocks: 300, characters: 50_000 };
const FRAME = { blocks: 100, characters: 20_000 };
const PRESSED = { blocks: 2000, characters: 200_000 };
/** Most characters of a part of an output. Adding a character repeats the layout of its part. */
const TOGETHER = 4000;
/** Characters that a figure counts as, since it has no text to be laid out. */
const FIGURE = 500;
/** Most errors and remarks that are shown after the part that is left out. */
const LAST = 3;

/** @typedef {'text' | 'result' | 'error' | 'cut' | 'kept' | 'figure'} Kind */

/** One output on its way to the page. */
class Output {
  #printed = new Printed();
  #pending = '';
  #svg = '';
  /** Made when the output is first drawn. @type {HTMLElement | undefined} */
  #root;
  /** @type {HTMLElement | undefined} */
  #part;
  #room = 0;
  /** The line that has no newline yet. @type {Text | undefined} */
  #line;
  /** Characters that were written and are not drawn yet. */
  owed = 0;

  /** @param {Kind} type @param {string | undefined} stream @param {string} [description] of a figure */
  constructor(type, stream, description = '') {
    this.type = type;
    this.stream = stream;
    this.description = description;
  }

  get begun() {
    return this.#root !== undefined;
  }

  /** @param {string} text */
  write(text) {
    if (this.type === 'figure') this.#svg = text;
    else this.#printed.write(text);
    this.owed += this.type === 'figure' ? FIGURE : text.length;
  }

  /**
   * Draws more of it.
   * @param {Element} container @param {number} most characters @param {boolean} last whether its last line may go on
   * @returns {{characters: number, whole: boolean}} the drawn characters, and whether nothing is left
   */
  draw(container, most, last) {
    if (this.type === 'figure') return this.#picture(container);
    if (!this.#root) container.append((this.#root = this.#made()));
    this.#pending += this.#printed.take();
    const { line } = this.#printed;
    if (!last) {
      this.#pending += line;
      this.#printed = new Printed();
    }
    this.#line?.remove();
    let characters = 0;
    while (characters < most && this.#pending) characters += this.#append();
    const whole = !this.#pending;
    if (whole && last && line) {
      this.#line = document.createTextNode(line);
      this.#partWithRoom().append(this.#line);
    }
    return { characters, whole };
  }

  /** Draws a figure as an image, in which nothing can run or load anything. @param {Element} container */
  #picture(container) {
    const src = `data:image/svg+xml,${encodeURIComponent(this.#svg)}`;
    const alt = this.description;
    this.#root = h('img', { class: 'cell-plot', src, alt, decoding: 'sync' });
    container.append(this.#root);
    return { characters: this.owed, whole: true };
  }

  #made() {
    if (this.type === 'cut') return h('p', { class: 'note' });
    const of = this.stream ? { 'data-stream': this.stream } : { 'data-type': this.type };
    return h('pre', { ...of, tabindex: 0 });
  }

  /** Keeps only the end of a text, where an error has its message. */
  shorten() {
    const text = this.#printed.take() + this.#printed.line;
    if (text.length <= TOGETHER) return;
    this.#printed = new Printed();
    this.#printed.write(`…${text.slice(-TOGETHER)}`);
  }

  /** @returns {number} characters */
  #append() {
    const part = this.#partWithRoom();
    const piece = this.#pending.slice(0, this.#room);
    // If a line ends in the piece, the part ends with it.
    const end = piece.length < this.#pending.length ? piece.lastIndexOf('\n') + 1 : 0;
    const text = end ? piece.slice(0, end) : piece;
    part.append(text);
    this.#room = end ? 0 : this.#room - text.length;
    this.#pending = this.#pending.slice(text.length);
    return text.length;
  }

  /** The part of the output that the next text goes into. */
  #partWithRoom() {
    if (this.#part && this.#room > 0) return this.#part;
    this.#room = TOGETHER;
    this.#part = h('div');
    this.#root?.append(this.#part);
    return this.#part;
  }
}

export class Outputs {
  #head = h('div');
  #more = new More((go) => this.#ask(go));
  #tail = h('div');
  element = h('div', { class: 'cell-outputs', role: 'log' });
  /** @type {Output[]} */
  #waiting = [];
  #next = 0;
  #left = 0;
  #room = { ...FIRST };
  #planned = false;
  /** The shown outputs were cleared and are not yet replaced. */
  #stale = false;
  /** The reader asked for more, which is not yet all shown. */
  #asked = false;

  constructor() {
    this.clear();
  }

  /** The next output replaces all others when it is drawn. */
  replace() {
    [this.#waiting, this.#next, this.#left] = [[], 0, 0];
    this.#room = { ...FIRST };
    this.#stale = true;
    this.#plan();
  }

  clear() {
    this.#stale = false;
    delete this.element.dataset.kept;
    for (const part of [this.#head, this.#tail]) part.replaceChildren();
    this.element.replaceChildren(this.#head, this.#more.element, this.#tail);
    [this.#waiting, this.#next, this.#left] = [[], 0, 0];
    this.#room = { ...FIRST };
    this.#asked = false;
    this.#more.show(0, false);
  }

  /** Shows outputs of an earlier run, under a note. @param {string} note @param {string[]} texts */
  keep(note, texts) {
    this.#head.append(h('p', { class: 'note' }, note));
    this.element.dataset.kept = '';
    for (const text of texts) this.show('kept', text);
  }

  /** @param {Kind} type @param {string} text @param {string} [stream] @param {string} [description] of a figure */
  show(type, text, stream, description) {
    const last = this.#waiting.at(-1);
    const goesOn = last?.type === type && last.stream === stream && type === 'text';
    const output = goesOn ? last : new Output(type, stream, description);
    if (!goesOn) this.#waiting.push(output);
    const owed = output.owed;
    output.write(text);
    this.#left += output.owed - owed;
    this.#plan();
  }

  #plan() {
    if (this.#planned) return;
    this.#planned = true;
    drawn().then(() => {
      this.#planned = false;
      this.#draw();
    });
  }

  get #full() {
    return this.#room.blocks <= 0 || this.#room.characters <= 0;
  }

  #draw() {
    if (this.#stale) {
      for (const part of [this.#head, this.#tail]) part.replaceChildren();
      this.#stale = false;
    }
    const slice = { ...FRAME };
    while (this.#next < this.#waiting.length && !this.#full) {
      if (slice.blocks <= 0 || slice.characters <= 0) {
        this.#plan();
        break;
      }
      const output = this.#waiting[this.#next];
      const last = output.type === 'text' && this.#next === this.#waiting.length - 1;
      const most = Math.min(slice.characters, this.#room.characters);
      const { characters, whole } = output.draw(this.#head, most, last);
      for (const room of [slice, this.#room]) {
        room.characters -= characters;
        // The last output may still grow and is not counted.
        if (whole && !last) room.blocks -= 1;
      }
      this.#account(output, whole ? output.owed : characters);
      if (!whole) continue;
      if (last) break; // The last output may go on.
      this.#next += 1;
    }
    if (this.#full) this.#bringLast();
    const left = this.#full ? this.#left : 0;
    this.#asked &&= !this.#full && this.#left > 0;
    this.#more.show(this.#asked ? this.#left : left, this.#asked);
  }

  #account(/** @type {Output} */ output, /** @type {number} */ characters) {
    output.owed -= characters;
    this.#left -= characters;
  }

  /** Shows the error that ended a cell after the part that is left out. */
  #bringLast() {
    for (let at = this.#waiting.length - 1; at >= this.#next; at -= 1) {
      const output = this.#waiting[at];
      if (output.begun || !['error', 'cut'].includes(output.type)) return;
      if (this.#tail.childElementCount >= LAST) return;
      this.#waiting.pop();
      output.shorten();
      output.draw(this.#tail, Infinity, false);
      this.#account(output, output.owed);
    }
  }

  /** @param {boolean} go whether to show more, or to stop */
  #ask(go) {
    this.#asked = go;
    if (go) {
      this.#room.blocks += PRESSED.blocks;
      this.#room.characters += PRESSED.characters;
    } else this.#room = { blocks: 0, characters: 0 };
    this.#plan();
  }
}
