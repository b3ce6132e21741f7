// Null machines, and effects of a given size: the times of one way are scaled until their median is a given multiple of another way's. Their noise stays.
// Where a machine drifts, the ratio of two ways drifts, too. There a way is compared with the same way of another seed.
import { MARGINS, ratioOf } from '../../www/kit/inference.js';
import { spread } from '../../www/kit/statistics.js';
import { describe } from '../../www/lib/machines/describe.js';
import { elementwise } from './oracle/model.mjs';
import { cut } from './rounds.mjs';

/** Control returns after nine tenths of the time. At this margin neither verdict may be given. */
const LATE = 1 / MARGINS.same;
/** The effects tried: ratios of two ways, and the share of the whole time after which control returns. */
const [LONGER, SHARES] = [
  [1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5, 2],
  [0.88, 0.85, 0.8, 0.7, 0.6, 0.5, 0.25],
];
/** Control may return too soon for a coarse clock. So the times until its return are made from the whole times of another seed, scaled. */
const ahead = (a, b) => ({
  a,
  b,
  of: b,
  margin: { ratio: LATE, wrong: ['found', 'disagrees'] },
  effects: SHARES,
  found: ['found'],
});
const MARGIN = MARGINS.same;

/**
 * How the verdict of an experiment is tested: its two ways, the findings that are wrong where they are equal or where their ratio is at the margin,
 * and the effects that it should find.
 */
export const COMPARED = {
  warmup: {
    ...ahead('gap', 'waited'),
    margin: { ratio: 1 - LATE, wrong: ['found', 'disagrees'] },
    effects: SHARES.map((share) => Number((1 - share).toFixed(2))),
  },
  queued: ahead('queued', 'printed'),
  'cpu-async': ahead('returned', 'done'),
  timing: ahead('naive', 'right'),
  barriers: {
    a: 'every',
    b: 'first',
    equal: ['found'],
    margin: { ratio: MARGIN, wrong: ['found', 'found-late'] },
    effects: LONGER,
    found: ['found'],
  },
  'hidden-sync': {
    a: 'with',
    b: 'without',
    equal: ['found'],
    margin: { ratio: MARGIN, wrong: ['found-no-longer'] },
    effects: LONGER,
    found: ['found'],
  },
  memory: {
    a: 'loss-on-completion',
    b: 'never-on-completion',
    equal: ['found-costly'],
    margin: { ratio: MARGIN, wrong: ['found'] },
    effects: LONGER,
    found: ['found-costly'],
  },
  batching: {
    a: 1,
    b: 256,
    equal: ['found'],
    margin: { ratio: MARGIN, wrong: ['disagrees'] },
    effects: LONGER,
    found: ['found'],
  },
  backpressure: {
    a: 1,
    b: 1024,
    margin: { ratio: MARGIN, wrong: ['found-cheap'] },
    effects: [],
    found: [],
  },
  devices: {
    a: 'beside-each',
    b: 'beside-end',
    equal: ['found'],
    margin: { ratio: MARGIN, wrong: ['found-cheap'] },
    effects: LONGER,
    found: ['found'],
  },
};

/** The samples of a way or of a point. @param {any} given @param {string|number} name */
const samplesOf = ({ ways = [], curves = {}, gap }, name) =>
  (
    (name === 'gap' ? gap : undefined) ??
    ways.find(({ way }) => way === name) ??
    curves.cost?.points.each.find(({ x }) => x === name) ??
    curves.price?.points.each.find(({ x }) => x === name)
  )?.samples;

/** The same rounds with other times for one way. @param {any} given @param {string|number} name @param {number[]} samples */
function replaced(given, name, samples) {
  const own = samplesOf(given, name);
  const within = (part) => {
    if (Array.isArray(part)) return part.map(within);
    if (!part || typeof part !== 'object' || ArrayBuffer.isView(part)) return part;
    const copy = Object.fromEntries(Object.entries(part).map(([key, one]) => [key, within(one)]));
    if (part.samples !== own) return copy;
    return { ...copy, samples, ...spread(samples) };
  };
  const { trace, costs, series, info, ...rest } = given;
  return { ...within(rest), trace, costs, series, info };
}

