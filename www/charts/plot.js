import { h } from '../kit/dom.js';
import { elements, lazily } from '../kit/lazy.js';
import { sayer } from '../kit/say.js';
import { Surface, enlarged } from './surface.js';
import { tableOf } from './table.js';

/**
 * @typedef {object} Chart A kind of plot: its drawing, the stops of its cursor, and its table.
 * @property {(data: any) => number} height of the canvas, px
 * @property {(painting: import('./surface.js').Painting, data: any, selected: number) => Hit} paint `selected`: the stop to mark, or -1
 * @property {(data: any) => import('../kit/lazy.js').Lazy<Stop>} stops positions of the cursor, in order
 * @property {(data: any) => import('./table.js').Table} table
 * @property {(data: any) => number[]} [moments] ms; for a chart whose stops are moments of the run, so that it can be replayed
 *
 * @typedef {(x: number, y: number) => number} Hit returns the stop at a point of the painted chart, px, or -1
 *
 * @typedef {{title: string, rows: [string, string][]}} Stop
 */

/** @typedef {import('./figure.js').Figure} FigureOfKind */
/** @typedef {import('./figure.js').Shown} Shown */

/** A stop in words and numbers. @param {Stop} stop */
function lines({ title, rows }) {
  const pair = (/** @type {[string, string]} */ [name, value]) =>
    h('div', {}, h('dt', {}, name), h('dd', {}, value));
  return [h('p', {}, title), h('dl', {}, ...rows.map(pair))];
}

/** Most stops that are measured to find the readout's size. */
const MEASURED = 64;

/** The stop with the longest text, if any; of many stops, an even sample is compared. @param {import('../kit/lazy.js').Lazy<Stop>} stops */
function longest(stops) {
  const every = Math.ceil(stops.length / MEASURED);
  const some = elements(
    lazily(Math.ceil(stops.length / every) || 0, (i) => /** @type {Stop} */ (stops.at(i * every))),
  );
  const length = (/** @type {Stop} */ { title, rows }) => [title, ...rows.flat()].join('').length;
  const most = Math.max(...some.map(length));
  return some.filter((stop) => length(stop) === most).slice(0, 1);
}

/** The duration of a replay, ms. */
const REPLAY = 4000;

/**
 * A figure of one plot: canvas, caption, a cursor for pointer and keyboard, and the same numbers as a table.
 * @implements {FigureOfKind}
 */
export class PlotFigure {
  /** @type {{data: any, stops: import('../kit/lazy.js').Lazy<Stop>}|null} */ #shown = null;
  #selected = -1;
  #replaying = 0;

