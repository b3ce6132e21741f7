import { distortions } from '../lib/distortions.js';
import { endedIn } from '../lib/ended.js';
import {
  between,
  count,
  latencyOf,
  readingOf,
  restOf,
  seenAfter,
  shareOf,
  withoutBounds,
  withStep,
} from '../lib/quantities.js';
import { ahead, drowned, few } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';

/**
 * Measures, finding and distortions, from the samples and the recorded trace.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways queued, printed
 * @param {import('../lib/quantities.js').Sampled} run.latency of the same rounds
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, latency, info, trace, leftOut }) {
  const { queued, printed } = byName(ways);
  const { step } = info.clock;
  const wait = between(printed, queued);
  const measures = withStep(step, {
    queued: readingOf(queued, step),
    printed: seenAfter(printed, step),
    wait: seenAfter(wait, step),
    part: shareOf(queued, printed, step),
    free: restOf(queued, printed, step),
    floor: latencyOf(latency, info),
  });
  // A wait that is no longer than the notification latency shows nothing of the work.
  const short = drowned(wait, latency, step) && 'coarse';
  const key = few(printed, info) || short || ahead(measures.free);
  return {
    measures: { ...measures, ended: endedIn(trace) },
    finding: {
      key,
      values: { ...withoutBounds(measures, 'queued'), rounds: count(printed.samples.length) },
    },
    distortions: distortions({
      info,
      latency: measures.floor,
      seen: measures.printed,
      shortest: measures.queued,
      trace,
      even: [printed],
      leftOut,
    }),
  };
}
