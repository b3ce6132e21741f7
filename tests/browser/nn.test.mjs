// Networks as a program sees them: training step by step, and that no arrays leak.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { train } from './fixtures/mlp.mjs';
import { assertError, blank, onPage } from './lab.mjs';

const DEVICES = ['webgpu', 'cpu'];
const TOLERANCE = 1e-3;

/** Trains on the lab. Returns the initial parameters, the data, and the mean loss of each step. */
async function training(
  { connect },
  { device, layers, batch, features, steps, learningRate, labels },
) {
  const lab = await connect({ device });
  const { nd, nn, autograd } = lab;
  const net = new nn.Sequential();
  for (const units of layers.slice(0, -1)) net.add(new nn.Dense(units, { activation: 'relu' }));
  net.add(new nn.Dense(layers.at(-1)));
  net.initialize({ seed: 42 });
  const x = nd.random.normal([batch, features], { seed: 7 });
  const y =
    labels === 'ones'
      ? nd.ones([batch])
      : nd.random.uniform([batch], { low: -1, high: 2, seed: 8 });
  const l2 = new nn.L2Loss();
  const trainer = new nn.Trainer(net, 'sgd', { learningRate });
  const read = async (array) => [...(await array.data())];
  net(x).dispose(); // The layers learn how many inputs they have.
  const start = await Promise.all(net.parameters().map(read));
  const losses = [];
  for (let step = 0; step < steps; step += 1) {
    const loss = lab.tidy(() => {
      const loss = autograd.record(() => l2(net(x), y));
      loss.backward();
      trainer.step(batch);
      return loss.mean();
    });
    losses.push(loss.item().finally(() => loss.dispose()));
  }
  const result = {
    start,
    x: await read(x),
    y: await read(y),
    losses: await Promise.all(losses),
    shapes: net.parameters().map(({ shape }) => shape),
  };
  lab.close();
  return result;
}

/** The same training by plain loops, from the lab's initial parameters. */
function reference({ start, x, y }, { layers, batch, steps, learningRate }) {
  const copies = layers.map((units, i) => ({
    units,
    weight: [...start[2 * i]],
    bias: [...start[2 * i + 1]],
  }));
  return train(copies, x, y, { batch, steps, learningRate });
}

function assertSame(seen, task) {
  const expected = reference(seen, task);
  const errors = expected.map((loss, i) => Math.abs(seen.losses[i] - loss) / loss);
  const worst = Math.max(...errors);
  assert.equal(errors.length, task.steps);
  assert.ok(worst <= TOLERANCE, `step ${errors.indexOf(worst)} is off by ${worst}`);
  const [first, last] = [seen.losses[0], seen.losses.at(-1)];
  assert.ok(last < task.fall * first, `the loss fell only from ${first} to ${last}`);
}

const SMALL = {
  layers: [64, 32, 1],
  batch: 16,
  features: 32,
  steps: 20,
  learningRate: 0.05,
  fall: 0.7,
};

for (const device of DEVICES) {
  for (const labels of ['ones', 'random']) {
    test(`on ${device}: training towards ${labels} gives the losses of plain loops in float64`, async (t) => {
      const task = { ...SMALL, device, labels };
      const seen = await onPage(await blank(t), training, task);
      assert.deepEqual(seen.shapes, [[64, 32], [64], [32, 64], [32], [1, 32], [1]]);
      assertSame(seen, task);
    });
  }

  test(`on ${device}: training leaves nothing behind`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const { nd, nn, autograd } = lab;
        const net = new nn.Sequential([new nn.Dense(64, { activation: 'relu' }), new nn.Dense(1)]);
        net.initialize({ initializer: { name: 'normal', std: 0.1 } });
        const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.1 });
        const [x, y] = [nd.random.normal([16, 32], { seed: 1 }), nd.ones([16, 1])];
        const used = [];
        const losses = [];
        for (let step = 0; step < 100; step += 1) {
          lab.tidy(() => {
            const loss = autograd.record(() => new nn.L2Loss({ reduction: 'mean' })(net(x), y));
            loss.backward();
            trainer.step(1);
            if (step % 99 === 0) losses.push(loss.item());
          });
          if (step % 10 === 9) {
            await lab.waitAll();
            const { used: bytes, pending } = lab.memory();
            used.push(bytes + pending);
          }
        }
        const [first, last] = await Promise.all(losses);
        // Like a program that reads gradients outside any `tidy`.
        const gradient = net.parameters()[0].grad;
        const same = gradient === net.parameters()[0].grad;
        const norm = Math.hypot(...(await gradient.data()));
        for (const array of [gradient, x, y]) array.dispose();
        net.dispose();
        await lab.waitAll();
        const left = lab.memory();
        lab.trim();
        await lab.waitAll();
        return { used, first, last, same, norm, left, trimmed: lab.memory() };
      },
      device,
    );
    assert.ok(seen.last < seen.first / 10, `from ${seen.first} to ${seen.last}`);
    assert.equal(new Set(seen.used).size, 1, `bytes in use after every tenth step: ${seen.used}`);
    assert.ok(seen.same && seen.norm > 0);
    assert.deepEqual([seen.left.used, seen.left.pending], [0, 0]);
    assert.deepEqual([seen.trimmed.used, seen.trimmed.allocated], [0, 0]);
  });
}

