import { h } from '../page/dom.js';
import { duration } from '../page/format.js';
import { paintTimeAxis } from './axis.js';
import { LANES, margins, TIMELINE_HEIGHT } from './lanes.js';
import { paintGap, paintLinks, wayOf } from './links.js';
import { paintBackend, paintDevice, paintFrontend } from './marks.js';
import { label, Surface } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */

const NAMES = /** @type {const} */ (['frontend', 'backend', 'device']);

/** Lanes for frontend, backend and device; each operation linked from enqueue to completion; the gap shaded. */
export class Timeline {
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
    this.canvas = h('canvas', { class: 'chart', role: 'img', 'aria-label': say('timeline-empty') });
    this.canvas.style.height = `${TIMELINE_HEIGHT}px`;
    this.surface = new Surface(this.canvas, (painting) => this.#paint(painting));
    scale.addEventListener('change', () => this.surface.invalidate());
    selection.addEventListener('change', () => this.surface.invalidate());
    this.canvas.addEventListener('pointermove', (event) => selection.hover(this.#hit(event)));
    this.canvas.addEventListener('pointerleave', () => selection.hover(-1));
    this.canvas.addEventListener('click', (event) => selection.pin(this.#hit(event)));
  }

  /** @param {import('../page/types.js').Trace} trace @param {import('./lives.js').Facts} facts @param {string} summary one sentence */
  show(trace, facts, summary) {
    this.#shown = { trace, facts };
    this.canvas.setAttribute('aria-label', this.say('timeline', { summary }));
    this.surface.invalidate();
  }

  clear() {
    this.#shown = null;
    this.canvas.setAttribute('aria-label', this.say('timeline-empty'));
    this.surface.invalidate();
  }

  /** @param {Painting} painting */
  #paint(painting) {
    const { left, right, narrow } = margins(painting.width);
    this.scale.fit(left, painting.width - right);
    this.#paintLanes(painting);
    if (this.#shown?.facts.count) {
      const scene = { ...this.#shown, scale: this.scale, say: this.say, narrow };
      paintTimeAxis(painting, {
        scale: this.scale,
        zero: scene.facts.zero,
        top: LANES.frontend.top,
        y: LANES.axis,
        say: this.say,
      });
      this.#paintScene(painting, scene);
    }
    this.#nameLanes(painting, narrow);
  }

  /** @param {Painting} painting @param {import('./marks.js').Scene} scene */
  #paintScene(painting, scene) {
    const { ctx, height } = painting;
    const { left, right } = this.scale;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left - 6, 0, right - left + 12, height);
    ctx.clip();
    paintGap(painting, scene);
    paintLinks(painting, scene);
    paintDevice(painting, scene);
    paintBackend(painting, scene);
    paintFrontend(painting, scene);
    if (this.selection.index >= 0) this.#paintSelected(painting, scene, this.selection.index);
    ctx.restore();
  }

  /** @param {Painting} painting */
  #paintLanes({ ctx, palette, crisp }) {
    ctx.beginPath();
    for (const name of NAMES) {
      const y = crisp(LANES[name].bottom);
      ctx.moveTo(this.scale.left, y);
      ctx.lineTo(this.scale.right, y);
    }
    ctx.strokeStyle = palette.hair;
    ctx.lineWidth = 1;
    ctx.stroke();
  }

  /** The lanes' names and, as long as they are empty, what they will show. @param {Painting} painting @param {boolean} narrow */
  #nameLanes(painting, narrow) {
    const { palette } = painting;
    for (const name of NAMES) {
      const { top, bottom } = LANES[name];
      const middle = (top + bottom) / 2;
      const style = /** @type {const} */ ({
        colour: palette[name],
        weight: 600,
        size: 13,
        align: 'right',
      });
      if (narrow) label(painting, this.say(name), this.scale.right, bottom + 11, style);
      else label(painting, this.say(name), this.scale.left - 12, middle, style);
      if (!this.#shown)
        label(painting, this.say(`empty-${name}`), this.scale.left, middle, {
          colour: palette.muted,
          size: 13,
        });
    }
  }

  /** One operation's life on top of the others, with its own gap. @param {Painting} painting @param {import('./marks.js').Scene} scene @param {number} i */
  #paintSelected(painting, scene, i) {
    const { ctx, palette } = painting;
    const { trace } = scene;
    const { down, up } = wayOf(scene, i);
    ctx.beginPath();
    for (const trail of [down, up])
      trail.forEach(([x, y], k) => (k ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
    ctx.strokeStyle = palette.ink;
    ctx.lineWidth = 2;
    ctx.stroke();
    const x = this.scale.x(trace.enqueued[i]);
    ctx.beginPath();
    ctx.moveTo(x, LANES.frontend.top - 4);
    ctx.lineTo(x, LANES.frontend.bottom);
    ctx.lineWidth = 3;
    ctx.stroke();
    const { top, bottom } = LANES.device;
    const [from, to] = [trace.started[i], trace.ended[i]].map((time) => this.scale.x(time));
    if (!Number.isNaN(to - from))
      ctx.strokeRect(from - 1, top - 1, Math.max(2, to - from + 1), bottom - top + 2);
    const gap = `≤ ${duration(trace.completed[i] - trace.enqueued[i])}`;
    const seen = Math.min(this.scale.x(trace.completed[i]), this.scale.right - 60);
    label(painting, gap, seen + 6, LANES.backend.bottom + 12, { weight: 600 });
  }

  /** The operation at the pointer, or -1. @param {PointerEvent|MouseEvent} event */
  #hit({ offsetX, offsetY }) {
    if (!this.#shown) return -1;
    const { trace, facts } = this.#shown;
    const { frontend, backend } = LANES;
    const time = this.scale.time(offsetX);
    const reach = this.scale.time(offsetX + 8) - time;
    /** @type {(i: number) => number} how far the operation is from the pointer, ms */
    const distance =
      offsetY < (frontend.bottom + backend.top) / 2
        ? (i) => Math.abs(trace.enqueued[i] - time)
        : offsetY < (backend.bottom + LANES.device.top) / 2
          ? (i) =>
              Math.min(Math.abs(trace.submitted[i] - time), Math.abs(trace.completed[i] - time))
          : facts.timed
            ? (i) => Math.max(0, trace.started[i] - time, time - trace.ended[i])
            : (i) => Math.max(0, trace.submitted[i] - time, time - trace.completed[i]);
    let nearest = -1;
    let least = reach;
    for (let i = 0; i < facts.count; i += 1) {
      const d = distance(i);
      if (d < least) {
        least = d;
        nearest = i;
      }
    }
    return nearest;
  }
}
