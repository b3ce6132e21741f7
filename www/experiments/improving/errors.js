/** How far the model's predictions are from what was measured, and how well that is known. */
import { middleOf } from '../../kit/inference.js';
import { share } from '../lib/quantities.js';

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
export function errorsOf({ points, models }, name, { scatter = () => 0, range = () => [] } = {}) {
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
export function offBy(errors, which) {
  const value = which(errors.map(({ error }) => error));
  const low = which(errors.map(({ least }) => least));
  const high = which(errors.map(({ most }) => most));
  return share(value, { low, high });
}
