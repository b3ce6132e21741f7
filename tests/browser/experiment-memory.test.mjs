// A training loop that never waits: the claims on it as bounds and orders, on both devices.
// Alone: it compares times, and the work in flight.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostOpen } from '../../www/experiments/memory/judge.js';
import { batchesOf } from '../../www/experiments/memory/run.js';
import { finishedAt } from '../../www/experiments/memory/training.js';
import { thinned } from '../../www/experiments/lib/series.js';
import { sayerOf } from '../../www/kit/say.js';
import './fixtures/words.mjs';
import { openPage, runExperiment } from './experiment-page.mjs';
import { sources } from './harness.mjs';

test('minibatches over time are counted from their moments', () => {
  const series = batchesOf({ begun: [0, 2, 5], issued: [1, 3, 6], finished: [4, 5, 7] });
  assert.deepEqual(series.times, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(series.values.begun, [1, 1, 2, 2, 2, 3, 3, 3]);
  assert.deepEqual(series.values.finished, [0, 0, 0, 0, 1, 2, 2, 3]);
  assert.equal(mostOpen(series), 2);
});

test('a minibatch that the program knew to be complete is not open beside the next one', () => {
  const memory = {
    at: new Float64Array([10, 12, 15.1, 18]),
    completed: new Float64Array([0, 0, 4, 8]),
  };
  const epoch = { operations: [4, 8], known: [0, 4] };
  // By its clock, the program began the second minibatch 5 ms after the start. By the backend's clock, the first ended at 5.1 ms.
  assert.deepEqual(finishedAt(memory, { ...epoch, begun: [0, 5] }, 10), [5, 8]);
  assert.equal(finishedAt(memory, { ...epoch, begun: [0, 6] }, 10)[0].toFixed(1), '5.1');
});

test('a thinned series keeps its peak and its end', () => {
  const times = Array.from({ length: 1003 }, (_, i) => i);
  const values = { a: times.map((i) => (i === 500 ? 9 : 1)), b: times };
  const thin = thinned({ times, values }, 'a', 10);
  assert.ok(thin.times.length <= 11);
  assert.ok(thin.values.a.includes(9) && thin.times.includes(500));
  assert.deepEqual([thin.times.at(-1), thin.values.b.at(-1)], [1002, 1002]);
  assert.deepEqual(thinned({ times: [1, 2], values: { a: [1, 2] } }, 'a').times, [1, 2]);
});

for (const device of ['webgpu', 'cpu']) {
  test(`on ${device}: results pile up without a wait only if memory is freed on completion`, async (t) => {
    const page = await openPage(t);
    const asked = { features: 48, batch: 96, batches: 12, overlap: 4, rounds: 2, ways: 'all' };
    const { result, ways, lines } = await runExperiment(page, 'memory', asked, device);
    const held = (way, allocator) => Math.max(...ways[`${way}-${allocator}`].bytes);
    const least = (way, allocator) => Math.min(...ways[`${way}-${allocator}`].bytes);
    assert.ok(least('never', 'on-completion') > 2 * held('loss', 'on-completion'));
    assert.ok(least('never', 'on-completion') > held('one', 'on-completion'));
    assert.ok(held('never', 'stream-ordered') < 1.5 * least('loss', 'stream-ordered'));
    const { points } = result.curves.passed;
    for (const [i, issued] of points['never-on-completion'].at(-1).samples.entries())
      assert.ok(issued < ways['never-on-completion'].samples[i]);
    assert.ok(result.measures.needed.value >= held('never', 'on-completion') / 2);

    const open = (way) => mostOpen(result.series[`batches-${way}-on-completion`]);
    assert.ok(open('loss') <= 2 && open('mean') <= 2, 'only the end of a minibatch may be left');
    assert.equal(open('one'), 2);
    assert.ok(open('several') <= 4, `${open('several')}`);
    assert.ok(open('never') > 4);
    assert.match(lines.join('\n'), /batch 12: .*\n +time per epoch: .*\n +increased memory: /);
  });
}

test('every way of waiting, under either allocator, trains the same network', async (t) => {
  const page = await openPage(t, sources());
  const losses = await page.evaluate(async () => {
    const at = (path) => import(new URL(path, document.baseURI).href);
    const { connect } = await at('www/asynclab.js');
    const { ALLOCATORS, trainingOn, WAYS } = await at('www/experiments/memory/training.js');
    const task = { batch: 16, features: 8, rate: 0.01, seed: 3, overlap: 3 };
    const found = [];
    for (const allocator of ALLOCATORS) {
      const lab = await connect({ device: 'cpu', allocator });
      const training = trainingOn(lab, task);
      for (const way of WAYS) found.push((await training.epoch(way, 6)).loss);
      lab.close();
    }
    return found;
  });
  assert.equal(new Set(losses).size, 1, losses.join());
  assert.ok(losses[0] > 0 && losses[0] < 5);
});

test('an error names in bytes what does not fit, and the largest that fits is run', async (t) => {
  const page = await openPage(t);
  const asked = { features: 32, batch: 64, batches: 40, memory: 2, rounds: 1 };
  const { result, lines } = await runExperiment(page, 'memory', asked, 'cpu');
  const { parameters, measures, distortions } = result;
  assert.ok(measures.needed.value > 2e6 && measures.limit.value === 2e6);
  assert.ok(parameters.batches * parameters.batch < 40 * 64 && parameters.batches >= 4);
  for (const { bytes } of result.ways) assert.ok(Math.max(...bytes) <= 2e6);
  assert.match(lines[0], /would have needed [\d.]+ MB/);
  const { key, values } = distortions[0];
  assert.equal(key, 'distortion-shrunk');
  assert.match(
    sayerOf('memory')(key, values),
    /could have needed [\d.]+.MB.* 2\.00.MB may be used/,
  );
});

test('where fewer minibatches fit than could pile up, it says so and runs the largest all the same', async (t) => {
  const page = await openPage(t);
  const asked = { features: 256, batch: 512, batches: 8, memory: 15, rounds: 1 };
  const { result } = await runExperiment(page, 'memory', asked, 'cpu');
  const { parameters, finding } = result;
  assert.equal(finding.key, 'cramped');
  assert.ok(parameters.batches >= 1 && parameters.batches < 4);
  assert.ok(parameters.batch > 1, 'fewer rows would not have let more minibatches fit');
  for (const { bytes } of result.ways) assert.ok(Math.max(...bytes) <= 15e6);
});
