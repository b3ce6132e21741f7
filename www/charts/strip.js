/** A strip below the timeline with amounts that change in steps: depth of the queue, bytes by kind. */
import { h } from '../kit/dom.js';
import { bytes, whole } from '../kit/format.js';
import { paintMoment } from './axis.js';
import { margins } from './lanes.js';
import { paintMark } from './points.js';
import { timeAxis } from './scale.js';
import { areaOf } from './stepped.js';
import { Steps } from './steps.js';
import { label, Surface, textWidth } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */
/**
 * @typedef {object} Line
 * @property {string} key of its name
 * @property {Steps} steps
 * @property {import('./surface.js').Colour} colour
 * @property {number} [fill]
 * @property {number[]} [dash]
 */

const HEIGHTS = { depth: 104, bytes: 136 };
const TOP = 24;
const LINE = 17;
/** The share of the run that counts as its start. */
const START = 0.05;

/** The lines of each strip; empty if the trace lacks the amount. @type {Record<string, (trace: any, facts: import('./trace-facts.js').Facts) => Line[]>} */
const LINES = {
  depth: (_, { depth }) => [{ key: 'depth', steps: depth, colour: 'frontend', fill: 0.1 }],
  bytes: ({ memory }, { zero, end }) => {
    if (!memory?.at.length) return [];
    const steps = (/** @type {string} */ name) => new Steps(memory.at, memory[name]);
    const lines = /** @type {Line[]} */ ([
      { key: 'allocated', steps: steps('allocated'), colour: 'muted', dash: [2, 3] },
      { key: 'used', steps: steps('used'), colour: 'device', fill: 0.14 },
      { key: 'pending', steps: steps('pending'), colour: 'backend', dash: [6, 4] },
      { key: 'pooled', steps: steps('pooled'), colour: 'frontend', dash: [6, 2, 1, 2] },
    ]).filter((line) => line.steps.most > 0);
    // Bytes that do not change after the start show nothing.
    const start = zero + START * (end - zero);
    return lines.some(({ steps }) => steps.changesAfter(start)) ? lines : [];
  },
};

export class Strip {
  /** @type {{lines: Line[], facts: import('./trace-facts.js').Facts}|null} */ #shown = null;

  /** @param {import('./selection.js').Shared} shared @param {'depth'|'bytes'} kind */
  constructor({ scale, selection, say }, kind) {
    this.scale = scale;
    this.selection = selection;
    this.say = say;
    this.kind = kind;
    this.text = kind === 'bytes' ? bytes : whole;
    this.canvas = h('canvas', { class: 'chart', 'data-chart': kind, role: 'img', hidden: true });
    this.canvas.style.height = `${HEIGHTS[kind]}px`;
    this.surface = new Surface(this.canvas, (painting) => this.draw(painting));
  }

  /** @param {import('./trace-facts.js').Trace} trace @param {import('./trace-facts.js').Facts} facts */
  show(trace, facts) {
    const lines = facts.count ? LINES[this.kind](trace, facts) : [];
    this.#shown = lines.length ? { lines, facts } : null;
    this.canvas.hidden = !this.#shown;
    const most = lines.map(({ key, steps }) => this.#most(key, steps)).join(', ');
    this.canvas.setAttribute('aria-label', this.say(`${this.kind}-strip`, { most }));
    this.surface.invalidate();
  }

  clear() {
    this.#shown = null;
    this.canvas.hidden = true;
  }

  hit() {
    return -1;
  }

  /** Paints what is in view. @param {Painting} painting */
  draw(painting) {
    if (!this.#shown) return;
    const { ctx, palette, crisp } = painting;
    const { left, right, narrow } = margins(painting.width);
    const { scale } = this;
    const { lines, facts } = this.#shown;
    scale.fit(left, painting.width - right);
    const names = this.#names(painting, lines);
    const top = TOP + (names[names.length - 1].y - 10);
    const height = HEIGHTS[this.kind];
    const bottom = height - 12;
    const most = Math.max(...lines.map(({ steps }) => steps.most));
    const y = (/** @type {number} */ value) => bottom - (value / most) * (bottom - top);
    ctx.beginPath();
    for (const { x } of timeAxis(scale, facts.zero).marks) {
      ctx.moveTo(crisp(x), top);
      ctx.lineTo(crisp(x), bottom);
    }
    for (const value of [0, most]) {
      ctx.moveTo(scale.left, crisp(y(value)));
      ctx.lineTo(scale.right, crisp(y(value)));
    }
    ctx.strokeStyle = palette.hair;
    ctx.lineWidth = 1;
    ctx.stroke();
    if (!narrow) {
      const style = /** @type {const} */ ({ align: 'right', colour: palette.muted });
      for (const value of [0, most]) label(painting, this.text(value), left - 12, y(value), style);
    }
    ctx.save();
    ctx.beginPath();
    ctx.rect(left - 2, 0, scale.right - left + 4, height);
    ctx.clip();
    for (const { steps, colour, fill, dash } of lines)
      areaOf(painting, steps, scale, { y, colour: palette[colour], fill, dash, width: 1.5 });
    paintMoment(painting, { scale, time: this.selection.time, top, bottom });
    ctx.restore();
    for (const { x, y: line, text, colour, mark, dash } of names) {
      if (mark) paintMark(painting, dash ? 'dashes' : 'line', x - 11, line, colour, 4.5);
      label(painting, text, x, line, { colour: palette[colour], weight: 600 });
    }
  }

  /** The names above the lines, in as many rows as they need, each with its value at the pointer's moment or else its maximum. @param {Painting} painting @param {Line[]} lines */
  #names(painting, lines) {
    const { time } = this.selection;
    const { left, right } = this.scale;
    let [x, y] = [left, 10];
    return lines.map(({ key, steps, colour, dash }) => {
      const text = Number.isNaN(time)
        ? this.#most(key, steps)
        : this.say('strip-now', {
            name: this.say(`strip-${key}`),
            value: this.text(steps.at(time)),
          });
      const mark = lines.length > 1 ? 17 : 0;
      // The width is that of the text with the maximum, so that names do not move with the pointer.
      const width = mark + textWidth(painting, this.#most(key, steps), 12, 600);
      if (x > left && x + width > right) [x, y] = [left, y + LINE];
      const name = { x: x + mark, y, text, colour, mark: mark > 0, dash };
      x += width + 16;
      return name;
    });
  }

  /** @param {string} key @param {Steps} steps */
  #most(key, steps) {
    return this.say('strip-most', { name: this.say(`strip-${key}`), value: this.text(steps.most) });
  }
}
