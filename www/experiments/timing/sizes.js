/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { n: 8, repetitions: 2 },
  /** Enough to show something on a software GPU. */
  small: { n: 96, repetitions: 4, rounds: 2 },
};
