import { axisFromZero, natural } from './arguments.js';

/** @typedef {import('./arguments.js').ShapeLike} ShapeLike */
/** @typedef {import('./calls.js').Calls} Calls */
/** @typedef {import('./ndarray.js').NDArray} NDArray */
/** @typedef {import('./ndarray.js').Operand} Operand */

/**
 * The operations of an array. Every method enqueues one and returns at once.
 */
export class Operations {
  /**
   * @param {Calls} calls of its lab
   * @param {number} id its handle
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
    return this.calls.binary('greaterEqual', this, other);
  }

  /** 1 where this is below the other, 0 elsewhere. @param {Operand} other an array that broadcasts, or a number */
  less(other) {
    return this.calls.binary('less', this, other);
  }

  /** 1 where this is not above the other, 0 elsewhere. @param {Operand} other an array that broadcasts, or a number */
  lessEqual(other) {
    return this.calls.binary('lessEqual', this, other);
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
   * To the power of the other. A negative number to a power that is not whole is NaN.
   *
   * @param {Operand} other an array that broadcasts, or a number
   * @example
   * await nd.array([1, 2, 3]).pow(2).data(); // → [1, 4, 9]
   */
  pow(other) {
    return this.calls.binary('pow', this, other);
  }

  /**
   * The elements where a mask is not 0, and −0 elsewhere, which changes no sum.
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
    return this.calls.unary('sin', this);
  }

  /**
   * The cosine of each element, an angle in radians.
   *
   * @example
   * await nd.array([0]).cos().data(); // → [1]
   */
  cos() {
    return this.calls.unary('cos', this);
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
    return this.calls.named('dot', () => this.calls.matmul(this, other, options));
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
    return this.calls.matmul(this, other, options);
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
   * @param {ShapeLike} shape one dimension may be -1: it follows from the others
   * @example
   * nd.arange(6).reshape([2, -1]).shape; // → [2, 3]
   */
  reshape(shape) {
    return this.calls.reshape(this, shape);
  }

  /**
   * The array repeated along axes of length 1 and new leading axes.
   *
   * @param {ShapeLike} shape
   * @example
   * await nd.array([1, 2]).broadcastTo([2, 2]).data(); // → [1, 2, 1, 2]
   */
  broadcastTo(shape) {
    return this.calls.broadcastTo(this, shape);
  }

  /**
   * The array with more elements along an axis.
   *
   * @param {number} before how many elements are added before the first
   * @param {number} after how many are added after the last
   * @param {number} [axis] the last by default
   * @param {number} [value] of the added elements, 0 by default
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
}
