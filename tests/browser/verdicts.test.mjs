// The experiments' conclusions from made-up samples: each case was once concluded wrongly.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { judge as judgeBackpressure } from '../../www/experiments/backpressure/judge.js';
import { judge as judgeBarriers } from '../../www/experiments/barriers/judge.js';
import { WAITING } from '../../www/experiments/barriers/ways.js';
import { judge as judgeBatching } from '../../www/experiments/batching/judge.js';
import { judge as judgeCpuAsync } from '../../www/experiments/cpu-async/judge.js';
import { judge as judgeDevices } from '../../www/experiments/devices/judge.js';
import graph from '../../www/experiments/graph/experiment.js';
import { judge as judgeGraph } from '../../www/experiments/graph/judge.js';
import { judge as judgeHiddenSync } from '../../www/experiments/hidden-sync/judge.js';
import { judge as judgeMemory } from '../../www/experiments/memory/judge.js';
import { judge as judgeQueued } from '../../www/experiments/queued/judge.js';
import sandbox from '../../www/experiments/sandbox/experiment.js';
import { timesOf } from '../../www/experiments/lib/quantities.js';
import { uncertain } from '../../www/kit/format.js';
import { repeats } from '../../www/experiments/improving/repeats.js';
import { choiceOf, undecided } from '../../www/experiments/lib/verdict.js';
import { waysOf } from '../../www/experiments/lib/ways.js';
import { judge as judgeWarmup } from '../../www/experiments/warmup/judge.js';
import warmup from '../../www/experiments/warmup/experiment.js';
import { revive } from '../../www/page/revive.js';
import { randomOf, shuffled, spread } from '../../www/kit/statistics.js';
import { Context } from '../../www/run/context.js';
import { improving, info, same } from './made-up.mjs';

/** Next to no work in the same rounds. */
const latency = { samples: [1.5, 2, 2.5, 1.8, 2.2, 2] };

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

test('the parts that waiting once saves are known as well as the costs that divide it', () => {
  const spreads = {
    t1: { low: 1, high: 3 },
    t2: { low: 20, high: 20 },
    t3: { low: 500, high: 500 },
  };
  const { savedOverlap } = improving({ t1: 2, t2: 20, t3: 500 }, { spreads }).measures;
  const { low, value, high } = savedOverlap;
  assert.ok(
    low < 1.1 * 99 && Math.abs(value - 2 * 99) < 1e-6 && high > 2.9 * 99,
    `${low}, ${high}`,
  );
});

test('without timestamps a device that waits for its frontend is only bounded', () => {
  const { finding, measures } = improving({ t1: 30, t2: 30, t3: 490 }, { pace: 'below' });
  assert.equal(finding.key, 'found-limits');
  assert.deepEqual(
    [measures.t2.bound, measures.t3.bound, measures.rest.bound],
    ['≤', '≤', undefined],
  );
  assert.equal(measures.rest.value, 520);
});

test('a finding that cannot decide leaves every guess open', () => {
  for (const key of ['coarse', 'coarse-clock', 'uneven', 'unsteady', 'unsteady-untimed', 'cramped'])
    assert.ok(undecided({ finding: { key } }), key);
  for (const key of ['found', 'found-late', 'disagrees', 'found-untimed', 'found-limits'])
    assert.ok(!undecided({ finding: { key } }), key);
});

test('a measure belongs to a choice only where its uncertainty does', () => {
  const choices = [{ key: 'few', below: 10 }, { key: 'many', below: 100 }, { key: 'most' }];
  const times = (value, low, high, of = info) =>
    choiceOf({ value, unit: 'x', low, high }, choices, of);
  assert.equal(times(5), null, 'too few rounds for an interval');
  assert.equal(times(5, undefined, undefined, { ...info, device: 'sim' }), 'few', 'given');
  assert.equal(times(50, 20, 90), 'many');
  assert.equal(times(50, 5, 90), null);
  assert.equal(times(50, 50, null), null, 'nothing bounds it');
  assert.equal(times(500, 200, null), 'most');
});

