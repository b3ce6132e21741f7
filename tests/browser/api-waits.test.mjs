// The guarantees of waits: they wait for one array and nothing else, settle in order, and reject when the device is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICES, assertError, blank, onPage } from './lab.mjs';

for (const device of DEVICES) {
  test(`on ${device}: an early array is there while later work is queued`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const a = lab.nd.random.normal([256, 256], { seed: 1 });
        const early = a.add(1);
        let last = a;
        for (let i = 0; i < 60; i += 1) last = last.dot(a).mul(1 / 16);
        const returned = (await early.waitToRead()) === early;
        const middle = lab.progress();
        await lab.waitAll();
        return { returned, middle, end: lab.progress() };
      },
      device,
    );
    assert.equal(seen.returned, true);
    assert.equal(seen.middle.enqueued, 122);
    assert.ok(
      seen.middle.completed < 122,
      'everything was done before the early array was reported',
    );
    assert.deepEqual(seen.end, { enqueued: 122, completed: 122, inFlight: 0, bytes: 0 });
  });

  test(`on ${device}: a wait says nothing of a value that was assigned meanwhile`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const a = lab.nd.random.normal([256, 256], { seed: 1 });
        const early = a.add(1);
        const wait = early.waitToRead();
        let last = a;
        for (let i = 0; i < 60; i += 1) last = last.dot(a).mul(1 / 16);
        early.assign(last);
        await wait;
        const { completed } = lab.progress();
        const state = lab.stateOf(early);
        await lab.waitAll();
        return { completed, state, end: lab.stateOf(early) };
      },
      device,
    );
    assert.ok(seen.completed < 122, 'everything was done before the wait was over');
    assert.notEqual(seen.state, 'done');
    assert.equal(seen.end, 'done');
  });

  test(`on ${device}: waits of a chain settle in its order`, async (t) => {
    const order = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device, opsPerSubmit: 1 });
        const seen = [];
        const note = (name) => (value) => seen.push(name) && value;
        let x = lab.nd.ones([128, 128]);
        const waits = [];
        for (let i = 0; i < 5; i += 1) {
          x = x.dot(x).mul(1 / 128);
          waits.push(x.waitToRead().then(note(i)));
        }
        waits.push(x.sum().item().then(note('item')));
        waits.push(lab.waitAll().then(note('all')));
        await Promise.all(waits);
        return seen;
      },
      device,
    );
    assert.deepEqual(
      order.filter((name) => name !== 'item'),
      [0, 1, 2, 3, 4, 'all'],
    );
    assert.ok(order.indexOf('item') > order.indexOf(4));
  });

  test(`on ${device}: the backend may live on the same thread, and gives the same`, async (t) => {
    const [same, usual] = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const use = async (backend) => {
          const lab = await connect({ device, backend });
          const a = lab.nd.random.uniform([40, 30], { seed: 2 });
          const values = await a.add(1).div(3).sum(0).data();
          const { backendThread } = lab.info();
          await lab.waitAll();
          const { enqueued, completed } = lab.progress();
          lab.close();
          return { values: [...values], enqueued, completed, backendThread };
        };
        return [await use('same'), await use()];
      },
      device,
    );
    assert.equal(same.backendThread, 'same');
    assert.equal(usual.backendThread, device === 'sim' ? 'same' : 'worker');
    assert.deepEqual({ ...same, backendThread: '' }, { ...usual, backendThread: '' });
    assert.equal(same.values.length, 30);
  });

  for (const backend of device === 'sim' ? ['same'] : ['worker', 'same']) {
    test(`on ${device} (${backend}): a lost device rejects every wait, and a new one works`, async (t) => {
      const seen = await onPage(
        await blank(t),
        async ({ connect, thrown, rejected }, device, backend) => {
          const lab = await connect({ device, backend });
          const a = lab.nd.random.normal([256, 256], { seed: 1 });
          const unseen = a.add(1);
          let last = a;
          for (let i = 0; i < 20; i += 1) last = last.dot(a).mul(1 / 16);
          const pending = [
            () => last.waitToRead(),
            () => last.data(),
            () => last.sum().item(),
            () => last.print(),
            () => lab.waitAll(),
          ].map(rejected);
          lab.loseDevice();
          const waits = await Promise.all(pending);
          const later = [
            thrown(() => a.add(1)),
            thrown(() => a.sum()),
            thrown(() => a.dot(a)),
            thrown(() => lab.nd.ones([2])),
            thrown(() => unseen.shape),
            await rejected(() => a.data()),
            await rejected(() => lab.waitAll()),
            await rejected(() => lab.profile(() => {})),
          ];
          a.dispose();
          lab.close();
          const next = await connect({ device, backend });
          return { waits, later, value: await next.nd.ones([4]).sum().item() };
        },
        device,
        backend,
      );
      for (const error of [...seen.waits, ...seen.later])
        assertError(error, 'DEVICE_LOST', /lost.*connect again/);
      assert.equal(seen.value, 4);
    });

    test(`on ${device} (${backend}): a closed lab rejects, and its waits end`, async (t) => {
      const seen = await onPage(
        await blank(t),
        async ({ connect, thrown, rejected }, device, backend) => {
          const lab = await connect({ device, backend });
          const a = lab.nd.ones([64, 64]);
          const pending = [rejected(() => a.dot(a).data()), rejected(() => lab.waitAll())];
          lab.close();
          lab.close();
          const later = [
            thrown(() => a.add(1)),
            thrown(() => a.sum()),
            await rejected(() => a.waitToRead()),
          ];
          a.dispose();
          return [...(await Promise.all(pending)), ...later];
        },
        device,
        backend,
      );
      for (const error of seen) assertError(error, 'CLOSED', /connect again/);
    });
  }
}

/** Ways in which a page's worker may lack WebGPU, or be absent. */
const BROKEN = {
  'the browser rejects workers': () => {
    globalThis.Worker = class {
      constructor() {
        throw new DOMException('no workers here', 'SecurityError');
      }
    };
  },
  'the worker’s file is missing': () => {
    const { Worker } = globalThis;
    globalThis.Worker = class extends Worker {
      constructor(url, options) {
        super(new URL('/www/missing.js', url), options);
      }
    };
  },
  'the worker has no WebGPU': () => {
    const { Worker } = globalThis;
    globalThis.Worker = class extends Worker {
      constructor(url, options) {
        const source = `import '${url}'; Object.defineProperty(navigator, 'gpu', { value: undefined });`;
        super(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), options);
      }
    };
  },
};

for (const [problem, spoil] of Object.entries(BROKEN)) {
  test(`${problem}: the backend moves to the frontend’s thread`, async (t) => {
    const page = await blank(t);
    await page.evaluate(spoil);
    const seen = await onPage(page, async ({ connect, rejected }) => {
      const lab = await connect();
      const value = await lab.nd.ones([3, 3]).sum().item();
      const insisted = await rejected(() => connect({ backend: 'worker' }));
      return { value, thread: lab.info().backendThread, device: lab.device, insisted };
    });
    assert.equal(seen.value, 9);
    assert.equal(seen.thread, 'same');
    assert.equal(seen.device, 'webgpu');
    assertError(seen.insisted, problem.includes('WebGPU') ? 'NO_DEVICE' : 'WORKER_BLOCKED');
  });
}
