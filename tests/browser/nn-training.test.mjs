// Training of networks: optimizers compared with plain loops, losses, files of parameters, and that no arrays leak.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertError, blank, onPage } from './lab.mjs';

const DEVICES = ['webgpu', 'cpu'];

/** Steps of an optimizer on Σ (w − 1)² · scale, and the bytes in use after each. */
async function descend({ connect }, device, optimizer, options, steps, batch) {
  const lab = await connect({ device });
  const { nd, nn, autograd } = lab;
  const w = nd.array([3, -2, 0.5]).attachGrad();
  const scale = nd.array([1, 0.5, 2]);
  const { every, ...given } = options;
  if (every)
    given.learningRate = nn.schedule.steps({ from: options.learningRate, factor: 0.5, every });
  const trainer = new nn.Trainer([w], optimizer, given);
  const [path, used] = [[], []];
  for (let step = 0; step < steps; step += 1) {
    lab.tidy(() => {
      const loss = autograd.record(() => w.sub(1).square().mul(scale).sum().mul(batch));
      loss.backward();
      trainer.step(batch);
    });
    path.push([...(await w.data())]);
    used.push(lab.memory().used);
  }
  trainer.dispose();
  scale.dispose();
  const rate = trainer.learningRate;
  lab.close();
  return { path, used, rate };
}

/** The same steps in float64, by the formulas of PyTorch's documentation. */
function reference(optimizer, options, steps) {
  const { momentum = 0, weightDecay = 0, every } = options;
  const { beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8 } = options;
  const w = [3, -2, 0.5];
  const [scale, first, second] = [
    [1, 0.5, 2],
    [0, 0, 0],
    [0, 0, 0],
  ];
  return Array.from({ length: steps }, (_, step) => {
    const rate = options.learningRate * (every ? 0.5 ** Math.floor(step / every) : 1);
    w.forEach((value, i) => {
      const g = 2 * scale[i] * (value - 1) + weightDecay * value;
      if (optimizer === 'sgd') {
        first[i] = momentum * first[i] + g;
        w[i] -= rate * first[i];
        return;
      }
      first[i] = beta1 * first[i] + (1 - beta1) * g;
      second[i] = beta2 * second[i] + (1 - beta2) * g * g;
      const mean = first[i] / (1 - beta1 ** (step + 1));
      w[i] -= (rate * mean) / (Math.sqrt(second[i] / (1 - beta2 ** (step + 1))) + epsilon);
    });
    return [...w];
  });
}

const RUNS = [
  ['sgd', { learningRate: 0.1 }],
  ['sgd', { learningRate: 0.05, momentum: 0.9 }],
  ['sgd', { learningRate: 0.1, weightDecay: 0.2 }],
  ['sgd', { learningRate: 0.05, momentum: 0.5, weightDecay: 0.1, every: 4 }],
  ['adam', { learningRate: 0.1 }],
  [
    'adam',
    { learningRate: 0.1, beta1: 0.8, beta2: 0.9, epsilon: 1e-4, weightDecay: 0.1, every: 5 },
  ],
];

for (const device of DEVICES)
  test(`on ${device}: optimizers take the steps of their formulas`, async (t) => {
    const page = await blank(t);
    for (const [optimizer, options] of RUNS) {
      const { path, used, rate } = await onPage(page, descend, device, optimizer, options, 12, 8);
      const expected = reference(optimizer, options, 12);
      path.flat().forEach((value, i) => {
        const wanted = expected.flat()[i];
        const name = `${optimizer} ${JSON.stringify(options)}: ${value} after ${i} is not ${wanted}`;
        assert.ok(Math.abs(value - wanted) < 2e-5 * Math.max(1, Math.abs(wanted)), name);
      });
      assert.equal(new Set(used.slice(2)).size, 1, `bytes in use: ${used}`);
      if (options.every) assert.ok(rate < options.learningRate / 2);
    }
  });

for (const device of DEVICES)
  test(`on ${device}: a classifier learns classes that no line parts, and its gradient is softmax − label`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device });
        const { nd, nn, autograd } = lab;
        const scores = nd
          .array([
            [1, 2, 0.5],
            [0, -1, 3],
          ])
          .attachGrad();
        const each = new nn.CrossEntropyLoss();
        const loss = autograd.record(() => each(scores, nd.array([1, 2])));
        loss.backward();
        const [gradient, softmax, values] = await Promise.all(
          [scores.grad, scores.softmax(), loss].map(async (array) => [...(await array.data())]),
        );
        const soft = await each(
          scores,
          nd.array([
            [0, 1, 0],
            [0, 0, 1],
          ]),
        ).data();
        const none = await each(scores, nd.array([3, NaN])).data();
        // Exclusive or, each case twice.
        const x = nd.array([
          [0, 0],
          [0, 1],
          [1, 0],
          [1, 1],
        ]);
        const y = nd.array([0, 1, 1, 0]);
        const net = new nn.Sequential([new nn.Dense(16, { activation: 'tanh' }), new nn.Dense(2)]);
        net.initialize({ seed: 3 });
        const trainer = new nn.Trainer(net, 'adam', {
          learningRate: nn.schedule.cosine({ from: 0.1, steps: 60, warmup: 5 }),
        });
        const mean = new nn.CrossEntropyLoss({ reduction: 'mean' });
        const losses = [];
        for (let step = 0; step < 60; step += 1)
          lab.tidy(() => {
            const loss = autograd.record(() => mean(net(x), y));
            loss.backward();
            trainer.step(1);
            if (step % 59 === 0) losses.push(loss.item());
          });
        const classes = [...(await net(x).argmax(1).data())];
        return {
          gradient,
          softmax,
          values,
          soft: [...soft],
          none: [...none].map(String),
          classes,
          losses: await Promise.all(losses),
        };
      },
      device,
    );
    const label = [0, 1, 0, 0, 0, 1];
    seen.gradient.forEach((value, i) =>
      assert.ok(Math.abs(value - (seen.softmax[i] - label[i])) < 1e-6),
    );
    const expected = [seen.softmax[1], seen.softmax[5]].map((p) => -Math.log(p));
    for (const values of [seen.values, seen.soft])
      values.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-5, `${values}`));
    assert.deepEqual(seen.none, ['NaN', 'NaN'], 'a label that is no class is no healthy loss');
    assert.deepEqual(seen.classes, [0, 1, 1, 0]);
    assert.ok(seen.losses[1] < seen.losses[0] / 20, `${seen.losses}`);
  });

