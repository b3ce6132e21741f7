// The queue's bound: it is never exceeded, it costs throughput, and a program that never yields gets an error.
// Alone: it compares times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deepest, depthOf } from '../../www/experiments/backpressure/queue.js';
import { openPage, runExperiment } from './experiment-page.mjs';

test('the depth of a queue from what was enqueued and seen done', () => {
  const trace = {
    enqueued: Float64Array.of(10, 11, 12, 14),
    completed: Float64Array.of(13, 13, 15, 15),
  };
  const depth = depthOf(trace, 8);
  assert.deepEqual(depth.times, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(depth.values.operations, [1, 2, 3, 1, 2, 0]);
  assert.deepEqual([deepest(depth, 'operations'), deepest(depth, 'bytes')], [3, 24]);
});

for (const device of ['webgpu', 'cpu']) {
  test(`on ${device}: a bound is never passed, holds the frontend back, and has its price`, async (t) => {
    const page = await openPage(t);
    const asked = { bound: 32, count: 2048, side: 64, rounds: 2 };
    const { result, ways, lines } = await runExperiment(page, 'backpressure', asked, device);
    const { series, measures, finding } = result;
    assert.ok(deepest(series.bounded, 'operations') <= 32);
    assert.ok(deepest(series.inBytes, 'bytes') <= measures.bytesBound.value);
    assert.ok(deepest(series.free, 'operations') > 32, 'without a bound it overfills');
    assert.ok(deepest(series.free, 'bytes') > measures.bytesBound.value);
    assert.equal(measures.taken.value, 32, 'who never yields is rejected at the bound');
    assert.match(finding.values.refusal, /^QUEUE_FULL: .*lab\.room/);
    assert.match(lines.at(-1), /32 operations accepted, then QUEUE_FULL/);
    assert.ok(ways['loop-bounded'].median > ways['loop-free'].median);
    const { each } = result.curves.price.points;
    assert.ok(each[0].median > each.at(-1).median, 'room for one is the slowest');
    for (const { values } of Object.values(series)) assert.equal(values.operations.at(-1), 0);
  });
}
