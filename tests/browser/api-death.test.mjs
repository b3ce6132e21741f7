// Backends that die silently, and devices that join late: no wait lasts for ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, inWorker, onPage } from './lab.mjs';

/** The limit of a test, ms: longer than a backend may be silent, also on a busy machine. */
const SETTLED = { timeout: 60_000 };

test(
  'a thread that sleeps is not left waiting for a device that cannot start meanwhile',
  SETTLED,
  async (t) => {
    const seen = await inWorker(await blank(t), async ({ connect, thrown }) => {
      const lab = await connect({ device: 'webgpu' });
      const x = lab.nd.ones([4]).to('cpu');
      const errors = [thrown(() => x.dataSync()), thrown(() => lab.waitAllSync())];
      // The rejected calls lose no work. Once the device is there, calls may block for it.
      const first = [...(await x.data())];
      const blocking = await connect({ device: 'webgpu', blocking: true });
      const y = blocking.nd.ones([4]);
      const rejected = thrown(() => y.to('cpu'));
      const both = await connect({ devices: ['webgpu', 'cpu'], blocking: true });
      const there = both.nd.ones([4]).to('cpu');
      return {
        errors,
        rejected,
        values: [first, [...x.add(1).dataSync()], [...y.dataSync()], [...there.dataSync()]],
      };
    });
    for (const error of seen.errors)
      assertError(error, 'CANNOT_BLOCK', /cpu is still starting/, /devices/);
    assertError(seen.rejected, 'CANNOT_BLOCK', /^to: .*connect\(\) devices: \['webgpu', 'cpu'\]/);
    assert.deepEqual(seen.values, [
      [1, 1, 1, 1],
      [2, 2, 2, 2],
      [1, 1, 1, 1],
      [1, 1, 1, 1],
    ]);
  },
);

for (const place of ['page', 'worker']) {
  test(`every wait reports a backend whose worker was ended, on a ${place}`, SETTLED, async (t) => {
    const where = place === 'page' ? onPage : inWorker;
    const page = await blank(t);
    const seen = await where(
      page,
      async ({ connect, rejected, thrown }, origin, sync) => {
        let worker;
        const start = () =>
          (worker = new Worker(`${origin}/www/backend-worker.js`, { type: 'module' }));
        const connected = async () => {
          const lab = await connect({ device: 'cpu', worker: start });
          const x = lab.nd.ones([4]);
          await x.waitToRead();
          return { lab, x };
        };
        const one = await connected();
        worker.terminate();
        const waits = [one.x.add(1).data(), one.lab.waitAll(), one.lab.room(2 ** 18)];
        const errors = await Promise.all(waits.map((wait) => rejected(() => wait)));
        errors.push(thrown(() => one.x.add(1)));
        const held = await one.lab.close();
        if (sync) {
          const { x } = await connected();
          worker.terminate();
          errors.push(thrown(() => x.add(1).dataSync()));
        }
        return { errors, held };
      },
      new URL(page.url()).origin,
      place === 'worker',
    );
    assert.equal(seen.errors.length, place === 'worker' ? 5 : 4);
    for (const error of seen.errors)
      assertError(error, 'DEVICE_LOST', /no sign of life for over 4 s.*; connect again/);
    assert.equal(seen.held, 0);
  });
}

for (const place of ['page', 'worker'])
  test(`kernels that a browser compiles slowly, one after the other, are not taken for death, on a ${place}`, async (t) => {
    const where = place === 'page' ? onPage : inWorker;
    const page = await blank(t);
    const seen = await where(
      page,
      async ({ connect }, origin, sync) => {
        const slow = `const { createComputePipeline } = GPUDevice.prototype;
          GPUDevice.prototype.createComputePipeline = function (given) {
            for (const end = performance.now() + 700; performance.now() < end; );
            return createComputePipeline.call(this, given);
          };`;
        const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
        const source = `import '${blob(slow)}'; import '${origin}/www/backend-worker.js';`;
        const worker = new Worker(blob(source), { type: 'module' });
        const lab = await connect({ device: 'webgpu', worker });
        const x = lab.nd.ones([3]);
        const names = ['exp', 'sin', 'cos', 'tanh', 'sqrt', 'abs', 'square', 'sign'];
        const all = names.map((name) => x[name]());
        const last = all.reduce((sum, one) => sum.add(one));
        // After the flush, the kernels are compiled in an earlier task than the one that the thread blocks for.
        if (sync) lab.flush();
        const data = sync ? last.dataSync() : await last.data();
        worker.terminate();
        return Array.from(data);
      },
      new URL(page.url()).origin,
      place === 'worker',
    );
    const ones = [Math.exp, Math.sin, Math.cos, Math.tanh].reduce((sum, f) => sum + f(1), 4);
    for (const value of seen) assert.ok(Math.abs(value - ones) < 1e-4, `${value}, not ${ones}`);
  });

test('nor where they are compiled by the document that a backend lives in, for a thread that sleeps', async (t) => {
  const seen = await onPage(await blank(t), async () => {
    const { createComputePipeline } = GPUDevice.prototype;
    GPUDevice.prototype.createComputePipeline = function (given) {
      for (const end = performance.now() + 700; performance.now() < end;);
      return createComputePipeline.call(this, given);
    };
    const { adoptEngine } = await import('/www/lib/engine.js');
    const { serve } = await import('/www/lib/serve.js');
    const program = `
      const { connect } = await import('${location.origin}/www/asynclab.js');
      const pass = ({ module, port, options }) => postMessage({ module, port, options }, [port]);
      const lab = await connect({ device: 'webgpu', worker: { postMessage: pass, terminate() {} } });
      const x = lab.nd.ones([3]);
      const names = ['exp', 'sin', 'cos', 'tanh', 'sqrt', 'abs', 'square', 'sign'];
      const last = names.map((name) => x[name]()).reduce((sum, one) => sum.add(one));
      lab.flush();
      try {
        postMessage({ value: [...last.dataSync()] });
      } catch ({ message }) {
        postMessage({ error: message });
      }`;
    const url = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
    const worker = new Worker(url, { type: 'module' });
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => {
        if (!data.port) return resolve(data);
        adoptEngine(data.module);
        serve(data.port, data.options);
      };
    });
  });
  assert.equal(seen.error, undefined);
  assert.equal(seen.value.length, 3);
});

