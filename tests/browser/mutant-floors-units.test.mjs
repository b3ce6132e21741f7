// The floors of `cargo xtask mutants`: what it tries exists, and it fails below them. Without a browser.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { holds, ofEngine } from '../mutants/floor.mjs';
import { engineFloor, targets } from '../mutants/targets.mjs';

const root = new URL('../../', import.meta.url);

test('every target has files, tests and a floor', () => {
  assert.ok(engineFloor > 0);
  for (const [name, { files, tests, floor }] of Object.entries(targets)) {
    for (const path of [...files, ...tests]) assert.ok(existsSync(new URL(path, root)), path);
    assert.equal(new Set(files).size, files.length);
    assert.ok(floor > 0 && floor <= 1, name);
  }
});

test('a share of noticed mutants below the floor fails, and one on it does not', (t) => {
  t.mock.method(console, 'log', () => {});
  assert.equal(holds('one', 20, 1, 0.95), true);
  assert.equal(holds('one', 20, 2, 0.95), false);
  const missed = Math.ceil(100 * (1 - engineFloor)) + 1;
  const outcomes = { caught: 100 - missed, timeout: 0, missed };
  assert.equal(ofEngine(outcomes), false);
  assert.equal(ofEngine({ ...outcomes, caught: 0, timeout: 10_000 }), true, 'a hang is noticed');
});

test('the night tries mutants, with what fails below a floor as its last step', () => {
  const nightly = readFileSync(new URL('.github/workflows/nightly.yml', root), 'utf8');
  assert.match(nightly, /^ *- run: cargo xtask mutants$/m);
  assert.doesNotMatch(nightly, /continue-on-error|mutants.*\|\|/);
});
