// Made-up runs of two ways for every judge that compares two ways.
import { judge as judgeBackpressure } from '../../www/experiments/backpressure/judge.js';
import { judge as judgeBarriers } from '../../www/experiments/barriers/judge.js';
import { WAITING } from '../../www/experiments/barriers/ways.js';
import { judge as judgeCpuAsync } from '../../www/experiments/cpu-async/judge.js';
import { judge as judgeQueued } from '../../www/experiments/queued/judge.js';
import { judge as judgeTiming } from '../../www/experiments/timing/judge.js';
import { judge as judgeWarmup } from '../../www/experiments/warmup/judge.js';
import { judge as judgeBatching } from '../../www/experiments/batching/judge.js';
import { judge as judgeDevices } from '../../www/experiments/devices/judge.js';
import { judge as judgeHiddenSync } from '../../www/experiments/hidden-sync/judge.js';
import { judge as judgeImproving } from '../../www/experiments/improving/judge.js';
import * as model from '../../www/experiments/improving/model.js';
import { judge as judgeMemory } from '../../www/experiments/memory/judge.js';
import { waysOf } from '../../www/experiments/lib/ways.js';
import { spread } from '../../www/kit/statistics.js';

const info = {
  device: 'webgpu',
  adapter: { name: 'Adapter', software: false },
  clock: { step: 0.001, backendStep: 0.001 },
  timestamps: { quantum: 0.000001 },
  floor: { median: 2, low: 1.5, high: 2.5, samples: 20 },
};
const trace = { waits: [], completed: [], started: [], ended: [] };
/** Samples of 1 ms for next to no work, a hundredth of the ways' times. @param {number[]} times */
const nothingOf = (times) => ({ samples: times.map(() => 1) });
/** The findings of judges on a program that goes on before its work is done. */
const AHEAD = { differ: ['found'], alike: [], equal: ['found', 'disagrees'], effect: 1.5 };
const wait = { kind: 'item', op: 0, from: 0, to: 1, place: 'item' };

