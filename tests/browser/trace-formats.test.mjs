// Traces for other viewers, read back by those viewers' own rules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromeTrace } from '../../www/trace/chrome-trace.js';
import { perfettoTrace } from '../../www/trace/perfetto.js';
import { ProtobufWriter } from '../../www/trace/protobuf.js';
import { lanesOf } from '../../www/trace/tracks.js';
import { readChrome } from './fixtures/chrome-trace.mjs';
import { readPerfetto } from './fixtures/perfetto.mjs';
import { makeTrace } from './fixtures/trace.mjs';

const ABOUT = {
  title: 'asynclab: warmup',
  labels: ['Ada’s GPU', 'Browser 1'],
  attributes: { adapter: 'Ada’s GPU', n: '384' },
};
const LIFE = ['enqueue', 'decode', 'submit', 'execution', 'done'];

/** A trace with two devices, overlapping waits, an operation that never ran, and memory. */
function difficult() {
  const trace = makeTrace({ count: 6 });
  trace.devices = ['webgpu', 'cpu'];
  trace.device = Uint8Array.from(trace.op, (_, i) => (i % 4 === 3 ? 1 : 0));
  const last = trace.op.length - 1;
  for (const moment of ['submitted', 'started', 'ended', 'completed']) trace[moment][last] = NaN;
  const { enqueued, completed } = trace;
  trace.waits = [
    { kind: 'item', op: 1, from: enqueued[2], to: completed[2] },
    { kind: 'waitAll', op: -1, from: enqueued[3], to: completed[2] + 1 },
  ];
  const at = Float64Array.of(1000, 1001, 1003);
  const used = Float64Array.of(0, 4096, 2 ** 40);
  trace.memories = [{ at, used, pending: used, pooled: used, allocated: used }, null];
  return trace;
}

test('varints, doubles, texts and nested messages are written as the encoding says', () => {
  const out = new ProtobufWriter();
  out.uint(1, 150);
  out.uint(2, 2 ** 53);
  out.uint(3, 2n ** 63n);
  out.string(4, 'é');
  out.fixed64(5, 7);
  out.double(6, 1);
  out.message(7, () => out.uint(1, 300));
  const hex = Buffer.from(out.bytes).toString('hex');
  assert.equal(
    hex,
    '089601' + // the example of the encoding's own documentation
      '108080808080808010' +
      '1880808080808080808001' +
      '2202c3a9' +
      '290700000000000000' +
      '31000000000000f03f' +
      '3a83808000' +
      '08ac02',
  );
});

test('a writer grows without losing what it holds', () => {
  const out = new ProtobufWriter();
  out.message(1, () => {
    for (let i = 0; i < 10_000; i += 1) out.string(2, 'abc');
  });
  assert.equal(out.bytes.length, 1 + 4 + 10_000 * 5);
  assert.deepEqual([...out.bytes.subarray(0, 7)], [10, 0xd0, 0x86, 0x83, 0, 18, 3]);
});

test('a trace that begins before zero is moved, and nothing else changes', () => {
  const shift = 5000;
  const read = (trace) => readPerfetto(perfettoTrace(trace, ABOUT)).slices;
  const trace = { ...makeTrace(), clock: 'virtual' };
  const earlier = { ...trace, waits: [] };
  for (const name of ['enqueued', 'decoded', 'submitted', 'started', 'ended', 'completed'])
    earlier[name] = trace[name].map((time) => time - shift);
  const first = (slices) =>
    slices.reduce((least, { from }) => (from < least ? from : least), 2n ** 62n);
  const [then, now] = [read({ ...trace, waits: [] }), read(earlier)];
  assert.ok(trace.enqueued[0] < shift, 'it begins before zero');
  assert.equal(now.length, then.length);
  assert.equal(BigInt(first(now)), 0n);
});

test('lanes are as few as the overlaps ask for, and nothing overlaps in one', () => {
  const marks = [
    [0, 4],
    [1, 2],
    [2, 3],
    [2.5, 6],
    [4, 5],
  ].map(([from, to]) => ({ from, to }));
  const lanes = lanesOf(marks);
  assert.equal(lanes.length, 3);
  for (const lane of lanes)
    lane.slice(1).forEach(({ from }, i) => assert.ok(from >= lane[i].to, 'overlap'));
});

