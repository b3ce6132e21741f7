// The findings on each library from the page's own recordings, by their structure alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { install } from './fixtures/elements.mjs';
import { site } from './harness.mjs';

await site(); // builds the module that checks documents and the engine, if they are not built
const www = new URL('../../www/', import.meta.url);
const { initSync, alignTimes } = await import('../../www/pkg/asynclab.js');
initSync({ module: readFileSync(new URL('pkg/asynclab_bg.wasm', www)) });
const { readRecording, traceOf } = await import('../../www/page/watched/reading.js');
const { findingOf } = await import('../../www/page/watched/finding.js');
const { factsOf, judge, LIBRARIES, LOOPS } = await import('../../www/page/libraries/judge.js');

/** Every recording with its facts, by library and loop. */
const all = new Map();
for (const [file, name] of Object.entries(LIBRARIES))
  for (const loop of Object.values(LOOPS).flat()) {
    const text = readFileSync(new URL(`recordings/${file}-${loop}.json`, www), 'utf8');
    const recording = readRecording(text);
    const { trace, quantum } = traceOf(recording, alignTimes);
    const found = findingOf(recording, trace, quantum);
    all.set(`${name} ${loop}`, { recording, found, ...factsOf(recording, trace, found) });
  }
const facts = (name, loop) => all.get(`${name} ${loop}`);
const pairs = (loop) => {
  const [once, each] = LOOPS[loop];
  return new Map(
    Object.values(LIBRARIES).map((name) => [
      name,
      { once: facts(name, once), each: facts(name, each) },
    ]),
  );
};

test('each names its library, its version and its adapter, and nothing of it was missed', () => {
  for (const [name, { recording, found }] of all) {
    assert.match(recording.page, /^(hand-written|\S+ \d+\.\d+\.\d+): ten /, name);
    const [{ vendor, description, late }] = recording.devices;
    assert.ok(vendor || description, name);
    assert.equal(late, false, name);
    const { faults, unknown, rowsLeftOut, peakBytes } = recording.counts;
    assert.deepEqual([faults, unknown, rowsLeftOut], [0, 0, 0], name);
    assert.ok(peakBytes > 4 * 256 * 256, `${name}: ${peakBytes} bytes`);
    assert.ok(!found.also.some(({ key }) => /late|cut|faults/.test(key)), name);
  }
});

test('a loop that reads each number waits ten times, one that reads the last waits once', () => {
  for (const [name, { reads, waits }] of all) {
    const count = name.endsWith('each') ? 10 : 1;
    assert.deepEqual([reads, waits], [count, count], name);
  }
});

test('jax-js submits nothing before a number is read, and computes no loss that nobody reads', () => {
  for (const loop of Object.values(LOOPS).flat()) assert.equal(facts('jax-js', loop).early, 0);
  assert.ok(facts('jax-js', 'train-once').dispatches < facts('jax-js', 'train-each').dispatches);
  for (const name of ['hand-written', 'TensorFlow.js', 'ONNX Runtime Web', 'webgpu-torch']) {
    const { early, dispatches } = facts(name, 'train-once');
    assert.equal(early, dispatches, name);
    assert.equal(dispatches, facts(name, 'train-each').dispatches, name);
  }
});

test('TensorFlow.js alone of the libraries collects dispatches of several steps', () => {
  const each = (name) => facts(name, 'once').dispatches / facts(name, 'once').submissions;
  assert.ok(each('TensorFlow.js') > 3);
  for (const name of ['jax-js', 'ONNX Runtime Web', 'webgpu-torch'])
    assert.ok(each(name) <= 1, name);
  const { dispatches, submissions } = facts('TensorFlow.js', 'each');
  assert.ok(dispatches / submissions <= 3);
});

test('ONNX Runtime Web’s awaited steps wait for no work', () => {
  for (const [name, { awaits }] of all)
    assert.equal(awaits, name.startsWith('ONNX') ? 10 : 0, name);
  assert.equal(facts('ONNX Runtime Web', 'train-once').waits, 1);
});

test('reading each loss leaves every device idle for longer than reading the last', () => {
  for (const [name, { once, each }] of pairs('train')) assert.ok(each.idle > once.idle, name);
});

test('the finding has what the recordings show', () => {
  const keys = (loop) => judge(pairs(loop)).findings.map(({ key }) => key);
  const common = ['found-deferred', 'found-batched', 'found-awaits', 'found-idle'];
  assert.deepEqual(keys('sums'), common);
  assert.deepEqual(keys('train'), [...common, 'found-unread']);
  const [deferred, batched, awaits] = judge(pairs('train')).findings;
  assert.equal(deferred.values.names, 'jax-js, this lab');
  assert.equal(batched.values.name, 'TensorFlow.js');
  assert.deepEqual(awaits.values, { name: 'ONNX Runtime Web', awaits: 10, waits: 1 });
});

test('the finding follows the recordings', () => {
  const one = { submissions: 1, dispatches: 9, early: 9, reads: 1, awaits: 0, waits: 1, idle: 0 };
  const of = (...changes) =>
    judge(new Map(changes.map((more, i) => [`${i}`, { once: { ...one, ...more }, each: one }])));
  assert.equal(of({}, {}).early, 'all');
  assert.equal(of({ early: 0 }, {}).early, 'some');
  assert.equal(of({ early: 0 }).early, 'none');
  const keys = (more) => of(more).findings.map(({ key }) => key);
  assert.ok(!keys({ submissions: 3 }).includes('found-batched'));
  // A wait beyond the waits of reads may belong to an awaited step.
  assert.ok(!keys({ awaits: 1, waits: 2 }).includes('found-awaits'));
  assert.ok(!keys({}).includes('found-unread'));
});

test('of what a frame sends, an answer alone ends a run; anything else is ignored', async (t) => {
  install();
  const page = new EventTarget();
  const frames = [];
  Object.assign(document, {
    baseURI: 'https://lab.example/',
    body: { append: (one) => frames.push(one) },
  });
  Object.assign(globalThis, {
    location: { origin: 'https://lab.example' },
    addEventListener: page.addEventListener.bind(page),
  });
  t.after(() =>
    ['document', 'location', 'addEventListener'].forEach((name) => delete globalThis[name]),
  );
  const { runLive } = await import('../../www/page/libraries/live.js');
  const send = (data, source = frames.at(-1).contentWindow) =>
    page.dispatchEvent(
      Object.assign(new Event('message'), { data, source, origin: 'https://lab.example' }),
    );
  for (const [answer, ended] of [
    [{ recording: '{}' }, async (run) => assert.equal(await run, '{}')],
    [{ error: 'no adapter' }, (run) => assert.rejects(run, /no adapter/)],
  ]) {
    const run = runLive('libraries/', 'jax', 'train');
    await new Promise(setImmediate);
    frames.at(-1).contentWindow = {};
    for (const data of [null, undefined, 1, 'x', {}, { recording: 1 }, { error: null }]) send(data);
    send({ recording: 'another' }, {});
    send(answer);
    await ended(run);
  }
});
