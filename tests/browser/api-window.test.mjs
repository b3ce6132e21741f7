// Minibatches in flight: at most a given number overlap, and a minibatch's failure is reported when it has finished.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICES, assertError, blank, onPage } from './lab.mjs';

const BATCHES = 8;
/** Operations of a minibatch. */
const LENGTH = 4;
/** The largest difference between the clocks of two threads, ms. */
const SLACK = 0.2;

for (const device of DEVICES) {
  for (const size of [1, 2, 3]) {
    test(`on ${device}: of a window of ${size} batch t + ${size} begins when batch t has finished`, async (t) => {
      const { enqueued, completed, open, waits, result } = await onPage(
        await blank(t),
        async ({ connect }, device, size, batches) => {
          const lab = await connect({ device });
          let x = lab.nd.ones([200, 200]);
          const mean = lab.nd.full([200, 200], 1 / 200);
          await x.waitToRead();
          const open = [];
          const { enqueued, completed, waits } = await lab.profile(async () => {
            const window = lab.window(size);
            for (let batch = 0; batch < batches; batch += 1) {
              x = lab.tidy(() => x.dot(mean).dot(mean).mul(0.5).add(0.5));
              await window.next();
              open.push(window.open);
            }
            await window.finish();
            open.push(window.open);
          });
          return {
            enqueued: [...enqueued],
            completed: [...completed],
            open,
            waits: waits.map(({ kind }) => kind),
            result: await x.sum().item(),
          };
        },
        device,
        size,
        BATCHES,
      );
      assert.equal(enqueued.length, BATCHES * LENGTH);
      const begins = (batch) => enqueued[batch * LENGTH];
      const finishes = (batch) => completed[(batch + 1) * LENGTH - 1];
      for (let batch = 0; batch + size < BATCHES; batch += 1)
        assert.ok(
          begins(batch + size) >= finishes(batch) - SLACK,
          `batch ${batch + size} began at ${begins(batch + size)}, batch ${batch} finished at ${finishes(batch)}`,
        );
      const overlaps = (by) =>
        [...Array(BATCHES - by).keys()].some((batch) => begins(batch + by) < finishes(batch));
      if (size > 1) assert.ok(overlaps(size - 1), 'fewer overlapped than may');
      assert.equal(Math.max(...open), size - 1);
      assert.equal(open.at(-1), 0, 'all are finished');
      assert.deepEqual(waits, Array(BATCHES).fill('window'));
      assert.ok(Math.abs(result - 40_000) < 1, `${result}`);
    });
  }

  test(`on ${device}: the failure of a minibatch is reported at its turn`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect, rejected }, device) => {
        const allocator = 'on-completion'; // In stream order the call would be rejected.
        const lab = await connect({ device, memoryLimit: 2 ** 20, allocator });
        const window = lab.window(2);
        const reported = [];
        for (let batch = 0; batch < 5; batch += 1) {
          lab.tidy(() => lab.nd.ones(batch === 1 ? [1000, 1000] : [100]).add(1));
          reported.push(await rejected(() => window.next()));
        }
        reported.push(await rejected(() => window.finish()));
        return {
          reported: reported.map((error) => error ?? null),
          all: await rejected(() => lab.waitAll()),
        };
      },
      device,
    );
    const [first, second, third, ...rest] = seen.reported;
    assert.deepEqual([first, second], [null, null], 'batch 0 has finished well');
    assertError(third, 'OUT_OF_MEMORY', /\[1000, 1000\]/);
    assert.deepEqual(rest, [null, null, null]);
    assert.equal(seen.all, undefined, 'it was reported');
  });
}

test('a window of no size is rejected', async (t) => {
  const errors = await onPage(await blank(t), async ({ connect, thrown }) => {
    const lab = await connect({ device: 'sim' });
    return [0, -1, 1.5, NaN, Infinity, '2', null, undefined].map((size) =>
      thrown(() => lab.window(size)),
    );
  });
  for (const error of errors) assertError(error, 'INVALID_NUMBER', /^window:/, /1 or more/);
});
