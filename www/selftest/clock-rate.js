/**
 * An operation on two clocks, ms: it ran from `start` to `end` by the first clock, and within `after` and `before` by the second.
 * @typedef {{start: number, end: number, after: number, before: number}} Reading
 */

/**
 * Bounds of the first clock's rate, relative to the second: it is between `low` and `high`, if it is constant.
 * @typedef {{low: number, high: number}} Rate
 */

/** Nothing is known. @type {Readonly<Rate>} */
export const UNKNOWN = { low: 0, high: Infinity };

/**
 * The rate after one more reading. An operation neither starts before its submission nor ends after its report, so two operations
 * bound the rate from both sides. Delays of any length only widen the bounds.
 * @param {Rate} rate from the earlier readings
 * @param {Reading[]} readings in order, the new one last
 * @param {{quantum: number, step: number}} coarse ms by which a time of either clock may have been rounded down
 * @returns {Rate}
 */
export function narrowed({ low, high }, readings, { quantum, step }) {
  const last = readings[readings.length - 1];
  for (const one of readings.slice(0, -1)) {
    const most = last.before + step - one.after;
    const least = last.after - step - one.before;
    low = Math.max(low, (last.end - one.start - quantum) / most);
    if (least > 0) high = Math.min(high, (last.start - one.end + quantum) / least);
  }
  return { low, high };
}

/** Rates within this factor of 1, either way, count as equal. */
const ALIKE = 1.05;

/** Whether a rate is known to be 1 (`alike`), known not to be, or `open`. @param {Rate} rate @returns {'alike'|'other'|'open'} */
export function judged({ low, high }) {
  if (low > ALIKE || high < 1 / ALIKE || low > high * ALIKE) return 'other';
  return low >= 1 / ALIKE && high <= ALIKE ? 'alike' : 'open';
}