for (const [name, trace, life] of [
  ['a timed trace', makeTrace(), LIFE],
  ['one without device times', makeTrace({ timed: false }), LIFE.filter((s) => s !== 'execution')],
  ['one that begins at the same moment', makeTrace({ t1: 0, decodeDelay: 0 }), LIFE],
]) {
  const count = trace.op.length;

  test(`Perfetto reads ${name}: each operation flows through its life, in order`, () => {
    const { flows, slices } = readPerfetto(perfettoTrace(trace, ABOUT));
    assert.equal(flows.size, count);
    for (const [id, { slices: passed, ended }] of flows) {
      assert.deepEqual(
        passed.map(({ category }) => category),
        life,
      );
      assert.ok(ended, `the flow of operation ${id} does not end`);
      passed.slice(1).forEach(({ from }, i) => assert.ok(from >= passed[i].from, 'goes back'));
      const { notes, name, from } = passed[0];
      const i = Number(notes.operation);
      assert.equal(BigInt(i + 1), id);
      assert.equal(name, trace.names[trace.op[i]]);
      assert.equal(notes.shape, '384×384');
      assert.equal(notes.reads, i % 2 ? `${i - 1},${i - 1}` : '');
      assert.equal(Number(from), Math.round(trace.enqueued[i] * 1e6));
    }
    const submissions = new Set(trace.submission).size;
    const counted = (category) => slices.filter((slice) => slice.category === category).length;
    assert.equal(counted('decode'), count);
    assert.equal(counted('submit'), submissions);
    assert.equal(counted('queue'), submissions);
    assert.equal(counted('done'), submissions);
    assert.equal(counted('execution'), life.includes('execution') ? count : 0);
    assert.equal(counted('wait'), 1);
  });

  test(`Chrome’s format holds ${name}: each operation flows through its life, in order`, () => {
    const read = readChrome(JSON.parse(JSON.stringify(chromeTrace(trace, ABOUT))));
    assert.equal(read.flows.size, count);
    for (const flow of read.flows.values()) {
      assert.deepEqual(
        flow.map(({ slice }) => slice.cat),
        life,
      );
      assert.equal(flow.at(-1).ph, 'f');
    }
    const submissions = new Set(trace.submission).size;
    assert.equal(read.asynchronous, submissions + trace.waits.length);
    assert.equal(read.named.get('process_name 0'), ABOUT.title);
    assert.ok(read.counters.has('device (device): queue depth'));
  });
}

test('executions keep their times, and notes their numbers', () => {
  const trace = makeTrace();
  const { slices } = readPerfetto(perfettoTrace(trace, ABOUT));
  const executions = slices.filter(({ category }) => category === 'execution');
  executions.forEach(({ from, to, notes }) => {
    const i = Number(notes.operation);
    assert.equal(Number(from), Math.round(trace.started[i] * 1e6));
    assert.equal(Number(to), Math.round(trace.ended[i] * 1e6));
    assert.equal(notes.uncertainty_ms, 0.12);
    assert.equal(Number(notes.submission), trace.submission[i]);
  });
});

test('several devices have tracks of their own; what overlaps lies in lanes; what never ran is not made up', () => {
  const trace = difficult();
  const { slices, flows, counters, tracks } = readPerfetto(perfettoTrace(trace, ABOUT));
  const groups = new Set(slices.map(({ group }) => group));
  assert.deepEqual(
    [...groups].sort(),
    ['backend (cpu)', 'backend (webgpu)', 'device (cpu)', 'device (webgpu)', 'frontend'].sort(),
  );
  for (const slice of slices) assert.equal(slice.depth, 0, 'slices of a track overlap');
  const waits = slices.filter(({ category }) => category === 'wait');
  assert.equal(new Set(waits.map(({ trackUuid }) => trackUuid)).size, 2);
  assert.equal(waits[0].notes.for, 'dot (operation 1)');
  const never = flows.get(BigInt(trace.op.length));
  assert.deepEqual(
    never.slices.map(({ category }) => category),
    ['enqueue', 'decode'],
  );
  assert.deepEqual(counters.get('device (webgpu): memory used'), [0, 4096, 2 ** 40]);
  // One operation of the second device was never reported complete.
  assert.equal(counters.get('device (webgpu): queue depth').at(-1), 0);
  assert.equal(counters.get('device (cpu): queue depth').at(-1), 1);
  assert.ok(tracks.some(({ counter }) => counter?.unit === 3));
  readChrome(JSON.parse(JSON.stringify(chromeTrace(trace, ABOUT))));
});

test('a queue too deep for lanes is shown by its depth alone', () => {
  const trace = makeTrace({ count: 200, perSubmit: 1, t2: 5 });
  const { slices, counters, flows } = readPerfetto(perfettoTrace(trace, ABOUT));
  assert.equal(slices.filter(({ category }) => category === 'queue').length, 0);
  assert.ok(Math.max(...counters.get('device (device): queue depth')) > 64);
  assert.equal(flows.size, 400);
});

test('a trace says where it comes from', () => {
  const trace = makeTrace({ origin: 1.79e12 });
  const { tracks, traceAttributes, clockSnapshot } = readPerfetto(perfettoTrace(trace, ABOUT));
  const { process } = tracks.find(({ process }) => process);
  assert.equal(process.processName, ABOUT.title);
  assert.deepEqual(process.processLabels, ABOUT.labels);
  const attributes = traceAttributes.attribute.map(({ key, value }) => [key, value.value]);
  assert.deepEqual(Object.fromEntries(attributes), ABOUT.attributes);
  const times = clockSnapshot.clocks.map(({ clockId, timestamp }) => [clockId, timestamp]);
  assert.deepEqual(times, [
    [6, 0n],
    [1, 1_790_000_000_000_000_000n],
  ]);
  assert.deepEqual(chromeTrace(trace, ABOUT).otherData, ABOUT.attributes);
});

test('a trace out of a file is the same as the one it was written from', () => {
  const trace = difficult();
  const json = JSON.parse(
    JSON.stringify(trace, (_, part) => (ArrayBuffer.isView(part) ? Array.from(part) : part)),
  );
  assert.deepEqual(perfettoTrace(json, ABOUT), perfettoTrace(trace, ABOUT));
  assert.deepEqual(chromeTrace(json, ABOUT), chromeTrace(trace, ABOUT));
});
