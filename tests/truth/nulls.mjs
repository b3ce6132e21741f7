// Null machines, and effects of a given size: rounds in which one way was made so many times as long as another in the middle, with all of its noise.
// Where a machine drifts the ratio of two ways drifts, too, so that there a way is compared with itself, of another seed.
import { MARGINS, ratioOf } from '../../www/kit/inference.js';
import { spread } from '../../www/kit/statistics.js';
import { describe } from '../../www/lib/machines/describe.js';
import { elementwise } from './oracle/model.mjs';
import { cut } from './rounds.mjs';

/** Control comes back after nine tenths of the time: just so much is free that nothing may be said. */
const LATE = 1 / MARGINS.same;
/** Effects that are tried, as ratios of the two ways; and those of a share of the time. */
const [LONGER, SHARES] = [
  [1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5, 2],
  [0.88, 0.85, 0.8, 0.7, 0.6, 0.5, 0.25],
];
/** Control comes back so soon that a coarse clock cannot read it: its times are those of the whole, of another seed, in proportion. */
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
 * How the verdict of an experiment is put to a test: two ways, what may not be said where they are equal or where their ratio is at the margin, and
 * which effects are to be found.
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

/** Every list of samples of a way or of a point. @param {any} given @param {string|number} name */
const samplesOf = ({ ways = [], curves = {}, gap }, name) =>
  (
    (name === 'gap' ? gap : undefined) ??
    ways.find(({ way }) => way === name) ??
    curves.cost?.points.each.find(({ x }) => x === name) ??
    curves.price?.points.each.find(({ x }) => x === name)
  )?.samples;

/** The same rounds, in which one way took other times. @param {any} given @param {string|number} name @param {number[]} samples */
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
 * The same rounds of the next seed. Of two seeds each would be the other's: whatever errs in the one run errs, turned round, in the other, and one
 * error in twenty counts as two.
 * @param {number[]} samples of all seeds @param {number} each of a seed
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
 * @param {boolean} twins whether equal ways are one way of two seeds @param {boolean} [power] whether effects are tried, too, which takes most of the time
 * @returns {Record<string, Record<number, number[]>>}
 */
export function verdictsIn(name, { judge, given, fine, all, each }, rounds, twins, power = true) {
  if (!COMPARED[name]) return {};
  const { a, b, of, equal, margin, found } = COMPARED[name];
  const effects = power ? COMPARED[name].effects : [];
  const twin = twinOf(samplesOf(given, b), each);
  // By the other seeds: a ratio that is exact in these very rounds would be known too well.
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

/** Of the arrays of a machine whose frontend is as fast as what comes after it. */
const SIDE = 512;

/**
 * The findings of `improving` where the frontend was slowed down until what comes after it takes so many times as long: with 1, neither may be said to
 * be the bottleneck.
 * @param {string} machine @param {number[]} seeds @param {number} [times]
 * @returns {Promise<string[]>}
 */
export async function evenly(machine, seeds, times = 1) {
  const { runModelled } = await import('./modelled.mjs');
  const gpu = describe(machine);
  const after = Math.max(elementwise(gpu, SIDE, 1), gpu.encode + gpu.submission / 256);
  // Whole microseconds are added; the rest is the machine's own.
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
