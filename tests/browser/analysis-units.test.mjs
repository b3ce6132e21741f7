// The cost of waits, counted in a time that grows with the waits, however they lie. Without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitCosts } from '../../www/kit/analysis.js';

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

/** How often waits are looked at: unlike time, that is the same on every machine. */
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
  // From the end of an operation to that of its wait, and from there to the beginning of the next one.
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