/** By judge: the findings that two ways differ, the findings that they are alike, and its call with a slower and a faster way, ms. */
export const JUDGES = {
  'hidden-sync': {
    differ: ['found'],
    alike: ['found-no-longer'],
    of: (slow, fast) =>
      judgeHiddenSync({
        ways: waysOf({ with: slow, without: fast }),
        info,
        trace,
        costs: [{ wait, blocked: 1, during: 0.5, after: 0.1 }],
        parameters: { n: 64, batches: 20, wait: 'item', read: 'after', task: 'training' },
      }),
  },
  memory: {
    differ: ['found-costly'],
    alike: ['found'],
    of: (slow, fast) => {
      const bytes = (amount) => ({ bytes: slow.map(() => amount) });
      const [never, loss, stream] = waysOf({
        'never-on-completion': fast,
        'loss-on-completion': slow,
        'never-stream-ordered': fast,
      });
      return judgeMemory({
        ways: [
          { ...never, ...bytes(1000) },
          { ...loss, ...bytes(100) },
          { ...stream, ...bytes(100) },
        ],
        curves: { passed: { points: { 'never-on-completion': [{ samples: fast.map(() => 1) }] } } },
        series: { 'batches-never-on-completion': { values: { begun: [1], finished: [0] } } },
        latency: { samples: slow.map(() => 1) },
        info,
        task: { batches: 20 },
        needed: 1,
        limit: 1,
      });
    },
  },
  batching: {
    differ: ['found'],
    alike: ['disagrees'],
    of: (slow, fast) => {
      const point = (x, samples) => ({ x, samples, ...spread(samples) });
      const each = [
        point(
          1,
          slow.map((t) => t / 1000),
        ),
        point(
          256,
          fast.map((t) => t / 1000),
        ),
      ];
      const flat = each.map(({ x }) =>
        point(
          x,
          slow.map(() => 0.001),
        ),
      );
      return judgeBatching({
        curves: {
          cost: { points: { each, enqueue: flat }, models: {} },
          age: { points: { first: flat, age: flat }, models: {} },
        },
        latency: { samples: slow.map(() => 1) },
        info,
        count: 1000,
      });
    },
  },
  // The ways are enqueueing (t1) and running (t2): either they are equal, or t2 is longer.
  improving: {
    differ: ['found-backend', 'found-frontend'],
    alike: ['found-even'],
    of: (slow, fast) => {
      const costs = { t1: 100, t2: 100, t3: 500 };
      const points = (list, at) =>
        list.map((x) => ({ x, samples: slow.map(() => at(x)), ...spread([at(x)]) }));
      const models = (list, at) => list.map((x) => ({ x, y: at(x) }));
      const curve = (list, each, once) => ({
        points: { each: points(list, each), once: points(list, once) },
        models: { each: models(list, each), once: models(list, once) },
      });
      const slower = (x) => model.once({ ...costs, t1: costs.t1 + x }, 80);
      return judgeImproving({
        costs,
        unslowed: costs,
        rounds: { t1: fast, t2: slow, own: [] },
        single: spread([700]),
        curves: {
          loops: curve(
            [2, 50],
            (n) => model.each(costs, n),
            (n) => model.once(costs, n),
          ),
          bend: curve([10, 200], slower, slower),
        },
        info,
        batches: { short: 100, long: 400, bent: 80 },
        lone: 30,
      });
    },
  },
  devices: {
    differ: ['found'],
    alike: ['found-cheap'],
    of: (slow, fast) =>
      judgeDevices({
        ways: waysOf({
          'gpu-end': fast,
          'cpu-end': fast,
          'turn-end': fast.map((time) => 2 * time),
          'beside-end': fast,
          'beside-each': slow,
        }),
        curves: { use: { points: {}, models: {} } },
        latency: { samples: slow.map(() => 1) },
        info,
        batches: 10,
        trace: null,
      }),
  },
  barriers: {
    differ: ['found'],
    alike: ['found-late'],
    // The margin lies between equal ways and this ratio.
    effect: 1.5,
    of: (slow, fast) => {
      const waits = Object.fromEntries(WAITING.map((way) => [way, fast]));
      const nothing = fast.map(() => 1);
      return judgeBarriers({
        ways: waysOf({ nothing, ...waits, two: slow, first: fast, every: slow }),
        latency: nothingOf(slow),
        info,
        trace,
        behind: 20,
      });
    },
  },
  backpressure: {
    differ: [],
    alike: ['found-cheap'],
    of: (slow, fast) => {
      const depth = (operations) => ({ values: { operations: [operations], bytes: [operations] } });
      const each = [
        { x: 1, samples: slow, ...spread(slow) },
        { x: 1024, samples: fast, ...spread(fast) },
      ];
      return judgeBackpressure({
        ways: waysOf({
          'loop-free': fast.map(() => 1),
          'done-free': fast,
          'loop-bounded': fast,
          'done-bounded': fast,
        }),
        curves: { price: { points: { each }, models: {} } },
        series: { free: depth(1000), bounded: depth(16), inBytes: depth(8) },
        latency: nothingOf(slow),
        info,
        bound: 16,
        bytesBound: 8,
        taken: 16,
        refusal: 'full',
        count: 1000,
      });
    },
  },
  // Control returns after `fast`, and all is done after `slow`. The margin is nine tenths.
  queued: {
    ...AHEAD,
    of: (slow, fast) =>
      judgeQueued({
        ways: waysOf({ queued: fast, printed: slow }),
        latency: nothingOf(slow),
        info,
        trace: null,
      }),
  },
  'cpu-async': {
    ...AHEAD,
    of: (slow, fast) =>
      judgeCpuAsync({
        ways: waysOf({ synchronous: slow, returned: fast, done: slow }),
        latency: nothingOf(slow),
        info,
        trace: null,
      }),
  },
  warmup: {
    ...AHEAD,
    of: (slow, fast) =>
      judgeWarmup({
        ways: waysOf({ blocking: slow, enqueued: fast, waited: fast }),
        // A tenth of the whole where the two ways are a margin apart.
        gap: { samples: slow.map((time) => 0.09 * time) },
        latency: nothingOf(slow),
        info,
        trace: null,
        repetitions: 10,
      }),
  },
  timing: {
    ...AHEAD,
    of: (slow, fast) =>
      judgeTiming({
        ways: waysOf({
          naive: fast,
          right: slow,
          queued: slow,
          cold: slow,
          device: slow,
          once: slow,
          each: slow,
        }),
        latency: nothingOf(slow),
        info,
        trace: null,
      }),
  },
};
