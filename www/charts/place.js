/** Shares of a line at which a text may stand, the best first. */
const SHARES = [0.5, 0.3, 0.7, 0.15, 0.85];

/**
 * Where on an upright line a text stands clear of others.
 * @param {number} from px
 * @param {number} to px
 * @param {number[]} taken heights at which other texts stand, px
 * @param {number} clearance between the middles of two texts, px
 * @returns {number|null} a share of the way; null where there is no room
 */
export function placeClear(from, to, taken, clearance) {
  const clear = (/** @type {number} */ share) =>
    taken.every((y) => Math.abs(from + (to - from) * share - y) >= clearance);
  return SHARES.find(clear) ?? null;
}

/**
 * Heights for lines of text, each as near as possible to where it belongs, in the same order and clear of each other.
 * @param {number[]} wanted px
 * @param {number} clearance between the middles of two texts, px
 * @param {number} top px
 * @param {number} bottom px
 * @returns {number[]} px
 */
export function spreadApart(wanted, clearance, top, bottom) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const heights = [...wanted];
  order.forEach((i, k) => {
    const above = k ? heights[order[k - 1]] + clearance : top;
    heights[i] = Math.max(wanted[i], above);
  });
  let below = bottom + clearance;
  for (const i of order.toReversed()) {
    heights[i] = Math.min(heights[i], below - clearance);
    below = heights[i];
  }
  return heights;
}
