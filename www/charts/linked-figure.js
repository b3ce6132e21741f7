import { h } from '../kit/dom.js';
import { sayer } from '../kit/say.js';
import { Cursor } from './cursor.js';
import { attachGestures } from './gestures.js';
import { attachKeys } from './keys.js';
import { between, until } from '../kit/format.js';
import { factsOf } from './trace-facts.js';
import { Minimap } from './minimap.js';
import { OperationsTable } from './operations-table.js';
import { TimeScale } from './scale.js';
import { Selection } from './selection.js';
import { Series } from './series.js';
import { Speech } from './speech.js';
import { Strip } from './strip.js';
import { Timeline } from './timeline.js';
import { Toolbar } from './toolbar.js';

/** @typedef {import('./selection.js').Shared} Shared */

/** The charts of a kind. @type {Record<string, (shared: Shared) => (Timeline|Series|Strip)[]>} */
const KINDS = {
  timeline: (shared) => [new Timeline(shared)],
  series: (shared) => [new Series(shared), new Strip(shared, 'depth'), new Strip(shared, 'bytes')],
};
/** Space before the first and after the last moment, as a share of the run. */
const AIR = 0.02;
/** If the beginning is shorter than this share of the run, the toolbar offers to zoom to it. */
const CLOSE = 0.1;

/** @typedef {import('./figure.js').Figure} FigureOfKind */

/**
 * One figure: charts of the same trace under each other, on one time scale and with one selected operation.
 * @implements {FigureOfKind}
 */
export class LinkedFigure {
  /** @type {{trace: import('./trace-facts.js').Trace, facts: import('./trace-facts.js').Facts}|null} */ #shown =
    null;

  /** @param {('timeline'|'series')[]} kinds */
  constructor(kinds) {
    this.say = sayer('charts');
    this.scale = new TimeScale();
    this.selection = new Selection();
    const shared = { scale: this.scale, selection: this.selection, say: this.say };
    this.charts = kinds.flatMap((kind) => KINDS[kind](shared));
    this.surfaces = this.charts.map((chart) => chart.surface);
    this.cursor = new Cursor(shared);
    this.minimap = new Minimap(this.scale);
    this.toolbar = new Toolbar(this.scale, this.say, () => this.cursor.frame());
    this.speech = new Speech();
    this.table = new OperationsTable(this.say, (index) => this.cursor.choose(index));
    this.caption = h('figcaption', {}, this.say('empty'));
    this.figure = h('figure', {}, ...this.charts.map((chart) => chart.canvas), this.caption);
    this.help = h(
      'details',
      { class: 'help', hidden: true },
      h('summary', {}, this.say('help')),
      h('p', { class: 'by-keys' }, this.say('help-keys')),
      h('p', { class: 'by-touch' }, this.say('help-touch')),
    );
    this.element = h(
      'div',
      { class: 'linked-figure' },
      this.toolbar.element,
      this.minimap.element,
      this.figure,
      this.cursor.element,
      this.table.element,
      this.help,
      this.speech.element,
    );
    const repaint = () => {
      for (const chart of this.charts) chart.surface.invalidate();
    };
    this.scale.addEventListener('change', repaint);
    this.selection.addEventListener('change', () => {
      repaint();
      this.toolbar.choose(this.selection.pinned >= 0);
      this.table.mark(this.selection.pinned);
    });
    for (const chart of this.charts) this.#listen(chart);
  }

  /** @param {Timeline|Series|Strip} chart */
  #listen(chart) {
    const { scale, selection } = this;
    attachGestures(chart.canvas, scale, {
      hover: (x, y) => this.#shown && selection.hover(chart.hit(x, y), scale.time(x)),
      leave: () => selection.hover(-1),
      tap: (x, y) => this.#shown && selection.pin(chart.hit(x, y)),
      twice: (x, y) => {
        if (!this.#shown) return;
        if (chart.hit(x, y) >= 0) this.cursor.frame();
        else scale.zoom(0.4, scale.time(x));
      },
    });
    if (!(chart instanceof Timeline)) return;
    attachKeys(chart.canvas, scale, () => {
      if (!this.#shown?.facts.count) return null;
      const { facts } = this.#shown;
      return {
        count: facts.count,
        chosen: () => selection.pinned,
        first: () => Math.max(0, facts.moments.enqueued.nearest(scale.from, Infinity)),
        choose: (index) => {
          this.cursor.choose(index);
          this.speech.say(this.cursor.sentence());
        },
        inputs: (index) => facts.relations.inputs(index),
        consumers: (index) => facts.relations.consumers(index),
        frame: () => this.cursor.frame(),
      };
    });
  }

  /** @param {import('./figure.js').Shown} shown of a trace */
  show({ data: trace, caption, summary: summarise, info }) {
    const facts = factsOf(trace, info);
    const summary = summarise(valuesOf(facts));
    // The operation that was selected in the previous trace may not be in this one.
    this.selection.pin(-1);
    this.#shown = { trace, facts };
    const { zero, end } = facts;
    this.scale.limit(zero - AIR * (end - zero), end + AIR * (end - zero));
    for (const chart of this.charts) chart.show(trace, facts, summary);
    this.cursor.show(trace, facts);
    this.minimap.show(facts);
    this.toolbar.show(beginningOf(facts));
    this.table.show(trace, facts);
    this.help.hidden = false;
    this.caption.replaceChildren(caption);
  }

  clear() {
    this.#shown = null;
    this.selection.pin(-1);
    for (const chart of this.charts) chart.clear();
    this.cursor.clear();
    this.minimap.show(null);
    this.toolbar.show(null, false);
    this.table.clear();
    this.help.hidden = true;
    this.caption.replaceChildren(this.say('empty'));
  }

  /** Paints immediately, so that a picture taken now is complete. */
  paint() {
    for (const chart of this.charts) if (!chart.canvas.hidden) chart.surface.paint();
    this.minimap.surface.paint();
  }
}

/** The values that the summary of a trace may name. @param {import('./trace-facts.js').Facts} facts */
function valuesOf({ count, zero, returned, done, resolution }) {
  return {
    count,
    enqueueing: between(returned - zero, resolution.enqueued),
    done: until(done - zero, resolution.enqueued),
    gap: until(done - returned, resolution.enqueued),
  };
}

/** The beginning of a run, until all is enqueued and the device has begun, if that is too short to see in the whole; else null. @param {import('./trace-facts.js').Facts} facts */
function beginningOf({ zero, returned, begun, end }) {
  const run = end - zero;
  const beginning = Math.max(returned, begun) - zero;
  if (!(beginning > 0 && beginning < CLOSE * run)) return null;
  return { from: zero - AIR * beginning, to: zero + 1.3 * beginning };
}
