// Operations that share a kernel: in charts, tables, other viewers' traces and documents they are separate operations that
// share one execution.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { connect } from '../../www/asynclab.js';
import { Cursor } from '../../www/charts/cursor.js';
import { TimeScale } from '../../www/charts/scale.js';
import { Selection } from '../../www/charts/selection.js';
import { factsOf } from '../../www/charts/trace-facts.js';
import { sayer } from '../../www/kit/say.js';
import { faultOf, traceFrom } from '../../www/kit/trace-form.js';
import { traceCsv } from '../../www/page/export/csv.js';
import { jsonSafe } from '../../www/kit/result.js';
import { checkedTrace } from '../../www/sandbox/checked.js';
import { merge } from '../../www/lib/core/merge.js';
import { INDICES, NUMBERS, SERIES, TIMES, WORK } from '../../www/lib/core/protocol.js';
import { tracksOf } from '../../www/trace/tracks.js';
import { below, install } from './fixtures/elements.mjs';
import { makeTrace } from './fixtures/trace.mjs';
import './fixtures/words.mjs';

/** Ten operations, of which 2, 3 and 5 share a kernel. */
function fused() {
  const trace = makeTrace({ count: 5 });
  trace.kernel = Uint32Array.from([0, 1, 5, 5, 4, 5, 6, 7, 8, 9]);
  for (const i of [2, 3])
    for (const moment of ['submitted', 'started', 'ended', 'completed'])
      trace[moment][i] = trace[moment][5];
  return trace;
}

test('the timeline draws and counts an execution that several share once', () => {
  const trace = fused();
  const facts = factsOf(trace);
  const [{ work, busy, toned }] = facts.devices;
  const rows = Array.from(work.from, (_, i) => work.row(i));
  assert.deepEqual(rows, [0, 1, 4, 5, 6, 7, 8, 9]);
  const took = rows.reduce((sum, i) => sum + trace.ended[i] - trace.started[i], 0);
  assert.ok(Math.abs(busy.at(-1) - took) < 1e-9);
  assert.equal(toned.length, rows.length + 1);
  assert.equal(facts.count, 10);
  assert.deepEqual(facts.relations.group(3), [2, 3, 5]);
  assert.deepEqual(facts.relations.group(4), [4]);
  const eager = makeTrace({ count: 5 });
  assert.deepEqual(factsOf(eager).relations.group(3), [3]);
});

test('the life of an operation names the others of its kernel, and counts those that are too many', () => {
  install();
  const othersOf = (trace, index) => {
    const selection = new Selection();
    const cursor = new Cursor({ scale: new TimeScale(), selection, say: sayer('charts') });
    cursor.show(trace, factsOf(trace));
    selection.pin(index);
    const row = cursor.numbers.children.find(({ textContent }) =>
      /^in one kernel/.test(textContent),
    );
    return row && below(row).at(-1).textContent;
  };
  const trace = fused();
  assert.equal(othersOf(trace, 3), 'random.normal 3, dot 6');
  assert.equal(othersOf(trace, 4), undefined, 'it is alone in its kernel');
  trace.kernel.fill(6, 0, 7);
  assert.equal(othersOf(trace, 6), 'random.normal 1, dot 2, random.normal 3, dot 4, +2');
});

test('tables, documents and other viewers show it', () => {
  const trace = fused();
  const result = {
    experiment: 'sandbox',
    device: 'cpu',
    parameters: {},
    info: { adapter: {} },
    trace,
  };
  const [head, ...lines] = [...traceCsv(result)]
    .join('')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const column = (name) => lines.map((line) => line[head.indexOf(name)]);
  assert.deepEqual(column('kernel of'), ['0', '1', '5', '5', '4', '5', '6', '7', '8', '9']);
  assert.deepEqual(column('bytes'), Array.from(trace.bytes, String));
  assert.deepEqual(traceFrom(JSON.parse(JSON.stringify(jsonSafe(trace)))).kernel, trace.kernel);
  const executions = tracksOf(trace).tracks.filter(({ stage }) => stage === 'execution');
  const marks = executions.flatMap(({ marks }) => marks);
  assert.equal(marks.length, 8);
  assert.deepEqual(
    marks.map(({ notes }) => notes.fused).filter((note) => note),
    ['2,3,5'],
  );
});

test('rows of kernels from elsewhere must be there', () => {
  // Foreign documents must have their rows in the order of enqueueing.
  const document = () => ({ ...fused(), waits: [], enqueued: fused().enqueued.slice().sort() });
  for (const kernel of [[0, 1], Array(10).fill(10)]) {
    const trace = { ...document(), kernel: Uint32Array.from(kernel) };
    assert.equal(checkedTrace(trace), null);
    assert.equal(faultOf({ ...trace, kernel }), 'kernel');
  }
  assert.deepEqual(checkedTrace(document()).kernel, fused().kernel);
  assert.equal(faultOf(document()), '');
  const { length } = document().op;
  assert.equal(faultOf({ ...document(), replayed: [[0, length]] }), '');
  for (const replayed of [
    [[0, length + 1]],
    [
      [1, 1],
      [0, 1],
    ],
    [[0, 0]],
    [[0]],
    [[0.5, 1]],
  ])
    assert.equal(faultOf({ ...document(), replayed }), 'replayed', JSON.stringify(replayed));
});

