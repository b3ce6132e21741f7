// A browser without memory for a buffer: the read or the array that needs it fails, and so do results computed from it. Everything else
// goes on. Here the browser itself treats the rejected buffer as invalid, so its use has the real consequences.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, onPage } from './lab.mjs';

/** Has the page's next buffer for which `globalThis.reject` returns true rejected for lack of memory. */
function withoutMemory() {
  const { createBuffer, popErrorScope } = GPUDevice.prototype;
  let scarce = false;
  GPUDevice.prototype.createBuffer = function (descriptor) {
    if (!globalThis.reject?.(descriptor)) return createBuffer.call(this, descriptor);
    globalThis.reject = undefined;
    scarce = true;
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.MAP_WRITE; // No buffer may be used in both ways.
    this.pushErrorScope('validation');
    const invalid = createBuffer.call(this, { ...descriptor, usage });
    void popErrorScope.call(this);
    return invalid;
  };
  GPUDevice.prototype.popErrorScope = function () {
    const scope = popErrorScope.call(this);
    if (!scarce) return scope;
    scarce = false;
    return scope.then(() => new GPUOutOfMemoryError('there is no memory'));
  };
}

test('a read that finds no memory fails alone', async (t) => {
  const page = await blank(t);
  await page.evaluate(withoutMemory);
  const seen = await onPage(page, async ({ connect, rejected }) => {
    const lab = await connect({ device: 'webgpu', backend: 'same' });
    const x = lab.nd.ones([1000]).add(1);
    await x.waitToRead();
    globalThis.reject = ({ label }) => label === 'staging';
    const other = x.add(1);
    const errors = [await rejected(() => x.data())];
    const again = await x.data();
    const held = [again[0], (await other.data())[0], lab.stateOf(x)];
    await lab.waitAll();
    return { errors, held, left: await lab.close() };
  });
  for (const error of seen.errors) assertError(error, 'OUT_OF_MEMORY', /4000 bytes/);
  assert.deepEqual(seen.held, [2, 3, 'done']);
  assert.equal(seen.left, 0);
});

test('an array whose buffer is rejected after its use fails, with what reads it; the rest goes on', async (t) => {
  const page = await blank(t);
  await page.evaluate(withoutMemory);
  const seen = await onPage(page, async ({ connect, rejected }) => {
    const lab = await connect({ device: 'webgpu', backend: 'same' });
    const { nd } = lab;
    const before = nd.ones([500, 500]);
    await before.waitToRead();
    globalThis.reject = ({ usage, size }) =>
      (usage & GPUBufferUsage.STORAGE) !== 0 && size > 2 ** 22;
    const uploaded = nd.array([5, 6]);
    const large = nd.ones([1200, 1000]);
    const read = large.add(1);
    const asked = [
      rejected(() => large.data()),
      rejected(() => read.waitToRead()),
      rejected(() => read.sum().item()),
    ];
    const errors = await Promise.all(asked);
    errors.push(await rejected(() => large.sum().item()));
    const states = [large, read, before].map((array) => lab.stateOf(array));
    await lab.waitAll().catch(() => {});
    const values = [
      ...(await uploaded.data()),
      await before.sum().item(),
      await nd.ones([10]).add(1).sum().item(),
      await nd.ones([1200, 1000]).add(1).mean().item(),
    ];
    await lab.waitAll();
    const { used, pending, pooled, allocated } = lab.memory();
    return {
      errors,
      states,
      values,
      books: allocated - used - pending - pooled,
      left: await lab.close(),
    };
  });
  for (const error of seen.errors)
    assertError(error, 'OUT_OF_MEMORY', /an array of shape \[1200, 1000\]/);
  assert.deepEqual(seen.states, ['failed', 'failed', 'done']);
  assert.deepEqual(seen.values, [5, 6, 250_000, 20, 2]);
  assert.deepEqual([seen.books, seen.left], [0, 0]);
});
