// A backend whose browser is busy for a long time is alive: no wait reports it dead, and `close()` still keeps its time limit.
// Nightly: more than a GiB of uploads behind large products takes a software GPU minutes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blank, onPage } from './lab.mjs';

/** Code for the page: four products of 1536² and 20,000 uploads of 64 KiB, without a wait. */
const LOAD = `(lab) => {
  const { nd } = lab;
  const a = nd.random.normal([1536, 1536], { seed: 1 });
  const products = [1, 2, 3, 4].map(() => nd.dot(a, a));
  const chunk = new Float32Array(16384).fill(1);
  let last = nd.array(chunk);
  for (let i = 1; i < 20_000; i += 1) {
    last.dispose();
    last = nd.array(chunk);
  }
  return { products, last };
}`;

test('a backend with much to upload behind products is not declared dead', async (t) => {
  const seen = await onPage(
    await blank(t),
    async ({ connect, rejected }, load) => {
      const lab = await connect({ device: 'webgpu' });
      const since = performance.now();
      const { products, last } = eval(load)(lab);
      const enqueued = performance.now() - since;
      const error = await rejected(() => lab.waitAll());
      const took = performance.now() - since;
      const sum = error ?? (await last.sum().item());
      const norm = error ?? (await products[3].sub(products[0]).abs().sum().item());
      await lab.close();
      return { enqueued, took, error, sum, norm };
    },
    LOAD,
  );
  t.diagnostic(JSON.stringify(seen));
  assert.equal(seen.error, undefined);
  assert.deepEqual([seen.sum, seen.norm], [16384, 0]);
});

test('close() in the middle of it ends within its limit, and each wait is rejected', async (t) => {
  const seen = await onPage(
    await blank(t),
    async ({ connect, rejected }, load) => {
      const lab = await connect({ device: 'webgpu' });
      eval(load)(lab);
      const wait = rejected(() => lab.waitAll());
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const since = performance.now();
      await lab.close();
      const closed = performance.now() - since;
      return { closed, error: await wait };
    },
    LOAD,
  );
  t.diagnostic(JSON.stringify(seen));
  // The promised limit is two seconds. The rest allows for a busy machine.
  assert.ok(seen.closed < 4000, `${seen.closed} ms`);
  assert.equal(seen.error?.code, 'CLOSED');
});
