// Formulas in the messages: their notation, without a browser, and their rendering in a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokens } from '../../www/kit/math.js';
import { folders, languages, messagesOf } from './fixtures/words.mjs';
import { open } from './harness.mjs';

test('a formula is names with an index, numbers and operators', () => {
  const kinds = (text) =>
    tokens(text).map(({ kind, text: own, index = '' }) => `${kind} ${own}${index}`);
  assert.deepEqual(kinds('n·t2 > (n - 1)·t1'), [
    'name n',
    'operator ·',
    'name t2',
    'operator >',
    'operator (',
    'name n',
    'operator −',
    'number 1',
    'operator )',
    'operator ·',
    'name t1',
  ]);
  assert.deepEqual(tokens('t12'), [{ kind: 'name', text: 't', index: '12' }]);
  assert.deepEqual(kinds('0.5x'), ['number 0.5', 'name x']);
  assert.deepEqual(tokens('  '), []);
});

for (const language of languages) {
  test(`${language}: every formula in the words ends`, () => {
    const open = folders.flatMap((folder) =>
      messagesOf(folder, language)
        .replace(/\{[^}]*\}/g, '')
        .split('\n')
        .filter((line) => line.split('$').length % 2 === 0)
        .map((line) => `${folder}: ${line.slice(0, 80)}`),
    );
    assert.deepEqual(open, []);
  });
}

test('on the page it is MathML, and reads the same', async (t) => {
  const { page } = await open(t, { path: '#improving' });
  const formula = await page.waitForSelector('#improving .opened math');
  const { namespace, text, index } = await formula.evaluate((element) => ({
    namespace: element.namespaceURI,
    text: element.textContent,
    index: element.querySelector('msub').lastElementChild.localName,
  }));
  assert.deepEqual(
    { namespace, text, index },
    {
      namespace: 'http://www.w3.org/1998/Math/MathML',
      text: 't1',
      index: 'mn',
    },
  );
});
