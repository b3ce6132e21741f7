// The frontend's own checks, in Node.js on the CPU: bounds on the enqueued time, memory at the call, names of arrays that no longer
// exist, parameters in two places.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bridge } from '../../www/python/bridge.js';
import { lab } from './fixtures/labs.mjs';

/** The code of the error that a call throws, or the value that it returns. */
const codeOf = (call) => {
  try {
    return call();
  } catch ({ code, message }) {
    return `${code} ${message}`;
  }
};

/** The code of the error for which a session rejects a call. */
const rejectedBy = (session, call) => {
  const result = call();
  if (result) return result;
  const { code, message } = session.takeError();
  return `${code} ${message}`;
};

const assertAddsUp = ({ used, pending, pooled, allocated, peak }) => {
  assert.equal(allocated, used + pending + pooled);
  assert.ok(peak >= allocated);
};

test('memory is known at the call, and is what the backend reports in the end', async (t) => {
  const made = await lab(t);
  const { nd } = made;
  const [x, y] = [nd.ones([1024, 1024]), nd.ones([1000, 1000])];
  const used = 4 * 2 ** 20 + 4_194_304;
  assert.equal(made.memory().used, used, 'two arrays, the second in the buffer of its class');
  assertAddsUp(made.memory());
  const view = x.reshape([-1]);
  const sum = y.sum();
  assert.equal(made.memory().used, used + 256, 'a view has no memory of its own');
  x.dispose();
  assert.equal(made.memory().used, used + 256, 'its view still needs it');
  await made.waitAll();
  const { devices } = made;
  assert.deepEqual(devices, ['cpu']);
  const after = made.memory();
  assertAddsUp(after);
  assert.equal(after.used, used + 256);
  view.dispose();
  y.dispose();
  assertAddsUp(made.memory());
  assert.equal(made.memory().used, 256);
  assert.equal(made.memory().allocated, after.allocated, 'disposed, and not known to be free');
  await made.waitAll();
  made.trim();
  await made.waitAll();
  assert.deepEqual(
    { ...made.memory(), peak: 0 },
    {
      used: 256,
      pending: 0,
      pooled: 0,
      allocated: 256,
      peak: 0,
    },
  );
  sum.dispose();
});

test('the first call that cannot fit is rejected, and what was held goes on', async (t) => {
  const made = await lab(t, { memoryLimit: 2 ** 26 });
  const { nd } = made;
  const held = [];
  const rejected = codeOf(() => {
    for (let i = 0; i < 40; i += 1) held.push(nd.full([1024, 1024], i));
    return 'all were taken';
  });
  assert.match(String(rejected), /^OUT_OF_MEMORY full: .*4194304 bytes.*\[1024, 1024\].*67108864/);
  assert.equal(held.length, 16);
  assert.equal(made.memory().used, 2 ** 26);
  const view = held[3].reshape([-1]);
  held.pop()?.dispose();
  const sum = view.sum();
  assert.equal(await sum.item(), 3 * 2 ** 20);
  await made.waitAll();
  assert.ok(made.memory().peak <= 2 ** 26);
});

test('on completion no call is rejected for memory, and room waits for what is on its way', async (t) => {
  const made = await lab(t, { memoryLimit: 2 ** 24, allocator: 'on-completion' });
  let x = made.nd.ones([2 ** 20]);
  for (let i = 0; i < 20; i += 1) {
    const next = x.add(1);
    x.dispose();
    x = next;
  }
  assert.equal(made.progress().bytes, 21 * 2 ** 22);
  await made.room();
  assert.ok(made.progress().bytes <= 2 ** 24, `${made.progress().bytes} bytes are on their way`);
  assert.equal((await x.data())[7], 21);
  assert.ok(made.memory().peak <= 2 ** 24);
});

test('arrays that found no memory are not counted as held', async (t) => {
  // The wasm memory of the CPU is smaller than the limit.
  const made = await lab(t, { memoryLimit: Infinity });
  const held = Array.from({ length: 6 }, () => made.nd.ones([2 ** 28]));
  await assert.rejects(made.waitAll(), { code: 'OUT_OF_MEMORY' });
  const { used, allocated } = made.memory();
  assert.equal(used, allocated - made.memory().pooled - made.memory().pending);
  assert.ok(used < 6 * 2 ** 30, `${used} bytes`);
  const states = held.map((array) => made.stateOf(array));
  assert.equal(used, states.filter((state) => state === 'done').length * 2 ** 30);
});

