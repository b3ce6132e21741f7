// The conclusions of `improving`'s judge at the edges of its rules, from made-up loops.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costsOf, paceOf } from '../../www/experiments/improving/costs.js';
import { repeats } from '../../www/experiments/improving/repeats.js';
import { MARGINS, middleOf } from '../../www/kit/inference.js';
import { randomOf, spread } from '../../www/kit/statistics.js';
import { NOISES } from '../truth/noise.mjs';
import { improving, info, same } from './made-up.mjs';

const COSTS = { t1: 20, t2: 30, t3: 500 };
const near = (a, b) => Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b));
const keysOf = ({ distortions }) => distortions.map(({ key }) => key);
const point = (x, samples) => ({ x, samples, ...spread(samples) });
/** The same loops with all times multiplied. */
const longer = (points, times) =>
  points.map(({ x, samples }) =>
    point(
      x,
      samples.map((time) => time * times),
    ),
  );
/** The curves of the last run, with other points in one curve. */
const withPoints = (curves, name, points) => ({
  ...curves,
  [name]: { ...curves[name], points: { ...curves[name].points, ...points } },
});

test('a loop is run as often as its length, its time and the clock ask', () => {
  // As often as twenty operations need, within 40 ms, but for at least twelve steps of the clock.
  assert.equal(repeats(2, 1, 0), 10);
  assert.equal(repeats(100, 1, 0), 1);
  assert.equal(repeats(2, 10, 0), 4, 'no longer than 40 ms');
  assert.equal(repeats(2, 1, 1), 12);
  assert.equal(repeats(2, 1000, 1), 1);
  assert.equal(repeats(1, 0, 0.01), 120, 'a loop that seems to take no time');
  assert.equal(repeats(1, 0.0015, 0.01), 80);
});

test('what bounds t2 bounds t3, and nothing else is said of them', () => {
  const { finding, measures } = improving(COSTS, { pace: 'below' });
  assert.equal(finding.key, 'found-limits');
  assert.equal(improving(COSTS, { pace: 'open' }).finding.key, 'unsteady');
  assert.equal(improving(COSTS, { pace: 'open' }).measures.t2.bound, '≤');
  assert.deepEqual([measures.t2.bound, measures.t3.bound], ['≤', '≤']);
  assert.deepEqual([measures.t2.value, measures.t3.value], [30, 530]);
});

test('t2 and t3 together are known where both are, and the bend within a step over the longer batch', () => {
  const range = (low, high) => ({ low, high });
  const spreads = { t1: range(19, 21), t2: range(28, 33), t3: range(490, 520) };
  const { rest, bendAt } = improving(COSTS, { spreads }).measures;
  assert.deepEqual([rest.value, rest.low, rest.high], [530, 518, 553]);
  assert.equal(improving(COSTS, { spreads: { t2: range(28, 33) } }).measures.rest.low, undefined);
  assert.equal(bendAt.value, 10);
  assert.ok(near(bendAt.step, 0.005 / 300), `${bendAt.step}`);
  assert.equal(improving({ ...COSTS, t2: 10 }).measures.bendAt.value, 0);
});

test('a loop of ten that changes is reported, and explains a model that is off; shorter or quicker ones do not', () => {
  improving(COSTS);
  const { curves } = improving.last;
  const wide = (median) => [0.5, 0.5, 0.9, 1.1, 2, 2].map((part) => part * median);
  const judged = (each) => {
    const { loops } = curves;
    const once = longer(loops.points.once, 2);
    const models = { ...loops.models, each: each.map(({ x }) => ({ x, y: 100 })) };
    return improving(COSTS, { curves: { ...curves, loops: { points: { each, once }, models } } });
  };
  const last = point(100, same(50_000));
  const key = (x, median) => judged([point(x, wide(median)), last]).finding.key;
  assert.equal(key(10, 1000), 'uneven');
  assert.equal(key(9, 1000), 'disagrees', 'a loop of nine');
  // Loops up to ten times the report of an empty queue, 2 ms, do not count.
  assert.equal(key(10, 21), 'uneven');
  assert.equal(key(10, 19), 'disagrees');
  assert.ok(keysOf(judged([point(10, wide(1000)), last])).includes('distortion-uneven'));
  assert.ok(!keysOf(judged([point(9, wide(1000)), last])).includes('distortion-uneven'));
  // The loop with the widest interval is named, at any place.
  const [some, most] = [
    point(20, [100, 100, 140, 150, 190, 200]),
    point(30, [50, 60, 100, 150, 190, 200]),
  ];
  for (const each of [
    [some, most, last],
    [most, some, last],
  ]) {
    const { finding } = judged(each);
    assert.deepEqual([finding.values.low.value, finding.values.high.value], [50, 200]);
  }
});

