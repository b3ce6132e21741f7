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

/** Fewer samples have no quartiles. */
const LEAST = 5;

/**
 * Median and quartiles, or with fewer than five samples the least and the greatest of them; NaN where there is none.
 * @param {number[]} samples
 * @returns {import('./types.js').Spread}
 */
export function spread(samples) {
  return {
    median: quantile(samples, 0.5),
    low: quantile(samples, samples.length < LEAST ? 0 : 0.25),
    high: quantile(samples, samples.length < LEAST ? 1 : 0.75),
  };
}

/** Numbers from 0 to 1, the same for the same seed: a Weyl sequence, mixed (Steele, Lea, Flood 2014). @param {number} seed */
export function randomOf(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
}

/**
 * The same elements in random order (Fisher and Yates).
 * @template T @param {T[]} list @param {() => number} random @returns {T[]}
 */
export function shuffled(list, random) {
  const all = [...list];
  for (let i = all.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}
