// Why a device was idle, which kernels were compiled, and consecutive recordings, on traces made by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapsOf } from '../../www/python/gaps.js';
import { joined, since } from '../../www/python/joined.js';
import { endsOf } from '../../www/python/profiler.js';
import { watchKernels } from '../../www/python/kernels.js';
import { livesOf, Lines } from '../../www/python/lives.js';
import { recordedOf } from '../../www/python/recorded.js';

/** A trace of operations, each [enqueued, started, ended], submitted when they were enqueued. */
function traceOf(times, { waits = [], names = ['add'] } = {}) {
  const column = (/** @type {number} */ i) => Float64Array.from(times, (one) => one[i]);
  const count = times.length;
  const memory = { at: Float64Array.of(times[0]?.[0] ?? 0), used: Float64Array.of(8) };
  return {
    clock: 'performance',
    origin: 1000,
    names,
    op: new Uint8Array(count),
    shapes: [[2]],
    shape: new Uint32Array(count),
    enqueued: column(0),
    enqueuedWithin: 0,
    decoded: column(0),
    submitted: column(0),
    started: column(1),
    ended: column(2),
    completed: column(2),
    submission: new Uint32Array(count),
    turn: new Uint32Array(count),
    flops: Float64Array.from(times, (_, i) => i),
    bytes: new Float64Array(count),
    inputs: Uint32Array.from(times.slice(1).keys()),
    inputOffsets: Uint32Array.from([0, ...times.keys()]),
    waits,
    devices: ['webgpu'],
    device: new Uint8Array(count),
    gpuClock: { offset: 0, uncertainty: 0, residual: 0 },
    memory,
    memories: [memory],
  };
}

/** A wait of the trace, and the same wait as Python records it. */
const waited = (from, to, line) => ({
  lab: { kind: 'item', op: -1, from, to },
  own: { kind: 'item', line, file: '<cell 1>', from, to },
});

test('a gap is of the wait that drained the queue, of the program that enqueued nothing, or of kernels', () => {
  const wait = waited(1, 12, 7);
  const trace = traceOf(
    [
      [0, 0, 10],
      [20, 20, 30],
      [60, 60, 61],
      [60.5, 80, 90],
    ],
    { waits: [wait.lab] },
  );
  const kernels = [{ name: 'exp', from: 62, to: 79 }];
  const gaps = gapsOf(trace, [wait.own], kernels);
  assert.deepEqual(
    gaps.map(({ from, to, cause, wait: of, names }) => [from, to, cause, of?.line ?? names]),
    [
      [10, 20, 'wait', 7],
      [30, 60, 'frontend', undefined],
      [61, 80, 'compiling', ['exp']],
    ],
  );
  assert.equal(
    gapsOf(trace, [wait.own], []).length,
    2,
    'why what was submitted did not begin is not known',
  );
});

test('kernels that were compiled at the same time fill it once', () => {
  const trace = traceOf([
    [0, 0, 10],
    [1, 20, 30],
  ]);
  const causes = (...times) =>
    gapsOf(
      trace,
      [],
      times.map(([from, to]) => ({ name: 'exp', from, to })),
    ).map(({ cause }) => cause);
  assert.deepEqual(causes([11, 14], [12, 15.5]), [], 'together 4.5 ms of 10');
  assert.deepEqual(causes([5, 13]), [], 'what was before the gap is not of it');
  assert.deepEqual(causes([11, 14], [12, 17]), ['compiling'], 'together 6');
});

test('a cell has its own gaps and kernels, on the clock of its trace', () => {
  const trace = traceOf([
    [0, 0, 10],
    [60, 60, 61],
    [60.5, 80, 90],
  ]);
  const recorded = {
    trace,
    waits: [],
    sites: { line: new Float64Array(), row: new Float64Array() },
    lines: undefined,
    kernels: [{ name: 'exp', from: 1062, to: 1079 }],
    parts: [
      { cell: 'a', number: 1, from: 0, to: 20, first: 0, end: 1 },
      { cell: 'b', number: 2, from: 50, to: 95, first: 1, end: 3 },
    ],
  };
  const lives = livesOf(recorded, new Lines());
  const { a, b } = Object.fromEntries(lives);
  assert.deepEqual([a.gaps, a.kernels], [[], []]);
  assert.deepEqual(
    b.gaps.map(({ from, to, cause }) => [from, to, cause]),
    [
      [50, 60, 'frontend'],
      [61, 80, 'compiling'],
    ],
    'the time before the cell is not its own',
  );
  assert.deepEqual(b.kernels, [{ name: 'exp', from: 62, to: 79 }]);
});

test('a wait that was over before a cell is not the cause of what is idle in it', () => {
  // One wait ended before the second cell, the other at the moment in which that cell began.
  for (const end of [12, 50]) {
    const { lab, own } = waited(1, end, 7);
    const trace = traceOf(
      [
        [0, 0, 10],
        [60, 60, 61],
      ],
      { waits: [lab] },
    );
    const lines = { since: 0, fresh: Array.from({ length: 8 }, (_, i) => `<cell 1>:${i}`) };
    const { b } = Object.fromEntries(
      livesOf(
        {
          trace,
          waits: [{ kind: 'item', line: own.line, from: 1, to: end }],
          sites: { line: new Float64Array(), row: new Float64Array() },
          lines,
          parts: [
            { cell: 'a', number: 1, from: 0, to: 20, first: 0, end: 1 },
            { cell: 'b', number: 2, from: 50, to: 65, first: 1, end: 2 },
          ],
        },
        new Lines(),
      ),
    );
    assert.deepEqual(
      b.gaps.map(({ from, to, cause, wait }) => [from, to, cause, wait]),
      [[50, 60, 'frontend', undefined]],
    );
  }
});

