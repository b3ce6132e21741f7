// Two devices in one lab: transfers of arrays, simultaneous work, one trace of both.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, inWorker, onPage } from './lab.mjs';

test('arrays go to the CPU and back, and what needs them waits for them', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect();
    const { nd } = lab;
    const a = nd.random.normal([64, 64], { seed: 3 });
    const there = a.to('cpu');
    const early = `${there}`;
    const product = there.dot(there);
    const back = product.to('webgpu');
    const sum = back.add(a).sum();
    const devices = [a, there, product, back].map((array) => array.device);
    a.dispose(); // the transfer still needs it
    const value = await sum.item();
    const b = nd.random.normal([64, 64], { seed: 3, device: 'cpu' });
    const expected = await b.dot(b).add(b).sum().item();
    const same = back.to('webgpu');
    back.dispose();
    const kept = await same.sum().item();
    await lab.waitAll();
    const rates = (await lab.calibrate()).devices.map(({ rate }) => rate);
    return {
      early,
      devices,
      rates,
      value,
      expected,
      kept,
      all: lab.devices,
      info: lab.info().devices.map(({ device }) => device),
    };
  });
  const [none, rate] = seen.rates;
  assert.equal(none, null, 'nobody knows the rate of a GPU without its own clock');
  assert.ok(rate > 0.01 && rate < 1e4, `${rate} GFLOP/s`);
  assert.match(seen.early, /\[64, 64\] float32 on cpu, queued/);
  assert.deepEqual(seen.devices, ['webgpu', 'cpu', 'cpu', 'webgpu']);
  assert.ok(
    Math.abs(seen.value - seen.expected) < 1e-3 * Math.abs(seen.expected) + 0.05,
    `${seen.value}, ${seen.expected}`,
  );
  assert.ok(Number.isFinite(seen.kept), 'a second handle keeps the array');
  assert.deepEqual(seen.all, ['webgpu', 'cpu']);
  assert.deepEqual(seen.info, ['webgpu', 'cpu']);
});

test('operands on different devices are rejected at the call, and unknown devices too', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown, rejected }) => {
    const lab = await connect({ device: 'cpu' });
    const both = await connect({ devices: ['webgpu', 'cpu'] });
    const [x, y] = [both.nd.ones([2]), both.nd.ones([2], { device: 'cpu' })];
    return {
      mixed: thrown(() => x.add(y)),
      absent: thrown(() => lab.nd.ones([2]).to('webgpu')),
      unknown: thrown(() => x.to('tpu')),
      created: thrown(() => lab.nd.ones([2], { device: 'gpu' })),
      option: thrown(() => lab.nd.ones([2], { place: 'cpu' })),
      disposed: thrown(() => (x.dispose(), x.to('cpu'))),
      twice: await rejected(() => connect({ devices: ['cpu', 'cpu'] })),
      sim: await rejected(() => connect({ devices: ['sim', 'cpu'] })),
      other: await rejected(() => connect({ device: 'cpu', devices: ['webgpu', 'cpu'] })),
    };
  });
  assertError(seen.mixed, 'DEVICE_MISMATCH', /add/, /webgpu/, /cpu/, /to\('/);
  assertError(seen.absent, 'NO_DEVICE', /to/, /webgpu/, /devices/);
  assertError(seen.unknown, 'NO_DEVICE', /tpu/);
  assertError(seen.created, 'NO_DEVICE', /^ones/, /gpu/, /only cpu;/);
  assertError(seen.option, 'INVALID_OPTION', /place/, /device/);
  assertError(seen.disposed, 'DISPOSED', /to/);
  for (const name of ['twice', 'sim', 'other']) assertError(seen[name], 'INVALID_OPTION', /device/);
});

test('independent work goes on while a transfer is awaited', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ devices: ['webgpu', 'cpu'] });
    const { nd } = lab;
    let slow = nd.random.normal([400, 400], { seed: 1 });
    await slow.waitToRead();
    for (let i = 0; i < 30; i += 1) slow = slow.dot(slow).mul(0.05);
    const needs = slow.to('cpu').sum();
    const free = nd.full([8], 2, { device: 'cpu' }).sum();
    const order = [];
    await Promise.all([
      needs.item().then(() => order.push('needs')),
      free.item().then((value) => order.push(`free ${value}`)),
    ]);
    return order;
  });
  assert.deepEqual(seen, ['free 16', 'needs']);
});

