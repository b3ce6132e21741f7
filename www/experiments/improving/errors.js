/** The errors of the model's predictions, with their intervals. */
import { middleOf } from '../../kit/inference.js';
import { quantile } from '../../kit/statistics.js';
import { count, share } from '../lib/quantities.js';
import { once } from './model.js';

/** @typedef {import('./model.js').Costs} Costs */
/** @typedef {import('./costs.js').Ranges} Ranges */

/** An end of an interval, or a replacement if it is not finite. @param {number|undefined} end @param {number} otherwise */
export const finite = (end, otherwise) => (Number.isFinite(end) ? Number(end) : otherwise);

/** The error of a prediction, as a share of the measured time. @param {number} predicted ms @param {number} measured ms */
export const errorOf = (predicted, measured) => Math.abs(predicted - measured) / measured;

/**
 * The error of each prediction as a share of the measured time, and the least and the most that it may be: the median of
 * the rounds is known within its interval, the prediction within the costs' intervals, and the reported end within `scatter`.
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
 * A statistic of the errors, with the least and the most that it may be.
 * @param {{error: number, least: number, most: number}[]} errors @param {(list: number[]) => number} which the statistic
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
 * The errors of the model: for loops that wait once, for loops that wait each time, and for a frontend that is slowed down.
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
  // The frontend that is slowed down sends each operation to the backend at once, so its t1 differs and was measured separately.
  const bends = errorsOf(curves.bend, 'once', {
    scatter: (_, time) => scatter(bent, time),
    range: (x) => ends(unslowed).map((one) => once({ ...one, t1: unslowed.t1 + x }, bent)),
  });
  // For the loops that wait each time only proportionality is tested, since t3 was fitted to operations that are waited for.
  const fitted = errorsOf(curves.loops, 'each', { scatter });
  return {
    error: offBy(errors, median),
    worst: offBy(errors, (list) => Math.max(...list)),
    fitted: offBy(fitted, median),
    worstAt: count(errors.reduce((a, b) => (b.error > a.error ? b : a)).x),
    bendError: offBy(bends, median),
  };
}
