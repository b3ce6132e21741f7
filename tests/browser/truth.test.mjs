// Compares experiments on modelled machines with the oracle: a small part of `cargo xtask bench truth`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { connect } from '../../www/asynclab.js';
import { open } from '../../www/experiments/index.js';
import { BROWSERS, MACHINES } from '../../www/lib/machines/catalogue.js';
import { describe } from '../../www/lib/machines/describe.js';
import * as names from '../../www/lib/machines/names.js';
import { runModelled } from '../truth/modelled.mjs';
import { leavesOpen, falsehoods, judgedByOracle, known, measurable } from '../truth/oracle.mjs';

// Ports of simulations keep the process alive.
after(() => setTimeout(() => process.exit(), 1000));

const SOME = ['phone-safari', 'gaming-card', 'software-adapter'];
/** A machine on which a submission takes several times as long as an operation. */
const DEAR = 'data-centre-card';
const quietly = async (run) => {
  const print = console.log;
  console.log = () => {}; // some experiments print matrices
  try {
    return await run();
  } finally {
    console.log = print;
  }
};
const on = (machine) => ({ gpu: describe(machine), cpu: describe(machine, 'cpu') });

/** Values of findings without a truth in the oracle: chosen sizes, places, and values that report the scatter itself. */
const CHOSEN = {
  improving: [
    'n',
    'lone',
    'short',
    'long',
    'bent',
    'worstAt',
    'bendError',
    'savedOverlap',
    'fitted',
  ],
  'hidden-sync': ['line'],
  batching: ['best'],
  graph: ['step'],
  memory: ['needed'],
  regimes: ['side', 'largest'],
};

/** Values that may be close to 0. */
const SMALL = [
  'floor',
  't1',
  'error',
  'bendError',
  'bendAt',
  'savedOverlap',
  'after',
  'eachAfter',
  'eachIdle',
  'idlePart',
  'firstOne',
];
const BELOW_STEP = { memory: ['part'] };

/** Values that are themselves uncertainties of other values. */
const EXACT = ['step', 'apart'];
const words = (name) =>
  readFileSync(new URL(`../../www/experiments/${name}/words/en.ftl`, import.meta.url), 'utf8');
/** The message with its continuation lines. */
const messageOf = (name, key) =>
  words(name).match(new RegExp(`^${key} =.*(?:\\n .*)*`, 'm'))?.[0] ?? '';

