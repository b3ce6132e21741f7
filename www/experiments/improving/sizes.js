/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { side: 16, most: 20 },
  /** Enough to show something on a software GPU. */
  small: { most: 200, side: 32, rounds: 3 },
};
