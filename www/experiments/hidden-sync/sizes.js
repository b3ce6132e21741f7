/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { n: 16, batches: 4 },
  /** Enough to show something on a software GPU. */
  small: { n: 32, batches: 8, rounds: 2 },
};
