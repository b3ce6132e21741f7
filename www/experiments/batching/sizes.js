/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { count: 16, side: 8 },
  /** Enough to show something on a software GPU. */
  small: { count: 512, side: 16, rounds: 2 },
};
