import { MARGINS, ratioOf } from '../../kit/inference.js';
import { distortions } from '../lib/distortions.js';
import {
  bytes,
  count as counted,
  ends,
  latencyOf,
  ms,
  perSecond,
  readingOf,
  seenAfter,
  share,
  timeOf,
  withoutBounds,
  withStep,
} from '../lib/quantities.js';
import { drowned, few } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';
import { deepest, turnsOf } from './queue.js';

/** A bound with at least this share of the largest bound's throughput is large enough. If the smallest one surely is, bounds are cheap. */
const ENOUGH = 1 / MARGINS.same;

/**
 * Measures, finding and distortions, from samples and recorded runs.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways the enqueuing loop, and the loop with the wait; without and with the bound
 * @param {Record<string, import('../../kit/types.js').Curves>} run.curves `price`: ms for each operation, by bound
 * @param {Record<string, import('../../kit/types.js').Series>} run.series free, bounded, inBytes
 * @param {import('../lib/quantities.js').Sampled} run.latency of the same rounds
 * @param {import('../../kit/types.js').Info} run.info
 * @param {number} run.bound operations
 * @param {number} run.bytesBound
 * @param {number} run.taken operations that the queue took before it rejected one
 * @param {string} run.refusal the error's code and message; empty if the queue rejected nothing
 * @param {number} run.count operations
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({
  ways,
  curves,
  series,
  latency,
  info,
  bound,
  bytesBound,
  taken,
  refusal,
  count,
  leftOut,
}) {
  const named = byName(ways);
  const { step } = info.clock;
  const { smallest, ...throughput } = throughputOf(curves.price.points.each, step, count);
  const measures = withStep(step, {
    bound: counted(bound),
    deepest: counted(deepest(series.bounded, 'operations')),
    deepestFree: counted(deepest(series.free, 'operations')),
    bytesBound: bytes(bytesBound),
    bytesMost: bytes(deepest(series.inBytes, 'bytes')),
    bytesFree: bytes(deepest(series.free, 'bytes')),
    count: counted(count),
    loop: timeOf(named['loop-bounded'], step),
    loopFree: readingOf(named['loop-free'], step),
    done: seenAfter(named['done-bounded'], step),
    doneFree: seenAfter(named['done-free'], step),
    ...throughput,
    taken: counted(taken),
    floor: latencyOf(latency, info),
  });
  const whole = named['done-free'];
  const short = drowned(whole, latency, step) && 'coarse';
  return {
    measures,
    finding: {
      key: few(whole, info) || short || finding(measures, refusal),
      values: {
        ...withoutBounds(measures, 'loopFree'),
        refusal,
        rounds: counted(whole.samples.length),
      },
    },
    distortions: distortions({
      info,
      latency: measures.floor,
      seen: smallest,
      shortest: measures.loopFree,
      even: [named['done-free'], named['done-bounded']],
      leftOut,
    }),
  };
}

/**
 * The throughput with the smallest and with the largest bound, and the bound that is enough.
 * @param {import('../../kit/types.js').Point[]} each ms for each operation, by bound @param {number} step of the clock, ms
 * @param {number} count operations
 */
function throughputOf(each, step, count) {
  // The reference is chosen beforehand, since the fastest of many bounds may be so by chance.
  const roomy = each[each.length - 1];
  // The clock is read once for all operations of a bound.
  const stepOf = (/** @type {{x: number}} */ { x }) => step / turnsOf(x, count);
  /** The share of the largest bound's throughput. @param {import('../../kit/types.js').Point} point */
  const partOf = (point) =>
    ratioOf(roomy.samples, point.samples, { step: Math.max(stepOf(point), stepOf(roomy)) });
  const parts = each.map(partOf);
  const enough = (/** @type {'low'|'value'|'high'} */ end) =>
    (each.find((point, i) => point === roomy || parts[i][end] >= ENOUGH) ?? roomy).x;
  const [first] = each;
  return {
    one: perSecond(first, stepOf(first)),
    best: perSecond(roomy, stepOf(roomy)),
    part: share(parts[0].value, ends(parts[0])),
    // Higher shares make a smaller bound enough, so the ends swap.
    enough: counted(enough('value'), { low: enough('high'), high: enough('low') }),
    smallest: ms(first.median, { step: stepOf(first) }),
  };
}

/** @param {Record<string, import('../../kit/types.js').Quantity>} measures @param {string} refusal */
function finding({ bound, deepest: most, deepestFree, bytesMost, bytesBound, part }, refusal) {
  if (!refusal || most.value > bound.value || bytesMost.value > bytesBound.value)
    return 'disagrees-bound';
  if (deepestFree.value <= bound.value) return 'disagrees';
  // The whole interval has to be above the limit.
  return Number(part.low ?? 0) > ENOUGH ? 'found-cheap' : 'found';
}
