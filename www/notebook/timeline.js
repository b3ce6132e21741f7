// The timeline below a cell: its enqueues, its waits, and the device's work. Bars have their source lines.
import { h } from '../kit/dom.js';
import { sayer } from '../kit/say.js';
import { marksOf } from './marks.js';

const say = sayer('notebook');
/** Tops of the lanes, CSS px. */
const LANES = { waits: 8, enqueued: 34, device: 60 };
const BAR = 16;
const HEIGHT = 98;
const EDGE = 8;
/** From this width on, px, the lanes' names are beside them, else below. */
const WIDE = 520;

const ms = (/** @type {number} */ value) => ({ value, unit: /** @type {const} */ ('ms') });

/** The height of a mark for the cause of idle time, px. */
const IDLE = 4;
/** A cause of idle time is mentioned if it took more than this share of the cell's time. */
const WORTH = 0.02;

/** The distance from a mark within which the pointer hits it, px. */
const REACH = 6;

/** @typedef {import('../python/lives.js').Life} Life */
/** @typedef {import('./marks.js').Lanes} Lanes */

export class CellTimeline {
  #canvas = h('canvas', { class: 'cell-timeline', role: 'img' });
  #status = h('p', { class: 'cell-status', 'aria-live': 'polite' });
  /** @type {Life | null} */
  #life = null;
  /** @type {ReturnType<typeof marksOf> | null} */
  #marks = null;
  #summary = '';
  #line = 0;
  /** The x of the first moment, px. */
  #left = EDGE;
  #file = '';

