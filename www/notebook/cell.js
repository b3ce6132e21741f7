// A cell on the page: its text or its editor, what it shows, and its timeline.
import { h, prose } from '../kit/dom.js';
import { sayer } from '../kit/say.js';
import { CellTimeline } from './timeline.js';

const say = sayer('notebook');

/** One space each: with more than one way to divide a run of spaces, a file of 100 kB would take the page's thread for seconds. */
const HEADING = /^(#{1,4}) ([^\n]*)$/;
const ITEM = /^(?:[-*]|\d+\.) (.*)$/s;

/** Longer text of a cell is shown as it is written, characters: its parts would be too many elements. */
const LONGEST = 30_000;

/** Text as a reader of notebooks expects it, of the little that these use: headings, lists, paragraphs, code in backquotes. @param {string} source @returns {Node[]} */
export function textOf(source) {
  if (source.length > LONGEST) return [h('p', {}, source)];
  return source.split(/\n{2,}/).map((block) => {
    const [, marks, title] = HEADING.exec(block.trim()) ?? [];
    if (marks) {
      const tag = /** @type {'h2'} */ (`h${Math.min(4, marks.length + 1)}`);
      return h(tag, {}, ...prose(title.trim()));
    }
    const items = block.split('\n').map((line) => ITEM.exec(line.trimStart())?.[1].trim());
    if (items.every((item) => item !== undefined)) {
      const tag = /^\s*\d/.test(block) ? 'ol' : 'ul';
      return h(tag, {}, ...items.map((item) => h('li', {}, ...prose(item))));
    }
    return h('p', {}, ...prose(block.replace(/\*\*?([^*]+)\*\*?/g, '$1')));
  });
}

/** The lines of a saved text, which are strings or may be anything. @param {any} given */
const joined = (given) =>
  [given]
    .flat()
    .filter((part) => typeof part === 'string')
    .join('');

/** An output of a file as plain text: of its kinds of data the text, of an error the traceback without its colours. @param {any} output */
function keptText({ text, data, traceback, evalue }) {
  const told = Array.isArray(traceback) ? traceback.map((line) => `${joined(line)}\n`) : evalue;
  // eslint-disable-next-line no-control-regex -- colours of a terminal
  return joined(text ?? data?.['text/plain'] ?? told).replace(/\x1b\[[\d;]*m/g, '');
}

export class CodeCell {
  #number = h('span', { class: 'cell-number' }, '[ ]');
  #field;
  #outputs = h('div', { class: 'cell-outputs', role: 'log' });
  #times = h('p', { class: 'cell-times' });
  /** @type {{mark: (line: number) => void} | undefined} */
  #editor;
  /** Its file in tracebacks and recordings. */
  #file = '';

  /** @param {import('./ipynb.js').Cell} cell @param {(cell: CodeCell) => void} run */
  constructor(cell, run) {
    this.cell = cell;
    this.timeline = new CellTimeline((line, file) => this.#mark(file === this.#file ? line : 0));
    const rows = Math.max(1, cell.source.split('\n').length);
    this.#field = h('textarea', { rows, spellcheck: 'false', 'aria-label': say('cell') });
    this.#field.value = cell.source;
    this.#field.addEventListener('input', () => (cell.source = this.#field.value));
    const button = h(
      'button',
      { type: 'button', class: 'run-cell', onclick: () => run(this) },
      say('run'),
    );
    this.#run = () => run(this);
    this.#keep(cell.kept?.outputs ?? []);
    this.element = h(
      'section',
      { class: 'cell', 'data-cell': cell.id },
      h('div', { class: 'cell-side' }, this.#number, button),
      h(
        'div',
        { class: 'cell-body' },
        this.#field,
        this.#outputs,
        this.timeline.element,
        this.#times,
      ),
    );
  }

  #run;
  /** The outcome of its last run. @type {import('../python/kernel.js').Ran | undefined} */
  ran;

  /** Shows what the file has of an earlier run, until the cell is run here. @param {any[]} outputs */
  #keep(outputs) {
    const text = outputs.map(keptText).filter(Boolean).join('\n').slice(0, LONGEST);
    if (!text) return;
    const note = h('p', { class: 'note' }, say('kept'));
    this.#outputs.append(note, h('pre', { 'data-kept': '', tabindex: 0 }, text));
  }

  /** Puts the editor in the place of the text field. @param {typeof import('../pkg/python-editor.js').createEditor} createEditor */
  edit(createEditor) {
    const place = h('div', { class: 'editor' });
    this.#editor = createEditor({
      root: place.attachShadow({ mode: 'open' }),
      text: this.cell.source,
      label: say('cell'),
      onChange: (/** @type {string} */ text) => (this.cell.source = text),
      onRun: this.#run,
      onLine: (/** @type {number} */ line) => this.timeline.mark(line, line ? this.#file : ''),
    });
    this.#field.replaceWith(place);
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
    this.#outputs.replaceChildren();
    this.#times.textContent = '';
    this.timeline.element.hidden = true;
    this.element.dataset.state = 'running';
  }

  /** @param {import('../python/kernel.js').Shown} shown */
  show({ type, stream, text, name, message, traceback }) {
    if (type === 'text') {
      const last = this.cell.outputs.at(-1);
      if (last?.type === 'text' && last.stream === stream) {
        last.text += text;
        /** @type {any} */ (this.#outputs.lastElementChild).append(text);
        return;
      }
      this.cell.outputs.push({ type, stream, text });
      this.#outputs.append(h('pre', { 'data-stream': stream, tabindex: 0 }, text));
    } else if (type === 'cut') {
      const text = say('cut');
      this.cell.outputs.push({ type: 'text', stream: 'stderr', text: `${text}\n` });
      this.#outputs.append(h('p', { class: 'note' }, text));
    } else {
      this.cell.outputs.push({ type, text, name, message, traceback, count: this.cell.count });
      this.#outputs.append(
        h(
          'pre',
          { 'data-type': type, tabindex: 0 },
          type === 'error' ? traceback || `${name}: ${message}` : text,
        ),
      );
    }
  }

  /** @param {import('../python/kernel.js').Ran} ran */
  end({ ok, ms, waited, operations, left, settled }) {
    this.#number.textContent = `[${this.cell.count}]`;
    this.element.dataset.state = ok ? 'done' : 'failed';
    const time = (/** @type {number} */ value) => ({ value, unit: /** @type {const} */ ('ms') });
    // The lab hears what a device holds when it waits.
    this.#times.textContent = say(settled ? 'cell-times' : 'cell-times-open', {
      time: time(ms),
      waited: time(waited),
      operations,
      left: { value: left, unit: 'B' },
    });
  }

  /** Its timeline is there, which tells the times; what it left in use is told beside it. @param {import('../python/lives.js').Life} life */
  lived(life) {
    this.timeline.show(life);
    this.#times.textContent = this.ran?.settled
      ? say('cell-left', { left: { value: this.ran.left, unit: 'B' } })
      : '';
  }

  /** It did not end by itself. @param {string} message */
  fail(message) {
    this.#number.textContent = '[!]';
    this.element.dataset.state = 'failed';
    this.show({ cell: this.cell.id, type: 'error', name: 'Stopped', message, traceback: message });
  }
}
