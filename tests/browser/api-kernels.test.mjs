// The kernel that a large product runs with: tuned, reported, pinned.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, blank, onPage } from './lab.mjs';

test('kernels are tuned by the first large product, reported, and pinned by the report', async (t) => {
  const seen = await onPage(await blank(t), async ({ connect, rejected }) => {
    const product = async (kernels) => {
      const lab = await connect({ kernels });
      const x = lab.nd.random.normal([400, 380], { seed: 1 });
      const before = lab.info().kernels;
      const y = await x.matmul(x, { transposeB: true }).data();
      // A round of trials precedes each product until the times can be compared. The times are reported soon after.
      for (let calls = 0; kernels === 'tuned' && calls < 200; calls += 1) {
        if (Object.keys(lab.info().kernels).length > 0) break;
        await x.matmul(x, { transposeB: true }).waitToRead();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const again = await x.matmul(x, { transposeB: true }).data();
      const { kernels: reported, trials, policy, timestamps } = lab.info();
      lab.close();
      return {
        before,
        reported,
        trials,
        policy: policy.kernels,
        timestamps,
        same: String(y) === String(again),
        y,
      };
    };
    const tuned = await product('tuned');
    const fixed = await product('fixed');
    const pinned = await product(tuned.reported);
    const default_ = await product(undefined);
    const all = [tuned, fixed, pinned, default_];
    return {
      reported: all.map(({ reported }) => reported),
      trials: all.map(({ trials }) => trials),
      policies: all.map(({ policy }) => policy),
      before: tuned.before,
      timed: tuned.timestamps !== null,
      same: all.every(({ same, y }) => same && String(y) === String(tuned.y)),
      wrong: await rejected(() => connect({ kernels: 'slow' })),
      unknown: await rejected(() => connect({ kernels: { 'matmul 1×1×1×1': 'slow' } })),
    };
  });
  assert.ok(seen.timed, 'the adapter of the tests has timestamps');
  assert.deepEqual(seen.policies, ['tuned', 'fixed', 'fixed', 'fixed']);
  assert.deepEqual(seen.before, {});
  const [tuned, fixed, pinned, byDevice] = seen.reported;
  assert.deepEqual(Object.keys(tuned), ['matmul 1×512×512×512 bᵀ']);
  assert.match(Object.values(tuned)[0], /^(registers|shared) (4×4|8×8)$/);
  assert.deepEqual([fixed, pinned, byDevice], [{}, tuned, {}]);
  const [evidence, ...none] = seen.trials;
  assert.deepEqual(Object.keys(evidence), Object.keys(tuned));
  assert.match(
    Object.values(evidence)[0],
    /registers 8×8 (\d+ ns|too short), .*; \d+ runs, clock's step \d/,
  );
  assert.deepEqual(none, [{}, {}, {}]);
  assert.ok(seen.same, 'results depend on the kernel');
  assertError(seen.wrong, 'INVALID_OPTION', /kernels/, /tuned/, /fixed/);
  assertError(seen.unknown, 'INVALID_OPTION', /slow/, /matmul 1×1×1×1/);
});
