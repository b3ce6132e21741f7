// The roofline: rates and regimes of modelled machines, whose true values are known, and the judge at the edges of its rules. Without a browser.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { judge, regimesOf } from '../../www/experiments/regimes/judge.js';
import { openPeak } from '../../www/experiments/regimes/peak.js';
import { COSTS, LAYER_SIDE } from '../../www/experiments/regimes/works.js';
import { waysOf } from '../../www/experiments/lib/ways.js';
import { describe } from '../../www/lib/machines/describe.js';
import { spread } from '../../www/kit/statistics.js';
import { runModelled } from '../truth/modelled.mjs';
import { info } from './made-up.mjs';

// Ports of simulations keep the process alive.
after(() => setTimeout(() => process.exit(), 1000));

const regimesIn = (result) => {
  const { works } = regimesOf({ ...result, side: result.measures.side.value });
  return Object.fromEntries(works.map(({ operation, n, key }) => [`${operation} ${n}`, key]));
};

for (const machine of ['laptop-integrated', 'software-adapter-safari'])
  test(`${machine}: bandwidth, arithmetic and overhead are recovered within a tenth, and each operation is bound by what binds it`, async () => {
    const result = await runModelled('regimes', { machine, sim: { seed: 3, values: 0 } });
    const { measures } = result;
    const { bandwidth, flops, dispatch } = describe(machine);
    const truth = { bandwidth: bandwidth * 1e9, arithmetic: flops * 1e9, cost: dispatch };
    for (const [name, true_] of Object.entries(truth)) {
      const off = measures[name].value / true_;
      assert.ok(off < 1.1 && off > 0.9, `${name}: ${off}`);
    }
    const regimes = regimesIn(result);
    const side = measures.side.value;
    const bound = (name, truth) =>
      assert.ok([truth, 'open'].includes(regimes[name]), `${name}: ${regimes[name]}`);
    assert.equal(regimes[`add ${side}`], 'bytes');
    for (const name of ['exp', 'tanh', 'chain', 'fused']) bound(`${name} ${side}`, 'bytes');
    assert.equal(regimes['add 1'], 'overhead');
    assert.equal(regimes[`product ${measures.largest.value}`], 'compute');
    for (const name of ['layers', 'replayed']) bound(`${name} ${LAYER_SIDE}`, 'overhead');
    const open = Object.values(regimes).filter((key) => key === 'open');
    assert.ok(open.length <= 2, `${open.length} are open`);
    // More arithmetic on the same bytes takes no longer. One pass over memory instead of eight, and one command instead of 360, are faster.
    assert.ok(measures.tanh.low < 1 && measures.tanh.high > 1, `${measures.tanh.value}`);
    assert.ok(measures.fused.value < 1.2, `${measures.fused.value}`);
    assert.ok(measures.fusing.low > 4, `${measures.fusing.low}`);
    assert.ok(measures.replaying.low > 1, `${measures.replaying.low}`);
  });

test('beside a browser that looks every 4 ms, and reports ends so late, the cost of an operation is within its interval', async () => {
  for (const seed of [1, 2]) {
    const machine = 'data-centre-card-firefox';
    const on = { machine, sim: { seed, values: 0 }, parameters: { rounds: 24 } };
    const { low, high, value } = (await runModelled('regimes', on)).measures.cost;
    const { dispatch } = describe(machine);
    assert.ok(low < dispatch && dispatch < high, `${low} to ${high}, and it is ${dispatch}`);
    assert.ok(high - low < 0.1 * value, `${low} to ${high}`);
  }
});

test('operations whose times are too wide get more rounds, with the ceilings, and those that are known do not', async () => {
  // With this seed, an outlier hits the reader's own operation.
  const result = await runModelled('regimes', { machine: 'phone', sim: { seed: 14, values: 0 } });
  const rounds = Object.fromEntries(result.ways.map(({ way, samples }) => [way, samples.length]));
  assert.ok(rounds.own > 8 && rounds.own <= 24, `${rounds.own} rounds`);
  for (const name of ['add', 'tiny']) assert.equal(rounds[name], rounds.own);
  assert.equal(rounds.layers, 8);
  assert.deepEqual([result.finding.key, result.finding.values.regime], ['found', 'bytes']);
  assert.ok(result.elapsed < 10_000, `${result.elapsed}`);
  for (const name of ['tanh', 'fusing', 'fused', 'replaying'])
    assert.ok(result.measures[name].low < result.measures[name].high, name);
});

test('the reader’s operation changes its regime with its size', async () => {
  const of = async (parameters) => {
    const on = { machine: 'gaming-card', sim: { seed: 2, values: 0 }, parameters };
    const { finding } = await runModelled('regimes', on);
    return [finding.key, finding.values.regime];
  };
  assert.deepEqual(await of({ operation: 'product', n: 64, largest: 1024 }), ['found', 'overhead']);
  assert.deepEqual(await of({ operation: 'product', n: 1024, largest: 1024 }), [
    'found',
    'compute',
  ]);
});

