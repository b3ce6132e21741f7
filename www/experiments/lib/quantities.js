/** Numbers with their unit and their uncertainty, which comes from `kit/inference.js` alone. */
import { middleOf, ratioOf } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';

/** @typedef {import('../../kit/types.js').Quantity} Quantity */
/** @typedef {{samples: number[]}} Sampled Values of rounds, in ms or another unit, as a way or a curve's point has them. */

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const ms = (value, more) => ({ value, unit: 'ms', ...more });

/** A time that ends with the browser's report of completion, which may be later than completion itself. @param {number} value @param {Partial<Quantity>} [more] */
export const atMost = (value, more) => ms(value, { bound: '≤', ...more });

/** A time below the clock's step is known only to be no longer than the step. @param {number} value @param {number} step ms */
export const measured = (value, step) => (value < step ? atMost(step) : ms(value));

/** The ends of an interval; none if there are too few rounds for an interval. @param {{low: number, high: number}} interval @returns {{low?: number, high?: number}} */
export const ends = ({ low, high }) =>
  low === -Infinity || (low === 0 && high === Infinity) ? {} : { low, high };

/**
 * The median of a time, with its interval, which includes the clock's step.
 * @param {Sampled} sampled ms @param {number} step of the clock, ms @param {Partial<Quantity>} [more]
 */
export function timeOf({ samples }, step, more) {
  const { value, ...interval } = middleOf(samples, { step });
  const { low, high } = ends(interval);
  // No time is negative.
  const known = low === undefined ? { step } : { low: Math.max(0, low), high, step: 0 };
  return ms(value, { ...known, ...more });
}

/** `timeOf` for a time that ends with a notification. @param {Sampled} sampled @param {number} step ms */
export const seenAfter = (sampled, step) => timeOf(sampled, step, { bound: '≤' });

/** `timeOf` for a time that may be below the clock's step. @param {Sampled} sampled @param {number} step ms */
export function readingOf(sampled, step) {
  const time = timeOf(sampled, step);
  return time.value < step ? { ...time, value: step, bound: /** @type {const} */ ('≤') } : time;
}

/**
 * The notification latency, sampled in the same rounds; without samples, an empty queue's before the rounds.
 * @param {Sampled} latency @param {import('../../kit/types.js').Info} info
 */
export const latencyOf = (latency, info) =>
  latency.samples.length ? readingOf(latency, info.clock.step) : floorOf(info);

/** The notification latency of an empty queue before the rounds. @param {import('../../kit/types.js').Info} info */
export const floorOf = ({ floor, clock: { backendStep: step } }) => ({
  ...measured(floor.median, step),
  ...quartiles(floor),
  step,
});

/**
 * The quantities, where each time without a step gets that of the run's clock.
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

/** One time as a multiple of the other, round by round. @param {Sampled} a @param {Sampled} b of the same rounds @param {number} step of the clock that both were read from */
export function timesOf(a, b, step) {
  const { value, ...interval } = ratioOf(a.samples, b.samples, { step });
  return times(value, ends(interval));
}

/** `a` as a share of `b`, round by round. @param {Sampled} a @param {Sampled} b of the same rounds @param {number} step of the clock that both were read from */
export const shareOf = (a, b, step) => ({
  ...timesOf(a, b, step),
  unit: /** @type {const} */ ('share'),
});

/** The share of the whole that is left after the part. @param {Sampled} part @param {Sampled} whole @param {number} step of the clock that both were read from */
export function restOf(part, whole, step) {
  const { value, low, high } = timesOf(part, whole, step);
  const rest = (/** @type {number} */ taken) => Math.max(0, 1 - taken);
  return share(
    rest(value),
    low === undefined || high === undefined ? {} : { low: rest(high), high: rest(low) },
  );
}

/**
 * The difference of two times of each round, ms. A disturbance of a round moves both.
 * @param {Sampled} later @param {Sampled} earlier @returns {Sampled & import('../../kit/types.js').Spread}
 */
export function between(later, earlier) {
  const samples = later.samples.map((time, i) => time - earlier.samples[i]);
  return { samples, ...spread(samples) };
}

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const count = (value, more) => ({ value, unit: 'count', ...more });

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const bytes = (value, more) => ({ value, unit: 'B', ...more });

/**
 * The shortest of several times. Chance may decide which time that is, so its interval reaches from the lowest end of all to the upper
 * end of the first, which was chosen beforehand.
 * @param {Sampled[]} list @param {number} step ms
 */
export const shortestOf = (list, step) => oneOf(list, step, Math.min);

/** The longest of several times, from the lower end of the first to the highest end of all. @param {Sampled[]} list @param {number} step ms */
export const longestOf = (list, step) => oneOf(list, step, Math.max);

/** @param {Sampled[]} list @param {number} step ms @param {(...all: number[]) => number} extreme */
function oneOf(list, step, extreme) {
  const all = list.map((one) => timeOf(one, step));
  const value = extreme(...all.map((one) => one.value));
  const [{ low, high }] = all;
  if (low === undefined || high === undefined) return ms(value, { step });
  const lows = all.map((one) => Number(one.low));
  const highs = all.map((one) => Number(one.high));
  return extreme === Math.min
    ? ms(value, { low: Math.min(...lows), high, step: 0 })
    : ms(value, { low, high: Math.max(...highs), step: 0 });
}

/** Operations in a second, without an interval. @param {number} each ms for each @returns {Quantity} */
export const rateOf = (each) => ({ value: 1000 / each, unit: 'per-s' });

/** Operations in a second, with the interval. @param {Sampled} each ms for each @param {number} step by which that time may be off, ms */
export function perSecond(each, step) {
  const { value, low, high } = timeOf(each, step);
  const interval =
    low === undefined || high === undefined ? {} : { low: 1000 / high, high: 1000 / low };
  return { ...rateOf(value), ...interval };
}

/** A time with its quartiles, which show its scatter and not its uncertainty. @param {import('../../kit/types.js').Spread} spread @param {Partial<Quantity>} [more] */
export const spreadOf = ({ median, low, high }, more) => ms(median, { low, high, ...more });

/** @param {{low: number, high: number}} spread */
export const quartiles = ({ low, high }) => ({ low, high });

/**
 * The quantities with their intervals but without their bounds, for sentences that state the bound in words.
 * @param {Record<string, Quantity>} quantities
 * @param {...string} kept names whose bound is the clock's step and stays, as the latency's does: no sentence states it
 * @returns {Record<string, Quantity>}
 */
export function withoutBounds(quantities, ...kept) {
  const entries = Object.entries(quantities).map(([name, { bound, ...rest }]) => [
    name,
    bound && (name === 'floor' || kept.includes(name)) ? { ...rest, bound } : rest,
  ]);
  return Object.fromEntries(entries);
}
