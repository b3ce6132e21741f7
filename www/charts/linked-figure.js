import { h } from '../page/dom.js';
import { sayer } from '../page/say.js';
import { Cursor } from './cursor.js';
import { factsOf } from './lives.js';
import { operationsTable } from './operations-table.js';
import { TimeScale } from './scale.js';
import { Selection } from './selection.js';
import { Series } from './series.js';
import { Timeline } from './timeline.js';

const KINDS = { timeline: Timeline, series: Series };
/** Room before the first and after the last moment, as a share of the run. */
const AIR = 0.02;
/** A beginning shorter than this share of the run can be looked at more closely. */
const CLOSE = 0.1;

/** One figure: charts of the same trace under each other, on one time scale and with one selected operation. */
export class LinkedFigure {
  /** @param {('timeline'|'series')[]} kinds */
  constructor(kinds) {
    this.say = sayer('charts');
    this.scale = new TimeScale();
    this.selection = new Selection();
    const shared = { scale: this.scale, selection: this.selection, say: this.say };
    this.charts = kinds.map((kind) => new KINDS[kind](shared));
    this.cursor = new Cursor(shared);
    this.caption = h('figcaption', {}, this.say('empty'));
    this.views = h('div', {
      class: 'views',
      role: 'group',
      'aria-label': this.say('view'),
      hidden: true,
    });
    this.figure = h('figure', {}, ...this.charts.map((chart) => chart.canvas), this.caption);
    this.table = h('div');
    this.element = h(
      'div',
      { class: 'linked-figure' },
      this.views,
      this.figure,
      this.cursor.element,
      this.table,
    );
  }

  /**
   * @param {import('../page/types.js').Trace} trace
   * @param {string} caption
   * @param {(facts: import('./lives.js').Facts) => string} summarise one sentence for those who cannot see the charts
   */
  show(trace, caption, summarise) {
    const facts = factsOf(trace);
    const summary = summarise(facts);
    this.selection.pin(-1);
    for (const chart of this.charts) chart.show(trace, facts, summary);
    this.cursor.show(trace, facts);
    this.caption.replaceChildren(caption);
    this.table.replaceChildren(operationsTable(trace, facts, this.say));
    this.#offerViews(facts);
  }

  clear() {
    this.selection.pin(-1);
    for (const chart of this.charts) chart.clear();
    this.cursor.clear();
    this.views.replaceChildren();
    this.caption.replaceChildren(this.say('empty'));
    this.table.replaceChildren();
  }

  /** Paints at once, so that a picture taken now is whole. */
  paint() {
    for (const chart of this.charts) chart.surface.paint();
  }

  /** The whole run and, where it is too small to see there, how it began: until the device had its first work. @param {import('./lives.js').Facts} facts */
  #offerViews({ zero, returned, begun, end }) {
    const run = end - zero;
    const beginning = Math.max(returned, begun) - zero;
    const views = [
      { key: 'view-all', from: zero - AIR * run, to: end + AIR * run },
      { key: 'view-beginning', from: zero - AIR * beginning, to: zero + 1.3 * beginning },
    ];
    const buttons = views.map(({ key }) =>
      h('button', { type: 'button', 'aria-pressed': 'false' }, this.say(key)),
    );
    const press = (/** @type {number} */ pressed) => {
      this.scale.show(views[pressed].from, views[pressed].to);
      buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === pressed)));
    };
    buttons.forEach((button, i) => button.addEventListener('click', () => press(i)));
    press(0);
    this.views.replaceChildren(...(beginning > 0 && beginning < CLOSE * run ? buttons : []));
  }
}
