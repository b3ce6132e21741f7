// Whether the intervals of the experiments contain the truth as often as they claim. Rounds of modelled machines are cut into runs of
// `rounds` rounds, each judged by the experiment's own judge. `cargo xtask bench truth --coverage`, or:
// node tests/truth/coverage.mjs '{"names": [], "machines": [], "troubles": ["calm"], "seeds": 3, "first": 1, "rounds": [6, 12, 30], "power": true, "json": null}'
// The truth of a measure is the oracle's value where the machine's description implies one. Otherwise it is the judge's value of rounds of
// other seeds, on a clock without steps. With three seeds or more, `nulls.mjs` adds verdicts on ways that are equal or a margin apart.
// The result of each experiment on each machine is appended to the file `json` at once. A later run reads it there instead of measuring it.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { open } from '../../www/experiments/index.js';
import { describe } from '../../www/lib/machines/describe.js';
import { runModelled } from './modelled.mjs';
import { verdictsIn } from './nulls.mjs';
import { cut, joined } from './rounds.mjs';

/** The most rounds that a run may have. */
const LONG = 100;
/** Distance of the seeds that give the truth from those that are judged. */
const APART = 1000;
/** The step of the clock that gives the truth, ms. A median of readings of a coarse clock lies on a step or midway between two, unlike the time itself. */
const FINE = 1e-6;
/** Machines do not become hot: no throttling. */
const STEADY = { throttleAfter: 0 };
/** Noise in addition to the catalogue's. @type {Record<string, Record<string, number>>} */
export const TROUBLES = {
  calm: STEADY,
  fine: { ...STEADY, step: FINE },
  outliers: { ...STEADY, outliers: 0.05 },
  neighbour: { ...STEADY, neighbourEvery: 400, neighbourFor: 200, neighbourFactor: 1.3 },
  drift: { throttleAfter: 1500, throttleFactor: 1.5 },
};

/**
 * In the model each lab of a run has its own clock, which stops while another lab works. So a neighbour's 200 ms are shorter on that clock,
 * divided by about this number.
 * @type {Record<string, number>}
 */
const LABS = { memory: 2, batching: 10, backpressure: 20 };

/**
 * The distance, ms, at which rounds begin. Without a neighbour a disturbance of a modelled machine lasts 50 ms. Rounds farther apart are as
 * independent as rounds 200 ms apart, and take a third of the time.
 */
const BEYOND = 60;

/** The same neighbour by the clocks of an experiment's labs. @param {string} name @param {Record<string, number>} trouble */
function byClocksOf(name, trouble) {
  const { neighbourEvery, neighbourFor } = trouble;
  if (!neighbourFor) return trouble;
  const labs = LABS[name] ?? 1;
  return {
    ...trouble,
    neighbourEvery: neighbourEvery / labs,
    neighbourFor: neighbourFor / labs,
  };
}

/**
 * Counts, for each measure that has a truth, the runs of `rounds` rounds whose interval contains it.
 * @param {(given: any) => any} judge @param {any} given of all rounds @param {number} rounds
 * @param {number} all rounds @param {Record<string, number>} truth by measure
 * @returns {Record<string, {held: number, runs: number, above: number}>} `above`: intervals that lie above the truth
 */
export function coverage(judge, given, rounds, all, truth) {
  const whole = judge(given).measures;
  /** @type {Record<string, {held: number, runs: number, above: number}>} */
  const found = {};
  for (let from = 0; from + rounds <= all; from += rounds) {
    const { measures } = judge(cut(given, from, from + rounds, all));
    for (const [name, { value, low, high, unit, bound }] of Object.entries(measures)) {
      const right = truth[name];
      // These measures come from one recorded run or two, and not from rounds.
      const { value: middle, low: least } = whole[name];
      const once = (value === middle && low === least) || /Used/.test(name);
      if (!Number.isFinite(right) || once) continue;
      if (!['ms', 'x', 'share', 'per-s'].includes(unit) || low === undefined || low === high)
        continue;
      // For a time below the clock's step only an upper bound is stated.
      if (bound && value <= given.info.clock.step) continue;
      const of = (found[name] ??= { held: 0, runs: 0, above: 0 });
      of.runs += 1;
      of.held += low <= right && right <= (high ?? Infinity);
      of.above += low > right;
    }
  }
  return found;
}

/**
 * The data that runs hand to their judge, and the truth about them. A run has as many rounds as the experiment allows, at most a hundred, and the
 * sizes of a run of the automatic preset.
 * @param {string} name @param {string} machine @param {number} seeds @param {Record<string, number>} [trouble] @param {number} [first] seed
 */
