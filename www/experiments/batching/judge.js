import { spread } from '../../kit/statistics.js';
import { distortions } from '../lib/distortions.js';
import {
  count as counted,
  floorOf,
  measured,
  ms,
  perSecond,
  quartiles,
  spreadOf,
  timesOf,
} from '../lib/quantities.js';

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
  const enqueueing = spread(enqueue.map(({ median }) => median));
  const shortest = best.median * count;
  const measures = {
    one: spreadOf(each[0]),
    least: spreadOf(best),
    best: counted(best.x),
    rateOne: perSecond(each[0]),
    rateMost: perSecond(best),
    gain: timesOf(each[0], best),
    enqueue: {
      ...measured(enqueueing.median, info.clock.step / count),
      ...quartiles(enqueueing),
    },
    firstOne: spreadOf(first[0]),
    firstMost: spreadOf(first[first.length - 1]),
    shortest: ms(shortest, { low: best.low * count, high: best.high * count }),
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
      shortest: ms(enqueueing.median * count),
      even: each.map(({ median, low, high }) => ({
        median: median * count,
        low: low * count,
        high: high * count,
      })),
      leftOut,
    }),
  };
}
