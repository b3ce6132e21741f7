// The list of error codes in the documentation has every code, and no others.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const CODE = /^[A-Z][A-Z_]*_[A-Z]+$|^(BUSY|CLOSED|DISPOSED)$/;
/** The texts of a source that have the form of an error code. */
const texts = (source) => [...source.matchAll(/['"]([A-Z_]+)['"]/g)].map(([, text]) => text);

test('every code of an error is in the list, and nothing else is', () => {
  const modules = readdirSync(new URL('www/lib', root), { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => `www/lib/${name}`);
  const sources = [...modules, 'www/asynclab.js', 'src/error.rs'].map(read);
  const known = new Set(sources.flatMap(texts).filter((text) => CODE.test(text)));
  const [list] = read('npm/pages/errors.md').split(/^\| bound/m);
  const listed = [...list.matchAll(/^\|([^|]*)\|/gm)]
    .flatMap(([, cell]) => [...cell.matchAll(/`([A-Z_]+)`/g)])
    .map(([, code]) => code);
  assert.deepEqual([...new Set(listed)].sort(), [...known].sort());
  assert.equal(listed.length, new Set(listed).size, 'each once');
});