  /** @param {Chart} chart */
  constructor(chart) {
    this.chart = chart;
    this.say = sayer('charts');
    this.canvas = h('canvas', { class: 'chart', role: 'img' });
    this.surface = new Surface(this.canvas, (painting) =>
      this.#shown ? this.chart.paint(painting, this.#shown.data, this.#selected) : () => -1,
    );
    this.surfaces = [this.surface];
    this.slider = h('input', { type: 'range', min: 0 });
    this.slider.addEventListener('input', () => this.#select(this.slider.valueAsNumber));
    this.readout = h('div', { class: 'now' });
    /** Invisible text as large as the readout ever gets, so that the page does not move with the pointer. */
    this.room = h('div', { class: 'room', 'aria-hidden': 'true' });
    this.cursor = h(
      'div',
      { class: 'cursor' },
      h('label', {}, h('span', {}, this.say('plot-cursor')), this.slider),
      chart.moments
        ? h('button', { type: 'button', onclick: () => this.#replay() }, this.say('replay'))
        : null,
      h('div', { class: 'life' }, this.room, this.readout),
    );
    this.caption = h('figcaption');
    this.table = h('details', { class: 'operations' });
    this.table.addEventListener('toggle', () => this.#fill());
    this.element = h(
      'div',
      { class: 'linked-figure plot' },
      h('figure', {}, this.canvas, this.caption),
      this.cursor,
      this.table,
    );
    const point = (/** @type {PointerEvent|MouseEvent} */ { offsetX, offsetY }) => {
      if (!this.#shown || this.#replaying) return;
      const zoom = enlarged(this.canvas);
      this.#select(this.surface.painted?.(offsetX / zoom, offsetY / zoom) ?? -1);
    };
    this.canvas.addEventListener('pointermove', point);
    this.canvas.addEventListener('click', point);
    this.clear();
  }

  /** @param {Shown} shown */
  show({ data, caption, summary }) {
    const stops = this.chart.stops(data);
    this.#shown = { data, stops };
    this.canvas.hidden = false;
    this.canvas.style.height = `${this.chart.height(data)}px`;
    this.canvas.setAttribute('aria-label', summary());
    this.caption.replaceChildren(caption);
    this.slider.max = String(Math.max(0, stops.length - 1));
    this.slider.value = '0';
    this.cursor.hidden = stops.length === 0;
    this.table.hidden = false;
    this.table.replaceChildren(h('summary', {}, this.say('plot-table')));
    this.#fill();
    this.room.replaceChildren(...longest(stops).flatMap(lines));
    this.#select(-1);
  }

  /**
   * Shows a run that still goes on, in place of the present content. There is no cursor and no table, since it ends soon.
   * @param {Shown} shown
   */
  live({ data, caption, summary }) {
    cancelAnimationFrame(this.#replaying);
    this.#replaying = 0;
    this.#shown = { data, stops: [] };
    this.#selected = -1;
    this.canvas.hidden = false;
    this.canvas.style.height = `${this.chart.height(data)}px`;
    this.canvas.setAttribute('aria-label', summary());
    this.caption.replaceChildren(caption);
    this.cursor.hidden = true;
    this.table.hidden = true;
    this.surface.invalidate();
  }

  clear() {
    cancelAnimationFrame(this.#replaying);
    this.#replaying = 0;
    this.#shown = null;
    this.canvas.hidden = true;
    this.cursor.hidden = true;
    this.table.hidden = true;
    this.table.replaceChildren();
    this.caption.replaceChildren(this.say('empty'));
  }

  /** Paints immediately, so that a picture taken now is complete. */
  paint() {
    this.surface.paint();
  }

  /** Steps through the moments of the run in proportion to their durations, scaled to `REPLAY` in all. */
  #replay() {
    if (!this.#shown) return;
    const moments = this.chart.moments?.(this.#shown.data) ?? [];
    const [first, last] = [moments[0], moments[moments.length - 1]];
    const start = performance.now();
    const show = () => {
      const share = (performance.now() - start) / REPLAY;
      const time = first + (last - first) * share;
      this.#select(moments.findLastIndex((moment) => moment <= time));
      this.#replaying = share < 1 ? requestAnimationFrame(show) : 0;
    };
    cancelAnimationFrame(this.#replaying);
    show();
  }

  /** @param {number} index of a stop, or -1 */
  #select(index) {
    this.#selected = index;
    this.surface.invalidate();
    const stop = index < 0 ? undefined : this.#shown?.stops.at(index);
    if (!stop) {
      this.readout.replaceChildren(h('p', {}, this.say('plot-hint')));
      this.slider.removeAttribute('aria-valuetext');
      return;
    }
    this.slider.value = String(index);
    // Screen readers speak this as the slider's value.
    const spoken = stop.rows.map(([name, value]) => `${name} ${value}`);
    this.slider.setAttribute('aria-valuetext', [stop.title, ...spoken].join('; '));
    this.readout.replaceChildren(...lines(stop));
  }

  /** Makes the table if it is open. */
  #fill() {
    const [summary] = this.table.children;
    if (!this.table.open || !this.#shown || !summary) return;
    const table = tableOf(this.chart.table(this.#shown.data), {
      label: this.caption.textContent ?? '',
    });
    this.table.replaceChildren(summary, ...table);
  }
}
