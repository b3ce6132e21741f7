// Python's functions have at most 60 lines, without comments and blank lines. ESLint and Clippy check this for the other languages.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const MOST = 60;
/** Functions that only contain short functions, as a class does. */
const NAMESPACES = ['python/asynclab/mxnet/_functions.py: functions'];

/** The functions of a text that are too long. @param {string} text @returns {{name: string, length: number}[]} */
function tooLong(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, indent, name] = /^( *)(?:async )?def (\w+)/.exec(line) ?? [];
    if (name === undefined) return [];
    let first = at;
    while (first < lines.length && !/:(\s*#.*)?$/.test(lines[first])) first += 1;
    const after = lines.findIndex(
      (one, i) => i > first && /\S/.test(one) && !/^ +\S/.test(one.slice(indent.length)),
    );
    const body = lines.slice(first + 1, after < 0 ? undefined : after).join('\n');
    const code = body.replace(/^\s*"""[^]*?"""/, '').split('\n');
    const { length } = code.filter((one) => /\S/.test(one) && !/^\s*#/.test(one));
    return length > MOST ? [{ name, length }] : [];
  });
}

const body = (count) => Array.from({ length: count }, (_, i) => `    x = ${i}`);

test('the lines of a function are counted without its comments, and up to the next one', () => {
  const long = [
    'def f(',
    '    x,',
    ') -> None:',
    '    """Says',
    '    so."""',
    '',
    '    # why',
    ...body(61),
    '',
    'y = 1',
  ];
  assert.deepEqual(tooLong(long.join('\n')), [{ name: 'f', length: 61 }]);
  assert.deepEqual(tooLong(['def f():', ...body(60), 'def g():', ...body(60)].join('\n')), []);
  assert.deepEqual(
    tooLong(['class A:', '    def f(self):', ...body(61).map((one) => `    ${one}`)].join('\n')),
    [{ name: 'f', length: 61 }],
  );
});

test('no function of Python is too long', () => {
  const files = execFileSync('git', ['ls-files', '*.py'], { cwd: root, encoding: 'utf8' }).trim();
  const found = files
    .split('\n')
    .flatMap((path) =>
      tooLong(readFileSync(new URL(path, root), 'utf8')).map(({ name }) => `${path}: ${name}`),
    );
  assert.deepEqual(found, NAMESPACES);
});
