import { axisFromZero, describe, natural, number, options, rangeOf } from './arguments.js';
import { LabError } from './errors.js';

/** @typedef {import('./arguments.js').Range} Range */
/** @typedef {import('./arguments.js').ShapeLike} ShapeLike */
/** @typedef {import('./calls.js').Calls} Calls */
/** @typedef {import('./ndarray.js').NDArray} NDArray */
/** @typedef {import('./ndarray.js').Operand} Operand */

/**
 * The operations of an array. Every method enqueues one operation and returns at once.
 */
export class Operations {
  /**
   * @param {Calls} calls of its lab
   * @param {number} id its name in the stream
   */
  constructor(calls, id) {
    /** @internal @readonly */
    this.calls = calls;
    /** @internal 0 once disposed */
    this.id = id;
  }

  /**
   * Elementwise sum.
   *
   * @param {Operand} other an array that broadcasts, or a number
   * @example
   * const row = nd.array([[1, 2]]);
   * await nd.array([[0], [10]]).add(row).data(); // → [1, 2, 11, 12]
   */
  add(other) {
    return this.calls.binary('add', this, other);
  }

  /** Elementwise difference. @param {Operand} other an array that broadcasts, or a number */
  sub(other) {
    return this.calls.binary('sub', this, other);
  }

  /** Elementwise product. @param {Operand} other an array that broadcasts, or a number */
  mul(other) {
    return this.calls.binary('mul', this, other);
  }

  /** Elementwise quotient. @param {Operand} other an array that broadcasts, or a number */
  div(other) {
    return this.calls.binary('div', this, other);
  }

  /**
   * 1 where both are equal, 0 elsewhere.
   *
   * @param {Operand} other an array that broadcasts, or a number
   * @example
   * await nd.array([1, 2, 1]).equal(1).data(); // → [1, 0, 1]
   */
  equal(other) {
    return this.calls.binary('equal', this, other);
  }

  /** 1 where they differ or one is NaN, 0 elsewhere. @param {Operand} other an array that broadcasts, or a number @returns {NDArray} */
  notEqual(other) {
    return this.#tidy(() => this.calls.elementwise('sub', 1, this.equal(other)));
  }

  /**
   * 1 where this is above the other, 0 elsewhere.
   *
   * @param {Operand} other an array that broadcasts, or a number
   * @example
   * await nd.array([1, 2, 3]).greater(2).data(); // → [0, 0, 1]
   */
  greater(other) {
    return this.calls.binary('greater', this, other);
  }

  /** 1 where this is not below the other, 0 elsewhere. @param {Operand} other an array that broadcasts, or a number */
  greaterEqual(other) {
    return this.calls.binary('greater_equal', this, other);
  }

  /** 1 where this is below the other, 0 elsewhere. @param {Operand} other an array that broadcasts, or a number @returns {NDArray} */
  less(other) {
    return this.calls.elementwise('greater', other, this);
  }

  /** 1 where this is not above the other, 0 elsewhere. @param {Operand} other an array that broadcasts, or a number @returns {NDArray} */
  lessEqual(other) {
    return this.calls.elementwise('greater_equal', other, this);
  }

  /**
   * The larger of both; NaN where one is.
   *
   * @param {Operand} other an array that broadcasts, or a number
   * @example
   * await nd.array([1, 5]).maximum(nd.array([3, 4])).data(); // → [3, 5]
   */
  maximum(other) {
    return this.calls.binary('maximum', this, other);
  }

  /** The smaller of both; NaN where one is. @param {Operand} other an array that broadcasts, or a number */
  minimum(other) {
    return this.calls.binary('minimum', this, other);
  }

