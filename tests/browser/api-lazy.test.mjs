// The lazy mode: when work begins, which operations are computed together, and that results have the bits of the eager mode.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, DEVICES, onPage } from './lab.mjs';

for (const device of DEVICES) {
  test(`${device}: chains wait, and are one kernel with the bits of many`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const bits = async (lazy, n) => {
          const lab = await connect({ device, lazy });
          const { nd } = lab;
          const [x, y] = [nd.random.normal([n], { seed: 1 }), nd.random.normal([n], { seed: 2 })];
          const result = lab.tidy(() => {
            let z = x.mul(y);
            // Products before sums, sums that cancel out, functions before their inverses: expressions that compilers simplify.
            for (let turn = 0; turn < 8; turn += 1)
              z = z
                .add(x)
                .add(1000 + turn)
                .sub(1000 + turn)
                .mul(y);
            return z.abs().log().exp().sqrt().square().div(3).mul(3);
          });
          const data = new Uint32Array((await result.data()).buffer);
          for (const array of [x, y, result]) array.dispose();
          await lab.waitAll();
          const { used, pending } = lab.memory();
          lab.close();
          return { data, left: used + pending };
        };
        const differ = [];
        const left = [];
        for (const n of [1, 5, 4096, 70_001]) {
          const [eager, lazy] = [await bits(false, n), await bits(true, n)];
          differ.push(eager.data.filter((word, i) => word !== lazy.data[i]).length);
          left.push(lazy.left);
        }

        const lab = await connect({ device, lazy: true });
        const { policy } = lab.info();
        const x = lab.nd.ones([1000]);
        await x.waitToRead();
        const held = await lab.profile(async () => {
          const [a, b] = [x.add(1), x.mul(2)];
          const c = a.add(b);
          const waiting = (await lab.graph()).length;
          return { item: await c.sum().item(), waiting };
        });
        const fused = await lab.profile(async () => {
          const y = lab.tidy(() => x.add(1).mul(2).exp());
          await y.waitToRead();
        });
        lab.close();
        const list = (column) => (column ? Array.from(column) : null);
        return {
          differ,
          left,
          lazy: policy.lazy,
          held: { ...held.value, kernel: list(held.kernel) },
          fused: { kernel: list(fused.kernel), started: list(fused.started) },
        };
      },
      device,
    );
    assert.deepEqual(seen.differ, [0, 0, 0, 0]);
    assert.deepEqual(seen.left, [0, 0, 0, 0]);
    assert.equal(seen.lazy, true);
    assert.deepEqual(seen.held, { item: 4000, waiting: 3, kernel: null });
    assert.deepEqual(seen.fused.kernel, [2, 2, 2]);
    assert.equal(new Set(seen.fused.started).size, 1);
  });
}

for (const device of DEVICES) {
  test(`${device}: reductions end a chain, products begin one, and operands are broadcast in it`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const run = async (lazy) => {
          const lab = await connect({ device, lazy });
          const { nd } = lab;
          const normal = (dims, seed) => nd.random.normal(dims, { seed });
          const results = [];
          const trace = await lab.profile(async () => {
            for (const dims of [[], [70_001], [33, 65], [64, 48], [3, 4, 5, 7]]) {
              for (const reduce of ['sum', 'mean', 'max', 'norm']) {
                for (const axis of [undefined, 0, dims.length - 1].filter((axis) => !(axis < 0))) {
                  if (dims.length === 0 && axis !== undefined) continue;
                  results.push(
                    lab.tidy(() => {
                      const [x, y] = [normal(dims, 1), normal(dims, 2)];
                      const row = normal(dims.slice(-1), 3);
                      const z = x.mul(y).add(row).mul(0.1).add(0.3);
                      return z[reduce](axis, { keepDims: axis === 0 });
                    }),
                  );
                }
              }
            }
            for (const [m, k, n] of [
              [1, 1, 1],
              [33, 65, 20],
              [64, 128, 64],
              [9, 300, 35],
            ]) {
              for (const transposeB of [false, true]) {
                results.push(
                  lab.tidy(() => {
                    const b = normal(transposeB ? [n, k] : [k, n], 2);
                    const y = normal([m, k], 1)
                      .matmul(b, { transposeB })
                      .add(normal([n], 3));
                    return y.mul(0.1).add(0.3).relu();
                  }),
                );
              }
            }
            await lab.waitAll();
          });
          const data = [];
          for (const result of results)
            data.push([...new Uint32Array((await result.data()).buffer)]);
          lab.close();
          const kernel = trace.kernel ?? trace.op.keys();
          return { data, operations: trace.op.length, kernels: new Set(kernel).size };
        };
        const [eager, lazy] = [await run(false), await run(true)];
        const differs = (bits, i) => bits.some((word, at) => word !== lazy.data[i][at]);
        return {
          differ: eager.data.filter(differs).length,
          results: [eager.data.length, lazy.data.length],
          // The operations that are fused into another operation's kernel.
          fused: lazy.operations - lazy.kernels,
          operations: [eager.operations, lazy.operations],
        };
      },
      device,
    );
    assert.equal(seen.differ, 0);
    assert.equal(seen.results[0], seen.results[1]);
    assert.equal(seen.operations[0], seen.operations[1]);
    // Each result is one kernel of five operations: a reduction behind four, or a product before four.
    assert.equal(seen.fused, 4 * seen.results[0]);
  });
}

test('a step of training has the bits of an eager one, in fewer kernels', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect }) => {
    const train = async (lazy) => {
      const lab = await connect({ lazy });
      const { nd, nn, autograd } = lab;
      const net = new nn.Sequential();
      net.add(new nn.Dense(16, { activation: 'relu' }));
      net.add(new nn.Dense(1));
      net.initialize({ seed: 3 });
      const l2 = new nn.L2Loss();
      const [x, y] = [nd.random.normal([32, 8], { seed: 1 }), nd.random.normal([32], { seed: 2 })];
      net(x).dispose();
      const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.1 });
      const trace = await lab.profile(async () => {
        for (let step = 0; step < 3; step += 1)
          lab.tidy(() => {
            autograd.record(() => l2(net(x), y)).backward();
            trainer.step(32);
          });
        await lab.waitAll();
      });
      const out = new Uint32Array((await net(x).data()).buffer);
      lab.close();
      const kernels = new Set(trace.kernel ?? trace.op.keys()).size;
      return { out, operations: trace.op.length, kernels };
    };
    const [eager, lazy] = [await train(false), await train(true)];
    return {
      differ: eager.out.filter((word, i) => word !== lazy.out[i]).length,
      operations: [eager.operations, lazy.operations],
      kernels: [eager.kernels, lazy.kernels],
    };
  });
  assert.equal(seen.differ, 0);
  assert.equal(seen.operations[0], seen.operations[1]);
  assert.equal(seen.kernels[0], seen.operations[0]);
  assert.ok(seen.kernels[1] < seen.kernels[0], `${seen.kernels}`);
});

test('lazy is a flag that excludes blocking', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, rejected }) => ({
    wrong: await rejected(() => connect({ device: 'cpu', lazy: 1 })),
    both: await rejected(() => connect({ device: 'sim', lazy: true, blocking: true })),
  }));
  assertError(seen.wrong, 'INVALID_OPTION', /lazy/, /true or false/);
  assertError(seen.both, 'INVALID_OPTION', /lazy/, /blocking/);
});
