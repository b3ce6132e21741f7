// The cost of waits. The work of computing it is proportional to the number of waits, in any arrangement. Without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySite, idleCause, idleTimes, waitCosts } from '../../www/kit/analysis.js';

/** A program that waits for each operation: the device is idle after every one. @param {number} count */
function waiting(count) {
  const column = (of) => Float64Array.from({ length: count }, (_, i) => of(i));
  return {
    enqueued: column((i) => i),
    started: column((i) => i + 0.25),
    ended: column((i) => i + 0.5),
    waits: Array.from({ length: count }, (_, i) => ({
      kind: 'item',
      op: i,
      from: i,
      to: i + 0.75,
    })),
  };
}

/** How often properties of waits are read. Unlike times, this count is the same on every machine. */
function looks(trace) {
  let count = 0;
  const waits = trace.waits.map(
    (wait) =>
      new Proxy(wait, {
        get(target, name) {
          count += 1;
          return Reflect.get(target, name);
        },
      }),
  );
  waitCosts({ ...trace, waits });
  return count;
}

test('each wait is charged with the idle time that it caused', () => {
  const costs = waitCosts(waiting(4));
  // `during` is from the end of an operation to the end of its wait, `after` from there to the start of the next operation.
  assert.deepEqual(
    costs.map(({ blocked, during, after }) => [blocked, during, after]),
    [
      [0.75, 0.25, 0.5],
      [0.75, 0.25, 0.5],
      [0.75, 0.25, 0.5],
      [0.75, 0, 0],
    ],
  );
});

test('an operation without a time ends no stretch, and waits count in whatever order they stand', () => {
  const trace = (waits) => ({
    enqueued: Float64Array.of(0, 1, 5, 9),
    started: Float64Array.of(0.1, NaN, 6, 10),
    ended: Float64Array.of(0.5, NaN, 7, 11),
    waits: waits.map(([from, to]) => ({ kind: 'item', op: 0, from, to })),
  });
  const cause = (waits) => idleCause(trace(waits), 0.5, 2);
  assert.equal(cause([[2, 4]]), 'wait', 'after the operation without a time');
  assert.equal(cause([[0.2, 0.9]]), 'wait', 'before it');
  assert.equal(cause([[6, 8]]), 'frontend', 'behind the next one');
  const several = [
    [7.5, 8],
    [2, 4],
    [6, 7],
    [0.2, 0.9],
  ];
  for (const waits of [several, several.toReversed()]) assert.equal(cause(waits), 'wait');
  assert.equal(idleCause(trace(several), 7, 3), 'wait');
  // The wait for the last operation counts at any place of the list. Without it, the cause would be the backend.
  for (const waits of [several, several.toReversed()]) {
    const all = trace(waits);
    all.waits.find(({ from }) => from === 7.5).op = 2;
    assert.equal(idleCause(all, 9.5, 3), 'wait');
  }
});

test('an operation that is enqueued in the moment of the one before has no wait before it', () => {
  const trace = {
    enqueued: Float64Array.of(0, 5, 5),
    started: Float64Array.of(0.5, 5.5, 7),
    ended: Float64Array.of(1, 6, 8),
    waits: [{ kind: 'waitAll', op: -1, from: 2, to: 4 }],
  };
  assert.equal(idleCause(trace, 1, 1), 'wait');
  assert.equal(idleCause(trace, 6, 2), 'backend');
});

test('ten times the waits take little more than ten times the looks at them', () => {
  const [few, many] = [300, 3000].map((count) => looks(waiting(count)));
  assert.ok(many < 20 * few, `${few} and ${many}`);
});

test('so do waits that a coarse clock puts into one moment', () => {
  const at = (count) => {
    const trace = waiting(count);
    trace.enqueued.fill(0);
    trace.waits = trace.waits.map((wait) => ({ ...wait, from: 0, to: 0 }));
    return looks(trace);
  };
  const [few, many] = [300, 3000].map(at);
  assert.ok(many < 20 * few, `${few} and ${many}`);
});

test('places are listed by the idle time that they cause, then by the time they wait; untimed ones by that', () => {
  const cost = (place, blocked, during, after) => ({
    ...{ wait: { kind: 'item', place }, blocked, during, after },
  });
  const order = (...costs) => bySite(costs, ({ place }) => place).map(({ place }) => place);
  // With the idle time after it the second wait costs more than the first, without it less.
  assert.deepEqual(order(cost('a', 9, 3, 0), cost('b', 1, 2, 2)), ['b', 'a']);
  assert.deepEqual(order(cost('a', 1, 1, 1), cost('b', 2, 0, 2)), ['b', 'a']);
  assert.deepEqual(order(cost('a', 2, 1, 1), cost('b', 1, 0, 2)), ['a', 'b']);
  assert.deepEqual(order(cost('a', 1, NaN, NaN), cost('b', 2, NaN, NaN)), ['b', 'a']);
  const [both] = bySite([cost('a', 1, 2, 3), cost('a', 10, 20, 30)], ({ place }) => place);
  assert.deepEqual([both.count, both.blocked, both.during, both.after], [2, 11, 22, 33]);
});

test('a device is idle for the backend where nothing was known to be done, else for the wait or the frontend', () => {
  const at = (op, enqueued) => ({
    enqueued: [0, enqueued],
    started: [1, 6],
    ended: [2, 7],
    waits: op === undefined ? [] : [{ kind: 'wait', op, from: 0.5, to: 1.5 }],
  });
  // The operation was enqueued in time, so only a wait for the operation before, or for all, is a cause.
  assert.equal(idleCause(at(0, 2), 2, 1), 'wait');
  assert.equal(idleCause(at(-1, 2), 2, 1), 'wait');
  assert.equal(idleCause(at(7, 2), 2, 1), 'backend');
  assert.equal(idleCause(at(undefined, 2), 2, 1), 'backend');
  assert.equal(idleCause(at(7, 3), 2, 1), 'wait');
  assert.equal(idleCause(at(undefined, 3), 2, 1), 'frontend');
});

test('a device that does not time its work has no idle times, which is not to have been busy', () => {
  const trace = (times) => ({ enqueued: [0], started: [times], ended: [times + 1], waits: [] });
  assert.equal(idleTimes(trace(NaN)), null);
  assert.equal(idleTimes(trace(1), 1), null, 'of another device');
  assert.deepEqual(idleTimes(trace(1)), []);
});

test('idle times lie between what the device timed, in the order in which it ran', () => {
  const trace = (started, ended) => ({ enqueued: started.map(() => 0), started, ended, waits: [] });
  const gaps = (...times) => idleTimes(trace(...times)).map(({ from, to }) => [from, to]);
  assert.deepEqual(gaps([5, 0.1], [6, 1]), [[1, 5]]);
  assert.deepEqual(gaps([0.1, 2, 5], [1, NaN, 6]), [[1, 5]], 'an end that nobody knows');
  assert.deepEqual(gaps([0.1, 1, 5], [4, 2, 6]), [[4, 5]], 'work that ran beside a longer one');
});

test('idle time that lay with the backend is charged to no wait', () => {
  const trace = (op) => ({
    enqueued: [0, 2],
    started: [1, 6],
    ended: [2, 7],
    waits: [{ kind: 'wait', op, from: 0.5, to: 1.5 }],
  });
  assert.equal(waitCosts(trace(0))[0].after, 4);
  assert.equal(waitCosts(trace(7))[0].after, 0);
});
