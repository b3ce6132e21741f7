import { h } from '../kit/dom.js';
import { margins } from './lanes.js';
import { eachPixel } from './marks.js';
import { TimeScale } from './scale.js';
import { Surface, enlarged } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */

const HEIGHT = 44;
/** The least width of the window, px, so that it can be seen and dragged. */
const LEAST = 14;
/** The distance from an edge of the window within which a drag moves that edge, px. */
const EDGE = 8;

/**
 * The whole run in a strip, with a window over the part in view. Dragging the window moves the view, dragging an edge stretches
 * it, and a press beside the window moves it there. It is for pointers only: keys and buttons do the same elsewhere.
 */
export class Minimap {
  /** @type {import('./trace-facts.js').Facts|null} */ #facts = null;
  #whole = new TimeScale();

  /** @param {import('./scale.js').TimeScale} scale */
  constructor(scale) {
    this.scale = scale;
    this.canvas = h('canvas', { class: 'chart' });
    this.canvas.style.height = `${HEIGHT}px`;
    this.window = h('div', { class: 'window', hidden: true });
    this.element = h('div', { class: 'minimap', 'aria-hidden': 'true' }, this.canvas, this.window);
    this.surface = new Surface(this.canvas, (painting) => this.#paint(painting));
    scale.addEventListener('change', () => this.#fitWindow());
    this.#drag();
  }

  /** @param {import('./trace-facts.js').Facts|null} facts */
  show(facts) {
    this.#facts = facts;
    this.window.hidden = !facts;
    this.surface.invalidate();
  }

  /** @param {Painting} painting */
  #paint(painting) {
    const { ctx, palette, width } = painting;
    const whole = this.#whole;
    const { left, right } = margins(width);
    const { from, to } = this.scale.whole;
    ctx.strokeStyle = palette.hair;
    ctx.lineWidth = 1;
    ctx.strokeRect(left + 0.5, 0.5, width - left - right - 1, HEIGHT - 1);
    whole.fit(left, width - right);
    if (!this.#facts || !Number.isFinite(to - from)) return;
    whole.show(from, to);
    const facts = this.#facts;
    ctx.fillStyle = palette.wait;
    ctx.globalAlpha = 0.45;
    facts.waits.visible(from, to, whole.pixel, (_first, _end, start, stop) =>
      ctx.fillRect(whole.x(start), 6, Math.max(0.75, whole.x(stop) - whole.x(start)), 6),
    );
    ctx.globalAlpha = 1;
    ctx.fillStyle = palette.frontend;
    eachPixel(painting, facts.enqueued, whole, (x) => ctx.fillRect(x - 0.5, 4, 1, 10));
    ctx.fillStyle = palette.backend;
    eachPixel(painting, facts.completed, whole, (x) => ctx.fillRect(x - 0.5, 17, 1, 6));
    const each = (HEIGHT - 28) / facts.devices.length;
    facts.devices.forEach(({ work, submitted, busy }, i) => {
      const spans = work ?? submitted;
      ctx.fillStyle = palette.device;
      spans.visible(from, to, whole.pixel, (first, end, start, stop) => {
        const across = Math.max(0.75, whole.x(stop) - whole.x(start));
        const filled = work ? (busy[end] - busy[first]) / Math.max(whole.pixel, stop - start) : 0.4;
        ctx.globalAlpha = Math.max(0.3, Math.min(1, filled));
        ctx.fillRect(whole.x(start), 25 + i * each, across, each - 1);
      });
    });
    ctx.globalAlpha = 1;
    this.#fitWindow();
  }

  /** Moves the window over the part in view. */
  #fitWindow() {
    if (!this.#facts) return;
    const { from, to } = this.scale;
    const [left, right] = [this.#whole.x(from), this.#whole.x(to)];
    const width = Math.max(LEAST, right - left);
    const x = Math.min(
      Math.max((left + right - width) / 2, this.#whole.left),
      this.#whole.right - width,
    );
    this.window.style.transform = `translateX(${x}px)`;
    this.window.style.width = `${width}px`;
  }

  #drag() {
    /** The part that a drag moves, and the last time at the pointer. @type {{part: 'whole'|'from'|'to', time: number}|null} */
    let held = null;
    const timeOf = (/** @type {PointerEvent} */ { clientX }) =>
      this.#whole.time(
        (clientX - this.canvas.getBoundingClientRect().left) / enlarged(this.canvas),
      );
    this.element.addEventListener('pointerdown', (event) => {
      if (!this.#facts || event.button > 0) return;
      const time = timeOf(event);
      const near = EDGE * this.#whole.pixel;
      const { from, to, span } = this.scale;
      const edges = to - from > 4 * near;
      held = { part: 'whole', time };
      if (edges && Math.abs(time - from) < near) held.part = 'from';
      else if (edges && Math.abs(time - to) < near) held.part = 'to';
      else if (time < from || time > to) this.scale.show(time - span / 2, time + span / 2);
      this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener('pointermove', (event) => {
      if (!held) return;
      const time = timeOf(event);
      const { from, to } = this.scale;
      if (held.part === 'whole') this.scale.pan(time - held.time);
      else if (held.part === 'from') this.scale.show(Math.min(time, to), to);
      else this.scale.show(from, Math.max(time, from));
      held.time = time;
    });
    const release = () => (held = null);
    this.element.addEventListener('pointerup', release);
    this.element.addEventListener('pointercancel', release);
  }
}
