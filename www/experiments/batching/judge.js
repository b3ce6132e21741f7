import { spread } from '../../kit/statistics.js';
import { distortions } from '../lib/distortions.js';
import { count as counted, floorOf, measured, ms, perSecond, times } from '../lib/quantities.js';

/** Less than this is no gain worth a sentence. */
const GAIN = 1.2;

/**
 * Measures, finding and distortions, from the points.
 * @param {object} run
 * @param {Record<'cost'|'age', import('../../kit/types.js').Curves>} run.curves ms for each operation; ms
 * @param {import('../../kit/types.js').Info} run.info
 * @param {number} run.count operations
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ curves, info, count, leftOut }) {
  const { each, enqueue } = curves.cost.points;
  const { first } = curves.age.points;
  const best = each.reduce((a, b) => (b.median < a.median ? b : a));
  const enqueueing = spread(enqueue.map(({ median }) => median)).median;
  const shortest = best.median * count;
  const measures = {
    one: ms(each[0].median),
    least: ms(best.median),
    best: counted(best.x),
    rateOne: perSecond(1000 / each[0].median),
    rateMost: perSecond(1000 / best.median),
    gain: times(each[0].median / best.median),
    enqueue: measured(enqueueing, info.clock.step / count),
    firstOne: ms(first[0].median),
    firstMost: ms(first[first.length - 1].median),
    shortest: ms(shortest),
    floor: floorOf(info),
  };
  const found = each[0].low > best.high ? 'found' : 'unsteady';
  const clear = measures.gain.value < GAIN ? 'disagrees' : found;
  const key = shortest <= info.floor.high ? 'coarse' : clear;
  return {
    measures,
    finding: { key, values: measures },
    distortions: distortions({
      info,
      seen: ms(Math.min(shortest, ...first.map(({ median }) => median))),
      shortest: ms(enqueueing * count),
      even: each.map(({ median, low, high }) => ({
        median: median * count,
        low: low * count,
        high: high * count,
      })),
      leftOut,
    }),
  };
}
