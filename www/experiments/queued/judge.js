import { distortions, TELLING } from '../lib/distortions.js';
import {
  atMost,
  between,
  floorOf,
  measured,
  quartiles,
  withStep,
  restOf,
  shareOf,
  withoutBounds,
} from '../lib/quantities.js';
import { drowned } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';

/**
 * Measures, finding and distortions, from the samples alone.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways queued, printed
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, info, trace, leftOut }) {
  const { queued, printed } = byName(ways);
  const { step } = info.clock;
  const wait = between(printed, queued);
  const measures = withStep(step, {
    queued: { ...measured(queued.median, step), ...quartiles(queued) },
    printed: atMost(printed.median, quartiles(printed)),
    wait: atMost(wait.median, quartiles(wait)),
    part: shareOf(queued, printed, step),
    free: restOf(queued, printed, step),
    floor: floorOf(info),
  });
  // A wait no longer than for an empty queue shows nothing of the work.
  const key = drowned(wait, info)
    ? 'coarse'
    : queued.high >= printed.low || measures.free.value < TELLING
      ? 'disagrees'
      : 'found';
  return {
    measures,
    finding: { key, values: withoutBounds(measures, 'queued') },
    distortions: distortions({
      info,
      seen: measures.printed,
      shortest: measures.queued,
      trace,
      even: [printed],
      leftOut,
    }),
  };
}
