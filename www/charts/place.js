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
