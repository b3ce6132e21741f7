// A cell of code on the page: its text or its editor, its outputs, and its timeline.
import { h } from '../kit/dom.js';
import { sayer } from '../kit/say.js';
import { keptText } from './kept.js';
import { CellBinding } from './binding.js';
import { Outputs } from './outputs.js';
import { linesOf } from './text-cell.js';
import { CellTimeline } from './timeline.js';

const say = sayer('notebook');

/** Elements of a cell without its outputs. */
const ELEMENTS = 20;
/** Characters of a text that are shown before there is an editor: the layout of a field with more takes seconds. */
const LONGEST_FIELD = 20_000;

/** A difference of memory, with its sign. @param {number} bytes */
const difference = (bytes) => ({
  sign: bytes < 0 ? '−' : '+',
  left: { value: Math.abs(bytes), unit: /** @type {const} */ ('B') },
});

export class CodeCell {
  #number = h('span', { class: 'cell-number' }, '[ ]');
  /** @type {HTMLElement | undefined} */
  #field;
  #outputs = new Outputs();
  #times = h('p', { class: 'cell-times' });
  /** @type {{mark: (line: number) => void} | undefined} */
  #editor;
  /** The cell's file name in tracebacks and recordings. */
  #file = '';
  element = h('section', { class: 'cell' });
  made = false;

  /** @param {import('./ipynb.js').Cell} cell @param {(cell: CodeCell) => void} run */
  constructor(cell, run) {
    this.cell = cell;
    this.#run = () => run(this);
    this.element.dataset.cell = cell.id;
    this.element.style.minBlockSize = `${linesOf(cell.source)}lh`;
  }

  #run;
  /** The outcome of its last run. @type {import('../python/kernel.js').Ran | undefined} */
  ran;

  #binds = new CellBinding();
  /** Asks for the verdict on what binds the cell; for programs. */
  bind = () => this.#binds.ask();

  /** Made at its first use. @type {CellTimeline | undefined} */
  #timeline;
  get timeline() {
    return (this.#timeline ??= new CellTimeline((line, file) =>
      this.#mark(file === this.#file ? line : 0),
    ));
  }

  async make() {
    if (this.made) return 0;
    this.made = true;
    const { cell } = this;
    this.#field = this.#textOf(cell.source);
    const button = h(
      'button',
      { type: 'button', class: 'run-cell', onclick: this.#run },
      say('run'),
    );
    if (cell.kept) this.#keep(cell.kept.outputs);
    this.element.style.minBlockSize = '';
    this.element.append(
      h('div', { class: 'cell-side' }, this.#number, button),
      h(
        'div',
        { class: 'cell-body' },
        this.#field,
        this.#outputs.element,
        this.timeline.element,
        this.#times,
        this.#binds.element,
      ),
    );
    return ELEMENTS;
  }

  /** The field that shows the text until there is an editor. @param {string} source */
  #textOf(source) {
    if (source.length > LONGEST_FIELD) return h('pre', {}, `${source.slice(0, LONGEST_FIELD)}…`);
    const rows = linesOf(source);
    const field = h('textarea', { rows, spellcheck: 'false', 'aria-label': say('cell') });
    field.value = source;
    field.addEventListener('input', () => (this.cell.source = field.value));
    return field;
  }

  /** Shows the file's outputs of an earlier run, until the cell is run here. @param {any[]} outputs */
  #keep(outputs) {
    const texts = outputs.map(keptText).filter(Boolean);
    if (texts.length) this.#outputs.keep(say('kept'), texts);
  }

  get edited() {
    return this.#editor !== undefined;
  }

  /** Replaces the text by the editor. @param {import('./showing.js').CreateEditor} createEditor */
  edit(createEditor) {
    const container = h('div', { class: 'editor' });
    this.#editor = createEditor({
      root: container.attachShadow({ mode: 'open' }),
      text: this.cell.source,
      label: say('cell'),
      onChange: (/** @type {string} */ text) => (this.cell.source = text),
      onRun: this.#run,
      onLine: (/** @type {number} */ line) => this.timeline.mark(line, line ? this.#file : ''),
    });
    this.#field?.replaceWith(container);
  }

  #mark(/** @type {number} */ line) {
    this.#editor?.mark(line);
  }

  /** @param {number} count of cells that were run */
  begin(count) {
    this.cell.count = count;
    this.cell.kept = undefined;
    this.cell.outputs = [];
    this.#file = `<cell ${count}>`;
    this.#number.textContent = '[*]';
    this.make();
    this.#outputs.clear();
    this.#times.textContent = '';
    this.timeline.element.hidden = true;
    this.#binds.offer(null);
    this.element.dataset.state = 'running';
  }

  /** @param {import('../python/kernel.js').Shown} shown */
  show({ type, stream, text = '', name, message, traceback }) {
    const { outputs, count } = this.cell;
    if (type === 'text') {
      const last = outputs.at(-1);
      if (last?.type === 'text' && last.stream === stream) last.text += text;
      else outputs.push({ type, stream, text });
      this.#outputs.show('text', text, stream);
    } else if (type === 'clear') {
      outputs.length = 0;
      this.#outputs.replace();
    } else if (type === 'figure') {
      outputs.push({ type, text, message });
      this.#outputs.show(type, text, undefined, message);
    } else if (type === 'cut') {
      const text = say('cut');
      outputs.push({ type: 'text', stream: 'stderr', text: `${text}\n` });
      this.#outputs.show('cut', text);
    } else {
      outputs.push({ type, text, name, message, traceback, count });
      this.#outputs.show(type, type === 'error' ? traceback || `${name}: ${message}` : text);
    }
  }

  /** @param {import('../python/kernel.js').Ran} ran */
  end({ ok, ms, waited, operations, left, complete }) {
    this.#number.textContent = `[${this.cell.count}]`;
    this.element.dataset.state = ok ? 'done' : 'failed';
    const time = (/** @type {number} */ value) => ({ value, unit: /** @type {const} */ ('ms') });
    // The bytes left in use are known only when the work is complete.
    const known = left ? 'cell-times' : 'cell-times-same';
    this.#times.textContent = say(complete ? known : 'cell-times-open', {
      time: time(ms),
      waited: time(waited),
      operations,
      ...difference(left),
    });
  }

  /**
   * Shows the timeline, which has the times, and in words only the memory that the cell left in use.
   * @param {import('../python/lives.js').Life} life @param {Omit<import('./binding.js').Asked, 'window'>} [recorded]
   */
  lived(life, recorded) {
    this.timeline.show(life);
    const asks = recorded && life.operations.length > 0;
    this.#binds.offer(asks ? { ...recorded, window: { from: life.from, to: life.end } } : null);
    const { complete, left } = this.ran ?? { complete: false, left: 0 };
    this.#times.textContent = complete && left ? say('cell-left', difference(left)) : '';
  }

  /** Shows that the cell was stopped or failed. @param {string} message */
  fail(message) {
    this.#number.textContent = '[!]';
    this.element.dataset.state = 'failed';
    this.show({ cell: this.cell.id, type: 'error', name: 'Stopped', message, traceback: message });
  }
}
