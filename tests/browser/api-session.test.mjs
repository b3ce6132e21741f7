// The session: a lab for other languages, in which arrays are numbers and not objects. No call throws, and no promise rejects.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, inWorker, onPage } from './lab.mjs';

for (const device of ['webgpu', 'cpu', 'sim']) {
  test(`on ${device}: arrays are numbers, and none is left`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const { session } = lab;
        const { add, exp, sum, matmul, transpose, reshape, arange, full, sub } = session.codes;
        const x = session.write([1, 2, 3, 4, 5, 6], [2, 3]);
        const swapped = session.apply(transpose, [x], [1, 0]);
        const product = session.apply(matmul, [x, swapped], [0, 0], swapped);
        const total = session.apply(sum, [product], [3, 0], product);
        const flat = session.shaped(reshape, x, [6]);
        const more = session.scalar(add, flat, 10, true, flat);
        const less = session.scalar(sub, more, 1, false, more);
        const row = session.create(arange, [session.bits(0), session.bits(1)], [4]);
        const ones = session.unary(exp, session.create(full, [session.bits(0)], [4]));
        const both = session.binary(add, row, ones, ones);
        const [shape, state] = [session.shape(x), session.stateOf(total)];
        const values = [
          (await session.ask('item', total)).value[0],
          [...(await session.ask('read', less)).value],
          [...(await session.ask('read', both)).value],
        ];
        await session.waitAll();
        const done = session.stateOf(total);
        const handle = lab.arrayOf(both);
        const again = await handle.sum().item();
        handle.dispose();
        const { live } = session;
        for (const name of [x, total, less, row, both]) session.release(name);
        const left = session.live;
        lab.close();
        return {
          values,
          shape,
          asked: ['queued', 'running', 'done'].includes(state),
          done,
          again,
          live,
          left,
        };
      },
      device,
    );
    assert.deepEqual(seen, {
      values: [14 + 77 + 2 * 32, [-10, -11, -12, -13, -14, -15], [1, 2, 3, 4]],
      shape: [2, 3],
      asked: true,
      done: 'done',
      again: 10,
      live: 7,
      left: 2,
    });
  });
}

test('gradients by numbers, recorded without a function', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu' });
    const { session } = lab;
    const { mul, sum } = session.codes;
    const x = session.write([1, 2, 3], [3]);
    session.attachGrad(x);
    const states = [lab.autograd.recording, session.setRecording(true), lab.autograd.recording];
    const square = session.binary(mul, x, x);
    const loss = session.apply(sum, [square], [1, 0], square);
    states.push(session.setRecording(false), lab.autograd.recording);
    const unknown = session.binary(mul, x, x);
    const recorded = [x, loss, unknown].map((name) => session.recorded(name));
    const before = session.grad(x);
    const [alone] = session.gradients(loss, [x], 0, true);
    session.backward(loss);
    const found = session.grad(x);
    const values = [
      [...(await session.ask('read', alone)).value],
      [...(await session.ask('read', found)).value],
    ];
    const moved = session.assign(x, unknown);
    return {
      states,
      recorded,
      before,
      values,
      moved: [...(await session.ask('read', moved)).value],
    };
  });
  assert.deepEqual(seen, {
    states: [false, false, true, true, false],
    recorded: [false, true, false],
    before: 0,
    values: [
      [2, 4, 6],
      [2, 4, 6],
    ],
    moved: [1, 4, 9],
  });
});

for (const device of ['webgpu', 'cpu']) {
  test(`on ${device}: after a wait that blocks, memory and progress are as of its end`, async (t) => {
    const seen = await inWorker(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const { session } = lab;
        const samples = [];
        const sample = () => {
          const { used, allocated, pending, pooled } = session.memory();
          samples.push([used, allocated === used + pending + pooled, lab.progress().completed]);
        };
        let x = session.create(session.codes.full, [session.bits(1)], [1024]);
        session.askSync('wait', x);
        sample();
        const y = session.scalar(session.codes.add, x, 1);
        session.askSync('read', y);
        sample();
        session.release(x);
        session.release(y);
        x = session.scalar(
          session.codes.add,
          session.create(session.codes.full, [session.bits(1)], []),
          2,
        );
        const item = session.askSync('item', x).value[0];
        sample();
        session.waitAllSync();
        return { samples, item, blocks: session.whyNotBlock === undefined };
      },
      device,
    );
    assert.deepEqual(seen, {
      samples: [
        [4096, true, 1],
        [8192, true, 2],
        [512, true, 4],
      ],
      item: 3,
      blocks: true,
    });
  });
}

