import { distortions, TELLING } from '../lib/distortions.js';
import { atMost, measured, ms, quartiles, share, times } from '../lib/quantities.js';

/** @typedef {import('../../kit/types.js').Message} Message */
/** @typedef {import('../../kit/types.js').Quantity} Quantity */

/**
 * Measures, finding and distortions, from the samples alone.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways blocking, enqueued, waited
 * @param {import('../../kit/types.js').Spread} run.gap ms from control being back to all being seen done
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {number} run.repetitions
 * @param {Record<string, number>} [run.leftOut]
 * @returns {{measures: Record<string, Quantity>, finding: Message, distortions: Message[]}}
 */
export function judge({ ways, gap, info, trace, repetitions, leftOut }) {
  const [blocking, enqueued, waited] = ways;
  const returned = measured(enqueued.median, info.clock.step);
  const measures = {
    blocking: ms(blocking.median, quartiles(blocking)),
    enqueued: { ...returned, ...quartiles(enqueued) },
    waited: atMost(waited.median, quartiles(waited)),
    ratio: times(waited.median / returned.value),
    gap: atMost(gap.median, quartiles(gap)),
    corrected: ms(Math.max(0, gap.median - info.floor.median)),
    floor: { ...measured(info.floor.median, info.clock.backendStep), ...quartiles(info.floor) },
    free: share(gap.median / waited.median),
  };
  return {
    measures,
    finding: finding(measures, info, repetitions),
    distortions: distortions({
      info,
      seen: measures.gap,
      shortest: measures.enqueued,
      trace,
      even: [blocking, waited],
      leftOut,
    }),
  };
}

/** @param {Record<string, Quantity>} measures @param {import('../../kit/types.js').Info} info @param {number} count @returns {Message} */
function finding({ enqueued, waited, gap, floor, free }, info, count) {
  const values = {
    returned: enqueued,
    done: ms(waited.value),
    gap: ms(gap.value),
    floor,
    free,
    count,
  };
  // Not to be told from an empty queue: the quartiles of the gap and of the floor overlap.
  if (/** @type {number} */ (gap.low) <= info.floor.high) return { key: 'coarse', values };
  const overlap = /** @type {number} */ (enqueued.high) >= /** @type {number} */ (waited.low);
  if (overlap || free.value < TELLING) return { key: 'disagrees', values };
  return { key: 'found', values };
}