test('a thread that cannot block is rejected far beyond ten seconds of work, and room waits', async (t) => {
  const made = await lab(t);
  const x = made.nd.full([512, 512], 1e-6);
  let y = x;
  let count = 0;
  const rejected = codeOf(() => {
    for (; count < 5000; count += 1) {
      const next = y.matmul(x);
      if (y !== x) y.dispose();
      y = next;
    }
    return 'nothing was rejected';
  });
  assert.match(String(rejected), /^QUEUE_FULL matmul: .* 80 s of the device's work/);
  // 2 × 512³ flops each. The CPU is assumed to compute 5 × 10⁸ flops a second until it has shown a higher rate.
  assert.ok(count >= 140 && count < 2000, `${count} products`);
  const { inFlight } = made.progress();
  await made.room();
  const left = made.progress().inFlight;
  assert.ok(left < inFlight, `${left} of ${inFlight} are left`);
  y.add(1).dispose();
});

test('the bound on operations can be set later', async (t) => {
  const made = await lab(t);
  const { session } = made;
  session.boundOperations(64);
  let x = session.create(session.codes.full, [session.bits(0)], [4]);
  for (let i = 0; x !== 0 && i < 1000; i += 1) x = session.scalar(session.codes.add, x, 1, true, x);
  const rejected = rejectedBy(session, () => x);
  assert.match(String(rejected), /^QUEUE_FULL add: .*64 operations/);
  for (const none of [0, 1.5, NaN, Infinity])
    assert.match(
      String(rejectedBy(session, () => session.boundOperations(none))),
      /^INVALID_OPTION/,
    );
  assert.match(String(rejectedBy(session, () => session.boundOperations('8'))), /^INVALID_NUMBER/);
});

test('a name that was released is of no array, whichever is made next', async (t) => {
  const made = await lab(t);
  const { session } = made;
  const { add } = session.codes;
  const first = session.write([1, 2], [2]);
  session.release(first);
  const second = session.write([3, 4], [2]);
  const calls = {
    release: () => session.release(first),
    retain: () => session.retain(first),
    shape: () => session.shape(first),
    add: () => session.scalar(add, first, 1),
    both: () => session.binary(add, second, first),
    gone: () => session.scalar(add, second, 1, true, first),
    grad: () => session.attachGrad(first),
    assign: () => session.assign(second, first),
  };
  for (const [name, call] of Object.entries(calls))
    assert.match(String(rejectedBy(session, call)), /^DISPOSED/, name);
  assert.match(String(codeOf(() => made.arrayOf(first))), /^DISPOSED/);
  assert.deepEqual([...(await session.ask('read', second)).value], [3, 4]);
  assert.equal(session.live, 1);
});

test('only whole numbers of 32 bits are names', async (t) => {
  const made = await lab(t);
  const { session } = made;
  const x = session.write([1, 2], [2]);
  for (const name of [2 ** 32 + x, x + 0.5, -1, NaN, Infinity]) {
    assert.match(
      String(rejectedBy(session, () => session.release(name))),
      /^INVALID_OPTION/,
      `${name}`,
    );
    assert.match(
      String(rejectedBy(session, () => session.apply(session.codes.exp, [name], []))),
      /^INVALID_OPTION/,
    );
  }
  assert.match(String(rejectedBy(session, () => session.release('1'))), /^INVALID_NUMBER/);
  for (const name of [0, x + 1000])
    assert.match(String(rejectedBy(session, () => session.release(name))), /^DISPOSED/);
  assert.equal(session.live, 1);
});

test('a layer in two places is one layer: one parameter, one step, one array in a file', async (t) => {
  const { nd, nn, autograd } = await lab(t);
  const dense = (options) => new nn.Dense(1, { inputs: 1, useBias: false, ...options });
  for (const nested of [false, true]) {
    const shared = dense();
    const net = nested
      ? new nn.Sequential([new nn.Sequential([shared]), shared])
      : new nn.Sequential([shared, shared]);
    net.initialize({ seed: 3 });
    assert.equal(net.parameters().length, 1);
    shared.weight.assign(nd.full([1, 1], 2));
    // The loss is w² x: 4 for x = 1, with a gradient of 2 w = 4.
    const trainer = new nn.Trainer(nested ? net : [shared.weight, shared.weight], 'sgd', {
      learningRate: 0.1,
    });
    autograd.record(() => net(nd.ones([1, 1])).sum()).backward();
    trainer.step(1);
    assert.equal((await shared.weight.item()).toFixed(4), '1.6000');

    const file = await net.state();
    const text = new TextDecoder().decode(file);
    assert.equal(text.match(/weight/g)?.length, 1, 'the array is saved once');
    const other = dense();
    const again = nested
      ? new nn.Sequential([new nn.Sequential([other]), other])
      : new nn.Sequential([other, other]);
    again.initialize({ seed: 4 });
    again.load(file);
    assert.equal((await other.weight.item()).toFixed(4), '1.6000');
  }
});

test('optimizers keep one state of a parameter that is listed twice', async (t) => {
  const { nd, nn, autograd } = await lab(t);
  const run = async (times) => {
    const w = nd.full([1], 1).attachGrad();
    const trainer = new nn.Trainer(Array(times).fill(w), 'adam', { learningRate: 0.1 });
    for (let step = 0; step < 3; step += 1) {
      autograd.record(() => w.square().sum()).backward();
      trainer.step(1);
    }
    return w.item();
  };
  assert.equal(await run(3), await run(1));
});

test('places beyond 2^24 are rejected, since a float32 cannot hold them', async (t) => {
  const { nd } = await lab(t);
  const x = nd.zeros([2 ** 25]);
  for (const op of ['argmax', 'argmin'])
    assert.match(String(codeOf(() => x[op]())), new RegExp(`^SHAPE_MISMATCH ${op}: .*2\\^24`));
  assert.deepEqual(
    [
      ...(await x
        .reshape([2, 2 ** 24])
        .argmax(1)
        .data()),
    ],
    [0, 0],
  );
});

test('tidy finds what a Set of any size holds', async (t) => {
  const made = await lab(t);
  const many = made.tidy(() => new Set([...Array(300_000).keys(), made.nd.ones([2])]));
  const kept = [...many].at(-1);
  assert.deepEqual([...(await kept.data())], [1, 1]);
});

test('Python that cannot sleep learns from the name itself that the queue has little room', async (t) => {
  const made = await lab(t, { maxQueued: 64 });
  const { python } = bridge(made);
  const { codes } = made.session;
  const add = python.right(codes.add);
  let x = python.create(codes.full, 0, 0, 1, 0, 4);
  let waits = 0;
  for (let i = 0; i < 500; i += 1) {
    x = add(x, 1, x);
    assert.notEqual(x, 0, python.takeError());
    if (x < 2 ** 32) continue;
    x -= 2 ** 32;
    waits += 1;
    assert.equal(await python.room('room'), true);
    assert.ok(made.progress().inFlight <= 32);
  }
  assert.ok(waits > 5, `${waits} waits`);
  assert.equal(new Float32Array(await python.data('data', x))[0], 500);
});

test('where the lab of a notebook is lost, the error names Restart', async (t) => {
  const made = await lab(t);
  const { python } = bridge(made, { revive: 'in a notebook: press Restart' });
  const { exp } = made.session.codes;
  const x = python.hostArray(2);
  const name = python.write(x, 0, 2);
  assert.match((assert.equal(python.unary(exp)(99), 0), python.takeError()), /^DISPOSED\n[^(]*$/);
  made.loseDevice();
  await made.waitAll().catch(() => {});
  assert.equal(python.unary(exp)(name), 0);
  assert.match(python.takeError(), /^DEVICE_LOST\n.*press Restart/);
});

test('an array that was assigned a value is as far as that value is', async (t) => {
  const made = await lab(t);
  const x = made.nd.ones([4]).attachGrad();
  await x.waitToRead();
  assert.equal(made.stateOf(x), 'done');
  x.assign(x.add(1));
  assert.equal(made.stateOf(x), 'queued');
  await x.waitToRead();
  assert.equal(made.stateOf(x), 'done');
});
