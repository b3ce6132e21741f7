import { distortions, TELLING } from '../lib/distortions.js';
import {
  atMost,
  floorOf,
  lessBy,
  measured,
  quartiles,
  restOf,
  shareOf,
  unbounded,
} from '../lib/quantities.js';
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
  const wait = printed.median - queued.median;
  const measures = {
    queued: { ...measured(queued.median, info.clock.step), ...quartiles(queued) },
    printed: atMost(printed.median, quartiles(printed)),
    wait: { ...lessBy(printed, queued), ...atMost(wait) },
    part: shareOf(queued, printed),
    free: restOf(queued, printed),
    floor: floorOf(info),
  };
  // A wait no longer than for an empty queue shows nothing of the work.
  const key =
    wait <= info.floor.high
      ? 'coarse'
      : queued.high >= printed.low || measures.free.value < TELLING
        ? 'disagrees'
        : 'found';
  return {
    measures,
    finding: { key, values: unbounded(measures, 'queued') },
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
