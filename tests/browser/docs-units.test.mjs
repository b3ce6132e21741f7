// The documents: links have targets, tables agree with the code, decisions have one form.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { figuresOf, runs, withTables } from '../../bench/record.js';
import { api } from '../../www/sandbox/api.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name) => readFileSync(join(root, name), 'utf8');
const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => name && existsSync(join(root, name)));

/** A document without its code. @param {string} text */
const prose = (text) => text.replace(/^( *)```[^]*?^\1```$/gm, '').replace(/`[^`\n]*`/g, '');

/** The anchors that GitHub makes of a document's headings. @param {string} text */
const anchors = (text) =>
  [...text.replace(/^( *)```[^]*?^\1```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .replace(/\]\([^)]*\)/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link within the documents leads to a file, and to a heading of it', () => {
  const broken = [];
  for (const name of documents)
    for (const [, target] of prose(read(name)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^\w+:/.test(target)) continue;
      const [path, anchor] = target.split('#');
      const file = path ? join(dirname(name), decodeURI(path)) : name;
      const there = existsSync(join(root, file));
      if (!there || (anchor && !anchors(read(file)).includes(anchor)))
        broken.push(`${name}: ${target}`);
    }
  assert.deepEqual(broken, []);
});

/** Paths that a build makes, paths of the written site, and paths of other projects. */
const ELSEWHERE = [
  /^(www\/pkg|target|dist|LAB|libraries)\//,
  /^www\/experiments\/list\.js$/,
  /^www-<version>\//,
  /^(src\/(ndarray|engine)|python\/mxnet|torch\/cuda)\//, // MXNet and PyTorch
];
/** Folders of the checkout that documents name. */
const ROOTS = [
  'bench',
  'docs',
  'examples',
  'npm',
  'python',
  'shaders',
  'src',
  'tests',
  'www',
  'xtask',
];
const CODE = /^[\w@<>*-][\w.@/<>*-]*\.(rs|m?js|py|wgsl)$/;
const BELOW = /^[\w@<>*-][\w.@<>*-]*\/[\w.@/<>*-]*$/;

/** `a/{b,c}.js` is two paths. @param {string} path @returns {string[]} */
function alternatives(path) {
  const [, before, list, after] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(path) ?? [];
  return list ? list.split(',').flatMap((one) => alternatives(before + one + after)) : [path];
}

test('every file and folder that a document names is there', () => {
  const list = ['ls-files', '-co', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n');
  /** The ends of all paths: a document may leave out folders that it has just named. */
  const ends = new Set();
  for (const file of files.filter((name) => name && existsSync(join(root, name)))) {
    const parts = file.split('/');
    for (let from = 0; from < parts.length; from += 1)
      for (let to = from + 1; to <= parts.length; to += 1)
        ends.add(parts.slice(from, to).join('/'));
  }
  const isThere = (path) => {
    const parts = path.replace(/\/$/, '').split(/<\w+>|\*+/);
    if (parts.length === 1) return ends.has(parts[0]);
    const pattern = new RegExp(
      `^${parts.map((part) => part.replaceAll('.', '\\.')).join('[^/]+')}$`,
    );
    return [...ends].some((end) => pattern.test(end));
  };
  const lost = documents
    .filter((name) => /^(README|ARCHITECTURE|CONTRIBUTING|SECURITY)\.md$|^docs\//.test(name))
    .flatMap((name) => {
      const text = read(name).replace(/^( *)```[^]*?^\1```$/gm, '');
      return [...text.matchAll(/`([^`\n]+)`/g)]
        .flatMap(([, span]) => span.split(/\s+/))
        .flatMap(alternatives)
        .filter(
          (path) => CODE.test(path) || (BELOW.test(path) && ROOTS.includes(path.split('/')[0])),
        )
        .filter((path) => !ELSEWHERE.some((one) => one.test(path)) && !/[A-Z]{4}/.test(path))
        .filter((path) => !isThere(path))
        .map((path) => `${name}: ${path}`);
    });
  assert.deepEqual(lost, []);
});

test('the bench’s page has the tables of its record', () => {
  const text = read('bench/README.md');
  assert.equal(withTables(text), text, 'run node bench/record.js');
});

