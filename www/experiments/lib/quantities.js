/** Numbers that know their unit, and their uncertainty: by `kit/inference.js`, and by nothing else. */
import { middleOf, ratioOf } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';

/** @typedef {import('../../kit/types.js').Quantity} Quantity */
/** @typedef {{samples: number[]}} Sampled Times of rounds, ms, or of whatever unit: a way, a point of a curve. */

/** @param {number} value @param {Partial<Quantity>} [more] @returns {Quantity} */
export const ms = (value, more) => ({ value, unit: 'ms', ...more });

/** A time that ends when the browser reports an end, which may be later than the end itself. @param {number} value @param {Partial<Quantity>} [more] */
export const atMost = (value, more) => ms(value, { bound: '≤', ...more });

/** A time below the clock's step is known only to be no longer than the step. @param {number} value @param {number} step ms */
export const measured = (value, step) => (value < step ? atMost(step) : ms(value));

/** The ends of an interval; none where there are too few rounds for one. @param {{low: number, high: number}} interval @returns {{low?: number, high?: number}} */
export const ends = ({ low, high }) =>
  low === -Infinity || (low === 0 && high === Infinity) ? {} : { low, high };

/**
 * The middle of a time with its interval, in which the clock's step is.
 * @param {Sampled} sampled ms @param {number} step of the clock, ms @param {Partial<Quantity>} [more]
 */
export function timeOf({ samples }, step, more) {
  const { value, ...interval } = middleOf(samples, { step });
  const { low, high } = ends(interval);
  // No time is negative.
  const known = low === undefined ? { step } : { low: Math.max(0, low), high, step: 0 };
  return ms(value, { ...known, ...more });
}

/** The same of a time that ends when its end is reported. @param {Sampled} sampled @param {number} step ms */
export const seenAfter = (sampled, step) => timeOf(sampled, step, { bound: '≤' });

/** The same of a time that may be below the clock's step. @param {Sampled} sampled @param {number} step ms */
export function readingOf(sampled, step) {
  const time = timeOf(sampled, step);
  return time.value < step ? { ...time, value: step, bound: /** @type {const} */ ('≤') } : time;
}

/**
 * The time until next to no work is reported complete, sampled in the same rounds; where it was not, an empty queue's before them.
 * @param {Sampled} latency @param {import('../../kit/types.js').Info} info
 */
export const latencyOf = (latency, info) =>
  latency.samples.length ? readingOf(latency, info.clock.step) : floorOf(info);

/** The time until an empty queue is reported complete, as it was before the rounds. @param {import('../../kit/types.js').Info} info */
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

/** One time as a multiple of the other, round by round. @param {Sampled} a @param {Sampled} b of the same rounds @param {number} step of the clock that both were read from */
export function timesOf(a, b, step) {
  const { value, ...interval } = ratioOf(a.samples, b.samples, { step });
  return times(value, ends(interval));
}

/** The share that one is of the other, round by round. @param {Sampled} a @param {Sampled} b of the same rounds @param {number} step of the clock that both were read from */
export const shareOf = (a, b, step) => ({
  ...timesOf(a, b, step),
  unit: /** @type {const} */ ('share'),
});

/** The share of a whole that is left without a part of it. @param {Sampled} part @param {Sampled} whole @param {number} step of the clock that both were read from */
export function restOf(part, whole, step) {
  const { value, low, high } = timesOf(part, whole, step);
  const rest = (/** @type {number} */ taken) => Math.max(0, 1 - taken);
  return share(
    rest(value),
    low === undefined || high === undefined ? {} : { low: rest(high), high: rest(low) },
  );
}

/**
 * The second time of each round less its first, ms: of the same round, so that a disturbance of the round moves both.
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
 * The shortest of several times, which is one of them by chance: not below all of their intervals, and no longer than the first, which
 * was chosen beforehand.
 * @param {Sampled[]} list @param {number} step ms
 */
export const shortestOf = (list, step) => oneOf(list, step, Math.min);

/** The longest, likewise. @param {Sampled[]} list @param {number} step ms */
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

/** Operations in a second, of a single time. @param {number} each ms for each @returns {Quantity} */
export const rateOf = (each) => ({ value: 1000 / each, unit: 'per-s' });

/** Operations in a second, with the interval. @param {Sampled} each ms for each @param {number} step by which that may be off, ms */
export function perSecond(each, step) {
  const { value, low, high } = timeOf(each, step);
  const interval =
    low === undefined || high === undefined ? {} : { low: 1000 / high, high: 1000 / low };
  return { ...rateOf(value), ...interval };
}

/** A time with its quartiles: how it scatters, and not how well it is known. @param {import('../../kit/types.js').Spread} spread @param {Partial<Quantity>} [more] */
export const spreadOf = ({ median, low, high }, more) => ms(median, { low, high, ...more });

/** @param {{low: number, high: number}} spread */
export const quartiles = ({ low, high }) => ({ low, high });

/**
 * The quantities without their bounds, with their intervals, for sentences that state the bound in words.
 * @param {Record<string, Quantity>} quantities
 * @param {...string} kept whose bounds are the clock's, such as the latency's: no sentence states those
 * @returns {Record<string, Quantity>}
 */
export function withoutBounds(quantities, ...kept) {
  const entries = Object.entries(quantities).map(([name, { bound, ...rest }]) => [
    name,
    bound && (name === 'floor' || kept.includes(name)) ? { ...rest, bound } : rest,
  ]);
  return Object.fromEntries(entries);
}