const SIDE = 1000;
/** The judgement on a device of 1 GB/s, 10 GFLOP/s and 0.01 ms. `times`, in ms, replace the model's times of operations. */
function judged({
  operation = 'tanh',
  n = SIDE,
  times = {},
  scatter = 0.01,
  rounds = 8,
  on = info,
}) {
  const model = (name, side) => {
    const { flops, bytes, operations } = COSTS[name](side);
    return Math.max(flops / 1e7, bytes / 1e6) + 0.01 * operations;
  };
  const around = (time, phase) =>
    Array.from({ length: rounds }, (_, i) => time * (1 + scatter * Math.sin(phase + 2 * i)));
  const all = ['add', 'exp', 'tanh', 'chain', 'fused'].map((name) => [name, model(name, SIDE)]);
  const layers = ['layers', 'replayed'].map((name) => [name, model(name, LAYER_SIDE)]);
  const own = ['own', model(operation, n)];
  const given = Object.fromEntries([['tiny', model('add', 1)], ...all, ...layers, own]);
  const ways = Object.entries({ ...given, ...times }).map(([name, time], i) => [
    name,
    around(time, i),
  ]);
  const samples = around(model('product', 512), 20);
  return judge({
    ways: waysOf(Object.fromEntries(ways)),
    curves: {
      products: { points: { each: [{ x: 512, samples, ...spread(samples) }] }, models: {} },
    },
    info: on,
    parameters: { operation, n, loop: 100 },
    side: SIDE,
  });
}

test('an operation is bound by the resource that surely needs longest', () => {
  const { finding, measures } = judged({});
  assert.deepEqual([finding.key, finding.values.regime], ['found', 'bytes']);
  assert.ok(Math.abs(measures.bandwidth.value / 1e9 - 1) < 0.02);
  assert.ok(Math.abs(measures.arithmetic.value / 1e10 - 1) < 0.02);
  assert.equal(judged({ operation: 'product' }).finding.values.regime, 'compute');
  assert.equal(judged({ operation: 'layers', n: 16 }).finding.values.regime, 'overhead');
});

test('where two need as long, the rounds do not decide', () => {
  // At n = 60 a product does 10 FLOP for each byte.
  assert.equal(judged({ operation: 'product', n: 60 }).finding.key, 'unsteady');
  assert.equal(judged({ operation: 'product', n: 200 }).finding.values.regime, 'compute');
});

test('a time that the model does not explain has no regime, unless it is of arithmetic that was not counted', () => {
  assert.equal(judged({ operation: 'add', times: { own: 30 } }).finding.key, 'disagrees');
  assert.equal(judged({ operation: 'add', times: { own: 2 } }).finding.key, 'disagrees');
  const { finding, measures } = judged({ times: { own: 30 } });
  assert.deepEqual([finding.key, finding.values.regime], ['found-uncounted', 'compute']);
  assert.ok(measures.fit.low > 1.5);
});

test('rounds that scatter leave the regime open, and few have none', () => {
  assert.equal(judged({ scatter: 0.9 }).finding.key, 'unsteady');
  const { finding, measures } = judged({ rounds: 5 });
  assert.equal(finding.key, 'few');
  const { value, ...rest } = measures.bandwidth;
  assert.deepEqual(rest, { unit: 'B/s' }, 'without an interval');
  assert.ok(Math.abs(value / 1e9 - 1) < 0.02);
});

test('a clock whose steps are much of a loop leaves it open, and so does a browser that looks ten times a second', () => {
  const coarse = { ...info, clock: { ...info.clock, step: 20 } };
  assert.equal(judged({ on: coarse }).finding.key, 'coarse');
  // The readings of two loops may be off by a third of the time.
  const fine = { ...info, clock: { ...info.clock, step: 7 } };
  assert.equal(judged({ on: fine }).finding.key, 'found');
  const floor = { median: 100, low: 90, high: 110, samples: 12 };
  assert.equal(judged({ on: { ...info, floor } }).finding.key, 'coarse');
});

test('an overhead that may be nothing is stated as a bound', () => {
  const { measures } = judged({ times: { tiny: 0.001 }, scatter: 3 });
  assert.equal(measures.cost.bound, '≤');
  assert.equal(measures.cost.value, measures.cost.high);
});

test('there is no ridge, and no regime, where a rate is lost in noise', () => {
  const { measures, finding } = judged({ times: { add: 0.005, tiny: 0.02 } });
  assert.ok(Number.isNaN(measures.ridge.value));
  assert.equal(finding.key, 'unsteady');
  // In some rounds the large addition takes no longer than an addition of one number.
  const { ridge } = judged({ times: { add: 0.0115 }, scatter: 0.2 }).measures;
  assert.ok(ridge.value > 0);
  assert.deepEqual([ridge.low, ridge.high], [undefined, undefined]);
});

/** A stand-in for a browser whose device runs nothing, and reports an error. @param {object|null} error */
function pretend(error) {
  const record = () => ({});
  const pass = { setPipeline() {}, setBindGroup() {}, dispatchWorkgroups() {}, end() {} };
  const device = {
    ...Object.fromEntries(
      ['createBuffer', 'createShaderModule', 'createBindGroup'].map((name) => [name, record]),
    ),
    createComputePipeline: () => ({ getBindGroupLayout: record }),
    createCommandEncoder: () => ({ beginComputePass: () => pass, finish: record }),
    queue: { submit() {}, onSubmittedWorkDone: async () => {} },
    pushErrorScope() {},
    popErrorScope: async () => error,
    destroy: () => (device.destroyed = true),
  };
  const gpu = { requestAdapter: async () => ({ requestDevice: async () => device }) };
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });
  return device;
}

test('hand-written kernels that found no room are left out, as they would look fast', async () => {
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
  assert.equal(await openPeak(2 ** 20), null, 'no WebGPU');
  const full = pretend({ message: 'out of memory' });
  assert.equal(await openPeak(2 ** 20), null);
  assert.equal(full.destroyed, true);
  const device = pretend(null);
  const peak = await openPeak(2 ** 20);
  assert.equal(peak.bytes.amount, 2 ** 21);
  peak.close();
  assert.equal(device.destroyed, true);
});