test('a trace has the operations of both devices, linked across them', async (t) => {
  const trace = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ devices: ['webgpu', 'cpu'] });
    const { nd } = lab;
    const trace = await lab.profile(async () => {
      const a = nd.ones([32, 32]);
      const b = nd.ones([32], { device: 'cpu' });
      const c = a.dot(a).to('cpu');
      const d = c.add(b);
      await d.waitToRead();
      await lab.waitAll();
    });
    return JSON.parse(
      JSON.stringify(trace, (_, value) => (ArrayBuffer.isView(value) ? [...value] : value)),
    );
  });
  const names = trace.op.map((index) => trace.names[index]);
  assert.deepEqual(names, ['ones', 'ones', 'matmul', 'to', 'add']);
  assert.deepEqual(
    trace.device.map((index) => trace.devices[index]),
    ['webgpu', 'cpu', 'webgpu', 'cpu', 'cpu'],
  );
  assert.deepEqual(
    trace.shape.map((index) => trace.shapes[index].length),
    [2, 1, 2, 2, 2],
  );
  const reads = names.map((_, row) =>
    trace.inputs.slice(trace.inputOffsets[row], trace.inputOffsets[row + 1]).sort(),
  );
  assert.deepEqual(reads, [[], [], [0, 0], [2], [1, 3]]);
  assert.deepEqual(
    trace.waits.map(({ kind, op }) => [kind, op]),
    [
      ['waitToRead', 4],
      ['waitAll', -1],
    ],
  );
  // Both devices have one clock: no array is received before it was computed.
  assert.ok(trace.completed[3] >= trace.submitted[2], 'received before it was submitted');
  assert.equal(trace.memories.length, 2);
});

test('gradients pass from device to device', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const lab = await connect({ devices: ['webgpu', 'cpu'] });
    const { nd, autograd } = lab;
    const x = nd.array([1, 2, 3]).attachGrad();
    const loss = autograd.record(() => x.square().to('cpu').mul(2).sum());
    loss.backward();
    const { grad } = x;
    const elsewhere = nd.ones([3], { device: 'cpu' });
    return {
      device: grad.device,
      values: [...(await grad.data())],
      mixed: thrown(() => x.assign(elsewhere)),
    };
  });
  assert.deepEqual([seen.device, seen.values], ['webgpu', [4, 8, 12]]);
  assertError(seen.mixed, 'DEVICE_MISMATCH', /assign/);
});

test('what cannot be computed on one device fails on the other too', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, rejected }) => {
    const allocator = 'on-completion'; // In stream order the call would be rejected.
    const lab = await connect({ devices: ['webgpu', 'cpu'], memoryLimit: 2 ** 20, allocator });
    const { nd } = lab;
    const large = nd.ones([2 ** 20]);
    const there = large.sum().to('cpu').add(1);
    const error = await rejected(() => there.item());
    const again = await rejected(() => lab.waitAll());
    nd.ones([2 ** 20])
      .sum()
      .to('cpu')
      .add(1);
    const unasked = await rejected(() => lab.waitAll());
    return {
      error,
      again,
      unasked,
      state: lab.stateOf(large),
      after: await nd.ones([4]).to('cpu').sum().item(),
    };
  });
  assertError(seen.error, 'OUT_OF_MEMORY', /\[1048576\]/, /memoryLimit/);
  assert.equal(seen.again, undefined, 'a failure is reported once');
  assertError(seen.unasked, 'OUT_OF_MEMORY');
  assert.equal(seen.state, 'failed');
  assert.equal(seen.after, 4, 'the lab goes on');
});

test('a worker that blocks can wait for either device', async (t) => {
  const seen = await inWorker(await blank(t), async ({ connect }) => {
    const lab = await connect({ devices: ['webgpu', 'cpu'] });
    const x = lab.nd.full([16], 3);
    const sum = x.to('cpu').mul(2).sum();
    const value = sum.itemSync();
    lab.waitAllSync();
    return { value, x: x.dataSync()[0] };
  });
  assert.deepEqual(seen, { value: 96, x: 3 });
});
