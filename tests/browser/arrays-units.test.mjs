// Results at the ends of ranges, as in NumPy: negative indices, empty parts, ties, NaN, and steps that do not divide a length. In Node.js, on the
// CPU. Other tests check that all devices compute the same.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect } from '../../www/asynclab.js';

const lab = await connect({ device: 'cpu', backend: 'same' });
after(() => lab.close());
const { nd } = lab;
const [all, NONE] = [null, []];
const a = nd.array([
  [1, 2, 3],
  [4, 5, 6],
]);
const list = (...values) => nd.array(values);

/** Calls, each with the elements and the shape of its result. @type {[() => any, number[], number[]][]} */
const CASES = [
  [() => a.slice(-1), [4, 5, 6], [3]],
  [() => a.slice([1, all]), [4, 5, 6], [1, 3]],
  [() => a.slice(all, [all, all, -1]), [3, 2, 1, 6, 5, 4], [2, 3]],
  [() => a.slice(all, [2, 0, -1]), [3, 2, 6, 5], [2, 2]],
  [() => a.slice(all, [-100, 100]), [1, 2, 3, 4, 5, 6], [2, 3]],
  [() => a.slice(all, [100, -100, -2]), [3, 1, 6, 4], [2, 2]],
  [() => a.slice(all, [5, 9]), NONE, [2, 0]],
  [() => a.slice([0, 1], -3), [1], [1]],
  [() => a.slice(all, [0, 3, 2]), [1, 3, 4, 6], [2, 2]],
  [() => a.at(-2), [1, 2, 3], [3]],
  [() => a.take([1, 0, 1]), [4, 5, 6, 1, 2, 3, 4, 5, 6], [3, 3]],
  [() => a.take(1), [4, 5, 6], [3]],
  [() => a.segmentSum([1, 1], 3), [0, 0, 0, 5, 7, 9, 0, 0, 0], [3, 3]],
  [() => a.segmentSum([0, 2, 0], 3, -1), [4, 0, 2, 10, 0, 5], [2, 3]],
  [() => a.argmax(), [5], []],
  [() => a.argmax(0, { keepDims: true }), [1, 1, 1], [1, 3]],
  [() => list(1, NaN, 3).argmax(), [1], []],
  [() => list(2, 1, 1, 2).argmin(), [1], []],
  [() => list(2, 1, 1, 2).argmax(), [0], []],
  [() => a.cumsum(), [1, 3, 6, 10, 15, 21], [6]],
  [() => a.cumsum(1, { reverse: true }), [6, 5, 3, 15, 11, 6], [2, 3]],
  [() => a.sort(1, { descending: true }), [3, 2, 1, 6, 5, 4], [2, 3]],
  [() => list(3, 1, 2).argsort(), [1, 2, 0], [3]],
  [() => a.var(1, { correction: 1 }), [1, 1], [2]],
  [() => a.var(0, { keepDims: true }), [2.25, 2.25, 2.25], [1, 3]],
  [() => a.mul(2).std([0, -1], { correction: -8 }).square(), [5], []],
  [() => a.clip(2, 5), [2, 2, 3, 4, 5, 5], [2, 3]],
  [() => a.clip(null, 3), [1, 2, 3, 3, 3, 3], [2, 3]],
  [() => a.clip(3), [3, 3, 3, 4, 5, 6], [2, 3]],
  [() => a.clip(0, 0), [0, 0, 0, 0, 0, 0], [2, 3]],
  [() => a.notEqual(3), [1, 1, 0, 1, 1, 1], [2, 3]],
  [() => nd.where(a.greater(3), a, 0), [0, 0, 0, 4, 5, 6], [2, 3]],
  [() => nd.where(a.greater(3), NaN, a), [1, 2, 3, NaN, NaN, NaN], [2, 3]],
  [
    () => nd.concat([a, a.neg(), a], 1),
    [1, 2, 3, -1, -2, -3, 1, 2, 3, 4, 5, 6, -4, -5, -6, 4, 5, 6],
    [2, 9],
  ],
  [() => nd.concat([a]), [1, 2, 3, 4, 5, 6], [2, 3]],
  [() => nd.stack([a, a.neg()], -1), [1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6], [2, 3, 2]],
  [() => nd.stack([list(1), list(2), list(3)]), [1, 2, 3], [3, 1]],
  [() => nd.arange(1, 2, 0.25), [1, 1.25, 1.5, 1.75], [4]],
  [() => nd.arange(5, 0, -2), [5, 3, 1], [3]],
  [() => nd.arange(3, 1), NONE, [0]],
  [() => nd.arange(0, 1, 0.75), [0, 0.75], [2]],
  [() => nd.linspace(1, 2, 1), [1], [1]],
  [() => nd.linspace(3, 4, 0), NONE, [0]],
  [() => nd.linspace(-1e30, 1, 3).at(-1), [1], []],
  [() => nd.linspace(4, 2, 5), [4, 3.5, 3, 2.5, 2], [5]],
  [() => nd.linspace(0, 98).slice([-2, all]), [96, 98], [2]],
  [() => nd.eye(2, 3), [1, 0, 0, 0, 1, 0], [2, 3]],
  [() => a.pad(1, 2, 0, 9), [9, 9, 9, 1, 2, 3, 4, 5, 6, 9, 9, 9, 9, 9, 9], [5, 3]],
  [() => a.pad(1, 0), [0, 1, 2, 3, 0, 4, 5, 6], [2, 4]],
  [() => a.T, [1, 4, 2, 5, 3, 6], [3, 2]],
  [() => nd.zeros([2, 3, 4]).transpose([-1, 0, 1]).sum(), [0], []],
  [() => a.reshape([3, -1]), [1, 2, 3, 4, 5, 6], [3, 2]],
  [() => a.sum([0, -1]), [21], []],
  [() => a.sum([]), [1, 2, 3, 4, 5, 6], [2, 3]],
  [() => a.matmul(a, { transposeA: true }), [17, 22, 27, 22, 29, 36, 27, 36, 45], [3, 3]],
  [() => a.sub(1e4).softmax(0).sum(0), [1, 1, 1], [3]],
  [() => list(0, 0).logSoftmax().exp(), [0.5, 0.5], [2]],
  [() => nd.array(Uint8Array.of(255, 1), [2, 1]), [255, 1], [2, 1]],
  [() => nd.array(7), [7], []],
  [() => nd.array([[], []]), NONE, [2, 0]],
  [() => nd.array([[[[[[3]]]]]]), [3], [1, 1, 1, 1, 1, 1]],
];

