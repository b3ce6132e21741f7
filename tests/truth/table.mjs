// The operating characteristics of the experiments: each experiment on every machine, with many seeds of noise.
// `cargo xtask bench truth`, or: node tests/truth/table.mjs {"seeds": 100, "names": [], "machines": [], "preset": "auto", "json": null}
// Seeds are taken in blocks: every experiment runs a block on every machine before the next block begins. The outcome of each block is appended
// at once, as a line, to a file beside `json`. A later run reads it there instead of measuring it.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe } from '../../www/lib/machines/describe.js';
import { machineNames } from '../../www/lib/machines/names.js';
import { open } from '../../www/experiments/index.js';
import { runModelled } from './modelled.mjs';
import { leavesOpen, falsehoods, judgedByOracle, measurable } from './oracle.mjs';

const {
  seeds = 100,
  first = 1,
  block = 20,
  names = [],
  machines = [],
  without = '',
  preset: wanted,
  json,
  kept = json && `${json}.blocks`,
  trouble = {},
} = JSON.parse(process.argv[2] ?? '{}');
const preset = wanted ?? 'auto';
const asking = names.length ? names : judgedByOracle;
const experiments = await Promise.all(asking.map((name) => open(name)));
// Not every experiment has every preset.
const chosen = asking.filter((_, i) => preset in experiments[i].presets);
if (!chosen.length) {
  const all = new Set(experiments.flatMap(({ presets }) => Object.keys(presets)));
  console.error(`no experiment has a preset ${preset}; there are ${[...all].join(', ')}`);
  process.exit(1);
}
const asked = machines.length
  ? machines
  : machineNames.filter((one) => !without || !one.endsWith(without));
const print = console.log;
console.log = () => {};

/** An experiment on the CPU alone is run once for all machines with equal CPUs and clocks. */
const alike = new Map();
function same(name, machine) {
  if (name !== 'cpu-async') return false;
  const text = JSON.stringify(describe(machine, 'cpu'));
  if (!alike.has(text)) alike.set(text, machine);
  return alike.get(text) !== machine;
}

/** @typedef {{name: string, machine: string, first: number, seeds: number, wrong: any[], open: number, slowest: number, keys: Record<string, number>}} Block */

/** @param {string} name @param {string} machine @param {number} from @param {number} count @returns {Promise<Block>} */
async function measured(name, machine, from, count) {
  const found = {
    name,
    machine,
    first: from,
    seeds: count,
    wrong: [],
    open: 0,
    slowest: 0,
    keys: {},
  };
  const described = { gpu: describe(machine), cpu: describe(machine, 'cpu') };
  for (let seed = from; seed < from + count; seed += 1) {
    const sim = { seed, values: 0, ...trouble };
    const result = await runModelled(name, { machine, preset, sim });
    const { key } = result.finding;
    const wrong = falsehoods(name, result, described);
    if (wrong.length) found.wrong.push({ seed, key, wrong });
    found.open += leavesOpen(result);
    found.slowest = Math.max(found.slowest, result.elapsed);
    found.keys[key] = (found.keys[key] ?? 0) + 1;
  }
  return found;
}

const blocks = /** @type {Block[]} */ ([]);
if (kept && existsSync(kept))
  for (const line of readFileSync(kept, 'utf8').split('\n'))
    if (line) blocks.push(JSON.parse(line));
const has = (name, machine, from) =>
  blocks.some((one) => one.name === name && one.machine === machine && one.first === from);
for (let from = first; from < first + seeds; from += block) {
  for (const name of chosen) {
    for (const machine of asked) {
      if (same(name, machine) || has(name, machine, from)) continue;
      const found = await measured(name, machine, from, Math.min(block, first + seeds - from));
      blocks.push(found);
      if (kept) appendFileSync(kept, `${JSON.stringify(found)}\n`);
    }
  }
}

const rows = [];
for (const name of chosen) {
  for (const machine of asked) {
    const own = blocks.filter((one) => one.name === name && one.machine === machine);
    if (!own.length) continue;
    const row = { name, machine, runs: 0, wrong: 0, open: 0, slowest: 0, keys: {}, examples: [] };
    for (const { seeds: runs, wrong, open, slowest, keys } of own) {
      row.runs += runs;
      row.wrong += wrong.length;
      row.open += open;
      row.slowest = Math.max(row.slowest, slowest);
      for (const [key, count] of Object.entries(keys)) row.keys[key] = (row.keys[key] ?? 0) + count;
      row.examples.push(...wrong);
    }
    rows.push({ ...row, measurable: measurable(name, machine) });
    const keys = Object.entries(row.keys)
      .map(([key, count]) => `${key} ${count}`)
      .join(', ');
    print(
      `${name} | ${machine} | ${row.runs} | ${row.wrong} | ${row.open} | ${(row.slowest / 1000).toFixed(1)} s | ${keys}`,
    );
    for (const { seed, key, wrong } of row.examples)
      print(`    seed ${seed}, ${key}: ${wrong.join('; ')}`);
  }
}
/** Prints the sums over a list of machines. */
function summary(list, title) {
  const total = (field) => list.reduce((all, row) => all + row[field], 0);
  const slowest = Math.max(0, ...list.map((row) => row.slowest));
  const least = Math.min(...list.map((row) => row.runs));
  print(
    `${title} | ${list.length} machines | ${least} seeds at least | ${total('runs')} runs | ${total('wrong')} false | ${total('open')} left open | ${(slowest / 1000).toFixed(1)} s`,
  );
}
for (const name of chosen) {
  const own = rows.filter((row) => row.name === name);
  const decidable = own.filter((row) => row.measurable);
  if (decidable.length) summary(decidable, name);
  if (decidable.length < own.length)
    summary(
      own.filter((row) => !row.measurable),
      `${name}, where the truth cannot be measured`,
    );
}
summary(rows, 'all');
if (json) writeFileSync(json, JSON.stringify(rows, null, 1));
process.exit();