for (const [what, fail] of [
  ['an exception that is no trap', 'setTimeout(() => { throw new RangeError("stack"); })'],
  ['a rejection that nobody handles', 'Promise.reject(new Error("stack"))'],
]) {
  test(`${what}, in the backend's thread, is reported at once`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect, rejected }, fail) => {
        const source = `import '${location.origin}/www/backend-worker.js';
          const take = onmessage;
          onmessage = (event) => { if (event.data === 'fail') { ${fail}; } else take(event); };`;
        const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
        const worker = new Worker(url, { type: 'module' });
        const lab = await connect({ device: 'cpu', worker });
        let x = lab.nd.ones([500, 500]);
        for (let at = 0; at < 50; at += 1) x = x.dot(x);
        worker.postMessage('fail');
        const error = await rejected(() => x.data());
        worker.terminate();
        return error;
      },
      fail,
    );
    assertError(seen, 'DEVICE_LOST', /stack/, /connect again/);
  });
}

test(
  'on the same thread: its own failures end a lab, which closes; those of other programs do not',
  SETTLED,
  async (t) => {
    const seen = await onPage(await blank(t), async ({ connect, rejected }) => {
      const { WebBackend } = await import('/www/pkg/asynclab.js');
      const lab = await connect({ device: 'cpu', backend: 'same' });
      // (module (func (export "f") unreachable))
      const other = new WebAssembly.Instance(
        new WebAssembly.Module(
          Uint8Array.of(
            0,
            97,
            115,
            109,
            1,
            0,
            0,
            0,
            1,
            4,
            1,
            96,
            0,
            0,
            3,
            2,
            1,
            0,
            7,
            5,
            1,
            1,
            102,
            0,
            0,
            10,
            5,
            1,
            3,
            0,
            0,
            11,
          ),
        ),
      );
      const uncaught = new Promise((resolve) =>
        addEventListener('error', (event) => (event.preventDefault(), resolve(event.message)), {
          once: true,
        }),
      );
      setTimeout(() => other.exports.f());
      const message = await uncaught;
      const goesOn = await lab.nd.arange(4).sum().item();
      const { receive } = WebBackend.prototype;
      WebBackend.prototype.receive = () => {
        throw new WebAssembly.RuntimeError('trapped');
      };
      const error = await rejected(() => lab.nd.ones([2]).data());
      WebBackend.prototype.receive = receive;
      return { message, goesOn, error, held: await lab.close() };
    });
    assert.match(seen.message, /unreachable/);
    assert.equal(seen.goesOn, 6);
    assertError(seen.error, 'DEVICE_LOST', /trapped/);
    assert.equal(seen.held, 0);
  },
);

test('a lab that was closed starts nothing more, and rejects with its own code', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown, rejected }) => {
    const lab = await connect();
    const x = lab.nd.ones([2]);
    await lab.close();
    const workers = [];
    const Original = globalThis.Worker;
    globalThis.Worker = class extends Original {
      constructor(...given) {
        super(...given);
        workers.push(given[0]);
      }
    };
    const errors = [
      thrown(() => lab.nd.ones([2], { device: 'cpu' })),
      thrown(() => x.to('cpu')),
      thrown(() => x.add(1)),
      thrown(() => x.attachGrad()),
      thrown(() => x.shape),
      thrown(() => lab.memory('cpu')),
      await rejected(() => x.data()),
      await rejected(() => lab.waitAll()),
      await rejected(() => lab.calibrate()),
      await rejected(() => lab.graph()),
      await rejected(() => lab.profile(() => {})),
      await rejected(() => lab.room()),
      await rejected(async () => lab.flush()),
    ];
    x.dispose();
    lab.trim();
    globalThis.Worker = Original;
    return { errors, workers, text: String(x), again: await lab.close() };
  });
  for (const error of seen.errors) assertError(error, 'CLOSED', /connect again/);
  assert.deepEqual(seen.workers, []);
  assert.equal(seen.again, 0);
});

test('nothing ticks for a lab whose device was lost', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, rejected }) => {
    let ticks = 0;
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (fn, ms, ...rest) => {
      if (ms === 1) ticks += 1;
      return setTimeout(fn, ms, ...rest);
    };
    const lab = await connect({ device: 'webgpu', backend: 'same', nudge: true });
    const a = lab.nd.random.normal([256, 256]);
    let last = a;
    for (let at = 0; at < 200; at += 1) last = last.dot(a).mul(1 / 16);
    const lost = rejected(() => last.data());
    await new Promise((resolve) => setTimeout(resolve, 50));
    const before = ticks;
    lab.loseDevice();
    const { code } = await lost;
    await new Promise((resolve) => setTimeout(resolve, 200));
    const then = ticks;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { before, code, after: ticks - then };
  });
  assert.ok(seen.before > 0, 'it was nudged before');
  assert.equal(seen.code, 'DEVICE_LOST');
  assert.equal(seen.after, 0);
});
