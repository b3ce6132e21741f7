import { LabError } from './errors.js';

/** @typedef {import('./lab.js').Lab} Lab */
/** @typedef {NDArray | number} Operand */

/**
 * An n-dimensional array of float32 that a lab computes. Operations return at once; what they return may not be computed yet.
 * Only the methods that say so wait.
 */
export class NDArray {
  /** @type {number[] | undefined} */
  #shape;

  /**
   * @param {Lab} lab
   * @param {number} id its name in the stream
   * @hideconstructor
   */
  constructor(lab, id) {
    /** @readonly */
    this.lab = lab;
    /** @internal 0 once disposed */
    this.id = id;
    /** @internal whether the finalizer knows it */
    this.finalized = false;
    /** @internal which of the lab's operations computes it, from 0; -1 if none, or before anyone asked */
    this.operation = -1;
  }

  /** The dimensions, outermost first. A scalar has none. */
  get shape() {
    return (this.#shape ??= this.lab.shapeOf(this));
  }

  /** Number of elements. */
  get size() {
    return this.shape.reduce((product, length) => product * length, 1);
  }

  /** @param {Operand} other an array that broadcasts, or a number */
  add(other) {
    return this.lab.binary('add', this, other);
  }

  /** @param {Operand} other an array that broadcasts, or a number */
  sub(other) {
    return this.lab.binary('sub', this, other);
  }

  /** @param {Operand} other an array that broadcasts, or a number */
  mul(other) {
    return this.lab.binary('mul', this, other);
  }

  /** @param {Operand} other an array that broadcasts, or a number */
  div(other) {
    return this.lab.binary('div', this, other);
  }

  /**
   * Matrix product.
   *
   * @param {NDArray} other
   */
  dot(other) {
    return this.lab.matmul('dot', this, other);
  }

  /**
   * Matrix product.
   *
   * @param {NDArray} other
   * @param {{transposeA?: boolean, transposeB?: boolean}} [options] read this array, or the other, with its last two axes
   *   swapped
   */
  matmul(other, options) {
    return this.lab.matmul('matmul', this, other, options);
  }

  /** max(x, 0). */
  relu() {
    return this.lab.unary('relu', this);
  }

  /** x². */
  square() {
    return this.lab.unary('square', this);
  }

  /** The same elements under another shape. @param {number[]} shape */
  reshape(shape) {
    return this.lab.reshape(this, shape);
  }

  /**
   * Sum over all elements, or along some axes.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean}} [options] keep the summed axes, with length 1
   */
  sum(axes, options) {
    return this.lab.reduce('sum', this, axes, options);
  }

  /**
   * Mean over all elements, or along some axes.
   *
   * @param {number | number[]} [axes] negative ones count from the last
   * @param {{keepDims?: boolean}} [options] keep the averaged axes, with length 1
   */
  mean(axes, options) {
    return this.lab.reduce('mean', this, axes, options);
  }

  /**
   * Gives the array a gradient, which `backward` finds of what `lab.autograd.record` sees computed from it.
   *
   * @param {{accumulate?: boolean}} [options] add each pass to the last gradient instead of replacing it
   * @returns {NDArray} itself
   */
  attachGrad(options) {
    this.lab.autograd.attach(this, options);
    return this;
  }

  /**
   * The gradient that the last backward pass found; null before the first. Until the next one it is the same array, which
   * this array keeps alive: dispose the handle when you are done with it.
   *
   * @returns {NDArray | null}
   */
  get grad() {
    return this.lab.autograd.gradientOf(this);
  }

  /** Forgets the gradient, as before the first backward pass. */
  zeroGrad() {
    this.lab.autograd.zero(this);
  }

  /**
   * Finds the gradients of all arrays with `attachGrad` that this one was computed from. Several elements count as their
   * sum, or as the head weighs them.
   *
   * @param {import('./autograd.js').Pass} [pass]
   * @throws {LabError} `NO_GRADIENT` if nothing was recorded, or the graph was freed
   */
  backward(pass) {
    this.lab.autograd.backward(this, pass);
  }

  /**
   * Makes this handle stand for other values of the same shape; the gradient stays with it. Arrays themselves never change:
   * queued operations still read the old values.
   *
   * @param {NDArray} value
   * @returns {NDArray} itself
   */
  assign(value) {
    this.lab.autograd.assign(this, value);
    return this;
  }

  /**
   * Waits until this array is computed; later operations may still be queued.
   *
   * @returns {Promise<NDArray>} itself
   */
  async waitToRead() {
    await this.lab.waitFor(this);
    return this;
  }

  /**
   * Copies the elements to the host, once they are computed: a hidden wait.
   *
   * @returns {Promise<Float32Array>} in row-major order
   */
  async data() {
    return this.lab.readData(this);
  }

  /**
   * The only element of an array of one: a hidden wait.
   *
   * @returns {Promise<number>}
   */
  async item() {
    return (await this.lab.readItem(this))[0];
  }

  /**
   * Prints the elements, once they are computed: a hidden wait.
   *
   * @returns {Promise<string>} what was printed
   */
  print() {
    return this.lab.print(this);
  }

  /** Blocks this thread until the array is computed. Only in a worker of an isolated page, or in a blocking lab. */
  waitToReadSync() {
    this.lab.waitForSync(this);
    return this;
  }

  /**
   * Blocks this thread, then copies the elements. Only in a worker of an isolated page, or in a blocking lab.
   *
   * @returns {Float32Array}
   */
  dataSync() {
    return this.lab.readSync(this, false);
  }

  /**
   * Blocks this thread, then gives the only element. Only in a worker of an isolated page, or in a blocking lab.
   *
   * @returns {number}
   */
  itemSync() {
    return this.lab.readSync(this, true)[0];
  }

  /** Gives the array up: its memory may be reused once no queued operation needs it. Twice does nothing. */
  dispose() {
    if (this.id !== 0) this.lab.disposeOf(this);
  }

  /** For `using`. */
  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.dispose();
  }

  /** Never waits. */
  toString() {
    if (this.id === 0) return 'NDArray (disposed)';
    return `NDArray [${this.shape.join(', ')}] on ${this.lab.device}`;
  }

  /** Numbers would need a wait, so an array is no number. */
  valueOf() {
    throw new LabError(
      'NOT_A_NUMBER',
      'valueOf: an array is no number until it is read; use `await array.item()`',
    );
  }
}
