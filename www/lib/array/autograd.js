import { callable, options } from './arguments.js';
import { LabError } from '../core/errors.js';
import { NDArray as Handle } from './ndarray.js';
import { isPromise } from './scopes.js';

/** @typedef {import('./ndarray.js').NDArray} NDArray */

/**
 * @typedef {object} Pass options of a backward pass
 * @property {NDArray} [head] the gradient of the loss itself, of its shape; ones by default
 * @property {boolean} [retainGraph] keep the graph, so that another pass can follow
 * @property {boolean} [createGraph] only for `grad`: record the pass too, so that gradients have gradients; the graph is kept
 */

/**
 * Recording, and gradients of recorded calls. The engine keeps the tape: how arrays were computed in `record` from arrays
 * with `attachGrad()`, until a backward pass has used it or they are disposed.
 */
export class Autograd {
  #calls;
  #session;
  /** The gradient that was last returned for each array. @type {WeakMap<NDArray, NDArray>} */
  #gradients = new WeakMap();

  /** @param {import('./calls.js').Calls} calls @hideconstructor */
  constructor(calls) {
    this.#calls = calls;
    this.#session = calls.lab.session;
  }

  /**
   * Records what `fn` computes from arrays with gradients.
   *
   * @template T
   * @param {() => T} fn synchronous
   * @returns {T}
   * @throws {LabError} `NOT_SYNCHRONOUS`
   * @example
   * const x = nd.array([1, 2]).attachGrad();
   * const loss = lab.autograd.record(() => x.mul(x).sum());
   * loss.backward();
   * await x.grad?.data(); // → [2, 4]
   */
  record(fn) {
    return this.#during('record', true, fn);
  }

  /**
   * Starts or stops recording, for programs that cannot put the calls to be recorded into one function. `record` and
   * `pause` are safer, since they end by themselves.
   *
   * @param {boolean} on
   * @returns {boolean} whether calls were recorded before, to be set again
   * @example
   * const x = nd.array([1, 2]).attachGrad();
   * const before = lab.autograd.setRecording(true);
   * const loss = x.mul(x).sum();
   * lab.autograd.setRecording(before);
   * loss.backward();
   * await x.grad?.data(); // → [2, 4]
   */
  setRecording(on) {
    return this.#session.setRecording(on);
  }

  /** Whether calls are recorded. */
  get recording() {
    return this.#session.recording;
  }

  /**
   * Records nothing of what `fn` computes, inside `record`: its results count as constants.
   *
   * @template T
   * @param {() => T} fn synchronous
   * @returns {T}
   * @throws {LabError} `NOT_SYNCHRONOUS`
   * @example
   * const x = nd.array([3]).attachGrad();
   * const { autograd } = lab;
   * autograd.record(() => x.mul(autograd.pause(() => x.square()))).backward();
   * await x.grad?.data(); // → [9]
   */
  pause(fn) {
    return this.#during('pause', false, fn);
  }

  /**
   * The gradients of a loss with respect to some arrays, as new arrays: one for an array, a list for a list. Attached gradients
   * do not change.
   *
   * @template {NDArray | NDArray[]} T
   * @param {NDArray} loss
   * @param {T} arrays with gradients, or computed from such arrays
   * @param {Pass} [pass]
   * @returns {T}
   * @throws {LabError} `NO_GRADIENT`, `SHAPE_MISMATCH`, `DISPOSED`
   * @example
   * const x = nd.array([2]).attachGrad();
   * const y = lab.autograd.record(() => x.square().square());
   * await lab.autograd.grad(y, x).item(); // → 32
   * @example
   * const x = nd.array([2]).attachGrad();
   * const slope = lab.autograd.grad(lab.autograd.record(() => x.square().square()), x, { createGraph: true });
   * await lab.autograd.grad(slope, x).item(); // → 48
   */
  grad(loss, arrays, pass) {
    const list = [arrays].flat();
    const { head, retainGraph, createGraph } = this.#checked('grad', [loss, ...list], pass);
    const wanted = list.map(({ id }) => id);
    const found = this.#session.gradients(loss.id, wanted, head, retainGraph, createGraph);
    const gradients = (found ?? this.#calls.throwError()).map((id) => this.#calls.adopt(id));
    return /** @type {T} */ (Array.isArray(arrays) ? gradients : gradients[0]);
  }

  // Called by the methods of arrays. @internal

  /** @internal @param {NDArray} array @param {{accumulate?: boolean}} [given] */
  attach(array, given) {
    const { accumulate = false } = options('attachGrad', given, ['accumulate']);
    this.#session.attachGrad(array.id, Boolean(accumulate)) || this.#calls.throwError();
  }

  /** @internal @param {NDArray} array @returns {NDArray | null} */
  gradientOf(array) {
    const id = this.#session.grad(array.id);
    if (id < 0) this.#calls.throwError();
    if (id === 0) return null;
    const known = this.#gradients.get(array);
    const has = known && known.id === id;
    if (has) this.#session.release(id); // The array has a reference already.
    const gradient = has ? known : this.#calls.adopt(id);
    this.#gradients.set(array, gradient);
    this.#session.capture?.gradient(array, gradient);
    return gradient;
  }

  /** @internal @param {NDArray} array */
  zero(array) {
    this.#session.capture?.zeroes(array);
    this.#session.zeroGrad(array.id) || this.#calls.throwError();
  }

  /** @internal @param {NDArray} loss @param {Pass | NDArray} [pass] */
  backward(loss, pass) {
    const { head, retainGraph } = this.#checked('backward', [loss], pass);
    this.#session.backward(loss.id, head, retainGraph) || this.#calls.throwError();
  }

  /** @internal @param {NDArray} array @param {NDArray} value */
  assign(array, value) {
    this.#calls.checkOwn('assign', value);
    this.#session.capture?.assigns(array, value);
    const id = this.#session.assign(array.id, value.id) || this.#calls.throwError();
    this.#calls.rename(array, id);
    array.outcome = value.outcome;
  }

  /** The options of a pass, with the handle of its head; 0 for none. @param {string} op @param {NDArray[]} arrays @param {Pass | NDArray} [pass] */
  #checked(op, arrays, pass) {
    const known = ['head', 'retainGraph', ...(op === 'grad' ? ['createGraph'] : [])];
    const { head, retainGraph, createGraph } =
      pass instanceof Handle ? { head: pass } : options(op, pass, known);
    for (const array of head ? [...arrays, head] : arrays) {
      this.#calls.checkOwn(op, array);
      this.#calls.shapeOf(array, op);
    }
    return {
      head: head?.id ?? 0,
      retainGraph: retainGraph === true,
      createGraph: createGraph === true,
    };
  }

  /**
   * @template T
   * @param {string} op
   * @param {boolean} recording
   * @param {() => T} fn
   */
  #during(op, recording, fn) {
    callable(op, fn);
    const before = this.setRecording(recording);
    let result;
    try {
      result = fn();
    } finally {
      this.setRecording(before);
    }
    if (isPromise(result)) {
      throw LabError.of(
        op,
        'NOT_SYNCHRONOUS',
        `the function is asynchronous, so it ends only after the recording does; wait outside`,
      );
    }
    return result;
  }
}
