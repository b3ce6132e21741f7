/**
 * Operations enqueued and seen done against time, as steps. The horizontal distance between the two is the gap, the
 * vertical one the depth of the queue.
 *
 * Drawn on the lab's own canvas and not by a charting library: both charts share one time scale and one margin, so
 * that a moment stands at the same x in each, and most of what is drawn here (two dimensions, bounds, direct labels)
 * is annotation.
 */
import { h } from '../page/dom.js';
import { duration, whole } from '../page/format.js';
import { paintTimeAxis } from './axis.js';
import { margins } from './lanes.js';
import { countUntil } from './lives.js';
import { placeClear } from './place.js';
import { ticks } from './scale.js';
import { dimension, hatch, label, Surface, textWidth } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */

const HEIGHT = 240;
const TOP = 18;
const BOTTOM = HEIGHT - 44;
/** Between the middles of two lines of text, px. */
const CLEARANCE = 18;

export class Series {
  /** @type {{trace: import('../page/types.js').Trace, facts: import('./lives.js').Facts}|null} */ #shown =
    null;

  /**
   * @param {object} shared
   * @param {import('./scale.js').TimeScale} shared.scale
   * @param {import('./selection.js').Selection} shared.selection
   * @param {import('../page/say.js').Say} shared.say
   */
  constructor({ scale, selection, say }) {
    this.scale = scale;
    this.selection = selection;
    this.say = say;
    this.canvas = h('canvas', { class: 'chart', role: 'img', 'aria-label': say('series-empty') });
    this.canvas.style.height = `${HEIGHT}px`;
    this.surface = new Surface(this.canvas, (painting) => this.#paint(painting));
    scale.addEventListener('change', () => this.surface.invalidate());
    selection.addEventListener('change', () => this.surface.invalidate());
  }

  /** @param {import('../page/types.js').Trace} trace @param {import('./lives.js').Facts} facts @param {string} summary one sentence */
  show(trace, facts, summary) {
    this.#shown = { trace, facts };
    this.canvas.setAttribute('aria-label', this.say('series', { summary }));
    this.surface.invalidate();
  }

  clear() {
    this.#shown = null;
    this.canvas.setAttribute('aria-label', this.say('series-empty'));
    this.surface.invalidate();
  }

  /** @param {Painting} painting */
  #paint(painting) {
    const { left, right, narrow } = margins(painting.width);
    this.scale.fit(left, painting.width - right);
    const { facts } = this.#shown ?? {};
    const count = facts?.count || 1;
    const y = (/** @type {number} */ operations) => BOTTOM - (operations / count) * (BOTTOM - TOP);
    this.#paintCounts(painting, count, y, narrow);
    if (!facts?.count) return;
    paintTimeAxis(painting, {
      scale: this.scale,
      zero: facts.zero,
      top: TOP,
      y: BOTTOM,
      say: this.say,
    });
    const { ctx } = painting;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left - 2, 0, painting.width - left - right + 8, HEIGHT);
    ctx.clip();
    this.#paintCurves(painting, facts, y);
    if (this.selection.index >= 0) this.#paintSelected(painting, y);
    else this.#paintDimensions(painting, facts, y);
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
    label(
      painting,
      this.say('axis-count'),
      left - 12,
      (TOP + BOTTOM) / 2 + (marks.length % 2 ? 16 : 0),
      style,
    );
  }

  /** @param {Painting} painting @param {import('./lives.js').Facts} facts @param {(operations: number) => number} y */
  #paintCurves(painting, facts, y) {
    const { ctx, palette } = painting;
    const enqueued = this.#steps(facts.enqueued, y);
    const completed = this.#steps(facts.completed, y);
    ctx.fillStyle = palette.frontend;
    ctx.globalAlpha = 0.07;
    ctx.fill(between(enqueued, completed));
    ctx.globalAlpha = 1;
    if (facts.timed) {
      const ended = this.#steps(facts.ended, y);
      ctx.save();
      ctx.clip(between(ended, completed));
      hatch(
        painting,
        [[this.scale.left, TOP, this.scale.right - this.scale.left, BOTTOM - TOP]],
        palette.device,
        { lean: -1 },
      );
      ctx.restore();
      stroke(ctx, ended, palette.device, 1);
      const at = Math.ceil(facts.count * 0.9);
      const x = this.scale.x(facts.ended[at - 1]);
      label(painting, this.say('ended-curve'), x - 8, y(at), {
        colour: palette.device,
        align: 'right',
      });
    }
    stroke(ctx, completed, palette.device, 2.5);
    stroke(ctx, enqueued, palette.frontend, 2.5);
    const x = this.scale.x(facts.returned);
    const name = this.say('enqueued-curve');
    const fits = x + 10 + textWidth(painting, name, 12, 600) <= painting.width;
    label(painting, name, fits ? x + 10 : x - 10, TOP - 6, {
      colour: palette.frontend,
      weight: 600,
      align: fits ? 'left' : 'right',
    });
    const at = Math.ceil(facts.count * 0.12);
    const seen = this.scale.x(facts.completed[Math.max(0, at - 1)]);
    const style = /** @type {const} */ ({ colour: palette.device, weight: 600 });
    const below = Math.min(y(at) + 14, BOTTOM - 9);
    if (seen < (this.scale.left + this.scale.right) / 2) {
      label(painting, this.say('completed-curve'), seen + 10, below, style);
    } else {
      label(painting, this.say('completed-curve'), seen - 8, y(at), { ...style, align: 'right' });
    }
  }

  /** The corners of a curve that steps up by one at each time. @param {Float64Array} times sorted @param {(operations: number) => number} y */
  #steps(times, y) {
    const { left, right } = this.scale;
    /** @type {[number, number][]} */
    const points = [[left, y(0)]];
    for (let i = 0; i < times.length; i += 1) {
      const x = Math.max(left, this.scale.x(times[i]));
      if (x > right) break;
      const previous = points[points.length - 1];
      // Steps within a third of a pixel are one step.
      if (points.length > 2 && x - previous[0] < 0.33) previous[1] = y(i + 1);
      else points.push([x, previous[1]], [x, y(i + 1)]);
    }
    points.push([right, points[points.length - 1][1]]);
    return points;
  }

  /** The gap at half of the operations and the depth of the queue, where there is room to write them. @param {Painting} painting @param {import('./lives.js').Facts} facts @param {(operations: number) => number} y */
  #paintDimensions(painting, facts, y) {
    const level = Math.ceil(facts.count * 0.7);
    this.#paintGap(painting, facts.enqueued[level - 1], facts.completed[level - 1], y(level), 0.62);
    const time = facts.returned + (facts.done - facts.returned) * 0.22;
    const enqueued = countUntil(facts.enqueued, time);
    const completed = countUntil(facts.completed, time);
    if (y(completed) - y(enqueued) < 30) return;
    const x = this.scale.x(time);
    const text = this.say('depth', { count: enqueued - completed });
    if (x + 9 + textWidth(painting, text, 13, 650) > this.scale.right) return;
    const [below, above] = [y(completed), y(enqueued)];
    const taken = [y(level), ...(facts.timed ? [y(Math.ceil(facts.count * 0.9))] : [])];
    const at = placeClear(below, above, taken, CLEARANCE);
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
   * A gap as a dimension at height y. Where the view ends before it does, the line leaves the view.
   * @param {Painting} painting
   * @param {number} from ms
   * @param {number} to ms
   * @param {number} y
   * @param {number} at where the text stands, as a share of the line
   */
  #paintGap(painting, from, to, y, at) {
    const a = { x: this.scale.x(from), y };
    const b = { x: Math.min(this.scale.x(to), this.scale.right + 20), y };
    const text = this.say('gap', { time: `≤ ${duration(to - from)}` });
    if (b.x - a.x > 8) dimension(painting, a, b, text, { at });
  }
}

/**
 * The area between two stepped curves.
 * @param {[number, number][]} a
 * @param {[number, number][]} b
 */
function between(a, b) {
  const path = new Path2D();
  [...a, ...b.toReversed()].forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  return path;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {[number, number][]} points
 * @param {string} colour
 * @param {number} width
 */
function stroke(ctx, points, colour, width) {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
}
