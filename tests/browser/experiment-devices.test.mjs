// CPU and GPU together: work that overlaps and work that cannot, as orders and bounds.
// Alone: it compares times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utilisation } from '../../www/experiments/devices/work.js';
import { openPage, runExperiment } from './experiment-page.mjs';

test('utilisation is the union of a device’s operations over the whole', () => {
  const trace = {
    devices: ['webgpu', 'cpu'],
    device: [0, 0, 1, 0],
    enqueued: [0, 0, 0, 0],
    submitted: [1, 1, 1, 1],
    started: [2, 3, NaN, 8],
    ended: [4, 6, NaN, 9],
    completed: [5, 7, 6, 10],
  };
  // The GPU works from 2 to 6 and from 8 to 9. The CPU has no own times, so it counts from submission to the observed end.
  assert.deepEqual(utilisation(trace), { webgpu: 0.5, cpu: 0.5 });
  assert.deepEqual(utilisation({ ...trace, device: [0, 0, 0, 0] }), { webgpu: 0.9, cpu: 0 });
});

test('one after the other never overlaps, both at once does', async (t) => {
  const page = await openPage(t);
  const asked = { n: 96, m: 160, batches: 6, rounds: 6 };
  const { result, ways, lines } = await runExperiment(page, 'devices', asked, 'webgpu');
  assert.deepEqual(Object.keys(result.curves.use.points), ['webgpu', 'cpu']);
  const busy = (device, way) =>
    result.curves.use.points[device][result.ways.findIndex((one) => one.way === way)].median;
  const both = (way) => busy('webgpu', way) + busy('cpu', way);
  for (const wait of ['end', 'each']) {
    assert.equal(busy('cpu', `gpu-${wait}`), 0);
    assert.equal(busy('webgpu', `cpu-${wait}`), 0);
    // The GPU's clock is fitted to the lab's, with a small error.
    assert.ok(both(`turn-${wait}`) < 1.1, `${both(`turn-${wait}`)}`);
  }
  assert.ok(both('beside-end') > both('turn-end'));
  // A wait after every minibatch leaves both devices idle until its end is reported and the next minibatch is enqueued.
  assert.ok(both('beside-each') < both('beside-end'), `${both('beside-each')}`);
  for (const alone of ['gpu-end', 'cpu-end'])
    assert.ok(ways[alone].median < ways['turn-end'].median, alone);
  // In the first third of the figure the devices work in turn and do not overlap. In its last third they do.
  const { trace } = result;
  assert.deepEqual(trace.devices, ['webgpu', 'cpu']);
  const inTurn = 3 * 2 * 4; // minibatches, devices, products
  const lasting = (name, rows) =>
    rows
      .filter((row) => trace.devices[trace.device[row]] === name)
      .map((row) => [
        trace.started[row] ?? trace.submitted[row],
        trace.ended[row] ?? trace.completed[row],
      ]);
  const together = (rows) =>
    lasting('webgpu', rows)
      .flatMap(([from, to]) =>
        lasting('cpu', rows).map(([begin, end]) =>
          Math.max(0, Math.min(to, end) - Math.max(from, begin)),
        ),
      )
      .reduce((sum, ms) => sum + ms, 0);
  const rows = trace.op.map((_, row) => row);
  assert.equal(rows.length, 3 * inTurn);
  const { uncertainty } = trace.gpuClock ?? { uncertainty: 0 };
  assert.ok(together(rows.slice(0, inTurn)) <= 2 * 4 * uncertainty, 'in turn');
  assert.ok(together(rows.slice(2 * inTurn)) > together(rows.slice(0, inTurn)), 'side by side');
  assert.match(lines.at(-1), /one after the other \/ both at once: [\d.]+.*? ×/);
  if (result.info.adapter.software) {
    assert.match(result.finding.key, /shared|coarse|unsteady/);
    assert.ok(result.distortions.some(({ key }) => key === 'distortion-software'));
  }
});

test('on the CPU alone it says what cannot be shown', async (t) => {
  const page = await openPage(t);
  const { result } = await runExperiment(page, 'devices', { m: 96, batches: 4, rounds: 2 }, 'cpu');
  assert.equal(result.finding.key, 'alone');
  assert.deepEqual(
    result.ways.map(({ way }) => way),
    ['cpu-end', 'cpu-each'],
  );
  const section = '[data-experiment="devices"]';
  assert.match(
    await page.$eval(`${section} [data-finding]`, (element) => element.innerText),
    /cannot show whether/,
  );
});
