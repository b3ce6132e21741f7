// The parts that experiments measure with: the search for sizes, plans within a budget, and counts over time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BOUNDS,
  deepest,
  depthOf,
  overfill,
  turnsOf,
  untilRejected,
} from '../../www/experiments/backpressure/queue.js';
import * as model from '../../www/experiments/improving/model.js';
import { batchesFor, LENGTHS, loneFor, longest } from '../../www/experiments/improving/plan.js';
import { repeats } from '../../www/experiments/improving/repeats.js';
import { endedIn } from '../../www/experiments/lib/ended.js';
import {
  drownedIn,
  productTakes,
  unclocked,
  untimedOn,
} from '../../www/experiments/lib/foresee.js';
import { climb, LADDER } from '../../www/experiments/lib/ladder.js';
import { latencyIn, latencyWay, scatterOf } from '../../www/experiments/lib/latency.js';
import { thinned } from '../../www/experiments/lib/series.js';
import { finishedAt, increase, measuredOf } from '../../www/experiments/memory/training.js';
import { rowsOf } from '../../www/experiments/graph/steps.js';

test('the ladder ends below the bound of memory, at the largest that is allowed, and where the next would take too long', async () => {
  const seek = async (takes, { arrayBytes = 1e9, ...more } = {}) => {
    const tried = [];
    let first = true;
    const n = await climb({
      attempt: async (size) => {
        if (first) first = false;
        else tried.push(size);
        return takes(size);
      },
      limits: { arrayBytes },
      rounds: 3,
      onAttempt: () => {},
      budget: 600,
      ...more,
    });
    return [n, tried];
  };
  const none = () => 0;
  assert.deepEqual(await seek(none), [4000, LADDER]);
  assert.equal((await seek(none, { arrayBytes: 4 * 384 ** 2 }))[0], 384);
  assert.equal((await seek(none, { arrayBytes: 4 * 384 ** 2 - 1 }))[0], 256);
  assert.equal((await seek(none, { largest: 128 }))[0], 128);
  // A round may take 100 ms. 12.5 ms at n are 100 ms at 2 n. A size that seems too slow is tried twice.
  const [n, tried] = await seek((size) => (size / 256) ** 3 * 100);
  assert.deepEqual([n, tried.at(-1), tried.at(-2)], [256, 256, 256]);
  const slow = await seek((size) => (size / 255) ** 3 * 100);
  assert.equal(slow[0], 192);
  // Sizes whose time the notification latency hides are passed two rungs at a time.
  assert.deepEqual((await seek(() => 12, { floor: 10, largest: 128 }))[1], [32, 64, 128]);
  // The notification latency is a part of each round.
  assert.equal((await seek((size) => 50 + 10 * (size / 256) ** 3, { floor: 50 }))[0], 256);
  let times = 0;
  const [most] = await seek((size) => (size === 64 && times++ === 0 ? 99 : 0), { largest: 96 });
  assert.equal(most, 96);
});