  /**
   * Each element, or the bound that it is beyond.
   *
   * @param {Operand | null} [low] no bound for null
   * @param {Operand | null} [high]
   * @returns {NDArray}
   * @example
   * await nd.array([-2, 0.5, 2]).clip(0, 1).data(); // → [0, 0.5, 1]
   */
  clip(low = null, high = null) {
    this.calls.operands('clip', low ?? 0, high ?? 0);
    return this.#tidy(() => {
      const above = low === null ? this : this.maximum(low);
      return high === null ? above.mul(1) : above.minimum(high);
    });
  }

  /**
   * To the power of the other. Of negative numbers only whole powers are numbers.
   *
   * @param {Operand} other an array that broadcasts, or a number
   * @example
   * await nd.array([1, 2, 3]).pow(2).data(); // → [1, 4, 9]
   */
  pow(other) {
    return this.calls.binary('pow', this, other);
  }

  /**
   * The elements where a mask is not 0, and −0 elsewhere: what a sum leaves as it is.
   *
   * @param {Operand} mask an array that broadcasts, or a number
   * @example
   * const x = nd.array([1, 2]);
   * await x.masked(x.greater(1)).data(); // → [0, 2]
   */
  masked(mask) {
    return this.calls.binary('masked', this, mask);
  }

  /** The sine of each element, an angle in radians. */
  sin() {
    return this.calls.binary('sine', this, 0);
  }

  /**
   * The cosine of each element, an angle in radians.
   *
   * @example
   * await nd.array([0]).cos().data(); // → [1]
   */
  cos() {
    return this.calls.binary('sine', this, 1);
  }

  /** The hyperbolic tangent of each element. */
  tanh() {
    return this.calls.unary('tanh', this);
  }

  /**
   * The logistic function of each element, 1 / (1 + e⁻ˣ).
   *
   * @example
   * await nd.array([0]).sigmoid().data(); // → [0.5]
   */
  sigmoid() {
    return this.calls.unary('sigmoid', this);
  }

  /** The largest whole number that is not above each element. */
  floor() {
    return this.calls.unary('floor', this);
  }

  /** Each element with the other sign. */
  neg() {
    return this.calls.unary('neg', this);
  }

  /** e to the power of each element. */
  exp() {
    return this.calls.unary('exp', this);
  }

  /** The natural logarithm of each element. */
  log() {
    return this.calls.unary('log', this);
  }

  /** The square root of each element. */
  sqrt() {
    return this.calls.unary('sqrt', this);
  }

  /** Each element times itself. */
  square() {
    return this.calls.unary('square', this);
  }

  /** Each element without its sign. */
  abs() {
    return this.calls.unary('abs', this);
  }

  /** −1, 0 or 1 for each element. */
  sign() {
    return this.calls.unary('sign', this);
  }

  /**
   * Each element, or 0 if that is larger.
   *
   * @example
   * await nd.array([-1, 2]).relu().data(); // → [0, 2]
   */
  relu() {
    return this.calls.unary('relu', this);
  }

  /**
   * Sum over all elements, or along some axes.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean}} [options] keep the reduced axes, with length 1
   * @example
   * await nd.array([[1, 2], [3, 4]]).sum(0).data(); // → [4, 6]
   */
  sum(axes, options) {
    return this.calls.reduce('sum', this, axes, options);
  }

  /**
   * Mean of all elements, or along some axes; NaN of none.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean}} [options] keep the reduced axes, with length 1
   * @example
   * nd.ones([2, 3]).mean(-1, { keepDims: true }).shape; // → [2, 1]
   */
  mean(axes, options) {
    return this.calls.reduce('mean', this, axes, options);
  }

  /**
   * Largest of all elements, or along some axes. There must be one.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean}} [options] keep the reduced axes, with length 1
   */
  max(axes, options) {
    return this.calls.reduce('max', this, axes, options);
  }

  /**
   * Smallest of all elements, or along some axes. There must be one.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean}} [options] keep the reduced axes, with length 1
   */
  min(axes, options) {
    return this.calls.reduce('min', this, axes, options);
  }

  /**
   * Product of all elements, or along some axes; 1 of none.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean}} [options] keep the reduced axes, with length 1
   * @example
   * await nd.array([2, 3, 4]).prod().item(); // → 24
   */
  prod(axes, options) {
    return this.calls.reduce('prod', this, axes, options);
  }

  /**
   * Mean squared distance from the mean, of all elements or along some axes.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean, correction?: number}} [options] `correction` is what the number of elements is lowered by: 0, or 1 for
   *   a sample
   * @returns {NDArray}
   * @example
   * await nd.array([1, 3]).var().item(); // → 1
   */
  var(axes, options) {
    return this.#variance('var', axes, options);
  }

  /**
   * Standard deviation: the root of `var`.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean, correction?: number}} [options] as of `var`
   * @returns {NDArray}
   */
  std(axes, options) {
    return this.#tidy(() => this.#variance('std', axes, options).sqrt());
  }

  /**
   * Where the largest element is, as its index among all or along an axis: the first of several, or the first NaN.
   *
   * @param {number} [axis] a negative one counts from the last
   * @param {{keepDims?: boolean}} [options] keep the axis, with length 1
   * @returns {NDArray}
   * @example
   * await nd.array([[1, 5, 2], [7, 0, 7]]).argmax(1).data(); // → [1, 0]
   */
  argmax(axis, options) {
    return this.#place('max', axis, options);
  }

  /**
   * Where the smallest element is, as its index among all or along an axis: the first of several, or the first NaN.
   *
   * @param {number} [axis] a negative one counts from the last
   * @param {{keepDims?: boolean}} [options] keep the axis, with length 1
   * @returns {NDArray}
   */
  argmin(axis, options) {
    return this.#place('min', axis, options);
  }

  /**
   * Sums of all elements up to each one, along an axis or of all in a row.
   *
   * @param {number} [axis] a negative one counts from the last
   * @param {{reverse?: boolean}} [given] from each one to the last instead
   * @returns {NDArray}
   * @example
   * await nd.array([1, 2, 3]).cumsum().data(); // → [1, 3, 6]
   */
  cumsum(axis, given) {
    const { reverse = false } = options('cumsum', given, ['reverse']);
    return this.#tidy(() => {
      const x = axis === undefined ? this.reshape(-1) : this;
      return this.calls.along('cumsum', [x], axis ?? 0, [Number(Boolean(reverse))]);
    });
  }

  /**
   * Exponentials that are divided by their sum along an axis.
   *
   * @param {number} [axis] the last by default
   * @returns {NDArray}
   * @example
   * await nd.zeros([2, 4]).softmax().sum(1).data(); // → [1, 1]
   */
  softmax(axis = -1) {
    return this.#tidy(() => {
      const powers = this.sub(this.#largest('softmax', axis)).exp();
      return powers.div(powers.sum(axis, { keepDims: true }));
    });
  }

  /** The logarithm of `softmax`, without its rounding. @param {number} [axis] the last by default @returns {NDArray} */
  logSoftmax(axis = -1) {
    return this.#tidy(() => {
      const x = this.sub(this.#largest('logSoftmax', axis));
      return x.sub(x.exp().sum(axis, { keepDims: true }).log());
    });
  }

  /**
   * Euclidean norm of all elements, or along some axes: the root of the sum of squares.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean}} [options] keep the reduced axes, with length 1
   * @example
   * await nd.array([3, 4]).norm().item(); // → 5
   */
  norm(axes, options) {
    return this.calls.reduce('norm', this, axes, options);
  }

  /**
   * Matrix product, as `matmul`.
   *
   * @param {NDArray} other
   * @param {import('./calls.js').Transposed} [options]
   */
  dot(other, options) {
    return this.calls.matmul('dot', this, other, options);
  }

  /**
   * Matrix product. Operands of one dimension are a row on the left, a column on the right; further leading dimensions
   * count batches and broadcast.
   *
   * @param {NDArray} other
   * @param {import('./calls.js').Transposed} [options] operands to be read with rows and columns swapped
   * @example
   * nd.ones([8, 2, 3]).matmul(nd.ones([4, 3]), { transposeB: true }).shape; // → [8, 2, 4]
   */
  matmul(other, options) {
    return this.calls.matmul('matmul', this, other, options);
  }

  /**
   * An array with its axes in another order.
   *
   * @param {number[]} [axes] the order of the axes, all in reverse by default; negative ones count from the last
   * @example
   * nd.ones([2, 3, 4]).transpose([1, 0, 2]).shape; // → [3, 2, 4]
   */
  transpose(axes) {
    return this.calls.transpose(this, axes);
  }

  /** Transposed: the axes in reverse. A new array each time. */
  get T() {
    return this.calls.transpose(this);
  }

  /**
   * The same elements in another shape, without a copy.
   *
   * @param {ShapeLike} shape one dimension may be -1: what the others leave
   * @example
   * nd.arange(6).reshape([2, -1]).shape; // → [2, 3]
   */
  reshape(shape) {
    return this.calls.reshape(this, shape);
  }

  /**
   * Repeated along axes of length 1 and new leading ones.
   *
   * @param {ShapeLike} shape
   * @example
   * await nd.array([1, 2]).broadcastTo([2, 2]).data(); // → [1, 2, 1, 2]
   */
  broadcastTo(shape) {
    return this.calls.broadcastTo(this, shape);
  }

  /**
   * A part of the array: for each axis, from the first on, null for all of it, one index, which the axis goes with, or
   * `[start, stop, step]`, where null stands for an open end. As in NumPy negative ones count from the last, and what lies outside is
   * left out.
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
    return this.#part('slice', ranges);
  }

  /** @param {string} op @param {Range[]} ranges @returns {NDArray} */
  #part(op, ranges) {
    const shape = this.calls.shapeOf(this, op);
    if (ranges.length > shape.length)
      throw new LabError(
        'SHAPE_MISMATCH',
        `${op}: ${ranges.length} ranges for an array of shape [${shape.join(', ')}]; give one for each axis at most`,
      );
    const found = ranges.map((range, axis) => rangeOf(op, range, shape[axis], axis));
    return this.#tidy(() => {
      /** @type {Operations} */
      let x = this;
      for (const [axis, { first, step, count }] of found.entries())
        if (step !== 1 || count !== shape[axis])
          x = this.calls.along('slice', [x], axis, [first, step >>> 0, count]);
      const kept = this.calls.shapeOf(x).filter((_, axis) => typeof ranges[axis] !== 'number');
      return x.reshape(kept);
    });
  }

  /**
   * One element of the first axis, which goes.
   *
   * @param {number} index a negative one counts from the last
   * @returns {NDArray}
   * @example
   * await nd.array([[1, 2], [3, 4]]).at(-1).data(); // → [3, 4]
   */
  at(index) {
    return this.#part('at', [number('at', 'index', index)]);
  }

  /**
   * Elements along an axis by their indices, whole numbers in an array or a list. Negative ones count from the last; what is no index
   * gives NaN.
   *
   * @param {NDArray | number | number[]} indices
   * @param {number} [axis] the first by default
   * @returns {NDArray}
   * @example
   * await nd.array([10, 20, 30]).take([2, 0]).data(); // → [30, 10]
   */
  take(indices, axis = 0) {
    return this.#tidy(() => this.calls.along('take', [this, this.#indices(indices)], axis));
  }

  /**
   * Sums of the elements along an axis that have the same index.
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
    return this.#tidy(() =>
      this.calls.along('segment_sum', [this, this.#indices(indices)], axis, [count]),
    );
  }

  /**
   * Longer along an axis.
   *
   * @param {number} before how many elements come before
   * @param {number} after how many come behind
   * @param {number} [axis] the last by default
   * @param {number} [value] of those elements, 0 by default
   * @returns {NDArray}
   * @example
   * await nd.array([1, 2]).pad(1, 2).data(); // → [0, 1, 2, 0, 0]
   */
  pad(before, after, axis = -1, value = 0) {
    const shape = this.calls.shapeOf(this, 'pad');
    const at = axisFromZero('pad', axis, shape.length);
    natural('pad', 'before', before, 32);
    natural('pad', 'after', after, 32);
    return this.calls.along('pad', [this], at, [before, 1, shape[at] + before + after], value);
  }

  /**
   * Parts side by side along an axis: so many of equal length, or cut before each of some indices.
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
      throw new LabError(
        'INVALID_NUMBER',
        `split: ${describe(parts)} is no number of parts; give a whole number of 1 or more, or a list of indices`,
      );
    if (typeof parts === 'number' && (shape[at] % parts !== 0 || parts > (shape[at] || 1024)))
      throw new LabError(
        'SHAPE_MISMATCH',
        `split: ${shape[at]} elements do not make ${parts} equal parts; give a divisor, or a list of indices`,
      );
    const cuts =
      typeof parts === 'number'
        ? Array.from({ length: parts - 1 }, (_, i) => ((i + 1) * shape[at]) / parts)
        : parts;
    const before = Array(at).fill(null);
    return this.#tidy(() =>
      [0, ...cuts].map((from, i) => this.#part('split', [...before, [from, cuts[i] ?? null]])),
    );
  }

  /** @template T @param {() => T} fn @returns {T} */
  #tidy(fn) {
    return this.calls.lab.tidy(fn);
  }

  /**
   * @param {string} op
   * @param {number | number[]} [axes]
   * @param {{keepDims?: boolean, correction?: number}} [given]
   * @returns {NDArray}
   */
  #variance(op, axes, given) {
    const { correction = 0, keepDims } = options(op, given, ['keepDims', 'correction']);
    number(op, 'correction', correction);
    return this.#tidy(() => {
      const mean = this.mean(axes, { keepDims: true });
      const sum = this.sub(mean).square().sum(axes, { keepDims });
      return sum.div(this.#size() / mean.#size() - correction);
    });
  }

  #size() {
    return this.calls.shapeOf(this).reduce((product, length) => product * length, 1);
  }

  /** The largest along an axis, of which the results here do not depend. @param {string} op @param {number} axis @returns {NDArray} */
  #largest(op, axis) {
    const { autograd } = this.calls.lab;
    const at = axisFromZero(op, axis, this.calls.shapeOf(this, op).length);
    return autograd.pause(() => this.max(at, { keepDims: true }));
  }

  /** @param {NDArray | number | number[]} indices @returns {NDArray} */
  #indices(indices) {
    return typeof indices === 'number' || Array.isArray(indices)
      ? this.calls.lab.nd.array(indices, undefined, {
          device: this.calls.deviceOf(/** @type {any} */ (this)),
        })
      : indices;
  }

  /**
   * By a score that falls from element to element, where one is the largest or NaN.
   *
   * @param {'max' | 'min'} op
   * @param {number} [axis]
   * @param {{keepDims?: boolean}} [given]
   * @returns {NDArray}
   */
  #place(op, axis, given) {
    const { keepDims } = options(`arg${op}`, given, ['keepDims']);
    return this.#tidy(() => {
      const x = axis === undefined ? this.reshape(-1) : this;
      const shape = this.calls.shapeOf(x, `arg${op}`);
      const at = axisFromZero(`arg${op}`, axis ?? 0, shape.length);
      const best = x[op](at, { keepDims: true });
      const hits = x.equal(best).maximum(x.notEqual(/** @type {any} */ (x)));
      const device = this.calls.deviceOf(/** @type {any} */ (this));
      const score = this.calls.lab.nd.arange(shape[at], 0, -1, { device });
      const places = hits
        .mul(score.reshape([shape[at], ...shape.slice(at + 1).fill(1)]))
        .max(at, { keepDims });
      return this.calls.elementwise('sub', shape[at], places);
    });
  }
}