test('parameters: the same seed gives the same, within the bounds of their initialisers', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const lab = await connect({ device: 'cpu' });
    const { nn } = lab;
    const draw = async (options) => {
      const layers = [
        new nn.Dense(300, { inputs: 100 }),
        new nn.Dense(300, { inputs: 100, initializer: { name: 'normal', std: 2 } }),
        new nn.Dense(3, { inputs: 4, useBias: false }),
      ];
      const net = new nn.Sequential(layers);
      net.initialize(options);
      return Promise.all(net.parameters().map(async (array) => [...(await array.data())]));
    };
    const [one, two, other, normal] = await Promise.all([
      draw({ seed: 5 }),
      draw({ seed: 5 }),
      draw({ seed: 6 }),
      draw({ seed: 5, initializer: 'normal' }),
    ]);
    const deviation = (values) =>
      Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);
    return {
      count: one.length,
      equal: String(one) === String(two),
      differ: [String(one[0]) !== String(other[0]), String(one[0].slice(0, 9)) !== String(one[4])],
      bound: [Math.max(...one[0]), Math.min(...one[0])],
      deviations: [deviation(normal[0]), deviation(one[2])],
      biases: [...one[1], ...one[3]].every((value) => value === 0),
    };
  });
  assert.deepEqual(
    [seen.count, seen.equal, seen.differ, seen.biases],
    [5, true, [true, true], true],
  );
  const bound = Math.sqrt(3 / 200);
  const [most, least] = seen.bound;
  assert.ok(most <= bound && most > 0.99 * bound && least >= -bound && least < -0.99 * bound);
  const [normal, wide] = seen.deviations;
  assert.ok(Math.abs(normal / 0.01 - 1) < 0.02 && Math.abs(wide / 2 - 1) < 0.02);
});

