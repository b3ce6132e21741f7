// The conclusions of judges at the edges of their rules: the clock's step, missing times, the last rounds, a trace without times. Here mutants of
// the judges had survived (`cargo xtask mutants judges`).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge as judgeBatching } from '../../www/experiments/batching/judge.js';
import { judge as judgeDevices } from '../../www/experiments/devices/judge.js';
import { judge as judgeGraph } from '../../www/experiments/graph/judge.js';
import { judge as judgeHiddenSync } from '../../www/experiments/hidden-sync/judge.js';
import { judge as judgeMemory } from '../../www/experiments/memory/judge.js';
import { drowned, rangeOf } from '../../www/experiments/lib/verdict.js';
import { waysOf } from '../../www/experiments/lib/ways.js';
import { judge as judgeWarmup } from '../../www/experiments/warmup/judge.js';
import { spread } from '../../www/kit/statistics.js';
import { info, same } from './made-up.mjs';

const latency = { samples: [1.5, 2, 2.5, 1.8, 2.2, 2] };
const near = (a, b) => Math.abs(a - b) < 1e-9;
const keysOf = ({ distortions }) => distortions.map(({ key }) => key);
const width = ({ low, high }) => high - low;

test('a time is drowned within two readings of the clock, and never where next to no work was not timed', () => {
  const nothing = { samples: same(2) };
  assert.equal(drowned({ samples: same(2.19) }, nothing, 0.1), true);
  assert.equal(drowned({ samples: same(2.21) }, nothing, 0.1), false);
  assert.equal(drowned({ samples: same(0) }, { samples: [] }, 0.1), false);
});

test('a quantity with one end only is not known, but where it is exact', () => {
  const all = { low: -Infinity, high: Infinity };
  assert.deepEqual(rangeOf({ value: 2, unit: 'x' }, info), all);
  assert.deepEqual(rangeOf({ value: 2, low: 1, unit: 'x' }, info), all);
  const exact = { ...info, device: 'sim' };
  assert.deepEqual(rangeOf({ value: 2, unit: 'x' }, exact), { low: 2, high: 2 });
  assert.deepEqual(rangeOf({ value: 2, low: 1, high: 4, unit: 'x' }, exact), { low: 1, high: 4 });
});

test('batching: no best size of rounds that leave the question open; the clock is named where all enqueuing takes a few of its steps', () => {
  const judged = (time, enqueuing, rounds = 6) => {
    const points = (of) =>
      [1, 256].map((x) => {
        const samples = same(of / 1000, rounds);
        return { x, samples, ...spread(samples) };
      });
    return judgeBatching({
      curves: {
        cost: { points: { each: points(time), enqueue: points(enqueuing) }, models: {} },
        age: { points: { first: points(time), age: points(time) }, models: {} },
      },
      latency,
      info,
      count: 1000,
    });
  };
  assert.ok(Number.isFinite(judged(100, 20).measures.best.value));
  assert.ok(Number.isNaN(judged(100, 20, 5).measures.best.value), 'five rounds');
  assert.ok(Number.isNaN(judged(2, 1).measures.best.value), 'drowned');
  assert.ok(!keysOf(judged(100, 20)).includes('distortion-clock'));
  assert.ok(keysOf(judged(100, 0.5)).includes('distortion-clock'), 'five steps are too few');
});

/** A run of `devices` whose GPU and CPU took these times alone. */
function devices({ gpu = same(100), cpu = same(100), busy = 0.5, ...more } = {}) {
  const names = ['gpu-end', 'cpu-end', 'turn-end', 'beside-end', 'beside-each'];
  const use = names.map((_, x) => ({ x, ...spread([busy]) }));
  return judgeDevices({
    ways: waysOf({
      'gpu-end': gpu,
      'cpu-end': cpu,
      'turn-end': same(200, gpu.length),
      'beside-end': same(100, gpu.length),
      'beside-each': same(110, gpu.length),
    }),
    curves: { use: { points: { webgpu: use, cpu: use }, models: {} } },
    latency,
    info: { ...info, ...more },
    batches: 10,
    trace: null,
  });
}

test('devices: a machine is slower from any round on, by a quarter and what the clock may hide', () => {
  const slower = (cpu) => keysOf(devices({ cpu })).includes('distortion-slower');
  assert.ok(slower([100, 150, 150, 150, 150, 150]), 'after one round');
  assert.ok(slower([100, 100, 150, 150, 150, 150]), 'after two');
  assert.ok(slower([100, 100, 100, 100, 150, 150]), 'after four');
  // With a step of 0.1 ms, 125.15 may be 125.05, and 100 may be 100.1.
  assert.ok(!slower([100, 100, 100, 100, 125.15, 125.15]));
  assert.ok(slower([100, 100, 100, 100, 125.4, 125.4]));
});