/**
 * For each seed, the samples of the next seed. With only two seeds the comparison of the one would be the inverse of the other's, so that every error
 * would count twice.
 * @param {number[]} samples of all seeds @param {number} each count of samples of a seed
 * @throws {RangeError} of fewer than three seeds
 */
export function twinOf(samples, each) {
  if (samples.length < 3 * each) throw new RangeError('null machines take at least three seeds');
  return [...samples.slice(each), ...samples.slice(0, each)];
}

/** @param {(given: any) => any} judge @param {any} made @param {number} rounds @param {number} all */
function verdictsOf(judge, made, rounds, all) {
  const keys = [];
  for (let from = 0; from + rounds <= all; from += rounds)
    keys.push(judge(cut(made, from, from + rounds, all)).finding.key.replace(/-untimed$/, ''));
  return keys;
}

/**
 * Shares of verdicts, by rounds: `[how many, of how many]`.
 * @param {string} name @param {{judge: (given: any) => any, given: any, fine: any, all: number, each: number}} run @param {number[]} rounds
 * @param {boolean} twins whether equal ways are one way of two seeds @param {boolean} [power] whether effects are tried, too, which is most of the work
 * @returns {Record<string, Record<number, number[]>>}
 */
export function verdictsIn(name, { judge, given, fine, all, each }, rounds, twins, power = true) {
  if (!COMPARED[name]) return {};
  const { a, b, of, equal, margin, found } = COMPARED[name];
  const effects = power ? COMPARED[name].effects : [];
  const twin = twinOf(samplesOf(given, b), each);
  // The ratio comes from other seeds. Scaled by the ratio of these same rounds, the ways would be too exactly equal.
  const now = of ? 1 : ratioOf(samplesOf(fine, a), samplesOf(fine, b)).value;
  const own = of ? twin : samplesOf(given, a);
  const at = (/** @type {number} */ ratio) =>
    replaced(
      given,
      a,
      own.map((time) => (time * ratio) / now),
    );
  const share = (made, keys) =>
    Object.fromEntries(
      [3, 5, ...rounds, 10, 100]
        .filter((count) => count <= all)
        .map((count) => {
          const list = verdictsOf(judge, made, count, all);
          return [count, [list.filter((key) => keys.includes(key)).length, list.length]];
        }),
    );
  return {
    ...(equal && {
      'equal, called different': share(twins ? replaced(given, a, twin) : at(1), equal),
    }),
    'at the margin, called the one or the other': share(at(margin.ratio), margin.wrong),
    ...Object.fromEntries(effects.map((ratio) => [`${ratio} found`, share(at(ratio), found)])),
  };
}

/** The side of the arrays in `evenly`. */
const SIDE = 512;

/**
 * The findings of `improving` where the frontend is slowed down until backend and device take `times` its time. With 1, neither may be called the
 * bottleneck.
 * @param {string} machine @param {number[]} seeds @param {number} [times]
 * @returns {Promise<string[]>}
 */
export async function evenly(machine, seeds, times = 1) {
  const { runModelled } = await import('./modelled.mjs');
  const gpu = describe(machine);
  const after = Math.max(elementwise(gpu, SIDE, 1), gpu.encode + gpu.submission / 256);
  // The parameter adds whole microseconds. The machine's own enqueueing takes the rest.
  const slower = Math.floor(1000 * (after / times - gpu.enqueue));
  const enqueue = after / times - slower / 1000;
  const keys = [];
  for (const seed of seeds) {
    const sim = { seed, values: 0, throttleAfter: 0, enqueue };
    const parameters = { side: SIDE, slower };
    const run = await runModelled('improving', { machine, sim, parameters });
    keys.push(run.finding.key);
  }
  return keys;
}
