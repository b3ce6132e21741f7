import { distortions } from '../lib/distortions.js';
import {
  atMost,
  bytes,
  count as counted,
  floorOf,
  measured,
  ms,
  perSecond,
  quartiles,
  withStep,
  shareOf,
  spreadOf,
  withoutBounds,
} from '../lib/quantities.js';
import { drowned } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';
import { deepest, turnsOf } from './queue.js';

/** A bound with at least this share of the best throughput is large enough. */
const ENOUGH = 0.9;
/** A small bound that keeps more than this share of the throughput costs little. */
const CHEAP = 0.7;

/**
 * Measures, finding and distortions, from samples and recorded runs.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways the loop and the whole, without and with the bound
 * @param {Record<string, import('../../kit/types.js').Curves>} run.curves `price`: ms for each operation, by bound
 * @param {Record<string, import('../../kit/types.js').Series>} run.series free, bounded, inBytes
 * @param {import('../../kit/types.js').Info} run.info
 * @param {number} run.bound operations
 * @param {number} run.bytesBound
 * @param {number} run.taken operations, before the queue refused one
 * @param {string} run.refusal empty where it refused none
 * @param {number} run.count operations
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({
  ways,
  curves,
  series,
  info,
  bound,
  bytesBound,
  taken,
  refusal,
  count,
  leftOut,
}) {
  const named = byName(ways);
  const { each } = curves.price.points;
  // Of equal ones the larger one, for which the clock is read less often.
  const best = each.reduce((a, b) => (b.median <= a.median ? b : a));
  const { step } = info.clock;
  // The clock is read once for all operations of a bound, and may be a step off.
  const stepOf = (/** @type {{x: number}} */ { x }) => step / turnsOf(x, count);
  const read = (/** @type {import('../../kit/types.js').Point} */ point) => ({
    median: point.median,
    low: Math.max(0, point.low - stepOf(point)),
    high: point.high + stepOf(point),
  });
  const fastest = read(best);
  const enough = (/** @type {'low'|'median'|'high'} */ end, /** @type {number} */ time) =>
    (each.find((point) => read(point)[end] <= time / ENOUGH) ?? best).x;
  const measures = withStep(step, {
    bound: counted(bound),
    deepest: counted(deepest(series.bounded, 'operations')),
    deepestFree: counted(deepest(series.free, 'operations')),
    bytesBound: bytes(bytesBound),
    bytesMost: bytes(deepest(series.inBytes, 'bytes')),
    bytesFree: bytes(deepest(series.free, 'bytes')),
    count: counted(count),
    loop: spreadOf(named['loop-bounded']),
    loopFree: {
      ...measured(named['loop-free'].median, step),
      ...quartiles(named['loop-free']),
    },
    done: atMost(named['done-bounded'].median, quartiles(named['done-bounded'])),
    doneFree: atMost(named['done-free'].median, quartiles(named['done-free'])),
    one: perSecond(each[0], stepOf(each[0])),
    best: perSecond(best, stepOf(best)),
    part: shareOf(fastest, read(each[0]), 0),
    enough: counted(enough('median', fastest.median), {
      low: enough('low', fastest.high),
      high: enough('high', fastest.low),
    }),
    taken: counted(taken),
    floor: floorOf(info),
  });
  return {
    measures,
    finding: {
      key: finding(measures, named['done-free'], info, refusal),
      values: { ...withoutBounds(measures, 'loopFree'), refusal },
    },
    distortions: distortions({
      info,
      seen: ms(each[0].median, { step: stepOf(each[0]) }),
      shortest: measures.loopFree,
      even: [named['done-free'], named['done-bounded']],
      leftOut,
    }),
  };
}

/** @param {Record<string, import('../../kit/types.js').Quantity>} measures @param {import('../../kit/types.js').Way} whole without a bound @param {import('../../kit/types.js').Info} info @param {string} refusal */
function finding(
  { bound, deepest: most, deepestFree, bytesMost, bytesBound, part },
  whole,
  info,
  refusal,
) {
  if (drowned(whole, info)) return 'coarse';
  if (!refusal || most.value > bound.value || bytesMost.value > bytesBound.value)
    return 'disagrees-bound';
  if (deepestFree.value <= bound.value) return 'disagrees';
  // Cheap only where the rounds leave no doubt of it.
  return /** @type {number} */ (part.low) > CHEAP ? 'found-cheap' : 'found';
}
