// Other libraries' programs beside the programs that run: every line that is marked as corresponding exists, and Python can parse them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { experiments } from '../../www/experiments/index.js';
import { KEYS, LANGUAGES } from '../../www/kit/languages.js';
import { devicesOf, presetValues } from '../../www/kit/parameters.js';
import { lineWith, linesOf } from '../../www/page/program/pairs.js';
import { messagesOf } from './fixtures/words.mjs';

/** Runs programs with modules that only record. */
const WARM = fileURLToPath(new URL('fixtures/warm.py', import.meta.url));

const opened = await Promise.all(
  experiments.map(async ({ name, load }) => ({ ...(await load()).default, name })),
);
/** Each preset's values, and the first preset's with every choice of each parameter. */
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

/** Each program with the values of each preset and each choice, on each device. */
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

test('every experiment whose program is given has it for every library', () => {
  const without = opened.filter(({ programs }) => !programs).map(({ name }) => name);
  assert.deepEqual(without, ['sandbox']);
  for (const { name, texts } of all)
    for (const language of KEYS) assert.ok(texts[language]?.trim(), `${name}: ${language}`);
});

test('every pair names lines that are there, each once, or says why there is none', () => {
  const notes = new Set(
    Array.from(messagesOf('page/program', 'en').matchAll(/^note-([\w-]+) =/gm), ([, id]) => id),
  );
  const used = new Set();
  for (const { name, texts, pairs } of all) {
    const lines = linesOf(texts, pairs);
    pairs.forEach((pair, i) => {
      const { javascript, python, note, ...own } = pair;
      const missing = KEYS.filter((language) => {
        const text = language === 'javascript' ? javascript : (own[language] ?? python);
        const wanted = text !== undefined && own[language] !== null;
        assert.equal(lines[i][language] > 0, wanted, `${name}, ${language}: ${text}`);
        return !wanted;
      });
      if (missing.length) assert.ok(note, `${name}: ${javascript} is not in ${missing}: why?`);
      if (note) assert.ok(notes.has(note), `${name}: note-${note}`);
      used.add(note);
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
const skip = !python && 'python3 is not installed';

/** The calls of each program between its readings of the clock that it has not made before: native libraries load a kernel at its first use. */
function coldOf(texts) {
  const { stdout, stderr } = spawnSync('python3', [WARM], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

test(
  'what a program times it has done before, and what it prints in a time it has printed',
  { skip },
  () => {
    const programs = all
      .flatMap(({ name, texts }) =>
        Object.entries(texts).map(([library, text]) => ({ name: `${name}, ${library}`, text })),
      )
      .filter(({ text }) => text.includes('time.perf_counter'));
    const cold = coldOf(programs.map(({ text }) => text));
    const found = programs.flatMap(({ name }, i) =>
      cold[i].length ? [`${name}: ${cold[i]}`] : [],
    );
    assert.deepEqual(found, []);
    const timed = 'print(y)\nprint(time.perf_counter() - start)';
    const program = (first) =>
      `import time, torch\ny = torch.rand(2)\n${first}\nstart = time.perf_counter()\n${timed}`;
    assert.deepEqual(coldOf([program('y.item()'), program('print(y)')]), [['print'], []]);
  },
);

test('Python can read each of them', { skip }, () => {
  const sources = all.flatMap(({ name, texts }) =>
    KEYS.filter((language) => language !== 'javascript').map((language) => [
      `${name}, ${LANGUAGES[language].name}`,
      texts[language],
    ]),
  );
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
