// Medians, intervals and comparisons, by plain arithmetic: all pairs of values and all sets of ranks are enumerated.

/** The median. */
export function mid(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)] + sorted[Math.ceil(half)]) / 2;
}

/** How many of the sets of ranks 1 to n have a sum of at most c: each rank is tried in the set and outside it. */
const counted = new Map();
function sets(n, c) {
  if (c < 0) return 0;
  if (n === 0) return 1;
  const key = `${n},${c}`;
  if (!counted.has(key)) counted.set(key, sets(n - 1, c) + sets(n - 1, c - n));
  return counted.get(key);
}

/**
 * The factor by which an interval is wider because rounds resemble their predecessors. It follows from the squared differences of
 * neighbouring ranks: if rounds are independent, these add up to twice the squares of the ranks' distances from their mean.
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
 * From the c-th smallest mean of two values to the c-th largest, where at most one set of ranks in forty lies beyond either end. It is wider where
 * rounds resemble each other. Five or fewer values have no interval.
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
  // Noise can make a difference of times negative. Such a time counts as very short.
  const log = (x) => (x > 0 ? Math.log(x) : -1000);
  const { low, high } = interval(a.map((x, i) => log(x) - log(b[i])));
  return { low: Math.exp(low), high: Math.exp(high) };
}
export const minus = (a, b) => a.map((x, i) => x - b[i]);
export const plus = (a, b) => a.map((x, i) => x + b[i]);
export const NINE_TENTHS = 0.9;

/** Compares two times: `same` within a tenth of the longer time, `more`, `less`, or `open`. */
export function compared(a, b) {
  const { low, high } = quotient(a, b);
  if (low > NINE_TENTHS && high * NINE_TENTHS < 1) return 'same';
  return low > 1 ? 'more' : high < 1 ? 'less' : 'open';
}
export const side = ({ low, high }, bound) =>
  low > bound ? 'above' : high < bound ? 'below' : 'open';

/** The median of the means of all pairs. */
export const centre = (values) =>
  mid(values.flatMap((a, i) => values.slice(i).map((b) => (a + b) / 2)));
