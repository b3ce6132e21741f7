/**
 * A quantile by linear interpolation between order statistics (Hyndman & Fan 1996, type 7; NumPy's default).
 * @param {number[]} samples at least one
 * @param {number} share 0..1
 */
export function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}

/**
 * Median and quartiles; NaN where there is no sample.
 * @param {number[]} samples
 * @returns {import('./types.js').Spread}
 */
export function spread(samples) {
  return {
    median: quantile(samples, 0.5),
    low: quantile(samples, 0.25),
    high: quantile(samples, 0.75),
  };
}
