import { comparison, MARGINS, middleOf, sideOf } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';
import { distortions, UNEVEN } from '../lib/distortions.js';
import {
  count,
  ends,
  latencyOf,
  seenAfter,
  share,
  spreadOf,
  timeOf,
  timesOf,
  withoutBounds,
  withStep,
} from '../lib/quantities.js';
import { drowned, few, rangeOf } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';

/** Devices that work side by side save at least this share of the time that they could save. */
const SAVED = 0.5;

/** @typedef {import('../lib/quantities.js').Sampled} Sampled */

/**
 * Measures, finding and distortions, from the samples.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways named by form and wait, as `beside-end`; only `cpu-…` if there is one device
 * @param {Record<string, import('../../kit/types.js').Curves>} run.curves `use`: the share of time each device worked, by way
 * @param {Sampled} run.latency of the same rounds
 * @param {import('../../kit/types.js').Info} run.info
 * @param {number} run.batches
 * @param {import('../../kit/types.js').Trace} run.trace of one device alone
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, curves, latency, info, batches, trace, leftOut }) {
  const named = byName(ways);
  const { step } = info.clock;
  const of = (/** @type {string} */ way) => named[way] ?? NONE;
  const took = (/** @type {string} */ way) => seenAfter(of(way), step);
  const alone = [of('gpu-end'), of('cpu-end')].filter(({ samples }) => samples.length);
  const [shorter, longer] = alone.toSorted((a, b) => a.median - b.median);
  const [turn, beside] = [of('turn-end'), of('beside-end')];
  const both = alone.length > 1;
  const minibatch = { samples: shorter.samples.map((time) => time / batches) };
  const measures = withStep(step, {
    gpu: took('gpu-end'),
    cpu: took('cpu-end'),
    cpuEach: took('cpu-each'),
    cpuPrice: timesOf(of('cpu-each'), of('cpu-end'), step),
    turn: took('turn-end'),
    beside: took('beside-end'),
    besideEach: took('beside-each'),
    gain: timesOf(of('turn-end'), of('beside-end'), step),
    price: timesOf(of('beside-each'), of('beside-end'), step),
    saved: both ? savedOf(turn, beside, shorter, step) : share(NaN),
    ...useOf({ ways, curves, info, batches }),
    each: timeOf(minibatch, step / batches),
    count: count(batches),
    floor: latencyOf(latency, info),
  });
  const short = drowned(shorter, latency, step) && 'coarse';
  return {
    measures,
    finding: {
      key: both
        ? few(turn, info) || short || finding(measures, sumsOf(turn, shorter, longer, step), info)
        : 'alone',
      values: {
        ...withoutBounds(measures, 'gpuUsed', 'gpuUsedEach', 'gpuUsedTurn'),
        rounds: count(shorter.samples.length),
      },
    },
    distortions: [
      ...slower([of('gpu-end'), of('cpu-end')], step),
      ...distortions({
        info,
        latency: measures.floor,
        seen: measures.each,
        trace,
        even: ways.filter(({ way }) => way.endsWith('-end')),
        leftOut,
      }),
    ],
  };
}

/** A way that was not measured. */
const NONE = { samples: /** @type {number[]} */ ([]), ...spread([]) };

/**
 * The share of each way's time that each device worked.
 * @param {Pick<Parameters<typeof judge>[0], 'ways'|'curves'|'info'|'batches'>} run
 */
