// Recordings: every moment of each operation, and the uncertainty of the clocks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICES, assertError, blank, onPage } from './lab.mjs';

/** Multiplies `x` by 1 `count` times, and waits for each result or only for the last. Returns the operations' times, and when the loop began and ended. */
const CHAIN = async ({ connect }, sim, count, each) => {
  const lab = await connect({ device: 'sim', sim });
  let x = lab.nd.array([1, 2, 3]);
  await x.waitToRead();
  const begin = lab.now();
  const trace = await lab.profile(async () => {
    for (let i = 0; i < count; i += 1) {
      x = x.mul(1);
      if (each) await x.waitToRead();
    }
    await x.waitToRead();
    return lab.now();
  });
  const columns = ['enqueued', 'decoded', 'submitted', 'started', 'ended', 'completed'];
  return {
    begin,
    end: trace.value,
    clock: trace.clock,
    ...Object.fromEntries(columns.map((name) => [name, [...trace[name]]])),
  };
};

const near = (value, given, what) =>
  assert.ok(Math.abs(value - given) <= 0.01 * given, `${what} is ${value} instead of ${given}`);

test('operations that share a reading of the clock were enqueued no later than the trace says', async (t) => {
  const { enqueued, within, called, step } = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu' });
    const x = lab.nd.ones([4]);
    const called = [];
    const trace = await lab.profile(
      () => {
        for (let i = 0; i < 3000; i += 1) {
          // Now and then the program does other work between two calls.
          const until = i % 777 === 776 ? lab.now() + 3 : 0;
          while (lab.now() < until);
          const before = lab.now();
          x.add(i).dispose();
          called.push([before, lab.now()]);
        }
        // Calls so close together that the clock cannot distinguish them.
        for (let i = 0; i < 3000; i += 1) x.add(i).dispose();
        called.push([lab.now(), lab.now()]);
      },
      { measure: false },
    );
    const { enqueued, enqueuedWithin: within } = trace;
    return { enqueued: [...enqueued], within, called, step: lab.info().clock.step };
  });
  assert.equal(enqueued.length, 6000);
  const last = called.pop();
  for (const [i, [before, after]] of called.entries()) {
    assert.ok(enqueued[i] <= after, `${i}: enqueued after its call`);
    assert.ok(before <= enqueued[i] + within + step, `${i}: enqueued before its call`);
  }
  for (let i = 1; i < enqueued.length; i += 1)
    assert.ok(enqueued[i - 1] <= enqueued[i], `${i}: out of order`);
  assert.ok(enqueued.at(-1) <= last[1]);
  assert.ok(new Set(enqueued).size > 3000 / 512, 'the clock is read');
});

