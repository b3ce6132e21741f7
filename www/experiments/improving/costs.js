/** The three costs, from the rounds that were measured apart from the loops which the costs predict. */
import { LEAST, MARGINS, middleOf, ratioOf, sideOf } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';
import { scatterOf } from '../lib/latency.js';
import { isExact } from '../lib/verdict.js';

/**
 * @typedef {object} Found Of each round, ms for an operation.
 * @property {number[]} t1 enqueuing
 * @property {number[]} t2 by which a longer batch took longer
 * @property {number[]} rest of an operation by itself, beyond both
 * @property {number[]} handing enqueuing, where each operation is handed over at once
 */
/** @typedef {{short: number, long: number, bent: number, lone: number}} Sizes operations in the batches, and by themselves */
/** @typedef {import('../../kit/types.js').Info} Info */
/** @typedef {Partial<Record<'t1'|'t2'|'t3', {low: number, high: number}>>} Ranges */

/**
 * t2 beside t1, as batches show it: `above`, surely longer by more than the margin, so that the slope of two batches is t2; `below`, surely not, so
 * that the frontend sets the pace and t2 is not to be had from them; or `open`. Of too few rounds for an interval the middle says which
 * figures are shown.
 * @param {Pick<Found, 't1'|'t2'>} found @param {Sizes} sizes @param {Info} info @param {import('../lib/quantities.js').Sampled} latency
 */
export function paceOf({ t1, t2 }, { short, long }, info, latency) {
  // A browser that looks for ended work only now and then sees either batch late by more or less, and perhaps the same one late in each
  // round: so the slope of a loop that has the pace of its frontend may come out above the frontend's cost, or below.
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
 * The costs with their intervals: what the judge is given.
 * @param {Found & {own: number[]}} found `own`: the device's own times of an operation, of other rounds; none where it does not time its work
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
  // A given machine's costs are exact.
  if (isExact(info)) return { costs, unslowed };
  const { step } = info.clock;
  // Operations that follow each other at once give their mean as exactly as two readings of the device's clock.
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
 * The interval of a cost that was moved, of which each round's is read within a step of its clock; none is below nothing.
 * @param {number[]} samples ms @param {number} by ms @param {number} step ms
 */
function within(samples, by, step) {
  const { low, high } = middleOf(samples, { step });
  return { low: Math.max(0, low + by), high: Math.max(0, high + by) };
}
