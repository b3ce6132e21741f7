// Sessions and profiles in Node.js: handles and their errors, counts between two reports of a backend, bounds of the queue, and the rows of
// waits, replays and transfers in a trace.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labsOn } from './fixtures/labs.mjs';

const lab = labsOn('sim');
const codeOf = ({ session }) => session.takeError()?.code;
/** A GPU and a CPU, simulated, on one clock. */
const two = (t) => lab(t, { device: undefined, devices: ['sim', 'cpu'], machine: 'phone' });

test('the reason of a rejection is that of the last call, and is taken once', async (t) => {
  const made = await lab(t);
  const { session } = made;
  const { add } = session.codes;
  const x = session.write([1], [1]);
  session.unary(-1, x);
  // The engine rejects this call, and has the reason itself.
  assert.equal(session.shaped(session.codes.reshape, x, [2]), 0);
  assert.deepEqual([codeOf(made), codeOf(made)], ['SHAPE_MISMATCH', undefined]);
  session.unary(-1, x);
  assert.deepEqual([codeOf(made), codeOf(made)], ['INVALID_OPTION', undefined]);
  assert.equal(session.scalar(add, 999, 1), 0);
  assert.equal(codeOf(made), 'DISPOSED');
  for (const [call, nothing] of [
    [() => session.grad(999), -1],
    [() => session.deviceNamed('tpu'), -1],
    [() => session.shape(999), undefined],
    [() => session.memory(1), undefined],
    [() => session.setGrad(x, x), 0],
    [() => session.boundOperations(0), 0],
    [() => session.interruptBy(1), 0],
  ]) {
    assert.equal(call(), nothing, String(call));
    assert.ok(codeOf(made), String(call));
  }
  const outcome = await session.ask('nothing', x);
  assert.deepEqual([outcome.error.code, outcome.asked], ['INVALID_OPTION', false]);
  assert.deepEqual(session.askSync('read', -1).error.code, 'INVALID_OPTION');
});

test('a handle that a call releases is gone also where the call is rejected, and no result is left of a call that gives none', async (t) => {
  const made = await lab(t);
  const { session } = made;
  const { add, reshape } = session.codes;
  const x = session.write([1, 2], [2]);
  assert.equal(session.shaped(reshape, x, [3], x), 0);
  assert.deepEqual([codeOf(made), session.live], ['SHAPE_MISMATCH', 0]);
  const y = session.write([1, 2], [2]);
  assert.equal(session.scalar(add, y, 1, true, 999), 0);
  assert.deepEqual([codeOf(made), session.live], ['DISPOSED', 1]);
});

test('programs by numbers: each call says whether it was taken, and what cannot be is rejected', async (t) => {
  const made = await lab(t);
  const { session } = made;
  const x = session.write([1, 2], [2]);
  assert.equal(session.beginCapture(), 1);
  const y = session.scalar(session.codes.add, x, 1);
  const { program, operations, inputs, outputs } = session.endCapture([x]);
  assert.deepEqual([operations, inputs, outputs], [1, [0], [y]]);
  assert.equal(session.bindProgram(program, [x], [0], [2 ** 32 - 1]), 1);
  const [z] = session.replay(program, [x], operations);
  assert.deepEqual([...(await session.ask('read', z)).value], [2, 3]);
  assert.ok(session.operationsOf(program).length > 0);
  for (const [call, nothing] of [
    [() => session.replay(-1, [x], 1), undefined],
    [() => session.replay(program, [0.5], 1), undefined],
    [() => session.replay(program, [x], -1), undefined],
    [() => session.operationsOf(0.5), undefined],
    [() => session.bindProgram(program, [x], [0.5], []), 0],
    [() => session.forgetProgram(-1), 0],
    [() => session.setGrad(-1, x), 0],
    [() => session.beginCapture(7), 0],
  ]) {
    assert.equal(call(), nothing, String(call));
    assert.match(String(codeOf(made)), /^INVALID_/, String(call));
  }
  assert.equal(session.forgetProgram(program), 1);
  assert.equal(session.operationsOf(program), undefined);
});

