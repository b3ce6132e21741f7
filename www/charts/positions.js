import { countWhile } from '../kit/lazy.js';

/** Positions of a text on a line, as shares of its length, the best first. */
const SHARES = [0.5, 0.3, 0.7, 0.15, 0.85];

/**
 * The position on an upright line at which a text is clear of other texts.
 * @param {number} from px
 * @param {number} to px
 * @param {number[]} taken heights of other texts, px
 * @param {number} clearance between the middles of two texts, px
 * @param {{top: number, bottom: number}} [room] bounds of the text's middle, px
 * @returns {number|null} a share of the line; null if there is no room
 */
export function placeClear(
  from,
  to,
  taken,
  clearance,
  room = { top: -Infinity, bottom: Infinity },
) {
  const clear = (/** @type {number} */ share) => {
    const at = from + (to - from) * share;
    return at >= room.top && at <= room.bottom && taken.every((y) => Math.abs(at - y) >= clearance);
  };
  return SHARES.find(clear) ?? null;
}

/**
 * Heights for lines of text, each as near as possible to its wanted height, in the same order and clear of each other.
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

/** Finds the stop nearest to an x. @param {number[]} at positions of the stops, rising, px @returns {import('./plot.js').Hit} */
export const nearestStop = (at) => (x) => {
  const next = countWhile(at, (stop) => stop < x);
  return next > 0 && !(at[next] - x < x - at[next - 1]) ? next - 1 : next < at.length ? next : -1;
};

/** Finds the row at a height. @param {number} top px @param {number} step px @param {number} count @returns {import('./plot.js').Hit} */
export const rowAt = (top, step, count) => (_, y) => {
  const row = Math.floor((y - top) / step);
  return row >= 0 && row < count ? row : -1;
};
