/** How far the model's predictions are from what was measured, and how well that is known. */
import { middleOf } from '../../kit/inference.js';
import { quantile } from '../../kit/statistics.js';
import { count, share } from '../lib/quantities.js';
import { once } from './model.js';

/** @typedef {import('./model.js').Costs} Costs */
/** @typedef {import('./costs.js').Ranges} Ranges */

/** An end of an interval, where there is one. @param {number|undefined} end @param {number} otherwise */
export const finite = (end, otherwise) => (Number.isFinite(end) ? Number(end) : otherwise);

/** The distance of a prediction from what was measured, as a share of that. @param {number} predicted ms @param {number} measured ms */
export const errorOf = (predicted, measured) => Math.abs(predicted - measured) / measured;

/**
 * The distance of each prediction from what was measured, as a share of that, and the least and the most that it may be: the middle of
 * the rounds is known within its interval, the prediction within those of the costs, and a report may be late by so much.
 * @param {import('../../kit/types.js').Curves} curves @param {string} name
 * @param {object} [known]
 * @param {(x: number, time: number) => number} [known.scatter] ms
 * @param {(x: number) => number[]} [known.range] the least and the most that the model gives, ms
 */
function errorsOf({ points, models }, name, { scatter = () => 0, range = () => [] } = {}) {
  return points[name].map(({ x, median, samples }, i) => {
    const { y } = models[name][i];
    const interval = middleOf(samples);
    const slack = scatter(x, median);
    const low = finite(interval.low, median) - slack;
    const high = finite(interval.high, median) + slack;
    const [under, over] = [Math.min(y, ...range(x)), Math.max(y, ...range(x))];
    return {
      x,
      error: errorOf(y, median),
      least: Math.max(0, low - over, under - high) / median,
      most: Math.max(high - under, over - low) / median,
    };
  });
}

/**
 * One of the errors of predictions, from the least to the most that it may be.
 * @param {{error: number, least: number, most: number}[]} errors @param {(list: number[]) => number} which of them
 */
function offBy(errors, which) {
  const value = which(errors.map(({ error }) => error));
  const low = which(errors.map(({ least }) => least));
  const high = which(errors.map(({ most }) => most));
  return share(value, { low, high });
}

/** The costs at one end of their intervals. @param {'low'|'high'} end @param {Ranges} spreads @param {Costs} costs @returns {Costs} */
export const endOf = (end, spreads, { t1, t2, t3 }) => ({
  t1: finite(spreads.t1?.[end], t1),
  t2: finite(spreads.t2?.[end], t2),
  t3: finite(spreads.t3?.[end], t3),
});

const median = (/** @type {number[]} */ list) => quantile(list, 0.5);

/**
 * The errors of the model: of the loops that wait once, of those that wait each time, and where the frontend is slowed down.
 * @param {{curves: Record<'loops'|'bend', import('../../kit/types.js').Curves>, costs: Costs, unslowed: Costs, spreads: Ranges, bent: number}} run
 *   `bent`: operations of each loop whose frontend is slowed down
 * @param {(n: number, time: number) => number} scatter by which the end of a loop is seen earlier or later, ms
 */
export function predictionErrors({ curves, costs, unslowed, spreads, bent }, scatter) {
  const ends = (/** @type {Costs} */ middle) => [
    endOf('low', spreads, middle),
    endOf('high', spreads, middle),
  ];
  const errors = errorsOf(curves.loops, 'once', {
    scatter,
    range: (n) => ends(costs).map((one) => once(one, n)),
  });
  // The frontend that is slowed down is another one: its own t1 was measured apart.
  const bends = errorsOf(curves.bend, 'once', {
    scatter: (_, time) => scatter(bent, time),
    range: (x) => ends(unslowed).map((one) => once({ ...one, t1: unslowed.t1 + x }, bent)),
  });
  // Of the loops that wait each time: t3 was fitted to operations that are waited for, so that this tests proportionality alone.
  const fitted = errorsOf(curves.loops, 'each', { scatter });
  return {
    error: offBy(errors, median),
    worst: offBy(errors, (list) => Math.max(...list)),
    fitted: offBy(fitted, median),
    worstAt: count(errors.reduce((a, b) => (b.error > a.error ? b : a)).x),
    bendError: offBy(bends, median),
  };
}