/** Numbers in the sentences of a finding without a quartile, a step or a bound. */
async function certain(name, result) {
  const { derived } = await open(name);
  const { key, values } = result.finding;
  const all = { ...result.measures, ...values, ...derived?.(result) };
  const text = messageOf(name, key) + messageOf(name, `${key}-more`);
  return Array.from(text.matchAll(/\{ \$(\w+)/g), ([, named]) => named).filter((named) => {
    const { value, unit, bound, low, high, step } = all[named] ?? {};
    if (!['ms', 'x', 'share', 'per-s'].includes(unit) || EXACT.includes(named)) return false;
    return value > 0 && !bound && !(low <= high) && !(step > 0);
  });
}

/** A result in which one measure and its interval are multiplied. */
function scaled(result, key, factor) {
  const { value, low, high, ...rest } = result.measures[key];
  const times = (one) => (one === undefined || one === null ? one : one * factor);
  const quantity = { ...rest, value: value * factor, low: times(low), high: times(high) };
  return { ...result, measures: { ...result.measures, [key]: quantity } };
}

for (const name of judgedByOracle) {
  test(`${name}: finds, and finds nothing false, on modelled machines; the oracle finds numbers that are ten times too large or too small`, async () => {
    const found = {};
    let refuted = false;
    for (const machine of name === 'batching' ? [...SOME, DEAR] : SOME) {
      const result = await quietly(() =>
        runModelled(name, { machine, sim: { seed: 1, values: 0 } }),
      );
      assert.deepEqual(falsehoods(name, result, on(machine)), [], machine);
      assert.deepEqual(await certain(name, result), [], `${machine}: numbers without uncertainty`);
      if (!measurable(name, machine)) continue;
      assert.ok(!leavesOpen(result), `${machine}: ${result.finding.key}`);
      const truth = known(name, result, on(machine));
      for (const [key, { value, unit }] of Object.entries(result.finding.values)) {
        if (!unit || !(value > 0) || !(key in result.measures)) continue;
        if (CHOSEN[name]?.includes(key)) continue;
        assert.ok(truth.has(key), `nobody knows the truth of ${key}`);
        const caught = (factor) =>
          falsehoods(name, scaled(result, key, factor), on(machine)).length > 0;
        found[key] ??= { large: false, small: false };
        found[key].large ||= caught(10);
        // For an upper bound, or a value that may be 0, a smaller number is not false.
        found[key].small ||=
          caught(0.1) ||
          SMALL.includes(key) ||
          !!BELOW_STEP[name]?.includes(key) ||
          !!result.measures[key].bound;
      }
      const turned = result.finding.key.startsWith('found') ? 'disagrees' : 'found';
      const contrary = { ...result, finding: { ...result.finding, key: turned } };
      refuted ||= falsehoods(name, contrary, on(machine)).length > 0;
    }
    assert.ok(refuted, 'the contrary verdict is nowhere contradicted');
    for (const [key, { large, small }] of Object.entries(found))
      assert.ok(
        large && small,
        `${key}: ten times ${large ? 'too small' : 'too large'} is not found`,
      );
  });
}

test('improving measures few lengths of its loops, and any that is asked for', async () => {
  const lengths = async (parameters) => {
    // On this machine a single operation takes a quarter of the clock's step.
    const on = { machine: 'gaming-card-safari', sim: { seed: 1, values: 0 }, parameters };
    const result = await quietly(() => runModelled('improving', on));
    assert.ok(!leavesOpen(result), result.finding.key);
    const { curves, measures } = result;
    const of = (form) => curves.loops.points[form].map(({ x }) => x);
    assert.equal(measures.n.value, of('each').at(-1), 'both loops have the longest');
    return { each: of('each'), once: of('once') };
  };
  const auto = await lengths({});
  assert.ok(auto.each.length <= 5 && auto.once.length <= 6, `${auto.each}; ${auto.once}`);
  assert.deepEqual((await lengths({ most: 300 })).each, [2, 5, 20, 100, 300]);
});

test('improving on the course’s preset: a model that is wrong of slower frontends is called so, within what a clock of 1 ms can resolve', async () => {
  // The operation is an addition of one number, which takes less time than its submission.
  const machine = 'gaming-card-safari';
  const sim = { seed: 2, values: 0 };
  const parameters = { most: 50 }; // longer loops have the same finding on slower frontends
  const result = await quietly(() =>
    runModelled('improving', { machine, preset: 'course', sim, parameters }),
  );
  assert.equal(result.finding.key, 'disagrees-bend');
  assert.deepEqual(falsehoods('improving', result, on(machine)), []);
  assert.deepEqual(await certain('improving', result), []);
  const { low, value, high } = result.measures.bendError;
  assert.ok(low < value && value < high, `${low}, ${value}, ${high}`);
  for (const factor of [0.1, 10]) {
    const [wrong] = falsehoods('improving', scaled(result, 'bendError', factor), on(machine));
    assert.match(wrong, /^bendError stated as/);
  }
});

test('devices on the course’s preset: nothing false of a phone that becomes hot, nor of a device without times that works for less than a step of the clock', async () => {
  for (const [machine, seed] of [
    ['phone-safari', 2],
    ['gaming-card-safari', 2],
  ]) {
    const sim = { seed, values: 0 };
    const result = await quietly(() => runModelled('devices', { machine, preset: 'course', sim }));
    assert.deepEqual(falsehoods('devices', result, on(machine)), [], machine);
    assert.deepEqual(await certain('devices', result), [], machine);
    const cold = { ...on(machine), gpu: { ...on(machine).gpu, throttleAfter: 0 } };
    const hot = on(machine).gpu.throttleAfter < result.elapsed;
    // If a machine became hot during the rounds, intervals contain the times of both states.
    if (!hot) assert.deepEqual(falsehoods('devices', result, cold), [], machine);
    assert.equal(
      result.distortions.some(({ key }) => key === 'distortion-slower'),
      hot,
      machine,
    );
  }
});

/** Machines whose browser polls for completed work ten times a second. */
const SELDOM = ['laptop-apple-firefox-unnudged', 'phone-firefox-unnudged'];
/** The longest time until the notice that a browser cannot decide the question, ms. */
const ENDS = 25_000;

for (const name of judgedByOracle) {
  test(`${name}: where the browser looks ten times a second, nothing false, the reason, and an end`, async () => {
    for (const machine of SELDOM) {
      for (const seed of [1, 8]) {
        const result = await quietly(() =>
          runModelled(name, { machine, sim: { seed, values: 0 } }),
        );
        const { finding, elapsed } = result;
        assert.deepEqual(falsehoods(name, result, on(machine)), [], machine);
        assert.ok(elapsed < ENDS, `${machine}: ${elapsed} ms`);
        if (!leavesOpen(result)) continue;
        // The sentence states the browser's notification latency.
        assert.match(
          messageOf(name, finding.key),
          /(work|queue) (is reported )?complete only after \{ \$floor \}|takes \{ \$floor \} to report even next to no work complete/,
        );
        // Next to no work is reported at the next poll, which may be near by chance.
        assert.ok(finding.values.floor.value > 40, `${finding.values.floor.value}`);
      }
    }
  });
}

test('a frontend that is slower than the device is found to be, however late the browser looks', async () => {
  // Enqueueing takes three times as long as an addition of 16 × 16 on the device.
  for (const machine of ['laptop-apple', 'laptop-apple-firefox', 'laptop-apple-safari']) {
    const sim = { enqueue: 0.03, values: 0 };
    for (let seed = 1; seed <= 4; seed += 1) {
      const { finding, measures } = await quietly(() =>
        runModelled('improving', { machine, sim: { ...sim, seed }, parameters: { side: 16 } }),
      );
      const timed = describe(machine).quantum !== undefined;
      assert.equal(finding.key, timed ? 'found-frontend' : 'found-limits', `${machine}, ${seed}`);
      if (timed) assert.ok(Math.abs(measures.t2.value / 0.01 - 1) < 0.05, `${measures.t2.value}`);
    }
  }
});

test('a modelled machine is what its description says', async () => {
  assert.deepEqual(Object.keys(MACHINES), names.MACHINES);
  assert.deepEqual(Object.keys(BROWSERS), names.BROWSERS);
  for (const machine of names.machineNames) {
    const gpu = describe(machine);
    const lab = await connect({
      device: 'sim',
      machine,
      sim: { jitter: 0, outliers: 0, values: 0 },
    });
    const info = await lab.calibrate();
    assert.equal(info.machine, machine);
    assert.equal(info.clock.step, gpu.step);
    assert.equal(info.timestamps === null, gpu.quantum === undefined);
    const x = lab.nd.zeros([2048, 2048]);
    await x.waitToRead();
    const start = lab.now();
    await x.dot(x).waitToRead();
    const work = (2 * 2048 ** 3) / (gpu.flops * 1e6) + gpu.dispatch;
    const took = lab.now() - start;
    const least = work + gpu.seen + 2 * gpu.message;
    const most = least + gpu.submission + gpu.encode + gpu.enqueue + 1.5 * gpu.poll;
    assert.ok(took >= least - gpu.step && took <= most + gpu.step, `${machine}: ${took}`);
    await lab.close();
  }
});

test('values are computed where they are cheap, and left out on request', async () => {
  const lab = await connect({ device: 'sim', machine: 'phone' });
  assert.deepEqual(await lab.nd.ones([2]).add(1).data(), Float32Array.of(2, 2));
  const large = lab.nd.ones([2048, 2048]);
  assert.ok(Number.isNaN(await large.dot(large).sum().item()), 'no value, and none made up');
  await lab.close();
});

test('two devices of a machine share one clock, and send each other arrays', async () => {
  const lab = await connect({ devices: ['sim', 'cpu'], machine: 'laptop-apple' });
  const x = lab.nd.ones([3]).add(1).to('cpu');
  assert.deepEqual(await x.add(1).data(), Float32Array.of(3, 3, 3));
  await lab.close();
});

test('a machine that cannot be is rejected with the field and its range, an unknown one with those there are', async () => {
  const rejected = (options, message) =>
    assert.rejects(connect({ device: 'sim', ...options }), { code: 'INVALID_OPTION', message });
  await rejected({ sim: { flops: -1 } }, /flops is -1; give GFLOP\/s from/);
  await rejected({ sim: { quantum: 0 } }, /quantum is 0; give milliseconds from 0\.000001/);
  await rejected({ sim: { memory: 0 } }, /memory is 0; give megabytes from 1/);
  await rejected({ sim: { t2: -1 } }, /t2 is -1; give milliseconds of 0 or more/);
  await rejected({ sim: { speed: 3 } }, /sim is 'speed'/);
  await rejected({ machine: 'abacus' }, /no machine "abacus"; give one of phone, phone-firefox/);
  await rejected({ machine: 3 }, /machine is 3; give the name of a machine/);
});

test('noise is reproducible, and slows down as set', async () => {
  const time = async (sim) => {
    const lab = await connect({
      device: 'sim',
      machine: 'laptop-integrated',
      sim: { values: 0, ...sim },
    });
    const x = lab.nd.zeros([1024, 1024]);
    for (let i = 0; i < 100; i += 1) x.dot(x).dispose();
    await lab.waitAll();
    const took = lab.now();
    await lab.close();
    return took;
  };
  assert.equal(await time({ seed: 5 }), await time({ seed: 5 }));
  assert.notEqual(await time({ seed: 5, jitter: 0.2 }), await time({ seed: 6, jitter: 0.2 }));
  const calm = await time({ jitter: 0, outliers: 0 });
  const hot = await time({ jitter: 0, outliers: 0, throttleAfter: 1, throttleFactor: 2 });
  assert.ok(hot > 1.8 * calm && hot < 2.1 * calm, `${hot} against ${calm}`);
  const busy = await time({
    jitter: 0,
    outliers: 0,
    neighbourEvery: 20,
    neighbourFor: 10,
    neighbourFactor: 3,
  });
  assert.ok(busy > 1.3 * calm && busy < 2.5 * calm, `${busy} against ${calm}`);
});
