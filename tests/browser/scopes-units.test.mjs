// Gradients, assignments and scopes in Node.js: arrays that are kept, arrays that are released, and the state that the next call finds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { data, lab, near } from './fixtures/labs.mjs';

test('gradients: recording goes back to what it was, passes keep or use up the graph, and an array has one gradient', async (t) => {
  const made = await lab(t);
  const { nd, autograd, session } = made;
  const x = nd.full([2], 3).attachGrad();
  autograd.record(() => {
    autograd.pause(() => {
      assert.equal(autograd.recording, false);
      assert.throws(() => autograd.record(() => assert.fail('inside')));
      assert.equal(autograd.recording, false);
    });
    assert.equal(autograd.recording, true);
  });
  assert.equal(autograd.recording, false);
  assert.equal(x.grad, null);
  const y = autograd.record(() => x.square());
  y.backward({ retainGraph: true });
  const { grad, live = session.live } = x;
  assert.equal(x.grad, grad);
  assert.deepEqual([await data(grad), session.live], [[6, 6], live]);
  y.backward({ head: nd.array([1, 2]) });
  assert.deepEqual(await data(x.grad), [6, 12]);
  assert.throws(() => y.backward(), { code: 'NO_GRADIENT' });
  assert.throws(() => y.backward({ head: 5 }), { code: 'INVALID_NUMBER' });
  assert.throws(() => y.backward({ createGraph: true }), { code: 'INVALID_OPTION' });
  const other = await lab(t);
  assert.throws(() => y.backward(other.nd.ones([2])), { code: 'WRONG_LAB' });
  const z = nd.full([1], 2).attachGrad({ accumulate: true });
  for (let pass = 0; pass < 2; pass += 1) autograd.record(() => z.mul(5)).backward();
  assert.equal(await z.grad.item(), 10);
  const held = session.live;
  z.grad.dispose();
  z.zeroGrad();
  // `grad` was read several times, but counts as one handle.
  assert.deepEqual([z.grad, session.live], [null, held - 1]);
  const power = autograd.record(() => z.mul(z).mul(z));
  const first = autograd.grad(power, z, { createGraph: true });
  assert.deepEqual([await first.item(), await autograd.grad(first, [z])[0].item()], [12, 12]);
  const s = nd.array([1, 5]).attachGrad();
  autograd.record(() => s.softmax().at(0)).backward();
  const [p] = await data(s.softmax());
  near(await data(s.grad), [p * (1 - p), -p * (1 - p)], 'softmax');
});

test('assign: the array has the new values, their state, and its own handle is given back', async (t) => {
  const made = await lab(t, { device: 'sim', opsPerSubmit: 1, maxInFlight: 1 });
  const { nd, session } = made;
  const [x, y] = [nd.ones([2]), nd.zeros([2])];
  await x.data();
  const late = y.add(1);
  const read = x.data();
  x.assign(late);
  assert.equal(made.stateOf(x), 'queued');
  await read;
  // The read was of the earlier value, so it does not make the new value `done`.
  assert.notEqual(made.stateOf(x), 'done');
  assert.deepEqual(
    [await data(x), made.stateOf(x), String(x)],
    [[1, 1], 'done', 'NDArray [2] float32 on sim, done'],
  );
  for (const one of [x, y, late]) one.dispose();
  x.dispose();
  assert.deepEqual([session.live, String(x)], [0, 'NDArray (disposed)']);
  assert.throws(() => x.shape, { code: 'DISPOSED' });
  const shape = nd.ones([2, 3]).shape;
  assert.throws(() => shape.push(1), TypeError);
});

test('tidy keeps what is returned, however it is held, and inside of another gives it to that', async (t) => {
  const made = await lab(t);
  const { nd, session } = made;
  const held = () => nd.ones([1]);
  const kept = made.tidy(() => {
    made.tidy(() => held());
    held();
    return { a: [held()], b: new Map([[held(), new Set([held()])]]) };
  });
  assert.equal(session.live, 3);
  [kept.a[0], ...kept.b.keys(), ...[...kept.b.values()][0]].forEach((one) => one.dispose());
  made.tidy(() => void made.tidy(() => held()));
  assert.equal(session.live, 0);
  // Results whose contents cannot be searched keep no arrays either.
  for (const strange of [Promise.resolve(), [].values(), new WeakSet()])
    assert.throws(() => made.tidy(() => [strange, held()]));
  assert.equal(session.live, 0);
  let outside;
  assert.throws(() =>
    made.tidy(() => {
      made.untidied(() => (outside = held()));
      const own = held();
      throw Object.assign(new Error('x'), { own });
    }),
  );
  assert.equal(session.live, 1);
  made.tidy(() => void held());
  assert.equal(session.live, 1);
  outside.dispose();
});
