import { axisFromZero, describe, invalid, natural, number, options, rangeOf } from './arguments.js';
import { LabError } from '../core/errors.js';
import { Operations } from './operations.js';

/** A float32 represents every whole number up to this one. */
const MOST_INDICES = 2 ** 24;

/** @typedef {import('./arguments.js').Range} Range */
/** @typedef {import('./ndarray.js').NDArray} NDArray */
/** @typedef {import('./ndarray.js').Operand} Operand */

/**
 * Computations by several operations. Every method enqueues them and returns at once; the arrays in between are disposed. Shared code is in
 * functions: a private method would be noted on every new array, which costs 15 ns of the 100 ns for enqueuing an operation.
 */
export class Compositions extends Operations {
  /** 1 where they differ or one is NaN, 0 elsewhere. @param {Operand} other an array that broadcasts, or a number @returns {NDArray} */
  notEqual(other) {
    return this.calls.composed('notEqual', () =>
      this.calls.elementwise('sub', 1, this.equal(other)),
    );
  }

  /**
   * Each element, or the nearer bound where it is outside the bounds.
   *
   * @param {Operand | null} [low] no bound for null
   * @param {Operand | null} [high]
   * @returns {NDArray}
   * @example
   * await nd.array([-2, 0.5, 2]).clip(0, 1).data(); // → [0, 0.5, 1]
   */
  clip(low = null, high = null) {
    this.calls.checkOperands('clip', low ?? 0, high ?? 0);
    return this.calls.composed('clip', () => {
      const above = low === null ? this : this.maximum(low);
      return high === null ? above.mul(1) : above.minimum(high);
    });
  }

  /**
   * Mean squared distance from the mean, of all elements or along some axes.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean, correction?: number}} [options] `correction` is subtracted from the number of elements: 0 by default, 1 for
   *   a sample
   * @returns {NDArray}
   * @example
   * await nd.array([1, 3]).var().item(); // → 1
   */
  var(axes, options) {
    return variance(this, 'var', axes, options);
  }

  /**
   * Standard deviation: the root of `var`.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean, correction?: number}} [options] as for `var`
   * @returns {NDArray}
   */
  std(axes, options) {
    return this.calls.composed('std', () => variance(this, 'std', axes, options).sqrt());
  }

  /**
   * The index of the largest element, among all or along an axis: the first of equal ones, or the first NaN.
   *
   * @param {number} [axis] a negative one counts from the last
   * @param {{keepDims?: boolean}} [options] keep the axis, with length 1
   * @returns {NDArray}
   * @example
   * await nd.array([[1, 5, 2], [7, 0, 7]]).argmax(1).data(); // → [1, 0]
   */
  argmax(axis, options) {
    return position(this, 'max', axis, options);
  }

  /**
   * The index of the smallest element, among all or along an axis: the first of equal ones, or the first NaN.
   *
   * @param {number} [axis] a negative one counts from the last
   * @param {{keepDims?: boolean}} [options] keep the axis, with length 1
   * @returns {NDArray}
   */
  argmin(axis, options) {
    return position(this, 'min', axis, options);
  }

  /**
   * Cumulative sums, along an axis or over all elements in row-major order: for each element the sum of those up to it.
   *
   * @param {number} [axis] a negative one counts from the last
   * @param {{reverse?: boolean}} [given] sums from each element to the last instead
   * @returns {NDArray}
   * @example
   * await nd.array([1, 2, 3]).cumsum().data(); // → [1, 3, 6]
   */
  cumsum(axis, given) {
    const { reverse = false } = options('cumsum', given, ['reverse']);
    return this.calls.composed('cumsum', () => {
      const x = axis === undefined ? this.reshape(-1) : this;
      return this.calls.along('cumsum', [x], axis ?? 0, [Number(Boolean(reverse))]);
    });
  }

  /**
   * The elements along an axis in ascending order, equal ones in their old order. NaN is the largest.
   *
   * @param {number} [axis] the last by default
   * @param {{descending?: boolean}} [options] in descending order instead
   * @returns {NDArray}
   * @example
   * await nd.array([3, 1, 2]).sort().data(); // → [1, 2, 3]
   */
  sort(axis, options) {
    return sorted('sort', [this, this], axis, options);
  }

  /**
   * The indices that sort the elements along an axis.
   *
   * @param {number} [axis] the last by default
   * @param {{descending?: boolean}} [options] as for `sort`
   * @returns {NDArray}
   * @example
   * await nd.array([3, 1, 2]).argsort().data(); // → [1, 2, 0]
   */
  argsort(axis, options) {
    return sorted('argsort', [this], axis, options);
  }

