/** Numbers that know their unit. */

/** @typedef {import('../../kit/types.js').Quantity} Quantity */
/** @typedef {import('../../kit/types.js').Spread} Spread */

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const ms = (value, more) => ({ value, unit: 'ms', ...more });

/** A time that ends when the browser reports an end, which may be later than the end itself. @param {number} value @param {Partial<Quantity>} [more] */
export const atMost = (value, more) => ms(value, { bound: '≤', ...more });

/** A time below the clock's step is known only to be no longer than the step. @param {number} value @param {number} step ms */
export const measured = (value, step) => (value < step ? atMost(step) : ms(value));

/** How long an empty queue takes to be seen done. @param {import('../../kit/types.js').Info} info */
export const floorOf = ({ floor, clock }) => ({
  ...measured(floor.median, clock.backendStep),
  ...quartiles(floor),
});

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const times = (value, more) => ({ value, unit: 'x', ...more });

/** @param {number} value 0 to 1, or more @param {Partial<Quantity>} [more] @returns {Quantity} */
export const share = (value, more) => ({ value, unit: 'share', ...more });

/** One time over another, from the least to the most that their quartiles allow. @param {Spread} a @param {Spread} b */
const over = (a, b) => ({ low: a.low / b.high, high: a.high / b.low });

/** How many times as long one takes as the other. @param {Spread} a @param {Spread} b */
export const timesOf = (a, b) => times(a.median / b.median, over(a, b));

/** The share that one is of the other. @param {Spread} a @param {Spread} b */
export const shareOf = (a, b) => share(a.median / b.median, over(a, b));

/** The share of a whole that is left without a part of it. @param {Spread} part @param {Spread} whole */
export function restOf(part, whole) {
  const { low, high } = over(part, whole);
  return share(1 - part.median / whole.median, { low: Math.max(0, 1 - high), high: 1 - low });
}

/** A time less another one. @param {Spread} a @param {Spread} b */
export const lessBy = (a, b) =>
  ms(a.median - b.median, { low: a.low - b.high, high: a.high - b.low });

/** @param {number} value @returns {Quantity} */
export const count = (value) => ({ value, unit: 'count' });

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const bytes = (value, more) => ({ value, unit: 'B', ...more });

/** Operations in a second. @param {Spread} each ms for each */
export const perSecond = ({ median, low, high }) =>
  /** @type {Quantity} */ ({
    value: 1000 / median,
    unit: 'per-s',
    low: 1000 / high,
    high: 1000 / low,
  });

/** A time with its quartiles. @param {Spread} spread */
export const spreadOf = ({ median, low, high }) => ms(median, { low, high });

/** @param {{low: number, high: number}} spread */
export const quartiles = ({ low, high }) => ({ low, high });

/**
 * The quantities without their bounds, with their quartiles, for sentences that say "seen done after" or "waited" themselves.
 * @param {Record<string, Quantity>} quantities
 * @param {...string} kept whose bounds are the clock's, as the floor's is: no sentence says those
 * @returns {Record<string, Quantity>}
 */
export function unbounded(quantities, ...kept) {
  const entries = Object.entries(quantities).map(([name, { bound, ...rest }]) => [
    name,
    bound && (name === 'floor' || kept.includes(name)) ? { ...rest, bound } : rest,
  ]);
  return Object.fromEntries(entries);
}