test('a guess about the graph is decided by as many rounds as have an interval', () => {
  const recording = new URL('../../www/experiments/graph/recording.json', import.meta.url);
  const { ways, trace, info: machine } = revive(JSON.parse(readFileSync(recording, 'utf8')));
  const { of, choices } = graph.prediction;
  const chosen = (rounds) => {
    const samples = Object.fromEntries(ways.map((way) => [way.way, way.samples.slice(0, rounds)]));
    const { measures } = judgeGraph({ ways: waysOf(samples), trace, info: machine });
    return choiceOf(measures[of], choices, machine);
  };
  assert.deepEqual([1, 3, 6, 12].map(chosen), [null, null, 'most', 'most']);
});

test('a guess about one program is decided by its one run', () => {
  const measures = { waiting: { value: 0.3, unit: 'share' } };
  assert.equal(sandbox.prediction.of({ measures, info }), 'part');
});

/** The warm-up's judgement from the times of enqueueing and until completion, ms. */
function warmUp(enqueued, waited) {
  const ways = waysOf({
    blocking: same(50),
    enqueued: same(enqueued),
    waited: same(waited),
  });
  return judgeWarmup({
    ways,
    gap: { samples: same(waited - enqueued) },
    latency,
    info,
    trace: null,
    repetitions: 10,
  });
}

test('the ratio of the warm-up is that of the two loops, and subtracts no report of an idle queue from a busy one', () => {
  const { measures } = warmUp(1, 12);
  assert.ok(Math.abs(measures.ratio.value - 12) < 1e-9);
  assert.ok(measures.ratio.low < 12 && measures.ratio.high > 12 && measures.ratio.low > 11);
  assert.equal(measures.corrected, undefined);
  const { choices } = warmup.prediction;
  assert.equal(
    choiceOf(warmUp(0.1, 12).measures.ratio, choices, info),
    null,
    'one step of the clock',
  );
  const { high } = warmUp(0, 12).measures.ratio;
  assert.equal(high, Infinity, 'the clock does not resolve how short the enqueuing was');
});

test('where the device times its work, its own end is reported, within what the clocks agree', () => {
  const work = { enqueued: [1, 3], started: [2, 5], ended: [4, 12], op: [0, 0], names: ['dot'] };
  const run = { latency, info, repetitions: 10, gap: { samples: same(11) } };
  const JUDGES = [
    [judgeWarmup, { blocking: same(50), enqueued: same(1), waited: same(12) }],
    [judgeQueued, { queued: same(1), printed: same(12) }],
    [judgeCpuAsync, { synchronous: same(50), returned: same(1), done: same(12) }],
  ];
  for (const [judge, ways] of JUDGES) {
    const timed = (gpuClock) =>
      judge({ ...run, ways: waysOf(ways), trace: { ...work, gpuClock } }).measures.ended;
    const { value, low, high } = timed({ offset: 0, uncertainty: 0.5, residual: 0 });
    assert.deepEqual([value, low, high], [9, 8.5, 9.5]);
    assert.ok(Number.isNaN(timed(null).value));
  }
});

test('control is said to return early where the rounds leave no doubt of it, and to be no use where they leave none of that', () => {
  const key = (/** @type {number[]} */ gap, waited = same(30)) =>
    judgeWarmup({
      ways: waysOf({ blocking: same(50), enqueued: same(1), waited }),
      gap: { samples: gap },
      latency,
      info,
      trace: null,
      repetitions: 10,
    }).finding.key;
  assert.equal(key(same(10)), 'found');
  assert.equal(key(same(4), same(100)), 'disagrees');
  assert.equal(key([4, 4, 8, 12, 16, 20], same(100)), 'unsteady');
  assert.equal(key(same(2.1)), 'coarse');
  assert.equal(key([10, 10, 10, 10, 10], same(30).slice(1)), 'few');
});

