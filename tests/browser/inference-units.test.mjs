// The statistics of the page: exact values from tables, and the error rate by simulation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  comparison,
  criticalRank,
  LEAST,
  MARGINS,
  middleOf,
  ratioOf,
  sideOf,
  wide,
  widening,
} from '../../www/kit/inference.js';
import { randomOf } from '../../www/kit/statistics.js';
import { alike, NOISES, simulated } from '../truth/noise.mjs';

test('critical sums of signed ranks are those of the tables', () => {
  // Hollander and Wolfe, table A.4: two-sided 5 % for n = 5 to 20.
  const five = [-1, 0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 29, 34, 40, 46, 52];
  assert.deepEqual(
    five.map((_, i) => criticalRank(i + 5)),
    five,
  );
});

test('beyond 200 values the critical sum is that of the exact distribution, but for a step or two', () => {
  for (const n of [201, 240]) {
    const chance = new Float64Array((n * (n + 1)) / 2 + 1);
    chance[0] = 1;
    for (let rank = 1; rank <= n; rank += 1)
      for (let sum = chance.length - 1; sum >= 0; sum -= 1)
        chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
    let [c, all] = [-1, 0];
    while (all + chance[c + 1] <= 0.025) all += chance[(c += 1)];
    assert.ok(Math.abs(criticalRank(n) - c) <= 2, `${n}: ${criticalRank(n)}, exactly ${c}`);
  }
});

test('the estimate is the middle Walsh average, the interval the ones beside it', () => {
  // The 95 % interval of six values reaches from the least to the greatest.
  assert.deepEqual(middleOf([1, 2, 4, 8, 16, 32]), { value: 8.5, low: 1, high: 32, rounds: 6 });
  // Hollander and Wolfe, example 3.1 (Hamilton depression scale): −0.46, and −0.786 to −0.010 at 96.1 %.
  const first = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
  const second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
  const { value, low, high } = middleOf(second.map((one, i) => one - first[i]));
  assert.deepEqual(
    [value, low, high].map((one) => one.toFixed(3)),
    ['-0.460', '-0.786', '-0.010'],
  );
});

test('many values have the same estimate and nearly the same interval, in steps in proportion to them', () => {
  const ranks = [200, 201].map((n) => criticalRank(n) / ((n * (n + 1)) / 4));
  assert.ok(Math.abs(ranks[1] / ranks[0] - 1) < 0.002, `${ranks}`);
  const values = Array.from({ length: 301 }, (_, i) => Math.sin(i * i) + ((i * i) % 7));
  const means = values.flatMap((a, i) => values.slice(i).map((b) => (a + b) / 2));
  means.sort((a, b) => a - b);
  const c = criticalRank(301);
  const { value, low, high } = middleOf(values);
  for (const [got, expected] of [
    [value, means[(means.length - 1) / 2]],
    [low, means[c]],
    [high, means[means.length - 1 - c]],
  ])
    assert.ok(Math.abs(got - expected) < 1e-12, `${got} is not ${expected}`);
  // A million values have 5 · 10¹¹ means of pairs.
  const million = middleOf(Array.from({ length: 1e6 }, (_, i) => (i * 619) % 1000));
  assert.ok(Math.abs(million.value - 499.5) <= 0.5 && million.high - million.low < 2);
});

test('fewer than six rounds have no interval', () => {
  for (let rounds = 1; rounds < LEAST; rounds += 1) {
    const { value, low, high } = ratioOf(Array(rounds).fill(3), Array(rounds).fill(2));
    assert.ok(Math.abs(value - 1.5) < 1e-12);
    assert.deepEqual([low, high], [0, Infinity], `${rounds} rounds`);
    assert.equal(comparison({ low, high }), 'open');
  }
  assert.ok(Number.isNaN(middleOf([]).value));
});