for (const device of DEVICES) {
  test(`on ${device}: a trace has one row for each operation, and each row its life`, async (t) => {
    const trace = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const { nd } = lab;
        const outside = nd.ones([48, 48]).add(1);
        const trace = await lab.profile(async () => {
          const host = nd.array([[2]]);
          const a = nd.random.normal([48, 48], { seed: 1 });
          const b = a.dot(outside);
          const c = b.add(a).mul(host);
          a.dispose();
          const d = nd.full([48], 2); // may get the name of a disposed array
          await b.waitToRead();
          await d.data();
          await host.data();
          await c.sum().item();
          await c.print();
          await lab.waitAll();
          return 'mine';
        });
        structuredClone(trace);
        const after = await lab.profile(() => nd.zeros([2]));
        return JSON.parse(
          JSON.stringify({ ...trace, after: after.enqueued.length }, (_, value) =>
            ArrayBuffer.isView(value) ? [...value] : value,
          ),
        );
      },
      device,
    );
    const names = trace.op.map((index) => trace.names[index]);
    assert.deepEqual(names, ['array', 'normal', 'matmul', 'add', 'mul', 'full', 'sum']);
    assert.deepEqual(
      trace.shape.map((index) => trace.shapes[index]),
      [[1, 1], [48, 48], [48, 48], [48, 48], [48, 48], [48], []],
    );
    const reads = names.map((_, row) =>
      trace.inputs.slice(trace.inputOffsets[row], trace.inputOffsets[row + 1]),
    );
    assert.deepEqual(
      reads.map((rows) => rows.sort()),
      [[], [], [1], [1, 2], [0, 3], [], [4]],
    );
    assert.equal(trace.inputOffsets.length, 8);
    const { enqueued, decoded, submitted, started, ended, completed, submission, turn } = trace;
    for (const column of [
      enqueued,
      decoded,
      submitted,
      started,
      ended,
      completed,
      submission,
      turn,
    ])
      assert.equal(column.length, 7);
    for (let row = 0; row < 7; row += 1) {
      assert.ok(enqueued[row] <= decoded[row], `${row}: decoded before enqueued`);
      assert.ok(decoded[row] <= submitted[row], `${row}: submitted before decoded`);
      assert.ok(submitted[row] <= completed[row], `${row}: completed before submitted`);
      // Row 0 is a write of the host's values, which has no device times.
      if (row > 0) assert.ok(started[row] <= ended[row], `${row}: ended before started`);
      else assert.equal(started[row], null);
      if (row > 0) assert.ok(enqueued[row - 1] <= enqueued[row], `${row}: enqueued out of order`);
    }
    for (const row of [2, 3, 4, 6])
      for (const input of reads[row])
        assert.ok(submission[input] <= submission[row], `${row} was submitted before its input`);
    const waits = trace.waits.map(({ kind, op }) => [kind, op < 0 ? op : names[op]]);
    assert.deepEqual(waits, [
      ['waitToRead', 'matmul'],
      ['data', 'full'],
      ['data', 'array'],
      ['item', 'sum'],
      ['print', 'mul'],
      ['waitAll', -1],
    ]);
    for (const { from, to } of trace.waits) assert.ok(from <= to);
    assert.equal(trace.clock, device === 'sim' ? 'virtual' : 'performance');
    assert.equal(trace.value, 'mine');
    assert.ok(trace.origin > 0);
    assert.equal(trace.after, 1, 'a trace has only what was enqueued inside');
    if (device === 'webgpu') assert.ok(trace.gpuClock.uncertainty >= 0);
    else assert.equal(trace.gpuClock, null);
  });

  test(`on ${device}: info says how far the clocks and completions can be trusted`, async (t) => {
    const { info, json, version } = await onPage(
      await blank(t),
      async ({ connect, VERSION }, device) => {
        const lab = await connect({ device, maxInFlight: 77, allocator: 'on-completion' });
        const info = await lab.calibrate();
        info.device = 'changed by its reader';
        const plain = structuredClone(lab.info());
        return { info: plain, json: JSON.stringify(plain), version: VERSION };
      },
      device,
    );
    assert.deepEqual(JSON.parse(json), info, 'JSON loses nothing');
    assert.equal(info.version, version);
    assert.match(info.browser, /^Chrome \d+/);
    assert.equal(info.device, device);
    assert.equal(info.isolated, true);
    assert.ok(info.adapter.name.length > 0 && typeof info.adapter.software === 'boolean');
    // A virtual clock is exact unless a machine gives it a step.
    for (const step of [info.clock.step, info.clock.backendStep])
      assert.ok(device === 'sim' ? step === 0 : step > 0, `a step of ${step} ms`);
    for (const summary of [info.floor, info.roundTrip]) {
      assert.ok(summary.samples >= 8);
      assert.ok(
        0 <= summary.low && summary.low <= summary.median && summary.median <= summary.high,
      );
    }
    assert.ok(info.timestamps === null || info.timestamps.quantum >= 0);
    assert.ok(info.limits.arrayBytes >= 2 ** 27);
    const { opsPerSubmit, maxInFlight, blocking, allocator } = info.policy;
    assert.ok(opsPerSubmit >= 1);
    assert.deepEqual([maxInFlight, blocking, allocator], [77, false, 'on-completion']);
  });

  test(`on ${device}: clocks are measured on an idle device, once, and before anything is recorded`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const { nd } = lab;
        const unknown = lab.info();
        const { peak } = lab.memory();
        const before = nd.random.normal([200, 200]).sum();
        const calibrating = lab.calibrate();
        const during = nd.ones([3]).add(1);
        const known = async (array) => {
          await array.waitToRead();
          return lab.info().floor.samples;
        };
        const order = await Promise.all([known(before), known(during)]);
        await calibrating;
        const values = [...(await during.data())];
        const { floor } = lab.info();
        const trace = await lab.profile(() => nd.ones([2]).waitToRead());
        const again = lab.info().floor;

        const other = await connect({ device });
        await other.profile(() => other.nd.ones([2]), { operations: false });
        const memoryAlone = other.info().floor.samples;
        await other.profile(() => other.nd.ones([2]));
        return {
          unknown: [unknown.floor.median, unknown.timestamps.quantum, unknown.roundTrip.low].every(
            Number.isNaN,
          ),
          samples: [unknown, { floor }, other.info()].map((info) => info.floor.samples),
          peak,
          order,
          values,
          same: JSON.stringify(floor) === JSON.stringify(again),
          rows: trace.op.length,
          memoryAlone,
          held: [await lab.close(), await other.close()],
        };
      },
      device,
    );
    assert.ok(seen.unknown);
    assert.equal(seen.peak, 0);
    assert.deepEqual(seen.order, [0, 12], 'what is enqueued before is done first, the rest after');
    assert.deepEqual(seen.values, [2, 2, 2]);
    assert.ok(seen.same, 'a profile measures them no second time');
    assert.equal(seen.rows, 1);
    assert.deepEqual(seen.samples, [0, 12, 12]);
    assert.equal(seen.memoryAlone, 0);
    assert.deepEqual(seen.held, [0, 0]);
  });
}

