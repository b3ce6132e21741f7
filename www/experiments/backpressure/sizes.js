/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { bound: 8, count: 64, side: 8 },
  /** Enough to show something on a software GPU. */
  small: { bound: 64, count: 512, side: 32, rounds: 2 },
};