test('without a loop that waits once for as many operations nothing is said of what that saves', () => {
  improving(COSTS);
  const { curves } = improving.last;
  const once = curves.loops.points.once.slice(0, 2);
  const models = { ...curves.loops.models, once: curves.loops.models.once.slice(0, 2) };
  const loops = { points: { ...curves.loops.points, once }, models };
  const { measures } = improving(COSTS, { curves: { ...curves, loops } });
  for (const name of ['savedReturn', 'savedOverlap', 'once', 'ratio'])
    assert.ok(Number.isNaN(measures[name].value), name);
});

test('a model that is off by more than 15 % disagrees, and a bend that is marks the frontend that spins', () => {
  improving(COSTS);
  const { curves } = improving.last;
  const off = (name, times) => {
    const { once } = curves[name].points;
    return improving(COSTS, { curves: withPoints(curves, name, { once: longer(once, times) }) });
  };
  assert.equal(off('loops', 1.3).finding.key, 'disagrees', 'by 23 % of what was measured');
  assert.equal(off('loops', 1.15).finding.key, 'found-backend');
  assert.equal(off('bend', 1.3).finding.key, 'disagrees-bend');
  assert.ok(keysOf(off('bend', 1.3)).includes('distortion-crowd'));
  assert.ok(!keysOf(off('bend', 1.1)).includes('distortion-crowd'));
});

test('a model that is off in the middle, and perhaps only because reports came early or late, is left open', () => {
  improving(COSTS);
  const { curves } = improving.last;
  const key = (times, late) => {
    const { once } = curves.loops.points;
    const own = withPoints(curves, 'loops', { once: longer(once, times) });
    return improving(COSTS, { curves: own, latency: { samples: [1, 1 + late] } }).finding.key;
  };
  // The loop of two operations takes 580 ms, the loop of a hundred 3,520 ms.
  assert.equal(key(1.3, 0), 'disagrees');
  // A loop that takes 1.5 times the prediction is off by a third of the measured time. At 1.4 times it is off by 29 %.
  assert.equal(key(1.5, 2000), 'unsteady-model');
  assert.equal(key(1.4, 2000), 'found-backend');
});

test('a single operation that is seen soon or late is reported from a factor of 1.5 on, beyond a step of the clock', () => {
  const looks = (high) =>
    keysOf(improving(COSTS, { single: { median: 2.5, low: 2, high } })).includes(
      'distortion-looks',
    );
  assert.ok(!looks(3.004), 'a step of 0.005 ms may be in it');
  assert.ok(looks(3.01));
});

