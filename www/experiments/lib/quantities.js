/** Numbers that know their unit. */

/** @typedef {import('../../page/types.js').Quantity} Quantity */

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const ms = (value, more) => ({ value, unit: 'ms', ...more });

/** A time that ends when the browser reports an end, which may be later than the end itself. @param {number} value @param {Partial<Quantity>} [more] */
export const atMost = (value, more) => ms(value, { bound: '≤', ...more });

/** A time below the clock's step is known only to be no longer than the step. @param {number} value @param {number} step ms */
export const measured = (value, step) => (value < step ? atMost(step) : ms(value));

/** @param {number} value @returns {Quantity} */
export const times = (value) => ({ value, unit: 'x' });

/** @param {number} value 0 to 1, or more @returns {Quantity} */
export const share = (value) => ({ value, unit: 'share' });

/** @param {number} value @returns {Quantity} */
export const count = (value) => ({ value, unit: 'count' });

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const bytes = (value, more) => ({ value, unit: 'B', ...more });

/** @param {number} value @returns {Quantity} */
export const perSecond = (value) => ({ value, unit: 'per-s' });

/** @param {{low: number, high: number}} spread */
export const quartiles = ({ low, high }) => ({ low, high });

/**
 * The quantities without their bounds, for sentences that say "seen done after" or "waited" themselves.
 * @param {Record<string, Quantity>} quantities
 * @returns {Record<string, Quantity>}
 */
export function unbounded(quantities) {
  const entries = Object.entries(quantities).map(([name, { value, unit }]) => [
    name,
    { value, unit },
  ]);
  return Object.fromEntries(entries);
}
