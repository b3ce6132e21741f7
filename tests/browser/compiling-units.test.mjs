// Compiled functions in Node.js: arrays that are kept, arrays that are released, and the state that the next call finds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lab } from './fixtures/labs.mjs';

/** The limit of stack frames before anything was compiled. */
const LIMIT = Error.stackTraceLimit;
const data = async (array) => [...(await array.data())];

test('a compiled function is captured once for each form of its arguments, and keeps the newest 64', async (t) => {
  const made = await lab(t);
  const { nd } = made;
  const sum = made.compile((x, more) => x.add(more?.n ?? 0));
  const x = nd.ones([2]);
  const captures = () => sum.info().captures;
  const fn = () => {};
  const other = () => {};
  for (const more of [
    undefined,
    null,
    { n: 1 },
    { m: 1 },
    [1],
    ['1'],
    [true],
    1n,
    fn,
    other,
    [[]],
    {},
  ]) {
    const before = captures();
    for (let again = 0; again < 2; again += 1) sum(x, more);
    assert.equal(captures(), before + 1, String(more));
  }
  // The same object in two places is no cycle.
  const shared = { n: 2 };
  assert.deepEqual(
    await data(made.compile((y, a, b) => y.add(a.n + b.n))(x, shared, shared)),
    [5, 5],
  );
  assert.throws(() => sum(x, Object.assign([1], { 0: new Date() })), { code: 'INVALID_ARGUMENT' });
  const cycle = [];
  cycle.push(cycle);
  assert.throws(() => sum(x, cycle), { code: 'INVALID_ARGUMENT' });

  t.mock.method(console, 'warn', () => {});
  const many = made.compile((y, n) => y.add(n));
  for (let n = 0; n < 64; n += 1) many(x, n);
  assert.equal(console.warn.mock.callCount(), 4);
  many(x, 0);
  assert.deepEqual([many.info().captures, many.info().programs.length], [64, 64]);
  many(x, 64);
  many(x, 63);
  assert.deepEqual([many.info().captures, many.info().programs.length], [65, 64]);
  assert.deepEqual(await data(many(x, 0)), [1, 1]);
  assert.equal(many.info().captures, 66);
  many.dispose();
  assert.equal(many.info().programs.length, 0);
  assert.deepEqual(await data(many(x, 5)), [6, 6]);
});

test('a compiled function distinguishes the same array twice from two that are equal, also closed over', async (t) => {
  const made = await lab(t);
  const { nd } = made;
  const step = made.compile((x, y) => void x.assign(y.add(x)));
  const [x, y] = [nd.ones([1]), nd.full([1], 5)];
  step(x, y);
  step(x, x);
  step(x, y);
  assert.deepEqual([await x.item(), step.info().captures], [17, 2]);
  const [a, b] = [nd.ones([1]), nd.zeros([1])];
  b.assign(a);
  const closed = made.compile((z) => z.add(a).add(b));
  const zero = nd.zeros([1]);
  assert.equal(await closed(zero).item(), 2);
  b.assign(nd.full([1], 10));
  assert.equal(await closed(zero).item(), 11);
});

test('a replay does what the call did: states, gradients, disposals and shared results', async (t) => {
  const made = await lab(t);
  const { nd, autograd } = made;
  const w = nd.full([1], 3).attachGrad();
  const train = made.compile((x) => {
    w.zeroGrad();
    autograd.record(() => w.mul(x)).backward();
    const moved = w.sub(w.grad);
    w.assign(moved);
    return [moved, moved, w.grad];
  });
  for (const [x, after] of [
    [1, 2],
    [2, 0],
    [4, -4],
  ]) {
    const [one, other, grad] = train(nd.full([1], x));
    assert.equal(one, other);
    assert.deepEqual([await one.item(), await grad.item(), await w.item()], [after, x, after]);
    assert.equal(made.stateOf(w), 'done');
    one.dispose();
    assert.equal(await w.item(), after);
  }
  // A value that was read before the replay is not used for the new value.
  assert.equal(train.info().replays, 2);
  const forget = made.compile((x) => (w.zeroGrad(), x.add(1)));
  for (let again = 0; again < 3; again += 1) {
    autograd.record(() => w.mul(2)).backward();
    assert.notEqual(w.grad, null);
    forget(nd.ones([1]));
    assert.equal(w.grad, null);
  }
  const eats = made.compile((x) => {
    const y = x.add(1);
    x.dispose();
    return y;
  });
  for (let again = 0; again < 3; again += 1) {
    const x = nd.ones([1]);
    assert.equal(await eats(x).item(), 2);
    assert.equal(x.id, 0);
  }
});

