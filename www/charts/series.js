/**
 * Operations enqueued and operations reported complete over time, as steps. The horizontal distance between the two curves is the
 * gap, the vertical distance the depth of the queue.
 *
 * It is drawn without a charting library, for two reasons. Timeline and series share one time scale and one margin, so that a
 * moment has the same x in each. And most of the drawing (two dimensions, bounds, direct labels) is annotation.
 */
import { h } from '../kit/dom.js';
import { seenAfter, whole } from '../kit/format.js';
import { paintMoment, paintTimeAxis } from './axis.js';
import { margins } from './lanes.js';
import { upperBound } from './levels.js';
import { placeClear, spreadApart } from './positions.js';
import { ticks } from './scale.js';
import { fillBetween, outlineOf, strokeLine } from './stepped.js';
import { countOf } from './steps.js';
import { dimension, hatch, label, Surface, textWidth } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */

const HEIGHT = 240;
const TOP = 18;
const BOTTOM = HEIGHT - 44;
/** The least distance between the middles of two lines of text, px. */
const CLEARANCE = 18;

export class Series {
  /** @type {{trace: import('./trace-facts.js').Trace, facts: import('./trace-facts.js').Facts, counts: Record<'enqueued'|'ended'|'completed', import('./steps.js').Steps>}|null} */
  #shown = null;

  /** @param {import('./selection.js').Shared} shared */
  constructor({ scale, selection, say }) {
    this.scale = scale;
    this.selection = selection;
    this.say = say;
    this.canvas = h('canvas', {
      class: 'chart',
      'data-chart': 'series',
      role: 'img',
      'aria-label': say('series-empty'),
    });
    this.canvas.style.height = `${HEIGHT}px`;
    this.surface = new Surface(this.canvas, (painting) => this.draw(painting));
  }

  /** @param {import('./trace-facts.js').Trace} trace @param {import('./trace-facts.js').Facts} facts @param {string} summary one sentence */
  show(trace, facts, summary) {
    const { enqueued, ended, completed } = facts;
    const counts = {
      enqueued: countOf(enqueued),
      ended: countOf(ended),
      completed: countOf(completed),
    };
    this.#shown = { trace, facts, counts };
    this.canvas.setAttribute('aria-label', this.say('series', { summary }));
    this.surface.invalidate();
  }

  clear() {
    this.#shown = null;
    this.canvas.setAttribute('aria-label', this.say('series-empty'));
    this.surface.invalidate();
  }

  /** The operation whose enqueue was nearest to a point, or -1. @param {number} x px */
  hit(x) {
    const time = this.scale.time(x);
    return this.#shown?.facts.moments.enqueued.nearest(time, 8 * this.scale.pixel) ?? -1;
  }

  /** Paints what is in view. @param {Painting} painting */
  draw(painting) {
    const { left, right, narrow } = margins(painting.width);
    this.scale.fit(left, painting.width - right);
    const { facts } = this.#shown ?? {};
    const count = facts?.count || 1;
    const y = (/** @type {number} */ operations) => BOTTOM - (operations / count) * (BOTTOM - TOP);
    this.#paintCounts(painting, count, y, narrow);
    if (!facts?.count) return;
    const { ctx } = painting;
    const { scale, say } = this;
    paintTimeAxis(painting, { scale, zero: facts.zero, top: TOP, y: BOTTOM, say });
    ctx.save();
    ctx.beginPath();
    ctx.rect(left - 2, 0, painting.width - left - right + 8, HEIGHT);
    ctx.clip();
    this.#paintCurves(painting, facts, y);
    paintMoment(painting, { scale, time: this.selection.time, top: TOP, bottom: BOTTOM });
    if (this.selection.index >= 0) this.#paintSelected(painting, y);
    else if (Number.isNaN(this.selection.time)) this.#paintDimensions(painting, facts, y);
    else this.#paintReadout(painting, facts, y);
    ctx.restore();
  }