test('loops that the clock cannot resolve, and batches whose length the report hides, leave the question open', () => {
  const costs = { t1: 0.01, t2: 0.05, t3: 0.05 };
  improving(costs);
  const { curves } = improving.last;
  const half = withPoints(curves, 'loops', { once: longer(curves.loops.points.once, 0.4) });
  const clock = { step: 1, backendStep: 1 };
  assert.equal(
    improving(costs, { curves: half, info: { ...info, clock } }).finding.key,
    'coarse',
    'a loop of two, ten times',
  );
  // Repeated ten times, a loop is read with a tenth of the clock's step, which must be at most a tenth of the loop.
  const longer20 = withPoints(curves, 'loops', { once: longer(curves.loops.points.once, 30) });
  assert.notEqual(
    improving(costs, { curves: longer20, info: { ...info, clock } }).finding.key,
    'coarse',
  );
  // The longer batch has 300 more operations, whose time must be at least four times a report of 2 ms.
  const key = (t1, t2) => improving({ t1, t2, t3: 1 }).finding.key;
  assert.equal(key(0.001, 0.02), 'coarse-looks');
  assert.equal(key(0.001, 0.03), 'found-backend');
  assert.equal(key(0.02, 0.001), 'coarse-looks');
  assert.equal(key(0.03, 0.001), 'found-frontend');
});

test('of costs that are of different rounds the ratio lies between that of their ends', () => {
  const range = (low, high) => ({ low, high });
  const key = (t1, t2) =>
    improving(COSTS, {
      spreads: { t1, t2, t3: range(490, 510) },
      rounds: { t1: same(20), t2: [], own: [30] },
    }).finding.key;
  assert.equal(key(range(10, 20), range(7.5, 9)), 'found-frontend');
  assert.equal(key(range(10, 20), range(8, 11)), 'unsteady');
  assert.equal(key(range(0, 20), range(21, 31)), 'found-backend');
});

const SIZES = { short: 100, long: 400, bent: 80, lone: 30 };
/** Reports that differ by about a microsecond for each operation of the longer batch. */
const latency = { samples: [2, 2.1, 2.2, 2.3, 2.1, 2] };
/** The paces found in rounds in which t2 is `times` t1. */
function pacesOf(times, rounds, noise = 'out', runs = 200) {
  const random = randomOf(5);
  return Array.from({ length: runs }, () => {
    const [t1, t2] = NOISES[noise](random, rounds);
    return paceOf({ t1, t2: t2.map((time) => time * times) }, SIZES, untimed, latency);
  });
}
const untimed = { ...info, clock: { step: 0.005, backendStep: 0.005 }, timestamps: null };
const shareOf = (list, key) => list.filter((one) => one === key).length / list.length;

test('the frontend is said to set the pace only where the interval says so: seldom at the margin, never beyond it, and the more often the more rounds there are', () => {
  for (const rounds of [6, 12, 30, 100]) {
    const runs = rounds > 30 ? 60 : 200;
    assert.ok(shareOf(pacesOf(1.3, rounds, 'out', runs), 'below') <= 0.01, `1.3, ${rounds}`);
    const margin = pacesOf(MARGINS.same, rounds, 'out', runs);
    assert.ok(shareOf(margin, 'below') <= 0.05 && shareOf(margin, 'above') <= 0.05, `${rounds}`);
  }
  for (const [times, key] of [
    [1, 'below'],
    [1.3, 'above'],
  ]) {
    const found = [6, 12, 30, 100].map((rounds) =>
      shareOf(pacesOf(times, rounds, 'out', rounds > 30 ? 60 : 200), key),
    );
    for (const [i, one] of found.entries())
      assert.ok(one >= (found[i - 1] ?? 0) - 0.05, `${found}`);
    assert.ok(found.at(-1) > 0.98, `${key}: ${found}`);
  }
});

