// The pipeline: its schedules compared with the formulas, and the document's text before a reader has guessed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as model from '../../www/experiments/improving/model.js';
import { length, schedule } from '../../www/kit/schedule.js';
import { axisEnd, paths, WIDTH, widened } from '../../www/page/pipeline/paths.js';
import { BEGINNING, stateOf, textOf } from '../../www/page/pipeline/pipeline.js';
import { document } from './fixtures/words.mjs';

const COSTS = [0, 1, 2, 3, 7, 20];
const all = COSTS.flatMap((t1) =>
  COSTS.flatMap((t2) =>
    COSTS.flatMap((t3) => [1, 2, 3, 5, 24].map((n) => [{ t1, t2: t2 || 1, t3 }, n])),
  ),
);

test('a schedule is as long as the formulas of the chapter say', () => {
  for (const [costs, n] of all) {
    const { t1, t2, t3 } = costs;
    const [each, once] = ['each', 'once'].map((mode) => schedule(costs, n, mode).total);
    assert.equal(each, n * (t1 + t2 + t3));
    assert.equal(once, Math.max(t1 + n * t2, n * t1 + t2) + t3);
    assert.deepEqual([each, once], [model.each(costs, n), model.once(costs, n)]);
    assert.ok(once <= each);
  }
});

test('no lane does two things at once, nothing runs before it was enqueued, and idle and busy make up the whole', () => {
  for (const [costs, n] of all) {
    for (const mode of ['each', 'once']) {
      const { enqueues, queued, runs, handings, idle, total } = schedule(costs, n, mode);
      for (const lane of [enqueues, runs, handings])
        for (let i = 1; i < lane.length; i += 1) assert.ok(lane[i][0] >= lane[i - 1][1]);
      runs.forEach(([start], i) => {
        assert.ok(start >= enqueues[i][1]);
        assert.deepEqual(queued[i], [enqueues[i][1], start]);
      });
      assert.equal(handings.length, mode === 'each' ? n : 1);
      assert.equal(length(idle.device) + n * costs.t2, total);
      assert.equal(length(idle.frontend) + n * costs.t1, total);
    }
  }
});

test('the critical path has no hole: each step begins where the one before ended, from 0 to the end', () => {
  for (const [costs, n] of all) {
    for (const mode of ['each', 'once']) {
      const { critical, total } = schedule(costs, n, mode);
      let at = 0;
      for (const { span } of critical) {
        assert.equal(span[0], at, JSON.stringify({ costs, n, mode }));
        at = span[1];
      }
      assert.equal(at, total);
    }
  }
});

test('the axis has room for what is shown, and a round end', () => {
  for (const longest of [0.004, 1, 9.9, 42, 72, 100, 1056])
    assert.ok(axisEnd(longest) >= longest && axisEnd(longest) <= 1.6 * longest, `${longest}`);
});

test('a step is seen however short it is, stands in the place of no other, and where it is drawn wider that is known', () => {
  const bars = (d) =>
    Array.from(d.matchAll(/M([\d.]+) [\d.]+H([\d.]+)v/g), ([, from, to]) => [+from, +to]);
  for (const [costs, n] of [
    [{ t1: 2, t2: 1, t3: 4 }, 24],
    [{ t1: 20, t2: 1, t3: 20 }, 24],
    [{ t1: 0.02, t2: 0.01, t3: 1500 }, 24],
  ]) {
    const plan = schedule(costs, n, 'each');
    const end = axisEnd(plan.total);
    const drawn = paths(plan, end);
    for (const kind of ['enqueues', 'runs', 'handings']) {
      const all = bars(drawn[kind]);
      assert.equal(all.length, n, kind);
      all.forEach(([from, to], i) => {
        assert.ok(to - from >= 4.9, `${kind} of ${JSON.stringify(costs)}: ${from} to ${to}`);
        assert.ok(i === 0 || from > all[i - 1][1], 'they do not run into each other');
      });
    }
    assert.equal(widened(plan, end), (WIDTH * Math.min(costs.t1, costs.t2, costs.t3)) / end < 5);
  }
  const none = schedule({ t1: 0, t2: 3, t3: 0 }, 3, 'each');
  assert.equal(paths(none, 10).enqueues, '', 'no cost, no bar');
});

test('an address says the state of the pipeline, and only one that can be', () => {
  assert.equal(textOf(BEGINNING), '');
  for (const text of ['2,6,4,7', '0,1,0,1,once', '20,20,20,24,each', '0.151,16.5,1530,6'])
    assert.equal(textOf(stateOf(text)), text);
  for (const text of [
    null,
    '',
    '2,6,4',
    '2,0,4,7',
    '2,6,10000001,7',
    '2,6,.5,7',
    '2,6,4,7.5',
    '2,6,4,25',
    '2,6,4,7,never',
    '-1,6,4,7',
  ])
    assert.equal(stateOf(text), null, String(text));
});

test('the document has no schedule that answers what the reader is about to guess', () => {
  assert.doesNotMatch(document, /class="(schedule|pipeline)|returns at once|control returns/);
});
