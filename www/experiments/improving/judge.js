import { spread } from '../../page/statistics.js';
import { distortions, TELLING } from '../lib/distortions.js';
import { count, ms, share, times } from '../lib/quantities.js';
import { backendIsBusy } from './model.js';

/** A model whose predictions are off by no more than this, in the median, has predicted. */
const GOOD = 0.15;

/**
 * Measures, finding and distortions, from the points and what the model says of them.
 * @param {object} run
 * @param {import('./model.js').Costs} run.costs with which the loops were predicted
 * @param {import('./model.js').Costs} run.unslowed
 * @param {Record<'loops'|'bend', import('../../page/types.js').Curves>} run.curves
 * @param {import('../../page/types.js').Info} run.info
 * @param {number} run.most
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ costs, unslowed, curves, info, leftOut, most }) {
  const { points } = curves.loops;
  const errors = [...errorsOf(curves.loops, 'each'), ...errorsOf(curves.loops, 'once')];
  const worst = errors.reduce((a, b) => (b.error > a.error ? b : a));
  const both = points.once.find(({ x }) => x === points.each.at(-1)?.x);
  const measures = {
    t1: ms(costs.t1),
    t2: ms(costs.t2),
    t3: ms(costs.t3),
    error: share(spread(errors.map(({ error }) => error)).median),
    worst: share(worst.error),
    worstAt: count(worst.x),
    bendError: share(spread(errorsOf(curves.bend, 'once').map(({ error }) => error)).median),
    bendAt: ms(Math.max(0, unslowed.t2 - unslowed.t1)),
    n: count(both?.x ?? most),
    each: ms(points.each.at(-1)?.median ?? NaN),
    once: ms(both?.median ?? NaN),
    ratio: times((points.each.at(-1)?.median ?? NaN) / (both?.median ?? NaN)),
  };
  return {
    measures,
    finding: { key: finding(measures, costs, curves, info), values: { ...measures } },
    distortions: distortions({
      info,
      seen: ms(costs.t1 + costs.t2 + costs.t3),
      shortest: ms(points.once[0].median),
      leftOut,
    }).filter(({ key }) => key !== 'distortion-floor'),
  };
}

/** How far each prediction is from the median measured. @param {import('../../page/types.js').Curves} curves @param {string} name @returns {{x: number, way: string, error: number}[]} */
export function errorsOf({ points, models }, name) {
  return points[name].map(({ x, median }, i) => ({
    x,
    way: name,
    error: Math.abs(models[name][i].y - median) / median,
  }));
}

/** @param {Record<string, import('../../page/types.js').Quantity>} measures @param {import('./model.js').Costs} costs @param {Record<string, import('../../page/types.js').Curves>} curves @param {import('../../page/types.js').Info} info */
function finding({ error }, costs, { loops }, info) {
  if (info.clock.step > TELLING * loops.points.once[0].median) return 'coarse';
  if (error.value > GOOD) return 'disagrees';
  return backendIsBusy(costs, 10_000) ? 'found' : 'found-frontend';
}