test('lengths fit into the budget, short ones are repeated, and batches take long enough to be seen', () => {
  assert.deepEqual(
    [repeats(2, 1, 0), repeats(20, 100, 0), repeats(2, 1, 1), repeats(1, 0, 0)],
    [10, 1, 12, 20],
  );
  assert.equal(repeats(2, 30, 0), 2);
  const total = (single, rounds) =>
    LENGTHS.map((n) => n * repeats(n, n * single, 0.1) * single * rounds).reduce(
      (sums, one) => [...sums, one + (sums.at(-1) ?? 0)],
      [],
    );
  for (const [single, rounds] of [
    [0.001, 6],
    [0.01, 6],
    [0.5, 6],
    [20, 6],
  ]) {
    const sums = total(single, rounds);
    const fits = LENGTHS.filter((_, at) => sums[at] <= 340).at(-1) ?? LENGTHS[0];
    assert.equal(longest(single, rounds, 0.1), fits, `${single}`);
  }
  assert.deepEqual(batchesFor(1, 1, 0.1), { long: 43, short: 12, bent: 8 });
  assert.deepEqual(batchesFor(1, 10, 0.1).long, 83);
  assert.deepEqual(batchesFor(1, 1, 1).long, 83);
  assert.deepEqual([batchesFor(1e-6, 1, 1).long, batchesFor(100, 1, 0).long], [4503, 27]);
  assert.deepEqual([1e-3, 1, 10].map(loneFor), [300, 30, 14]);
  const costs = { t1: 2, t2: 3, t3: 5 };
  assert.deepEqual(
    [model.each(costs, 4), model.once(costs, 4), model.once({ t1: 3, t2: 2, t3: 5 }, 4)],
    [40, 19, 19],
  );
  assert.deepEqual(model.saved(costs, 4), { return: 15, overlap: 6 });
  // The chapter's condition counts one enqueueing too few for t1 between 3 and 4.5.
  const both = [1, 3, 4, 5].map((t1) =>
    [model.onceInTheChapter, model.once].map((of) => of({ ...costs, t1 }, 3)),
  );
  assert.deepEqual(both, [
    [15, 15],
    [17, 17],
    [18, 20],
    [23, 23],
  ]);
});

test('the depth of a queue: what ends and begins at once, in one step from zero on; thinned it keeps its height and end', () => {
  const depth = depthOf({ enqueued: [5, 6, 7], completed: [7, 8, 8] }, 10);
  assert.deepEqual(depth, {
    times: [0, 1, 2, 3],
    values: { operations: [1, 2, 2, 0], bytes: [10, 20, 20, 0] },
  });
  assert.equal(deepest(depth, 'bytes'), 20);
  const times = Array.from({ length: 1000 }, (_, i) => i);
  const series = thinned(
    { times, values: { a: times.map((i) => (i === 501 ? 9 : 0)), b: times } },
    'a',
    10,
  );
  assert.ok(series.times.length <= 11, `${series.times.length}`);
  assert.deepEqual(
    [series.values.a.includes(9), series.times.at(-1), series.values.b],
    [true, 999, series.times],
  );
  const few = thinned({ times: [1, 2], values: { a: [3, 4] } }, 'a');
  assert.deepEqual(few, { times: [1, 2], values: { a: [3, 4] } });
  assert.deepEqual(
    BOUNDS.map((bound) => turnsOf(bound, 1001)),
    [8, 16, 32, 128, 501, 501, 501],
  );
});

test('a full queue asks for room a quarter of its bound at a time; where it is rejected, the count is what was taken', async () => {
  const asked = [];
  let [time, taken] = [0, 0];
  const lab = {
    now: () => (time += 1),
    room: async (...given) => asked.push(given),
    waitAll: async () => (time += 100),
  };
  const add = (most) => ({
    size: 3,
    add: () => {
      if (taken === most) throw Object.assign(new Error('full'), { code: 'QUEUE_FULL' });
      taken += 1;
      return { dispose() {} };
    },
  });
  const { loop, done } = await overfill(lab, add(Infinity), 10, 16);
  assert.deepEqual(
    [asked, loop, done >= loop + 100],
    [
      [
        [4, 48],
        [4, 48],
        [4, 48],
      ],
      1,
      true,
    ],
  );
  asked.length = 0;
  await overfill(lab, add(Infinity), 2, 1);
  assert.equal(asked.length, 2);
  taken = 0;
  assert.deepEqual(await untilRejected(lab, add(7), 9), { taken: 7, refusal: 'QUEUE_FULL: full' });
  taken = 0;
  assert.deepEqual(await untilRejected(lab, add(9), 9), { taken: 9, refusal: '' });
  const lost = {
    add: () => {
      throw Object.assign(new Error('x'), { code: 'DEVICE_LOST' });
    },
  };
  await assert.rejects(untilRejected(lab, lost, 1), { code: 'DEVICE_LOST' });
});

