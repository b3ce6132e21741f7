// The experiments' conclusions from made-up samples: each case was once concluded wrongly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge as judgeBarriers } from '../../www/experiments/barriers/judge.js';
import { WAITING } from '../../www/experiments/barriers/ways.js';
import { judge as judgeImproving } from '../../www/experiments/improving/judge.js';
import * as model from '../../www/experiments/improving/model.js';
import { choiceOf, undecided } from '../../www/experiments/lib/verdict.js';
import { waysOf } from '../../www/experiments/lib/ways.js';
import { judge as judgeWarmup } from '../../www/experiments/warmup/judge.js';
import warmup from '../../www/experiments/warmup/experiment.js';
import { randomOf, shuffled, spread } from '../../www/kit/statistics.js';
import { Context } from '../../www/run/context.js';

const info = {
  device: 'webgpu',
  adapter: { name: 'Adapter', software: false },
  clock: { step: 0.1, backendStep: 0.1 },
  timestamps: { quantum: 0.000001 },
  floor: { median: 2, low: 1.5, high: 2.5, samples: 20 },
};
const same = (time) => Array(5).fill(time);

/** A run of `improving` whose loops take exactly what the costs say. */
function improving(costs, more = {}) {
  const point = (x, y) => ({ x, samples: same(y), median: y, low: y, high: y });
  const curve = (each, once) => ({
    points: {
      each: each.map((n) => point(n, model.each(costs, n))),
      once: once.map((n) => point(n, model.once(costs, n))),
    },
    models: {
      each: each.map((n) => ({ x: n, y: model.each(costs, n) })),
      once: once.map((n) => ({ x: n, y: model.once(costs, n) })),
    },
  });
  const lengths = [2, 5, 100];
  const time = costs.t1 + costs.t2 + costs.t3;
  return judgeImproving({
    costs,
    unslowed: costs,
    single: spread(same(time)),
    curves: { loops: curve(lengths, lengths), bend: curve([], lengths) },
    info: { ...info, clock: { step: 0.005, backendStep: 0.005 } },
    batches: { short: 100, long: 400, bent: 80 },
    lone: 30,
    ...more,
  });
}

test('the slower side is named, and waiting once is credited with what it saves alone', () => {
  const slow = improving({ t1: 30, t2: 20, t3: 500 });
  assert.equal(slow.finding.key, 'found-frontend');
  assert.equal(slow.measures.savedReturn.value, 99 * 500);
  assert.equal(slow.measures.savedOverlap.value, 99 * 20, 'the running hides, not the enqueuing');
  const fast = improving({ t1: 2, t2: 20, t3: 500 });
  assert.equal(fast.finding.key, 'found-backend');
  assert.equal(fast.measures.savedOverlap.value, 99 * 2);
  assert.equal(improving({ t1: 20, t2: 20.5, t3: 5 }).finding.key, 'found-even');
  const { each, once, ...rest } = slow.measures;
  const saved = rest.savedReturn.value + rest.savedOverlap.value;
  assert.ok(Math.abs(each.value - once.value - saved) < 1e-6);
});

test('without timestamps a device that waits for its frontend is only bounded', () => {
  const { finding, measures } = improving({ t1: 30, t2: 30, t3: 490 }, { bounded: true });
  assert.equal(finding.key, 'found-limits');
  assert.deepEqual(
    [measures.t2.bound, measures.t3.bound, measures.rest.bound],
    ['≤', '≤', undefined],
  );
  assert.equal(measures.rest.value, 520);
});

test('a finding that cannot tell leaves every guess open', () => {
  for (const key of ['coarse', 'coarse-clock', 'uneven', 'unsteady', 'cramped'])
    assert.ok(undecided({ finding: { key } }), key);
  for (const key of ['found', 'found-late', 'disagrees', 'untimed', 'found-limits'])
    assert.ok(!undecided({ finding: { key } }), key);
});

test('a measure belongs to a choice only where its uncertainty does', () => {
  const choices = [{ key: 'few', below: 10 }, { key: 'many', below: 100 }, { key: 'most' }];
  const times = (value, low, high) => choiceOf({ value, unit: 'x', low, high }, choices);
  assert.equal(times(5), 'few');
  assert.equal(times(50, 20, 90), 'many');
  assert.equal(times(50, 5, 90), null);
  assert.equal(times(50, 50, null), null, 'nothing bounds it');
  assert.equal(times(500, 200, null), 'most');
});

/** The warm-up with what was enqueued and what was seen done, ms. */
function warmUp(enqueued, waited) {
  const ways = waysOf({
    blocking: same(50),
    enqueued: same(enqueued),
    waited: same(waited),
  });
  return judgeWarmup({
    ways,
    gap: spread(same(waited - enqueued)),
    info,
    trace: null,
    repetitions: 10,
  });
}

test('the ratio of the warm-up leaves the report of an empty queue out', () => {
  const { measures } = warmUp(1, 12);
  assert.equal(measures.ratio.value, 10, '12 times with the 2 ms of an empty queue, 10 without');
  assert.ok(measures.ratio.low < 10 && measures.ratio.high > 10);
  const { choices } = warmup.prediction;
  const unclear = warmUp(0.05, 12).measures.ratio;
  assert.equal(unclear.high, Infinity, 'the clock does not tell how short the enqueuing was');
  assert.equal(choiceOf(unclear, choices), null);
});

test('calls that wait are counted as such', () => {
  const times = Object.fromEntries(WAITING.map((way, i) => [way, same(10 + i)]));
  const ways = waysOf({
    nothing: same(0.2),
    ...times,
    two: same(20),
    first: same(11),
    every: same(200),
  });
  const trace = { waits: [], completed: [], started: [], ended: [] };
  const { finding, measures } = judgeBarriers({ ways, info, trace, behind: 20 });
  assert.equal(finding.key, 'found');
  assert.deepEqual([measures.least.value, measures.most.value, WAITING.length], [10, 15, 6]);
});

test('each round has an order of its own, the same for the same seed', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const ordered = async (seed) => {
    const order = [];
    const ctx = new Context({
      connect: async () => {},
      device: 'cpu',
      parameters: { seed },
      post: () => {},
      hidden: () => false,
    });
    const way = (name) => async () => (order.push(name), { [name]: 1 });
    await ctx.interleave(Object.fromEntries(names.map((name) => [name, way(name)])), 40);
    return order;
  };
  const order = await ordered(3);
  assert.deepEqual(order, await ordered(3));
  assert.notDeepEqual(order, await ordered(4));
  const before = new Set();
  for (let i = 1; i < order.length; i += 1) if (order[i] === 'a') before.add(order[i - 1]);
  assert.ok(before.size >= 4, `always after ${[...before]}`);
  for (let round = 0; round < 40; round += 1)
    assert.deepEqual(order.slice(round * 5, round * 5 + 5).toSorted(), names);
  const firsts = new Set(Array.from({ length: 50 }, (_, i) => shuffled(names, randomOf(i))[0]));
  assert.equal(firsts.size, names.length);
});
