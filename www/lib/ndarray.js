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
   */
  matmul(other) {
    return this.lab.matmul('matmul', this, other);
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
