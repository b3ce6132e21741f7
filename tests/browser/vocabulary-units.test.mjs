// Names, comments and errors of the code hold to "Words of the code" in docs/glossary.md. Without a browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** Folders and files that are not swept yet. One that is must leave this list. */
const UNSWEPT = [
  'python',
  'src/backend.rs',
  'src/backend/answers.rs',
  'src/backend/tracing.rs',
  'src/web',
  'tests/browser/cost-units.test.mjs',
  'tests/browser/silence-units.test.mjs',
  'tests/browser/truth.test.mjs',
  'tests/python',
  'tests/truth',
  'www/asynclab.js',
  'www/experiments',
  'www/kit/inference.js',
  'www/lib',
  'www/notebook',
  'www/page/compare',
  'www/python',
];
/** This file has the words in its examples. */
const OWN = 'tests/browser/vocabulary-units.test.mjs';
/** Texts that stay until the messages or the code that they are named after change, by file. */
const KEPT = {
  'src/backend/graph.rs': ['tell_graph'],
  'src/backend/invalidate.rs': ['tell_failed'],
  'www/page/freedom/freedom.js': ['told-${way}'],
  'www/selftest/checks/limits.js': ['told: bytes(arrayBytes)'],
};

const words = Array.from(
  read('docs/glossary.md')
    .split('## Words of the code')[1]
    .matchAll(/^\| ([a-z][a-z ,]*[a-z]) +\|/gm),
  ([, cell]) => cell.split(', '),
)
  .flat()
  .filter((word) => word !== 'not');
const forbidden = new RegExp(`\\b(${words.join('|')})\\b`, 'i');
/** A text with the words of its names apart: `drop_holder` and `dropHolder` have two. */
const apart = (text) => text.replace(/_/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2');

/** The lines of a text with a forbidden word, each as a message. */
const found = (text, path) =>
  text
    .split('\n')
    .map((line, at) => {
      const rest = (KEPT[path] ?? []).reduce((line, kept) => line.replaceAll(kept, ''), line);
      const [word] = forbidden.exec(apart(rest)) ?? [];
      return word && `${path}:${at + 1}: “${word}”: ${line.trim()}`;
    })
    .filter(Boolean);

const within = (place) => (path) => path === place || path.startsWith(`${place}/`);
const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => /\.(rs|[cm]?js|ts|css|html|py|wgsl)$/.test(path) && path !== OWN);

test('a forbidden word is found in sentences and in names', () => {
  assert.ok(words.length >= 15, words.join());
  for (const line of ['// It is told.', 'fn drop_holder()', 'const tellFault = 1;', '#Given up'])
    assert.equal(found(line, 'any.js').length, 1, line);
  assert.deepEqual(found('the placeholder is amended, the teletype is untold', 'any.js'), []);
});

test('no source file has a word that the glossary replaces', () => {
  const swept = files.filter((path) => !UNSWEPT.some((place) => within(place)(path)));
  assert.ok(swept.length > 500, `only ${swept.length} files`);
  assert.deepEqual(
    swept.flatMap((path) => found(read(path), path)),
    [],
    'docs/glossary.md, "Words of the code", says what to write instead',
  );
});

test('what is listed as not swept still has such a word', () => {
  const clean = UNSWEPT.filter(
    (place) => !files.filter(within(place)).some((path) => found(read(path), path).length > 0),
  );
  assert.deepEqual(clean, [], 'swept: take it off the list');
  const gone = Object.entries(KEPT).flatMap(([path, texts]) =>
    texts.filter((text) => !read(path).includes(text)).map((text) => `${path}: ${text}`),
  );
  assert.deepEqual(gone, [], 'gone: take it off the list');
});
