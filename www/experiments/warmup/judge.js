import { distortions } from '../lib/distortions.js';
import { endedIn } from '../lib/ended.js';
import {
  count as counted,
  latencyOf,
  readingOf,
  seenAfter,
  shareOf,
  timeOf,
  timesOf,
  withoutBounds,
  withStep,
} from '../lib/quantities.js';
import { ahead, drowned, few } from '../lib/verdict.js';

/** @typedef {import('../../kit/types.js').Message} Message */
/** @typedef {import('../../kit/types.js').Quantity} Quantity */
/** @typedef {import('../lib/quantities.js').Sampled} Sampled */

/**
 * A quantity this many times as large, with its interval. Scaling a time scales the step of its clock as well.
 * @param {Quantity} quantity @param {number} factor @returns {Quantity}
 */
const scaled = ({ value, low, high, step, ...rest }, factor) => ({
  ...rest,
  value: factor * value,
  ...(low !== undefined && { low: factor * low }),
  ...(high !== undefined && { high: factor * high }),
  ...(step !== undefined && { step: factor * step }),
});

/**
 * Measures, finding and distortions, from the samples and the recorded trace.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways blocking, enqueued, waited
 * @param {Sampled} run.gap ms from control being back to completion being reported, from the rounds of `waited`
 * @param {Sampled} run.latency of the same rounds
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {number} run.repetitions
 * @param {Record<string, number>} [run.leftOut]
 * @param {number} [run.n]
 * @param {number} [run.blockingN] the size that the blocking way computed; its times are scaled by the work
 * @returns {{measures: Record<string, Quantity>, finding: Message, distortions: Message[]}}
 */
export function judge({ ways, gap, latency, info, trace, repetitions, leftOut, n, blockingN = n }) {
  const [blocking, enqueued, waited] = ways;
  const { step } = info.clock;
  const factor = blockingN === n ? 1 : (Number(n) / Number(blockingN)) ** 3;
  const computed = { samples: blocking.samples.map((time) => time / factor) };
  const measures = withStep(step, {
    blocking: scaled(timeOf(computed, step), factor),
    enqueued: readingOf(enqueued, step),
    waited: seenAfter(waited, step),
    ratio: timesOf(waited, enqueued, step),
    gap: seenAfter(gap, step),
    ended: endedIn(trace),
    floor: latencyOf(latency, info),
    // The share is taken in the rounds of the gap: other rounds may be shorter than the gap itself.
    free: shareOf(gap, waited, step),
    seeming: scaled(timesOf(computed, enqueued, step), factor),
    real: scaled(timesOf(computed, waited, step), factor),
  });
  const short = drowned(gap, latency, step) && 'coarse';
  const key = few(waited, info) || short || ahead(measures.free);
  const values = {
    returned: measures.enqueued,
    ...withoutBounds({ done: measures.waited, gap: measures.gap }),
    floor: measures.floor,
    free: measures.free,
    count: repetitions,
    rounds: counted(waited.samples.length),
  };
  return {
    measures,
    finding: { key, values },
    distortions: [
      ...(blockingN !== n
        ? [{ key: 'distortion-scaled', values: { n: Number(n), m: Number(blockingN) } }]
        : []),
      ...distortions({
        info,
        latency: measures.floor,
        seen: measures.gap,
        shortest: measures.enqueued,
        trace,
        even: [blocking, waited],
        leftOut,
      }),
    ],
  };
}
