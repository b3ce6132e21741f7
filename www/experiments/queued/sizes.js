/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { n: 64 },
  /** Enough to show something on a software GPU. */
  small: { n: 256, rounds: 3 },
};
