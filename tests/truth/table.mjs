// The operating characteristics of the experiments: each on every machine, with many seeds of noise.
// `cargo xtask bench truth`, or: node tests/truth/table.mjs {"seeds": 100, "names": [], "machines": [], "json": null}
import { writeFileSync } from 'node:fs';
import { describe } from '../../www/lib/machines/describe.js';
import { machineNames } from '../../www/lib/machines/names.js';
import { runModelled } from './modelled.mjs';
import { cannotTell, falsehoods, judgedByOracle } from './oracle.mjs';

const {
  seeds = 100,
  first = 1,
  names = [],
  machines = [],
  without = '',
  preset,
  json,
  trouble = {},
} = JSON.parse(process.argv[2] ?? '{}');
const chosen = names.length ? names : judgedByOracle;
const print = console.log;
console.log = () => {};

const rows = [];
for (const name of chosen) {
  for (const machine of machines.length
    ? machines
    : machineNames.filter((one) => !without || !one.endsWith(without))) {
    const row = { name, machine, runs: 0, wrong: 0, open: 0, slowest: 0, keys: {}, examples: [] };
    const described = { gpu: describe(machine), cpu: describe(machine, 'cpu') };
    for (let seed = first; seed < first + seeds; seed += 1) {
      const result = await runModelled(name, {
        machine,
        preset,
        sim: { seed, values: 0, ...trouble },
      });
      const wrong = falsehoods(name, result, described);
      row.runs += 1;
      row.wrong += wrong.length > 0;
      row.open += cannotTell(result);
      row.slowest = Math.max(row.slowest, result.elapsed);
      row.keys[result.finding.key] = (row.keys[result.finding.key] ?? 0) + 1;
      if (wrong.length && row.examples.length < 5)
        row.examples.push({ seed, key: result.finding.key, wrong });
    }
    rows.push(row);
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
const total = (field) => rows.reduce((all, row) => all + row[field], 0);
print(
  `${total('runs')} runs: ${total('wrong')} with a false statement, ${total('open')} that cannot tell`,
);
if (json) writeFileSync(json, JSON.stringify(rows, null, 1));
process.exit();