/** The finding of `barriers` from the times of a wait for the first product and of a wait for all products, ms. */
function barriers(first, every) {
  const times = Object.fromEntries(WAITING.map((way) => [way, same(10)]));
  const ways = waysOf({ nothing: same(0.2), ...times, two: same(20), first, every });
  const trace = { waits: [], completed: [], started: [], ended: [] };
  return judgeBarriers({ ways, latency, info, trace, behind: 20 }).finding.key;
}

test('a wait for the first product returns early where every round says so', () => {
  assert.equal(barriers(same(11), same(200)), 'found');
  assert.equal(barriers([11, 11, 11, 150, 150, 150], same(200)), 'found', 'sooner in every round');
  assert.equal(barriers([11, 220, 11, 220, 190, 190], same(200)), 'unsteady');
  assert.equal(barriers(same(195), same(200)), 'found-late');
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
  const { finding, measures } = judgeBarriers({ ways, latency, info, trace, behind: 20 });
  assert.equal(finding.key, 'found');
  const judged = (calls) =>
    judgeBarriers({
      ways: waysOf({ nothing: same(8), ...times, first: same(11), every: same(200), ...calls }),
      latency,
      info,
      trace,
      behind: 20,
    }).finding.key;
  assert.equal(judged({}), 'found');
  assert.equal(judged({ sum: same(8.1) }), 'disagrees', 'one call that does not wait');
  assert.equal(judged({ sum: [7, 7, 8, 12, 12, 13] }), 'unsteady');
  assert.equal(judged({ sum: same(2.3), nothing: same(0.2) }), 'coarse');
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
    const ways = Object.fromEntries(names.map((name) => [name, way(name)]));
    await ctx.interleave(ways, 40, undefined, undefined, 0);
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

const calm = { ...info, floor: { median: 2, low: 1.5, high: 2.5, samples: 20 } };
const trace = { waits: [], completed: [], started: [], ended: [] };

test('a wait whose rounds reach into the report of an empty queue shows no work', () => {
  const queued = (printed) =>
    judgeQueued({ ways: waysOf({ queued: same(0.1), printed }), latency, info: calm, trace: null });
  // In most rounds, but not in all, the time exceeds that of next to no work in the same round.
  assert.equal(queued([2, 2.4, 2.6, 2, 3.4, 3.6]).finding.key, 'coarse');
  assert.equal(queued([5, 5.1, 5.2, 5.3, 5.4, 5.5]).finding.key, 'found');
  assert.equal(queued([5, 5.1, 5.2, 5.3, 5.4]).finding.key, 'few', 'five rounds have no interval');
  const ways = (done) => waysOf({ synchronous: same(3), returned: same(0.1), done });
  const cpu = (done) =>
    judgeCpuAsync({ ways: ways(done), latency, info: calm, trace: null }).finding.key;
  assert.equal(cpu([2, 2.4, 2.6, 2, 3.4, 3.6]), 'coarse');
  assert.equal(cpu(same(6)), 'found');
});

test('a share of a time is no better known than the clock that read it', () => {
  const ways = waysOf({ queued: same(0), printed: same(10) });
  const { free, part } = judgeQueued({
    ways,
    latency,
    info: { ...calm, clock: { step: 1, backendStep: 1 } },
    trace: null,
  }).measures;
  assert.deepEqual([free.value, free.high, part.low], [1, 1, 0]);
  assert.ok(free.low < 0.98 && part.high > 0.02, `${free.low}, ${part.high}`);
  const unbounded = timesOf({ samples: same(5) }, { samples: same(0.4) }, 1);
  assert.ok(unbounded.value > 12 && unbounded.low < 12 && unbounded.high === Infinity);
});

/** A run of `batching` from the times of 1000 operations, ms, by size. */
function batching(times) {
  const points = (samples) =>
    Object.entries(samples).map(([x, list]) => {
      const each = list.map((time) => time / 1000);
      return { x: Number(x), samples: each, ...spread(each) };
    });
  const flat = points(Object.fromEntries(Object.keys(times).map((x) => [x, same(1)])));
  return judgeBatching({
    curves: {
      cost: { points: { each: points(times), enqueue: flat }, models: {} },
      age: { points: { first: flat, age: flat }, models: {} },
    },
    latency,
    info: calm,
    count: 1000,
  });
}

test('one operation per submission is compared with a size that was chosen beforehand', () => {
  const lucky = batching({ 1: same(100), 2: same(70), 256: same(95), 512: same(99) });
  assert.equal(lucky.finding.key, 'disagrees', 'that one of many is faster is chance');
  assert.equal(lucky.measures.many.value, 256);
  const dear = batching({
    1: same(300),
    16: same(120),
    64: [98, 99, 100, 101, 102, 103],
    256: same(100),
    512: same(130),
  });
  assert.equal(dear.finding.key, 'found');
  const { low, high } = dear.measures.best;
  assert.deepEqual([low, high], [64, 256], 'the rounds do not distinguish these from 256');
  assert.equal(uncertain(dear.measures.best), '64–256');
  const wide = batching({ 1: [90, 110, 150, 190, 400, 60], 256: [60, 80, 110, 160, 200, 120] });
  assert.equal(wide.finding.key, 'unsteady');
  // The difference is certain, but within the margin.
  assert.equal(batching({ 1: same(105), 256: same(100) }).finding.key, 'disagrees');
  assert.equal(batching({ 1: same(115), 256: same(100) }).finding.key, 'found');
  assert.equal(batching({ 1: same(80), 256: same(100) }).finding.key, 'disagrees', 'slower');
  assert.equal(batching({ 1: same(9), 256: same(2) }).finding.key, 'coarse');
});

test('the smallest bound that is enough is known as well as the rounds and the clock allow', () => {
  const bounds = [1, 2, 4, 16, 64];
  const judged = (times, { scatter = 0, step = 0 } = {}) => {
    const factors = [1, 1 - scatter, 1, 1 + scatter, 1, 1 + scatter / 2];
    const each = bounds.map((x, i) => {
      // Each bound has its outliers in other rounds.
      const samples = factors.map((_, k) => factors[(k + i) % 6] * times[i]);
      return { x, samples, ...spread(samples) };
    });
    const depth = (operations, bytes) => ({
      times: [0],
      values: { operations: [operations], bytes: [bytes] },
    });
    return judgeBackpressure({
      ways: waysOf({
        'loop-free': same(1),
        'done-free': same(100),
        'loop-bounded': same(90),
        'done-bounded': same(100),
      }),
      curves: { price: { points: { each }, models: {} } },
      series: { free: depth(1000, 1000), bounded: depth(16, 16), inBytes: depth(8, 8) },
      latency,
      info: { ...info, clock: { step, backendStep: step } },
      bound: 16,
      bytesBound: 8,
      taken: 16,
      refusal: 'full',
      count: 1000,
    });
  };
  const enough = (...given) => {
    const { low, value, high } = judged(...given).measures.enough;
    return [low, value, high];
  };
  const times = [9, 5, 1.2, 1.05, 1];
  assert.deepEqual(enough(times), [16, 16, 16]);
  assert.deepEqual(enough(times, { scatter: 0.2 }), [4, 16, 64]);
  assert.equal(judged(times).finding.key, 'found');
  assert.equal(judged([1.05, 1, 1, 1, 1]).finding.key, 'found-cheap');
  assert.equal(judged([1.15, 1, 1, 1, 1]).finding.key, 'found', 'more than the margin');
  const { best, part } = judged([9, 5, 0.9, 1.05, 1]).measures;
  assert.equal(best.value, 1000, 'of the largest bound, and not of the luckiest');
  assert.ok(Math.abs(part.value - 1 / 9) < 1e-9);
});

test('devices work side by side where they save what can be saved, beyond the scatter of the rounds', () => {
  const devices = (gpu, cpu, turn, beside, each = beside) => {
    const ways = waysOf({
      'gpu-end': same(gpu),
      'gpu-each': same(gpu),
      'cpu-end': same(cpu),
      'cpu-each': same(cpu),
      'turn-end': turn,
      'turn-each': turn,
      'beside-end': beside,
      'beside-each': each,
    });
    const curves = { use: { points: {}, models: {} } };
    return judgeDevices({ ways, curves, latency, info: calm, batches: 10, trace: null }).finding
      .key;
  };
  assert.equal(devices(100, 100, same(200), same(105)), 'found-cheap');
  assert.equal(devices(100, 100, same(200), same(105), same(160)), 'found');
  assert.equal(devices(100, 100, same(200), same(190)), 'disagrees');
  // If one device has little work, a speedup of 1.3 is nearly all that is possible.
  assert.equal(devices(300, 100, same(400), same(305)), 'found-cheap');
  assert.equal(devices(300, 100, same(400), same(375)), 'disagrees');
  assert.equal(
    devices(100, 100, [190, 280, 120, 230, 150, 200], [90, 260, 140, 130, 170, 120]),
    'unsteady',
  );
  // The devices surely overlap, but the cost of waiting is not known.
  const unpriced = devices(100, 100, same(200), same(105), [90, 100, 105, 115, 130, 140]);
  assert.equal(unpriced, 'found-unpriced');
  assert.equal(devices(100, 100, same(400), same(105)), 'unsteady', 'in turn takes twice both');
  assert.equal(devices(1000, 50, same(1050), same(1000)), 'disagrees', 'no time to share');
  assert.equal(devices(2.1, 2.1, same(4.2), same(2.2)), 'coarse');
});

test('devices: a machine that became slower is known by two long rounds at the end, and by none before; shares of time know the clock', () => {
  const judged = (cpu) =>
    judgeDevices({
      ways: waysOf({
        'gpu-end': same(100),
        'cpu-end': cpu,
        'turn-end': same(200),
        'beside-end': same(100),
        'beside-each': same(110),
      }),
      curves: {
        use: {
          points: {
            webgpu: [0, 1, 2, 3, 4].map((x) => ({ x, ...spread([0.5, 0.6]) })),
            cpu: [0, 1, 2, 3, 4].map((x) => ({ x, ...spread([0.7, 0.9]) })),
          },
          models: {},
        },
      },
      latency,
      info: calm,
      batches: 10,
      trace: null,
    });
  const slower = (cpu) => judged(cpu).distortions.find(({ key }) => key === 'distortion-slower');
  const found = slower([100, 101, 100, 102, 150, 151]);
  assert.deepEqual([found.values.before.value, found.values.after.value], [100.5, 150.5]);
  assert.equal(slower([100, 101, 100, 102, 100, 151]), undefined, 'one is chance');
  assert.equal(slower([100, 150, 100, 102, 150, 151]), undefined, 'as long before');
  const { gpuUsed, cpuUsedEach, each, gain, price } = judged(same(100)).measures;
  const near = (a, b) => Math.abs(a - b) < 1e-9;
  // With a wait for all, one step of 0.1 ms counts in 100 ms. With a wait for each of ten, ten steps count in 110 ms.
  assert.ok(near(gpuUsed.low, 0.499) && near(gpuUsed.high, 0.601));
  assert.ok(near(cpuUsedEach.low, 0.7 - 1 / 110) && near(cpuUsedEach.high, 0.9 + 1 / 110));
  assert.ok(near(each.value, 10) && near(gain.value, 2) && near(price.value, 1.1));
});

test('how often a short loop is run for one sample follows from its length, its time and the clock', () => {
  assert.equal(repeats(10, 1, 0), 2);
  assert.equal(repeats(1, 10, 0), 4);
  assert.equal(repeats(100, 1, 1), 12);
  assert.equal(repeats(1, 1000, 0), 1);
});

test('the cost of waiting is reported where the rounds show it', () => {
  const memory = (never, loss, bytes = [1000, 100, 100], issued = same(1)) => {
    const ways = waysOf({
      'never-on-completion': never,
      'loss-on-completion': loss,
      'never-stream-ordered': never,
    }).map((way, i) => ({ ...way, bytes: same(bytes[i]) }));
    const passed = { points: { 'never-on-completion': [{ samples: issued }] }, models: {} };
    const series = { 'batches-never-on-completion': { values: { begun: [1], finished: [0] } } };
    const task = { batches: 20 };
    return judgeMemory({
      ways,
      curves: { passed },
      series,
      latency,
      info: calm,
      task,
      needed: 1,
      limit: 1,
    }).finding.key;
  };
  assert.equal(memory(same(100), same(105)), 'found');
  assert.equal(memory(same(100), same(180)), 'found-costly');
  assert.equal(memory(same(100), same(120)), 'found-costly', 'a price of 1.2 is not little');
  assert.equal(
    memory([90, 95, 100, 105, 130, 110], [160, 100, 130, 150, 95, 120]),
    'found-unpriced',
  );
  assert.equal(memory(same(100), same(105), undefined, same(80)), 'disagrees');
  assert.equal(memory(same(100), same(105), undefined, [20, 80, 30, 70, 40, 60]), 'unsteady');
  assert.equal(memory([100], [105], undefined, [1]), 'few', 'one round has no interval');
  // The claim has two halves: without waits memory piles up on completion, and in stream order it does not.
  assert.equal(memory(same(100), same(105), [120, 100, 100]), 'disagrees-memory');
  assert.equal(memory(same(100), same(105), [1000, 100, 400]), 'disagrees-memory');
});

test('a loop that seems no shorter by rounds that scatter leaves the price of its wait open', () => {
  const hidden = (withWait, without) => {
    const wait = { kind: 'item', op: 0, from: 0, to: 1, place: 'item' };
    const costs = [{ wait, blocked: 1, during: 0.5, after: 0.1 }];
    const parameters = { n: 64, batches: 20, wait: 'item', read: 'after', task: 'training' };
    const ways = waysOf({ with: withWait, without });
    return judgeHiddenSync({ ways, info: calm, trace, costs, parameters }).finding.key;
  };
  assert.equal(hidden(same(100), same(99)), 'found-no-longer');
  assert.equal(hidden(same(130), same(99)), 'found');
  assert.equal(hidden(same(103), same(99)), 'found-no-longer', 'sure, and within the margin');
  assert.equal(hidden(same(80), same(99)), 'unsteady', 'longer without its wait');
  assert.equal(hidden([70, 80, 100, 140, 180, 90], [90, 75, 130, 101, 120, 130]), 'unsteady');
  assert.equal(hidden(same(130).slice(1), same(99).slice(1)), 'few');
});

test('without the device’s times the line that waits in every minibatch is named, not the wait at the end', () => {
  const cost = (place, blocked) => ({
    wait: { kind: 'item', op: 0, from: 0, to: blocked, place },
    blocked,
    during: NaN,
    after: NaN,
  });
  const costs = [...Array.from({ length: 20 }, () => cost('item', 1)), cost('once', 28)];
  const { finding, measures } = judgeHiddenSync({
    ways: waysOf({ with: same(40), without: same(28) }),
    info: calm,
    trace,
    costs,
    parameters: { n: 64, batches: 20, wait: 'item', read: 'after', task: 'training' },
  });
  assert.equal(finding.key, 'found-untimed');
  assert.deepEqual([measures.reads.value, measures.blocked.value], [20, 20]);
});

test('clocks that cannot be brought together leave the idle time open, and the line that waits is still named', () => {
  const cost = (place, blocked, during) => ({
    wait: { kind: 'item', op: 0, from: 0, to: blocked, place },
    blocked,
    during,
    after: 30,
  });
  const judged = (uncertainty, floor) =>
    judgeHiddenSync({
      ways: waysOf({ with: same(2000), without: same(110) }),
      info: { ...calm, floor: { ...calm.floor, median: floor } },
      trace: { ...trace, gpuClock: { offset: 0, uncertainty, residual: 0 } },
      // By the device's clock alone, the wait at the end would cost the most.
      costs: [...Array.from({ length: 20 }, () => cost('item', 100, 5)), cost('once', 100, 5000)],
      parameters: { n: 64, batches: 20, wait: 'item', read: 'after', task: 'training' },
    });
  for (const [uncertainty, floor] of [
    [30, 100], // too uncertain for a read of 100 ms
    [10, 100], // too uncertain, since most of a read is the browser's delay
    [30, 2],
  ]) {
    const { finding, measures } = judged(uncertainty, floor);
    assert.equal(finding.key, 'coarse-clocks');
    assert.ok(undecided({ finding }));
    assert.equal(finding.values.apart.value, uncertainty);
    assert.deepEqual([measures.reads.value, measures.blocked.value], [20, 2000]);
    for (const name of ['during', 'after', 'idle', 'eachIdle', 'eachAfter', 'idlePart'])
      assert.ok(Number.isNaN(measures[name].value), name);
  }
  assert.equal(judged(0.5, 100).finding.key, 'found');
  assert.equal(judged(10, 2).finding.key, 'found');
});

test('idle time on either side of the end of a wait carries the uncertainty of the clocks', () => {
  const wait = { kind: 'item', op: 0, from: 0, to: 4, place: 'item' };
  const costs = Array(20).fill({ wait, blocked: 4, during: 2, after: 0.3 });
  const { measures } = judgeHiddenSync({
    ways: waysOf({ with: same(100), without: same(60) }),
    info: calm,
    trace: { ...trace, gpuClock: { offset: 0, uncertainty: 0.5, residual: 0 } },
    costs,
    parameters: { n: 64, batches: 20, wait: 'item', read: 'after', task: 'training' },
  });
  const range = ({ low, high }) => [low, high];
  assert.deepEqual(range(measures.eachIdle), [1.5, 2.5]);
  assert.deepEqual(range(measures.eachAfter), [0, 0.8]);
  assert.deepEqual(range(measures.during).map(Math.round), [30, 50]);
  assert.ok(Math.abs(measures.idle.value - 46) < 1e-9 && measures.idle.low === undefined);
  assert.equal(measures.idlePart.value, 0.5);
});

test('the bottleneck is named where the costs of the rounds lie apart, and where the model holds', () => {
  const costs = { t1: 20, t2: 30, t3: 500 };
  const range = (low, high) => ({ low, high });
  const spreads = { t1: range(19, 21), t2: range(28, 32), t3: range(490, 510) };
  const key = (t2, more) =>
    improving(costs, { spreads, rounds: { t1: same(20), t2, own: [] }, ...more }).finding.key;
  assert.equal(key(same(30)), 'found-backend');
  // t2 is larger than t1 in every round, although their ranges overlap: the comparison is by rounds.
  const t1 = [18, 19, 20, 22, 26, 30];
  const rounds = { t1, t2: t1.map((time) => 1.2 * time), own: [] };
  assert.equal(key(same(30), { rounds }), 'found-backend');
  assert.equal(key([10, 40, 12, 38, 30, 18]), 'unsteady');
  assert.equal(key(same(21)), 'found-even');
  assert.equal(key(same(10)), 'found-frontend');
  // The device's own times come from other rounds, so the intervals are compared.
  const own = (t2) => ({
    spreads: { ...spreads, t2 },
    rounds: { t1: same(20), t2: [], own: [t2.low] },
  });
  assert.equal(key([], own(range(28, 32))), 'found-backend');
  assert.equal(key([], own(range(15, 28))), 'unsteady');
  const none = { spreads: { ...spreads, t2: range(0, 60) } };
  assert.equal(
    key(same(30), none),
    'coarse-looks',
    'a longer batch that takes no longer shows nothing',
  );
});

test('the decomposition is tested by loops that it was not fitted to', () => {
  const costs = { t1: 20, t2: 30, t3: 500 };
  const range = (low, high) => ({ low, high });
  const spreads = { t1: range(19, 21), t2: range(28, 32), t3: range(490, 510) };
  // t3 is fitted as the rest of a single operation, so loops that wait each time only test proportionality.
  const proportional = improving(costs, { spreads, measured: 3 });
  assert.equal(proportional.finding.key, 'found-backend');
  assert.ok(proportional.measures.fitted.value > 0.6, `${proportional.measures.fitted.value}`);
  assert.equal(proportional.measures.error.value, 0);
  const { curves } = improving.last;
  /** The same predictions, and loops that took `by` times as long. */
  const longer = ({ points, models }, by) => ({
    points: {
      ...points,
      once: points.once.map(({ x, median }) => ({
        x,
        samples: same(by * median),
        ...spread(same(by * median)),
      })),
    },
    models,
  });
  const key = (changed, more = spreads) =>
    improving(costs, { spreads: more, curves: { ...curves, ...changed } }).finding.key;
  assert.equal(key({ loops: longer(curves.loops, 2) }), 'disagrees');
  assert.equal(key({ loops: longer(curves.loops, 1.1) }), 'found-backend');
  assert.equal(key({ bend: longer(curves.bend, 2) }), 'disagrees-bend');
  // If the costs are too uncertain, a disagreement with the model is no finding on the model.
  const wide = { ...spreads, t2: range(21, 40) };
  assert.equal(key({ loops: longer(curves.loops, 5) }, wide), 'uneven-cost');
});

test('what a report may be late by is divided by the runs of a loop', () => {
  const costs = { t1: 0.2, t2: 2, t3: 2 };
  const latency = { samples: [2, 2, 2, 2, 2, 22] };
  const { worst } = improving(costs, { latency }).measures;
  // A loop of two operations takes 6.2 ms, and is run seven times for one sample.
  assert.equal(repeats(2, 6.2, 0.005), 7);
  assert.ok(Math.abs(Number(worst.high) - 4.2 / 7 / 6.2) < 1e-9, `${worst.high}`);
  assert.equal(worst.low, 0);
  const { high } = improving(costs, { latency: { samples: [1, 1.5, 1.2] } }).measures.worst;
  assert.ok(Math.abs(Number(high) - 0.5 / 7 / 6.2) < 1e-9, 'reports differed by 0.5 ms');
  // An older run sampled no latencies. Instead, twice the distance of an empty queue's quartiles counts.
  const floor = { median: 2, low: 1, high: 1.25, samples: 20 };
  const idle = improving(costs, {
    info: { ...info, clock: { step: 0.005, backendStep: 0.005 }, floor },
  });
  assert.ok(Math.abs(Number(idle.measures.worst.high) - 0.5 / 7 / 6.2) < 1e-9);
});

test('the parts that waiting once saves are together what it saved', () => {
  const { measures } = improving({ t1: 2, t2: 20, t3: 500 }, { measured: 0.9 });
  const { savedReturn, savedOverlap, each, once } = measures;
  const all = each.value - once.value;
  assert.ok(Math.abs(savedReturn.value + savedOverlap.value - all) < 1e-6);
  assert.ok(savedReturn.high <= each.high && savedReturn.value < each.value);
});
