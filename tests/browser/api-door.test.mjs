// The door for languages: a lab by numbers, without an object for an array.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, inWorker, onPage } from './lab.mjs';

for (const device of ['webgpu', 'cpu', 'sim']) {
  test(`on ${device}: arrays are numbers, and none is left`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const { openDoor } = await import('/www/lib/door.js');
        const lab = await connect({ device });
        const door = openDoor(lab);
        const { add, exp, sum, matmul, transpose, reshape, arange, full, sub } = door.codes;
        const x = door.write([1, 2, 3, 4, 5, 6], [2, 3]);
        const swapped = door.apply(transpose, [x], [1, 0]);
        const product = door.apply(matmul, [x, swapped], [0, 0], swapped);
        const total = door.apply(sum, [product], [3, 0], product);
        const flat = door.shaped(reshape, x, [6]);
        const more = door.scalar(add, flat, 10, true, flat);
        const less = door.scalar(sub, more, 1, false, more);
        const row = door.create(arange, [door.bits(0), door.bits(1)], [4]);
        const ones = door.unary(exp, door.create(full, [door.bits(0)], [4]));
        const both = door.binary(add, row, ones, ones);
        const [shape, state] = [door.shape(x), door.stateOf(total)];
        const values = [
          await door.item(total),
          [...(await door.read(less))],
          [...(await door.read(both))],
        ];
        await door.waitAll();
        const done = door.stateOf(total);
        const handle = door.handle(both);
        const again = await handle.sum().item();
        handle.dispose();
        const { live } = door;
        for (const name of [x, total, less, row, both]) door.release(name);
        const left = door.live;
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
    const { openDoor } = await import('/www/lib/door.js');
    const lab = await connect({ device: 'cpu' });
    const door = openDoor(lab);
    const { mul, sum } = door.codes;
    const x = door.write([1, 2, 3], [3]);
    door.attachGrad(x);
    const states = [lab.autograd.recording, door.setRecording(true), lab.autograd.recording];
    const square = door.binary(mul, x, x);
    const loss = door.apply(sum, [square], [1, 0], square);
    states.push(door.setRecording(false), lab.autograd.recording);
    const unknown = door.binary(mul, x, x);
    const recorded = [x, loss, unknown].map((name) => door.recorded(name));
    const before = door.grad(x);
    const [alone] = door.gradients(loss, [x], 0, true);
    door.backward(loss);
    const found = door.grad(x);
    const values = [[...(await door.read(alone))], [...(await door.read(found))]];
    const moved = door.assign(x, unknown);
    return { states, recorded, before, values, moved: [...(await door.read(moved))] };
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
      async ({ connect }, device, origin) => {
        const { openDoor } = await import(`${origin}/www/lib/door.js`);
        const lab = await connect({ device });
        const door = openDoor(lab);
        const samples = [];
        const note = () => {
          const { used, allocated, pending, pooled } = door.memory();
          samples.push([used, allocated === used + pending + pooled, lab.progress().completed]);
        };
        let x = door.create(door.codes.full, [door.bits(1)], [1024]);
        door.waitSync(x);
        note();
        const y = door.scalar(door.codes.add, x, 1);
        door.readSync(y);
        note();
        door.release(x);
        door.release(y);
        x = door.scalar(door.codes.add, door.create(door.codes.full, [door.bits(1)], []), 2);
        const item = door.itemSync(x);
        note();
        door.waitAllSync();
        return { samples, item, blocks: door.whyNotBlock === undefined };
      },
      device,
      new URL((await blank(t)).url()).origin,
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

test('without blocking, a program learns when to await: the queue never overflows', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const { openDoor } = await import('/www/lib/door.js');
    const run = async (heeds) => {
      const lab = await connect({ device: 'cpu', maxQueued: 256 });
      const door = openDoor(lab);
      let x = door.create(door.codes.full, [door.bits(0)], [4]);
      let waits = 0;
      const error = await (async () => {
        for (let at = 0; at < 2000; at += 1) {
          const failed = thrown(() => (x = door.scalar(door.codes.add, x, 1, true, x)));
          if (failed) return failed;
          if (!heeds || !door.crowded) continue;
          waits += 1;
          await door.room();
        }
      })();
      if (error) return { error };
      return { waits, value: (await door.read(x))[0], crowded: door.crowded };
    };
    return [await run(true), await run(false)];
  });
  assertError(seen[1].error, 'QUEUE_FULL');
  assert.equal(seen[0].value, 2000);
  assert.ok(seen[0].waits >= 8 && seen[0].waits < 400, `${seen[0].waits} waits`);
});

test('a thread that may block sleeps when its queue is full, also where each call disposes a handle and is long', async (t) => {
  const queued = await inWorker(await blank(t), async ({ connect }) => {
    const { openDoor } = await import(`${origin}/www/lib/door.js`);
    const lab = await connect({ device: 'cpu', maxQueued: 8 });
    const door = openDoor(lab);
    const { full, matmul } = door.codes;
    const one = door.create(full, [door.bits(1 / 512)], [512, 512]);
    let x = door.create(full, [door.bits(1)], [512, 512]);
    // Long enough that each leaves by itself.
    for (let at = 0; at < 12; at += 1) x = door.apply(matmul, [x, one], [0, 0], x);
    return (await door.read(x))[0];
  });
  assert.equal(queued, 1);
});

test('what the door refuses, it refuses with a code', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown, rejected }) => {
    const { openDoor } = await import('/www/lib/door.js');
    const lab = await connect({ device: 'cpu' });
    const door = openDoor(lab);
    const x = door.write([1, 2], [2]);
    const gone = door.write([1], []);
    door.release(gone);
    const { add } = door.codes;
    return {
      INVALID_OPTION: [
        thrown(() => door.unary(999, x)),
        thrown(() => door.create(add, [], [1], 7)),
      ],
      INVALID_NUMBER: [
        thrown(() => door.unary('exp', x)),
        thrown(() => door.scalar(add, x, 2n)),
        thrown(() => door.binary(add, x, Symbol('x'))),
        thrown(() => door.write([1, '2'], [2])),
        thrown(() => door.apply(add, undefined, [])),
      ],
      DISPOSED: [
        thrown(() => door.scalar(add, gone, 1)),
        thrown(() => door.shape(gone)),
        await rejected(() => door.read(gone)),
        thrown(() => door.backward(12345)),
      ],
      SHAPE_MISMATCH: [thrown(() => door.binary(add, x, door.write([1, 2, 3], [3])))],
      NOT_SCALAR: [await rejected(() => door.item(x))],
      CANNOT_BLOCK: [thrown(() => door.readSync(x))],
    };
  });
  for (const [code, errors] of Object.entries(seen))
    for (const error of errors) assertError(error, code);
});
