// A course's result files, read by DuckDB: the tables contain the values of the documents.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { python, run } from './tools.mjs';

/** The number of files. With ASYNCLAB_FULL it is that of a large course; examples/class/README.md lists the times for it. */
const COUNT = process.env.ASYNCLAB_FULL ? 100_000 : 1000;
const example = (name) => fileURLToPath(new URL(`../../examples/class/${name}`, import.meta.url));
const recorded = (name) =>
  fileURLToPath(new URL(`../../www/experiments/${name}/recording.json`, import.meta.url));

test('the example pins what the tests run', () => {
  const [pinned] = readFileSync(example('requirements.txt'), 'utf8').match(/^duckdb==\S+/m);
  const tested = readFileSync(new URL('requirements.txt', import.meta.url), 'utf8');
  assert.ok(tested.split(/\s/).includes(pinned), pinned);
});

test(`${COUNT} documents: counts and medians by machine, what is broken left out`, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'asynclab-class-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const given = join(folder, 'in');
  const here = python('python3');
  await run(here, [example('generate.py'), given, String(COUNT), '7'], folder);
  await copyFile(recorded('warmup'), join(given, 'warmup.json'));
  await copyFile(recorded('memory'), join(given, 'memory.json'));
  await writeFile(join(given, 'torn.json'), '{"schema": 1, "experim');
  await writeFile(join(given, 'other.json'), '{"schema": 2, "experiment": "warmup"}');
  const lost = { value: null, unit: 'ms' };
  const strange = {
    schema: 1,
    experiment: 'warmup',
    finding: { key: 'found' },
    measures: { gap: lost },
  };
  await writeFile(join(given, 'lost.json'), JSON.stringify(strange));

  const out = join(folder, 'out');
  const start = performance.now();
  const output = await run(here, [example('course.py'), given, '--out', out], folder);
  t.diagnostic(`${COUNT} documents in ${Math.round(performance.now() - start)} ms`);
  assert.deepEqual(JSON.parse(output), { read: COUNT + 3, leftOut: 2 });

  const rows = (await readFile(join(out, 'gaps.csv'), 'utf8')).trim().split('\n').slice(1);
  const expected = await gapsIn(given);
  assert.equal(rows.length, expected.size);
  for (const row of rows) {
    const [adapter, browser, n, count, , median] = row.split(',');
    const gaps = expected.get(`${adapter},${browser},${n}`).sort((a, b) => a - b);
    assert.equal(Number(count), gaps.length, row);
    const middle = (gaps[(gaps.length - 1) >> 1] + gaps[gaps.length >> 1]) / 2;
    assert.ok(Math.abs(Number(median) - middle) < 1e-9 * middle, row);
  }
  const findings = await readFile(join(out, 'findings.csv'), 'utf8');
  assert.match(findings, /^memory,google swiftshader,webgpu,[\w-]+,1,1\.0$/m);
  const total = findings
    .trim()
    .split('\n')
    .slice(1)
    .reduce((sum, line) => sum + Number(line.split(',')[4]), 0);
  assert.equal(total, COUNT + 3);
  assert.match(await readFile(join(out, 'gaps.svg'), 'utf8'), /<circle[^]*Adapter A/);
  for (const name of ['results', 'measures'])
    assert.equal((await readFile(join(out, `${name}.parquet`))).subarray(0, 4).toString(), 'PAR1');
});

/** The gaps of all warm-ups below a folder, by machine and size. @param {string} folder */
async function gapsIn(folder) {
  const gaps = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    let document;
    try {
      document = JSON.parse(await readFile(join(entry.parentPath, entry.name), 'utf8'));
    } catch {
      continue;
    }
    const { schema, experiment, measures, info, parameters } = document;
    if (![1, 2].includes(schema) || experiment !== 'warmup' || !(measures?.gap?.value > 0))
      continue;
    const key = [info.adapter.name || info.adapter.vendor, info.browser, parameters.n].join();
    if (!gaps.has(key)) gaps.set(key, []);
    gaps.get(key).push(measures.gap.value);
  }
  return gaps;
}
