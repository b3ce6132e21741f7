// Middles, intervals and comparisons, by plain arithmetic: each value beside each, each set of ranks by trying.

/** The middle. */
export function mid(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2;
}

/** How many of the sets of ranks 1 to n have a sum of no more than c, by trying each rank in and out. */
const counted = new Map();
function sets(n, c) {
  if (c < 0) return 0;
  if (n === 0) return 1;
  const key = `${n},${c}`;
  if (!counted.has(key)) counted.set(key, sets(n - 1, c) + sets(n - 1, c - n));
  return counted.get(key);
}

/**
 * By how much rounds that resemble the one before make an interval wider. Of ranks, squares of the differences of neighbours say how much:
 * they are twice the spread where nothing follows from the one before.
 */
function stretch(values) {
  const n = values.length;
  if (n <= 11) return 1;
  const sorted = values.map((value, i) => [value, i]).sort(([a], [b]) => a - b);
  const rank = [];
  sorted.forEach(([, i], place) => (rank[i] = place));
  const half = (n - 1) / 2;
  const spread = rank.reduce((sum, place) => sum + (place - half) ** 2, 0);
  const steps = rank.slice(1).reduce((sum, place, i) => sum + (place - rank[i]) ** 2, 0);
  const ends = (rank[0] - half) ** 2 + (rank[n - 1] - half) ** 2;
  const kept = (2 * spread - ends - steps) / (2 * spread) + 1 / n;
  if (kept * Math.sqrt(n) <= 1) return 1;
  return kept > 4 / 5 ? 3 : Math.sqrt((1 + kept) / (1 - kept));
}

/**
 * From the so-manieth mean of two values to the so-manieth from above, where no more than one set in forty lies beyond either, and farther where
 * rounds resemble each other; none of five or fewer.
 */
export function interval(values) {
  const n = values.length;
  const means = values.flatMap((a, i) => values.slice(i).map((b) => (a + b) / 2));
  means.sort((a, b) => a - b);
  let c = 0;
  while (40 * sets(n, c) <= 2 ** n) c += 1;
  if (!c) return { low: -Infinity, high: Infinity };
  const [middle, times] = [mid(means), stretch(values)];
  return {
    low: middle - times * (middle - means[c - 1]),
    high: middle + times * (means[means.length - c] - middle),
  };
}

/** The interval of a quotient of two times of the same rounds. */
export function quotient(a, b) {
  // Of a difference that noise has made negative nothing is known but that it is short.
  const log = (x) => (x > 0 ? Math.log(x) : -1000);
  const { low, high } = interval(a.map((x, i) => log(x) - log(b[i])));
  return { low: Math.exp(low), high: Math.exp(high) };
}
export const minus = (a, b) => a.map((x, i) => x - b[i]);
export const plus = (a, b) => a.map((x, i) => x + b[i]);
export const NINE_TENTHS = 0.9;

/** What two times are to each other: within a tenth of the longer one, or surely unlike. */
export function compared(a, b) {
  const { low, high } = quotient(a, b);
  if (low > NINE_TENTHS && high * NINE_TENTHS < 1) return 'same';
  return low > 1 ? 'more' : high < 1 ? 'less' : 'open';
}
export const side = ({ low, high }, bound) =>
  low > bound ? 'above' : high < bound ? 'below' : 'open';

/** The middle of the means of all pairs. */
export const centre = (values) =>
  mid(values.flatMap((a, i) => values.slice(i).map((b) => (a + b) / 2)));