test('reports that come earlier or later leave the pace open, as far as they may move a slope', () => {
  const pace = (t2, late) =>
    paceOf({ t1: same(1), t2: same(t2) }, SIZES, untimed, { samples: [1, 1 + late] });
  // A report that differs by 30 ms changes the slope over 300 operations by a tenth. Two steps of the clock hardly change it.
  assert.deepEqual(
    [1, 1.005, 1.02, 1.1, 1.19, 1.23].map((t2) => pace(t2, 30)),
    ['below', 'below', 'open', 'open', 'open', 'above'],
  );
  assert.deepEqual(
    [1.1, 1.12].map((t2) => pace(t2, 0)),
    ['below', 'above'],
  );
  // An older run sampled no latency. Instead, twice the distance of an empty queue's quartiles counts.
  const before = { ...untimed, floor: { ...untimed.floor, low: 1, high: 16 } };
  const none = { samples: [] };
  assert.equal(paceOf({ t1: same(1), t2: same(1.19) }, SIZES, before, none), 'open');
  assert.equal(paceOf({ t1: same(1), t2: same(1.23) }, SIZES, before, none), 'above');
  // Both batches are read with an error of a step of the clock.
  const coarse = { ...untimed, clock: { step: 15, backendStep: 15 } };
  const steady = { samples: [1, 1] };
  assert.equal(paceOf({ t1: same(1), t2: same(1.19) }, SIZES, coarse, steady), 'open');
  // Two steps over 300 operations are 0.1 ms an operation. Equal readings are spread over one step, 0.05 ms an operation.
  assert.equal(paceOf({ t1: same(1), t2: same(1.24) }, SIZES, coarse, steady), 'open');
  assert.equal(paceOf({ t1: same(1), t2: same(1.3) }, SIZES, coarse, steady), 'above');
  // Five rounds have no interval. The median decides which figures are displayed.
  const five = (t2) =>
    paceOf({ t1: same(1, 5), t2: same(t2, 5) }, SIZES, untimed, { samples: [1] });
  assert.deepEqual([five(1), five(1.3)], ['below', 'above']);
});

test('the costs are those of the device’s clock where that shows less than the loops, and t3 is larger by as much', () => {
  const found = { t1: same(1), t2: same(2), rest: same(5), handing: same(1.5), own: [] };
  const costs = (more, on = untimed) => costsOf({ ...found, ...more }, SIZES, on, latency);
  assert.deepEqual(costs({}).costs, { t1: 1, t2: 2, t3: 5 });
  assert.deepEqual(costs({}).unslowed, { t1: 1.5, t2: 2, t3: 5 });
  assert.deepEqual(costs({ own: same(0.5) }).costs, { t1: 1, t2: 0.5, t3: 6.5 });
  assert.deepEqual(costs({ own: same(0.5) }).rounds.own, same(0.5));
  assert.deepEqual(costs({ own: same(3) }).costs, { t1: 1, t2: 2, t3: 5 }, 'it shows more');
  assert.deepEqual(costs({ own: same(3) }).rounds.own, []);
  assert.equal(costs({ rest: same(-1) }).costs.t3, 0, 'none is below nothing');
  assert.deepEqual([costs({}).pace, costs({ t2: same(1) }).pace], ['above', 'below']);
  assert.equal(costs({ t2: same(1), own: same(0.5) }).pace, 'above', 'the device has timed it');
  // The step of a cost is the clock's, divided by the operations of a batch (t1), by those that the longer batch has more (t2), or by the root of
  // the single ones (t3). Six equal readings spread over a step of 1 leave an interval of the width of `one`.
  const one = middleOf(same(0), { step: 1 });
  const width = ({ low, high }) => (high - low) / (one.high - one.low);
  const about = (a, b) => Math.abs(a - b) < 1e-6 * b;
  const { t1, t2, t3 } = costs({}).spreads;
  for (const [of, step] of [
    [t1, 0.005 / 400],
    [t2, 0.005 / 300],
    [t3, 0.005 / Math.sqrt(30)],
  ])
    assert.ok(about(width(of), step), `${width(of)} of ${step}`);
  const timed = costs({ own: same(0.5) }, { ...untimed, timestamps: { quantum: 0.1 } }).spreads;
  assert.ok(about(width(timed.t2), 0.002), `${width(timed.t2)}`);
  assert.ok(near((timed.t3.low + timed.t3.high) / 2, (t3.low + t3.high) / 2 + 1.5));
  // A simulated machine with given costs has no intervals.
  assert.equal(costs({}, { ...untimed, device: 'sim' }).spreads, undefined);
});
