/** The three costs, from the rounds that were measured apart from the loops which the costs predict. */
import { middleOf } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';
import { isExact } from '../lib/verdict.js';

/** A loop that waits once and takes no more than this many times its enqueuing has the pace of the frontend. */
const PACED = 1.1;

/**
 * @typedef {object} Found Of each round, ms for an operation.
 * @property {number[]} t1 enqueuing
 * @property {number[]} t2 by which a longer batch took longer
 * @property {number[]} rest of an operation by itself, beyond both
 * @property {number[]} handing enqueuing, where each operation is handed over at once
 */
/** @typedef {{short: number, long: number, bent: number, lone: number}} Sizes operations in the batches, and by themselves */
/** @typedef {import('../../kit/types.js').Info} Info */

/**
 * Whether the frontend sets the pace of a batch, so that t2 is not to be had from two of them.
 * @param {Found} found @param {Sizes} sizes @param {Info} info
 */
export function isPaced({ t1, t2 }, { short, long }, { floor, clock }) {
  // A browser that looks for ended work only now and then sees either batch late by more or less: so the slope of a loop that has the
  // pace of its frontend may come out above the frontend's cost. Looks at even distances scatter over twice their quartiles' distance.
  const looks = (2 * (floor.high - floor.low + clock.step)) / (long - short);
  return spread(t2).low - looks <= spread(t1).high * PACED;
}

/**
 * The costs with their intervals: what the judge is given.
 * @param {Found & {own: number[]}} found `own`: the device's own times of an operation, of other rounds; none where it does not time its work
 * @param {Sizes} sizes @param {Info} info
 */
export function costsOf({ t1, t2, rest, handing, own }, sizes, info) {
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
  // Operations that follow each other at once tell their mean as well as two readings of the device's clock do.
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
    bounded: own.length === 0 && isPaced({ t1, t2, rest, handing }, sizes, info),
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
