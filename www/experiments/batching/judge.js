import { spread } from '../../kit/statistics.js';
import { distortions } from '../lib/distortions.js';
import {
  count as counted,
  floorOf,
  measured,
  ms,
  perSecond,
  quartiles,
  withStep,
  spreadOf,
  timesOf,
} from '../lib/quantities.js';
import { drowned } from '../lib/verdict.js';

/** Less than the first is no gain worth a sentence, if it is not more than the second for sure. */
const [GAIN, SURELY] = [1.2, 1.5];
/** Operations per submission that one is compared with, as the lab has by default, or all of a shorter loop. Chosen beforehand: the fastest of many is by chance. */
export const MANY = 256;

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
  const many = each.findLast(({ x }) => x <= MANY) ?? each[0];
  const { step } = info.clock;
  const enqueueing = spread(enqueue.map(({ median }) => median));
  const shortest = {
    median: many.median * count,
    low: many.low * count,
    high: many.high * count,
  };
  const coarse = drowned(shortest, info);
  // All operations are timed together.
  const one = { step: step / count };
  const measures = withStep(step, {
    one: spreadOf(each[0], one),
    eachMany: spreadOf(many, one),
    many: counted(many.x),
    best: coarse ? counted(NaN) : fastest(each, one.step),
    rateOne: perSecond(each[0], one.step),
    rateMany: perSecond(many, one.step),
    gain: timesOf(each[0], many, one.step),
    enqueue: {
      ...measured(enqueueing.median, one.step),
      ...quartiles(enqueueing),
      ...one,
    },
    firstOne: spreadOf(first[0]),
    firstMost: spreadOf(first[first.length - 1]),
    shortest: ms(shortest.median, quartiles(shortest)),
    floor: floorOf(info),
  });
  const key = coarse ? 'coarse' : finding(measures.gain);
  return {
    measures,
    finding: { key, values: measures },
    distortions: distortions({
      info,
      seen: ms(Math.min(shortest.median, ...first.map(({ median }) => median)), { step }),
      shortest: ms(enqueueing.median * count, { step }),
      even: each.map(({ median, low, high }) => ({
        median: median * count,
        low: low * count,
        high: high * count,
      })),
      leftOut,
    }),
  };
}

/** @param {import('../../kit/types.js').Quantity} gain */
function finding({ value, low = value, high = value }) {
  if (value < GAIN) return high < SURELY ? 'disagrees' : 'unsteady';
  return low > 1 ? 'found' : 'unsteady';
}

/**
 * The sizes that the rounds do not tell from the fastest, from the smallest to the largest of them.
 * @param {import('../../kit/types.js').Point[]} each
 * @param {number} step by which each may be off, ms
 */
function fastest(each, step) {
  const best = each.reduce((a, b) => (b.median < a.median ? b : a));
  const alike = each.filter(({ low }) => low - step <= best.high + step);
  return counted(best.x, { low: alike[0].x, high: alike[alike.length - 1].x });
}