function useOf({ ways, curves, info, batches }) {
  const gpu = info.device === 'cpu' ? '' : info.device;
  const used = (/** @type {string} */ device, /** @type {string} */ way) => {
    const at = ways.findIndex((one) => one.way === way);
    const busy = curves.use.points[device]?.[at] ?? NONE;
    // The busy time before each wait may be off by a step of the backend's clock.
    const waits = way.endsWith('-each') ? batches : 1;
    const unread = (waits * info.clock.backendStep) / (ways[at] ?? NONE).median;
    const [low, high] = [Math.max(0, busy.low - unread), Math.min(1, busy.high + unread)];
    // Without GPU timestamps the device counts as busy until completion is reported.
    return device === gpu && !info.timestamps
      ? share(high, { low, high, bound: '≤' })
      : share(busy.median, { low, high });
  };
  return {
    gpuUsed: used(gpu, 'beside-end'),
    cpuUsed: used('cpu', 'beside-end'),
    gpuUsedEach: used(gpu, 'beside-each'),
    cpuUsedEach: used('cpu', 'beside-each'),
    gpuUsedTurn: used(gpu, 'turn-end'),
    cpuUsedTurn: used('cpu', 'turn-end'),
    cpuUsedAlone: used('cpu', 'cpu-end'),
    cpuUsedAloneEach: used('cpu', 'cpu-each'),
  };
}

/**
 * Compares the times of both devices alone, round by round. `apart` is the time in turn over their sum: unless it is about 1, something else
 * was at work. `room` is their sum over the longer of them: the most times by which both at once can be faster than in turn.
 * @param {Sampled} turn @param {Sampled} shorter @param {Sampled} longer @param {number} step ms
 */
function sumsOf(turn, shorter, longer, step) {
  const ofBoth = (/** @type {(one: number, other: number) => number} */ join) => ({
    samples: shorter.samples.map((time, i) => join(time, longer.samples[i] ?? NaN)),
  });
  const sum = ofBoth((a, b) => a + b);
  return { apart: timesOf(turn, sum, step), room: timesOf(sum, ofBoth(Math.max), step) };
}

/** The least number of last rounds, since a single long time is seldom more than chance. */
const LAST = 2;

/**
 * Reports a device that became slower, as hot devices do: each time of the last rounds is longer than every time before.
 * @param {{samples?: number[]}[]} alone the rounds of each device @param {number} step of the clock, ms
 * @returns {import('../../kit/types.js').Message[]}
 */
function slower(alone, step) {
  for (const { samples = [] } of alone) {
    for (let k = 1; k <= samples.length - LAST; k += 1) {
      const [before, after] = [spread(samples.slice(0, k)), spread(samples.slice(k))];
      const [longest, shortest] = [Math.max(...samples.slice(0, k)), Math.min(...samples.slice(k))];
      if (shortest - step <= (1 + UNEVEN) * (longest + step)) continue;
      const values = { before: spreadOf(before, { step }), after: spreadOf(after, { step }) };
      return [{ key: 'distortion-slower', values }];
    }
  }
  return [];
}

/**
 * The share of the shorter device's time that both at once save, round by round.
 * @param {Sampled} turn @param {Sampled} beside @param {import('../../kit/types.js').Way} shorter @param {number} step ms
 */
function savedOf(turn, beside, shorter, step) {
  const parts = turn.samples.map((time, i) => (time - beside.samples[i]) / shorter.samples[i]);
  const { value, ...interval } = middleOf(parts, { step: step / shorter.median });
  return share(value, ends(interval));
}

/**
 * @param {Record<string, import('../../kit/types.js').Quantity>} measures
 * @param {Record<'apart'|'room', import('../../kit/types.js').Quantity>} sums
 * @param {import('../../kit/types.js').Info} info
 */
function finding({ saved, price }, { apart, room }, info) {
  const { low, high } = rangeOf(apart, info);
  if (low > MARGINS.much || high < 1 / MARGINS.much) return 'unsteady';
  const { software } = info.adapter;
  const hardly = software ? 'disagrees-shared' : 'disagrees';
  const worth = sideOf(rangeOf(room, info), MARGINS.same);
  if (worth !== 'above') return worth === 'below' ? hardly : 'unsteady';
  const shares = sideOf(rangeOf(saved, info), SAVED);
  if (shares !== 'above') return shares === 'below' ? hardly : 'unsteady';
  if (software) return 'found-shared';
  const costs = comparison(rangeOf(price, info));
  if (costs === 'same' || costs === 'less') return 'found-cheap';
  return costs === 'more' ? 'found' : 'found-unpriced';
}
