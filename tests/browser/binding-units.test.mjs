// The part that binds a program, on made-up traces of known times and on modelled machines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindingOf, covered, paceOf, TERMS, union, windowOf } from '../../www/kit/binding.js';
import { kernelsIn } from '../../www/kit/binding-model.js';
import { MARGINS } from '../../www/kit/inference.js';
import { exactly, made, NAMES, RATES } from './fixtures/made-traces.mjs';
import { workOf } from './fixtures/work.mjs';
import { falseIn, modelledBinding, modelledRates, PROGRAMS } from '../truth/binding.mjs';

/** Steps of the lab's code that each operation or wait of a trace may take. */
const MOST_STEPS = 250;
/** `count` consecutive kernels of equal length, enqueued at once. */
const queued = (count, name, length, flops, bytes) =>
  Array.from({ length: count }, (_, i) => [name, 0, i * length, (i + 1) * length, flops, bytes]);

const round = ({ shares }) => TERMS.map((term) => Math.round(100 * shares[term].value));

test('a product is bound by its arithmetic, and nothing helps', () => {
  const found = bindingOf(made([['dot', 0, 0, 90, 9e7, 1e6]], [{ from: 0, to: 100 }]), RATES);
  assert.equal(found.key, 'compute');
  assert.equal(found.remedy, 'nothing');
  assert.equal(found.timed, true);
  assert.equal(found.span, 100);
  assert.deepEqual(round(found), [90, 0, 0, 10, 0]);
});

test('elementwise operations are bound by bytes: to be fused where one reads another', () => {
  const elements = 1e6;
  const chain = made(queued(10, 'add', 8, elements, 8e6), [], { elements });
  assert.deepEqual(
    [bindingOf(chain, RATES).key, bindingOf(chain, RATES).remedy],
    ['bytes', 'fuse'],
  );
  const one = made(queued(1, 'add', 8, elements, 8e6), [], { elements });
  assert.deepEqual([bindingOf(one, RATES).key, bindingOf(one, RATES).remedy], ['bytes', 'nothing']);
  // One kernel of all operations, with the bytes of its input and output and the arithmetic of ten operations.
  const fused = { ...chain, kernel: new Uint32Array(10).fill(9) };
  fused.flops = Float64Array.from([...new Array(9).fill(0), 10 * elements]);
  fused.bytes = Float64Array.from([...new Array(9).fill(0), 8e6]);
  for (const moment of ['started', 'ended'])
    fused[moment] = chain[moment].slice().fill(chain[moment][9]);
  assert.equal(bindingOf(fused, { ...RATES, compute: exactly(1e-9) }).remedy, 'nothing');
});

test('between two that are nearly alike the verdict is open, and beyond the margin it is not', () => {
  const both = (bytes) =>
    bindingOf(
      made([
        ['dot', 0, 0, 10, 1e7, 0],
        ['sum', 0, 10, 10 + bytes, 0, bytes * 1e6],
      ]),
      { ...RATES, dispatch: exactly(0) },
    ).key;
  assert.equal(both(10), 'open');
  assert.equal(both(10 * MARGINS.same * 0.999), 'open');
  assert.equal(both(10 * MARGINS.same * 1.001), 'bytes');
  assert.equal(both(10 / MARGINS.same / 1.001), 'compute');
});

test('no part takes more than the others leave, however the clocks of device and program lie', () => {
  const trace = made([['sum', 0, 0, 6, 0, 6e6]], [{ from: 0, to: 10 }]);
  const rates = { ...RATES, dispatch: exactly(0) };
  const of = (uncertainty, step) =>
    bindingOf({ ...trace, gpuClock: { offset: 0, uncertainty } }, rates, { step });
  const { key, shares, by } = of(3, 0);
  assert.equal(key, 'bytes');
  assert.ok(Math.abs(shares.waits.high - 0.4) < 1e-9, `${shares.waits.high}`);
  assert.ok(Math.abs(by.low - 1.5 / MARGINS.same) < 0.2, `${by.low}`);
  assert.equal(of(3, 1).key, 'bytes', 'a longer span is a longer wait alone');
  assert.equal(of(3, 2).key, 'open', 'which may be as long as the kernel');
});

