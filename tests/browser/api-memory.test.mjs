// Every byte is accounted for: bytes of arrays, bytes that queued work needs, pooled bytes. The two allocators, and the limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICES, assertError, blank, onPage } from './lab.mjs';

const assertAddsUp = ({ used, pending, pooled, allocated }, what) =>
  assert.equal(allocated, used + pending + pooled, `${what}: bytes are missing, or counted twice`);

for (const device of DEVICES) {
  test(`on ${device}: used, pending and pooled are what is allocated, all along`, async (t) => {
    const { series, notes, rows } = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device, allocator: 'on-completion', opsPerSubmit: 4 });
        const { nd } = lab;
        const notes = [];
        const note = () => notes.push(lab.memory());
        const { memory, op } = await lab.profile(
          async () => {
            note();
            const kept = nd.random.normal([64, 64], { seed: 2 });
            let x = kept;
            for (let i = 0; i < 40; i += 1) {
              const next = lab.tidy(() => x.dot(kept).mul(0.1));
              if (x !== kept) x.dispose();
              x = next;
              if (i % 10 === 9) await x.waitToRead();
              note();
            }
            await lab.waitAll();
            note();
            x.dispose();
            kept.dispose();
            await lab.waitAll();
            note();
          },
          { operations: false },
        );
        lab.trim();
        await lab.waitAll();
        note();
        const series = Object.fromEntries(
          Object.entries(memory).map(([name, column]) => [name, [...column]]),
        );
        return { series, notes, rows: op.length };
      },
      device,
    );
    assert.equal(rows, 0, 'operations were recorded, although only the memory was asked for');
    const samples = series.at.map((at, i) =>
      Object.fromEntries(Object.entries(series).map(([name, column]) => [name, column[i]])),
    );
    assert.ok(samples.length > 8, `only ${samples.length} samples`);
    for (const [i, sample] of samples.entries()) {
      assertAddsUp(sample, `sample ${i}`);
      assert.ok(sample.completed <= sample.decoded);
      if (i === 0) continue;
      const before = samples[i - 1];
      for (const column of ['at', 'decoded', 'completed'])
        assert.ok(sample[column] >= before[column], `${column} runs backwards at ${i}`);
      const changed = Object.keys(sample).some(
        (column) => column !== 'at' && sample[column] !== before[column],
      );
      assert.ok(changed, `sample ${i} says nothing new`);
    }
    const last = samples.at(-1);
    assert.equal(last.decoded - samples[0].decoded, 81);
    assert.equal(last.completed, last.decoded);
    const most = (column) => Math.max(...series[column]);
    assert.ok(most('used') > last.used, 'what was disposed is still used');
    assert.ok(most('pending') > 0, 'nothing was ever disposed before its last use was complete');
    assert.equal(last.pending, 0);

    let peak = 0;
    for (const [i, memory] of notes.entries()) {
      assertAddsUp(memory, `sample ${i}`);
      assert.ok(memory.peak >= memory.allocated && memory.peak >= peak, `the peak at ${i}`);
      ({ peak } = memory);
    }
    assert.equal(notes.at(-3).used, 2 * 64 * 64 * 4);
    assert.equal(notes.at(-2).used, 0);
    const trimmed = notes.at(-1);
    assert.equal(trimmed.allocated, 0);
    assert.equal(trimmed.peak, most('allocated'));
  });

  test(`on ${device}: trim gives all back where nothing is held`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        lab.tidy(() => {
          for (let i = 1; i < 30; i += 1) lab.nd.ones([i, 100]).sum(0).mul(2);
        });
        await lab.waitAll();
        const before = lab.memory();
        lab.trim();
        await lab.waitAll();
        return [before, lab.memory()];
      },
      device,
    );
    const [before, after] = seen;
    assert.ok(before.pooled > 0 && before.used === 0);
    assert.deepEqual(
      { ...after, peak: 0 },
      { used: 0, pending: 0, pooled: 0, allocated: 0, peak: 0 },
    );
    assert.ok(after.peak >= before.allocated);
  });
}

/** The peak of allocated bytes over this many minibatches. */
const TRAIN = async ({ connect }, device, allocator, batches, wait) => {
  const lab = await connect({ device, allocator });
  const { nd, nn, autograd } = lab;
  const net = new nn.Sequential([new nn.Dense(128, { activation: 'relu' }), new nn.Dense(1)]);
  const [x, y] = [nd.random.normal([64, 32], { seed: 2 }), nd.ones([64, 1])];
  net.initialize({ seed: 1 });
  net(x).dispose();
  const trainer = new nn.Trainer(net.parameters(), 'sgd', { learningRate: 0.01 });
  const loss = new nn.L2Loss();
  const plug = nd.random.normal([640, 640], { seed: 3 });
  await lab.waitAll();
  if (!wait) plug.dot(plug); // keeps the device busy while everything is enqueued
  for (let batch = 0; batch < batches; batch += 1) {
    const l = lab.tidy(() => autograd.record(() => loss(net(x), y)));
    l.backward();
    trainer.step(64);
    if (wait) await l.waitToRead();
    l.dispose();
  }
  await lab.waitAll();
  const { peak } = lab.memory();
  lab.close();
  return peak;
};

