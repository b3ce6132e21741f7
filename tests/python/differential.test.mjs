// Compares random programs with the results of real NumPy and PyTorch: 3,800 fixed programs, of which 2,000 run by day, or the file in
// ASYNCLAB_PROGRAMS, which `cargo xtask fuzz --python` makes. The real libraries are not needed here: differential/generate.py has run them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { python } from './python.mjs';

const folder = new URL('differential/', import.meta.url);
const fresh = process.env.ASYNCLAB_PROGRAMS;
const kept = (name) => gunzipSync(readFileSync(new URL(name, folder))).toString();
const text = fresh
  ? readFileSync(fresh, 'utf8')
  : ['programs.json.gz', 'wider.json.gz', 'nets.json.gz', 'arrays.json.gz'].map(kept).join('');
const all = text.trimEnd().split('\n');
const KEPT = 3800;
/** By day, the same share of the programs of each kind. */
const programs = fresh || process.env.ASYNCLAB_NIGHTLY ? all : all.filter((_, i) => i % 19 < 10);
const AT_ONCE = 100;
const SHOWN = 10;
let it;

/** The programs that differ, each with its difference. @param {string[]} given @returns {string[]} */
function differing(given) {
  it.pyodide.globals.set('given', given.join('\n'));
  return JSON.parse(it.run('replay.differences(given)'));
}

before(async () => {
  it = await python();
  it.pyodide.FS.writeFile('replay.py', readFileSync(new URL('replay.py', folder)));
  it.run('import sys\nsys.path.insert(0, "")\nimport replay');
});

test(`${programs.length} random programs give what NumPy and PyTorch give: values, shapes, types, exceptions`, () => {
  assert.ok(fresh || all.length === KEPT, `${all.length} programs`);
  const found = [];
  for (let at = 0; at < programs.length; at += AT_ONCE)
    found.push(...differing(programs.slice(at, at + AT_ONCE)));
  const shown = found.slice(0, SHOWN).join('\n');
  assert.equal(found.length, 0, `${found.length} of ${programs.length} differ\n${shown}`);
});

const LINE = 'x = np.array([1.0, 2.0])';
const planted = {
  'a value': { values: { x: [[2], 'numpy.float64', [1, 2.1], 0] } },
  'a shape': { values: { x: [[1, 2], 'numpy.float64', [1, 2], 0] } },
  'a type': { values: { x: [[2], 'numpy.int64', [1, 2], 0] } },
  'an exception': { errors: { 0: 'ValueError' } },
  "an exception's type": { lines: ['np.sum(np.ones(2), 5)'], errors: { 0: 'TypeError' } },
};
for (const [what, change] of Object.entries(planted))
  test(`${what} that differs is found`, () => {
    const program = { library: 'numpy', seed: 0, lines: [LINE], errors: {}, values: {}, ...change };
    assert.equal(differing([JSON.stringify(program)]).length, 1);
  });
