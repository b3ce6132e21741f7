// Bounds on work in flight: a frontend awaits, blocks or gets an error before the queue grows without end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICES, assertError, blank, inWorker, onPage } from './lab.mjs';

for (const device of DEVICES) {
  test(`on ${device}: who never yields is rejected at the bound, and loses nothing`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device, maxQueued: 64 });
        const { nd } = lab;
        await lab.waitAll();
        let x = nd.zeros([10]);
        const results = [x];
        let rejected;
        try {
          for (let i = 0; i < 1000; i += 1) results.push((x = x.add(1)));
        } catch ({ code, message }) {
          rejected = { code, message, typed: true };
        }
        const { inFlight } = lab.progress();
        const right = async () => {
          const values = await Promise.all(results.map((array) => array.data()));
          return values.every((data, i) => data.every((value) => value === i));
        };
        const kept = [results.length, await right()];
        await lab.room();
        results.push((x = x.add(1)));
        await lab.waitAll();
        for (let i = 0; i < 64; i += 1) results.push((x = x.add(1)));
        return { rejected, inFlight, kept, after: [results.length, await right()] };
      },
      device,
    );
    assertError(seen.rejected, 'QUEUE_FULL', /^add:/, /64 operations/, /room\(\)/, /waitAll\(\)/);
    assert.equal(seen.inFlight, 64);
    assert.deepEqual(seen.kept, [64, true]);
    assert.deepEqual(seen.after, [129, true]);
  });

  test(`on ${device}: bytes are bounded as well, and a larger array passes alone`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect, thrown }, device) => {
        const lab = await connect({ device, maxQueuedBytes: 40_000 });
        const { nd } = lab;
        const arrays = [];
        const rejected = thrown(() => {
          for (;;) arrays.push(nd.ones([1000]));
        });
        const { bytes } = lab.progress();
        await lab.waitAll();
        const large = nd.ones([20_000]);
        const more = thrown(() => nd.ones([1]));
        await lab.room(1, 4);
        const sums = await Promise.all(
          [...arrays, large, nd.ones([1])].map((array) => array.sum().item().catch(String)),
        );
        return { rejected, bytes, more, count: arrays.length, sums };
      },
      device,
    );
    assertError(seen.rejected, 'QUEUE_FULL', /^ones:/, /40000 bytes/);
    assert.deepEqual([seen.count, seen.bytes], [10, 40_000]);
    assertError(seen.more, 'QUEUE_FULL');
    assert.deepEqual(seen.sums, [...Array(10).fill(1000), 20_000, 1]);
  });

  test(`on ${device}: a loop that awaits room stays within the bound`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device, maxQueued: 48 });
        let x = lab.nd.zeros([16]);
        let most = 0;
        for (let i = 0; i < 600; i += 1) {
          await lab.room(4);
          for (let step = 0; step < 4; step += 1) {
            const next = x.add(1);
            x.dispose();
            x = next;
          }
          most = Math.max(most, lab.progress().inFlight);
        }
        const queued = (await lab.graph()).length;
        await lab.room(1000); // more than the bound: waits until the queue is empty
        const left = (await lab.graph()).length + lab.progress().inFlight;
        return { most, queued, left, values: [...new Set(await x.data())] };
      },
      device,
    );
    assert.ok(seen.most <= 48, `${seen.most} in flight`);
    assert.ok(seen.queued <= 48, `${seen.queued} not complete, whatever the frontend believes`);
    assert.ok(seen.most >= 24, `the queue was never half full: ${seen.most}`);
    assert.deepEqual([seen.left, seen.values], [0, [2400]]);
  });

  test(`on ${device}: no more than maxInFlight operations are with the device`, async (t) => {
    const { submitted, completed, submission } = await onPage(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device, maxInFlight: 5, opsPerSubmit: 2 });
        const { submitted, completed, submission } = await lab.profile(() => {
          let x = lab.nd.zeros([100]);
          for (let i = 0; i < 60; i += 1) x = x.add(1);
        });
        return {
          submitted: [...submitted],
          completed: [...completed],
          submission: [...submission],
        };
      },
      device,
    );
    const last = submission.at(-1);
    assert.ok(new Set(submission).size >= 30, `${last} submissions`);
    for (const [i, at] of submitted.entries()) {
      const there = submission.filter((serial, k) => serial <= submission[i] && completed[k] > at);
      assert.ok(there.length <= 5, `${there.length} operations were with the device`);
    }
  });

  test(`on ${device}: a backward pass is let in as a whole, or not at all`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect, thrown }, device) => {
        const lab = await connect({ device, maxQueued: 16 });
        const { nd, autograd } = lab;
        const x = nd.array([1, 2, 3]).attachGrad();
        const forward = () =>
          autograd.record(() => lab.tidy(() => x.square().mul(3).exp().log().mul(2).sum()));
        await lab.waitAll();
        const loss = forward();
        const fill = (to) => {
          while (lab.progress().inFlight < to) nd.ones([2]).dispose();
        };
        fill(16);
        const rejected = thrown(() => loss.backward());
        await lab.waitAll();
        fill(15);
        loss.backward(); // the tape is as it was
        const { inFlight } = lab.progress();
        const next = thrown(() => x.add(1));
        return { rejected, inFlight, next, grad: [...(await x.grad.data())] };
      },
      device,
    );
    assertError(seen.rejected, 'QUEUE_FULL', /^backward:/);
    assert.ok(seen.inFlight > 16, `${seen.inFlight}`);
    assertError(seen.next, 'QUEUE_FULL', /^add:/);
    assert.deepEqual(seen.grad.map(Math.round), [12, 24, 36]);
  });
}

