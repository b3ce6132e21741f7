/** The number of runs of a loop for one sample. */

/** A short loop is repeated until its runs have this many operations in all, */
const REPEATED = 20;
/** or until they take this long, ms; */
const ENOUGH = 40;
/** but at least until they take this many steps of the clock. */
const STEPS = 12;

/**
 * The number of runs of a loop for one sample.
 * @param {number} n its length @param {number} takes about, ms @param {number} step of the clock, ms
 */
export function repeats(n, takes, step) {
  const each = Math.max(takes, 1e-3);
  const enough = Math.min(Math.ceil(REPEATED / n), Math.ceil(ENOUGH / each));
  return Math.max(1, enough, Math.ceil((STEPS * step) / each));
}