test('a minibatch is finished once all operations up to its last are seen complete, by memory’s series or by the loop', () => {
  const memory = { at: [10, 11, 12, 13], completed: [0, 4, 9, 12] };
  const seen = { begun: [0, 2, 50], operations: [4, 8, 12], known: [0, 4, 4] };
  // In the second case, the loop observed four operations before the series did.
  assert.deepEqual(finishedAt(memory, seen, 10), [1, 2, 3]);
  assert.deepEqual(finishedAt({ ...memory, at: [10, 19, 20, 21] }, seen, 10), [2, 10, 11]);
  const held = (...allocated) => ({ values: { allocated } });
  assert.deepEqual([increase(held(5, 9, 7)), increase(held(5, 4))], [4, 0]);
  assert.deepEqual(
    [measuredOf('all').length, measuredOf('few').map(({ name }) => name)],
    [10, ['never-on-completion', 'loss-on-completion', 'never-stream-ordered']],
  );
  assert.deepEqual(
    [rowsOf([{ name: 'add' }], '5', 9), rowsOf([{ name: 'dot' }], '5', 9), rowsOf([], 'auto', 9)],
    [5, 9, 9],
  );
});

test('the end of a trace counts from the last call, with the doubt of the GPU’s clock', () => {
  const trace = { enqueued: [0, 4, 2], ended: [5, NaN, 9], gpuClock: { uncertainty: 6 } };
  assert.deepEqual(endedIn(trace), { value: 5, unit: 'ms', low: 0, high: 11 });
  for (const none of [null, { ...trace, gpuClock: null }, { ...trace, ended: [NaN] }])
    assert.ok(Number.isNaN(endedIn(none).value));
});

test('what is foretold: a cube of the size, twice the scatter, and a step of the clock that is read', () => {
  const info = {
    floor: { low: 1, high: 3 },
    clock: { step: 0.5, backendStep: 2 },
    timestamps: { quantum: 1 },
    device: 'webgpu',
  };
  assert.equal(productTakes({ product: { ms: 3, n: 10 } }, 20), 24);
  assert.equal(drownedIn(6.1, { info }, {}), null);
  assert.deepEqual(drownedIn(6, { info }, { n: 1 }), {
    key: 'short',
    takes: 6,
    least: 3,
    set: { n: 1 },
  });
  assert.equal(drownedIn(6, { info }, {}, 1), null);
  assert.equal(untimedOn(info), null);
  assert.equal(untimedOn({ ...info, timestamps: null }).key, 'untimed');
  assert.equal(unclocked({ info, operation: 1.1 }), null);
  assert.deepEqual(unclocked({ info, operation: 1 }, {}), {
    key: 'clock',
    takes: 1,
    least: 1,
    set: {},
  });
  assert.equal(unclocked({ info: { ...info, device: 'cpu' }, operation: 1.1 }, {}).least, 2);
});

test('the latency is measured warm, and scatters by what was measured or by twice the quartiles', async () => {
  let [time, calls, disposed] = [0, 0, 0];
  const y = {
    waitToRead: async () => {
      await null;
      time += 10 / (calls += 1);
    },
    dispose: () => (disposed += 1),
  };
  const way = latencyWay({ now: () => time, nd: { ones: () => ({ add: () => y }) } });
  assert.deepEqual(
    [await way.latency(), await way.latency()].map(({ latency }) => latency.toFixed(2)),
    ['5.00', '3.33'],
  );
  assert.equal(disposed, 3);
  assert.deepEqual(latencyIn({ other: [1] }), { samples: [] });
  const info = { floor: { low: 1, high: 4 } };
  assert.deepEqual(
    [scatterOf({ samples: [3, 9, 5] }, info), scatterOf({ samples: [] }, info)],
    [6, 6],
  );
});
