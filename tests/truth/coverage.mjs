// Whether the intervals and the verdicts of the experiments err as often as they say: rounds of modelled machines, cut into runs of so
// many, each judged by the experiment's own judge. `cargo xtask bench truth --coverage`, or:
// node tests/truth/coverage.mjs '{"names": [], "machines": [], "seeds": 3, "rounds": [6, 12, 30]}'
// The truth of a measure is what all rounds of all seeds together tell of it, read from a clock without steps; null machines are rounds in
// which one way was made equal to another in the middle, with all of its noise: their ratio is exactly 1, or exactly at the margin.
import { pathToFileURL } from 'node:url';
import { MARGINS, ratioOf } from '../../www/kit/inference.js';
import { spread } from '../../www/kit/statistics.js';
import { open } from '../../www/experiments/index.js';
import { runModelled } from './modelled.mjs';

/** In a round; the most that a run may have. */
const LONG = 100;
/** Of a clock that tells the truth, ms: the middle of readings of a coarse one lies on a step or between two, where the time itself need not. */
const FINE = 1e-6;
/** A phone does not become hot. */
const STEADY = { throttleAfter: 0 };
/** Noise beside that of the catalogue. @type {Record<string, Record<string, number>>} */
export const TROUBLES = {
  calm: STEADY,
  outliers: { ...STEADY, outliers: 0.05 },
  neighbour: { ...STEADY, neighbourEvery: 400, neighbourFor: 200, neighbourFactor: 1.3 },
  drift: { throttleAfter: 1500, throttleFactor: 1.5 },
};

/** What a judge was given, with only the rounds from one to another. Arrays of samples are of rounds where they have as many. @param {any} given */
export function cut(given, from, to, all) {
  const within = (part) => {
    if (Array.isArray(part)) return part.map(within);
    if (!part || typeof part !== 'object' || ArrayBuffer.isView(part)) return part;
    const copy = Object.fromEntries(Object.entries(part).map(([key, one]) => [key, within(one)]));
    if (!(Array.isArray(part.samples) && part.samples.length === all)) return copy;
    const samples = part.samples.slice(from, to);
    const bytes = part.bytes && { bytes: part.bytes.slice(from, to) };
    return { ...copy, samples, ...bytes, ...spread(samples) };
  };
  // A trace has no rounds, and is large.
  const { trace, costs, series, info, ...rest } = given;
  return { ...within(rest), trace, costs, series, info };
}

/** The same rounds of several seeds, one after the other. @param {any[]} givens */
export function joined(givens) {
  const [first, ...others] = givens;
  const within = (part, more) => {
    if (Array.isArray(part))
      return part.map((one, i) =>
        within(
          one,
          more.map((other) => other?.[i]),
        ),
      );
    if (!part || typeof part !== 'object' || ArrayBuffer.isView(part)) return part;
    const copy = Object.fromEntries(
      Object.entries(part).map(([key, one]) => [
        key,
        within(
          one,
          more.map((other) => other?.[key]),
        ),
      ]),
    );
    if (!Array.isArray(part.samples)) return copy;
    const samples = [part, ...more].flatMap((one) => one?.samples ?? []);
    const bytes = part.bytes && { bytes: [part, ...more].flatMap((one) => one?.bytes ?? []) };
    return { ...copy, samples, ...bytes, ...spread(samples) };
  };
  const { trace, costs, series, info, ...rest } = first;
  return { ...within(rest, others), trace, costs, series, info };
}

/**
 * The share of runs of so many rounds in which the interval of a measure holds what all rounds tell, for each measure that has one.
 * @param {(given: any) => any} judge @param {any} given of all rounds @param {number} rounds
 * @param {number} all rounds @param {any} [exact] the same rounds by a clock without steps
 * @returns {Record<string, {held: number, runs: number}>}
 */
