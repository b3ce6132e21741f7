/**
 * An operation on two clocks, ms: it ran from `start` to `end` by the one, and within `after` and `before` by the other.
 * @typedef {{start: number, end: number, after: number, before: number}} Reading
 */

/**
 * Bounds of the rate of one clock against another's: it lies between `low` and `high`, if it does not change.
 * @typedef {{low: number, high: number}} Rate
 */

/** Nothing is known. @type {Readonly<Rate>} */
export const UNKNOWN = { low: 0, high: Infinity };

/**
 * The rate after one more reading. An operation neither starts before it is handed over nor ends after it is seen done, so two of them
 * bound the rate from both sides. Delays, however long, only widen the bounds, and no luck narrows them.
 * @param {Rate} rate as known from the readings before
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

/** Whether a rate is known to be 1, known not to be, or neither yet. @param {Rate} rate @returns {'alike'|'other'|'open'} */
export function judged({ low, high }) {
  if (low > ALIKE || high < 1 / ALIKE || low > high * ALIKE) return 'other';
  return low >= 1 / ALIKE && high <= ALIKE ? 'alike' : 'open';
}