test('the clock’s step is part of an interval, and many readings leave less of it', () => {
  const same = (time, rounds = 6) => Array(rounds).fill(time);
  const { value, low, high } = ratioOf(same(10), same(4), { step: 1 });
  assert.ok(Math.abs(value - 2.5) < 1e-12);
  assert.ok(low > 9.5 / 4.5 && low < 2.4 && high > 2.7 && high < 10.5 / 3.5, `${low}, ${high}`);
  const more = ratioOf(same(10, 30), same(4, 30), { step: 1 });
  assert.ok(more.high / more.low < 0.9 * (high / low));
  const one = middleOf(same(5), { step: 1 });
  assert.ok(one.low > 4.5 && one.low < 4.7 && one.high < 5.5 && one.high > 5.3);
  assert.equal(ratioOf(same(0), same(10), { step: 1 }).low, 0);
  assert.ok(ratioOf(same(0), same(10), { step: 1 }).high < 0.06);
  assert.equal(ratioOf(same(10), same(0), { step: 1 }).high, Infinity);
  const nothing = ratioOf(same(10), same(0), { step: 1 }).value;
  assert.ok(Math.abs(nothing - 20) < 1e-9, `${nothing}: half a step stands for nothing`);
  assert.equal(ratioOf(same(0), same(0)).value, 1);
});

test('the spread of readings over a step moves no interval: readings that are all alike lie in its middle', () => {
  for (let rounds = LEAST; rounds <= 100; rounds += 1) {
    const { value, low, high } = ratioOf(Array(rounds).fill(14), Array(rounds).fill(9), {
      step: 1,
    });
    const [below, above] = [Math.log(value / low), Math.log(high / value)];
    const beside = Math.abs(above - below) / (above + below);
    assert.ok(beside < 0.25, `${rounds} rounds: ${below} below and ${above} above`);
  }
});

test('times that a coarse clock reads from anywhere within its step have an interval that covers, wherever within a step they end', () => {
  const random = randomOf(5);
  const read = (time) => Math.floor(random() + time * (1 + 0.01 * (random() - 0.5)));
  for (const [one, other] of [
    [13.95, 9.05],
    [13.76, 9.1],
    [9.5, 6.5],
  ]) {
    for (const rounds of [8, 12, 30]) {
      let held = 0;
      for (let run = 0; run < 300; run += 1) {
        const of = (time) => Array.from({ length: rounds }, () => read(time));
        const { low, high } = ratioOf(of(one), of(other), { step: 1 });
        held += low <= one / other && one / other <= high;
      }
      assert.ok(held / 300 >= 0.93, `${one} / ${other}, ${rounds} rounds: ${held} of 300`);
    }
  }
});

test('a time below the clock’s step leaves a ratio a bound, however many readings of it there are', () => {
  for (const rounds of [6, 12, 30, 100]) {
    // A time of 0.4 steps is read as 0 or as one step.
    for (const share of [0, 0.4]) {
      const short = Array.from({ length: rounds }, (_, i) => Number((i * 0.618034) % 1 < share));
      const { value, low, high } = ratioOf(Array(rounds).fill(100), short, { step: 1 });
      assert.ok(low > 50 && low <= 250, `${rounds} rounds, ${share}: at least ${low}`);
      assert.ok(value >= low && value <= 250 && high >= 250, `${value}, ${high}`);
      const inverse = ratioOf(short, Array(rounds).fill(100), { step: 1 });
      assert.ok(inverse.low <= 0.004 && inverse.high >= 0.004 && inverse.high < 0.02);
    }
  }
});

test('values that are like the one before widen an interval, as far as they are surely alike', () => {
  const waves = (length) => Array.from({ length }, (_, i) => Math.sin(i / 4));
  // The ranks of a slow wave have an autocorrelation of 0.97, which is bounded at 0.8: the interval is three times as wide.
  assert.ok(Math.abs(widening(waves(100)) - 3) < 1e-12);
  assert.equal(widening(waves(11)), 1, 'eleven values are too few to show it');
  assert.ok(widening(waves(12)) > 2);
  const turns = Array.from({ length: 100 }, (_, i) => i % 2);
  assert.equal(widening(turns), 1, 'values that alternate narrow nothing');
  // Ranks less their mean are ±½ … ±5½. Their squares add up to 143.
  const order = [0, 1, 2, 3, 11, 10, 9, 8, 4, 5, 6, 7];
  const ranks = order.map((rank) => rank - 5.5);
  const share = ranks.slice(1).reduce((sum, rank, i) => sum + rank * ranks[i], 0) / 143 + 1 / 12;
  assert.ok(share > 0.3 && share < 0.8, `${share}`);
  assert.ok(Math.abs(widening(order) - Math.sqrt((1 + share) / (1 - share))) < 1e-12);
  const { low, high, value } = middleOf(waves(48));
  const shuffledOnce = waves(48).map((_, i, all) => all[(i * 19) % 48]);
  const mixed = middleOf(shuffledOnce);
  assert.equal(mixed.value, value, 'the estimate is the same in any order');
  assert.ok(high - low > 2 * (mixed.high - mixed.low), `${low} to ${high}`);
});

