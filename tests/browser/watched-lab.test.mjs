// The lab itself, watched by the script and compared with its own trace: the same submissions, in the same order. The differences of their
// times are printed (docs/watch.md has the figures).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, sources } from './harness.mjs';

const ROUNDS = 20;
/** The step of a browser's clock, ms. */
const STEP = 0.1;

test('each submission of the lab’s own trace is one of the recording, with as many dispatches', async (t) => {
  const { page, errors } = await open(t, { path: `${await sources()}gallery.html` });
  const rounds = await page.evaluate(async (count) => {
    const { connect } = await import('/www/asynclab.js');
    const { watch } = await import('/www/watch/watch.js');
    const watching = watch({ stacks: 'none' });
    const lab = await connect({ device: 'webgpu', backend: 'same' });
    const { nd } = lab;
    const traces = [];
    for (let round = 0; round < count; round += 1)
      traces.push(
        await lab.profile(async () => {
          const x = nd.random.uniform([256, 256], { seed: 1 });
          for (let i = 0; i < 10; i += 1) await nd.dot(x, x).sum().item();
        }),
      );
    const plain = (list) => Array.from(list, Number);
    const columns = ['submission', 'submitted', 'completed'];
    const own = traces.map((trace) =>
      Object.fromEntries(columns.map((name) => [name, plain(trace[name])])),
    );
    const { submissions, counts } = await watching.stop();
    lab.close();
    return { own, submissions, faults: counts.faults, twice: await askTwice(count * 10) };

    /** The times between the answers to two consecutive questions of a page without any library. */
    async function askTwice(times) {
      const { queue } = await (await navigator.gpu.requestAdapter()).requestDevice();
      const apart = [];
      const answered = () => queue.onSubmittedWorkDone().then(() => performance.now());
      for (let i = 0; i < times; i += 1) {
        queue.submit([]);
        const [one, other] = await Promise.all([answered(), answered()]);
        apart.push(1000 * (one - other));
      }
      return apart;
    }
  }, ROUNDS);
  assert.deepEqual(errors, []);
  const { own, submissions, faults, twice } = rounds;
  assert.equal(faults, 0);
  // A queue completes its work in order.
  const ends = submissions.completed;
  assert.ok(ends.every((time, i) => i === 0 || ends[i - 1] <= time));
  const apart = { submitted: [], completed: [], 'two questions in a row': twice };
  let from = 0;
  for (const trace of own) {
    const serials = [...new Set(trace.submission)];
    assert.ok(serials.length >= 10);
    for (const serial of serials) {
      const row = trace.submission.indexOf(serial);
      const rows = trace.submission.filter((other) => other === serial).length;
      // The next submission with a dispatch: the lab's trace leaves out submissions of copies only.
      const near = submissions.at.findIndex(
        (at, i) => i >= from && submissions.operations[i] > 0 && at >= trace.submitted[row] - 0.2,
      );
      assert.ok(near >= 0, `submission ${serial}`);
      assert.ok(submissions.operations[near] >= rows);
      assert.ok(submissions.completed[near] >= submissions.at[near]);
      // The lab reads the clock, then submits. The script requests the completion within that call, the lab after it, and answers keep this order.
      assert.ok(submissions.at[near] >= trace.submitted[row] - STEP);
      assert.ok(submissions.completed[near] <= trace.completed[row] + STEP, `submission ${serial}`);
      apart.submitted.push(1000 * (submissions.at[near] - trace.submitted[row]));
      apart.completed.push(1000 * (submissions.completed[near] - trace.completed[row]));
      from = near + 1;
    }
  }
  for (const [name, list] of Object.entries(apart)) {
    const sorted = list.toSorted((a, b) => a - b);
    const [low, middle, high] = [0.05, 0.5, 0.95].map((part) =>
      sorted[Math.floor(part * (sorted.length - 1))].toFixed(0),
    );
    t.diagnostic(`${name}: median ${middle} µs, 90 % from ${low} to ${high}, of ${sorted.length}`);
  }
});