for (const device of DEVICES) {
  test(`on ${device}: without a wait memory piles up on completion, and is flat in stream order`, async (t) => {
    const page = await blank(t);
    const growth = async (allocator, wait) => {
      const few = await onPage(page, TRAIN, device, allocator, 20, wait);
      const many = await onPage(page, TRAIN, device, allocator, 40, wait);
      return many - few;
    };
    const activation = 64 * 128 * 4;
    const piled = await growth('on-completion', false);
    assert.ok(piled >= 20 * activation, `20 batches more and only ${piled} bytes`);
    // A buffer is free for the next operation. The peak may vary a little with the ends of the stream's chunks.
    const flat = await growth('stream-ordered', false);
    assert.ok(flat < activation, `in stream order ${flat} bytes`);
    // At most two batches pile up, since the last operations of a batch may end after its loss.
    for (const allocator of ['on-completion', 'stream-ordered']) {
      const waited = await growth(allocator, true);
      assert.ok(waited <= piled / 10, `${allocator}, waited for: ${waited} bytes`);
    }
  });

  test(`on ${device}: at the limit the backend waits for completions, and everything is right`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device, allocator: 'on-completion', memoryLimit: 2 ** 21 });
        const { nd } = lab;
        const [result, ...sums] = lab.tidy(() => {
          const sums = [];
          let x = nd.zeros([256, 256]); // 2 MiB hold eight of them
          for (let i = 0; i < 100; i += 1) {
            const next = x.add(1);
            x.dispose();
            x = next;
            // A write from the host waits for memory, too.
            const upload = nd.array(new Float32Array(65536).fill(i), [256, 256]);
            sums.push(upload.sum());
            upload.dispose();
          }
          return [x, ...sums];
        });
        const values = new Set(await result.data());
        const uploaded = await Promise.all(sums.map((sum) => sum.item()));
        await lab.waitAll();
        return { values: [...values], uploaded, memory: lab.memory() };
      },
      device,
    );
    assert.deepEqual(seen.values, [100]);
    assert.deepEqual(
      seen.uploaded,
      seen.uploaded.map((_, i) => i * 65536),
    );
    assert.ok(seen.memory.peak <= 2 ** 21, `${seen.memory.peak} bytes`);
    assert.ok(seen.memory.peak > 2 ** 20, 'the limit was never in the way');
  });

  test(`on ${device}: what can never have room fails by name, and nothing else does`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect, rejected, thrown }, device) => {
        const limit = { device, memoryLimit: 2 ** 20 };
        const eager = await connect(limit);
        const before = eager.nd.ones([100, 100]);
        const denied = thrown(() => eager.nd.ones([1000, 1000]));
        const sum = await before.add(1).sum().item();
        // If memory is reused on completion, only the backend can find out that the limit is exceeded.
        const lab = await connect({ ...limit, allocator: 'on-completion' });
        const { nd } = lab;
        const kept = nd.ones([100, 100]);
        const large = nd.ones([1000, 1000]);
        const after = kept.add(1);
        const needs = large.mul(2);
        const errors = [];
        for (const wait of [() => large.waitToRead(), () => needs.data()])
          errors.push(await rejected(wait));
        const again = await rejected(() => lab.waitAll());
        return {
          denied,
          sum,
          errors,
          again,
          states: [large, needs, after].map((array) => lab.stateOf(array)),
          sums: [await kept.sum().item(), await after.sum().item()],
          memory: lab.memory(),
        };
      },
      device,
    );
    assertError(seen.denied, 'OUT_OF_MEMORY', /^ones:/);
    assert.equal(seen.sum, 20000);
    for (const error of [seen.denied, ...seen.errors])
      assertError(error, 'OUT_OF_MEMORY', /\[1000, 1000\]/, /4000000/, /1048576/, /memoryLimit/);
    assert.equal(seen.again, undefined, 'it was reported before');
    assert.deepEqual(seen.states, ['failed', 'failed', 'done']);
    assert.deepEqual(seen.sums, [10000, 20000]);
    assert.ok(seen.memory.peak <= 2 ** 20);
  });
}

test('a limit that is none is rejected by name', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, rejected }) => {
    const errors = {};
    for (const memoryLimit of [0, -1, 65535, NaN, '1 GiB', null, [], true])
      errors[JSON.stringify(memoryLimit)] = await rejected(() =>
        connect({ device: 'cpu', memoryLimit }),
      );
    const lab = await connect({ device: 'cpu', memoryLimit: Infinity });
    return { errors, sum: await lab.nd.ones([9]).sum().item() };
  });
  for (const error of Object.values(seen.errors))
    assertError(error, 'INVALID_OPTION', /memoryLimit/, /bytes|leave it out/);
  assert.equal(seen.sum, 9);
});

test('on webgpu: buffers may be combined in more ways than are remembered', async (t) => {
  const wrong = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'webgpu' });
    const { nd } = lab;
    const all = Array.from({ length: 60 }, (_, i) => nd.full([8], i));
    const wrong = [];
    // 3600 combinations, in two rounds, so that early combinations come again.
    for (let round = 0; round < 2; round += 1)
      for (let i = 0; i < all.length; i += 1) {
        const sums = lab.tidy(() => nd.stack(all.map((other) => all[i].add(other))));
        const values = await sums.data();
        sums.dispose();
        values.forEach((value, at) => {
          if (value !== i + Math.floor(at / 8)) wrong.push([i, at, value]);
        });
      }
    await lab.close();
    return wrong;
  });
  assert.deepEqual(wrong, []);
});
