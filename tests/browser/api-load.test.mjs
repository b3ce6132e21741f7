// Failures to load the engine: no WebGPU, a policy that blocks wasm, a server that sends another file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, inWorker, onPage } from './lab.mjs';
import { sources } from './harness.mjs';

const CONNECT = async ({ connect, rejected }, options) => {
  let lab;
  const error = await rejected(async () => (lab = await connect(options)));
  return error ?? { sum: await lab.nd.ones([3]).sum().item(), thread: lab.info().backendThread };
};

/** A lab without a worker: DevTools blocks a worker's requests while it changes those of the page. */
const HERE = { device: 'cpu', blocking: true };

/** A page for which `answer(path)` replaces the server's response, unless it returns undefined. */
const changed = (t, answer) =>
  blank(t, async (page) => {
    await page.setRequestInterception(true);
    page.on('request', async (request) => {
      const given = await answer(new URL(request.url()).pathname);
      if (!given) request.continue();
      else if (given === 'failed') request.abort();
      else request.respond(given);
    });
  });

const wasm = (answer) => (path) => (path.endsWith('asynclab_bg.wasm') ? answer() : undefined);

async function engine() {
  const response = await fetch(new URL('www/pkg/asynclab_bg.wasm', await sources()));
  return Buffer.from(await response.arrayBuffer());
}

test('no WebGPU: an error that offers the CPU, and the CPU works', async (t) => {
  const page = await blank(t, (page) =>
    page.evaluateOnNewDocument(() => delete Navigator.prototype.gpu),
  );
  assertError(await onPage(page, CONNECT, {}), 'NO_WEBGPU', /browser.*device 'cpu'/);
  assert.equal((await onPage(page, CONNECT, { device: 'cpu' })).sum, 3);
  // The simulation needs no GPU either.
  assert.equal((await onPage(page, CONNECT, { device: 'sim' })).sum, 3);
});

test('no adapter: an error with what to do', async (t) => {
  const page = await blank(t, (page) =>
    page.evaluateOnNewDocument(() => {
      GPU.prototype.requestAdapter = async () => null;
    }),
  );
  const error = await onPage(page, CONNECT, { backend: 'same' });
  assertError(error, 'NO_DEVICE', /adapter.*driver.*device 'cpu'/);
});

for (const device of ['webgpu', 'cpu']) {
  test(`a policy without 'wasm-unsafe-eval' (${device}): an error that names it`, async (t) => {
    const page = await changed(t, (path) => path === '/empty' && document("script-src 'self'"));
    await page.goto(new URL('empty', await sources()).href);
    assertError(
      await onPage(page, CONNECT, { device }),
      'WASM_BLOCKED',
      /Content-Security-Policy.*'wasm-unsafe-eval'.*script-src/,
    );
  });
}

test("a policy with 'wasm-unsafe-eval' is enough", async (t) => {
  const page = await changed(
    t,
    (path) => path === '/empty' && document("script-src 'self' 'wasm-unsafe-eval'"),
  );
  await page.goto(new URL('empty', await sources()).href);
  assert.equal((await onPage(page, CONNECT, HERE)).sum, 3);
});

/** A page with a Content-Security-Policy. */
function document(policy) {
  return { contentType: 'text/html', headers: { 'Content-Security-Policy': policy }, body: '<p>' };
}

const WRONG = {
  'is not there': [
    () => ({ status: 404, body: 'Not found' }),
    /asynclab_bg.wasm.*404.*reload the page/,
  ],
  'is a page': [() => ({ contentType: 'text/html', body: '<!doctype html>' }), /not WebAssembly/],
  'is a page that claims to be wasm': [
    () => ({ contentType: 'application/wasm', body: '<!doctype html>' }),
    /not WebAssembly.*unchanged/,
  ],
  'cannot be reached': [() => 'failed', /could not be fetched.*connection/],
};

for (const [problem, [answer, pattern]] of Object.entries(WRONG)) {
  test(`the wasm file ${problem}: an error that says so, and the next attempt may work`, async (t) => {
    let wrong = true;
    const page = await changed(t, (path) => (wrong ? wasm(answer)(path) : undefined));
    assertError(await onPage(page, CONNECT, HERE), 'WASM_TYPE', pattern);
    wrong = false;
    assert.equal((await onPage(page, CONNECT, HERE)).sum, 3);
  });
}

test('a download of the engine that hangs: connect() keeps its deadline, and the next attempt does not wait for it', async (t) => {
  let asked = 0;
  const page = await changed(
    t,
    wasm(() => ((asked += 1) === 1 ? new Promise(() => {}) : undefined)),
  );
  const error = await onPage(page, CONNECT, { ...HERE, deadline: 500 });
  assertError(error, 'NO_ANSWER', /the engine was not loaded within 500 ms; .* try again/);
  assert.equal((await onPage(page, CONNECT, { ...HERE, deadline: 15_000 })).sum, 3);
  assert.equal((await onPage(page, CONNECT, HERE)).sum, 3);
  assert.equal(asked, 2);
});

for (const contentType of ['text/plain', 'application/octet-stream', 'application/wasm']) {
  test(`the wasm file as ${contentType}: it works`, async (t) => {
    const body = await engine();
    const page = await changed(
      t,
      wasm(() => ({ contentType, body })),
    );
    assert.equal((await onPage(page, CONNECT, HERE)).sum, 3);
  });
}

test('a device is opened without a canvas, for which Chromium would compile a pipeline first', async (t) => {
  const page = await blank(t, (page) =>
    page.evaluateOnNewDocument(() => {
      globalThis.canvases = 0;
      globalThis.OffscreenCanvas = class extends OffscreenCanvas {
        constructor(...size) {
          super(...size);
          globalThis.canvases += 1;
        }
      };
    }),
  );
  assert.equal((await onPage(page, CONNECT, { backend: 'same' })).sum, 3);
  assert.equal(await page.evaluate(() => globalThis.canvases), 0);
});

test('labs side by side share one engine, and each has its own arrays', async (t) => {
  const loads = [];
  const page = await blank(t);
  page.on('request', (request) => request.url().endsWith('.wasm') && loads.push(request.url()));
  const seen = await onPage(page, async ({ connect }) => {
    const labs = await Promise.all(
      ['webgpu', 'cpu', 'sim'].map((device, i) => connect({ device, seed: i })),
    );
    const sums = await Promise.all(
      labs.map(({ nd }, i) =>
        nd
          .full([10], i + 1)
          .sum()
          .item(),
      ),
    );
    labs[0].close();
    return [...sums, await labs[1].nd.ones([2]).sum().item()];
  });
  assert.deepEqual(seen, [10, 20, 30, 2]);
  assert.equal(loads.length, 1);
});

test('in a worker of the page everything is as on the page', async (t) => {
  for (const device of ['webgpu', 'cpu'])
    assert.deepEqual(await inWorker(await blank(t), CONNECT, { device }), {
      sum: 3,
      thread: 'worker',
    });
});