test('an array is done when the last operation of its computation is complete, and no sooner', async (t) => {
  const made = await lab(t, { opsPerSubmit: 1, maxInFlight: 1 });
  const { session } = made;
  const [x, y] = [session.write([1], [1]), 0];
  const all = [x];
  for (let at = 0; at < 3; at += 1) all.push(session.scalar(session.codes.add, all.at(-1), 1));
  const states = () => all.map((one) => session.stateOf(one));
  assert.deepEqual([states(), y], [['queued', 'queued', 'queued', 'queued'], 0]);
  for (const [at, one] of all.entries()) {
    await session.ask('wait', one);
    assert.deepEqual(states().slice(0, at + 1), Array(at + 1).fill('done'));
    if (at + 2 < all.length) assert.notEqual(states()[at + 2], 'done');
    const { completed } = session.progress();
    assert.ok(completed > at && completed <= all.length);
  }
  const late = session.scalar(session.codes.add, x, 1);
  made.loseDevice();
  const { error } = await session.waitAll();
  assert.equal(error?.code ?? codeOf(made) ?? made.session.lost?.code, 'DEVICE_LOST');
  assert.deepEqual([session.stateOf(x), session.stateOf(late)], ['done', 'failed']);
  assert.equal(session.flush(), 0);
  assert.equal(codeOf(made), 'DEVICE_LOST');
  assert.equal((await session.room(1, 1)).error.code, 'DEVICE_LOST');
  assert.equal(session.deviceNamed('cpu'), -1);
  assert.equal(codeOf(made), 'DEVICE_LOST');
  // The program may change the returned report of memory.
  session.memory().used = 7;
  assert.notEqual(session.memory().used, 7);
});

test('memory between two reports: disposed bytes are pending, new ones come from the pool, the peak is no less than all', async (t) => {
  const made = await lab(t);
  const { nd } = made;
  const bytes = 1 << 20;
  const x = nd.zeros([bytes / 4]);
  await x.waitToRead();
  x.dispose();
  const { used, pending, pooled } = made.memory();
  assert.deepEqual({ used, pending, pooled }, { used: 0, pending: bytes, pooled: 0 });
  await made.waitAll();
  assert.equal(made.memory().pooled, bytes);
  const y = nd.zeros([bytes / 4]);
  assert.deepEqual(made.memory(), {
    used: bytes,
    pending: 0,
    pooled: 0,
    allocated: bytes,
    peak: bytes,
  });
  const z = nd.zeros([bytes / 4]);
  assert.deepEqual([made.memory().allocated, made.memory().peak], [2 * bytes, 2 * bytes]);
  const { session } = made;
  assert.deepEqual([session.peak(), session.peak()], [2 * bytes, 2 * bytes]);
  for (const one of [y, z]) one.dispose();
  const peaks = [session.peak(), session.peak(0, true), session.peak()];
  assert.deepEqual(peaks, [2 * bytes, 2 * bytes, 0]);
  await made.waitAll();
  assert.ok(made.memory().pooled > 0);
  made.trim();
  await new Promise(setImmediate);
  await made.waitAll();
  assert.equal(made.memory().allocated, 0);
});

test('half of the queue is crowded; a bound that is set later takes effect at once, and room ends it', async (t) => {
  const made = await lab(t, { maxQueued: 1000 });
  const { session } = made;
  const x = session.write([1], [1]);
  const add = (count) => {
    for (let at = 0; at < count; at += 1) session.scalar(session.codes.add, x, 1);
    session.flush();
  };
  add(490);
  assert.equal(session.crowded, false);
  add(30);
  assert.equal(session.crowded, true);
  await session.room();
  assert.equal(session.crowded, false);
  await session.waitAll();
  session.boundOperations(10);
  add(4);
  assert.equal(session.crowded, false);
  add(2);
  assert.equal(session.crowded, true);
  await session.waitAll();
  assert.equal(session.crowded, false);
  add(11);
  assert.equal(codeOf(made), 'QUEUE_FULL');
});

