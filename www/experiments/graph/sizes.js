/** Parameters for tests and pictures; the page does not load this. */
export default {
  /** All parts of a run, and as little as possible of each. */
  least: { n: 32 },
  /** Enough to show something on a software GPU. */
  small: { expression: 'z = sum(x @ y) + sum(u @ v)', n: 128 },
};