export function coverage(judge, given, rounds, all, exact = given) {
  const [whole, truth] = [judge(given).measures, judge(exact).measures];
  /** @type {Record<string, {held: number, runs: number}>} */
  const found = {};
  for (let from = 0; from + rounds <= all; from += rounds) {
    const { measures } = judge(cut(given, from, from + rounds, all));
    for (const [name, { value, low, high, unit, bound }] of Object.entries(measures)) {
      const { value: right } = truth[name];
      // Of one recorded run, and not of rounds.
      const once = value === whole[name].value && low === whole[name].low;
      if (!Number.isFinite(right) || once) continue;
      if (!['ms', 'x', 'share', 'per-s'].includes(unit) || low === undefined || low === high)
        continue;
      // Of a time below the clock's step only a bound is told.
      if (bound && value <= given.info.clock.step) continue;
      const of = (found[name] ??= { held: 0, runs: 0 });
      of.runs += 1;
      of.held += low <= right && right <= (high ?? Infinity);
    }
  }
  return found;
}

/** How the verdict of an experiment is put to a test: two ways, and what may not be said where their ratio is 1 or at the margin. */
export const COMPARED = {
  barriers: { a: 'every', b: 'first', equal: ['found'], margin: ['found', 'found-late'] },
  'hidden-sync': { a: 'with', b: 'without', equal: ['found'], margin: ['found-no-longer'] },
  memory: {
    a: 'loss-on-completion',
    b: 'never-on-completion',
    equal: ['found-costly'],
    margin: ['found'],
  },
  batching: { a: 1, b: 256, equal: ['found'], margin: ['disagrees'] },
  backpressure: { a: 1, b: 1024, equal: [], margin: ['found-cheap'] },
  devices: { a: 'beside-each', b: 'beside-end', equal: ['found'], margin: ['found-cheap'] },
};

/** Every list of samples of a way or of a point. @param {any} given @param {string|number} name */
const samplesOf = ({ ways = [], curves = {} }, name) =>
  (
    ways.find(({ way }) => way === name) ??
    curves.cost?.points.each.find(({ x }) => x === name) ??
    curves.price?.points.each.find(({ x }) => x === name)
  )?.samples;

/** The same rounds, in which one way took so many times as long. @param {any} given @param {string|number} name @param {number} times */
function scaled(given, name, times) {
  const own = samplesOf(given, name);
  const within = (part) => {
    if (Array.isArray(part)) return part.map(within);
    if (!part || typeof part !== 'object' || ArrayBuffer.isView(part)) return part;
    const copy = Object.fromEntries(Object.entries(part).map(([key, one]) => [key, within(one)]));
    if (part.samples !== own) return copy;
    const samples = own.map((time) => times * time);
    return { ...copy, samples, ...spread(samples) };
  };
  const { trace, costs, series, info, ...rest } = given;
  return { ...within(rest), trace, costs, series, info };
}

/**
 * Verdicts where one way takes so many times as long as another, exactly.
 * @param {string} name @param {(given: any) => any} judge @param {any} given @param {number} ratio @param {number} rounds @param {number} all
 * @param {any} [exact] the same rounds by a clock without steps
 * @returns {string[]} the keys of the findings
 */
export function verdictsAt(name, judge, given, ratio, rounds, all, exact = given) {
  const { a, b } = COMPARED[name];
  const now = ratioOf(samplesOf(exact, a), samplesOf(exact, b)).value;
  const made = scaled(given, a, ratio / now);
  const keys = [];
  for (let from = 0; from + rounds <= all; from += rounds)
    keys.push(judge(cut(made, from, from + rounds, all)).finding.key);
  return keys;
}

/**
 * What runs of a hundred rounds handed to their judge, all of the sizes that a run of the automatic preset has; and the same by a clock
 * without steps.
 * @param {string} name @param {string} machine @param {number[]} seeds @param {Record<string, number>} trouble
 */