test('devices: shares of time are those of each way, at most all of it, and a bound where the device has no times', () => {
  assert.equal(devices({ busy: 0.9999 }).measures.gpuUsed.high, 1);
  const untimed = devices({ timestamps: null }).measures;
  assert.deepEqual([untimed.gpuUsed.bound, untimed.cpuUsed.bound], ['≤', undefined]);
  assert.equal(devices().measures.gpuUsed.bound, undefined);
  // The clock is read once for ten minibatches, so the step counts a tenth.
  assert.ok(width(devices().measures.each) < 0.02, `${width(devices().measures.each)}`);
  assert.ok(near(devices().measures.each.value, 10));
});

/** A run of `graph`: the inputs of each operation, and its times. */
function graph(reads, times, { quantum = 1e-6, device = 'webgpu', ways, step = 0.1 } = {}) {
  const inputs = Uint32Array.from(reads.flat());
  const inputOffsets = [0, ...reads.map((_, i) => reads.slice(0, i + 1).flat().length)];
  const trace = {
    names: ['add'],
    op: reads.map(() => 0),
    inputs,
    inputOffsets,
    waits: [],
    started: times.map(([from]) => from),
    ended: times.map(([, to]) => to),
  };
  return judgeGraph({
    info: {
      ...info,
      device,
      clock: { step, backendStep: 0.1 },
      timestamps: device === 'cpu' ? null : { quantum },
    },
    trace,
    ways: waysOf(ways ?? { all: same(4), chain: same(2), wait: same(6) }),
  });
}

test('graph: each verdict, from operations with and without a common time', () => {
  const two = [[], []];
  const key = (...run) => graph(...run).finding.key;
  const apart = [[0, 2], [2, 4]]; // prettier-ignore
  assert.equal(key(two, apart), 'found-apart');
  assert.equal(key(two, [[0, 2], [1, 3]]), 'found'); // prettier-ignore
  assert.equal(key(two, [[1, 3], [0, 2]]), 'found', 'in either order'); // prettier-ignore
  assert.equal(key([[], [0]], apart), 'found-chain');
  assert.equal(key([[], [0]], [[0, 2], [1, 3]]), 'disagrees', 'it began before its input ended'); // prettier-ignore
  const short = { device: 'cpu' };
  assert.equal(key([[], [0]], [[0, 2], [1.95, 4]], short), 'found-chain', 'within a step'); // prettier-ignore
  assert.equal(key([[], [0]], [[0, 2], [1.85, 4]], short), 'disagrees'); // prettier-ignore
  assert.equal(key(two, [[0, 2], [2, NaN]]), 'coarse', 'no time of one of them'); // prettier-ignore
  assert.equal(key([], []), 'coarse', 'none at all');
  // The two operations take less than two steps of the device's clock, or more.
  assert.equal(key(two, apart, { quantum: 2.1 }), 'coarse-clock');
  assert.equal(key(two, apart, { quantum: 1.9 }), 'found-apart');
});

test('graph: layers, the chain and its time, within a step for each operation of it', () => {
  const reads = [[], [0], [1], []];
  const times = [[0, 1], [1, 2], [2, 3], [3, 4]]; // prettier-ignore
  const { measures } = graph(reads, times, { quantum: 0.01 });
  const values = ['operations', 'layers', 'needs', 'pairs', 'together', 'length'];
  assert.deepEqual(
    values.map((name) => measures[name].value),
    [4, 3, 2, 3, 0, 3],
  );
  // 2 ± half of 0.01 · √3 and half a step, and 4 ± half of 0.01 · √4 and half a step.
  const [chain, all] = [width(measures.chain), width(measures.all)];
  assert.ok(chain > 0.022 && chain < 0.0274, `${chain}`);
  assert.ok(all > 0.023 && all < 0.0301, `${all}`);
  assert.ok(near(measures.part.value, 0.5));
  // The part is a half, with an interval from the steps of the device's clock.
  const part = width(measures.part);
  assert.ok(part > 0.006 && part < 0.013, `${part}`);
  // Fewer rounds than an interval needs have none, even with a coarse clock of the device.
  const three = { all: [4, 4, 4], chain: [2, 2, 2], wait: [6, 6, 6] };
  const few = graph(reads, times, { quantum: 0.01, ways: three }).measures;
  for (const { low, high } of [few.all, few.part])
    assert.deepEqual([low, high], [undefined, undefined]);
  // If the device has not timed an operation, the trace alone is judged.
  const untimed = graph(reads, times.slice(0, 3).concat([[3, NaN]])).measures;
  assert.deepEqual([untimed.all.value, untimed.chain.value], [3, 3]);
});

