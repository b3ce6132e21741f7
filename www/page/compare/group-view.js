import { PlotFigure } from '../../charts/plot.js';
import { find } from '../../experiments/index.js';
import { h } from '../../kit/dom.js';
import { day, locale, quantity, whole } from '../../kit/format.js';
import { sayer, sayerOf } from '../../kit/say.js';
import { learn } from '../../kit/words.js';
import { kindOf, labelOf, namesOf, orders, rowsOf, spreadOf, valuesOf } from './collection.js';
import { strips } from './strips.js';

/** @typedef {import('./collection.js').Entry} Entry */

/** Rows that a figure has room for. */
const MOST_ROWS = 60;
/** Files listed before the reader asks for all. */
const FIRST_FILES = 50;

/** The results of one experiment: a figure of one quantity, a table of all, and the files one by one. */
export class GroupView {
  /** @type {Entry[]} */ #entries = [];
  /** @type {import('../../kit/say.js').Say|null} of the experiment, once its words are there */ #sayOwn =
    null;
  #all = false;

  /**
   * @param {string} experiment
   * @param {string} title
   * @param {import('../../kit/say.js').Say} say
   */
  constructor(experiment, title, say) {
    this.say = say;
    this.figure = new PlotFigure(strips);
    const select = (/** @type {string} */ name) =>
      h('select', { id: `compare-${experiment}-${name}`, onchange: () => this.#refresh() });
    this.measure = select('measure');
    this.order = select('order');
    this.order.append(
      ...Object.keys(orders).map((key) => h('option', { value: key }, say(`order-${key}`))),
    );
    const field = (/** @type {string} */ name, /** @type {HTMLElement} */ control) =>
      h('div', { class: 'field' }, h('label', { for: control.id }, say(name)), control);
    this.table = h('div', { class: 'scroll', tabindex: 0, role: 'group' });
    this.files = h('details', { class: 'operations' });
    this.element = h(
      'section',
      { class: 'compared', 'data-compared': experiment },
      h('h3', {}, title),
      h('div', { class: 'fields' }, field('measure', this.measure), field('order', this.order)),
      this.figure.element,
      this.table,
      this.files,
    );
    // Names in the experiment's own words, where this page has it.
    this.#learn(experiment).catch(() => {});
  }

  /** @param {string} experiment */
  async #learn(experiment) {
    find(experiment);
    await learn('experiments/lib', `experiments/${experiment}`);
    this.#sayOwn = sayerOf(experiment);
    if (this.#entries.length) this.show(this.#entries);
  }

  /** @param {Entry[]} entries */
  show(entries) {
    this.#entries = entries;
    const chosen = this.measure.value;
    const names = this.#names;
    this.measure.replaceChildren(
      ...names.map((name) => h('option', { value: name }, this.#name(name))),
    );
    this.measure.value = names.includes(chosen) ? chosen : (names[0] ?? '');
    this.#refresh();
  }

  paint() {
    this.figure.paint();
  }

  /** @param {string} name of a quantity */
  #name(name) {
    const key = keyOf(name);
    return this.#sayOwn?.has(key) ? this.#sayOwn(key) : name.replace('way:', '');
  }

  /** Named quantities are compared: the others only serve sentences. */
  get #names() {
    return namesOf(this.#entries).filter((name) => this.#sayOwn?.has(keyOf(name)) ?? true);
  }

  #refresh() {
    const name = this.measure.value;
    const rows = rowsOf(this.#entries).sort(orders[this.order.value](name));
    this.#figure(name, rows);
    this.#table(rows);
    this.#files();
  }

  /** @param {string} name @param {import('./collection.js').Row[]} rows */
  #figure(name, rows) {
    const { say } = this;
    const shown = rows.slice(0, MOST_ROWS).map((row) => ({
      label: labelOf({ ...row, device: deviceOf(row) }),
      device: row.device,
      values: valuesOf(row, name),
      ...spreadOf(row, name),
    }));
    const [row, files, median, low, high] = ['who', 'files', 'median', 'low', 'high'].map((key) =>
      say(`column-${key}`),
    );
    const { unit, bound } = kindOf(this.#entries, name);
    const title = this.#name(name);
    const known = shown
      .filter((one) => Number.isFinite(one.median))
      .sort((a, b) => a.median - b.median);
    const [least, most] = [known[0], known[known.length - 1]];
    const summary = least
      ? say('summary-figure', {
          measure: title,
          files: this.#entries.length,
          rows: rows.length,
          least: { value: least.median, unit, bound },
          who: least.label,
          most: { value: most.median, unit, bound },
        })
      : title;
    const caption = [say('caption-figure')];
    if (rows.length > MOST_ROWS)
      caption.push(say('more-rows', { shown: MOST_ROWS, total: rows.length }));
    this.figure.show({
      data: { title, unit, bound, rows: shown, words: { row, files, median, low, high } },
      caption: caption.join(' '),
      summary: () => summary,
    });
    this.figure.paint();
  }

  /** @param {import('./collection.js').Row[]} rows */
  #table(rows) {
    const { say } = this;
    const names = this.#names;
    const kinds = names.map((name) => kindOf(this.#entries, name));
    const columns = ['adapter', 'browser', 'device', 'date', 'files'].map((key) =>
      say(`column-${key}`),
    );
    const cells = rows.map((row) => [
      row.adapter,
      row.browser,
      deviceOf(row),
      day(row.date),
      whole(row.entries.length),
      ...names.map((name, i) => text(spreadOf(row, name).median, kinds[i])),
    ]);
    const caption = say('table-rows');
    this.table.setAttribute('aria-label', caption);
    this.table.replaceChildren(
      table(caption, [...columns, ...names.map((name) => this.#name(name))], cells),
    );
  }

  #files() {
    const { say } = this;
    const name = this.measure.value;
    const kind = kindOf(this.#entries, name);
    const entries = this.#all ? this.#entries : this.#entries.slice(0, FIRST_FILES);
    const cells = entries.map(({ file, adapter, browser, device, date, quantities }) => [
      file,
      adapter,
      browser,
      deviceOf({ device }),
      minute(date),
      text(quantities[name]?.value, kind),
    ]);
    const columns = ['file', 'adapter', 'browser', 'device', 'date'].map((key) =>
      say(`column-${key}`),
    );
    const all = () => {
      this.#all = true;
      this.#files();
    };
    const left = this.#entries.length > entries.length;
    const total = this.#entries.length;
    this.files.replaceChildren(
      h('summary', {}, say('table-files')),
      h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': say('table-files') },
        table(say('table-files'), [...columns, this.#name(name)], cells),
      ),
      ...(left
        ? [h('p', {}, h('button', { type: 'button', onclick: all }, say('all-files', { total })))]
        : []),
    );
  }
}

const sayCharts = sayer('charts');
/** A device as the charts call it. @param {{device: string}} of */
const deviceOf = ({ device }) => sayCharts(`device-${device}`);

/** @param {string} date ISO 8601 */
const minute = (date) =>
  new Date(date).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** The message that names a quantity. @param {string} name */
const keyOf = (name) => (name.startsWith('way:') ? name.replace(':', '-') : `measure-${name}`);

/** @param {number|null|undefined} value @param {{unit: import('../../kit/types.js').Quantity['unit'], bound?: '≤'}} kind */
function text(value, kind) {
  return Number.isFinite(value) ? quantity({ value: Number(value), ...kind }) : '–';
}

/** @param {string} caption @param {string[]} columns @param {string[][]} rows */
function table(caption, columns, rows) {
  return h(
    'table',
    {},
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...columns.map((column) => h('th', { scope: 'col' }, column)))),
    h(
      'tbody',
      {},
      ...rows.map(([first, ...rest]) =>
        h('tr', {}, h('th', { scope: 'row' }, first), ...rest.map((cell) => h('td', {}, cell))),
      ),
    ),
  );
}
