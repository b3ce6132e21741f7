// Schedules, losses, trainers and layers in Node.js: their formulas, and that no arrays leak.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { data, lab, near } from './fixtures/labs.mjs';

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
    for (let again = 0; again < 2; again += 1) trainer.dispose();
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
  // `dispose()` releases the trainer's state, so that momentum begins anew.
  const moving = nd.full([1], 2).attachGrad();
  const other = new nn.Trainer([moving], 'sgd', { learningRate: rate, momentum: 0.5 });
  for (let again = 0; again < 2; again += 1) {
    autograd.record(() => moving.mul(6)).backward();
    other.step(1);
    other.dispose();
  }
  near([await moving.item()], [2 - 3 - 3], 'anew');
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
  const net = new nn.Sequential([1, 2].map(() => new nn.Dense(60, { inputs: 36 })));
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
  // The first layer's parameters differ from the random array that a program draws with the same seed.
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
  // The file as a part of a larger buffer, at an odd offset.
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

test('parameters of a file take no more room than those before, and end with their layer', async (t) => {
  const { nn, session } = await lab(t);
  const net = new nn.Sequential([new nn.Dense(3, { inputs: 2 })]);
  net.initialize();
  const file = await net.state();
  for (let again = 0; again < 3; again += 1) net.load(file);
  assert.equal(session.live, 2);
  net.dispose();
  assert.equal(session.live, 0);
});