test('who neither blocks nor awaits each call learns when to: the queue never overflows', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, LabError }) => {
    const run = async (heeds) => {
      const lab = await connect({ device: 'cpu', maxQueued: 256 });
      const { session } = lab;
      let x = session.create(session.codes.full, [session.bits(0)], [4]);
      let waits = 0;
      const error = await (async () => {
        for (let at = 0; at < 2000; at += 1) {
          x = session.scalar(session.codes.add, x, 1, true, x);
          if (x === 0) {
            const error = session.takeError();
            return { ...error, message: error.message, typed: error instanceof LabError };
          }
          if (!heeds || !session.crowded) continue;
          waits += 1;
          await session.room();
        }
      })();
      if (error) return { error };
      return { waits, value: (await session.ask('read', x)).value[0], crowded: session.crowded };
    };
    return [await run(true), await run(false)];
  });
  assertError(seen[1].error, 'QUEUE_FULL');
  assert.equal(seen[0].value, 2000);
  assert.ok(seen[0].waits >= 8 && seen[0].waits < 400, `${seen[0].waits} waits`);
});

test('a thread that may block sleeps when its queue is full, also where each call releases a handle and is long', async (t) => {
  const queued = await inWorker(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu', maxQueued: 8 });
    const { session } = lab;
    const { full, matmul } = session.codes;
    const one = session.create(full, [session.bits(1 / 512)], [512, 512]);
    let x = session.create(full, [session.bits(1)], [512, 512]);
    // Each product is so long that it is sent by itself.
    for (let at = 0; at < 12; at += 1) x = session.apply(matmul, [x, one], [0, 0], x);
    return (await session.ask('read', x)).value[0];
  });
  assert.equal(queued, 1);
});

test('what a session rejects, it rejects with a code, without throwing', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, LabError }) => {
    const lab = await connect({ device: 'cpu' });
    const { session } = lab;
    const x = session.write([1, 2], [2]);
    const gone = session.write([1], []);
    session.release(gone);
    const { add, exp } = session.codes;
    const plain = (error) => ({
      ...error,
      message: error.message,
      typed: error instanceof LabError,
    });
    const rejected = (result) => {
      if (result) throw new Error(`accepted: ${result}`);
      return plain(session.takeError());
    };
    const failed = ({ error, asked }) => {
      if (asked) throw new Error('it was asked for');
      return plain(error);
    };
    return {
      INVALID_OPTION: [
        rejected(session.unary(999, x)),
        rejected(session.unary(exp, 2 ** 32 + x)),
        rejected(session.create(add, [], [1], 7)),
        rejected(session.interruptBy(undefined)),
      ],
      INVALID_NUMBER: [
        rejected(session.unary('exp', x)),
        rejected(session.scalar(add, x, 2n)),
        rejected(session.binary(add, x, Symbol('x'))),
        rejected(session.write([1, '2'], [2])),
        rejected(session.apply(add, undefined, [])),
        rejected(session.roomSync(-1, 0)),
        plain((await session.room(NaN)).error),
      ],
      DISPOSED: [
        rejected(session.scalar(add, gone, 1)),
        rejected(session.shape(gone)),
        failed(await session.ask('read', gone)),
        rejected(session.backward(12345)),
        rejected(session.release(gone)),
        rejected(session.retain(gone)),
        rejected(session.grad(gone) + 1),
      ],
      SHAPE_MISMATCH: [rejected(session.binary(add, x, session.write([1, 2, 3], [3])))],
      NOT_SCALAR: [failed(await session.ask('item', x))],
      NO_DEVICE: [rejected(session.deviceNamed('gpu') + 1)],
      CANNOT_BLOCK: [failed(session.askSync('read', x)), rejected(session.waitAllSync())],
    };
  });
  for (const [code, errors] of Object.entries(seen))
    for (const error of errors) assertError(error, code);
});
