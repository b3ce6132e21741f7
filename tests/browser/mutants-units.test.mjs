// The files that `cargo xtask mutants` breaks exist, and so do the tests that should notice.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { targets } from '../mutants/targets.mjs';

const root = new URL('../../', import.meta.url);

test('every file that is broken on purpose exists, and every test that is to notice it', () => {
  for (const [name, { files, tests, floor }] of Object.entries(targets)) {
    for (const file of [...files, ...tests])
      assert.ok(existsSync(new URL(file, root)), `${name}: ${file}`);
    assert.ok(floor >= 0 && floor <= 1, name);
  }
});

test('every judge is broken on purpose', () => {
  const folder = new URL('www/experiments/', root);
  const judges = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `www/experiments/${name}/judge.js`)
    .filter((file) => existsSync(new URL(file, root)));
  // A reader's own program has no verdict.
  const own = judges.filter((file) => !file.includes('/sandbox/'));
  assert.ok(own.length >= 13);
  for (const file of own) assert.ok(targets.judges.files.includes(file), file);
});
