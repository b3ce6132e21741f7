import { Compositions } from './compositions.js';
import { LabError } from '../core/errors.js';

/** @typedef {import('./calls.js').Calls} Calls */
/**
 * @typedef {NDArray | number} Operand of an elementwise operation: an array, or a number, which is used for all elements
 */

/** Where the language has no `using` yet, compilers that replace it look for this symbol. @type {typeof Symbol.dispose} */
const disposal = Symbol.dispose ?? Symbol.for('Symbol.dispose');

/**
 * An n-dimensional array of float32 that a lab computes. Operations return at once, and their results may not be computed yet.
 * Only the methods that say so wait.
 */
export class NDArray extends Compositions {
  /** @type {readonly number[] | undefined} */
  #shape;

  /**
   * @param {Calls} calls of its lab
   * @param {number} id its handle
   * @hideconstructor
   */
  constructor(calls, id) {
    super(calls, id);
    /** @internal whether it is known to be computed @type {'' | 'done' | 'failed'} */
    this.outcome = '';
    /** @internal its shape and device as a text, once a compiled function needed it @type {string | undefined} */
    this.form = undefined;
    /** @internal the object with its handle that the finalizer has, once it is registered @type {{id: number} | undefined} */
    this.finalized = undefined;
  }

  /** The lab that computes it. */
  get lab() {
    return this.calls.lab;
  }

  /**
   * The dimensions, outermost first. A scalar has none.
   *
   * @example
   * nd.ones([2, 3]).shape; // → [2, 3]
   */
  get shape() {
    if (this.id === 0 || !this.#shape) this.#shape = Object.freeze(this.calls.shapeOf(this));
    return this.#shape;
  }

  /** The name of its device. Arrays computed from it are on the same device. */
  get device() {
    return this.calls.deviceOf(this);
  }

  /**
   * The same elements on another device. Returns at once: the device waits for them, not the program.
   *
   * @param {string} device `'webgpu'` or `'cpu'`
   * @returns {NDArray} a new array, which shares this one's memory if this one is on the device already
   * @throws {LabError} `NO_DEVICE`
   * @example
   * nd.ones([2]).to('cpu').device; // → cpu
   */
  to(device) {
    return this.calls.transfer(this, device);
  }

  /** Number of elements. */
  get size() {
    return this.shape.reduce((product, length) => product * length, 1);
  }

  /**
   * Gives the array a gradient, which `backward` finds through the calls that `lab.autograd.record` recorded.
   *
   * @param {{accumulate?: boolean}} [options] add each pass to the last gradient instead of replacing it
   * @returns {NDArray} itself
   * @example
   * const w = nd.array([1, 2, 3]).attachGrad();
   * lab.autograd.record(() => w.square().sum()).backward();
   * await w.grad?.data(); // → [2, 4, 6]
   */
  attachGrad(options) {
    this.lab.autograd.attach(this, options);
    return this;
  }

  /**
   * The gradient that the last backward pass found; null before the first pass. Until the next pass it is the same handle, whose
   * values this array keeps alive: dispose the handle when you are done with it.
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
   * Finds the gradients of all arrays with `attachGrad` that this one was computed from. If this one has several elements, their
   * sum counts, weighted by the head.
   *
   * @param {import('./autograd.js').Pass | NDArray} [pass] an array is the head
   * @throws {LabError} `NO_GRADIENT` if nothing was recorded, or the graph was freed
   */
  backward(pass) {
    this.lab.autograd.backward(this, pass);
  }

  /**
   * Makes this handle refer to other values of the same shape; its gradient stays. The values themselves never change:
   * queued operations still read the old ones.
   *
   * @param {NDArray} value
   * @returns {NDArray} itself
   * @example
   * const w = nd.array([1, 2]);
   * w.assign(w.mul(10));
   * await w.data(); // → [10, 20]
   */
  assign(value) {
    this.lab.autograd.assign(this, value);
    return this;
  }

  /**
   * Waits until this array is computed; later operations may still be queued.
   *
   * @returns {Promise<NDArray>} itself
   * @example
   * const product = nd.dot(nd.ones([64, 64]), nd.ones([64, 64]));
   * await product.waitToRead();
   * lab.stateOf(product); // → done
   */
  async waitToRead() {
    await this.calls.waits.ask('wait', this);
    return this;
  }

  /**
   * Copies the elements to the host, once they are computed: a hidden wait.
   *
   * @returns {Promise<Float32Array>} in row-major order
   * @example
   * await nd.arange(4).square().data(); // → [0, 1, 4, 9]
   */
  async data() {
    return this.calls.waits.ask('read', this);
  }

  /**
   * The only element of an array of one: a hidden wait.
   *
   * @returns {Promise<number>}
   * @example
   * await nd.arange(4).sum().item(); // → 6
   */
  async item() {
    const [value] = await this.calls.waits.ask('item', this);
    return value;
  }

  /**
   * Prints the elements, once they are computed: a hidden wait.
   *
   * @returns {Promise<string>} what was printed
   * @example
   * await nd.arange(3).print(); // → [0., 1., 2.]
   */
  async print() {
    return this.calls.waits.print(this, this.calls.shapeOf(this, 'print'));
  }

  /** Blocks this thread until the array is computed. Only in a worker of an isolated page, or in a blocking lab. */
  waitToReadSync() {
    this.calls.waits.askSync('wait', this);
    return this;
  }

  /**
   * Blocks this thread, then copies the elements. Only in a worker of an isolated page, or in a blocking lab.
   *
   * @returns {Float32Array}
   */
  dataSync() {
    return this.calls.waits.askSync('read', this);
  }

  /**
   * Blocks this thread, then returns the only element. Only in a worker of an isolated page, or in a blocking lab.
   *
   * @returns {number}
   */
  itemSync() {
    return this.calls.waits.askSync('item', this)[0];
  }

  /**
   * Disposes the array: its memory may be reused once no queued operation needs it. A second call does nothing.
   *
   * @example
   * const x = nd.ones([1000]);
   * const y = x.sum(); // still queued, and computed all the same
   * x.dispose();
   * await y.item(); // → 1000
   */
  dispose() {
    if (this.id !== 0) this.calls.dispose(this);
  }

  /** For `using`. */
  [disposal]() {
    this.dispose();
  }

  /**
   * Shape, device and state: `NDArray [2, 3] float32 on webgpu, queued`. Never waits.
   *
   * @example
   * String(nd.zeros([2, 3])).startsWith('NDArray [2, 3] float32'); // → true
   */
  toString() {
    if (this.id === 0) return 'NDArray (disposed)';
    const shape = this.#shape ?? this.lab.session.shape(this.id) ?? ['?'];
    return `NDArray [${shape.join(', ')}] float32 on ${this.calls.nameOfDevice(this)}, ${this.lab.stateOf(this)}`;
  }

  /** Throws: the elements would need a wait, so `JSON.stringify` cannot write them. @returns {never} */
  toJSON() {
    throw LabError.of(
      'toJSON',
      'NOT_A_NUMBER',
      'an array has no elements until it is read; write `Array.from(await array.data())`, and array.shape beside it',
    );
  }

  /** The form in which Node.js shows it. @internal */
  [Symbol.for('nodejs.util.inspect.custom')]() {
    return String(this);
  }

  /** Throws: the value would need a wait, so an array is not converted to a number. @returns {never} */
  valueOf() {
    throw LabError.of(
      'valueOf',
      'NOT_A_NUMBER',
      'an array is no number until it is read; use `await array.item()`',
    );
  }
}
