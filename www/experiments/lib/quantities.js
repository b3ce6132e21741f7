/** Numbers that know their unit. */
import { spread } from '../../kit/statistics.js';

/** @typedef {import('../../kit/types.js').Quantity} Quantity */
/** @typedef {import('../../kit/types.js').Spread} Spread */

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const ms = (value, more) => ({ value, unit: 'ms', ...more });

/** A time that ends when the browser reports an end, which may be later than the end itself. @param {number} value @param {Partial<Quantity>} [more] */
export const atMost = (value, more) => ms(value, { bound: '≤', ...more });

/** A time below the clock's step is known only to be no longer than the step. @param {number} value @param {number} step ms */
export const measured = (value, step) => (value < step ? atMost(step) : ms(value));

/** The time until an empty queue is seen done. @param {import('../../kit/types.js').Info} info */
export const floorOf = ({ floor, clock: { backendStep: step } }) => ({
  ...measured(floor.median, step),
  ...quartiles(floor),
  step,
});

/**
 * The same, where each time that has no step of its own carries that of the clock of the run.
 * @template {Record<string, Quantity>} T
 * @param {number} step ms
 * @param {T} quantities
 * @returns {T}
 */
export const withStep = (step, quantities) =>
  /** @type {T} */ (
    Object.fromEntries(
      Object.entries(quantities).map(([name, one]) => [
        name,
        one.unit === 'ms' ? { step, ...one } : one,
      ]),
    )
  );

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const times = (value, more) => ({ value, unit: 'x', ...more });

/** @param {number} value 0 to 1, or more @param {Partial<Quantity>} [more] @returns {Quantity} */
export const share = (value, more) => ({ value, unit: 'share', ...more });

/**
 * One time over another, from the least to the most that their quartiles and the step of the clock allow: each of them may be
 * a step longer or shorter than it was read.
 * @param {Spread} a @param {Spread} b @param {number} step ms, or whatever unit the two have
 */
function over(a, b, step) {
  const least = b.low - step;
  const high = a.high + step;
  // No time is below nothing, but a difference of two may be.
  const low = a.low < 0 ? a.low - step : Math.max(0, a.low - step);
  const most = least > 0 ? high / least : Infinity;
  return {
    low: low / (low < 0 ? Math.max(least, step, Number.EPSILON) : b.high + step),
    high: high < 0 ? high / (b.high + step) : most,
  };
}

/** One time as a multiple of the other. @param {Spread} a @param {Spread} b @param {number} step of the clock that both were read from */
export const timesOf = (a, b, step) => times(a.median / b.median, over(a, b, step));

/** The share that one is of the other. @param {Spread} a @param {Spread} b @param {number} step of the clock that both were read from */
export const shareOf = (a, b, step) => share(a.median / b.median, over(a, b, step));

/** The share of a whole that is left without a part of it. @param {Spread} part @param {Spread} whole @param {number} step of the clock that both were read from */
export function restOf(part, whole, step) {
  const { low, high } = over(part, whole, step);
  const rest = (/** @type {number} */ taken) => Math.max(0, 1 - taken);
  return share(rest(part.median / whole.median), { low: rest(high), high: rest(low) });
}

/**
 * The second time of each round less its first, ms: of the same round, so that a disturbance of the round moves both.
 * @param {import('../../kit/types.js').Way} later @param {import('../../kit/types.js').Way} earlier @returns {Spread}
 */
export const between = (later, earlier) =>
  spread(later.samples.map((time, i) => time - earlier.samples[i]));

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const count = (value, more) => ({ value, unit: 'count', ...more });

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const bytes = (value, more) => ({ value, unit: 'B', ...more });

/** Operations in a second. @param {Spread} each ms for each @param {number} [step] by which that may be off, ms */
export const perSecond = ({ median, low, high }, step = 0) =>
  /** @type {Quantity} */ ({
    value: 1000 / median,
    unit: 'per-s',
    low: 1000 / (high + step),
    high: low > step ? 1000 / (low - step) : Infinity,
  });

/** A time with its quartiles. @param {Spread} spread @param {Partial<Quantity>} [more] */
export const spreadOf = ({ median, low, high }, more) => ms(median, { low, high, ...more });

/** @param {{low: number, high: number}} spread */
export const quartiles = ({ low, high }) => ({ low, high });

/**
 * The quantities without their bounds, with their quartiles, for sentences that say "seen done after" or "waited" themselves.
 * @param {Record<string, Quantity>} quantities
 * @param {...string} kept whose bounds are the clock's, as the floor's is: no sentence says those
 * @returns {Record<string, Quantity>}
 */
export function withoutBounds(quantities, ...kept) {
  const entries = Object.entries(quantities).map(([name, { bound, ...rest }]) => [
    name,
    bound && (name === 'floor' || kept.includes(name)) ? { ...rest, bound } : rest,
  ]);
  return Object.fromEntries(entries);
}