export async function givenOf(name, machine, seeds, trouble = {}, first = 1) {
  const { judgeOf, recorded } = await import('./recorded.mjs');
  const { exactIn } = await import('./oracle.mjs');
  const { judge } = await import(judgeOf(name).href);
  const { parameters } = await runModelled(name, { machine, sim: { seed: 1, values: 0 } });
  const { parameters: taken } = await open(name);
  const rounds = Math.min(LONG, taken.rounds.max ?? LONG);
  const described = describe(machine, name === 'cpu-async' ? 'cpu' : 'gpu');
  // The lab may choose a larger size than a reader can.
  const sizes = Object.entries(parameters).map(([key, value]) => [
    key,
    typeof value === 'number' ? Math.min(value, taken[key].max ?? value) : value,
  ]);
  const caseOf = (/** @type {number} */ seed, /** @type {{step?: number}} */ clock) => ({
    machine,
    ...(!(trouble.neighbourFor || trouble.throttleAfter) && { apart: BEYOND * (LABS[name] ?? 1) }),
    // The rounds that give the truth begin at the same random parts of a step as the judged rounds.
    ...('step' in clock && { dithered: described.step }),
    sim: { seed, values: 0, ...byClocksOf(name, trouble), ...clock },
    parameters: {
      ...Object.fromEntries(sizes),
      rounds,
      ...('seed' in taken && { seed }),
    },
  });
  // Runs that chose another size for their blocking way are left out: their scaled times cannot be compared.
  let size;
  const from = async (/** @type {number} */ start, /** @type {object} */ clock) => {
    const runs = [];
    for (let seed = start; runs.length < seeds; seed += 1) {
      const [run] = await recorded(name, [caseOf(seed, clock)]);
      size ??= run.given.blockingN;
      if (run.given.blockingN === size) runs.push(run);
    }
    return runs;
  };
  const own = await from(first, {});
  const fine = { step: FINE, ...(described.quantum && { quantum: FINE }) };
  const others = joined((await from(first + APART, fine)).map((run) => run.given));
  const [{ result, machine: both }] = own;
  const truth = Object.fromEntries(
    Object.entries(judge(others).measures).map(([key, { value }]) => [key, value]),
  );
  const exact = exactIn(name, result, both);
  return {
    judge,
    given: joined(own.map((run) => run.given)),
    fine: others,
    truth: { ...truth, ...exact },
    exact: Object.keys(exact),
    all: seeds * rounds,
    each: rounds,
  };
}

/**
 * One experiment on one machine with one kind of noise: its coverage by rounds and measure, each measure's truth and its value from all rounds,
 * and its verdicts.
 * @param {string} name @param {string} machine @param {string} trouble @param {number} seeds @param {number} first seed @param {number[]} rounds @param {boolean} power
 */
async function measured(name, machine, trouble, seeds, first, rounds, power) {
  const run = await givenOf(name, machine, seeds, TROUBLES[trouble], first);
  const { judge, given, truth, exact, all } = run;
  const covers = Object.fromEntries(
    rounds.map((count) => [count, coverage(judge, given, count, all, truth)]),
  );
  // Verdicts on equal ways need three seeds.
  const verdicts = seeds < 3 ? {} : verdictsIn(name, run, rounds, trouble === 'drift', power);
  const { measures } = judge(given);
  const said = Object.fromEntries(
    [...new Set(Object.values(covers).flatMap(Object.keys))].map((key) => {
      const { value, low, high } = measures[key];
      return [key, [truth[key], value, low, high]];
    }),
  );
  return { name, machine, trouble, seeds, first, exact, covers, said, verdicts };
}

const percent = (share) => (Number.isFinite(share) ? (100 * share).toFixed(1) : '–');
/** @param {{held: number, runs: number}[]} list */
const pooled = (list) =>
  list.reduce((sum, one) => ({ held: sum.held + one.held, runs: sum.runs + one.runs }), {
    held: 0,
    runs: 0,
  });

function print({ name, machine, trouble, covers, verdicts }) {
  const shares = Object.values(covers).map((of) => {
    const { held, runs } = pooled(Object.values(of));
    return percent(held / runs);
  });
  process.stdout.write(
    `${name} | ${machine} | ${trouble} | covers ${shares.join(' / ')} (rounds ${Object.keys(covers).join(' / ')})\n`,
  );
  for (const [title, of] of Object.entries(verdicts))
    process.stdout.write(
      `    ${title}: ${Object.entries(of)
        .map(([count, [hits, runs]]) => `${count}: ${percent(hits / runs)}`)
        .join(', ')}\n`,
    );
}

async function table({
  names,
  machines,
  seeds = 3,
  first = 1,
  rounds = [6, 12, 30],
  power = true,
  troubles = Object.keys(TROUBLES),
  json,
}) {
  console.log = () => {};
  const known = json && existsSync(json) ? readFileSync(json, 'utf8').split('\n') : [];
  const cells = known.filter(Boolean).map((line) => JSON.parse(line));
  for (const trouble of troubles)
    for (const machine of machines)
      for (const name of names) {
        const is = (one) =>
          one.name === name &&
          one.machine === machine &&
          one.trouble === trouble &&
          (one.first ?? 1) === first;
        if (cells.some(is)) continue;
        const cell = await measured(name, machine, trouble, seeds, first, rounds, power);
        if (json) appendFileSync(json, `${JSON.stringify(cell)}\n`);
        cells.push(cell);
      }
  for (const cell of cells) print(cell);
  process.exit();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { judgedByOracle } = await import('./oracle.mjs');
  await table({
    names: judgedByOracle,
    machines: ['gaming-card', 'laptop-apple-firefox', 'software-adapter-safari'],
    ...JSON.parse(process.argv[2] ?? '{}'),
  });
}
