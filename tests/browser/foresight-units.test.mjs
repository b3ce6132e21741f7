// Before a run of a chapter's preset: whether its size can show anything on this device. Without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { names } from '../../xtask/browser/sizes.mjs';
import { presetValues } from '../../www/kit/parameters.js';
import { connect } from '../../www/asynclab.js';
import { undecided } from '../../www/experiments/lib/verdict.js';
import { paceOf } from '../../www/run/pace.js';
import { runModelled } from '../truth/modelled.mjs';
import './fixtures/words.mjs';

const root = new URL('../../www/experiments/', import.meta.url);
const load = async (name) => ({
  ...(await import(new URL(`${name}/experiment.js`, root))).default,
  name,
});

const info = {
  device: 'webgpu',
  clock: { step: 0.1, backendStep: 0.1 },
  floor: { median: 1, low: 0.5, high: 2, samples: 12 },
  timestamps: { quantum: 0.065 },
  limits: { arrayBytes: 2 ** 30 },
};
/** The pace of a device with `rate` flops a ms, on which a tiny operation takes `operation` ms. */
const pace = (rate, operation = 0.02, more = {}) => ({
  info: { ...info, ...more },
  product: { n: 1024, ms: (2 * 1024 ** 3) / rate },
  operation,
});

/** A lab with a virtual clock: a product takes the time of its flops, a tiny operation `operation`, and each wait the latency. */
function labOf({ rate, operation, latency, limits = info.limits }) {
  let [now, busy, largest] = [0, 0, 0];
  const array = (took) => {
    busy = Math.max(busy, now) + took;
    const ends = busy;
    return {
      dispose() {},
      add: () => array(operation),
      waitToRead: async () => void (now = Math.max(now, ends) + latency),
    };
  };
  return {
    now: () => now,
    info: () => ({ ...info, floor: { median: latency, low: latency, high: latency }, limits }),
    nd: {
      ones([n]) {
        largest = Math.max(largest, n);
        return Object.assign(array(0), { n });
      },
      dot: ({ n }) => array((2 * n ** 3) / rate),
    },
    get largest() {
      return largest;
    },
  };
}

test('the pace is that of the device, without the latency of reports', async () => {
  for (const rate of [1e6, 1e7, 1e9, 1e10]) {
    const { product, operation } = await paceOf(labOf({ rate, operation: 0.01, latency: 2 }));
    const exact = (2 * product.n ** 3) / rate;
    assert.ok(Math.abs(product.ms - exact) < 1e-6 * exact, `${rate}: ${product.ms} for ${exact}`);
    assert.ok(operation >= 0.01 && operation < 0.012, `at most ${operation}`);
  }
});

test('products are tried no larger than needed, and than there is room for', async () => {
  const slow = labOf({ rate: 1e6, operation: 0.01, latency: 2 });
  await paceOf(slow);
  assert.equal(slow.largest, 256, 'its 33 ms are many latencies');
  const narrow = labOf({
    rate: 1e12,
    operation: 0.01,
    latency: 2,
    limits: { arrayBytes: 2 ** 22 },
  });
  await paceOf(narrow);
  assert.equal(narrow.largest, 512);
});

const SLOW = pace(1e7);
const FAST = pace(2e10);

for (const [name, fast, slow] of [
  ['warmup', { n: 'auto' }, null],
  ['queued', { n: 'auto' }, null],
  ['barriers', { n: 'auto' }, null],
  ['timing', { n: 'auto' }, null],
  ['devices', { n: 'auto', m: 'auto' }, null],
])
  test(`${name}: the chapter's size is too small for a fast device, and not for a slow one`, async () => {
    const experiment = await load(name);
    const values = presetValues(experiment, 'course');
    const foreseen = experiment.foresee(values, FAST);
    assert.equal(foreseen.key, 'short');
    assert.ok(foreseen.takes <= foreseen.least, `${foreseen.takes} beside ${foreseen.least}`);
    assert.deepEqual(foreseen.set, fast);
    for (const key of Object.keys(foreseen.set)) assert.ok(experiment.parameters[key].auto, key);
    assert.equal(experiment.foresee(values, SLOW), slow);
  });

