// Waits that block the thread: on threads that may block, and the errors on others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICES, assertError, blank, inWorker, onPage, run } from './lab.mjs';

const FORMS = async ({ connect, thrown }, device, backend) => {
  const lab = await connect({ device, backend });
  const a = lab.nd.ones([2, 2]);
  return [
    ['waitToReadSync', thrown(() => a.waitToReadSync())],
    ['dataSync', thrown(() => a.dataSync())],
    ['itemSync', thrown(() => a.sum().itemSync())],
    ['waitAllSync', thrown(() => lab.waitAllSync())],
    // The rejected calls lose no work.
    ['data', [...(await a.add(1).data())]],
  ];
};

for (const device of ['webgpu', 'cpu']) {
  test(`on ${device}: a worker blocks until the answer is there`, async (t) => {
    const seen = await inWorker(
      await blank(t),
      async ({ connect, thrown }, device) => {
        const lab = await connect({ device });
        const a = lab.nd.full([64, 64], 0.5);
        const early = a.add(1);
        let last = a;
        for (let i = 0; i < 1500; i += 1) last = last.mul(1).add(0); // several chunks
        const read = {
          returned: early.waitToReadSync() === early,
          first: early.dataSync().slice(0, 3),
          last: new Set(last.dot(a).dataSync()),
          item: a.sum().itemSync(),
          tooMany: thrown(() => a.itemSync()),
          large: lab.nd.ones([300, 1000]).dataSync().length,
          empty: lab.nd.zeros([0]).dataSync().length,
        };
        lab.waitAllSync();
        // Promises still work after blocking waits.
        const { enqueued, completed } = await lab.waitAll().then(() => lab.progress());
        return {
          ...read,
          first: [...read.first],
          last: [...read.last],
          done: enqueued === completed,
        };
      },
      device,
    );
    const { tooMany, ...rest } = seen;
    assertError(tooMany, 'NOT_SCALAR', /item.*\[64, 64\].*sum\(\)/);
    assert.deepEqual(rest, {
      returned: true,
      first: [1.5, 1.5, 1.5],
      last: [16],
      item: 2048,
      large: 300000,
      empty: 0,
      done: true,
    });
  });

  test(`on ${device}: a blocking lab in a worker has done each call when it returns`, async (t) => {
    const seen = await inWorker(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device, blocking: true, backend: 'worker' });
        const a = lab.nd.ones([32, 32]);
        const trace = await lab.profile(() => a.dot(a).add(1).sum().itemSync());
        const { policy } = lab.info();
        return {
          value: trace.value,
          policy: [policy.blocking, policy.opsPerSubmit, policy.maxInFlight],
          // Every operation was done before the next one was enqueued.
          order: trace.completed.every(
            (at, i) => i + 1 === trace.op.length || at <= trace.enqueued[i + 1],
          ),
          operations: trace.op.length,
        };
      },
      device,
    );
    assert.deepEqual(seen, { value: 33 * 1024, policy: [true, 1, 1], order: true, operations: 3 });
  });

  test(`on ${device}: a lost device wakes whoever blocks, now and later`, async (t) => {
    const seen = await inWorker(
      await blank(t),
      async ({ connect, thrown }, device) => {
        const lab = await connect({ device });
        const a = lab.nd.random.normal([256, 256], { seed: 1 });
        let last = a;
        for (let i = 0; i < 50; i += 1) last = last.dot(a).mul(1 / 16);
        lab.loseDevice();
        // No turn passes in between, so only the backend knows of the failure.
        return [
          thrown(() => last.dataSync()),
          thrown(() => lab.waitAllSync()),
          thrown(() => last.waitToReadSync()),
        ];
      },
      device,
    );
    for (const error of seen) assertError(error, 'DEVICE_LOST', /connect again/);
  });
}

for (const device of DEVICES) {
  test(`on ${device}: the main thread may not block, and gets an error`, async (t) => {
    const seen = await onPage(await blank(t), FORMS, device);
    assert.deepEqual(seen.pop(), ['data', [2, 2, 2, 2]]);
    for (const [name, error] of seen)
      assertError(error, 'CANNOT_BLOCK', new RegExp(`^${name}:`), /without Sync/);
  });
}

test('a worker whose backend is on its own thread cannot wait for it, and gets an error', async (t) => {
  const seen = await inWorker(await blank(t), FORMS, 'webgpu', 'same');
  assert.deepEqual(seen.pop(), ['data', [2, 2, 2, 2]]);
  for (const [name, error] of seen)
    assertError(error, 'CANNOT_BLOCK', new RegExp(`^${name}:`), /backend/, /without Sync/);
});

for (const [place, options, blocking] of [
  ['page', { device: 'webgpu', blocking: true }, false],
  ['worker', { device: 'webgpu', blocking: true, backend: 'same' }, false],
  // The backend runs within the call, so calls return when their work is done.
  ['worker', { device: 'sim', blocking: true }, true],
]) {
  test(`a ${place} connects with ${JSON.stringify(options)}: one operation at a time`, async (t) => {
    const seen = await run(
      place,
      await blank(t),
      async ({ connect }, options) => {
        const lab = await connect(options);
        const trace = await lab.profile(() => lab.nd.ones([4]).add(1).sum().item());
        return [trace.value, new Set(trace.submission).size, lab.blocking];
      },
      options,
    );
    assert.deepEqual(seen, [8, 3, blocking]);
  });
}

for (const place of ['page', 'worker']) {
  test(`the blocking CPU on a ${place}: every call is done when it returns`, async (t) => {
    const seen = await run(place, await blank(t), async ({ connect, thrown }) => {
      const lab = await connect({ device: 'cpu', blocking: true });
      const a = lab.nd.full([20, 20], 2);
      const states = [];
      const note = () => {
        const { enqueued, completed } = lab.progress();
        states.push(enqueued - completed);
      };
      note();
      const b = a.dot(a);
      note();
      const total = b.sum();
      note();
      const wrong = thrown(() => b.dot(lab.nd.ones([3])));
      lab.waitAllSync();
      const values = [total.itemSync(), b.waitToReadSync().dataSync()[399], await b.sum().item()];
      lab.loseDevice();
      const lost = thrown(() => b.add(1).dataSync());
      return { states, values, wrong, lost, blocking: lab.blocking };
    });
    assert.deepEqual(seen.states, [0, 0, 0]);
    assert.deepEqual(seen.values, [32000, 80, 32000]);
    assert.equal(seen.blocking, true);
    assertError(seen.wrong, 'SHAPE_MISMATCH');
    assertError(seen.lost, 'DEVICE_LOST');
  });
}

test('a page that is not isolated has everything but blocking', async (t) => {
  const page = await blank(t);
  await page.setRequestInterception(true);
  page.once('request', (request) => request.respond({ contentType: 'text/html', body: '<p>' }));
  await page.goto(new URL('/empty', page.url()).href);
  await page.setRequestInterception(false);
  for (const device of ['webgpu', 'cpu']) {
    const seen = await inWorker(page, FORMS, device);
    assert.deepEqual(seen.pop(), ['data', [2, 2, 2, 2]]);
    for (const [name, error] of seen)
      assertError(error, 'CANNOT_BLOCK', new RegExp(`^${name}:`), /cross-origin isolated/);
  }
  const seen = await onPage(page, async ({ connect }) => {
    const lab = await connect({ device: 'cpu', blocking: true });
    return [lab.info().isolated, lab.nd.ones([2]).sum().itemSync()];
  });
  assert.deepEqual(seen, [false, 2]);
});