test('a rate that is hardly known leaves a kernel near the ridge open', () => {
  const near = made([['dot', 0, 0, 10, 1e7, 8e6]]);
  assert.equal(bindingOf(near, RATES).key, 'compute');
  const vague = { ...RATES, bytes: { value: 1e-6, low: 0.7e-6, high: 1.4e-6 } };
  const found = bindingOf(near, vague);
  assert.equal(found.key, 'open');
  assert.equal(found.remedy, 'open');
});

test('many small operations are bound by overhead: of the host, or of the device', () => {
  // Every 0.1 ms a kernel of 0.02 ms is enqueued.
  const slow = Array.from({ length: 50 }, (_, i) => ['sum', i / 10, i / 10, i / 10 + 0.02, 1, 8]);
  const found = bindingOf(made(slow), RATES);
  assert.deepEqual([found.key, found.remedy], ['overhead', 'compile']);
  assert.ok(found.parts.frontend > 0.7, found.parts);
  const quick = bindingOf(made(queued(100, 'sum', 0.012, 2, 8)), RATES);
  assert.deepEqual([quick.key, quick.remedy], ['overhead', 'batch']);
  // A compiled function makes one kernel of a chain.
  assert.equal(bindingOf(made(queued(100, 'add', 0.012, 1, 8)), RATES).remedy, 'compile');
});

test('a program that compiled functions enqueue is not to be compiled', () => {
  const slow = made(
    Array.from({ length: 50 }, (_, i) => ['sum', i / 10, i / 10, i / 10 + 0.02, 1, 8]),
  );
  const remedyOf = (replayed) => bindingOf({ ...slow, replayed }, RATES).remedy;
  const runs = [
    undefined,
    [[0, 20]],
    [
      [0, 20],
      [30, 20],
    ],
  ];
  assert.deepEqual(runs.map(remedyOf), ['compile', 'compile', 'batch']);
});

test('what compiled functions enqueued in another part of a program changes nothing', () => {
  const slow = made(
    Array.from({ length: 100 }, (_, i) => ['sum', i / 10, i / 10, i / 10 + 0.02, 1, 8]),
  );
  const remedyOf = (from, to) =>
    bindingOf({ ...slow, replayed: [[0, 60]] }, RATES, { from, to }).remedy;
  assert.deepEqual([remedyOf(0, 5.9), remedyOf(6, 10)], ['batch', 'compile']);
});

test('a loop that reads each result is bound by waits; one wait at the end cannot be left out', () => {
  const each = Array.from({ length: 20 }, (_, i) => ['sum', 10 * i, 10 * i, 10 * i + 1, 1e6, 8]);
  const waits = each.map(([, at], op) => ({ from: at, to: at + 10, op }));
  const found = bindingOf(made(each, waits), RATES);
  assert.deepEqual([found.key, found.remedy], ['waits', 'wait-less']);
  assert.deepEqual(round(found), [10, 0, 0, 90, 0]);
  const once = bindingOf(made([['sum', 0, 0, 1, 1e6, 8]], [{ from: 0, to: 10, op: 0 }]), RATES);
  assert.deepEqual([once.key, once.remedy], ['waits', 'batch']);
});

test('behind a short wait, what the program does for long is its own time', () => {
  const each = Array.from({ length: 20 }, (_, i) => ['sum', 10 * i, 10 * i, 10 * i + 1, 1e6, 8]);
  const waits = each.map(([, at], op) => ({ from: at, to: at + 1.5, op }));
  const found = bindingOf(made(each, waits), RATES);
  assert.deepEqual([found.key, found.remedy], ['rest', 'program']);
  assert.ok(found.parts.program > 0.6, found.parts);
});

test('time that the program needs for itself, and slow kernels, are the rest', () => {
  const at = [0, 0.1, 0.2, 0.3, 80, 80.1];
  const own = bindingOf(made(at.map((from) => ['sum', from, from, from + 0.05, 1, 8])), RATES);
  assert.equal(own.key, 'rest');
  assert.ok(own.parts.program > 0.9, own.parts);
  assert.equal(own.remedy, 'program');
  const slow = (name) => bindingOf(made([[name, 0, 0, 100, 1e6, 8e6]]), RATES);
  assert.deepEqual([slow('sum').key, slow('sum').remedy], ['rest', 'unknown']);
  assert.ok(slow('sum').parts.kernels > 0.8);
  // `exp` has more arithmetic than is counted.
  assert.equal(slow('exp').key, 'compute');
  // A wait for a kernel's compilation is left out.
  const stalled = bindingOf(made([['sum', 0, 200, 220, 2e7, 8]]), RATES);
  assert.equal(stalled.key, 'compute');
  assert.ok(
    stalled.stalled > 190 && Math.abs(stalled.span + stalled.stalled - 220) < 1e-9,
    stalled,
  );
});

