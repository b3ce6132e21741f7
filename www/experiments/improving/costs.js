/** The three costs, from rounds other than those of the loops that the costs predict. */
import { LEAST, MARGINS, middleOf, ratioOf, sideOf } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';
import { scatterOf } from '../lib/latency.js';
import { isExact } from '../lib/verdict.js';

/**
 * @typedef {object} Found The times of an operation in each round, ms.
 * @property {number[]} t1 of enqueuing
 * @property {number[]} t2 the time that each operation adds to a batch
 * @property {number[]} rest of an operation that is waited for by itself, beyond t1 and t2
 * @property {number[]} handing of enqueuing, if each operation is sent to the backend at once
 */
/** @typedef {{short: number, long: number, bent: number, lone: number}} Sizes operations in the batches; `lone`: operations waited for one by one */
/** @typedef {import('../../kit/types.js').Info} Info */
/** @typedef {Partial<Record<'t1'|'t2'|'t3', {low: number, high: number}>>} Ranges */

/**
 * t2 compared with t1, from batches. `above`: t2 is surely longer by more than the margin, so the slope of two batches is t2. `below`: it surely
 * is not, so the frontend sets the pace and batches do not show t2. Else `open`. With too few rounds for an interval, the median decides.
 * @param {Pick<Found, 't1'|'t2'>} found @param {Sizes} sizes @param {Info} info @param {import('../lib/quantities.js').Sampled} latency
 */
export function paceOf({ t1, t2 }, { short, long }, info, latency) {
  // A browser that polls for completion reports either batch more or less late, and perhaps the same batch late in each
  // round. So the slope of a loop at the frontend's pace may come out above or below the frontend's cost.
  const late = scatterOf(latency, info) + 2 * info.clock.step;
  const step = info.clock.step / (long - short);
  const ratio = (/** @type {number} */ by) => {
    const { value, low, high } = ratioOf(
      t2.map((time) => time + by / (long - short)),
      t1,
      { step },
    );
    return t1.length < LEAST ? { low: value, high: value } : { low, high };
  };
  return sideOf({ low: ratio(-late).low, high: ratio(late).high }, MARGINS.same);
}

/**
 * The costs with their intervals, as arguments of `judge`.
 * @param {Found & {own: number[]}} found `own`: the device's own times of an operation, from other rounds; empty if it does not time its work
 * @param {Sizes} sizes @param {Info} info @param {import('../lib/quantities.js').Sampled} latency of the same rounds
 */
export function costsOf({ t1, t2, rest, handing, own }, sizes, info, latency) {
  const { short, long, lone } = sizes;
  const median = (/** @type {number[]} */ samples) => spread(samples).median;
  const fromDevice = own.length > 0 && median(own) < median(t2);
  const running = fromDevice ? own : t2;
  // A smaller t2 means a larger t3: the rest of a single operation contains both.
  const shift = median(t2) - median(running);
  const costs = {
    t1: median(t1),
    t2: median(running),
    t3: Math.max(0, median(rest) + shift),
  };
  const unslowed = { ...costs, t1: median(handing) };
  // The costs that a simulated device is given are exact.
  if (isExact(info)) return { costs, unslowed };
  const { step } = info.clock;
  // The mean of operations without pauses between them has the error of two readings of the device's clock, divided by their number.
  const reading = (2 * (info.timestamps?.quantum ?? 0)) / short;
  return {
    costs,
    unslowed,
    spreads: {
      t1: within(t1, 0, step / long),
      t2: within(running, 0, fromDevice ? reading : step / (long - short)),
      t3: within(rest, shift, step / Math.sqrt(lone)),
    },
    rounds: { t1, t2, own: fromDevice ? own : [] },
    pace: own.length ? /** @type {const} */ ('above') : paceOf({ t1, t2 }, sizes, info, latency),
  };
}

/**
 * The interval of a cost that is shifted by `by`. It is not negative.
 * @param {number[]} samples ms @param {number} by ms @param {number} step by which a sample may be off, ms
 */
function within(samples, by, step) {
  const { low, high } = middleOf(samples, { step });
  return { low: Math.max(0, low + by), high: Math.max(0, high + by) };
}
