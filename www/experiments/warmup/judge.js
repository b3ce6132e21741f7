import { distortions, TELLING } from '../lib/distortions.js';
import {
  atMost,
  floorOf,
  measured,
  ms,
  quartiles,
  withStep,
  share,
  times,
  withoutBounds,
} from '../lib/quantities.js';
import { drowned } from '../lib/verdict.js';

/** @typedef {import('../../kit/types.js').Message} Message */
/** @typedef {import('../../kit/types.js').Quantity} Quantity */
/** @typedef {import('../../kit/types.js').Spread} Spread */

/**
 * Measures, finding and distortions, from the samples alone.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways blocking, enqueued, waited
 * @param {import('../../kit/types.js').Spread} run.gap ms from control being back to all being seen done
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('../../kit/types.js').Trace} run.trace
 * @param {number} run.repetitions
 * @param {Record<string, number>} [run.leftOut]
 * @param {number} [run.n]
 * @param {number} [run.blockingN] the size that the blocking way computed; its times are scaled by the work
 * @returns {{measures: Record<string, Quantity>, finding: Message, distortions: Message[]}}
 */
export function judge({ ways, gap, info, trace, repetitions, leftOut, n, blockingN = n }) {
  const [blocking, enqueued, waited] = ways;
  const { step } = info.clock;
  const returned = measured(enqueued.median, step);
  const measures = withStep(step, {
    blocking: ms(blocking.median, quartiles(blocking)),
    enqueued: { ...returned, ...quartiles(enqueued) },
    waited: atMost(waited.median, quartiles(waited)),
    ratio: ratioOf(waited, enqueued, info),
    gap: atMost(gap.median, quartiles(gap)),
    corrected: ms(Math.max(0, gap.median - info.floor.median), {
      low: Math.max(0, gap.low - info.floor.high),
      high: Math.max(0, gap.high - info.floor.low),
    }),
    floor: floorOf(info),
    // Of the runs that the gap was seen in: others may have been shorter than the gap itself.
    free: freeOf(gap, enqueued, step),
  });
  return {
    measures,
    finding: finding(measures, info, repetitions),
    distortions: [
      ...(blockingN !== n
        ? [{ key: 'distortion-scaled', values: { n: Number(n), m: Number(blockingN) } }]
        : []),
      ...distortions({
        info,
        seen: measures.gap,
        shortest: measures.enqueued,
        trace,
        even: [blocking, waited],
        leftOut,
      }),
    ],
  };
}

/**
 * The time of the work as a multiple of its enqueuing's: without the time in which an empty queue is reported done, and at
 * least so many times where the enqueuing takes less than the clock tells.
 * @param {Spread} waited
 * @param {Spread} enqueued
 * @param {import('../../kit/types.js').Info} info
 * @returns {Quantity}
 */
function ratioOf(waited, enqueued, { clock: { step }, floor }) {
  const done = (/** @type {number} */ seen, /** @type {number} */ late) => Math.max(0, seen - late);
  const least = (/** @type {number} */ time) => Math.max(time, step);
  return {
    ...times(Math.max(1, done(waited.median, floor.median) / least(enqueued.median))),
    low: Math.max(1, done(waited.low, floor.high) / least(enqueued.high)),
    high: enqueued.low < step ? Infinity : done(waited.high, floor.low) / enqueued.low,
  };
}

/** The share of the time in which the program was free; the clock may have read either time a step too long or too short. @param {Spread} gap @param {Spread} enqueued @param {number} step ms */
function freeOf(gap, enqueued, step) {
  const part = (/** @type {number} */ free, /** @type {number} */ busy) => free / (busy + free);
  return share(part(gap.median, enqueued.median), {
    low: part(Math.max(0, gap.low - step), enqueued.high + step),
    high: part(gap.high + step, Math.max(0, enqueued.low - step)),
  });
}

/** @param {Record<string, Quantity>} measures @param {import('../../kit/types.js').Info} info @param {number} count @returns {Message} */
function finding({ enqueued, waited, gap, floor, free }, info, count) {
  const values = {
    returned: enqueued,
    ...withoutBounds({ done: waited, gap }),
    floor,
    free,
    count,
  };
  if (drowned(/** @type {{low: number}} */ (gap), info)) return { key: 'coarse', values };
  const overlap = /** @type {number} */ (enqueued.high) >= /** @type {number} */ (waited.low);
  if (overlap || free.value < TELLING) return { key: 'disagrees', values };
  return { key: 'found', values };
}
