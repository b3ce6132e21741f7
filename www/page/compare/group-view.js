import { PlotFigure } from '../../charts/plot.js';
import { tableOf } from '../../charts/table.js';
import { find } from '../../experiments/index.js';
import { h } from '../../kit/dom.js';
import { day, locale, quantity, whole } from '../../kit/format.js';
import { lazily } from '../../kit/lazy.js';
import { sayer, sayerOf } from '../../kit/say.js';
import { learn } from '../../kit/words.js';
import {
  intervalOf,
  kindsOf,
  labelOf,
  namesOf,
  orders,
  rowsOf,
  spreadOf,
  valuesOf,
} from './collection.js';
import { strips } from './strips.js';

/** @typedef {import('./collection.js').Entry} Entry */
/** @typedef {import('./collection.js').Row} Row */

/** Most rows of a figure. */
const MOST_ROWS = 60;
/** Most quantities of a table. */
const MOST_NAMES = 100;

/** The results of one experiment: a figure of one quantity, a table of all quantities, and a table of the files. */
export class GroupView {
  /** @type {Entry[]} */ #entries = [];
  /** @type {import('../../kit/say.js').Say|null} of the experiment, once its words are loaded */ #sayOwn =
    null;
  /** The compared quantities, in order. @type {string[]} */ #names = [];
  #kindOf = kindsOf([]);
  /** The number of quantities for which there is no room. */ #left = 0;

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
    /** @type {HTMLElement[]} */
    this.table = [h('div')];
    this.files = h('details', { class: 'operations' });
    this.files.addEventListener('toggle', () => this.#files());
    this.element = h(
      'section',
      { class: 'compared', 'data-compared': experiment },
      h('h3', {}, title),
      h('div', { class: 'fields' }, field('measure', this.measure), field('order', this.order)),
      this.figure.element,
      ...this.table,
      this.files,
    );
    // Quantities get the experiment's own names if this page has the experiment.
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
    // Quantities without a name occur only in sentences.
    const named = namesOf(entries).filter((name) => this.#sayOwn?.has(keyOf(name)) ?? true);
    const names = named.slice(0, MOST_NAMES);
    this.#names = names;
    this.#left = named.length - names.length;
    this.#kindOf = kindsOf(entries);
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

  #refresh() {
    const name = this.measure.value;
    const rows = rowsOf(this.#entries).sort(orders[this.order.value](name));
    this.#figure(name, rows);
    this.#table(rows);
    this.#files();
  }

  /** @param {string} name @param {Row[]} rows */
  #figure(name, rows) {
    const { say } = this;
    const shown = rows.slice(0, MOST_ROWS).map((row) => ({
      label: labelOf({ ...row, device: deviceOf(row) }),
      device: row.device,
      values: valuesOf(row, name),
      ...spreadOf(row, name),
      interval: intervalOf(row, name),
    }));
    const [row, files, median, low, high] = ['who', 'files', 'median', 'low', 'high'].map((key) =>
      say(`column-${key}`),
    );
    const { unit, bound } = this.#kindOf(name);
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
          least: { value: least.median, unit, bound, ...least.interval },
          who: least.label,
          most: { value: most.median, unit, bound, ...most.interval },
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

  /** @param {Row[]} rows */
  #table(rows) {
    const { say } = this;
    const names = this.#names;
    const kinds = names.map((name) => this.#kindOf(name));
    const columns = ['adapter', 'browser', 'device', 'date', 'files'].map((key) =>
      say(`column-${key}`),
    );
    const cells = lazily(rows.length, (i) => [
      rows[i].adapter,
      rows[i].browser,
      deviceOf(rows[i]),
      day(rows[i].date),
      whole(rows[i].entries.length),
      ...names.map((name, k) => text(spreadOf(rows[i], name).median, kinds[k])),
    ]);
    const caption = [say('table-rows')];
    if (this.#left)
      caption.push(say('more-names', { shown: names.length, total: names.length + this.#left }));
    const made = tableOf(
      { columns: [...columns, ...names.map((one) => this.#name(one))], rows: cells },
      { label: caption[0], caption: caption.join(' ') },
    );
    const [first, ...rest] = this.table;
    for (const part of rest) part.remove();
    first.replaceWith(...made);
    this.table = made;
  }

  /** The table of the files, if it is open. */
  #files() {
    const { say } = this;
    const name = this.measure.value;
    const entries = this.#entries;
    const kind = this.#kindOf(name);
    const rows = lazily(entries.length, (i) => {
      const { file, adapter, browser, device, date, quantities } = entries[i];
      const value = text(quantities[name]?.value, kind);
      return [file, adapter, browser, deviceOf({ device }), minute(date), value];
    });
    const columns = ['file', 'adapter', 'browser', 'device', 'date'].map((key) =>
      say(`column-${key}`),
    );
    const label = say('table-files');
    const table = this.files.open
      ? tableOf({ columns: [...columns, this.#name(name)], rows }, { label, caption: label })
      : [];
    // The summary element stays, since it may have the focus.
    this.files.replaceChildren(this.files.firstChild ?? h('summary', {}, label), ...table);
  }
}

const sayCharts = sayer('charts');
/** A device by the charts' name for it. @param {{device: string}} of */
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
