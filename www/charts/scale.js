import { fixed } from '../page/format.js';

/**
 * A time scale that several charts share: which time stands at which pixel. Charts listen for 'change', so whoever
 * moves it (a view button, later a wheel) moves them all.
 */
export class TimeScale extends EventTarget {
  from = 0;
  to = 1;
  left = 0;
  right = 1;

  /** Shows the times from..to, ms. @param {number} from @param {number} to */
  show(from, to) {
    this.from = from;
    this.to = to > from ? to : from + 1e-6;
    this.dispatchEvent(new Event('change'));
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
 * @param {number} count about how many
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

/** The unit in which a span of times reads best, and how many of it make a millisecond. @param {number} span ms */
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
