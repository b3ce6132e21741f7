import { distortions } from '../lib/distortions.js';
import {
  atMost,
  count,
  floorOf,
  ms,
  quartiles,
  share,
  timesOf,
  unbounded,
} from '../lib/quantities.js';
import { spread } from '../../kit/statistics.js';
import { byName } from '../lib/ways.js';

/** Side by side must be this many times as fast as in turn. */
const GAIN = 1.25;
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
  const used = (/** @type {string} */ device, /** @type {string} */ way) => {
    const all = curves.use.points[device];
    const busy = all?.[ways.findIndex((one) => one.way === way)] ?? NONE;
    return share(busy.median, quartiles(busy));
  };
  const gpu = info.device === 'cpu' ? '' : info.device;
  const alone = [of('gpu-end'), of('cpu-end')].reduce((a, b) => (b.median >= a.median ? a : b));
  const measures = {
    gpu: took('gpu-end'),
    cpu: took('cpu-end'),
    cpuEach: took('cpu-each'),
    cpuPrice: timesOf(of('cpu-each'), of('cpu-end')),
    turn: took('turn-end'),
    beside: took('beside-end'),
    besideEach: took('beside-each'),
    gain: timesOf(of('turn-end'), of('beside-end')),
    price: timesOf(of('beside-each'), of('beside-end')),
    gpuUsed: used(gpu, 'beside-end'),
    cpuUsed: used('cpu', 'beside-end'),
    gpuUsedEach: used(gpu, 'beside-each'),
    cpuUsedEach: used('cpu', 'beside-each'),
    gpuUsedTurn: used(gpu, 'turn-end'),
    cpuUsedTurn: used('cpu', 'turn-end'),
    cpuUsedAlone: used('cpu', 'cpu-end'),
    cpuUsedAloneEach: used('cpu', 'cpu-each'),
    each: ms(alone.median / batches, { low: alone.low / batches, high: alone.high / batches }),
    count: count(batches),
    floor: floorOf(info),
  };
  return {
    measures,
    finding: { key: finding(measures, named, info), values: unbounded(measures) },
    distortions: distortions({
      info,
      seen: measures.each,
      trace,
      even: ways.filter(({ way }) => way.endsWith('-end')),
      leftOut,
    }),
  };
}

/**
 * @param {Record<string, import('../../kit/types.js').Quantity>} measures
 * @param {Record<string, import('../../kit/types.js').Way>} ways
 * @param {import('../../kit/types.js').Info} info
 */
function finding({ each, gain, price }, ways, info) {
  if (info.device === 'cpu') return 'alone';
  if (each.value <= info.floor.high) return 'coarse';
  const { 'turn-end': turn, 'beside-end': beside, 'beside-each': besideEach } = ways;
  // In turn takes as long as both alone, and where there is a gain, half of the rounds of one way are apart from half of
  // those of the other; or something else was at work.
  const alone = ways['gpu-end'].median + ways['cpu-end'].median;
  const apart = Math.max(turn.median / alone, alone / turn.median);
  if (apart > UNLIKE || (gain.value >= GAIN && beside.high >= turn.low)) return 'unsteady';
  if (gain.value < GAIN) return info.adapter.software ? 'disagrees-shared' : 'disagrees';
  if (info.adapter.software) return 'found-shared';
  const dear = price.value > PRICE && besideEach.low > beside.high;
  return dear ? 'found' : 'found-cheap';
}
