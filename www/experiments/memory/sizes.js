/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { features: 16, batch: 16, batches: 6, ways: 'all' },
  /** Enough to show something on a software GPU. */
  small: { features: 32, batch: 32, batches: 20, rounds: 1 },
};