test('what the function throws ends the capture, and leaves nothing behind', async (t) => {
  const made = await lab(t);
  const { nd, session } = made;
  const x = nd.ones([1]);
  let fails = true;
  const fn = made.compile((y) => {
    const z = y.add(1);
    if (fails) throw new Error('of the function');
    return z;
  });
  const before = session.live;
  assert.throws(() => fn(x), /of the function/);
  const waits = made.compile(
    (y) =>
      void y
        .add(1)
        .item()
        .catch(() => {}),
  );
  assert.throws(() => waits(x), {
    code: 'NOT_CAPTURABLE',
    message: /^item: .*compiling-units\.test\.mjs:\d+:\d+/,
  });
  // If there are several reasons, the first is reported.
  const twice = made.compile((y) => {
    for (const wait of [y.add(1).print(), y.data()]) wait.catch(() => {});
  });
  assert.throws(() => twice(x), { code: 'NOT_CAPTURABLE', message: /^print: / });
  assert.throws(() => made.compile((y) => new Date(y.size))(x), { code: 'INVALID_ARGUMENT' });
  assert.throws(() => made.compile(() => nd.random.permutation(3))(x), {
    code: 'NOT_CAPTURABLE',
    message: /^permutation/,
  });
  assert.equal(session.live, before);
  fails = false;
  assert.equal(await fn(x).item(), 2);
  // A call inside another compiled function, or while gradients are recorded, is a part of that.
  const outer = made.compile((y) => fn(y).mul(2));
  assert.equal(await outer(x).item(), 4);
  assert.equal(await made.autograd.record(() => fn(x)).item(), 2);
  assert.deepEqual([fn.info().inlined, fn.info().captures], [2, 2]);
  outer(nd.ones([2]));
  assert.equal(Error.stackTraceLimit, LIMIT);
});

test('the engine has the programs that are kept, and no others', async (t) => {
  const made = await lab(t);
  const { nd, session } = made;
  const programs = () =>
    Array.from({ length: 100 }, (_, n) => session.operationsOf(n)).filter(Boolean).length;
  const x = nd.ones([2]);
  let [bias, first] = [nd.ones([1]), true];
  const fn = made.compile((y, n) => {
    // The first call makes it, as layers make their parameters.
    if (first) made.untidied(() => (bias = nd.full([1], 5)));
    first = false;
    return y.add(bias).add(n);
  });
  for (let again = 0; again < 2; again += 1) {
    first = true;
    for (const n of [0, 0, 0, 1]) fn(x, n);
    assert.deepEqual([programs(), fn.info().programs.length], [2, 2]);
    fn.dispose();
    assert.equal(programs(), 0);
  }
  const strange = made.compile((y) => [y.add(1), new Date()]);
  assert.throws(() => strange(x), { code: 'INVALID_ARGUMENT' });
  assert.equal(programs(), 0);
  // The capture saw one array under both handles. Now they are different arrays.
  const [a, b] = [nd.ones([1]), nd.ones([1])];
  b.assign(a);
  const both = made.compile((y) => y.add(a).add(b));
  both(x);
  b.assign(nd.zeros([1]));
  both(x);
  assert.deepEqual([programs(), both.info().captures], [1, 2]);
});

test('a lab that blocks captures without waiting, and each replay is complete when it returns', async (t) => {
  for (const device of ['cpu', 'sim']) {
    const made = await lab(t, { device, blocking: true });
    const fn = made.compile((x) => x.add(1).mul(2));
    for (const value of [0, 1, 2]) {
      const result = fn(made.nd.full([1], value));
      assert.deepEqual([result.itemSync(), made.progress().inFlight], [2 * value + 2, 0]);
    }
    assert.deepEqual([fn.info().captures, fn.info().replays], [1, 2]);
  }
});

test('a program whose number another had before is given its own arrays', async (t) => {
  const made = await lab(t);
  const x = made.nd.array([1, 2]);
  const one = made.compile((a) => a.add(1));
  for (let again = 0; again < 3; again += 1) one(x);
  one.dispose();
  const other = made.compile((a, b, c) => [a.sub(b), b.mul(c).sum()]);
  for (let again = 1; again < 4; again += 1) {
    const [difference, sum] = other(x.mul(again), x, x.add(again));
    assert.deepEqual(
      [await data(difference), await sum.item()],
      [[again - 1, 2 * again - 2], 5 + 3 * again],
    );
  }
  assert.equal(other.info().replays, 2);
});

test('an array that a replay assigns is as far as the replay', async (t) => {
  const made = await lab(t, { device: 'sim', opsPerSubmit: 1, maxInFlight: 1 });
  const { nd } = made;
  const [w, v] = [nd.ones([1]), nd.zeros([1])];
  const step = made.compile((x) => void w.assign(w.add(x)));
  const exchange = made.compile(() => {
    const old = w.mul(1);
    w.assign(v);
    v.assign(old);
  });
  for (let again = 0; again < 3; again += 1) {
    step(nd.ones([1]));
    assert.equal(made.stateOf(w), 'queued');
    assert.equal(await w.item(), 2 + again);
    assert.equal(made.stateOf(w), 'done');
  }
  for (const [of, other] of [
    [0, 4],
    [4, 0],
  ]) {
    exchange();
    assert.notEqual(made.stateOf(v), 'done');
    assert.deepEqual([await w.item(), await v.item()], [of, other]);
  }
  for (const one of [w, v]) one.dispose();
  for (const fn of [step, exchange]) fn.dispose();
  // Only the three arguments of `step` are left.
  assert.equal(made.session.live, 3);
});