test('recordings that follow each other are one', () => {
  const first = traceOf(
    [
      [0, 0, 1],
      [1, 2, 3],
    ],
    { waits: [{ kind: 'waitAll', op: 1, from: 2, to: 3 }] },
  );
  const second = traceOf(
    [
      [4, 4, 5],
      [5, 6, 7],
    ],
    { names: ['exp', 'add'], waits: [{ kind: 'item', op: 0, from: 4, to: 5 }] },
  );
  first.replayed = [[1, 1]];
  second.replayed = [[0, 2]];
  const all = joined([first, second]);
  assert.deepEqual(all.replayed, [
    [1, 1],
    [2, 2],
  ]);
  assert.deepEqual(since(all, 3, 4.5).replayed, [[0, 1]]);
  assert.deepEqual([...all.enqueued], [0, 1, 4, 5]);
  assert.deepEqual(
    [...all.op].map((index) => all.names[index]),
    ['add', 'add', 'exp', 'exp'],
  );
  assert.deepEqual([...all.flops], [0, 1, 0, 1]);
  assert.deepEqual([...all.inputs], [0, 2]);
  assert.deepEqual([...all.inputOffsets], [0, 0, 1, 1, 2]);
  assert.deepEqual(
    all.waits.map(({ op }) => op),
    [1, 2],
  );
  assert.deepEqual([...all.memory.at], [0, 4]);
  assert.equal(joined([first]), first);
  const late = since(all, 3, 4.5);
  assert.deepEqual(
    [[...late.enqueued], [...late.inputs], [...late.inputOffsets]],
    [[5], [], [0, 0]],
  );
  assert.deepEqual(
    late.waits.map(({ kind, op }) => [kind, op]),
    [['item', -1]],
  );
  const { inputs, inputOffsets } = since(all, 2, 4);
  assert.deepEqual([[...inputs], [...inputOffsets]], [[0], [0, 0, 1]], 'the first one is there');
});

test('kernels are kept with the time between the answers before and after; a page checks what it is sent', async () => {
  class Device {
    scopes = 0;
    pushErrorScope(kind) {
      assert.equal(kind, 'out-of-memory', 'no error of a pipeline is taken away');
      this.scopes += 1;
    }
    async popErrorScope() {
      this.scopes -= 1;
      return null;
    }
    createComputePipeline({ label }) {
      assert.equal(this.scopes, 0, 'no scope is open');
      if (!label) throw new TypeError('no');
      return `pipeline of ${label}`;
    }
  }
  const take = watchKernels(Device);
  const device = new Device();
  assert.equal(device.createComputePipeline({ label: 'exp' }), 'pipeline of exp');
  assert.throws(() => device.createComputePipeline({}), TypeError);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const [kernel, ...others] = take();
  assert.equal(kernel.name, 'exp');
  assert.ok(kernel.from <= kernel.to && kernel.to - kernel.from < 1000);
  assert.deepEqual([others, take(), watchKernels(undefined)()], [[], [], []]);
  const { kernels } = recordedOf({ kernels: [{ name: 5, from: 'x', to: 2, more: 'y' }] });
  assert.deepEqual(kernels, [{ name: '', from: NaN, to: 2 }]);
  assert.deepEqual(recordedOf({ kernels: 'no' }).kernels, []);
});

test('a gap is of memory where what is in use left no room for what came next', () => {
  const trace = traceOf([
    [0, 0, 10],
    [1, 40, 50],
  ]);
  // The second operation, with a result of 8 bytes, was enqueued at 1 and submitted at 39.
  trace.submitted = Float64Array.of(0, 39);
  const memoryOf = (pooled) => ({
    at: Float64Array.of(0, 8, 38),
    used: Float64Array.of(0, 96, 8),
    pending: Float64Array.of(0, 0, 0),
    pooled: Float64Array.of(0, pooled, 0),
    allocated: Float64Array.of(0, 96 + pooled, 8),
  });
  const causes = (limit, memory = memoryOf(0)) =>
    gapsOf(trace, [], [], { memory, limit }).map(({ cause, from, to }) => [cause, from, to]);
  assert.deepEqual(causes(100), [['memory', 10, 40]]);
  assert.deepEqual(causes(104), [], 'there was room');
  assert.deepEqual(causes(104, memoryOf(50)), [], 'what is pooled can be used');
  assert.deepEqual(causes(undefined), [], 'no limit is known');
});

test('a point in the queue is reached when the device has computed what came before it', () => {
  const trace = {
    op: [0, 0, 0, 0],
    device: [0, 1, 0, 0],
    ended: [5, 90, NaN, 12],
    completed: [6, 91, 9, 13],
  };
  // Ten operations of the device, of which the last three are recorded.
  const ends = endsOf(trace, 10);
  assert.equal(ends(7), -Infinity, 'before the recording');
  assert.equal(ends(8), 5);
  assert.equal(ends(9), 9, 'of what has no end of its own, when it was known to be complete');
  assert.equal(ends(10), 12, 'and none of another device');
});