test('warmup: what is timed is all of its products', async () => {
  const { foresee } = await load('warmup');
  const one = foresee({ n: 1000, repetitions: 1 }, FAST).takes;
  assert.ok(Math.abs(foresee({ n: 1000, repetitions: 4 }, FAST).takes - 4 * one) < 1e-9);
  assert.equal(foresee({ n: 1000, repetitions: 100 }, FAST), null);
});

test('devices: alone, the CPU leaves no question open', async () => {
  const { foresee } = await load('devices');
  const values = { n: 100, products: 1 };
  assert.equal(foresee(values, pace(1e10, 0.01, { device: 'cpu' })), null);
});

test('graph: an operation within a step of the device’s clock, and a device without one', async () => {
  const { foresee } = await load('graph');
  assert.equal(foresee({ n: 2 }, pace(1e9, 0.02)).key, 'clock');
  assert.equal(foresee({ n: 2 }, pace(1e9, 0.07)), null);
  const untimed = foresee({ n: 2 }, pace(1e9, 0.02, { timestamps: null }));
  assert.deepEqual([untimed.key, untimed.set], ['untimed', null]);
  const cpu = { device: 'cpu', timestamps: null, clock: { step: 0.1, backendStep: 0.005 } };
  assert.equal(foresee({ n: 2 }, pace(1e9, 0.02, cpu)), null, 'its own clock resolves it');
});

test('graph: a device that does not time its work is announced for any size, and no other', async () => {
  const { anySize } = await load('graph');
  assert.equal(anySize(info), null);
  const { key, set } = anySize({ ...info, timestamps: null });
  assert.deepEqual([key, set], ['untimed', null]);
  assert.equal(anySize({ ...info, device: 'cpu', timestamps: null }), null);
});

test('only presets of the chapter are foreseen, and each experiment that foresees has one', async () => {
  for (const name of names) {
    const { foresee, presets } = await load(name);
    if (foresee)
      assert.ok(
        Object.keys(presets).some((key) => key.startsWith('course')),
        name,
      );
  }
});

/** Machines and browsers of every kind, on which predictions for the chapter's presets are compared with the findings of runs. */
const MACHINES = ['phone', 'gaming-card', 'data-centre-card'].flatMap((machine) =>
  ['', '-firefox', '-safari'].map((browser) => `${machine}${browser}`),
);
const SEEDS = [1, 2, 3];

test('on modelled machines every run that shows nothing is announced, and few others are', async (t) => {
  t.mock.method(console, 'log', () => {});
  const counts = { unannounced: 0, announced: 0, vain: 0 };
  for (const machine of MACHINES) {
    const lab = await connect({ device: 'sim', machine, sim: { values: 0 } });
    await lab.calibrate();
    const pace = await paceOf(lab);
    await lab.close();
    for (const name of ['warmup', 'queued', 'barriers', 'graph', 'timing']) {
      const experiment = await load(name);
      const foreseen = experiment.foresee(presetValues(experiment, 'course'), pace);
      for (const seed of SEEDS) {
        const parameters = 'seed' in experiment.parameters ? { seed } : {};
        const sim = { values: 0, seed };
        const result = await runModelled(name, { machine, preset: 'course', sim, parameters });
        if (foreseen) counts[undecided(result) ? 'announced' : 'vain'] += 1;
        else if (undecided(result)) counts.unannounced += 1;
      }
    }
  }
  assert.equal(counts.unannounced, 0);
  assert.ok(counts.announced > 4 * counts.vain, JSON.stringify(counts));
});

for (const name of ['graph', 'hidden-sync'])
  test(`${name}: as many steps are announced as are taken`, async () => {
    const seen = [];
    const post = ({ type, done, total }) => type === 'progress' && seen.push({ done, total });
    await runModelled(name, { machine: 'gaming-card', parameters: { rounds: 8 }, post });
    const { done, total } = seen.at(-1);
    assert.equal(done + 1, total);
  });
