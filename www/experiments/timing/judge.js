import { MARGINS, sideOf } from '../../kit/inference.js';
import { distortions } from '../lib/distortions.js';
import {
  count,
  latencyOf,
  readingOf,
  seenAfter,
  shareOf,
  timeOf,
  timesOf,
  withoutBounds,
  withStep,
} from '../lib/quantities.js';
import { drowned, few, rangeOf } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';

/** A timer that shows less than this share of the time is wrong by the margin of “the same”. */
const ALL = 1 / MARGINS.same;

/** A share; if the clock reads it as zero, only its upper bound. @param {import('../../kit/types.js').Quantity} share @returns {import('../../kit/types.js').Quantity} */
const partOf = (share) => {
  const { value, high } = share;
  return value > 0 || high === undefined ? share : { ...share, value: high, bound: '≤' };
};

/**
 * Measures, finding and distortions, from the samples.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways
 * @param {import('../lib/quantities.js').Sampled} run.latency of the same rounds
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace|null} run.trace
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, latency, info, trace, leftOut }) {
  const { naive, right, queued, cold, device, once, each } = byName(ways);
  const { step } = info.clock;
  const measures = withStep(step, {
    naive: readingOf(naive, step),
    right: seenAfter(right, step),
    queued: seenAfter(queued, step),
    cold: seenAfter(cold, step),
    once: seenAfter(once, step),
    each: seenAfter(each, step),
    naiveShare: partOf(shareOf(naive, right, step)),
    queuedTimes: timesOf(queued, right, step),
    coldTimes: timesOf(cold, right, step),
    eachTimes: timesOf(each, once, step),
    // The device's own clock timed this, and the time has many steps of that clock.
    ...(device && {
      device: timeOf(device, info.timestamps?.quantum ?? step),
      deviceShare: shareOf(device, right, step),
    }),
    floor: latencyOf(latency, info),
  });
  const none = few(right, info) || (drowned(right, latency, step) ? 'coarse' : '');
  const decided = {
    above: 'disagrees',
    below: device ? 'found' : 'found-untimed',
    open: 'unsteady',
  };
  const key = none || decided[sideOf(rangeOf(measures.naiveShare, info), ALL)];
  const rounds = count(right.samples.length);
  return {
    measures,
    finding: { key, values: { ...withoutBounds(measures, 'naive', 'naiveShare'), rounds } },
    distortions: distortions({
      info,
      latency: measures.floor,
      seen: measures.right,
      shortest: measures.right,
      trace,
      even: [right],
      leftOut,
    }),
  };
}
