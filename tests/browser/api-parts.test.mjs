// Programs that pass the engine and the backend's worker as options, so that they are not fetched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, onPage } from './lab.mjs';

test('the engine as a module, and the worker as an address, a worker or a function', async (t) => {
  const page = await blank(t);
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  const seen = await onPage(page, async ({ connect }) => {
    const bytes = await (await fetch('/www/pkg/asynclab_bg.wasm?own')).arrayBuffer();
    const engine = await WebAssembly.compile(bytes);
    const start = () => new Worker('/www/backend-worker.js', { type: 'module' });
    const one = start();
    const run = async (worker, more) => {
      const lab = await connect({ device: 'cpu', engine, worker, ...more });
      const value = await lab.nd.arange(4).sum().item();
      const [thread] = [lab.info().backendThread];
      const held = await lab.close();
      return [value, thread, held];
    };
    const found = [
      await run('/www/backend-worker.js'),
      await run(new URL('/www/backend-worker.js', location.href)),
      await run(one),
      await run(one), // The worker belongs to the program: the earlier lab has not ended it.
      await run(start),
      await run(one, { devices: ['cpu', 'webgpu'], device: undefined }),
    ];
    one.terminate();
    return found;
  });
  for (const outcome of seen) assert.deepEqual(outcome, [6, 'worker', 0]);
  const engines = fetched.filter((url) => url.includes('asynclab_bg.wasm'));
  assert.deepEqual(
    engines.map((url) => new URL(url).search),
    ['?own'],
    'nothing fetched the engine but the program itself',
  );
});

test('parts that are none are rejected', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, rejected }) => {
    const other = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    return {
      wrong: [
        await rejected(() => connect({ device: 'cpu', engine: {} })),
        await rejected(() => connect({ device: 'cpu', worker: 7 })),
        await rejected(() => connect({ device: 'cpu', worker: 'http://' })),
        await rejected(() => connect({ device: 'cpu', worker: () => 7 })),
        await rejected(() => connect({ device: 'cpu', deadline: -1 })),
        await rejected(() => connect(null)),
      ],
      module: await rejected(() => connect({ device: 'cpu', engine: other })),
      works: await (async () => (await connect({ device: 'cpu' })).nd.ones([2]).sum().item())(),
    };
  });
  for (const error of seen.wrong) assertError(error, 'INVALID_OPTION', /^connect: /);
  assertError(seen.module, 'WASM_TYPE', /another module/);
  assert.equal(seen.works, 2, 'a module that does not fit spoils nothing');
});

test('a wait for a backend that never answers ends at the deadline', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, rejected }) => {
    const mute = URL.createObjectURL(new Blob(['onmessage = () => {};']));
    const begin = performance.now();
    const error = await rejected(() =>
      connect({ device: 'cpu', worker: () => new Worker(mute), deadline: 300 }),
    );
    return { error, waited: performance.now() - begin >= 300 };
  });
  assertError(seen.error, 'NO_ANSWER', /300 ms/);
  assert.equal(seen.waited, true);
});