test('a trace of two devices: each wait has the row of its array, whichever device that is on, also behind earlier operations', async (t) => {
  const made = await two(t);
  const { nd } = made;
  const before = [nd.ones([2]), nd.ones([3], { device: 'cpu' })];
  await made.waitAll();
  const trace = await made.profile(
    async () => {
      const x = nd.zeros([2]);
      const y = nd.zeros([3], { device: 'cpu' });
      const z = y.add(1).to('sim');
      const more = before[1].to('sim').add(x.sum());
      for (const one of [y, x, z, before[0], more]) await one.waitToRead();
      await made.waitAll();
    },
    { sites: true },
  );
  const named = (row) =>
    row < 0
      ? 'none'
      : `${trace.names[trace.op[row]]} ${trace.shapes[trace.shape[row]]} on ${trace.devices[trace.device[row]]}`;
  assert.deepEqual(
    trace.waits.map(({ kind, op }) => `${kind} ${named(op)}`),
    [
      'waitToRead zeros 3 on cpu',
      'waitToRead zeros 2 on sim',
      'waitToRead to 3 on sim',
      'waitToRead none',
      'waitToRead add 3 on sim',
      'waitAll none',
    ],
  );
  for (const { stack, from, to } of trace.waits) {
    assert.match(stack, /session-units/);
    assert.ok(from <= to);
  }
  const reads = (row) =>
    [...trace.inputs.subarray(trace.inputOffsets[row], trace.inputOffsets[row + 1])].map(named);
  const rows = [...trace.op.keys()].map((row) => [named(row), reads(row)]);
  assert.deepEqual(rows, [
    ['zeros 2 on sim', []],
    ['zeros 3 on cpu', []],
    ['add 3 on cpu', ['zeros 3 on cpu']],
    ['to 3 on sim', ['add 3 on cpu']],
    // The transferred values were computed before the recording began.
    ['to 3 on sim', []],
    ['sum  on sim', ['zeros 2 on sim']],
    ['add 3 on sim', ['to 3 on sim', 'sum  on sim']],
  ]);
  assert.deepEqual([trace.memories.length, trace.memory === trace.memories[0]], [2, true]);
  for (let row = 1; row < rows.length; row += 1)
    assert.ok(trace.enqueued[row] >= trace.enqueued[row - 1]);
  const plain = await made.profile(() => nd.ones([2]).waitToRead());
  assert.equal('stack' in plain.waits[0], false);
});

test('a trace has the rows of replays as runs, which others interrupt', async (t) => {
  const made = await lab(t);
  const twice = made.compile((x) => x.add(1).mul(2));
  const x = made.nd.ones([2]);
  twice(x);
  await made.waitAll();
  const { replayed, op } = await made.profile(() => {
    x.neg();
    twice(twice(x));
    x.neg();
    twice(x);
  });
  assert.deepEqual(
    [replayed, op.length],
    [
      [
        [1, 4],
        [6, 2],
      ],
      8,
    ],
  );
  const { replayed: none } = await made.profile(() => x.neg());
  assert.equal(none, undefined);
});

test('a profile ends with its program, also where that fails, and only one is recorded at a time', async (t) => {
  const made = await lab(t);
  const first = made.profile(() => made.nd.ones([1]).waitToRead());
  await assert.rejects(
    made.profile(() => {}),
    { code: 'BUSY' },
  );
  assert.equal((await first).op.length, 1);
  await assert.rejects(
    made.profile(() => {
      throw new Error('of the program');
    }),
    /of the program/,
  );
  assert.equal((await made.profile(() => {})).op.length, 0);
});

test('pooled memory of every device is given back, and each is asked for by its own index', async (t) => {
  const made = await two(t);
  const { nd, session } = made;
  const machines = made.info().devices.map(({ machine }) => machine);
  assert.deepEqual(machines, ['phone', 'phone, CPU']);
  assert.throws(() => nd.ones([1], { device: 'webgpu' }), { code: 'NO_DEVICE' });
  const arrays = made.devices.map((device) => nd.ones([1 << 16], { device }));
  await made.waitAll();
  const sum = (key) => made.devices.map((device) => made.memory(device)[key]);
  assert.deepEqual(sum('used'), [1 << 18, 1 << 18]);
  for (const one of arrays) one.dispose();
  await made.waitAll();
  assert.deepEqual(sum('pooled'), [1 << 18, 1 << 18]);
  made.trim();
  await new Promise(setImmediate);
  await made.waitAll();
  assert.deepEqual(sum('pooled'), [0, 0]);
  assert.deepEqual([session.failed(0), session.failed(1)], [[], []]);
  assert.equal(await made.close(), 0);
});
