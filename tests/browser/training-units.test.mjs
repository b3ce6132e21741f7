// Compiled functions, gradients, layers and trainers in Node.js: what is kept, what is given back, and what the next call finds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../www/asynclab.js';

async function lab(t, options = {}) {
  const made = await connect({ device: 'cpu', backend: 'same', ...options });
  t.after(() => made.close());
  return made;
}
const data = async (array) => [...(await array.data())];
const near = (found, wanted, what) =>
  wanted.forEach((value, at) =>
    assert.ok(
      Math.abs(found[at] - value) <= 1e-5 * Math.max(1, Math.abs(value)),
      `${what}: ${found} for ${wanted}`,
    ),
  );

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
  // Equal objects in two places are no cycle.
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
  // What was read of the array before the replay says nothing of its new value.
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
    message: /^item: .*training-units\.test\.mjs:\d+:\d+/,
  });
  assert.throws(() => made.compile((y) => new Date(y.size))(x), { code: 'INVALID_ARGUMENT' });
  assert.throws(() => made.compile(() => nd.random.permutation(3))(x), {
    code: 'NOT_CAPTURABLE',
    message: /^permutation/,
  });
  assert.equal(session.live, before);
  fails = false;
  assert.equal(await fn(x).item(), 2);
  // A call inside of another, or while gradients are recorded, is a part of that.
  const outer = made.compile((y) => fn(y).mul(2));
  assert.equal(await outer(x).item(), 4);
  assert.equal(await made.autograd.record(() => fn(x)).item(), 2);
  assert.deepEqual([fn.info().inlined, fn.info().captures], [2, 2]);
  const limit = Error.stackTraceLimit;
  outer(nd.ones([2]));
  assert.equal(Error.stackTraceLimit, limit);
});

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
  z.zeroGrad();
  assert.equal(z.grad, null);
  const power = autograd.record(() => z.mul(z).mul(z));
  const first = autograd.grad(power, z, { createGraph: true });
  assert.deepEqual([await first.item(), await autograd.grad(first, [z])[0].item()], [12, 12]);
  const s = nd.array([1, 5]).attachGrad();
  autograd.record(() => s.softmax().at(0)).backward();
  const [p] = await data(s.softmax());
  near(await data(s.grad), [p * (1 - p), -p * (1 - p)], 'softmax');
});

