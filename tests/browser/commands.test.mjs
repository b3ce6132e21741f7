// Commands as they are typed: exit codes, output, and arguments that they reject before a browser starts.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import { xtask as commandOf } from '../xtask.mjs';
import { assertResult } from './result-schema.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'asynclab-commands-'));
after(() => rm(folder, { recursive: true, force: true }));
const at = (name) => join(folder, name);
const json = async (path) => JSON.parse(await readFile(path, 'utf8'));

/** If a command starts a browser after all, this path makes it fail with the exit code 1. */
const NO_BROWSER = { ASYNCLAB_CHROMIUM: '/no/such/browser', ASYNCLAB_SHELL: '' };

async function command(program, words, env = {}) {
  const child = spawn(program, words, { cwd: root, env: { ...process.env, ...env } });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'])
    child[stream].on('data', (bytes) => (said[stream] += bytes));
  const [code] = await once(child, 'close');
  return { code, ...said };
}

const xtask = (words, env) => command(...commandOf(...words), env);

async function ended(code, words) {
  const found = await xtask(words);
  assert.equal(found.code, code, found.stderr);
  return found;
}

for (const [words, why] of [
  ['run', /required arguments were not provided:\s+<EXPERIMENT>/],
  [
    'run queued --adapter gpu',
    /'gpu' for '--adapter [^]*\[possible values: auto, hardware, software\]/,
  ],
  ['run queued --device gpu', /'gpu' for '--device [^]*\[possible values: webgpu, cpu, sim\]/],
  ['run queued --set n', /'n' for '--set .*: give key=value/],
  ['run queued --json /no/such/folder/a.json', /its folder does not exist/],
  [
    'run queued --trace a.txt',
    /'a\.txt' for '--trace .*: give a file ending in \.pftrace or \.json/,
  ],
  ['watch http://a/ --browser firefox --cpu-profile', /--cpu-profile needs Chromium/],
  ['run nope', /there is no experiment "nope"; there are warmup/],
  ['run queued --set n=7', /n is 7; give a whole number from 8 to 4096/],
  ['notebook no-such.ipynb', /there is no file no-such\.ipynb/],
  ['notebook --adapter gpu', /'gpu' for '--adapter /],
  ['bench enqueue --rounds 0', /'0' for '--rounds .*: 0 is not in 1\.\./],
  ['bench --native --adapter hardware', /'--native' cannot be used with '--adapter /],
  ['shots --adapter gpu', /'gpu' for '--adapter /],
  ['record queued --posters --out .', /'--posters' cannot be used with '--out /],
  ['soak --hours 0', /'0' for '--hours .*: give a number above 0/],
  ['wheel --adapter software', /unexpected argument '--adapter'/],
  ['nope', /unrecognized subcommand 'nope'/],
]) {
  test(`\`${words}\` is rejected before a browser starts`, async () => {
    const { code, stdout, stderr } = await xtask(words.split(' '), NO_BROWSER);
    assert.equal(code, 2, stderr);
    assert.match(stderr, why);
    assert.equal(stdout, '');
  });
}

// These programs are run directly: their commands would first build the site or install other libraries.
for (const [program, request, why] of [
  ['run', { experiment: 'queued', parameters: { size: 8 } }, /no parameter size; there are preset/],
  ['run', { experiment: 'queued', device: 'machine:nope' }, /no machine "nope"; give one of phone/],
  ['selftest', { only: ['nope'] }, /there is no check "nope"; there are limits/],
  ['record', { folder, names: ['nope'] }, /there is no experiment "nope"; there are warmup/],
  ['record', { folder, names: ['queued'], parameters: { n: 7 } }, /n is 7; give a whole number/],
  ['bench', { names: ['nope'] }, /there is no workload "nope"; there are start/],
  ['soak', { parts: ['nope'] }, /there is no part "nope"; there are connect/],
]) {
  test(`${program} rejects what ${why} says before a browser starts`, async () => {
    const words = [`xtask/browser/${program}.mjs`, JSON.stringify(request)];
    const { code, stderr } = await command('node', words, NO_BROWSER);
    assert.equal(code, 2, stderr);
    assert.match(stderr, why);
  });
}

test('run prints the adapter and a table, and writes a result, a picture and numbers', async () => {
  const words = 'run queued --set n=64 --set rounds=2 --device cpu'.split(' ');
  const files = ['--json', at('a.json'), '--png', at('a.png'), '--csv', at('a.csv')];
  const { stdout, stderr } = await ended(0, [...words, ...files]);
  assert.match(stderr, /^adapter: .+ \[auto\]$/m);
  assert.match(stdout, /^until queued +\d/m);
  const result = await json(at('a.json'));
  assertResult(result);
  assert.deepEqual([result.parameters.n, result.parameters.rounds], [64, 2]);
  assert.equal((await readFile(at('a.png'))).toString('latin1', 1, 4), 'PNG');
  const [head, ...rows] = (await readFile(at('a.csv'), 'utf8')).trim().split(/\r?\n/);
  assert.match(head, /^experiment,/);
  assert.ok(rows.length > 0 && rows.every((row) => row.startsWith('queued,')));
});

test('hardware is the GPU, or an error that says what there is', async () => {
  const words = 'run queued --set n=64 --set rounds=1 --adapter hardware'.split(' ');
  const { code, stdout, stderr } = await xtask([...words, '--device', 'cpu']);
  if (code === 0) return assert.match(stderr, /^adapter: .+ \(hardware\)$/m);
  assert.equal(code, 1);
  assert.match(stderr, /^error: --adapter hardware: chromium offers .+ give --adapter auto\.$/m);
  assert.equal(stdout, '');
});

test('the self-test runs the check that is named, and writes its report', async () => {
  const words = 'run selftest --set only=sums --adapter software --json'.split(' ');
  const { stdout, stderr } = await ended(0, [...words, at('s.json')]);
  assert.match(stderr, /^adapter: google swiftshader \(software\)$/m);
  assert.match(stdout, /^right +\S.*, \d+ cases$/m);
  const report = await json(at('s.json'));
  const schema = await json(join(root, 'www/schema/selftest.schema.json'));
  const valid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  assert.ok(valid(report), JSON.stringify(valid.errors));
  assert.deepEqual(
    report.checks.map(({ name }) => name),
    ['sums'],
  );
});

async function notebookOf(name, ...sources) {
  const cells = sources.map((source, i) => ({
    ...{ cell_type: 'code', id: `c${i}`, metadata: {} },
    ...{ execution_count: null, outputs: [], source },
  }));
  await writeFile(
    at(name),
    JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }),
  );
  return ['notebook', at(name), '--device', 'cpu', '--adapter', 'software'];
}

test('notebook prints what cells print, and writes the notebook with it', async () => {
  const words = await notebookOf('n.ipynb', 'import torch', 'print(torch.ones(2, 3).sum().item())');
  const { stdout } = await ended(0, [...words, '--ipynb', at('ran.ipynb'), '--json', at('n.json')]);
  assert.match(stdout, /^\[2\] .+\n6\.0$/m);
  const { cells } = await json(at('ran.ipynb'));
  assert.equal([cells[1].outputs[0].text].flat().join(''), '6.0\n');
  assert.equal((await json(at('n.json'))).ok, true);
});

test('notebook ends with an error where a cell raises', async () => {
  const { stdout } = await ended(1, await notebookOf('bad.ipynb', '1 / 0'));
  assert.match(stdout, /ZeroDivisionError/);
});

test('record writes a recording that is a result', async () => {
  const words = 'record queued --set n=64 --set rounds=2 --device cpu --adapter software --out';
  await ended(0, [...words.split(' '), at('recordings')]);
  const result = await json(at('recordings/queued/recording.json'));
  assertResult(result);
  assert.equal(result.device, 'cpu');
  assert.deepEqual([result.parameters.n, result.parameters.rounds], [64, 2]);
});

test('shots takes pictures of the experiment that is named, at three sizes in two themes', async () => {
  await ended(0, [
    'shots',
    'queued',
    '--device',
    'cpu',
    '--adapter',
    'software',
    '--out',
    at('shots'),
  ]);
  const names = await readdir(at('shots'));
  const sizes = ['laptop', 'phone', 'projector'];
  const pictures = ['queued', 'queued-presented'].flatMap((name) =>
    sizes.flatMap((size) => ['dark', 'light'].map((theme) => `${name}-${size}-${theme}.png`)),
  );
  assert.deepEqual(names.sort(), pictures.sort());
  for (const name of names) {
    const bytes = await readFile(join(at('shots'), name));
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG', name);
  }
});

test('wheel writes the package', async () => {
  const { stdout } = await ended(0, ['wheel', '--out', at('wheel')]);
  const path = stdout
    .trim()
    .split('\n')
    .at(-1)
    .match(/\S+\.whl/)[0];
  assert.equal((await readFile(path)).toString('latin1', 0, 2), 'PK');
});

test('bench measures the workload that is named, and writes its figures', async () => {
  const words = 'bench waiting --quick --rounds 1 --adapter software --json'.split(' ');
  const { stdout, stderr } = await ended(0, [...words, at('b.json')]);
  assert.match(stderr, /^adapter: google swiftshader \(software\)$/m);
  assert.match(stdout, /medians of 1 rounds/);
  assert.deepEqual(Object.keys((await json(at('b.json'))).workloads).slice(0, 1), ['waiting']);
});
