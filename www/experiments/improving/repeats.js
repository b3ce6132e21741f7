/** How often a loop is run for one sample. */

/** Loops shorter than this are run several times for one sample, */
const REPEATED = 20;
/** unless they take so long, ms; */
const ENOUGH = 40;
/** and so often that their clock has moved by this many steps. */
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