test('assign: the array has the new values, their state, and its own handle is given back', async (t) => {
  const made = await lab(t);
  const { nd, session } = made;
  const [x, y] = [nd.ones([2]), nd.zeros([2])];
  await x.data();
  const late = y.add(1);
  const read = x.data();
  x.assign(late);
  await read;
  assert.notEqual(made.stateOf(x), undefined);
  assert.deepEqual(
    [await data(x), made.stateOf(x), String(x)],
    [[1, 1], 'done', 'NDArray [2] float32 on cpu, done'],
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

test('schedules at the ends of their parts', async (t) => {
  const { nn } = await lab(t);
  const cosine = nn.schedule.cosine({ from: 1, to: 0.2, steps: 14, warmup: 4 });
  near([0, 3, 4, 9, 14, 99].map(cosine), [0.25, 1, 1, 0.6, 0.2, 0.2], 'cosine');
  const steps = nn.schedule.steps({ from: 1, factor: 0.5, every: 3 });
  assert.deepEqual([0, 2, 3, 5, 6].map(steps), [1, 1, 0.5, 0.5, 0.25]);
  for (const given of [{ from: 1, steps: 4, warmup: 4 }, { from: 1 }, { from: -1, steps: 2 }])
    assert.throws(() => nn.schedule.cosine(given), { code: 'INVALID_NUMBER' });
});

test('losses are means over all but the first axis, and those of classes that there are not have no value', async (t) => {
  const { nd, nn } = await lab(t);
  const prediction = nd.arange(8).reshape([2, 2, 2]);
  const label = nd.zeros([8]);
  near(await data(nn.L2Loss ? new nn.L2Loss()(prediction, label) : label), [14 / 8, 126 / 8], 'L2');
  near(await data(new nn.L2Loss({ reduction: 'mean' })(prediction, label)), [140 / 16], 'mean');
  near(await data(new nn.L2Loss()(nd.array([1, 3]), nd.zeros([2, 1]))), [0.5, 4.5], 'of a row');
  const scores = nd.array([
    [0, 0],
    [1000, 0],
  ]);
  const classes = new nn.CrossEntropyLoss();
  near(await data(classes(scores, nd.array([1, 1]))), [Math.LN2, 1000], 'classes');
  assert.deepEqual(await data(classes(scores, nd.array([2, -1]))), [NaN, NaN]);
  const parts = nd.array([
    [0.5, 0.5],
    [1, 0],
  ]);
  near(await data(classes(scores, parts)), [Math.LN2, 0], 'probabilities');
  near(
    [await new nn.CrossEntropyLoss({ reduction: 'mean' })(scores, nd.array([0, 1])).item()],
    [(Math.LN2 + 1000) / 2],
    'mean',
  );
  for (const wrong of [nd.zeros([3]), nd.zeros([2, 1])])
    assert.throws(() => classes(scores, wrong), { code: 'SHAPE_MISMATCH' });
});

test('a trainer: the batch divides gradients and not the decay, shared parameters move once, and its state ends with it', async (t) => {
  const made = await lab(t);
  const { nd, nn, autograd, session } = made;
  const after = async (optimizer, options, { batch = 1, steps = 1, shared = false } = {}) => {
    const w = nd.full([1], 2).attachGrad();
    const trainer = new nn.Trainer(shared ? [w, w] : [w], optimizer, options);
    for (let step = 0; step < steps; step += 1) {
      made.tidy(() => void autograd.record(() => w.mul(6)).backward());
      trainer.step(batch);
    }
    assert.equal(trainer.steps, steps);
    const value = await w.item();
    trainer.dispose();
    trainer.dispose();
    w.dispose();
    return value;
  };
  const live = session.live;
  const rate = 0.5;
  near(
    [
      await after('sgd', { learningRate: rate }, { batch: 3 }),
      await after('sgd', { learningRate: rate }, { shared: true }),
      await after('sgd', { learningRate: rate, weightDecay: 0.1 }, { batch: 3 }),
      await after('sgd', { learningRate: rate, momentum: 0.5 }, { steps: 2 }),
      await after('adam', { learningRate: rate, epsilon: 6 }),
      await after('sgd', { learningRate: (step) => step }, { steps: 3 }),
      await after('sgd', {}),
      await after('adam', {}),
    ],
    [1, -1, 2 - rate * 2.2, 2 - 3 - 4.5, 2 - rate / 2, 2 - 6 - 12, 2 - 0.06, 2 - 0.001],
    'trainer',
  );
  assert.equal(session.live, live);
  const w = nd.ones([1]).attachGrad();
  const trainer = new nn.Trainer([w], 'sgd', { learningRate: (step) => 1 / (step + 1) });
  assert.throws(() => trainer.step(1), { code: 'NO_GRADIENT' });
  assert.equal(trainer.steps, 0);
  const rates = [];
  const step = made.compile(() => {
    autograd.record(() => w.mul(1)).backward();
    trainer.step(1);
  });
  for (let at = 0; at < 4; at += 1) {
    step();
    rates.push([trainer.steps, trainer.learningRate]);
  }
  assert.deepEqual(
    rates,
    [1, 2, 3, 4].map((at) => [at, 1 / at]),
  );
  near([await w.item()], [1 - 1 - 1 / 2 - 1 / 3 - 1 / 4], 'by a schedule');
  assert.deepEqual([step.info().captures, step.info().replays], [1, 3]);
});

test('layers: parameters of their own seed within the bounds, on the asked device; initialised again they are new', async (t) => {
  const made = await lab(t);
  const { nn, nd, session } = made;
  const net = new nn.Sequential([
    new nn.Dense(60, { inputs: 36 }),
    new nn.Dense(60, { inputs: 60 }),
  ]);
  net.initialize({ seed: 2 ** 33 + 5 });
  const [w, b, v] = net.parameters();
  const [weights, others] = [await data(w), await data(v)];
  const bound = Math.sqrt(3 / 48);
  const most = Math.max(...weights.map(Math.abs));
  assert.ok(most <= bound && most > 0.98 * bound, `${most} of ${bound}`);
  assert.notDeepEqual(weights.slice(0, 9), others.slice(0, 9));
  assert.deepEqual(await data(b), Array(60).fill(0));
  const first = async (seed, one = net) => {
    one.initialize({ seed });
    return (await data(one.parameters()[0])).slice(0, 5);
  };
  const live = session.live;
  const again = await first(2 ** 33 + 5);
  assert.deepEqual([again, session.live], [weights.slice(0, 5), live]);
  assert.notDeepEqual(await first(5), again);
  // The first layer's parameters are no random array that the program draws with the same seed.
  const drawn = nd.random.uniform([5], { low: -bound, high: bound, seed: 5 });
  assert.notDeepEqual(await first(5), await data(drawn));
  const layer = new nn.Dense(3, { useBias: false });
  const shared = new nn.Sequential([layer, new nn.Dense(2, { activation: 'relu' }), layer]);
  assert.throws(() => layer.weight, { code: 'NOT_INITIALIZED' });
  shared.initialize();
  assert.throws(() => shared.parameters(), { code: 'NOT_INITIALIZED' });
  made.tidy(() => void new nn.Sequential([layer])(nd.ones([1, 2])));
  assert.deepEqual([layer.weight.shape, layer.bias, layer.parameters().length], [[3, 2], null, 1]);
  shared(nd.ones([1, 2]));
  assert.equal(shared.parameters().length, 3);
  const file = await shared.state();
  assert.deepEqual(Object.keys(shared.named()), ['0.weight', '1.weight', '1.bias']);
  const before = await data(layer.weight);
  const { weight } = layer;
  made.tidy(() => void weight.assign(nd.zeros([3, 2])));
  const held = session.live;
  shared.load(file.slice().buffer);
  assert.deepEqual(
    [await data(layer.weight), layer.weight === weight, session.live],
    [before, true, held],
  );
  // As a part of other bytes, from an odd place on.
  const around = new Uint8Array(file.length + 3);
  around.set(file, 3);
  shared.load(around.subarray(3));
  assert.throws(() => shared.load(file, (name) => `x.${name}`), { code: 'INVALID_FILE' });
  assert.throws(() => shared.load(file.subarray(0, -1)), { code: 'INVALID_FILE' });
  const start = Number(new DataView(file.buffer).getBigUint64(0, true)) + 8;
  assert.equal(start % 8, 0);
  shared.dispose();
  assert.throws(() => layer.weight, { code: 'NOT_INITIALIZED' });
});

test('dropout keeps its share of the elements, and the mean, while it is recorded', async (t) => {
  const { nd, nn, autograd } = await lab(t);
  const x = nd.ones([10_000]);
  const dropped = await data(autograd.record(() => new nn.Dropout(0.2)(x)));
  const kept = dropped.filter((value) => value !== 0);
  assert.ok(Math.abs(kept.length - 8000) < 200, `${kept.length}`);
  assert.ok(kept.every((value) => value === 1.25));
  assert.equal(new nn.Dropout(0.2)(x), x);
  assert.throws(() => new nn.Dropout(1), { code: 'INVALID_NUMBER' });
});
