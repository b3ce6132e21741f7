// The timeline below a cell: what it enqueued, when it waited and for what, and when the device worked. Bars know their source line.
import { h } from '../kit/dom.js';
import { sayer } from '../kit/say.js';

const say = sayer('notebook');
/** CSS pixels. */
const LANES = { waits: 8, enqueued: 34, device: 60 };
const BAR = 16;
const HEIGHT = 98;
const EDGE = 8;
/** Lanes are named beside them from this width on, else below. */
const WIDE = 520;

const ms = (/** @type {number} */ value) => ({ value, unit: /** @type {const} */ ('ms') });

export class CellTimeline {
  #canvas = h('canvas', { class: 'cell-timeline', role: 'img' });
  #status = h('p', { class: 'cell-status', 'aria-live': 'polite' });
  /** @type {import('../python/lives.js').Life | null} */
  #life = null;
  #line = 0;
  /** Where time begins. */
  #left = EDGE;
  #file = '';

  /** @param {(line: number, file: string) => void} onLine the line of the bar that the pointer is on, 0 for none */
  constructor(onLine) {
    this.element = h('figure', { class: 'cell-figure', hidden: true }, this.#canvas, this.#status);
    this.#canvas.addEventListener('pointermove', (event) => {
      const bar = this.#hit(event.offsetX, event.offsetY);
      this.#status.textContent = bar ? this.#sentence(bar) : this.#summary();
      onLine(bar?.line ?? 0, bar?.file ?? '');
      this.mark(bar?.line ?? 0, bar?.file ?? '');
    });
    this.#canvas.addEventListener('pointerleave', () => {
      this.#status.textContent = this.#summary();
      onLine(0, '');
      this.mark(0, '');
    });
    new ResizeObserver(() => this.paint()).observe(this.#canvas);
  }

  /** @param {import('../python/lives.js').Life} life */
  show(life) {
    this.#life = life;
    this.element.hidden = life.operations.length === 0 && life.waits.length === 0;
    this.#status.textContent = this.#summary();
    this.#canvas.setAttribute('aria-label', this.#summary());
    this.paint();
  }

  /** Brings the bars of a line out. @param {number} line @param {string} file */
  mark(line, file) {
    if (line === this.#line && file === this.#file) return;
    this.#line = line;
    this.#file = file;
    this.paint();
  }

  #summary() {
    const life = this.#life;
    if (!life) return '';
    const waited = life.waits.reduce((sum, { from, to }) => sum + to - from, 0);
    const longest = life.waits.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
    const summary = say('cell-summary', {
      operations: life.operations.length,
      returned: ms(life.to - life.from),
      waited: ms(waited),
      done: ms(life.end - life.from),
    });
    return longest?.line
      ? `${summary} ${say('cell-longest', { line: longest.line, kind: longest.kind, time: ms(longest.to - longest.from) })}`
      : summary;
  }

  /** @param {any} bar */
  #sentence(bar) {
    if (bar.kind)
      return say('bar-wait', { kind: bar.kind, line: bar.line, time: ms(bar.to - bar.from) });
    return say('bar-operation', {
      name: bar.name,
      shape: bar.shape.join('×') || '1',
      line: bar.line,
      waited: ms(Math.max(0, bar.started - bar.enqueued)),
      time: ms(bar.ended - bar.started),
    });
  }

  #scale() {
    const { from, end } = /** @type {import('../python/lives.js').Life} */ (this.#life);
    const width = this.#canvas.clientWidth - this.#left - EDGE;
    return (/** @type {number} */ at) =>
      this.#left + ((at - from) / Math.max(1e-3, end - from)) * width;
  }

  /** The mark at a point. @param {number} x @param {number} y */
  #hit(x, y) {
    const life = this.#life;
    if (!life) return undefined;
    const scale = this.#scale();
    const near = (/** @type {number} */ from, /** @type {number} */ to) =>
      Math.max(scale(from) - x, x - scale(to), 0);
    const pick = (/** @type {any[]} */ list, /** @type {(one: any) => number} */ far) => {
      const best = list.reduce((found, one) => (far(one) < far(found) ? one : found), list[0]);
      return best && far(best) <= 6 ? best : undefined;
    };
    if (y < LANES.enqueued - 4) return pick(life.waits, (one) => near(one.from, one.to));
    if (y < LANES.device - 4)
      return pick(life.operations, (one) => near(one.enqueued, one.enqueued));
    return pick(life.operations, (one) => near(one.started, one.ended));
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
      // `light-dark()` is for style sheets: a property of the element resolves it.
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
    const scale = this.#scale();
    const bar = (
      /** @type {string} */ fill,
      /** @type {number} */ from,
      /** @type {number} */ to,
      /** @type {number} */ y,
      /** @type {any} */ of,
    ) => {
      const chosen = this.#line === 0 || (of.line === this.#line && of.file === this.#file);
      c.globalAlpha = chosen ? 1 : 0.2;
      c.fillStyle = fill;
      c.fillRect(scale(from), y, Math.max(1, scale(to) - scale(from) - 0.5), BAR);
    };
    for (const one of life.waits) bar(wait, one.from, one.to, LANES.waits, one);
    for (const one of life.operations) {
      bar(frontend, one.enqueued, one.enqueued, LANES.enqueued, one);
      if (one.ended >= one.started) bar(device, one.started, one.ended, LANES.device, one);
    }
    c.globalAlpha = 1;
    for (const one of life.waits) {
      const text = one.line ? `${one.kind} · ${say('line', { line: one.line })}` : one.kind;
      const room = scale(one.to) - scale(one.from) - 8;
      if (c.measureText(text).width > room) continue;
      c.fillStyle = style.getPropertyValue('color') && paper(canvas);
      c.fillText(text, scale(one.from) + 4, LANES.waits + BAR / 2);
    }
    // Where the cell gave control back.
    c.strokeStyle = ink;
    c.setLineDash([3, 3]);
    c.beginPath();
    c.moveTo(scale(life.to), 2);
    c.lineTo(scale(life.to), LANES.device + BAR + 2);
    c.stroke();
    c.setLineDash([]);
    c.fillStyle = muted;
    const end = say('duration', { time: ms(life.end - life.from) });
    c.textBaseline = 'bottom';
    if (!beside) c.fillText(say('lanes'), EDGE, HEIGHT - 2);
    c.fillText(end, width - EDGE - c.measureText(end).width, HEIGHT - 2);
  }
}

/** The page's own ground, on which text in bars is written. @param {HTMLElement} element */
function paper(element) {
  return getComputedStyle(element.ownerDocument.body).backgroundColor;
}