  /** The axis of counts. @param {Painting} painting @param {number} count @param {(operations: number) => number} y @param {boolean} narrow */
  #paintCounts(painting, count, y, narrow) {
    const { ctx, palette, crisp } = painting;
    const { left, right } = this.scale;
    const marks = this.#shown ? ticks(0, count, 4).values.filter(Number.isInteger) : [0];
    ctx.beginPath();
    for (const mark of marks) {
      ctx.moveTo(left, crisp(y(mark)));
      ctx.lineTo(right, crisp(y(mark)));
    }
    ctx.strokeStyle = palette.hair;
    ctx.lineWidth = 1;
    ctx.stroke();
    if (narrow) return;
    const style = /** @type {const} */ ({ align: 'right', colour: palette.muted });
    if (this.#shown)
      for (const mark of marks) label(painting, whole(mark), left - 12, y(mark), style);
    label(painting, this.say('axis-count'), left - 12, 6, style);
  }

  /** @param {Painting} painting @param {import('./trace-facts.js').Facts} facts @param {(operations: number) => number} y */
  #paintCurves(painting, facts, y) {
    const { ctx, palette } = painting;
    if (!this.#shown) return;
    const { counts } = this.#shown;
    const lineOf = (/** @type {import('./steps.js').Steps} */ steps) =>
      outlineOf(steps, this.scale, y);
    const [enqueued, completed] = [lineOf(counts.enqueued), lineOf(counts.completed)];
    fillBetween(ctx, enqueued, completed, { colour: palette.frontend, fill: 0.07 });
    if (facts.timed) {
      hatch(painting, this.#between(facts, y), palette.device, { lean: -1 });
      strokeLine(ctx, lineOf(counts.ended), { colour: palette.device, width: 1 });
      const at = Math.ceil(facts.count * 0.9);
      const x = this.scale.x(facts.ended[at - 1]);
      const name = this.say('ended-curve');
      const free = x - 16 - textWidth(painting, name, 12) - this.scale.x(facts.enqueued[at - 1]);
      const style = /** @type {const} */ ({ colour: palette.device, align: 'right' });
      if (free > 0) label(painting, name, x - 8, y(at), style);
    }
    strokeLine(ctx, completed, { colour: palette.device, width: 2.5 });
    strokeLine(ctx, enqueued, { colour: palette.frontend, width: 2.5 });
    this.#nameEnqueued(painting, facts, y);
    this.#nameCompleted(painting, facts, y);
  }

  /** Names the curve beside its end or, if that is out of view, at the end of the view. @param {Painting} painting @param {import('./trace-facts.js').Facts} facts @param {(operations: number) => number} y */
  #nameEnqueued(painting, facts, y) {
    const { scale } = this;
    const name = this.say('enqueued-curve');
    const style = { colour: painting.palette.frontend, weight: 600 };
    const x = scale.x(facts.returned);
    if (x > scale.right) {
      const height = y(upperBound(facts.enqueued, scale.to)) - 10;
      label(painting, name, scale.right - 8, Math.max(TOP - 9, height), {
        ...style,
        align: 'right',
      });
      return;
    }
    const at = Math.max(x, scale.left - 4);
    const fits = at + 10 + textWidth(painting, name, 12, 600) <= painting.width;
    label(painting, name, fits ? at + 10 : at - 10, TOP - 9, {
      ...style,
      align: fits ? 'left' : 'right',
    });
  }

