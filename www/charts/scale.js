import { fixed } from '../kit/format.js';

/** The shortest view, ms: a nanosecond, which no clock here resolves. */
const SHORTEST = 1e-6;

/**
 * A time scale that several charts share: it maps times to pixels. Charts listen for 'change', so a button, a wheel or a
 * finger that moves the scale moves them all.
 */
export class TimeScale extends EventTarget {
  from = 0;
  to = 1;
  left = 0;
  right = 1;
  /** The bounds of the view, ms. */
  whole = { from: -Infinity, to: Infinity };

  /** Sets the bounds of the view, and shows everything within. @param {number} from ms @param {number} to ms */
  limit(from, to) {
    this.whole = { from, to: to > from ? to : from + SHORTEST };
    this.fitAll();
  }

  /** Shows the times from..to, ms, moved into the bounds. @param {number} from @param {number} to */
  show(from, to) {
    const { whole } = this;
    const most = whole.to - whole.from;
    const span = Math.min(most, Math.max(SHORTEST, to - from));
    const middle = (from + to) / 2;
    this.from = Math.min(Math.max(middle - span / 2, whole.from), whole.to - span);
    this.to = this.from + span;
    this.dispatchEvent(new Event('change'));
  }

  fitAll() {
    this.show(this.whole.from, this.whole.to);
  }

  /** The length of the view, ms. */
  get span() {
    return this.to - this.from;
  }

  /** The length of a pixel, ms. */
  get pixel() {
    return this.span / Math.max(1, this.right - this.left);
  }

  /** @param {number} time ms, to the right */
  pan(time) {
    const { span, whole } = this;
    const from = Math.min(Math.max(this.from + time, whole.from), whole.to - span);
    this.show(from, from + span);
  }

  /** Zooms around a time, which keeps its position. @param {number} factor of the span @param {number} [about] ms */
  zoom(factor, about = (this.from + this.to) / 2) {
    const span = Math.min(this.whole.to - this.whole.from, Math.max(SHORTEST, this.span * factor));
    const from = about - ((about - this.from) / this.span) * span;
    this.show(from, from + span);
  }

  /** Shows from..to with some space around it. @param {number} from ms @param {number} to ms */
  frame(from, to) {
    const air = Math.max((to - from) * 0.25, SHORTEST);
    this.show(from - air, to + air);
  }

  /** Moves the view as little as needed to show from..to, or at least its beginning. @param {number} from ms @param {number} to ms */
  reveal(from, to) {
    const margin = this.span * 0.08;
    if (from - margin < this.from || to - from + 2 * margin > this.span)
      this.pan(from - margin - this.from);
    else if (to + margin > this.to) this.pan(to + margin - this.to);
  }

  /** Maps onto the pixels left..right. @param {number} left @param {number} right */
  fit(left, right) {
    this.left = left;
    this.right = right;
  }

  /** @param {number} time ms @returns {number} px */
  x(time) {
    return this.left + ((time - this.from) / (this.to - this.from)) * (this.right - this.left);
  }

  /** @param {number} x px @returns {number} ms */
  time(x) {
    return this.from + ((x - this.left) / (this.right - this.left)) * (this.to - this.from);
  }
}

/**
 * Round values within from..to, in steps of 1, 2 or 5 times a power of ten.
 * @param {number} from
 * @param {number} to
 * @param {number} count the number of values, about
 * @returns {{values: number[], step: number}}
 */
export function ticks(from, to, count) {
  const rough = (to - from) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  const values = Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, i) => (first + i) * step,
  );
  return { values, step };
}

/** The best unit for a span of times, and the number of these units in a millisecond. @param {number} span ms */
export function timeUnit(span) {
  if (span >= 2000) return { unit: 's', perMs: 1e-3 };
  if (span >= 0.5) return { unit: 'ms', perMs: 1 };
  return { unit: 'µs', perMs: 1e3 };
}

/**
 * Marks of a time axis, labelled in one unit.
 * @param {TimeScale} scale
 * @param {number} zero the time labelled 0, ms
 */
export function timeAxis(scale, zero) {
  const { unit, perMs } = timeUnit(scale.to - scale.from);
  const from = (scale.from - zero) * perMs;
  const to = (scale.to - zero) * perMs;
  const { values, step } = ticks(Math.max(0, from), to, (scale.right - scale.left) / 90);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return {
    unit,
    marks: values.map((value) => ({
      x: scale.x(zero + value / perMs),
      label: fixed(value, decimals),
    })),
  };
}