for (const sim of [
  { t1: 0.02, t2: 0.7, t3: 0.3 },
  { t1: 0.001, t2: 0.05, t3: 5 },
]) {
  test(`a trace gives back the times it was made with: ${JSON.stringify(sim)}`, async (t) => {
    const count = 40;
    const seen = await onPage(await blank(t), CHAIN, sim, count, false);
    assert.equal(seen.clock, 'virtual');
    const last = count - 1;
    near((seen.enqueued[last] - seen.enqueued[0]) / last, sim.t1, 't1');
    seen.started.forEach((start, row) => near(seen.ended[row] - start, sim.t2, `t2 of ${row}`));
    near(seen.completed[last] - seen.ended[last], sim.t3, 't3');
    // The queue drains at t2 for each operation, and was filled at t1.
    const gap = count * sim.t2 + sim.t3 - last * sim.t1;
    near(seen.completed[last] - seen.enqueued[last], gap, 'the gap');
  });

  test(`waiting each time and waiting once cost what the model says: ${JSON.stringify(sim)}`, async (t) => {
    const { t1, t2, t3 } = sim;
    const count = 25;
    const page = await blank(t);
    const each = await onPage(page, CHAIN, sim, count, true);
    const took = ({ enqueued, end }) => end - (enqueued[0] - t1);
    near(took(each), count * (t1 + t2 + t3), 'waiting each time');
    const once = await onPage(page, CHAIN, sim, count, false);
    near(took(once), t1 + count * t2 + t3, 'waiting once');
  });
}

test('operations have the names that the program called them by', async (t) => {
  const names = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu' });
    const { nd } = lab;
    const x = nd.zeros([2]);
    const { op, names } = await lab.profile(() => {
      nd.sin(x.cos());
      nd.greaterEqual(1, x.less(1).lessEqual(x)).broadcastTo([3, 2]);
    });
    return [...op].map((at) => names[at]);
  });
  assert.deepEqual(names, ['cos', 'sin', 'less', 'lessEqual', 'greaterEqual', 'broadcastTo']);
});

test('one profile at a time; one that fails leaves no trace behind', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, rejected }) => {
    const lab = await connect({ device: 'cpu' });
    const { nd } = lab;
    const first = lab.profile(async () => {
      nd.ones([2]);
      await lab.waitAll();
    });
    nd.zeros([3]); // enqueued by another part of the program while the first begins
    const busy = await rejected(() => lab.profile(() => {}));
    const waited = await first;
    const failed = await rejected(() =>
      lab.profile(() => {
        nd.ones([2]).add(1);
        throw Object.assign(new Error('mine'), { code: 'MINE' });
      }),
    );
    const between = nd.ones([5]);
    const next = await lab.profile(() => between.add(1).waitToRead());
    const row = ({ op, waits, names }) => [
      [...op].map((at) => names[at]),
      waits.map(({ op }) => op),
    ];
    return { busy, failed: failed.code, first: row(waited), next: row(next) };
  });
  assertError(seen.busy, 'BUSY', /^profile:.*wait/);
  assert.equal(seen.failed, 'MINE');
  assert.deepEqual(seen.first, [['zeros', 'ones'], [-1]]);
  assert.deepEqual(seen.next, [['add'], [0]]);
});

test('without measuring, operations have no times of the device', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect();
    const trace = await lab.profile(() => lab.nd.ones([4]).add(1), { measure: false });
    return [
      [...trace.started, ...trace.ended].every(Number.isNaN),
      trace.gpuClock,
      trace.op.length,
    ];
  });
  assert.deepEqual(seen, [true, null, 2]);
});

test('benchmark prints as the course does, and gives what it measured', async (t) => {
  const page = await blank(t);
  const printed = [];
  page.on('console', (message) => message.type() === 'log' && printed.push(message.text()));
  const seen = await onPage(page, async ({ connect }) => {
    const lab = await connect({ device: 'sim', sim: { t1: 1.5, t2: 0, t3: 0 } });
    return lab.benchmark('one operation', () => {
      lab.nd.ones([2]);
    });
  });
  assert.deepEqual(seen, { label: 'one operation', ms: 1.5 });
  assert.deepEqual(printed, ['one operation: 0.0015 sec']);
});