test('a run of record says when, where and how, and its medians lie within their quartiles', () => {
  for (const { name, date, machine, command, readme, figures } of runs()) {
    assert.match(date, /^\d{4}-\d{2}-\d{2}$/, name);
    assert.ok(machine && command, name);
    for (const row of readme ?? []) assert.ok(figures[row], `${name}: ${row}`);
    for (const figure of Object.values(figures).flatMap((row) => Object.values(row)))
      if (Array.isArray(figure)) {
        const [median, low, high] = figure;
        assert.ok(low <= median && median <= high, `${name}: ${figure}`);
      }
  }
});

test('a run of the bench gives medians with quartiles, and the reason of who has none', () => {
  const contenders = {
    lab: { samples: { done: [4, 1, 2, 3, 5] } },
    other: { reason: 'too large' },
  };
  const workloads = { reduce: { cases: [{ name: 'sum', contenders }] }, start: {} };
  assert.deepEqual(figuresOf({ workloads }), {
    reduce: { sum: { lab: { done: [3, 2, 4] }, other: 'too large' } },
    start: {},
  });
});

const HEADS = ['Decision', 'Reasons', 'Alternatives', 'Consequences'];
/** The words of a page. */
const PAGE = 500;

test('every decision has the same heads, fits on a page and stands in the index', () => {
  const index = read('docs/decisions/README.md');
  const names = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
  for (const name of names) {
    const text = read(`docs/decisions/${name}`);
    const heads = [...text.matchAll(/^## (.*)$/gm)].map(([, head]) => head);
    assert.deepEqual(heads, HEADS, name);
    assert.ok(text.split(/\s+/).length <= PAGE, `${name} is longer than a page`);
    assert.ok(index.includes(`](${name})`), `the index lacks ${name}`);
  }
});

/** The code in a document's tables, as words. @param {string} text */
const named = (text) =>
  new Set(
    [...text.matchAll(/^\|.*$/gm)].flatMap(([row]) =>
      [...row.matchAll(/`([^`]*)`/g)].flatMap(([, code]) => code.match(/[A-Za-z]\w*/g) ?? []),
    ),
  );

test('docs/api.md has every public name of the lab', () => {
  const there = named(read('docs/api.md'));
  for (const [object, names] of Object.entries(api))
    assert.deepEqual(
      names.filter((name) => !there.has(name)),
      [],
      object,
    );
});

test('docs/names.md has every function and method for arrays', () => {
  const there = named(read('docs/names.md'));
  assert.deepEqual(
    [...api.nd, ...api.random, ...api.nn].filter((name) => !there.has(name)),
    [],
  );
});

test('docs/api.md has the options of connect, and no other', () => {
  const [, declared] = read('www/lib/options.js').match(/@typedef \{object\} Options([^]*?)\*\//);
  const options = [...declared.matchAll(/@property \{.*\} \[(\w+)\]/g)].map(([, name]) => name);
  assert.ok(options.length >= 20);
  const [, table] = read('docs/api.md').match(/## Options of `connect`\n([^]*?)\n## /);
  const rows = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
  assert.deepEqual(rows.sort(), options.sort());
});

test('docs/special-values.md shows NumPy’s results, which the engine is compared with', () => {
  const float = (bits) => new Float32Array(Uint32Array.of(Number.parseInt(bits, 16)).buffer)[0];
  const lines = read('tests/numpy/special-values.txt').split('\n');
  const results = lines.filter((line) => / each /.test(line)).map((line) => line.split(' '));
  const rows = [...read('docs/special-values.md').matchAll(/^\| `(\w+)` \| (.*) \|$/gm)];
  assert.deepEqual(
    rows.map(([, name]) => name),
    results.map(([name]) => name),
    'run tests/numpy/special_values.py',
  );
  for (const [at, [, name, cells]] of rows.entries()) {
    const shown = cells
      .split(' | ')
      .map((cell) => Number(cell.replaceAll('−', '-').replace('∞', 'Infinity')));
    const values = results[at].slice(2).map(float);
    assert.equal(shown.length, values.length, name);
    for (const [column, value] of values.entries()) {
      const close = Math.abs(shown[column] - value) <= 5e-4 * Math.abs(value);
      const sameSign = Object.is(Math.sign(shown[column]), Math.sign(value));
      assert.ok((close && sameSign) || Object.is(shown[column], value), `${name}: ${value}`);
    }
  }
});