test('of several devices, kernels are rows of the whole trace; without fusing there is no such column', () => {
  const one = (kernel) => ({
    ...makeTrace({ count: 1 }),
    enqueuedWithin: 0,
    received: new Uint32Array(),
    kernel: Uint32Array.from(kernel),
  });
  const order = Uint8Array.from([0, 1, 0, 1]);
  const { trace } = merge([one([0, 1]), one([1, 1])], order, [0, 0]);
  assert.deepEqual([...trace.kernel], [0, 3, 2, 3]);
  assert.equal(merge([one([0, 1]), one([0, 1])], order, [0, 0]).trace.kernel, undefined);
});

test('of several devices, operations that share a reading of the clock stand in the order of their calls', () => {
  const one = (enqueued) => ({
    ...makeTrace({ count: 1 }),
    enqueued: Float64Array.from(enqueued),
    enqueuedWithin: 0.005,
    received: new Uint32Array(),
    kernel: Uint32Array.from([0, 1]),
  });
  // The second device's shared reading is from before the first device's.
  const order = Uint8Array.from([0, 1, 0, 1]);
  const { trace } = merge([one([5.025, 5.03]), one([5.02, 5.04])], order, [0, 0]);
  assert.deepEqual([...trace.enqueued], [5.025, 5.025, 5.03, 5.04]);
  assert.notEqual(faultOf({ ...trace, waits: [] }), 'enqueued');
});

test('of several devices, a received value is the row of the operation that was sent, if that is recorded', () => {
  const one = (received) => ({
    ...makeTrace({ count: 1 }),
    enqueuedWithin: 0,
    inputs: new Uint32Array(),
    inputOffsets: new Uint32Array(3),
    received: Uint32Array.from(received),
    kernel: Uint32Array.from([0, 1]),
  });
  // Six operations of the first device came before the recording. On the second device, row 0 receives the last of these, row 1 the second recorded.
  const order = Uint8Array.from([0, 0, 1, 1]);
  const { trace } = merge([one([]), one([0, 0, 5, 1, 0, 7])], order, [6, 0]);
  assert.deepEqual([...trace.inputs], [1]);
  assert.deepEqual([...trace.inputOffsets], [0, 0, 0, 0, 1]);
});

test('of several devices, the clock of the first GPU is the trace’s', () => {
  const one = (gpuClock) => ({
    ...makeTrace({ count: 1 }),
    gpuClock,
    enqueuedWithin: 0,
    received: new Uint32Array(),
    kernel: Uint32Array.from([0, 1]),
  });
  const order = Uint8Array.from([0, 0, 1, 1]);
  const clock = { uncertainty: 1 };
  for (const [first, second, of] of [
    [null, clock, clock],
    [clock, { uncertainty: 2 }, clock],
    [null, null, null],
  ])
    assert.equal(merge([one(first), one(second)], order, [0, 0]).trace.gpuClock, of);
});

test('of several devices, readings of the clock are shared for as long as on the one that shares them longest', () => {
  const one = (enqueuedWithin) => ({
    ...makeTrace({ count: 1 }),
    enqueuedWithin,
    received: new Uint32Array(),
    kernel: Uint32Array.from([0, 1]),
  });
  const within = (...each) =>
    merge(each.map(one), Uint8Array.from([0, 1, 0, 1]), [0, 0]).trace.enqueuedWithin;
  assert.deepEqual([within(0.005, 0.25), within(0.25, 0.005)], [0.25, 0.25]);
});

test('the schema of results has the columns that the protocol lists, which are those of a recording', async (t) => {
  const url = new URL('../../www/schema/result.schema.json', import.meta.url);
  const { trace: schema, memory } = JSON.parse(readFileSync(url, 'utf8')).$defs;
  const ofType = (type) =>
    Object.entries(schema.properties)
      .filter(([, { $ref }]) => $ref === `#/$defs/${type}`)
      .map(([name]) => name);
  assert.deepEqual(ofType('times').sort(), [...TIMES].sort());
  assert.deepEqual(ofType('work').sort(), [...WORK].sort());
  assert.deepEqual(ofType('indices').sort(), [...INDICES, 'kernel'].sort());
  for (const name of NUMBERS) assert.ok(INDICES.includes(name));
  assert.deepEqual(memory.required, [...SERIES]);
  const lab = await connect({ device: 'sim' });
  t.after(() => lab.close());
  const trace = await lab.profile(() => lab.nd.ones([2]).add(1).mul(2).waitToRead());
  for (const name of Object.keys(trace)) assert.ok(name in schema.properties, name);
  for (const name of TIMES) assert.ok(trace[name] instanceof Float64Array, name);
  for (const name of WORK) assert.ok(trace[name] instanceof Float64Array, name);
  assert.deepEqual(
    [trace.flops, trace.bytes].map((column) => [...column]),
    [
      [0, 2, 2],
      [8, 16, 16],
    ],
  );
  for (const name of INDICES) assert.ok(trace[name] instanceof Uint32Array, name);
  assert.deepEqual(Object.keys(trace.memory), [...SERIES]);
});