  /** @param {(line: number, file: string) => void} onLine the line of the bar that the pointer is on, 0 for none */
  constructor(onLine) {
    this.element = h('figure', { class: 'cell-figure', hidden: true }, this.#canvas, this.#status);
    this.#canvas.addEventListener('pointermove', (event) => {
      const bar = this.#hit(event.offsetX, event.offsetY);
      this.#status.textContent = bar ? this.#sentence(bar) : this.#summary;
      onLine(bar?.line ?? 0, bar?.file ?? '');
      this.mark(bar?.line ?? 0, bar?.file ?? '');
    });
    this.#canvas.addEventListener('pointerleave', () => {
      this.#status.textContent = this.#summary;
      onLine(0, '');
      this.mark(0, '');
    });
    new ResizeObserver(() => this.paint()).observe(this.#canvas);
  }

  /** @param {import('../python/lives.js').Life} life */
  show(life) {
    this.#life = life;
    this.#marks = marksOf(life);
    this.#summary = summaryOf(life);
    this.element.hidden = life.operations.length === 0 && life.waits.length === 0;
    this.#status.textContent = this.#summary;
    this.#canvas.setAttribute('aria-label', this.#summary);
    this.paint();
  }

  /** Highlights the bars of a line. @param {number} line @param {string} file */
  mark(line, file) {
    if (line === this.#line && file === this.#file) return;
    this.#line = line;
    this.#file = file;
    this.paint();
  }

  /** @param {any} bar */
  #sentence(bar) {
    if (bar.cause) return this.#idle(bar);
    if (bar.kind)
      return say('bar-wait', { kind: bar.kind, line: bar.line, time: ms(bar.to - bar.from) });
    if (bar.started === undefined)
      return say('bar-kernel', { name: bar.name, time: ms(bar.to - bar.from) });
    return say('bar-operation', {
      name: bar.name,
      shape: bar.shape.join('×') || '1',
      line: bar.line,
      waited: ms(Math.max(0, bar.started - bar.enqueued)),
      time: ms(bar.ended - bar.started),
    });
  }

  /** @param {import('../python/gaps.js').Gap} gap */
  #idle({ cause, from, to, wait, names = [] }) {
    const time = ms(to - from);
    if (cause === 'memory') return say('gap-memory', { time });
    if (cause === 'compiling') return say('gap-compiling', { time, names: names.join(', ') });
    if (wait) return say('gap-wait', { time, line: wait.line, kind: wait.kind });
    return say('gap-frontend', { time });
  }

  #scale() {
    const { from, end } = /** @type {Life} */ (this.#life);
    const width = this.#canvas.clientWidth - this.#left - EDGE;
    const pixel = Math.max(1e-3, end - from) / Math.max(1, width);
    return {
      pixel,
      x: (/** @type {number} */ at) => this.#left + (at - from) / pixel,
      time: (/** @type {number} */ x) => from + (x - this.#left) * pixel,
    };
  }

  /** The mark at a point. @param {number} x @param {number} y @returns {any} */
  #hit(x, y) {
    if (!this.#life || !this.#marks) return undefined;
    const { operations, waits } = this.#life;
    const { all, enqueued } = this.#marks;
    const { time, pixel } = this.#scale();
    const reach = REACH * pixel;
    if (y < LANES.enqueued - 4) return waits[all.waits.nearest(time(x), reach)];
    if (y < LANES.device - 4) return operations[enqueued.nearest(time(x), reach)];
    const at = time(x);
    const { kernels, gaps } = this.#life;
    const within = (/** @type {{from: number, to: number}[]} */ list) =>
      list.find(({ from, to }) => from <= at && at <= to);
    return (
      operations[all.device.nearest(at, 0)] ??
      within(kernels) ??
      within(gaps) ??
      operations[all.device.nearest(at, reach)]
    );
  }

  /** Compilations of kernels, as frames in the device's lane, with their names if there is room. @param {CanvasRenderingContext2D} c @param {(at: number) => number} x @param {string} colour */
  #paintKernels(c, x, colour) {
    const { kernels, from, end } = /** @type {Life} */ (this.#life);
    c.strokeStyle = c.fillStyle = colour;
    c.lineWidth = 1;
    for (const kernel of kernels) {
      const [left, right] = [x(Math.max(from, kernel.from)), x(Math.min(end, kernel.to))];
      const wide = Math.max(1, right - left - 1);
      c.strokeRect(left + 0.5, LANES.device + 0.5, wide, BAR - 1);
      const text = [say('compiling', { name: kernel.name }), kernel.name].find(
        (label) => c.measureText(label).width <= wide - 6,
      );
      if (text) c.fillText(text, left + 4, LANES.device + BAR / 2);
    }
  }

  /** The causes of idle time: marks below the device's lane. @param {CanvasRenderingContext2D} c @param {(at: number) => number} x @param {Record<string, string>} colours */
  #paintGaps(c, x, colours) {
    const { gaps } = /** @type {Life} */ (this.#life);
    for (const { cause, from, to } of gaps) {
      c.fillStyle = colours[cause];
      if (x(to) - x(from) >= 1) c.fillRect(x(from), LANES.device + BAR + 1, x(to) - x(from), IDLE);
    }
  }

  /** Marks the moment of the cell's return. @param {CanvasRenderingContext2D} c @param {number} at px @param {string} ink @param {string} muted */
  #paintControl(c, at, ink, muted) {
    c.strokeStyle = ink;
    c.setLineDash([3, 3]);
    c.beginPath();
    c.moveTo(at, 2);
    c.lineTo(at, LANES.device + BAR + IDLE + 2);
    c.stroke();
    c.setLineDash([]);
    const label = say('control-back');
    const wide = c.measureText(label).width;
    c.fillStyle = muted;
    c.textBaseline = 'middle';
    const left = at - wide - 4 >= this.#left ? at - wide - 4 : at + 4;
    // The text is between the lanes, where there are no bars.
    c.fillText(label, left, LANES.enqueued - 5);
  }

  /** The lanes, with their names beside them if there is room. Returns whether there is room. @param {CanvasRenderingContext2D} c @param {number} width @param {string} muted */
  #paintLanes(c, width, muted) {
    const names = say('lanes').split(' · ');
    const beside = width >= WIDE && names.length === 3;
    this.#left = beside
      ? 2 * EDGE + Math.ceil(Math.max(...names.map((name) => c.measureText(name).width)))
      : EDGE;
    c.textBaseline = 'middle';
    for (const [at, y] of Object.values(LANES).entries()) {
      c.fillStyle = muted;
      if (beside) c.fillText(names[at], EDGE, y + BAR / 2);
      c.globalAlpha = 0.12;
      c.fillRect(this.#left, y, width - this.#left - EDGE, BAR);
      c.globalAlpha = 1;
    }
    return beside;
  }

  /** Waits, enqueued operations and the device's work; bars of the chosen line stand out. @param {CanvasRenderingContext2D} c @param {(at: number) => number} x @param {number} pixel ms @param {Record<keyof Lanes, string>} colours */
  #paintBars(c, x, pixel, colours) {
    if (!this.#marks) return;
    const { waits } = /** @type {Life} */ (this.#life);
    const { all, of } = this.#marks;
    const bars = (/** @type {Lanes} */ lanes, /** @type {number} */ alpha) => {
      c.globalAlpha = alpha;
      for (const name of /** @type {(keyof Lanes)[]} */ (Object.keys(colours))) {
        c.fillStyle = colours[name];
        lanes[name].visible(-Infinity, Infinity, pixel, (_first, _end, start, stop) =>
          c.fillRect(x(start), LANES[name], Math.max(1, x(stop) - x(start) - 0.5), BAR),
        );
      }
      c.globalAlpha = 1;
    };
    bars(all, this.#line === 0 ? 1 : 0.2);
    if (this.#line) bars(of({ line: this.#line, file: this.#file }), 1);
    c.fillStyle = paper(c.canvas);
    all.waits.visible(-Infinity, Infinity, pixel, (first, end, start, stop) => {
      const room = x(stop) - x(start) - 8;
      if (end - first > 1 || room <= 0) return;
      const { kind, line } = waits[all.waits.row(first)];
      const text = line ? `${kind} · ${say('line', { line })}` : kind;
      if (c.measureText(text).width <= room) c.fillText(text, x(start) + 4, LANES.waits + BAR / 2);
    });
  }

  paint() {
    const canvas = this.#canvas;
    const life = this.#life;
    const width = canvas.clientWidth;
    if (!life || !width) return;
    const ratio = globalThis.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(HEIGHT * ratio);
    const c = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    c.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const colour = (/** @type {string} */ name) => {
      c.fillStyle = style.getPropertyValue(name);
      // `light-dark()` is resolved only in a property of an element, so the colour is read from one.
      canvas.style.color = `var(${name})`;
      return getComputedStyle(canvas).color;
    };
    const [ink, muted, frontend, device, wait] = [
      '--ink',
      '--muted',
      '--frontend',
      '--device',
      '--wait',
    ].map(colour);
    canvas.style.color = '';
    c.font = `11px ${style.fontFamily}`;
    const beside = this.#paintLanes(c, width, muted);
    const { x, pixel } = this.#scale();
    this.#paintKernels(c, x, muted);
    this.#paintGaps(c, x, { wait, frontend, compiling: muted, memory: ink });
    this.#paintBars(c, x, pixel, { waits: wait, enqueued: frontend, device });
    this.#paintControl(c, x(life.to), ink, muted);
    c.fillStyle = muted;
    const end = say('duration', { time: ms(life.end - life.from) });
    c.textBaseline = 'bottom';
    if (!beside) c.fillText(say('lanes'), EDGE, HEIGHT - 2);
    c.fillText(end, width - EDGE - c.measureText(end).width, HEIGHT - 2);
  }
}

/** The device's idle time by cause, ms. @param {Life} life */
function idleOf({ gaps }) {
  const sum = { wait: 0, frontend: 0, compiling: 0, memory: 0 };
  for (const { cause, from, to } of gaps) sum[cause] += to - from;
  return sum;
}

/** @param {Life} life */
function summaryOf(life) {
  const waited = life.waits.reduce((sum, { from, to }) => sum + to - from, 0);
  const [longest] = life.waits.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  const summary = say('cell-summary', {
    operations: life.operations.length,
    returned: ms(life.to - life.from),
    waited: ms(waited),
    done: ms(life.end - life.from),
  });
  const sentences = [summary];
  if (longest?.line) {
    const { line, kind, from, to } = longest;
    sentences.push(say('cell-longest', { line, kind, time: ms(to - from) }));
  }
  const causes = Object.entries(idleOf(life))
    .filter(([, time]) => time > (life.end - life.from) * WORTH)
    .map(([cause, time]) => say(`idle-${cause}`, { time: ms(time) }));
  if (causes.length) sentences.push(say('cell-idle', { causes: causes.join(', ') }));
  return sentences.join(' ');
}

/** The page's background colour, in which text in bars is written. @param {HTMLElement} element */
function paper(element) {
  return getComputedStyle(element.ownerDocument.body).backgroundColor;
}
