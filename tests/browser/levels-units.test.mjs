// The experiments' verdicts on made-up rounds of two ways that are equal or a margin apart: their error rates, and the number of rounds that
// find an effect. `cargo xtask bench truth --coverage` does the same at length on modelled machines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MARGINS } from '../../www/kit/inference.js';
import { randomOf } from '../../www/kit/statistics.js';
import { NOISES } from '../truth/noise.mjs';
import { twinOf } from '../truth/nulls.mjs';
import { JUDGES } from './two-ways.mjs';

/** The share of runs with one of these findings. */
function share(name, keys, times, rounds, runs = 200) {
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

for (const [name, { differ, alike, equal = differ, effect = 1.2 }] of Object.entries(JUDGES)) {
  test(`${name}: equal ways are called different, and ways a margin apart the one or the other, in no more than 5 % of runs`, () => {
    for (const rounds of [6, 12, 30]) {
      // For a share of the time, only the margin is a null hypothesis.
      const margin = alike.length || !differ.length ? alike : equal;
      if (margin === alike) assert.ok(share(name, differ, 1, rounds) <= 0.05, `${rounds} rounds`);
      assert.ok(share(name, margin, MARGINS.same, rounds) <= 0.05, `${rounds} rounds`);
    }
  });

  test(`${name}: no verdict becomes less likely with more rounds of a true effect, and fewer than six give none`, () => {
    for (const [keys, times] of [
      [differ, effect],
      [alike, 1],
    ]) {
      if (!keys.length) continue;
      const found = [3, 5, 6, 10, 30, 100].map((rounds) =>
        share(name, keys, times, rounds, rounds > 30 ? 40 : 100),
      );
      assert.deepEqual(found.slice(0, 2), [0, 0]);
      for (const [i, one] of found.entries())
        assert.ok(one >= (found[i - 1] ?? 0) - 0.05, `${keys}: ${found}`);
      assert.ok(found.at(-1) > 0.98, `${keys}: ${found}`);
    }
  });
}

test('no run of a null machine is another one turned round: its other way is of the next of three seeds or more', () => {
  const each = 4;
  for (const seeds of [3, 4, 5]) {
    const rounds = Array.from({ length: seeds * each }, (_, i) => i);
    const twin = twinOf(rounds, each);
    assert.deepEqual(
      twin.toSorted((a, b) => a - b),
      rounds,
    );
    for (const i of rounds) {
      assert.equal(twin[i] % each, i % each, 'at the same time of its run');
      assert.notEqual(twin[twin[i]], i);
    }
  }
  assert.throws(() => twinOf([1, 2, 3, 4], 2), RangeError);
});
