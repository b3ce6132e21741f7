// Data that charts derive from a trace, without a browser: relations of operations and waits, facts with their bounds, and uncertain clocks.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeTrace } from './fixtures/trace.mjs';
import './fixtures/words.mjs';
import { clockText } from '../../www/charts/gpu-clock.js';
import { lanesOf, margins } from '../../www/charts/lanes.js';
import { waitText } from '../../www/charts/marks.js';
import { LONGEST, Relations } from '../../www/charts/relations.js';
import { factsOf, lifeOf, quantityOf } from '../../www/charts/trace-facts.js';

const say = (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key);

test('relations: what is read twice is one input, chains and waits have an end, and waits stand in their order', () => {
  const trace = {
    op: [0, 0, 0],
    inputs: Uint32Array.of(0, 0, 1, 0),
    inputOffsets: Uint32Array.of(0, 0, 2, 4),
    enqueued: [0, 1, 2],
    completed: [10, 20, 30],
    waits: [
      { op: 1, from: 16, to: 25 },
      { op: -1, from: 12, to: 40 },
      { op: -1, from: 25, to: 50 },
      { op: 1, from: 3, to: 4 },
      { op: -1, from: 2, to: 19 },
    ],
  };
  const relations = new Relations(trace);
  assert.deepEqual(
    [[...relations.inputs(1)], [...relations.inputs(2)], [...relations.consumers(0)]],
    [[0], [1, 0], [1, 2]],
  );
  // Waits for everything that began before operation 1 was complete and ended no sooner.
  assert.deepEqual(
    relations.waits(1).map(({ from }) => from),
    [16, 12, 3],
  );
  const count = LONGEST + 50;
  const long = {
    ...trace,
    op: Array(count).fill(0),
    inputs: Uint32Array.from({ length: count - 1 }, (_, i) => i),
    inputOffsets: Uint32Array.from({ length: count + 1 }, (_, i) => Math.max(0, i - 1)),
    waits: Array.from({ length: count }, () => ({ op: 7, from: 0, to: 1 })),
    enqueued: Array(count).fill(0),
    completed: Array(count).fill(1),
  };
  const much = new Relations(long);
  assert.deepEqual(
    [much.chain(count - 1).length, much.waits(7).length, much.chain(3)],
    [LONGEST, LONGEST, [2, 1, 0]],
  );
});

test('facts: ends seen are bounds, the first enqueue is exact, and what is drawn strongest took longest', () => {
  const trace = makeTrace({ count: 4 });
  const facts = factsOf(trace, {
    clock: { step: 0.1, backendStep: 0.1 },
    timestamps: { quantum: 0.01 },
  });
  const of = (index, name) => quantityOf(lifeOf(trace, facts, index), name, facts);
  assert.equal(of(0, 'enqueued').value, 0);
  assert.deepEqual(
    [of(3, 'completed').bound, of(3, 'gap').bound, of(0, 'enqueued').bound, of(3, 'took').bound],
    ['≤', '≤', undefined, undefined],
  );
  const [dot, normal] = ['dot', 'normal'].map(
    (part) => facts.tones[trace.names.findIndex((name) => name.includes(part))],
  );
  assert.ok(dot > normal);
  // An execution that several operations share counts once.
  const fused = { ...makeTrace({ count: 2 }), kernel: Uint32Array.of(2, 2, 2, 3) };
  fused.names = ['a', 'b'];
  fused.op = Uint8Array.of(0, 0, 0, 1);
  fused.started.set([0, 0, 0, 2]);
  fused.ended.set([2, 2, 2, 6]);
  assert.deepEqual(factsOf(fused).tones, [0.5, 1]);
  trace.waits.push(
    { kind: 'item', op: 0, from: 0, to: 1e6 },
    { kind: 'print', op: -1, from: -5, to: 1 },
  );
  const waited = factsOf(trace);
  assert.deepEqual([waited.end, waited.waits.row(0)], [1e6, trace.waits.length - 1]);
  const words = (wait) => waitText({ trace, facts, say }, wait).split(' ')[0];
  assert.deepEqual(
    [
      { kind: 'waitAllSync', op: -1 },
      { kind: 'room', op: -1 },
      { kind: 'item', op: 0 },
    ].map((one) => words({ from: 0, to: 1, ...one })),
    ['wait-all', 'wait', 'wait-for'],
  );
});

test('without times of the device a submission lasts until its last operation is seen, and those that follow share a row', () => {
  const trace = makeTrace({ count: 2, timed: false });
  for (const moment of ['started', 'ended']) trace[moment].fill(NaN);
  trace.submission.set([4, 4, 5, 6]);
  trace.submitted.set([0, 1, 5, 8]);
  trace.completed.set([3, 5, 9, 12]);
  const [lane] = factsOf(trace).devices;
  assert.deepEqual(
    lane.submissions.map(({ serial, from, to, count, row }) => [serial, from, to, count, row]),
    [
      [4, 0, 5, 2, 0],
      [5, 5, 9, 1, 0],
      [6, 8, 12, 1, 1],
    ],
  );
  assert.deepEqual([lane.bounds, lane.work, lane.bySerial.get(5).first], [2, null, 2]);
});

test('the GPU’s clock says what it leaves open; lanes lie below each other, and narrow figures have narrow margins', () => {
  const clock = { uncertainty: 1, residual: 0 };
  const key = (more, options) => clockText({ ...clock, ...more }, say, options).split(' ')[0];
  assert.deepEqual(
    [
      key({}),
      key({ residual: 1 }),
      key({}, { always: true }),
      key({ dropped: 2 }),
      key({ refused: true, dropped: 2 }),
    ],
    [
      'uncertainty',
      'uncertainty-residual',
      'uncertainty-residual',
      'uncertainty-dropped',
      'uncertainty-refused',
    ],
  );
  const [one, two] = [0, 2].map(lanesOf);
  assert.deepEqual([one.devices.length, two.devices.length, two.height - one.height], [1, 2, 112]);
  assert.ok(
    two.devices[1].queue.top > two.devices[0].work.bottom && two.axis > two.devices[1].work.bottom,
  );
  assert.deepEqual([margins(300).narrow, margins(1200).narrow], [true, false]);
});