test('parameters go to a file and back, and come from one of Python', async (t) => {
  const file = readFileSync(new URL('../numpy/parameters.safetensors', import.meta.url));
  const seen = await onPage(
    await blank(t),
    async ({ connect, thrown }, bytes) => {
      const lab = await connect({ device: 'cpu' });
      const { nd, nn } = lab;
      const make = (units = 2) =>
        new nn.Sequential([
          new nn.Dense(units, { activation: 'relu' }),
          new nn.Dropout(0.5),
          new nn.Dense(1),
        ]);
      const read = (net) =>
        Promise.all(net.parameters().map(async (array) => [...(await array.data())]));
      const [net, copy] = [make(), make()];
      net.initialize({ seed: 9 });
      copy.initialize({ seed: 10 });
      net(nd.ones([1, 3])).dispose();
      const saved = await net.state();
      copy.load(saved);
      const handle = copy.parameters()[0];
      const before = await read(copy);
      const python = new Uint8Array(bytes);
      const inPython = (name) => name.replace(/^0/, 'layers.0').replace(/^2/, 'layers.1');
      copy.load(python, inPython);
      const fresh = make();
      fresh.load(python.buffer, inPython);
      const header = new TextDecoder().decode(
        saved.subarray(8, 8 + new DataView(saved.buffer).getUint32(0, true)),
      );
      const changed = python.slice();
      changed[9] = 0;
      return {
        same: [String(await read(net)) === String(before), handle === copy.parameters()[0]],
        loaded: await read(copy),
        fresh: String(await read(copy)) === String(await read(fresh)),
        trains: fresh.parameters()[0].grad,
        header: JSON.parse(header),
        length: saved.length % 4,
        missing: thrown(() => copy.load(python)),
        other: thrown(() => make(5).load(python, inPython)),
        broken: [
          new Uint8Array(3),
          new Uint8Array(64).fill(255),
          changed,
          python.slice(0, -9),
          'text',
        ].map((file) => thrown(() => copy.load(file, inPython))),
        kept: String(await read(copy)) === String(await read(fresh)),
      };
    },
    [...file],
  );
  assert.deepEqual(seen.same, [true, true]);
  assert.deepEqual(seen.loaded, [[0, 0.25, 0.5, 0.75, 1, 1.25], [0.5, -1], [1.5, -2], [3.25]]);
  assert.ok(seen.fresh && seen.kept && seen.trains === null);
  assert.deepEqual(Object.keys(seen.header), ['0.weight', '0.bias', '2.weight', '2.bias']);
  assert.deepEqual(seen.header['0.weight'], { dtype: 'F32', shape: [2, 3], data_offsets: [0, 24] });
  assertError(seen.missing, 'INVALID_FILE', /layers\.0\.weight/, /0\.weight/);
  assertError(seen.other, 'SHAPE_MISMATCH', /\[2, 3\]/, /5/);
  for (const error of seen.broken) assertError(error, 'INVALID_FILE');
});

test('dropout sets elements to zero while it is recorded, and its mean stays', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, thrown }) => {
    const lab = await connect({ device: 'cpu', seed: 4 });
    const { nd, nn, autograd } = lab;
    const x = nd.ones([100, 100]).attachGrad();
    const dropout = new nn.Dropout(0.25);
    const y = autograd.record(() => dropout(x));
    const data = await y.data();
    y.backward();
    const gradient = await x.grad.data();
    return {
      mean: data.reduce((a, b) => a + b) / 1e4,
      values: [...new Set(data)].sort(),
      gradient: data.every((value, i) => value === gradient[i]),
      still: dropout(x) === x,
      again: await autograd
        .record(() => dropout(x))
        .equal(y)
        .mean()
        .item(),
      rate: thrown(() => new nn.Dropout(1)),
    };
  });
  assert.deepEqual(seen.values, [0, Math.fround(1 / 0.75)]);
  assert.ok(
    Math.abs(seen.mean - 1) < 0.03 && seen.gradient && seen.still && seen.again < 0.8,
    JSON.stringify(seen),
  );
  assertError(seen.rate, 'INVALID_NUMBER', /rate is 1/);
});

test('a gradient of a gradient is rejected, and why', async (t) => {
  const error = await onPage(await blank(t), async ({ connect, thrown }) => {
    const { nd, autograd } = await connect({ device: 'cpu' });
    const x = nd.array([3]).attachGrad();
    const penalty = autograd.record(() => {
      const y = x.square();
      return autograd.grad(y, x).square().sum();
    });
    return thrown(() => penalty.backward());
  });
  assertError(error, 'NO_GRADIENT', /pass was not recorded/, /createGraph/);
});
