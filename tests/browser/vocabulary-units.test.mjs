// Names, comments and errors of the code, and documents, hold to "Words of the code" in docs/glossary.md. Without a browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** Files that contain the words: this file's examples, and the glossary's table. */
const OWN = ['tests/browser/vocabulary-units.test.mjs', 'docs/glossary.md'];

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
      const [word] = forbidden.exec(apart(line)) ?? [];
      return word && `${path}:${at + 1}: “${word}”: ${line.trim()}`;
    })
    .filter(Boolean);

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(
    (path) =>
      /\.(rs|[cm]?js|ts|css|html|md|py|wgsl|ya?ml|toml|txt)$/.test(path) && !OWN.includes(path),
  );

test('a forbidden word is found in sentences and in names', () => {
  assert.ok(words.length >= 15, words.join());
  for (const line of ['// It is told.', 'fn drop_holder()', 'const tellFault = 1;', '#Given up'])
    assert.equal(found(line, 'any.js').length, 1, line);
  assert.deepEqual(found('the placeholder is amended, the teletype is untold', 'any.js'), []);
});

test('no source file and no document has a word that the glossary replaces', () => {
  assert.ok(files.length > 500, `only ${files.length} files`);
  assert.deepEqual(
    files.flatMap((path) => [...found(path, path), ...found(read(path), path)]),
    [],
    'docs/glossary.md, "Words of the code", says what to write instead',
  );
});