  /**
   * Exponentials, divided by their sum along an axis.
   *
   * @param {number} [axis] the last by default
   * @returns {NDArray}
   * @example
   * await nd.zeros([2, 4]).softmax().sum(1).data(); // → [1, 1]
   */
  softmax(axis = -1) {
    return this.calls.composed('softmax', () => {
      const powers = this.sub(largest(this, 'softmax', axis)).exp();
      return powers.div(powers.sum(axis, { keepDims: true }));
    });
  }

  /** The logarithm of `softmax`, computed without the rounding of `softmax`. @param {number} [axis] the last by default @returns {NDArray} */
  logSoftmax(axis = -1) {
    return this.calls.composed('logSoftmax', () => {
      const x = this.sub(largest(this, 'logSoftmax', axis));
      return x.sub(x.exp().sum(axis, { keepDims: true }).log());
    });
  }

  /**
   * A part of the array. Each range is for an axis, from the first on: null for all of it, one index, which removes the axis, or
   * `[start, stop, step]`, where null is an open end. As in NumPy negative numbers count from the last, and a `start` or `stop` outside the
   * axis is clipped to it.
   *
   * @param {...Range} ranges
   * @returns {NDArray}
   * @example
   * const x = nd.arange(12).reshape([3, 4]);
   * await x.slice(1).data(); // → [4, 5, 6, 7]
   * await x.slice([0, 2], -1).data(); // → [3, 7]
   * await x.slice(0, [null, null, -2]).data(); // → [3, 1]
   */
  slice(...ranges) {
    return part(this, 'slice', ranges);
  }

  /**
   * One element of the first axis, without that axis.
   *
   * @param {number} index a negative one counts from the last
   * @returns {NDArray}
   * @example
   * await nd.array([[1, 2], [3, 4]]).at(-1).data(); // → [3, 4]
   */
  at(index) {
    return part(this, 'at', [number('at', 'index', index)]);
  }

  /**
   * Elements along an axis by their indices, whole numbers in an array or a list. Negative ones count from the last; a number that is
   * no index gives NaN.
   *
   * @param {NDArray | number | number[]} indices
   * @param {number} [axis] the first by default
   * @returns {NDArray}
   * @example
   * await nd.array([10, 20, 30]).take([2, 0]).data(); // → [30, 10]
   */
  take(indices, axis = 0) {
    return this.calls.composed('take', () =>
      this.calls.along('take', [this, indexArray(this, indices)], axis),
    );
  }

  /**
   * Sums of the elements along an axis that have the same index. On a GPU each invocation reads a whole column, so the time
   * grows with the rows; the CPU reads the elements once, and is faster. The gradient of `take` is such a sum.
   *
   * @param {NDArray | number[]} indices of each element along the axis, whole numbers below `count`; others are in no sum
   * @param {number} count
   * @param {number} [axis] the first by default
   * @returns {NDArray}
   * @example
   * await nd.array([1, 2, 3]).segmentSum([1, 0, 1], 2).data(); // → [2, 4]
   */
  segmentSum(indices, count, axis = 0) {
    natural('segmentSum', 'count', count, 32);
    return this.calls.composed('segmentSum', () =>
      this.calls.along('segmentSum', [this, indexArray(this, indices)], axis, [count]),
    );
  }

  /**
   * Splits the array along an axis: into this many parts of equal length, or before each of some indices.
   *
   * @param {number | number[]} parts
   * @param {number} [axis] the first by default
   * @returns {NDArray[]}
   * @example
   * nd.arange(6).split(3).map(({ size }) => size); // → [2, 2, 2]
   */
  split(parts, axis = 0) {
    const shape = this.calls.shapeOf(this, 'split');
    const at = axisFromZero('split', axis, shape.length);
    if (!Array.isArray(parts) && !(Number.isInteger(parts) && parts > 0))
      throw invalid(
        'split',
        `${describe(parts)} is no number of parts; give a whole number of 1 or more, or a list of indices`,
      );
    if (typeof parts === 'number' && (shape[at] % parts !== 0 || parts > (shape[at] || 1024)))
      throw LabError.of(
        'split',
        'SHAPE_MISMATCH',
        `${shape[at]} elements do not make ${parts} equal parts; give a divisor, or a list of indices`,
      );
    const cuts =
      typeof parts === 'number'
        ? Array.from({ length: parts - 1 }, (_, i) => ((i + 1) * shape[at]) / parts)
        : parts;
    const before = Array(at).fill(null);
    return this.calls.composed('split', () =>
      [0, ...cuts].map((from, i) => part(this, 'split', [...before, [from, cuts[i] ?? null]])),
    );
  }
}