test('networks say what is wrong with what they are given', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const lab = await connect({ device: 'cpu' });
    const { nd, nn } = lab;
    const net = new nn.Sequential([new nn.Dense(3)]);
    const early = thrown(() => net(nd.ones([2, 4])));
    const missing = thrown(() => net.parameters());
    net.initialize();
    net(nd.ones([2, 4]));
    const ready = new nn.Dense(2, { inputs: 3 });
    ready.initialize();
    return {
      early,
      missing,
      width: thrown(() => net.forward(nd.ones([2, 5]))),
      activation: thrown(() => new nn.Dense(3, { activation: 'swish' })),
      initializer: thrown(() => net.initialize({ initializer: 'zeros' })),
      units: thrown(() => new nn.Dense(0)),
      layer: thrown(() => net.add('relu')),
      optimizer: thrown(() => new nn.Trainer(net, 'lion')),
      rate: thrown(() => new nn.Trainer(net, 'sgd', { learningRate: NaN })),
      batch: thrown(() => new nn.Trainer(net, 'sgd').step(0)),
      gradient: thrown(() => new nn.Trainer(ready.parameters(), 'sgd').step(1)),
      labels: thrown(() => new nn.L2Loss()(nd.ones([2, 3]), nd.ones([2]))),
      reduction: thrown(() => new nn.L2Loss({ reduction: 'sum' })),
    };
  });
  assertError(seen.early, 'NOT_INITIALIZED', /Dense\(3\)/, /initialize\(\)/);
  assertError(seen.missing, 'NOT_INITIALIZED', /inputs/);
  assertError(seen.width, 'SHAPE_MISMATCH', /Dense\(3\)/, /\[2, 5\]/, /\[3, 4\]/);
  assertError(seen.activation, 'INVALID_OPTION', /swish/, /'relu' or 'sigmoid' or 'tanh' or null/);
  assertError(seen.initializer, 'INVALID_OPTION', /zeros/, /'xavier' or 'normal'/);
  assertError(seen.units, 'INVALID_NUMBER', /units is 0/);
  assertError(seen.layer, 'INVALID_OPTION', /Sequential/);
  assertError(seen.optimizer, 'INVALID_OPTION', /lion/, /'sgd' or 'adam'/);
  assertError(seen.rate, 'INVALID_NUMBER', /learningRate is NaN/);
  assertError(seen.batch, 'INVALID_NUMBER', /batchSize is 0/);
  assertError(seen.gradient, 'NO_GRADIENT', /\[2, 3\]/, /backward\(\)/);
  assertError(seen.labels, 'SHAPE_MISMATCH', /\[2, 3\]/, /\[2\]/);
  assertError(seen.reduction, 'INVALID_OPTION', /'none' or 'mean'/);
});

test(
  "the chapter's network at full size",
  {
    skip: process.env.ASYNCLAB_FULL
      ? false
      : 'set ASYNCLAB_FULL=webgpu or cpu; it takes minutes, most of them in float64',
    timeout: 3.6e6,
  },
  async (t) => {
    const task = {
      device: process.env.ASYNCLAB_FULL,
      layers: [2048, 512, 1],
      batch: 1024,
      features: 512,
      steps: 3,
      learningRate: 0.005,
      fall: 0.95,
      labels: 'ones',
    };
    const page = await blank(t);
    page.setDefaultTimeout(0);
    assertSame(await onPage(page, training, task), task);
  },
);

test('bad input is rejected at the call, and changes nothing', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const { nd, nn, autograd } = await connect({ device: 'cpu' });
    const [a, b] = [nd.array([1]).attachGrad(), nd.array([1]).attachGrad()];
    autograd.record(() => a.mul(2).sum()).backward();
    const half = thrown(() => new nn.Trainer([a, b], 'sgd', { learningRate: 1 }).step(1));
    const kept = await a.item();
    const x = nd.array([1, 2, 3]).attachGrad();
    autograd.record(() => x.square()).backward(nd.array([1, 0, 2]));
    const positional = [...(await x.grad.data())];
    const loss = autograd.record(() => x.square().sum());
    x.assign(nd.zeros([3]));
    const dense = new nn.Dense(2);
    dense.initialize();
    return {
      half,
      kept,
      positional,
      assigned: thrown(() => loss.backward()),
      number: thrown(() => dense(1)),
      nothing: thrown(() => dense()),
      label: thrown(() => new nn.L2Loss()(x, 1)),
      parameters: thrown(() => new nn.Trainer([1], 'sgd')),
      absent: thrown(() => new nn.Trainer(undefined, 'sgd')),
      rate: thrown(() => new nn.Trainer([a], 'sgd', { lr: 1 })),
      misspelt: thrown(() => new nn.Dense(2, { activaton: 'relu' })),
      seed: thrown(() => nd.random.normal([2], { sed: 1 })),
    };
  });
  const { half, kept, positional, assigned, rate, misspelt, seed, ...others } = seen;
  assertError(half, 'NO_GRADIENT', /step/);
  assert.equal(kept, 1, 'a step is for all parameters or for none');
  assert.deepEqual(positional, [2, 0, 12]);
  assertError(assigned, 'NO_GRADIENT', /assign/);
  for (const error of [rate, misspelt, seed]) assertError(error, 'INVALID_OPTION');
  for (const error of Object.values(others)) assertError(error, 'INVALID_NUMBER', /give an array/);
});
