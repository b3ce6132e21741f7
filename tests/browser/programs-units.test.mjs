// The chapter's frameworks beside the programs that run: every line that is said to correspond is there, and Python can read them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { experiments } from '../../www/experiments/index.js';
import { devicesOf, presetValues } from '../../www/kit/parameters.js';
import { lineWith, linesOf } from '../../www/page/program/pairs.js';
import { messagesOf } from './fixtures/words.mjs';

const opened = await Promise.all(
  experiments.map(async ({ name, load }) => ({ ...(await load()).default, name })),
);
/** Each preset's values, and the first's with every other choice of a parameter in its place. */
function variants(experiment) {
  const presets = Object.keys(experiment.presets).map((name) => [
    name,
    presetValues(experiment, name),
  ]);
  const [[, first]] = presets;
  const choices = Object.entries(experiment.parameters).flatMap(([name, { choices = [] }]) =>
    choices.map((choice) => [`${name} ${choice}`, { ...first, [name]: choice }]),
  );
  return [...presets, ...choices];
}

/** Each program as it stands with each preset and each choice on each device. */
const all = await Promise.all(
  opened
    .filter(({ programs }) => programs)
    .map(async (experiment) => {
      const { default: programs } = await experiment.programs();
      return variants(experiment).flatMap(([variant, given]) =>
        devicesOf(experiment).map((device) => {
          const values = { ...given, device };
          const { pairs, ...python } = programs(values);
          return {
            name: `${experiment.name}, ${variant}, ${device}`,
            texts: { javascript: experiment.program(values), ...python },
            pairs,
          };
        }),
      );
    }),
).then((lists) => lists.flat());

test('every experiment whose program is given has it for both frameworks', () => {
  const without = opened.filter(({ programs }) => !programs).map(({ name }) => name);
  assert.deepEqual(without, ['sandbox']);
});

test('every pair names lines that are there, each once, or says why there is none', () => {
  const notes = new Set(
    Array.from(messagesOf('page/program', 'en').matchAll(/^note-([\w-]+) =/gm), ([, id]) => id),
  );
  const used = new Set();
  for (const { name, texts, pairs } of all) {
    const lines = linesOf(texts, pairs);
    pairs.forEach((pair, i) => {
      ['javascript', 'pytorch', 'mxnet'].forEach((language, k) => {
        const found = lines[i][language] > 0;
        assert.equal(found, pair[k] !== null, `${name}, ${language}: ${pair[k]}`);
      });
      if (pair.includes(null)) assert.ok(pair[3], `${name}: ${pair[0]} has no counterpart: why?`);
      if (pair[3]) assert.ok(notes.has(pair[3]), `${name}: note-${pair[3]}`);
      used.add(pair[3]);
    });
    const javascript = lines.map((line) => line.javascript);
    assert.equal(new Set(javascript).size, javascript.length, `${name}: a line in two pairs`);
  }
  assert.deepEqual(
    [...notes].filter((note) => !used.has(note)),
    [],
  );
});

test('a line is found by what it contains, also by what the next begins with', () => {
  assert.equal(lineWith('a\nb\nc', 'b'), 2);
  assert.equal(lineWith('a\nb\na\nc', 'a\nc'), 3);
  assert.equal(lineWith('a', 'z'), 0);
  assert.equal(lineWith('a', null), 0);
});

const python = spawnSync('python3', ['--version']).status === 0;
test('Python can read each of them', { skip: !python && 'python3 is not installed' }, () => {
  const sources = all.flatMap(({ name, texts }) => [
    [`${name}, PyTorch`, texts.pytorch],
    [`${name}, MXNet`, texts.mxnet],
  ]);
  const check = `
import ast, json, sys
for name, text in json.load(sys.stdin):
    try: ast.parse(text)
    except SyntaxError as error: print(name, error)
`;
  const { stdout, stderr } = spawnSync('python3', ['-c', check], {
    input: JSON.stringify(sources),
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.equal(stdout, '');
});