test('the steps of the device’s clock cancel over many kernels', () => {
  const [count, length, quantum] = [2000, 0.0123, 0.1];
  const step = (at) => Math.floor(at / quantum) * quantum;
  const trace = made(queued(count, 'sum', length, 1, 8));
  trace.started = trace.started.map(step);
  trace.ended = trace.ended.map(step);
  const found = bindingOf(trace, RATES, { quantum });
  assert.equal(found.key, 'overhead');
  const { low, high } = found.shares.overhead;
  assert.ok(low < 1 && high > 0.95, found.shares.overhead);
});

test('a cell is a part of a program, and has what the device does in its time', () => {
  const trace = made(
    [
      ['dot', 0, 0, 50, 5e7, 0],
      ['sum', 20, 50, 100, 0, 5e7],
    ],
    [{ from: 20, to: 100 }],
  );
  assert.deepEqual(windowOf(trace), { from: 0, to: 100 });
  assert.equal(bindingOf(trace, RATES, { from: 0, to: 45 }).key, 'compute');
  assert.equal(bindingOf(trace, RATES, { from: 55, to: 100 }).key, 'bytes');
});

test('without times of the device the model and the waits bound what they can', () => {
  const untimed = (kernels, waits) =>
    bindingOf(
      made(
        kernels.map(([name, at, , , ...work]) => [name, at, NaN, NaN, ...work]),
        waits,
      ),
      RATES,
    );
  const large = untimed([['dot', 0, 0, 0, 9e7, 1e6]], [{ from: 0, to: 95 }]);
  assert.deepEqual([large.timed, large.key], [false, 'compute']);
  const { low, high } = large.shares.compute;
  assert.ok(low < 0.7 && high > 0.95 && high < 1, 'all but the report of its end');
  const each = Array.from({ length: 20 }, (_, i) => ['sum', 1.2 * i, 0, 0, 1, 8]);
  const waits = each.map(([, at], op) => ({ from: at, to: at + 1.1, op }));
  const read = untimed(each, waits);
  assert.deepEqual([read.key, read.remedy], ['waits', 'wait-less']);
  // The device's work may be half of the time, and the report the other half.
  assert.equal(untimed([['dot', 0, 0, 0, 1e6, 0]], [{ from: 0, to: 2, op: 0 }]).key, 'open');
});

test('an old trace has no verdict, nor has one without operations or without time', () => {
  const { flops, ...old } = made([['sum', 0, 0, 1, 1, 8]]);
  assert.ok(flops);
  assert.equal(bindingOf(old, RATES), null);
  assert.equal(bindingOf(made([]), RATES), null);
  const atOnce = made([['sum', 0, 0, 0, 1, 8]]);
  assert.equal(bindingOf(atOnce, RATES), null);
  // In a program as short as a step of the clock, any part may bind.
  assert.equal(bindingOf(atOnce, RATES, { step: 1 }).key, 'open');
});

test('stretches are united, and what they cover is found; the pace leaves waits out', () => {
  const set = union([
    { from: 5, to: 6 },
    { from: 0, to: 2 },
    { from: 1, to: 3 },
    { from: 4, to: 4 },
  ]);
  assert.deepEqual(set, [
    { from: 0, to: 3 },
    { from: 5, to: 6 },
  ]);
  assert.equal(covered(set, 2, 5.5), 1.5);
  assert.equal(covered(set, 3, 5), 0);
  const enqueued = Float64Array.from([0, 0, 1, 9, 9.5]);
  assert.equal(paceOf({ enqueued }, [], 7), 0.5);
  assert.equal(paceOf({ enqueued }, [{ from: 0, to: 9.2 }], 7), 7);
  assert.equal(paceOf({ enqueued: Float64Array.of(1) }, [], 7), 7);
});

test('on modelled machines nothing false is said', async () => {
  for (const machine of ['phone', 'gaming-card-firefox', 'laptop-integrated-safari']) {
    const rates = await modelledRates(machine, 1);
    for (const [name, programOf] of Object.entries(PROGRAMS)) {
      const program = programOf(() => 0.8);
      const binding = await modelledBinding(machine, 1, program.run, rates);
      assert.deepEqual(falseIn(binding, machine, program), [], `${name} on ${machine}`);
    }
  }
});

