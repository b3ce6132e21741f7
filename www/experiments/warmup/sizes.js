/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { n: 64, repetitions: 3 },
  /** Enough to show something on a software GPU. */
  small: { n: 192, repetitions: 10, rounds: 3 },
};
