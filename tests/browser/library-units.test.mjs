// The library in Node.js, on the CPU and on simulated devices: the order in which waits end, the waits in a profile, arguments for which a compiled
// function is captured again, random orders, and the steps of clocks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lab } from './fixtures/labs.mjs';

test('waits for the same array end in the order in which they began', async (t) => {
  const { nd } = await lab(t);
  const x = nd.ones([64, 64]).dot(nd.ones([64, 64]));
  const ended = [];
  await Promise.all([0, 1, 2, 3].map((k) => x.waitToRead().then(() => ended.push(k))));
  assert.deepEqual(ended, [0, 1, 2, 3]);
});

for (const device of ['cpu', 'sim'])
  test(`on ${device}: a profile has the waits that block the program`, async (t) => {
    const made = await lab(t, { device, blocking: true });
    const { waits } = await made.profile(() => {
      const x = made.nd.ones([2]);
      const sum = x.sum();
      sum.itemSync();
      x.waitToReadSync();
      made.waitAllSync();
    });
    // The waits of the enqueueing calls come before these.
    assert.deepEqual(
      waits.slice(-3).map(({ kind, op }) => [kind, op]),
      [
        ['itemSync', 1],
        ['waitToReadSync', 0],
        ['waitAllSync', -1],
      ],
    );
    for (const { from, to } of waits) assert.ok(from <= to, `${from} to ${to}`);
  });

test('a compiled function distinguishes the zeros, and texts from numbers', async (t) => {
  const made = await lab(t);
  const over = made.compile((x, n) => x.div(Number(n)));
  const x = made.nd.ones([1]);
  const seen = [];
  // Each of these values has its own program.
  for (const n of [0, -0, '0', '-0', 0, -0]) seen.push(await over(x, n).item());
  assert.deepEqual(seen, [Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity]);
  const { captures, replays } = over.info();
  assert.deepEqual([captures, replays], [4, 2]);
});

test('every order of three can be drawn, and the same seed draws the same one', async (t) => {
  const { nd } = await lab(t);
  const drawn = async (seed) => [...(await nd.random.permutation(3, { seed }).data())].join();
  const orders = [];
  for (let seed = 0; seed < 60; seed += 1) orders.push(await drawn(seed));
  // Each of the six orders is missing with a probability of 0.00002.
  assert.deepEqual([...new Set(orders)].sort(), [
    '0,1,2',
    '0,2,1',
    '1,0,2',
    '1,2,0',
    '2,0,1',
    '2,1,0',
  ]);
  assert.equal(await drawn(7), orders[7]);
});

test('the steps of the clocks are found, in ms', async (t) => {
  const made = await lab(t, { device: 'sim', sim: { step: 0.1, dispatch: 0.037, quantum: 0.05 } });
  const { clock, timestamps } = await made.calibrate();
  assert.deepEqual([clock.step, timestamps.quantum], [0.1, 0.05]);
});
