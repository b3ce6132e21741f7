/** @typedef {import('./arguments.js').ShapeLike} ShapeLike */
/** @typedef {import('./calls.js').Calls} Calls */
/** @typedef {import('./ndarray.js').NDArray} NDArray */
/** @typedef {import('./ndarray.js').Operand} Operand */

/**
 * What an array can compute. Every method enqueues one operation and returns at once.
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
}
