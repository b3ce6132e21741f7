// The lazy mode: when work begins, what is computed together, and that results have the bits of eager ones.
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
            // Products before sums, sums that cancel out, functions before their inverses: what compilers like to shorten.
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
