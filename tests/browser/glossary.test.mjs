// The texts hold to docs/glossary.md: its terms are used, and what they replaced is gone. Without a browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { folders, languages, messagesOf } from './fixtures/words.mjs';

const text = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
const [first, second] = text.split('## Replaced');
/** The rows of a table, without its head. */
const rows = (part) =>
  part
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
/** All messages of a language, without comments. */
const said = (language) => lines(language).filter((line) => !line.startsWith('#'));
/** The files of a language, comments included. */
const lines = (language) =>
  folders
    .map((folder) => messagesOf(folder, language))
    .join('\n')
    .split('\n');

test('every term has a meaning and all its translations, once', () => {
  const all = rows(first);
  assert.ok(all.length >= 30);
  for (const row of all) {
    assert.equal(row.length, 5, row.join(' | '));
    for (const cell of row) assert.notEqual(cell, '');
  }
  const terms = all.map(([term]) => term);
  assert.equal(new Set(terms).size, terms.length);
});

for (const [i, language] of languages.slice(1).entries())
  test(`${language}: every term is used in the messages`, () => {
    const messages = said(language).join('\n').toLowerCase();
    const unused = rows(first)
      .map((row) => row[2 + i])
      .filter((term) => !messages.includes(term.toLowerCase()));
    assert.deepEqual(unused, []);
  });

for (const language of languages)
  test(`${language}: nothing that was replaced is said`, () => {
    const replaced = rows(second).filter(([one]) => one === language);
    assert.ok(replaced.length > 0);
    const found = replaced.flatMap(([, not]) =>
      said(language).filter((line) => line.toLowerCase().includes(not.toLowerCase())),
    );
    assert.deepEqual(found, []);
  });

// A translator reads those first.
for (const language of languages)
  test(`${language}: no comment of the message files prescribes a term that was replaced`, () => {
    const found = rows(second)
      .filter(([one]) => one === language)
      .flatMap(([, not]) =>
        lines(language).filter(
          (line) => line.startsWith('#') && line.toLowerCase().includes(not.toLowerCase()),
        ),
      );
    assert.deepEqual(found, []);
  });
