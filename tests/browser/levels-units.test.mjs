// The experiments' verdicts on made-up rounds of two ways that are equal, or a margin apart: how often they err, and how few rounds find an
// effect. A small part of `cargo xtask bench truth --coverage`, which does the same on modelled machines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge as judgeBatching } from '../../www/experiments/batching/judge.js';
import { judge as judgeDevices } from '../../www/experiments/devices/judge.js';
import { judge as judgeHiddenSync } from '../../www/experiments/hidden-sync/judge.js';
import { judge as judgeImproving } from '../../www/experiments/improving/judge.js';
import * as model from '../../www/experiments/improving/model.js';
import { judge as judgeMemory } from '../../www/experiments/memory/judge.js';
import { waysOf } from '../../www/experiments/lib/ways.js';
import { MARGINS } from '../../www/kit/inference.js';
import { randomOf, spread } from '../../www/kit/statistics.js';
import { NOISES } from '../truth/noise.mjs';

const info = {
  device: 'webgpu',
  adapter: { name: 'Adapter', software: false },
  clock: { step: 0.001, backendStep: 0.001 },
  timestamps: { quantum: 0.000001 },
  floor: { median: 2, low: 1.5, high: 2.5, samples: 20 },
};
const trace = { waits: [], completed: [], started: [], ended: [] };
const wait = { kind: 'item', op: 0, from: 0, to: 1, place: 'item' };

/** What each judge finds of the slower and of the faster of two ways, ms; which finding says that they differ, and which that they do not. */
const JUDGES = {
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
  // Enqueuing and running: t1 = t2, and t2 longer than t1.
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
};

/** The share of runs with one of these findings. */
function share(name, keys, times, rounds, runs = 300) {
  const random = randomOf(11);
  let hits = 0;
  for (let run = 0; run < runs; run += 1) {
    const [slow, fast] = NOISES.out(random, rounds);
    const { finding } = JUDGES[name].of(
      slow.map((time) => 100 * times * time),
      fast.map((time) => 100 * time),
    );
    hits += keys.includes(finding.key);
  }
  return hits / runs;
}

for (const [name, { differ, alike }] of Object.entries(JUDGES)) {
  test(`${name}: equal ways are called different, and ways a margin apart the same, in no more than 5 % of runs`, () => {
    for (const rounds of [6, 12, 30]) {
      assert.ok(share(name, differ, 1, rounds) <= 0.05, `${rounds} rounds`);
      assert.ok(share(name, alike, MARGINS.same, rounds) <= 0.05, `${rounds} rounds`);
    }
  });

  test(`${name}: no verdict becomes less likely with more rounds of a true effect, and fewer than six give none`, () => {
    for (const [keys, times] of [
      [differ, 1.2],
      [alike, 1],
    ]) {
      const found = [3, 5, 6, 10, 30, 100].map((rounds) =>
        share(name, keys, times, rounds, rounds > 30 ? 60 : 200),
      );
      assert.deepEqual(found.slice(0, 2), [0, 0]);
      for (const [i, one] of found.entries())
        assert.ok(one >= (found[i - 1] ?? 0) - 0.05, `${keys}: ${found}`);
      assert.ok(found.at(-1) > 0.98, `${keys}: ${found}`);
    }
  });
}
