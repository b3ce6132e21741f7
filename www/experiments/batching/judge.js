import { comparison } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';
import { distortions } from '../lib/distortions.js';
import {
  count as counted,
  latencyOf,
  ms,
  perSecond,
  readingOf,
  timeOf,
  timesOf,
  withStep,
} from '../lib/quantities.js';
import { drowned, few, rangeOf } from '../lib/verdict.js';

/** Operations per submission to compare with one: the lab's default, or a shorter loop's largest size. Chosen beforehand, as the fastest may be so by chance. */
export const MANY = 256;

/**
 * Measures, finding and distortions, from the points.
 * @param {object} run
 * @param {Record<'cost'|'age', import('../../kit/types.js').Curves>} run.curves `cost`: ms for each operation; `age`: ms
 * @param {import('../lib/quantities.js').Sampled} run.latency of the same rounds
 * @param {import('../../kit/types.js').Info} run.info
 * @param {number} run.count operations
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ curves, latency, info, count, leftOut }) {
  const { each, enqueue } = curves.cost.points;
  const { first } = curves.age.points;
  const many = each.findLast(({ x }) => x <= MANY) ?? each[0];
  const { step } = info.clock;
  // All operations are timed together.
  const one = step / count;
  const whole = (/** @type {import('../../kit/types.js').Point} */ { samples }) => {
    const all = samples.map((time) => time * count);
    return { samples: all, ...spread(all) };
  };
  // For each round, the mean over all sizes, since the frontend does the same work for each size.
  const enqueueing = {
    samples: enqueue[enqueue.length - 1].samples.map(
      (_, i) => enqueue.reduce((sum, { samples }) => sum + samples[i], 0) / enqueue.length,
    ),
  };
  const shortest = whole(many);
  const none = few(many, info);
  const coarse = drowned(shortest, latency, step);
  const measures = withStep(step, {
    one: timeOf(each[0], one),
    eachMany: timeOf(many, one),
    many: counted(many.x),
    best: none || coarse ? counted(NaN) : alikeTo(many, each, one),
    rateOne: perSecond(each[0], one),
    rateMany: perSecond(many, one),
    gain: timesOf(each[0], many, one),
    enqueue: readingOf(enqueueing, one),
    firstOne: timeOf(first[0], step),
    firstMost: timeOf(first[first.length - 1], step),
    shortest: timeOf(shortest, step),
    floor: latencyOf(latency, info),
  });
  const key = none || (coarse ? 'coarse' : finding(rangeOf(measures.gain, info)));
  return {
    measures,
    finding: { key, values: { ...measures, rounds: counted(many.samples.length) } },
    distortions: distortions({
      info,
      latency: measures.floor,
      seen: ms(Math.min(shortest.median, ...first.map(({ median }) => median)), { step }),
      shortest: ms(measures.enqueue.value * count, { step }),
      even: each.map(whole),
      leftOut,
    }),
  };
}

/** @param {import('../../kit/inference.js').Interval} gain */
function finding(gain) {
  const compared = comparison(gain);
  // Slower than one by one is no gain either.
  if (compared === 'same' || compared === 'less') return 'disagrees';
  return compared === 'more' ? 'found' : 'unsteady';
}

/**
 * The size that was chosen beforehand, with the range of the sizes that are not surely slower. Each size is compared with the chosen one
 * alone, since the fastest of many may be so by chance.
 * @param {import('../../kit/types.js').Point} many
 * @param {import('../../kit/types.js').Point[]} each
 * @param {number} step by which the time of an operation may be off, ms
 */
function alikeTo(many, each, step) {
  const slower = (/** @type {import('../../kit/types.js').Point} */ point) =>
    point !== many && Number(timesOf(point, many, step).low ?? 0) > 1;
  const alike = each.filter((point) => !slower(point)).map(({ x }) => x);
  return counted(many.x, { low: alike[0], high: alike[alike.length - 1] });
}
