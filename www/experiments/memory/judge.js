import { distortions } from '../lib/distortions.js';
import {
  atMost,
  bytes,
  count,
  floorOf,
  measured,
  ms,
  quartiles,
  withStep,
  shareOf,
  timesOf,
  withoutBounds,
} from '../lib/quantities.js';
import { spread } from '../../kit/statistics.js';
import { drowned } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';
import { LEAST } from './size.js';

/** Never waiting has issued all within this share of the epoch, or the frontend is not ahead. */
const AHEAD = 0.5;
/** This many times the memory is a pile. */
const PILE = 1.5;
/** Waiting that makes an epoch longer than the first of these for sure has a price, and by less than the second for sure next to none. */
const [DEAR, CHEAP] = [1.1, 1.25];

/**
 * Measures, finding and distortions, from the samples alone; of ways that were not measured there are none.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways by way and allocator; samples: an epoch, ms; bytes: increase
 * @param {Record<string, import('../../kit/types.js').Curves>} run.curves `passed`: the loop, by minibatches
 * @param {Record<string, import('../../kit/types.js').Series>} run.series
 * @param {import('../../kit/types.js').Info} run.info
 * @param {import('./training.js').Task} run.task as it was run
 * @param {number} run.needed bytes of all results of an epoch as it was asked for
 * @param {number} run.limit bytes
 * @param {boolean} run.shrunk whether the task is smaller than asked
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, curves, series, info, task, needed, limit, shrunk, leftOut }) {
  const named = byName(ways);
  const never = named['never-on-completion'];
  const loss = named['loss-on-completion'];
  const held = (/** @type {string} */ way) => spread(named[way].bytes ?? []);
  const done = (/** @type {string} */ way) => {
    const epoch = named[`${way}-on-completion`];
    return atMost(epoch.median, quartiles(epoch));
  };
  const quantity = (/** @type {string} */ way) => {
    const { median, low, high } = held(way);
    return bytes(median, { low, high });
  };
  const issued = curves.passed.points['never-on-completion'].at(-1) ?? spread([]);
  const { step } = info.clock;
  const least = (/** @type {number} */ time) => Math.max(time, step);
  const open = (/** @type {string} */ way) => count(mostOpen(series[`batches-${way}`]));
  const pile = quantity('never-on-completion');
  const flat = quantity('loss-on-completion');
  const measures = withStep(step, {
    issued: { ...measured(issued.median, step), ...quartiles(issued) },
    epoch: done('never'),
    part: shareOf(
      { median: least(issued.median), low: least(issued.low), high: least(issued.high) },
      never,
      step,
    ),
    epochLoss: done('loss'),
    price: timesOf(loss, never, step),
    each: ms(loss.median / task.batches, { step: step / task.batches }),
    pile,
    flat,
    ratio: timesOf(held('never-on-completion'), held('loss-on-completion'), 0),
    stream: quantity('never-stream-ordered'),
    openNever: open('never-on-completion'),
    ...(named['one-on-completion'] && {
      epochMean: done('mean'),
      epochOne: done('one'),
      one: quantity('one-on-completion'),
      streamFlat: quantity('loss-stream-ordered'),
      openOne: open('one-on-completion'),
      openSeveral: open('several-on-completion'),
    }),
    count: count(task.batches),
    needed: bytes(needed),
    limit: bytes(limit),
    floor: floorOf(info),
  });
  const values = withoutBounds(measures, 'issued');
  return {
    measures,
    finding: {
      key: shrunk && task.batches < LEAST ? 'cramped' : finding(measures, never, info),
      values,
    },
    distortions: [
      ...(shrunk ? [{ key: 'distortion-shrunk', values: { ...values, ...sizes(task) } }] : []),
      ...distortions({ info, seen: measures.each, shortest: measures.issued, even: ways, leftOut }),
    ],
  };
}

/** @param {import('./training.js').Task} task */
const sizes = ({ batch, batches, features }) => ({ batch, batches, features });

/** @param {Record<string, import('../../kit/types.js').Quantity>} measures @param {import('../../kit/types.js').Way} never @param {import('../../kit/types.js').Info} info */
function finding({ part, ratio, stream, flat, streamFlat = flat, price }, never, info) {
  if (drowned(never, info)) return 'coarse';
  if (part.value > AHEAD) return 'disagrees';
  if (ratio.value < PILE || stream.value > PILE * streamFlat.value) return 'disagrees-memory';
  if (Number(price.high) < CHEAP) return 'found';
  return Number(price.low) > DEAR ? 'found-costly' : 'found-unpriced';
}

/** Most minibatches begun and not yet finished at the same time. @param {import('../../kit/types.js').Series} series */
export function mostOpen({ values: { begun, finished } }) {
  return begun.reduce((most, value, i) => Math.max(most, value - finished[i]), 0);
}