for (const [kept, least, before] of [
  [0.3, 0.88, 0.87],
  [0.5, 0.88, 0.8],
]) {
  test(`thirty times of which each keeps ${kept} of the one before have an interval that covers`, () => {
    const { coverage, unwidened } = alike(kept, 30, 800);
    assert.ok(coverage > least, `${coverage}`);
    assert.ok(unwidened < before, `unwidened ${unwidened}`);
  });
}

test('a ratio is the same, more, less, or open; a price of 1.18 to 1.22 is more', () => {
  const [inside, beyond] = [MARGINS.same - 0.01, MARGINS.same + 0.01];
  assert.equal(comparison({ low: 1.01, high: inside }), 'same');
  assert.equal(comparison({ low: 1.01, high: beyond }), 'more');
  assert.equal(comparison({ low: 1.18, high: 1.22 }), 'more');
  assert.equal(comparison({ low: 0.5, high: 0.99 }), 'less');
  assert.equal(comparison({ low: 1 / beyond, high: 1.01 }), 'open');
  assert.equal(comparison({ low: 1 / inside, high: 0.99 }), 'same');
  assert.deepEqual(
    [
      [1.1, 2],
      [0.5, 0.9],
      [0.9, 2],
    ].map(([low, high]) => sideOf({ low, high }, 1)),
    ['above', 'below', 'open'],
  );
  assert.ok(wide({ low: 1, high: 1.12 }) && !wide({ low: 1, high: 1.1 }));
  for (let low = 0.8; low < 1.2; low += 0.01)
    assert.notEqual(comparison({ low, high: 0.999 * MARGINS.same * low }), 'open', `${low}`);
  assert.ok(wide({ low: 0, high: Infinity }), 'no interval is wide');
});

for (const noise of Object.keys(NOISES)) {
  test(`stated 95 % intervals hold the true ratio in 93 to 98 % of runs, and power grows with rounds: ${noise}`, () => {
    let before = 0;
    for (const rounds of [6, 12, 30]) {
      const { coverage, different, found, within } = simulated(noise, rounds, 600);
      // If the clock's step is a tenth of the time, six readings are spread a little wider than necessary.
      const most = noise === 'clock' ? 1 : 0.98;
      assert.ok(coverage >= 0.93 && coverage <= most, `${rounds} rounds: ${coverage}`);
      assert.ok(different <= 0.07, `${rounds} rounds: ${different} of equal ways are different`);
      assert.ok(within <= 0.05, `${rounds} rounds: ${within} at the margin are called the same`);
      assert.ok(found >= before - 0.02, `${rounds} rounds find ${found}, fewer ${before}`);
      before = found;
    }
    assert.ok(before > 0.95, `30 rounds find ${before}`);
  });
}

test('more rounds asked for by width alone keep the level; by an open verdict they would not', () => {
  const { coverage } = simulated('out', 6, 1500, { more: (ratio) => wide(ratio) });
  assert.ok(coverage >= 0.93, `${coverage}`);
});

test('a ratio of times of which some are lost in noise ends at nothing and at everything, and not at a number beyond all sense', () => {
  const a = [1, 1, -1, 1, 1, -1, 1, 1];
  const b = Array(8).fill(1);
  assert.equal(ratioOf(a, b).low, 0);
  assert.equal(ratioOf(b, a).high, Infinity);
});
