/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { n: 8, largest: 32, loop: 1 },
  /** Enough to show something on a software GPU. */
  small: { largest: 512, loop: 6, rounds: 2 },
};
