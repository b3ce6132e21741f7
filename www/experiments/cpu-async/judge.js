import { distortions, TELLING } from '../lib/distortions.js';
import {
  atMost,
  between,
  floorOf,
  measured,
  ms,
  quartiles,
  withStep,
  restOf,
  timesOf,
  withoutBounds,
} from '../lib/quantities.js';
import { drowned } from '../lib/verdict.js';
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
  const { step } = info.clock;
  const gap = between(done, returned);
  const measures = withStep(step, {
    synchronous: ms(synchronous.median, quartiles(synchronous)),
    returned: { ...measured(returned.median, step), ...quartiles(returned) },
    done: atMost(done.median, quartiles(done)),
    gap: atMost(gap.median, quartiles(gap)),
    free: restOf(returned, done, step),
    price: timesOf(done, synchronous, step),
    floor: floorOf(info),
  });
  const key = drowned(gap, info)
    ? 'coarse'
    : returned.high >= done.low || measures.free.value < TELLING
      ? 'disagrees'
      : 'found';
  return {
    measures,
    finding: { key, values: withoutBounds(measures, 'returned') },
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
