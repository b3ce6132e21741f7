// The statements about Python in docs/claims.md name tests and their assertions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('each statement about Python names a test, and what that asserts', () => {
  const [, table] = read('docs/claims.md').split('## Python\n');
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && line.includes('.mjs'));
  assert.ok(rows.length >= 11, `${rows.length} rows`);
  for (const row of rows) {
    const [, file, asserted] = /\[`([\w/.-]+)`\]\(.*\) \| `(.+)` \|$/.exec(row) ?? [];
    assert.ok(file, `no test or assertion: ${row}`);
    assert.ok(read(file).includes(asserted), `${file} does not assert ${asserted}`);
  }
});
