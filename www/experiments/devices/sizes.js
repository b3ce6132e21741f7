/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { n: 32, m: 32, products: 2, batches: 2 },
  /** Enough to show something on a software GPU. */
  small: { n: 96, m: 64, products: 3, batches: 4, rounds: 2 },
};
