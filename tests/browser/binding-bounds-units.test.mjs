// Bounds of the parts that bind a program, calculated by hand for made-up traces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindingOf, paceOf, TERMS } from '../../www/kit/binding.js';
import { made, RATES } from './fixtures/made-traces.mjs';

/** Without timestamps, the model of a device may be off by a factor of 1.5, and its rates by 10/9: a time is between 0.6 and 1 / 0.6 of the model's. */
const OFF = 0.6;

/** Kernels without times of the device, each `[name, enqueued, flops, bytes]`. */
const untimed = (kernels) => kernels.map(([name, at, ...work]) => [name, at, NaN, NaN, ...work]);

/** Each part's lower bound, value and upper bound, ms. */
function boundsOf({ shares, span }, step = 0) {
  const of = ({ low, value, high }) => [low * (span + step), value * span, high * (span - step)];
  return Object.fromEntries(TERMS.map((term) => [term, of(shares[term])]));
}

/** @param {any} found @param {Record<string, number[]>} expected ms, of some parts @param {number} [step] */
function near(found, expected, step) {
  const bounds = boundsOf(found, step);
  for (const [term, list] of Object.entries(expected))
    for (const [i, time] of list.entries())
      assert.ok(Math.abs(bounds[term][i] - time) < 1e-3, `${term}: ${bounds[term]}, not ${list}`);
}

test('without times of the device the model bounds its work, the waits what is idle, and the pace the overhead', () => {
  const kernels = untimed([
    ['dot', 0, 12e6, 0],
    ['sum', 1, 0, 3e6],
    ['sum', 2, 0, 3e6],
  ]);
  const found = bindingOf(made(kernels, [{ from: 2, to: 40 }]), RATES);
  assert.equal(found.key, 'open');
  near(found, {
    compute: [12 * OFF, 12, 12 / OFF],
    bytes: [6 * OFF, 6, 6 / OFF],
    // Two gaps of 1 ms each, and the dispatches of three operations.
    overhead: [0, 1.025, 2 + 0.03 / OFF],
    // A report takes at most 1.5 latencies. The wait of 38 ms is longer than the device could work.
    waits: [1.5, 4.725, 38 - 18 / OFF - 0.03 / OFF],
    rest: [0, 16.25, 40 - 18 * OFF - 1.5],
  });
});

test('without times of the device a long gap is the program’s own, and each bound allows for a step of the clock', () => {
  const kernels = untimed([0, 1, 2, 60].map((at) => ['sum', at, 0, 1e6]));
  const step = 1;
  const found = bindingOf(made(kernels, [{ from: 61, to: 63 }]), RATES, { step });
  assert.deepEqual([found.key, found.remedy], ['rest', 'program']);
  near(
    found,
    {
      bytes: [4 * OFF, 4, 4 / OFF],
      // In the long gap the frontend accounts for the usual 1 ms. Another 1 ms is before the wait.
      overhead: [0, 2.0333, 4 + 0.04 / OFF],
      waits: [0, 1.25, step + 1.5],
      rest: [57 - 4 / OFF - step, 55.7167, 63 - 4 * OFF],
    },
    step,
  );
});

test('operations that share a reading of the clock have their times together before the next', () => {
  const at = [0, 1, 2, 3, 4, 4, 4, 4, 34];
  const of = (moments) =>
    bindingOf(made(untimed(moments.map((from) => ['sum', from, 0, 8]))), RATES).key;
  assert.equal(of(at), 'overhead');
  assert.equal(of([...at.slice(0, 5), 34]), 'rest', 'one operation is not as slow');
});

test('a wait leaves the device idle for a latency where it waits for the last operation, in the window', () => {
  const kernels = untimed(Array.from({ length: 10 }, (_, i) => ['sum', 3 * i, 0, 1.2e6]));
  const waitsOf = (before) => (_, i) => ({ from: 3 * i, to: 3 * i + 2.5, op: i - before });
  const of = (before, within) =>
    bindingOf(made(kernels, kernels.map(waitsOf(before))), RATES, within);
  near(of(0), { waits: [10 / (1 / 0.9), 12, 10 * 1.5] });
  // The first wait is for all operations. For the others it is only known that 25 ms are longer than the device could work.
  near(of(1), { waits: [25 - 12 / OFF - 0.1 / OFF, 9.9167, 10 * 1.5] });
  // Three of the waits lie in the window, the last for 1 ms.
  near(of(0, { from: 9, to: 16 }), { waits: [3 * 0.9, 3.35, 2 * 1.5 + 1] });
});

