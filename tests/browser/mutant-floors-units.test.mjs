// The floors of `cargo xtask mutants`: their files exist, and the command fails below a floor. Without a browser.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { holds, likelihood, ofEngine } from '../mutants/floor.mjs';
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

test('a sample fails where a share on the floor leaves so many mutants in fewer than one of a hundred', (t) => {
  t.mock.method(console, 'log', () => {});
  // If half of all mutants are noticed, two survive in one of four samples of two, and at least one survives in three of four.
  assert.equal(likelihood(2, 2, 0.5), 0.25);
  assert.equal(likelihood(2, 1, 0.5), 0.75);
  assert.equal(likelihood(60, 0, 0.03), 1);
  assert.equal(holds('one', 20, 1, 0.95), true);
  assert.equal(holds('one', 20, 3, 0.95), true, 'in one night of thirteen');
  assert.equal(holds('one', 20, 5, 0.95), false, 'in one of four hundred');
  assert.equal(holds('one', 800, 40, 0.95), true);
  assert.equal(holds('one', 800, 60, 0.95), false, 'of many the same share shows more');
  assert.equal(ofEngine({ caught: 0, timeout: 100, missed: 0 }), true, 'a hang is noticed');
  const most = Math.ceil(100 * (1 - engineFloor));
  assert.equal(ofEngine({ caught: 80 - most, timeout: 0, missed: most + 20 }), false);
});

test('the night tries mutants, with what fails below a floor as its last step', () => {
  const nightly = readFileSync(new URL('.github/workflows/nightly.yml', root), 'utf8');
  assert.match(nightly, /^ *- run: cargo xtask mutants$/m);
  assert.doesNotMatch(nightly, /continue-on-error|mutants.*\|\|/);
});