test('a broken verdict is found false', async () => {
  const rates = await modelledRates('phone', 1);
  const program = PROGRAMS.reads(() => 0);
  const binding = await modelledBinding('phone', 1, program.run, rates);
  assert.equal(binding.key, 'waits');
  assert.notDeepEqual(falseIn({ ...binding, key: 'compute' }, 'phone', program), []);
  assert.notDeepEqual(falseIn({ ...binding, remedy: 'fuse' }, 'phone', program), []);
});

test('the same small operations on a modelled machine are to be compiled, and compiled to be batched', async () => {
  const rates = await modelledRates('phone', 1);
  const many = (/** @type {any} */ x) => {
    let y = x;
    for (let i = 0; i < 40; i += 1) y = y.sum([1], { keepDims: true });
    return y;
  };
  const remedies = [];
  for (const compiles of [false, true]) {
    const binding = await modelledBinding(
      'phone',
      1,
      async (lab) => {
        const x = lab.nd.ones([1, 1]);
        const step = compiles ? lab.compile(many) : (y) => lab.tidy(() => many(y));
        let y = x;
        for (let i = 0; i < 40; i += 1) y = step(x);
        await y.waitToRead();
      },
      rates,
    );
    remedies.push(binding.key, binding.remedy);
  }
  assert.deepEqual(remedies, ['overhead', 'compile', 'overhead', 'batch']);
});

/** A trace of operations with distinct amounts of work. @param {number} count @param {boolean} timed @param {number} each waits for each operation */
function forged(count, timed, each) {
  const kernels = Array.from({ length: count }, (_, i) => {
    const at = i / 100;
    const times = timed ? [at + 1, at + 1.005] : [NaN, NaN];
    return [NAMES[i % 4], at, ...times, 7 ** (i % 300) + i, 8 + i];
  });
  const waits = Array.from({ length: count * each }, (_, i) => {
    const from = i / 100 / each;
    return { from, to: from + 0.005, op: Math.floor(i / each) };
  });
  return made(kernels, waits);
}

test('the work of a verdict is in proportion to the operations and waits, however many amounts of work a trace names', async (t) => {
  const failed = [];
  for (const timed of [true, false])
    for (const each of [0, 0.25, 3]) {
      const steps = [];
      for (const count of [10_000, 40_000]) {
        const trace = forged(count, timed, each);
        const work = await workOf(() => assert.ok(bindingOf(trace, RATES)));
        steps.push(work.steps / (count * (1 + each)));
      }
      const name = `${timed ? 'timed' : 'untimed'}, ${each} waits each`;
      t.diagnostic(`${name}: ${steps.map((one) => Math.round(1000 * one)).join(' and ')} steps`);
      if (!(Math.max(...steps) < MOST_STEPS / 1000)) failed.push(name);
    }
  assert.deepEqual(failed, []);
});

test('classes beyond the bound share one by their powers of four, and no work is lost', () => {
  const { flops, bytes, ...trace } = forged(20_000, true, 0);
  const window = { from: -Infinity, to: Infinity, step: 0, quantum: 0 };
  const { classes } = kernelsIn({ ...trace, flops, bytes }, window);
  assert.ok(classes.length < 6000, `${classes.length}`);
  const total = (name) => classes.reduce((sum, one) => sum + one[name], 0);
  const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-9 * b, `${a}, ${b}`);
  assert.equal(total('count'), 20_000);
  near(
    total('flops'),
    flops.reduce((a, b) => a + b, 0),
  );
  near(
    total('bytes'),
    bytes.reduce((a, b) => a + b, 0),
  );
  // A thousand kinds of kernels each get their own class.
  const few = forged(1000, true, 0);
  assert.equal(kernelsIn(few, window).classes.length, 1000);
});

test('what another device does fills no time of the lab’s own', () => {
  const trace = made(
    [
      ['add', 0, 0, 95, 1e7, 1e7],
      ['dot', 45, 46, 86, 4e7, 1e6],
    ],
    [{ from: 86, to: 100 }],
  );
  const both = { ...trace, devices: ['webgpu', 'cpu'], device: Uint8Array.of(1, 0) };
  const { shares } = bindingOf(both, RATES);
  const of = (term) => Math.round(100 * shares[term].value);
  assert.deepEqual(['compute', 'bytes', 'overhead', 'waits'].map(of), [40, 0, 46, 14]);
});
