import { distortions, TELLING } from '../lib/distortions.js';
import {
  atMost,
  floorOf,
  lessBy,
  measured,
  ms,
  quartiles,
  restOf,
  timesOf,
  unbounded,
} from '../lib/quantities.js';
import { byName } from '../lib/ways.js';

/**
 * Measures, finding and distortions, from the samples alone.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways synchronous, returned, done
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, info, trace, leftOut }) {
  const { synchronous, returned, done } = byName(ways);
  const gap = done.median - returned.median;
  const measures = {
    synchronous: ms(synchronous.median, quartiles(synchronous)),
    returned: { ...measured(returned.median, info.clock.step), ...quartiles(returned) },
    done: atMost(done.median, quartiles(done)),
    gap: { ...lessBy(done, returned), ...atMost(gap) },
    free: restOf(returned, done),
    price: timesOf(done, synchronous),
    floor: floorOf(info),
  };
  const key =
    gap <= info.floor.high
      ? 'coarse'
      : returned.high >= done.low || measures.free.value < TELLING
        ? 'disagrees'
        : 'found';
  return {
    measures,
    finding: { key, values: unbounded(measures, 'returned') },
    distortions: distortions({
      info,
      seen: measures.done,
      shortest: measures.returned,
      trace,
      even: [synchronous, done],
      leftOut,
    }),
  };
}