for (const [call, values, shape] of CASES)
  test(String(call).slice(6).replace(/\s+/g, ' '), async () => {
    const result = call();
    const found = [...(await result.data())];
    assert.deepEqual([found, result.shape, result.size], [values, shape, values.length]);
  });

test('parts: equal ones, and those between indices', async () => {
  const parts = async (...given) =>
    Promise.all(
      nd
        .arange(6)
        .split(...given)
        .map(async (one) => [...(await one.data())]),
    );
  assert.deepEqual(await parts(3), [
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
  assert.deepEqual(await parts([1, 4]), [[0], [1, 2, 3], [4, 5]]);
  assert.deepEqual(await parts([0, 6]), [[], [0, 1, 2, 3, 4, 5], []]);
  assert.deepEqual(await parts([-2]), [
    [0, 1, 2, 3],
    [4, 5],
  ]);
});

test('random numbers: their range, their seed beyond 32 bits, and streams that do not repeat', async () => {
  const { random } = nd;
  const drawn = async (array) => [...(await array.data())];
  const integers = await drawn(random.integers([2000], { low: -2, high: 3, seed: 1 }));
  assert.deepEqual(
    [...new Set(integers)].sort((x, y) => x - y),
    [-2, -1, 0, 1, 2],
  );
  const uniform = await drawn(random.uniform([2000], { low: 2, high: 4, seed: 1 }));
  assert.ok(
    Math.min(...uniform) < 2.01 && Math.min(...uniform) >= 2 && Math.max(...uniform) > 3.99,
  );
  const normal = random.normal([20_000], { mean: 5, std: 2, seed: 3 });
  const [mean, std] = [await normal.mean().item(), await normal.std().item()];
  assert.ok(Math.abs(mean - 5) < 0.1 && Math.abs(std - 2) < 0.1, `${mean} ${std}`);
  const seeds = [2, 2 ** 32 + 2, 2 ** 33 + 2, 2 ** 52 + 2];
  const first = async (make) => String(await drawn(make()));
  for (const of of [
    (seed) => random.uniform([3], { seed }),
    (seed) => random.permutation(20, { seed }),
  ]) {
    const seen = [];
    for (const seed of seeds) seen.push(await first(() => of(seed)));
    assert.equal(new Set(seen).size, seeds.length);
    for (const [at, seed] of seeds.entries()) assert.equal(await first(() => of(seed)), seen[at]);
    const [one, other, own] = [
      await first(() => of()),
      await first(() => of()),
      await first(() => of(0)),
    ];
    assert.equal(new Set([one, other, own]).size, 3);
  }
  assert.equal((await drawn(random.permutation(0))).length, 0);
  assert.deepEqual(await drawn(random.permutation(1)), [0]);
  // Another lab with the same seed draws the same numbers in the same order.
  const again = await Promise.all(
    [1, 1, 2].map(async (seed) => {
      const other = await connect({ device: 'cpu', backend: 'same', seed });
      const seen = [
        await drawn(other.nd.random.uniform([2])),
        await drawn(other.nd.random.uniform([2])),
      ];
      await other.close();
      return String(seen);
    }),
  );
  assert.deepEqual([again[0] === again[1], again[0] === again[2]], [true, false]);
});

const REJECTED = [
  [() => a.slice(2), 'INVALID_NUMBER', /^slice: index is 2; axis 0 has the elements -2 to 1/],
  [() => a.slice(-3), 'INVALID_NUMBER', /^slice: index is -3/],
  [() => a.slice([0, 1, 0]), 'INVALID_NUMBER', /^slice: step is 0/],
  [() => a.slice(0, 0, 0), 'SHAPE_MISMATCH', /^slice: 3 ranges/],
  [() => a.sum([0, -2]), 'INVALID_NUMBER', /^sum: axis 0 is given twice/],
  [
    () => a.sum(2),
    'INVALID_NUMBER',
    /^sum: axis is 2; an array of 2 dimensions has the axes -2 to 1/,
  ],
  [() => a.reshape([-1, 4]), 'SHAPE_MISMATCH', /^reshape: nothing fits/],
  [() => a.reshape([-1, -1]), 'SHAPE_MISMATCH', /^reshape: nothing fits/],
  [() => a.split(4, 1), 'SHAPE_MISMATCH', /^split: 3 elements/],
  [() => a.split(0), 'INVALID_NUMBER', /^split: number 0 is no number of parts/],
  [() => nd.array([[1], [1, 2]]), 'SHAPE_MISMATCH', /^array: the nested lists differ/],
  [() => nd.array([[1], 2]), 'SHAPE_MISMATCH', /^array: the nested lists differ/],
  [() => nd.array([[[[[[[3]]]]]]]), 'INVALID_SHAPE', /^array: .* more than 6 deep/],
  [() => nd.array(BigInt64Array.of(1n)), 'INVALID_NUMBER', /^array: a value is bigint 1/],
  [() => nd.arange(0, 1, 0), 'INVALID_NUMBER', /^arange: step is 0/],
  [() => nd.arange(Infinity), 'INVALID_NUMBER', /^arange: stop is Infinity/],
  [() => nd.add(1, 2), 'INVALID_NUMBER', /^add: both operands are numbers/],
  [() => nd.concat([]), 'INVALID_NUMBER', /^concat: there is no array/],
  [() => nd.concat([a, a], 2), 'INVALID_NUMBER', /^concat: axis is 2/],
  [() => nd.stack([a, a], 3), 'INVALID_NUMBER', /^stack: axis is 3; an array of 3/],
  [() => nd.random.integers([1], { low: 3, high: 3 }), 'INVALID_NUMBER', /^integers: high is 3/],
  [
    () => nd.random.integers([1], { high: 2 ** 24 + 1 }),
    'INVALID_NUMBER',
    /^integers: high is 16777217/,
  ],
  [() => nd.random.uniform([1], { seed: -1 }), 'INVALID_NUMBER', /^uniform: seed is -1/],
  [() => nd.random.permutation(2, { seed: 2 ** 53 }), 'INVALID_NUMBER', /^permutation: seed is/],
  [() => a.var(0, { correction: '1' }), 'INVALID_NUMBER', /^var: correction is string 1/],
  [() => a.std(5), 'INVALID_NUMBER', /^std: axis is 5/],
  [() => a.softmax(2), 'INVALID_NUMBER', /^softmax: axis is 2/],
  [
    () => a.sum(0, { keep: true }),
    'INVALID_OPTION',
    /^sum: there is no option keep; give an object of keepDims/,
  ],
  [() => nd.full([1], '1'), 'INVALID_NUMBER', /^full: value is string 1/],
  [() => nd.where(a, a, 'x'), 'INVALID_NUMBER', /^where: an operand is string x/],
];

test('what cannot be is rejected at the call, by the name that was called, and leaves no array behind', () => {
  const before = lab.session.live;
  for (const [call, code, message] of REJECTED) {
    assert.throws(call, { code, message }, String(call));
    assert.equal(lab.session.live, before, String(call));
  }
});

test('the largest array of the host is the largest that the device binds', async () => {
  const sim = await connect({ device: 'sim', backend: 'same', sim: { largest: 1 } });
  assert.equal(sim.info().limits.arrayBytes, 1e6);
  assert.equal(sim.nd.linspace(0, 1, 250_000).size, 250_000);
  for (const call of [(n) => sim.nd.linspace(0, 1, n), (n) => sim.nd.random.permutation(n)])
    assert.throws(() => call(250_001), { code: 'TOO_LARGE', message: /1000004 bytes/ });
  await sim.close();
});
