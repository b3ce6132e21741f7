import { comparison, MARGINS, middleOf, sideOf } from '../../kit/inference.js';
import { distortions } from '../lib/distortions.js';
import {
  bytes,
  count,
  ends,
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
import { LEAST } from './size.js';

/** The frontend is ahead if the loop without waits has issued everything within this share of the epoch. */
const AHEAD = 0.5;

/**
 * Measures, finding and distortions, from the samples. Ways that were not measured have no measures.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways by way and allocator; samples: an epoch, ms; bytes: increase
 * @param {Record<string, import('../../kit/types.js').Curves>} run.curves `passed`: the loop, by minibatches
 * @param {Record<string, import('../../kit/types.js').Series>} run.series
 * @param {import('../lib/quantities.js').Sampled} run.latency of the same rounds
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('./training.js').Task} run.task as it was run
 * @param {number} run.needed bytes of all results of an epoch with the requested parameters
 * @param {number} run.limit bytes
 * @param {boolean} run.shrunk whether the task is smaller than requested
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({
  ways,
  curves,
  series,
  latency,
  info,
  task,
  needed,
  limit,
  shrunk,
  leftOut,
}) {
  const named = byName(ways);
  const never = named['never-on-completion'];
  const loss = named['loss-on-completion'];
  const { step } = info.clock;
  const done = (/** @type {string} */ way) => seenAfter(named[`${way}-on-completion`], step);
  const issued = curves.passed.points['never-on-completion'].at(-1) ?? { samples: [] };
  const measures = withStep(step, {
    issued: readingOf(issued, step),
    epoch: done('never'),
    part: shareOf(issued, never, step),
    epochLoss: done('loss'),
    price: timesOf(loss, never, step),
    each: timeOf({ samples: loss.samples.map((time) => time / task.batches) }, step / task.batches),
    ...memoryOf(named, series),
    ...(named['one-on-completion'] && {
      epochMean: done('mean'),
      epochOne: done('one'),
      ...othersOf(named, series),
    }),
    count: count(task.batches),
    needed: bytes(needed),
    limit: bytes(limit),
    floor: latencyOf(latency, info),
  });
  const values = { ...withoutBounds(measures, 'issued'), rounds: count(never.samples.length) };
  const cramped = shrunk && task.batches < LEAST && 'cramped';
  const short = drowned(never, latency, step) && 'coarse';
  return {
    measures,
    finding: {
      key: cramped || few(never, info) || short || finding(measures, info),
      values,
    },
    distortions: [
      ...(shrunk ? [{ key: 'distortion-shrunk', values: { ...values, ...sizes(task) } }] : []),
      ...distortions({
        info,
        latency: measures.floor,
        seen: measures.each,
        shortest: measures.issued,
        even: ways,
        leftOut,
      }),
    ],
  };
}

/** By how much memory grew in an epoch, round by round. @param {import('../../kit/types.js').Way} way */
const heldBy = ({ bytes = [] }) => ({ samples: bytes });

/** @param {import('../../kit/types.js').Way} way */
function increaseOf(way) {
  const { value, ...interval } = middleOf(heldBy(way).samples);
  return bytes(value, ends(interval));
}

/**
 * The memory of the ways that every run measures.
 * @param {Record<string, import('../../kit/types.js').Way>} named @param {Record<string, import('../../kit/types.js').Series>} series
 */
function memoryOf(named, series) {
  const [never, loss] = [named['never-on-completion'], named['loss-on-completion']];
  return {
    pile: increaseOf(never),
    flat: increaseOf(loss),
    ratio: timesOf(heldBy(never), heldBy(loss), 0),
    stream: increaseOf(named['never-stream-ordered']),
    openNever: count(mostOpen(series['batches-never-on-completion'])),
  };
}

/**
 * The memory of the ways that only a run of all ways measures.
 * @param {Record<string, import('../../kit/types.js').Way>} named @param {Record<string, import('../../kit/types.js').Series>} series
 */
const othersOf = (named, series) => ({
  one: increaseOf(named['one-on-completion']),
  streamFlat: increaseOf(named['loss-stream-ordered']),
  openOne: count(mostOpen(series['batches-one-on-completion'])),
  openSeveral: count(mostOpen(series['batches-several-on-completion'])),
});

/** @param {import('./training.js').Task} task */
const sizes = ({ batch, batches, features }) => ({ batch, batches, features });

/** @param {Record<string, import('../../kit/types.js').Quantity>} measures @param {import('../../kit/types.js').Info} info */
function finding({ part, ratio, stream, flat, streamFlat = flat, price }, info) {
  const behind = sideOf(rangeOf(part, info), AHEAD);
  if (behind !== 'below') return behind === 'above' ? 'disagrees' : 'unsteady';
  const piles = sideOf(rangeOf(ratio, info), MARGINS.much);
  const [rises, stays] = [rangeOf(stream, info), rangeOf(streamFlat, info)];
  if (piles === 'below' || rises.low > MARGINS.much * stays.high) return 'disagrees-memory';
  if (piles === 'open' || rises.high > MARGINS.much * stays.low) return 'unsteady';
  const costs = comparison(rangeOf(price, info));
  if (costs === 'same' || costs === 'less') return 'found';
  return costs === 'more' ? 'found-costly' : 'found-unpriced';
}

/** Most minibatches begun and not yet finished at the same time. @param {import('../../kit/types.js').Series} series */
export function mostOpen({ values: { begun, finished } }) {
  return begun.reduce((most, value, i) => Math.max(most, value - finished[i]), 0);
}