/** @param {Compositions} array @param {string} op @param {Range[]} ranges @returns {NDArray} */
function part(array, op, ranges) {
  const shape = array.calls.shapeOf(array, op);
  if (ranges.length > shape.length)
    throw LabError.of(
      op,
      'SHAPE_MISMATCH',
      `${ranges.length} ranges for an array of shape [${shape.join(', ')}]; give one for each axis at most`,
    );
  const found = ranges.map((range, axis) => rangeOf(op, range, shape[axis], axis));
  return array.calls.composed(op, () => {
    /** @type {Operations} */
    let x = array;
    for (const [axis, { first, step, count }] of found.entries())
      if (step !== 1 || count !== shape[axis])
        x = x.calls.along('slice', [x], axis, [first, step >>> 0, count]);
    const kept = x.calls.shapeOf(x).filter((_, axis) => typeof ranges[axis] !== 'number');
    return x.reshape(kept);
  });
}

/**
 * @param {Compositions} x
 * @param {string} op
 * @param {number | number[]} [axes]
 * @param {{keepDims?: boolean, correction?: number}} [given]
 * @returns {NDArray}
 */
function variance(x, op, axes, given) {
  const { correction = 0, keepDims } = options(op, given, ['keepDims', 'correction']);
  number(op, 'correction', correction);
  return x.calls.composed(op, () => {
    const mean = x.mean(axes, { keepDims: true });
    const sum = x.sub(mean).square().sum(axes, { keepDims });
    return sum.div(sizeOf(x) / sizeOf(mean) - correction);
  });
}

/**
 * For one input the indices that sort it; for two the elements of the second in the order of the first.
 *
 * @param {string} op
 * @param {Compositions[]} inputs
 * @param {number} [axis]
 * @param {{descending?: boolean}} [given]
 * @returns {NDArray}
 */
function sorted(op, inputs, axis = -1, given) {
  const { descending = false } = options(op, given, ['descending']);
  const { calls } = inputs[0];
  return calls.named(op, () => calls.along('sort', inputs, axis, [Number(Boolean(descending))]));
}

/** The number of its elements. @param {Operations} x @returns {number} */
function sizeOf(x) {
  return x.calls.shapeOf(x).reduce((product, length) => product * length, 1);
}

/** The largest along an axis, not recorded: no exact result here depends on it. @param {Compositions} x @param {string} op @param {number} axis @returns {NDArray} */
function largest(x, op, axis) {
  const { autograd } = x.calls.lab;
  const at = axisFromZero(op, axis, x.calls.shapeOf(x, op).length);
  return autograd.pause(() => x.max(at, { keepDims: true }));
}

/** @param {Compositions} x @param {NDArray | number | number[]} indices @returns {NDArray} */
function indexArray(x, indices) {
  return typeof indices === 'number' || Array.isArray(indices)
    ? x.calls.lab.nd.array(indices, undefined, { device: x.calls.deviceOf(x) })
    : indices;
}

/**
 * The index of the largest or smallest element. Candidates, NaN included, have scores that fall along the axis; the highest is the first candidate's.
 *
 * @param {Compositions} array
 * @param {'max' | 'min'} op
 * @param {number} [axis]
 * @param {{keepDims?: boolean}} [given]
 * @returns {NDArray}
 */
function position(array, op, axis, given) {
  const { keepDims } = options(`arg${op}`, given, ['keepDims']);
  return array.calls.composed(`arg${op}`, () => {
    const x = axis === undefined ? array.reshape(-1) : array;
    const shape = x.calls.shapeOf(x, `arg${op}`);
    const at = axisFromZero(`arg${op}`, axis ?? 0, shape.length);
    if (shape[at] > MOST_INDICES)
      throw LabError.of(
        `arg${op}`,
        'SHAPE_MISMATCH',
        `an axis has ${shape[at]} elements (got [${shape.join(', ')}]); reshape it to several axes, since indices are float32, which has whole numbers up to 2^24`,
      );
    const best = x[op](at, { keepDims: true });
    const isNaN = x.calls.elementwise('sub', 1, x.calls.binary('equal', x, x));
    const hits = x.equal(best).maximum(isNaN);
    const device = x.calls.deviceOf(x);
    const score = x.calls.lab.nd.arange(shape[at], 0, -1, { device });
    const positions = hits
      .mul(score.reshape([shape[at], ...shape.slice(at + 1).fill(1)]))
      .max(at, { keepDims });
    return x.calls.elementwise('sub', shape[at], positions);
  });
}