test('without times of the device one wait that empties the queue is needed, and two are one too many', () => {
  const of = (enqueued, ops) =>
    bindingOf(
      made(
        untimed(enqueued.map((at) => ['sum', at, 1, 8])),
        ops.map((op, i) => ({ from: 0.7 * i, to: 0.7 * (i + 1), op })),
      ),
      RATES,
    );
  const remedyOf = (found) => [found.key, found.remedy];
  assert.deepEqual(remedyOf(of([0, 0], [0, 1])), ['waits', 'batch']);
  assert.deepEqual(remedyOf(of([0, 0.7], [0, 1])), ['waits', 'wait-less']);
});

test('a gap behind an operation that was enqueued long before is the backend’s, and beyond the usual a stall', () => {
  const of = (gap) =>
    bindingOf(
      made(
        Array.from({ length: 20 }, (_, i) => {
          const start = i * (0.5 + gap);
          return ['sum', i / 1000, start, start + 0.5, 0, 5e5];
        }),
      ),
      RATES,
    );
  const short = of(1);
  assert.deepEqual([short.key, short.remedy, short.stalled], ['overhead', 'compile', 0]);
  assert.ok(Math.abs(short.parts.backend - 19 / 29) < 1e-9, `${short.parts.backend}`);
  // Each kernel of 0.5 ms contains a dispatch of 0.01 ms.
  const starts = (10 * 0.01) / 0.51;
  near(short, { overhead: [19.1594, 19 + starts, 19.241] });
  // A gap of up to 1.5 latencies and ten operations is no stall.
  const long = of(5);
  assert.ok(Math.abs(long.stalled - 19 * (5 - 1.6)) < 1e-9, `${long.stalled}`);
  assert.ok(Math.abs(long.span - (10 + 19 * 1.6)) < 1e-9, `${long.span}`);
  near(long, { overhead: [30.5594, 19 * 1.6 + starts, 30.641] });
});

test('a report takes as long as the device’s latency lets it, before an idle time is a stall or the program’s', () => {
  const rates = { ...RATES, latency: { value: 2, low: 2, high: 2 } };
  const gap = made([
    ['sum', 0, 0, 1, 0, 1e6],
    ['sum', 0.1, 6, 7, 0, 1e6],
  ]);
  // The gap of 5 ms, less 1.5 latencies and ten operations.
  assert.ok(Math.abs(bindingOf(gap, rates).stalled - (5 - 3.1)) < 1e-9);
  const reads = untimed(Array.from({ length: 5 }, (_, i) => ['sum', 10 * i, 0, 6e6]));
  const waits = reads.map(([, at], op) => ({ from: at, to: at + 10, op }));
  near(bindingOf(made(reads, waits), rates), { waits: [5 * 2 * 0.9, 12, 5 * 3] });
});

test('what the device surely works is not idle, and what the frontend takes beyond it is overhead', () => {
  const busy = untimed(Array.from({ length: 5 }, (_, i) => ['dot', 4 * i, 6e6, 0]));
  const waits = busy.map(([, at], op) => ({ from: at, to: at + 4, op }));
  // 20 ms less 0.6 of the 30 ms of work leave 2 ms, less than the five reports of at least 0.9 ms each.
  near(bindingOf(made(busy, waits), RATES), { waits: [2, 3.25, 3.25] });
  // A window of 45 ms, in which the operations take at most 10 ms in all.
  const slow = made(untimed(Array.from({ length: 10 }, (_, i) => ['sum', 5 * i, 0, 6e5])));
  const found = bindingOf(slow, RATES, { from: 0, to: 45, step: 1 });
  assert.equal(found.key, 'overhead');
  // The least is lower by a step of the clock. The most is the rest beside 0.6 of the bytes' time.
  near(found, { overhead: [44 - 10, 39.5, 46 - 6 * OFF], rest: [0, 0, 45 - 6 * OFF - 34] }, 1);
});

test('the steps of the device’s clock are in the bounds of its kernels, and cancel by the root of their number', () => {
  const trace = made(
    Array.from({ length: 4 }, (_, i) => ['dot', 0, 5 * i, 5 * (i + 1), 5e6, 0]),
    [{ from: 0, to: 40 }],
  );
  const free = { ...RATES, dispatch: { value: 0, low: 0, high: 0 } };
  const vague = { ...trace, gpuClock: { offset: 0, uncertainty: 3 } };
  near(bindingOf(vague, free, { quantum: 1 }), { compute: [18, 20, 22], waits: [17, 20, 22] });
});

