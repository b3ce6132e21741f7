import { distortions, UNEVEN } from '../lib/distortions.js';
import {
  atMost,
  between,
  count,
  floorOf,
  ms,
  quartiles,
  withStep,
  share,
  shareOf,
  spreadOf,
  timesOf,
  withoutBounds,
} from '../lib/quantities.js';
import { spread } from '../../kit/statistics.js';
import { drowned } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';

/** Where both could be this many times as fast as in turn at the most, there is no time to speak of for them to share. */
const GAIN = 1.25;
/** Devices that work side by side save at least this share of the time that they could save. */
const SAVED = 0.5;
/** In turn and both alone may differ by this factor. */
const UNLIKE = 1.4;
/** Waiting that makes it longer than this many times has a price. */
const PRICE = 1.1;

/**
 * Measures, finding and distortions, from the samples.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways by form and wait; only `cpu-…` where there is one device
 * @param {Record<string, import('../../kit/types.js').Curves>} run.curves `use`: the share of time each device worked, by way
 * @param {import('../../kit/types.js').Info} run.info
 * @param {number} run.batches
 * @param {import('../../kit/types.js').Trace} run.trace of one device alone
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({ ways, curves, info, batches, trace, leftOut }) {
  const named = byName(ways);
  const NONE = spread([]);
  const of = (/** @type {string} */ way) => named[way] ?? NONE;
  const median = (/** @type {string} */ way) => of(way).median;
  const took = (/** @type {string} */ way) => atMost(median(way), quartiles(of(way)));
  const gpu = info.device === 'cpu' ? '' : info.device;
  const { step, backendStep } = info.clock;
  const used = (/** @type {string} */ device, /** @type {string} */ way) => {
    const all = curves.use.points[device];
    const busy = all?.[ways.findIndex((one) => one.way === way)] ?? NONE;
    // The work before each wait may have taken a step more or less than its clock read.
    const waits = way.endsWith('-each') ? batches : 1;
    const unread = (waits * backendStep) / median(way);
    const [low, high] = [Math.max(0, busy.low - unread), Math.min(1, busy.high + unread)];
    // Without its own times a device counts as busy until its end is reported.
    return device === gpu && !info.timestamps
      ? share(high, { low, high, bound: '≤' })
      : share(busy.median, { low, high });
  };
  const alone = [of('gpu-end'), of('cpu-end')].reduce((a, b) => (b.median >= a.median ? a : b));
  const shorter = [of('gpu-end'), of('cpu-end')].reduce((a, b) => (b.median < a.median ? b : a));
  const both = named['turn-end'] && named['beside-end'];
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
    saved: both
      ? shareOf(between(named['turn-end'], named['beside-end']), shorter, step)
      : share(NaN),
    gpuUsed: used(gpu, 'beside-end'),
    cpuUsed: used('cpu', 'beside-end'),
    gpuUsedEach: used(gpu, 'beside-each'),
    cpuUsedEach: used('cpu', 'beside-each'),
    gpuUsedTurn: used(gpu, 'turn-end'),
    cpuUsedTurn: used('cpu', 'turn-end'),
    cpuUsedAlone: used('cpu', 'cpu-end'),
    cpuUsedAloneEach: used('cpu', 'cpu-each'),
    each: ms(alone.median / batches, {
      low: alone.low / batches,
      high: alone.high / batches,
      step: step / batches,
    }),
    count: count(batches),
    floor: floorOf(info),
  });
  return {
    measures,
    finding: {
      key: finding(measures, named, info),
      values: withoutBounds(measures, 'gpuUsed', 'gpuUsedEach', 'gpuUsedTurn'),
    },
    distortions: [
      ...slower([of('gpu-end'), of('cpu-end')], step),
      ...distortions({
        info,
        seen: measures.each,
        trace,
        even: ways.filter(({ way }) => way.endsWith('-end')),
        leftOut,
      }),
    ],
  };
}

/** A single long time is seldom more than chance. */
const LAST = 2;

/**
 * A device that became slower, as one does that is hot: in the last rounds each time is longer than in all rounds before.
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
 * @param {Record<string, import('../../kit/types.js').Quantity>} measures
 * @param {Record<string, import('../../kit/types.js').Way>} ways
 * @param {import('../../kit/types.js').Info} info
 */
function finding({ each, saved, price }, ways, info) {
  if (info.device === 'cpu') return 'alone';
  if (drowned(/** @type {{low: number}} */ (each), info, 0)) return 'coarse';
  const { 'turn-end': turn, 'beside-end': beside, 'beside-each': besideEach } = ways;
  // In turn takes as long as both alone, or something else was at work.
  const [gpu, cpu] = [ways['gpu-end'].median, ways['cpu-end'].median];
  const apart = Math.max(turn.median / (gpu + cpu), (gpu + cpu) / turn.median);
  if (apart > UNLIKE) return 'unsteady';
  const { software } = info.adapter;
  const { value, low = value, high = value } = saved;
  const hardly = gpu + cpu < GAIN * Math.max(gpu, cpu) || (value < SAVED && high < 1);
  if (hardly) return software ? 'disagrees-shared' : 'disagrees';
  if (value < SAVED || low <= 0) return 'unsteady';
  if (software) return 'found-shared';
  if (price.value <= PRICE) return 'found-cheap';
  return besideEach.low > beside.high ? 'found' : 'unsteady';
}
