import { distortions } from '../lib/distortions.js';
import { endedIn } from '../lib/ended.js';
import {
  between,
  count,
  latencyOf,
  readingOf,
  restOf,
  seenAfter,
  timeOf,
  timesOf,
  withoutBounds,
  withStep,
} from '../lib/quantities.js';
import { ahead, drowned, few } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';

/**
 * Measures, finding and distortions, from the samples and the recorded trace.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways synchronous, returned, done
 * @param {import('../lib/quantities.js').Sampled} run.latency of the same rounds
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, latency, info, trace, leftOut }) {
  const { synchronous, returned, done } = byName(ways);
  const { step } = info.clock;
  const gap = between(done, returned);
  const measures = withStep(step, {
    synchronous: timeOf(synchronous, step),
    returned: readingOf(returned, step),
    done: seenAfter(done, step),
    gap: seenAfter(gap, step),
    free: restOf(returned, done, step),
    price: timesOf(done, synchronous, step),
    floor: latencyOf(latency, info),
  });
  const short = drowned(gap, latency, step) && 'coarse';
  const key = few(done, info) || short || ahead(measures.free);
  return {
    measures: { ...measures, ended: endedIn(trace) },
    finding: {
      key,
      values: { ...withoutBounds(measures, 'returned'), rounds: count(done.samples.length) },
    },
    distortions: distortions({
      info,
      latency: measures.floor,
      seen: measures.done,
      shortest: measures.returned,
      trace,
      even: [synchronous, done],
      leftOut,
    }),
  };
}
