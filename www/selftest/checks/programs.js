import { randomOf } from '../../kit/statistics.js';
import { whole } from '../bench.js';
import { compare, exact, within } from '../outcome.js';

/** The number of programs of whole numbers, whose results are exact, and of programs of fractions. */
const EXACT = 240;
const ROUNDED = 80;
/** A quick check tries one program in this many. */
const QUICK = 8;
/** Whole numbers up to this are exact in float32. */
const LARGEST = 2 ** 24;
const TOLERANCE = 2e-3;

/**
 * @typedef {object} Value
 * @property {any} array
 * @property {number} most the upper bound of the elements' absolute values
 */

/** A step of a program on one value, or on two values of the same shape. @typedef {(x: any, y: any, random: () => number, nd: any) => any} Step */

/** @param {() => number} random @param {number} below */
const pick = (random, below) => Math.floor(random() * below);
/** @param {any} x @param {() => number} random */
const axisOf = (x, random) => pick(random, x.shape.length);

/** Steps that change no element, or pick one. @type {Step[]} */
const MOVES = [
  (x) => x.T.add(0),
  (x) => x.reshape([-1]).add(0).reshape(x.shape.toReversed()),
  (x, _, random) => {
    const axis = axisOf(x, random);
    const from = pick(random, x.shape[axis]);
    return x.slice(
      ...x.shape.map((/** @type {number} */ _length, /** @type {number} */ i) =>
        i === axis ? [from, null] : [null],
      ),
    );
  },
  (x, _, random) => x.slice([null, null, -1 - pick(random, 2)]),
  (x, _, random) => x.take([0, x.shape[0] - 1, pick(random, x.shape[0])]),
  (x, _, random) => x.max(axisOf(x, random), { keepDims: true }).mul(-1).maximum(x),
  (x, _, random) => x.min(axisOf(x, random), { keepDims: true }).minimum(x),
  (x) => x.relu(),
  (x) => x.abs(),
  (x) => x.neg(),
  (x, y) => x.maximum(y),
  (x, y) => x.minimum(y),
];
/** Discontinuous steps. @type {Step[]} */
const CHOICES = [
  (x) => x.sign(),
  (x, y) => x.greater(y),
  (x, y) => x.equal(y),
  (x, y, _, nd) => nd.where(x.greater(y), x, y.neg()),
  (x, _, random) => x.argmax(axisOf(x, random), { keepDims: true }).add(x.mul(0)),
  (x) => x.mul(0.5).floor(),
];
/** Steps that round. @type {Step[]} */
const CURVES = [
  (x) => x.tanh(),
  (x) => x.sigmoid(),
  (x) => x.mul(0.25).exp(),
  (x) => x.square().add(1).sqrt(),
  (x) => x.abs().add(1).log(),
  (x, y) => x.div(y.abs().add(1)),
  (x, _, random) => x.mean(axisOf(x, random), { keepDims: true }).sub(x),
  (x) => x.softmax(-1),
  (x) => x.sin(),
];

/**
 * A random program, which is determined by its seed. It keeps whole numbers small enough to be exact, and fractions near 1.
 * @param {any} lab @param {number} seed @param {boolean} fractions
 */
export function program({ nd }, seed, fractions) {
  const random = randomOf(seed);
  const shape = [1 + pick(random, 40), 1 + pick(random, 40)];
  const size = shape[0] * shape[1];
  /** @type {(seed: number) => Value} */
  const begun = (from) => ({
    array: fractions ? nd.random.normal(shape, { seed: from }) : nd.array(whole(size, from), shape),
    most: fractions ? 8 : 2,
  });
  let x = begun(seed);
  const bounded = (/** @type {Value} */ { array, most }, /** @type {number} */ limit) =>
    most <= limit ? { array, most } : { array: array.clip(-limit, limit), most: limit };
  const steps = 5 + pick(random, 9);
  for (let i = 0; i < steps; i += 1) {
    const { shape: now } = x.array;
    const other = { array: nd.array(whole(now[0] * now[1], seed + i), now), most: 2 };
    const kind = pick(random, 10);
    const limit = fractions ? 4 : 32;
    x = bounded(x, limit);
    const step = (/** @type {Step[]} */ list, /** @type {number} */ most) => ({
      array: list[pick(random, list.length)](x.array, other.array, random, nd),
      most,
    });
    if (kind < 4) x = step(MOVES, Math.max(x.most, 2));
    else if (kind < 5 && !fractions) x = step(CHOICES, Math.max(x.most, 40));
    else if (kind < 6 && fractions) x = step(CURVES, Math.max(3, 2 * x.most));
    else if (kind < 6) x = { array: x.array.add(other.array), most: x.most + 2 };
    else if (kind < 7) x = { array: x.array.mul(other.array).sub(3), most: 2 * x.most + 3 };
    else if (kind < 8) {
      const axis = axisOf(x.array, random);
      const length = now[axis];
      const scale = fractions ? 1 / Math.sqrt(length) : 1;
      const sums = x.array.sum(axis, { keepDims: true }).mul(scale);
      x = { array: sums.sub(other.array), most: x.most * length * scale + 2 };
    } else if (kind < 9) {
      // The product with its own transpose: each element of the result is a sum of k products.
      const k = now[1];
      const scale = fractions ? 1 / k : 1;
      const product = x.array.matmul(x.array, { transposeB: true }).mul(scale);
      x = { array: product, most: x.most ** 2 * k * scale };
    } else x = { array: nd.concat([x.array, other.array], 0), most: Math.max(x.most, 2) };
    if (x.array.shape[0] > 60) x = { ...x, array: x.array.slice([0, 40]) };
    if (!fractions && x.most >= LARGEST) throw new RangeError(`seed ${seed}: no longer exact`);
  }
  return x.array;
}

/**
 * Compares random programs, eager and lazy, with the CPU: programs of whole numbers to the last bit, programs of fractions up to rounding.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  const cpu = await bench.connect({ device: 'cpu' });
  const gpu = await bench.connect({ device: 'webgpu' });
  const lazy = await bench.connect({ device: 'webgpu', lazy: true });
  const every = bench.part.quick ? QUICK : 1;
  const seeds = Array.from({ length: (EXACT + ROUNDED) / every }, (_, i) => i * every);
  const cases = seeds.map((seed) => ({
    label: `${seed < EXACT ? 'whole numbers' : 'fractions'}, seed ${seed}`,
    of: (/** @type {any} */ lab) => program(lab, seed, seed >= EXACT),
  }));
  const same = within(TOLERANCE);
  await bench.each(outcome, cases, [gpu, cpu, lazy], (label, [got, expected, late]) => {
    compare(outcome, label, got, expected, label.startsWith('whole') ? exact : same);
    compare(outcome, `${label}, lazy against eager`, late, got);
  });
}