for (const device of ['webgpu', 'cpu']) {
  for (const bounds of [{ maxQueued: 64 }, { maxQueuedBytes: 16_384 }]) {
    const NEVER_YIELDS = async ({ connect }, device, bounds) => {
      const lab = await connect({ device, ...bounds });
      const most = { inFlight: 0, bytes: 0 };
      let x = lab.nd.zeros([64]);
      let rejected;
      try {
        for (let i = 0; i < 3200; i += 1) {
          const next = x.add(1);
          x.dispose();
          x = next;
          const { inFlight, bytes } = lab.progress();
          most.inFlight = Math.max(most.inFlight, inFlight);
          most.bytes = Math.max(most.bytes, bytes);
        }
        lab.roomSync(1000, 1e9);
      } catch (error) {
        rejected = error.code;
      }
      const { inFlight } = lab.progress();
      return { most, rejected, inFlight, value: (await x.data())[63] };
    };
    const name = `on ${device}, within ${JSON.stringify(bounds)}`;

    test(`${name}: who may block does so by itself`, async (t) => {
      const page = await blank(t);
      const seen = await inWorker(page, NEVER_YIELDS, device, bounds);
      assert.equal(seen.rejected, undefined);
      assert.ok(seen.most.inFlight <= 64, `${seen.most.inFlight} in flight`);
      // Bytes are counted at checkpoints, a sixteenth of the bound apart, and never underestimated.
      const most = bounds.maxQueuedBytes ?? (64 * 256 * 17) / 16;
      assert.ok(seen.most.bytes <= most, `${seen.most.bytes} bytes in flight`);
      assert.ok(seen.most.inFlight > 16, 'it waited for every single one');
      assert.deepEqual([seen.inFlight, seen.value], [0, 3200]);

      const there = await onPage(page, NEVER_YIELDS, device, bounds);
      assert.equal(there.rejected, 'QUEUE_FULL', 'the main thread may not block');
      assert.equal(there.value, 63);
    });
  }

  test(`on ${device}: a worker blocks at the bound where an assignment is what fills a chunk`, async (t) => {
    const sum = await inWorker(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device, maxQueued: 64 });
        const a = lab.nd.ones([128, 128]);
        const [w, value] = [lab.nd.zeros([2]), lab.nd.ones([2])];
        for (const one of [w, value]) one.attachGrad();
        lab.waitAllSync();
        // A chunk is a quarter of the bound.
        for (let chunk = 0; chunk < 8; chunk += 1) {
          for (let at = 1; at < 16; at += 1) a.dot(a).dispose();
          w.assign(value);
        }
        return w.sum().itemSync();
      },
      device,
    );
    assert.equal(sum, 2);
  });

  test(`on ${device}: a worker trains without a wait, and blocks at the bound by itself`, async (t) => {
    const seen = await inWorker(
      await blank(t),
      async ({ connect }, device) => {
        const lab = await connect({ device, maxQueued: 64 });
        const { nd, nn, autograd } = lab;
        const net = new nn.Sequential([
          new nn.Dense(8, { activation: 'relu' }),
          new nn.Dense(8, { activation: 'relu' }),
          new nn.Dense(1),
        ]);
        const [x, y] = [nd.random.normal([16, 4], { seed: 2 }), nd.ones([16, 1])];
        net.initialize({ seed: 1 });
        net(x).dispose();
        const trainer = new nn.Trainer(net.parameters(), 'sgd', { learningRate: 0.05 });
        const loss = new nn.L2Loss();
        const losses = [];
        let most = 0;
        for (let batch = 0; batch < 60; batch += 1) {
          const l = lab.tidy(() => autograd.record(() => loss(net(x), y).mean()));
          l.backward();
          trainer.step(16);
          losses.push(l);
          most = Math.max(most, lab.progress().inFlight);
        }
        return { most, ends: [losses[0].itemSync(), losses.at(-1).itemSync()] };
      },
      device,
    );
    // One backward pass may exceed the bound.
    assert.ok(seen.most < 2 * 64, `${seen.most} in flight`);
    assert.ok(seen.ends[1] < seen.ends[0], `the losses ${seen.ends}`);
  });
}