export async function givenOf(name, machine, seeds, trouble = {}) {
  const { recorded } = await import('./mutants.mjs');
  const { parameters } = await runModelled(name, { machine, sim: { seed: 1, values: 0 } });
  const rounds = name === 'graph' ? LONG - 1 : LONG;
  const { parameters: taken } = await open(name);
  // The lab may choose a size beyond those that a reader may.
  const sizes = Object.entries(parameters).map(([key, value]) => [
    key,
    typeof value === 'number' ? Math.min(value, taken[key].max ?? value) : value,
  ]);
  const given = async (/** @type {object} */ clock) => {
    const cases = seeds.map((seed) => ({
      machine,
      sim: { seed, values: 0, ...trouble, ...clock },
      parameters: { ...Object.fromEntries(sizes), rounds, ...('seed' in taken && { seed }) },
    }));
    return joined((await recorded(name, cases)).map((run) => run.given));
  };
  return { given: await given({}), exact: await given({ step: FINE }), all: seeds.length * rounds };
}

const percent = (share) => (Number.isFinite(share) ? (100 * share).toFixed(1) : '–');

async function table({
  names,
  machines,
  seeds = 2,
  rounds = [6, 12, 30],
  troubles = Object.keys(TROUBLES),
}) {
  const { judgeOf } = await import('./mutants.mjs');
  const print = console.log;
  console.log = () => {};
  for (const name of names) {
    const { judge } = await import(judgeOf(name).href);
    for (const trouble of troubles) {
      const sums = Object.fromEntries(rounds.map((count) => [count, { held: 0, runs: 0 }]));
      const keys = { equal: {}, margin: {}, power: {} };
      const worst = [];
      for (const machine of machines) {
        const list = Array.from({ length: seeds }, (_, i) => i + 1);
        const { given, exact, all } = await givenOf(name, machine, list, TROUBLES[trouble]);
        for (const count of rounds) {
          const own = coverage(judge, given, count, all, exact);
          for (const [measure, { held, runs }] of Object.entries(own)) {
            sums[count].held += held;
            sums[count].runs += runs;
            worst.push([held / runs, `${measure} on ${machine}, ${count} rounds`]);
          }
        }
        if (!COMPARED[name]) continue;
        for (const count of [3, 5, ...rounds, 10, 100].toSorted((x, y) => x - y)) {
          const at = (ratio) => verdictsAt(name, judge, given, ratio, count, all, exact);
          const told = (list, wrong) => {
            const hits = list.filter((key) => wrong.includes(key)).length;
            return [hits, list.length];
          };
          const add = (into, [hits, runs]) => {
            const sum = (into[count] ??= [0, 0]);
            sum[0] += hits;
            sum[1] += runs;
          };
          const { equal, margin } = COMPARED[name];
          add(keys.equal, told(at(1), equal));
          add(keys.margin, told(at(MARGINS.same), margin));
          for (const ratio of [1.2, 1.5])
            add((keys.power[ratio] ??= {}), told(at(ratio), ['found', 'found-costly']));
        }
      }
      const shares = rounds
        .map((count) => percent(sums[count].held / sums[count].runs))
        .join(' / ');
      print(`${name} | ${trouble} | covers ${shares} (rounds ${rounds.join(' / ')})`);
      const line = (title, of) =>
        print(
          `    ${title}: ${Object.entries(of)
            .map(([count, [hits, runs]]) => `${count}: ${percent(hits / runs)}`)
            .join(', ')}`,
        );
      if (Object.keys(keys.equal).length) {
        line('equal, called different', keys.equal);
        line('at the margin, called the one or the other', keys.margin);
        for (const [ratio, of] of Object.entries(keys.power)) line(`${ratio} found`, of);
      }
      const [least] = worst.toSorted((x, y) => x[0] - y[0]);
      if (least) print(`    least: ${percent(least[0])}, ${least[1]}`);
    }
  }
  process.exit();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { judgedByOracle } = await import('./oracle.mjs');
  const asked = JSON.parse(process.argv[2] ?? '{}');
  await table({
    names: judgedByOracle,
    machines: ['phone', 'laptop-apple-firefox', 'gaming-card', 'software-adapter-safari'],
    ...asked,
  });
}
