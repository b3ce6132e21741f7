/** Amounts that change in steps: queue depths and bytes, with their extremes in any span of time. No drawing here. */
import { Levels, seekAhead, upperBound } from './levels.js';

/** A value that is constant from each time until the next. */
export class Steps {
  /** @param {Float64Array} times rising, ms @param {Float64Array} values */
  constructor(times, values) {
    this.times = times;
    this.values = values;
    this.levels = new Levels(values);
    this.levels.range(0, values.length);
    this.most = this.levels.most || 0;
  }

  /** @param {number} time ms */
  at(time) {
    const after = upperBound(this.times, time);
    return after ? this.values[after - 1] : 0;
  }

  /** Whether the value changes after a time. @param {number} time ms */
  changesAfter(time) {
    const value = this.at(time);
    return this.values.subarray(upperBound(this.times, time)).some((later) => later !== value);
  }

  /**
   * Visits the changes between two times. Changes that share a pixel are visited as one.
   * @param {number} from ms
   * @param {number} to ms
   * @param {number} pixel ms
   * @param {(time: number, least: number, most: number, last: number) => void} visit from `time` on the value is within
   *   least..most, and finally `last`
   */
  visible(from, to, pixel, visit) {
    const end = upperBound(this.times, to);
    const zero = this.times[0];
    for (let i = upperBound(this.times, from); i < end;) {
      const next = zero + (Math.floor((this.times[i] - zero) / pixel) + 1) * pixel;
      const after = Math.max(i + 1, seekAhead(this.times, next, i, end));
      this.levels.range(i, after);
      visit(this.times[i], this.levels.least, this.levels.most, this.values[after - 1]);
      i = after;
    }
  }
}

/** The number of times that have passed. @param {Float64Array} times sorted, ms */
export const countOf = (times) =>
  new Steps(
    times,
    Float64Array.from(times, (_, i) => i + 1),
  );

/**
 * The number of entries that have come and not yet gone.
 * @param {Float64Array} coming sorted, ms
 * @param {Float64Array} going sorted, ms
 */
export function depthOf(coming, going) {
  const total = coming.length + going.length;
  const [times, values] = [new Float64Array(total), new Float64Array(total)];
  let [come, gone] = [0, 0];
  for (let i = 0; i < total; i += 1) {
    const arrives = gone === going.length || coming[come] <= going[gone];
    times[i] = arrives ? coming[come++] : going[gone++];
    values[i] = come - gone;
  }
  return new Steps(times, values);
}
