/** The lengths of the loops and the number of their runs, so that a run measures enough and ends soon. */
import { repeats } from './repeats.js';

/** The lengths of loops that test the model, beside the longest loop. None of them is used to find its three costs. */
export const LENGTHS = [2, 5, 20, 100, 1000, 10_000];
/** The least number of single operations in a row from which t3 is found. */
export const SINGLES = 14;
/** Time that each of the two loops may take in all, ms, if the lab chooses their lengths. */
const BUDGET = 340;

/** The longest loop for which waiting each time stays within the budget. @param {number} single ms @param {number} rounds @param {number} step of the clock, ms */
export function longest(single, rounds, step) {
  const total = (/** @type {number} */ most) =>
    LENGTHS.reduce((sum, n) => sum + (n <= most ? n * repeats(n, n * single, step) : 0), 0) *
    single *
    rounds;
  return LENGTHS.findLast((n) => total(n) <= BUDGET) ?? LENGTHS[0];
}

/**
 * The least time of the long batch: in ms, in notification latencies, and in steps of the clock. The end of each batch may be
 * read a step late. Whether the frontend sets the pace shows only if that is less than a tenth of the batches' difference.
 */
const LONG = 40;
const LONG_FLOORS = 8;
const LONG_STEPS = 80;
/** The time of the operations that are waited for one by one, in a round, ms. */
const ALONE = 30;

/** Lengths of the batches from which t1 and t2 are found, and of the loop on slower frontends; none is a test's. @param {number} t2 about, ms @param {number} floor ms @param {number} step of the clock, ms */
export function batchesFor(t2, floor, step) {
  const takes = Math.max(LONG, LONG_FLOORS * floor, LONG_STEPS * step);
  const long = Math.round(Math.min(4500, Math.max(24, takes / t2))) + 3;
  return { long, short: Math.round(long / 4) + 1, bent: Math.round(long / 6) + 1 };
}

/**
 * The number of operations that are waited for one by one in a round: t3 is the rest of their time, which scatters more than
 * the time of any loop.
 * @param {number} single ms
 */
export function loneFor(single) {
  return Math.round(Math.min(300, Math.max(SINGLES, ALONE / single)));
}