  /** @param {Painting} painting @param {import('./trace-facts.js').Facts} facts @param {(operations: number) => number} y */
  #nameCompleted(painting, facts, y) {
    const { scale } = this;
    const style = { colour: painting.palette.device, weight: 600 };
    const at = Math.ceil(facts.count * 0.12);
    const seen = scale.x(facts.completed[Math.max(0, at - 1)]);
    const name = this.say('completed-curve');
    if (seen < scale.left || seen > scale.right) {
      const height = y(upperBound(facts.completed, scale.to)) + 14;
      const below = Math.min(height, BOTTOM - 9);
      label(painting, name, scale.right - 8, below, { ...style, align: 'right' });
    } else if (seen < (scale.left + scale.right) / 2)
      label(painting, name, seen + 10, Math.min(y(at) + 14, BOTTOM - 9), style);
    else label(painting, name, seen - 8, y(at), { ...style, align: 'right' });
  }

  /** Operations that have ended and are not yet reported complete, as rectangles. @param {import('./trace-facts.js').Facts} facts @param {(operations: number) => number} y @returns {[number, number, number, number][]} */
  #between(facts, y) {
    const { scale } = this;
    const boxes = /** @type {[number, number, number, number][]} */ ([]);
    const wide = 2;
    for (let x = scale.left; x < scale.right; x += wide) {
      const time = scale.time(x + wide / 2);
      const [top, bottom] = [facts.ended, facts.completed].map((times) =>
        y(upperBound(times, time)),
      );
      const last = boxes[boxes.length - 1];
      const follows = last && last[0] + last[2] === x;
      if (follows && last[1] === top && last[3] === bottom - top) last[2] += wide;
      else if (bottom > top) boxes.push([x, top, wide, bottom - top]);
    }
    return boxes;
  }

  /** The numbers of operations enqueued and reported complete at the pointer's moment. @param {Painting} painting @param {import('./trace-facts.js').Facts} facts @param {(operations: number) => number} y */
  #paintReadout(painting, facts, y) {
    const { time } = this.selection;
    const { palette } = painting;
    const x = this.scale.x(time);
    const left = x < (this.scale.left + this.scale.right) / 2;
    const counts = [facts.enqueued, facts.completed].map((times) => upperBound(times, time));
    const heights = spreadApart(counts.map(y), CLEARANCE, TOP, BOTTOM - 9);
    counts.forEach((count, i) =>
      label(painting, whole(count), x + (left ? 7 : -7), heights[i], {
        align: left ? 'left' : 'right',
        colour: i ? palette.device : palette.frontend,
        weight: 650,
      }),
    );
  }

  /** The gap at 70 % of the operations, and the depth of the queue, if there is room for their texts. @param {Painting} painting @param {import('./trace-facts.js').Facts} facts @param {(operations: number) => number} y */
  #paintDimensions(painting, facts, y) {
    const level = Math.ceil(facts.count * 0.7);
    this.#paintGap(painting, facts.enqueued[level - 1], facts.completed[level - 1], y(level), 0.62);
    const time = facts.returned + (facts.done - facts.returned) * 0.22;
    const enqueued = upperBound(facts.enqueued, time);
    const completed = upperBound(facts.completed, time);
    if (y(completed) - y(enqueued) < 30) return;
    const x = this.scale.x(time);
    const text = this.say('depth', { count: enqueued - completed });
    const end = x + 9 + textWidth(painting, text, 13, 650);
    if (end > this.scale.right) return;
    const [below, above] = [y(completed), y(enqueued)];
    // At the text's right end the curve may have risen to the text's height.
    const risen = [facts.completed, ...(facts.timed ? [facts.ended] : [])];
    const rise = Math.min(...risen.map((times) => y(upperBound(times, this.scale.time(end)))));
    const taken = [y(level), ...(facts.timed ? [y(Math.ceil(facts.count * 0.9))] : [])];
    const room = { top: above + CLEARANCE / 2, bottom: rise - CLEARANCE / 2 };
    const at = placeClear(below, above, taken, CLEARANCE, room);
    if (at !== null) dimension(painting, { x, y: below }, { x, y: above }, text, { at });
  }

  /** The gap of the selected operation. @param {Painting} painting @param {(operations: number) => number} y */
  #paintSelected(painting, y) {
    if (!this.#shown) return;
    const { trace } = this.#shown;
    const i = this.selection.index;
    this.#paintGap(painting, trace.enqueued[i], trace.completed[i], y(i + 1), 0.5);
  }

  /**
   * A gap as a dimension at height y. If the gap ends beyond the view, so does the line.
   * @param {Painting} painting
   * @param {number} from ms
   * @param {number} to ms
   * @param {number} y
   * @param {number} at position of the text, as a share of the line
   */
  #paintGap(painting, from, to, y, at) {
    const a = { x: this.scale.x(from), y };
    const b = { x: Math.min(this.scale.x(to), this.scale.right + 20), y };
    const least = this.#shown?.facts.resolution.enqueued ?? 0;
    const text = this.say('gap', { time: seenAfter(to - from, least) });
    if (b.x - a.x > 8) dimension(painting, a, b, text, { at });
  }
}
