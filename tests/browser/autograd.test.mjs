// Gradients as a program sees them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, onPage, usedAfterCollection } from './lab.mjs';

test('gradients: head, intermediate arrays, pause, retained graphs, accumulation', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const { nd, autograd } = await connect({ device: 'cpu' });
    const read = async (array) => [...(await array.data())];
    const x = nd.array([2, 3]).attachGrad();
    const before = x.grad;
    const [middle, loss] = autograd.record(() => {
      const middle = x.mul(x);
      const scale = autograd.pause(() => x.add(1));
      return [middle, middle.mul(scale)];
    });
    const head = nd.array([1, 10]);
    const [dMiddle, dX] = autograd.grad(loss, [middle, x], { head, retainGraph: true });
    const alone = autograd.grad(loss, x, { retainGraph: true });
    const untouched = x.grad;
    loss.backward({ retainGraph: true });
    const first = x.grad;
    loss.backward();
    const summed = nd.array([1, 1]).attachGrad({ accumulate: true });
    for (let i = 0; i < 3; i += 1) autograd.record(() => summed.mul(2)).backward();
    const w = nd.array([5, 5]).attachGrad();
    autograd.record(() => w.mul(4)).backward();
    const assigned = w.assign(nd.array([6, 7])) === w;
    w.zeroGrad();
    return {
      none: [before, untouched, w.grad],
      head: await Promise.all([dMiddle, dX, alone].map(read)),
      grads: await Promise.all([first, x.grad, summed.grad, w].map(read)),
      same: [x.grad === x.grad, x.grad === first, assigned],
      again: thrown(() => loss.backward()),
      outside: thrown(() => x.mul(2).backward()),
      shape: thrown(() => w.assign(nd.ones([3]))),
      heads: thrown(() => autograd.record(() => x.mul(2)).backward({ head: nd.ones([3]) })),
      number: thrown(() => x.assign(3)),
      async: thrown(() => autograd.record(async () => x.mul(2))),
      stopped: thrown(() => x.mul(2).backward()),
    };
  });
  assert.deepEqual(seen.none, [null, null, null]);
  // loss = x²·c with c = x + 1 held constant: d/d(x²) = head·c, d/dx = 2x·head·c.
  assert.deepEqual(seen.head, [
    [3, 40],
    [12, 240],
    [12, 24],
  ]);
  assert.deepEqual(seen.grads, [
    [12, 24],
    [12, 24],
    [6, 6],
    [6, 7],
  ]);
  assert.deepEqual(seen.same, [true, false, true]);
  assertError(seen.again, 'NO_GRADIENT', /freed/, /retainGraph/);
  assertError(seen.outside, 'NO_GRADIENT', /^backward: nothing was recorded/, /attachGrad\(\)/);
  assertError(seen.shape, 'SHAPE_MISMATCH', /assign/, /\[2\] and \[3\]/);
  assertError(seen.heads, 'SHAPE_MISMATCH', /head/);
  assertError(seen.number, 'INVALID_NUMBER', /assign/);
  assertError(seen.async, 'NOT_SYNCHRONOUS', /record/);
  assertError(seen.stopped, 'NO_GRADIENT');
});

test('in a blocking lab a backward pass returns when it is done', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu', blocking: true });
    const x = lab.nd.array([2, 3]).attachGrad();
    lab.autograd.record(() => x.mul(x)).backward();
    const { enqueued, completed } = lab.progress();
    return [enqueued - completed, ...x.grad.dataSync()];
  });
  assert.deepEqual(seen, [0, 4, 6]);
});

test('tidy disposes recorded arrays, handles of gradients too, but not the gradients', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu' });
    const x = lab.nd.array([2, 3]).attachGrad();
    const [loss, inside] = [[], []];
    lab.tidy(() => {
      loss.push(lab.autograd.record(() => x.mul(x).sum()));
      loss[0].backward();
      inside.push(x.grad);
    });
    const after = x.grad;
    const values = [...(await after.data())];
    const given = [String(loss[0]), String(inside[0]), after === inside[0]];
    after.dispose();
    await lab.waitAll();
    const { used } = lab.memory();
    x.dispose();
    await lab.waitAll();
    return { values, given, used, left: lab.memory().used };
  });
  assert.deepEqual(seen.values, [4, 6]);
  assert.deepEqual(seen.given, ['NDArray (disposed)', 'NDArray (disposed)', false]);
  assert.ok(seen.used > 0, 'the array and its gradient');
  assert.equal(seen.left, 0);
});

test('a lost lab says so to gradients as to everything', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const lab = await connect({ device: 'cpu' });
    const x = lab.nd.array([2, 3]).attachGrad();
    const loss = lab.autograd.record(() => x.mul(x));
    lab.close();
    return [
      thrown(() => loss.backward()),
      thrown(() => x.attachGrad()),
      thrown(() => x.grad),
      thrown(() => x.zeroGrad()),
      thrown(() => x.assign(loss)),
      thrown(() => lab.autograd.grad(loss, [x])),
      thrown(() => lab.autograd.record(() => x.mul(x))),
    ];
  });
  for (const error of seen) assertError(error, 'CLOSED');
});

test('arrays that were assigned and forgotten give their memory back', async (t) => {
  const page = await blank(t);
  const held = await onPage(page, async ({ connect }) => {
    globalThis.lab = await connect({ device: 'cpu' });
    for (let i = 0; i < 20; i += 1) {
      const x = globalThis.lab.nd.ones([1024]).attachGrad();
      await globalThis.lab.waitAll(); // The finalizer knows the handle by its first name.
      const value = globalThis.lab.nd.zeros([1024]);
      x.assign(value);
      value.dispose();
    }
    await globalThis.lab.waitAll();
    return globalThis.lab.memory().used;
  });
  assert.equal(held, 20 * 4096);
  assert.equal(await usedAfterCollection(page), 0);
});
