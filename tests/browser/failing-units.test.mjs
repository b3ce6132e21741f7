// Operations that fail, and arrays that end, in Node.js: the devices, arrays and waits that get the error, and the memory that garbage
// collection releases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { lab } from './fixtures/labs.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Two devices with little memory. Only the backend finds out that it is exceeded. */
const scarce = (t) =>
  lab(t, {
    device: undefined,
    devices: ['sim', 'cpu'],
    machine: 'phone',
    memoryLimit: 1e6,
    allocator: 'on-completion',
  });

test('an operation without memory fails by itself, with what reads it, on whichever device; a wait for all reports it once', async (t) => {
  const made = await scarce(t);
  const { nd, session } = made;
  for (const [index, device] of made.devices.entries()) {
    const before = nd.ones([1], { device });
    const x = nd.zeros([1e6], { device });
    const y = before.add(x.sum());
    const elsewhere = y.to(made.devices[1 - index]);
    const after = before.add(1);
    await assert.rejects(made.waitAll(), { code: 'OUT_OF_MEMORY', message: /4000000 bytes/ });
    await made.waitAll();
    assert.deepEqual(
      [x, y, elsewhere, after].map((one) => made.stateOf(one)),
      ['failed', 'failed', 'failed', 'done'],
    );
    assert.equal(await after.item(), 2);
    for (const one of [x, y, elsewhere]) {
      await assert.rejects(one.data(), { code: 'OUT_OF_MEMORY' });
      assert.equal(made.stateOf(one), 'failed');
    }
    // The failed operations, by their numbers on their device.
    const numbers = session.failed(index);
    assert.ok(
      numbers.includes(session.producerOf(x.id)) && numbers.includes(session.producerOf(y.id)),
    );
    assert.equal(numbers.includes(session.producerOf(after.id)), false);
    assert.ok(session.failed(1 - index).includes(session.producerOf(elsewhere.id)));
  }
});

test('a wait for all reports a failure on the last device alone, and one that blocks that of a lost lab', async (t) => {
  const made = await scarce(t);
  made.nd.zeros([1e6], { device: 'cpu' });
  made.nd.ones([1]);
  await assert.rejects(made.waitAll(), { code: 'OUT_OF_MEMORY' });
  for (const device of ['cpu', 'sim']) {
    const blocking = await lab(t, { device, blocking: true, memoryLimit: 1e6 });
    const x = blocking.nd.ones([1]);
    blocking.waitAllSync();
    blocking.loseDevice();
    for (const wait of [
      () => blocking.waitAllSync(),
      () => x.itemSync(),
      () => x.waitToReadSync(),
      () => x.add(1),
      () => blocking.nd.ones([1]),
    ])
      assert.throws(wait, { code: 'DEVICE_LOST' }, `${device} ${wait}`);
  }
});

test('an array that was given other values before its failure was heard of has not failed', async (t) => {
  const made = await scarce(t);
  const { nd } = made;
  const x = nd.zeros([1e6]).sum();
  const read = assert.rejects(x.item(), { code: 'OUT_OF_MEMORY' });
  x.assign(nd.full([], 5));
  await read;
  assert.notEqual(made.stateOf(x), 'failed');
  assert.deepEqual([await x.item(), made.stateOf(x)], [5, 'done']);
});

test('a profile and a window report what nobody else has heard of, each in its turn', async (t) => {
  const made = await scarce(t);
  const { nd } = made;
  await assert.rejects(
    made.profile(() => nd.zeros([1e6])),
    { code: 'OUT_OF_MEMORY' },
  );
  const window = made.window(3);
  nd.zeros([1e6]);
  await window.next();
  nd.ones([1]);
  await window.next();
  while (window.open !== 2) await new Promise(setImmediate);
  await assert.rejects(window.finish(), { code: 'OUT_OF_MEMORY' });
  await window.finish();
  assert.equal(window.open, 0);
});

test('results are on the device of their arrays, also where the call makes other arrays for them', async (t) => {
  const made = await lab(t, { device: undefined, devices: ['sim', 'cpu'], machine: 'phone' });
  const { nd, nn, autograd } = made;
  const x = nd.array(
    [
      [1, 5, 3],
      [4, 2, 6],
    ],
    undefined,
    { device: 'cpu' },
  );
  const dense = new nn.Dense(2);
  dense.initialize({ device: 'cpu' });
  const calls = {
    argmax: () => x.argmax(1),
    take: () => x.take([1, 0]),
    segmentSum: () => x.segmentSum([0, 0], 1),
    clip: () => x.clip(2, 3),
    where: () => nd.where(x.greater(2), x, 0),
    logSoftmax: () => x.logSoftmax(),
    dense: () => dense(x),
    dropout: () => autograd.record(() => new nn.Dropout(0.5)(x)),
    loss: () => new nn.CrossEntropyLoss()(x, nd.array([1, 2], undefined, { device: 'cpu' })),
  };
  for (const [name, call] of Object.entries(calls)) {
    const result = call();
    assert.equal(result.device, 'cpu', name);
    await result.waitToRead();
  }
  assert.deepEqual([...(await x.argmax(1).data())], [1, 2]);
  const trainer = new nn.Trainer(dense, 'adam');
  autograd.record(() => dense(x).sum()).backward();
  trainer.step(1);
  await made.waitAll();
  assert.deepEqual([dense.weight.device, dense.bias.device], ['cpu', 'cpu']);
  const restored = new nn.Sequential([dense]);
  restored.load(await restored.state());
  assert.equal(dense.bias.device, 'cpu');
});

test('an array that was disposed has no shape, whether it was asked before or not, and may be disposed again', async (t) => {
  const { nd, session } = await lab(t);
  const [known, unknown] = [nd.ones([2]), nd.ones([2])];
  assert.deepEqual(known.shape, [2]);
  for (const one of [known, unknown]) {
    for (let again = 0; again < 2; again += 1) one.dispose();
    assert.equal(session.takeError(), undefined);
    assert.throws(() => one.shape, { code: 'DISPOSED', message: /^shape: / });
    assert.throws(() => one.add(1), { code: 'DISPOSED', message: /^add: / });
  }
  assert.equal(session.live, 0);
});

test('the collector gives back what a program forgets, under the handle that it has by then, and nothing twice', async (t) => {
  const made = await lab(t);
  const { nd, session } = made;
  const kept = nd.ones([1]);
  await made.waitAll();
  const forget = async (make) => {
    const before = session.live;
    await make();
    await made.waitAll();
    for (let at = 0; at < 50 && session.live > before; at += 1) {
      await new Promise(setImmediate);
      collect();
    }
    return session.live - before;
  };
  assert.equal(await forget(() => void nd.ones([3]).add(1)), 0);
  const assigned = async () => {
    const x = nd.ones([3]);
    await made.waitAll();
    x.assign(x.add(kept));
    await made.waitAll();
    x.assign(x.add(kept));
  };
  assert.equal(await forget(assigned), 0);
  const disposed = async () => {
    const x = nd.ones([3]);
    await made.waitAll();
    x.dispose();
  };
  assert.equal(await forget(disposed), 0);
  for (let at = 0; at < 5; at += 1) {
    await new Promise(setImmediate);
    collect();
  }
  assert.equal(session.takeError(), undefined);
  assert.equal(await kept.item(), 1);
});