test('bytes are to be fused where more than half of their time is that of operations that could be', () => {
  const of = (...names) =>
    bindingOf(
      made(names.map((name, i) => [name, 0, 8 * i, 8 * (i + 1), name === 'add' ? 1 : 2, 8e6])),
      RATES,
    );
  assert.deepEqual(
    [of('add', 'add', 'sum').key, of('add', 'add', 'sum').remedy],
    ['bytes', 'nothing'],
  );
  assert.equal(of('add', 'add', 'add', 'add', 'sum').remedy, 'fuse');
});

test('a program that compiled functions enqueued by half is still to be compiled', () => {
  const at = (i) => (i < 10 ? i / 10 : 5 + i / 10);
  const trace = made(
    Array.from({ length: 20 }, (_, i) => ['sum', at(i), at(i), at(i) + 0.02, 1, 8]),
  );
  const remedyOf = (rows, within) =>
    bindingOf({ ...trace, replayed: [[0, rows]] }, RATES, within).parts.frontend > 0 &&
    bindingOf({ ...trace, replayed: [[0, rows]] }, RATES, within).remedy;
  assert.equal(remedyOf(5, { from: 0, to: 0.95 }), 'compile');
  assert.equal(remedyOf(6, { from: 0, to: 0.95 }), 'batch');
});

test('a trace that lacks either column of work has no verdict', () => {
  for (const column of ['flops', 'bytes']) {
    const trace = { ...made([['sum', 0, 0, 1, 1, 8]]), [column]: undefined };
    assert.equal(bindingOf(trace, RATES), null);
  }
});

test('how many times as long the longest part takes is bounded by those of the next', () => {
  const step = 1;
  const trace = made([['dot', 0, 0, 90, 9e7, 0]], [{ from: 0, to: 100 }]);
  const found = bindingOf(trace, RATES, { step });
  const starts = (90 * 0.01) / 90.01;
  near(found, { compute: [89.9877, 90 - starts, 89.9919], waits: [9, 10, 11] }, step);
  const { low, value, high } = found.by;
  const expected = [89.9877 / 11, (90 - starts) / 10, 89.9919 / 9];
  for (const [i, one] of [low, value, high].entries())
    assert.ok(Math.abs(one - expected[i]) < 1e-3, `${one}, not ${expected[i]}`);
});

test('a loop that waits twice waits less, and one that waits once, and ends without, is to be batched', () => {
  const kernels = [
    ['sum', 0, 0, 1, 0, 1e6],
    ['sum', 10, 10, 11, 0, 1e6],
  ];
  const waits = [
    { from: 0, to: 10, op: 0 },
    { from: 10, to: 20, op: 1 },
  ];
  const of = (rows, those) => bindingOf(made(rows, those), RATES);
  const twice = of(kernels, waits);
  assert.deepEqual([twice.key, twice.remedy], ['waits', 'wait-less']);
  const once = of([...kernels, ['sum', 10.1, 11, 12, 0, 1e6]], waits.slice(0, 1));
  assert.deepEqual([once.key, once.remedy], ['waits', 'batch']);
});

test('small operations of which a third could be fused are to be batched', () => {
  // The second addition of each three reads the first, which reads a sum.
  const of = (names) =>
    bindingOf(
      made(
        Array.from({ length: 60 }, (_, i) => {
          const name = names[i % names.length];
          return [name, 0, i * 0.012, (i + 1) * 0.012, name === 'add' ? 1 : 2, 8];
        }),
      ),
      RATES,
    );
  assert.equal(of(['add', 'add', 'sum']).remedy, 'batch');
  assert.equal(of(['add', 'add', 'add', 'sum']).remedy, 'batch', 'half of them');
  assert.equal(of(['add', 'add', 'add', 'add', 'sum']).remedy, 'compile');
});

test('the pace is the median over operations, those of one reading alike', () => {
  const of = (...enqueued) => paceOf({ enqueued: Float64Array.from(enqueued) }, [], NaN);
  assert.equal(of(0, 2, 2, 2, 5, 9), 1);
  assert.equal(of(0, 4, 5, 9, 10, 11), 1);
  assert.equal(of(0, 1, 5, 9), 4);
});
