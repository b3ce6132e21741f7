// Renders the part of Markdown that the notebooks use: headings, lists, paragraphs, code in backquotes, formulas between dollars. Text is
// made step by step, in its order, so that the caller decides how much is made.
import { h } from '../kit/dom.js';
import { formula } from '../kit/math.js';

/** @typedef {{elements: number, characters: number}} Step an upper bound of the elements made, and the characters of the source that were used */

const HEADING = /^(#{1,4}) (.*)$/s;
const ITEM = /^(?:[-*]|(\d{1,9})\.)(?: (.*))?$/s;
/** Signs that may begin or end markup. */
const MARK = /`+|\$+|\*+/g;
/** A longer run of the same sign is plain text. */
const LONGEST_MARK = 20;
/** Markup that does not end within this many characters is plain text. */
const [LONGEST_SPAN, LONGEST_FORMULA] = [2000, 500];
/** Bounds of an element of text. Longer text goes on in another such element, since adding to an element repeats the layout of all of it. */
const MOST = { elements: 300, characters: 8000 };
/** Characters of plain text in one step. */
const PIECE = 2000;

/**
 * Appends text to an element, step by step.
 * @param {string} source
 * @param {Element} root
 * @returns {Generator<Step, void>}
 */
export function* textOf(source, root) {
  const writer = new Writer(root);
  for (let at = 0; at < source.length;) {
    const end = source.indexOf('\n', at) + 1 || source.length;
    const line = source.slice(at, end).trim();
    const [, marks, title] = HEADING.exec(line) ?? [];
    const [item, number, ofItem = ''] = ITEM.exec(line) ?? [];
    let text = line;
    if (!line) writer.close();
    else if (marks) {
      writer.open(`h${Math.min(4, marks.length + 1)}`);
      text = title;
    } else if (item !== undefined && !writer.inParagraph) {
      writer.item(number);
      text = ofItem;
    } else if (writer.isOpen) writer.goOn();
    else writer.open('p');
    yield* spans(text, writer);
    if (marks) writer.close();
    yield writer.step(end - at - text.length);
    at = end;
  }
}

/** The text of a paragraph, an item or a heading. @param {string} text @param {Writer} writer @returns {Generator<Step, void>} */
function* spans(text, writer) {
  /** Positions of stars that end emphasis. */
  const ends = new Set();
  for (let at = 0; at < text.length;) {
    MARK.lastIndex = at;
    const found = MARK.exec(text);
    const mark = found && found[0].length <= LONGEST_MARK ? found[0] : '';
    const to = found ? MARK.lastIndex - mark.length : text.length;
    for (; at < to; at = Math.min(to, at + PIECE)) {
      const piece = text.slice(at, Math.min(to, at + PIECE));
      yield writer.append(piece, piece.length);
    }
    if (!mark) continue;
    at = to + mark.length;
    const ahead = text.slice(at, at + (mark[0] === '$' ? LONGEST_FORMULA : LONGEST_SPAN));
    const length = ahead.indexOf(mark);
    const body = ahead.slice(0, Math.max(0, length));
    if (ends.has(to)) yield writer.step(mark.length);
    else if (mark[0] === '`' && body) {
      yield writer.append(h('code', {}, body), 2 * mark.length + length, 1);
      at += length + mark.length;
    } else if (mark[0] === '$' && mark.length < 3 && body.trim()) {
      const shown = h('span', { class: 'unbroken' }, formula(body));
      // A name with an index has three elements for two characters.
      yield writer.append(shown, 2 * mark.length + length, 2 + 2 * length);
      at += length + mark.length;
    } else if (mark[0] === '*' && mark.length < 3 && /^\S.*\S$|^\S$/s.test(body)) {
      ends.add(at + length);
      yield writer.step(mark.length);
    } else yield writer.append(mark, mark.length);
  }
}

/** Appends text to an open element, and opens another of the same kind when it is full. */
class Writer {
  #root;
  /** The list that the open element is an item of. @type {Element | undefined} */
  #list;
  /** @type {Element | undefined} */
  #open;
  #made = { elements: 0, characters: 0 };
  /** Items of the list. */
  #items = 0;
  /** Elements that were made since the last step. */
  #due = 0;

  /** @param {Element} root */
  constructor(root) {
    this.#root = root;
  }

  get isOpen() {
    return this.#open !== undefined;
  }

  get inParagraph() {
    return this.isOpen && !this.#list;
  }

  close() {
    this.#open = this.#list = undefined;
  }

  /** @param {string} tag @param {Element} [parent] */
  open(tag, parent) {
    if (!parent) this.#list = undefined;
    this.#open = document.createElement(tag);
    (parent ?? this.#root).append(this.#open);
    this.#made = { elements: 0, characters: 0 };
    this.#due += 1;
  }

  /** @param {string | undefined} number of an ordered list */
  item(number) {
    const tag = number === undefined ? 'ul' : 'ol';
    if (this.#list?.localName !== tag || this.#items >= MOST.elements) {
      this.#list = h(tag, number === undefined ? {} : { start: number });
      this.#root.append(this.#list);
      this.#items = 0;
      this.#due += 1;
    }
    this.#items += 1;
    this.open('li', this.#list);
  }

  /** Goes on with another line. */
  goOn() {
    this.#open?.append('\n');
  }

  /** @param {Node | string} part @param {number} characters of the source @param {number} [elements] in it, at most @returns {Step} */
  append(part, characters, elements = 0) {
    const made = this.#made;
    const open = /** @type {Element} */ (this.#open);
    if (made.elements >= MOST.elements || made.characters >= MOST.characters)
      this.open(open.localName, this.#list);
    /** @type {Element} */ (this.#open).append(part);
    this.#made.elements += elements;
    this.#made.characters += characters;
    this.#due += elements;
    return this.step(characters);
  }

  /** The elements made since the last step. @param {number} characters @returns {Step} */
  step(characters) {
    const elements = this.#due;
    this.#due = 0;
    return { elements, characters };
  }
}