test('hidden-sync: a run without a wait has no line that blocks, and steps of the clock add up over its reads', () => {
  const judged = (costs) =>
    judgeHiddenSync({
      ways: waysOf({ with: same(100), without: same(60) }),
      info,
      trace: { waits: [], completed: [], started: [], ended: [] },
      costs,
      parameters: { n: 64, batches: 16, wait: 'item', read: 'after', task: 'training' },
    });
  const none = judged([]);
  assert.equal(none.finding.key, 'disagrees');
  assert.equal(none.measures.reads.value, 0);
  const reads = ({ ways }) => ways.map(({ way }) => way).filter((way) => way !== 'with');
  assert.ok(!reads(none).includes('read'), 'no samples of what there was not');
  const wait = { kind: 'item', op: 0, from: 0, to: 4, place: 'item' };
  const { measures } = judged(Array(16).fill({ wait, blocked: 4, during: 2, after: 0.3 }));
  assert.ok(near(measures.blocked.step, 0.4), 'a step of 0.1 ms, sixteen times: √16 of it');
  // If reports are late, clocks have to agree within a millisecond, however long a read takes.
  const late = (uncertainty) =>
    judgeHiddenSync({
      ways: waysOf({ with: same(2000), without: same(100) }),
      info: { ...info, floor: { ...info.floor, median: 100 } },
      trace: {
        waits: [],
        completed: [],
        started: [],
        ended: [],
        gpuClock: { offset: 0, uncertainty, residual: 0 },
      },
      costs: Array(16).fill({ wait, blocked: 100, during: 50, after: 30 }),
      parameters: { n: 64, batches: 16, wait: 'item', read: 'after', task: 'training' },
    }).finding.key;
  assert.equal(late(0.5), 'found');
  assert.equal(late(2), 'coarse-clocks');
});

test('warmup: only a blocking way of another size is marked as scaled', () => {
  const judged = (blockingN) =>
    judgeWarmup({
      ways: waysOf({ blocking: same(50), enqueued: same(1), waited: same(20) }),
      gap: { samples: same(19) },
      latency,
      info,
      trace: null,
      repetitions: 10,
      n: 256,
      blockingN,
    });
  assert.ok(keysOf(judged(128)).includes('distortion-scaled'));
  assert.ok(!keysOf(judged(256)).includes('distortion-scaled'));
  // The intervals of times and of scaled times include the clock's step. So neither is stated with a step of its own.
  const steps = [256, 128].map((size) => judged(size).measures.blocking.step);
  assert.deepEqual(steps, [0, 0]);
});

test('memory: what rises without a wait, and stays flat in stream order, is open where rounds reach the margin', () => {
  const judged = ({ never = same(1000), loss = same(100), stream = same(100), ...more }) =>
    judgeMemory({
      ways: waysOf({
        'never-on-completion': same(100),
        'loss-on-completion': same(105),
        'never-stream-ordered': same(100),
      }).map((way, i) => ({ ...way, bytes: [never, loss, stream][i] })),
      curves: { passed: { points: { 'never-on-completion': [{ samples: same(1) }] }, models: {} } },
      series: {
        'batches-never-on-completion': { values: { begun: [1, 3, 4], finished: [0, 1, 4] } },
      },
      latency,
      info,
      task: { batches: 20, batch: 16, features: 8 },
      needed: 1,
      limit: 1,
      ...more,
    });
  const key = (run) => judged(run).finding.key;
  assert.equal(key({}), 'found');
  const wide = [120, 130, 140, 170, 190, 210];
  assert.equal(key({ never: wide }), 'unsteady', 'around 1.5 times');
  assert.equal(key({ stream: wide }), 'unsteady');
  assert.equal(key({ stream: same(160) }), 'disagrees-memory');
  assert.equal(judged({}).measures.openNever.value, 2, 'begun and not yet finished');
  assert.ok(width(judged({}).measures.each) < 0.01, 'a step of 0.1 ms for twenty minibatches');
  assert.ok(near(judged({}).measures.each.value, 5.25));
  const few = { batches: 3, batch: 16, features: 8 };
  assert.equal(key({ shrunk: true, task: few }), 'cramped', 'three minibatches cannot pile up');
  assert.equal(key({ shrunk: false, task: few }), 'found', 'as many as were asked for');
  assert.equal(key({ shrunk: true }), 'found');
});
