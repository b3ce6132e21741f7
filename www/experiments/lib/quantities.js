/** Numbers that know their unit. */

/** @typedef {import('../../kit/types.js').Quantity} Quantity */

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const ms = (value, more) => ({ value, unit: 'ms', ...more });

/** A time that ends when the browser reports an end, which may be later than the end itself. @param {number} value @param {Partial<Quantity>} [more] */
export const atMost = (value, more) => ms(value, { bound: '≤', ...more });

/** A time below the clock's step is known only to be no longer than the step. @param {number} value @param {number} step ms */
export const measured = (value, step) => (value < step ? atMost(step) : ms(value));

/** How long an empty queue takes to be seen done. @param {import('../../kit/types.js').Info} info */
export const floorOf = ({ floor, clock }) => measured(floor.median, clock.backendStep);

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
 * @param {...string} kept whose bounds are the clock's, as the floor's is: no sentence says those
 * @returns {Record<string, Quantity>}
 */
export function unbounded(quantities, ...kept) {
  const entries = Object.entries(quantities).map(([name, { value, unit, bound }]) => [
    name,
    bound && (name === 'floor' || kept.includes(name)) ? { value, unit, bound } : { value, unit },
  ]);
  return Object.fromEntries(entries);
}
