import { operationKinds, operationNames } from '../../pkg/asynclab.js';
import { dims, floats, words, wrongCode, wrongHandle, wrongList, wrongNumber } from './checks.js';
import { LabError } from './errors.js';
import { text } from './values.js';

const LEFT = 0;
const RIGHT = 1;

/** @param {string} op */
const released = (op) => {
  const problem =
    'there is no array with this handle, or it was released before; release a handle once for each reference';
  return LabError.of(op, 'DISPOSED', problem);
};

/**
 * The part of a session that enqueues: operations, references and gradients. Its calls return at once, except where the lab blocks.
 *
 * Attributes are u32 words; `bits` encodes a number as one:
 *
 * | operation | call | attributes |
 * |---|---|---|
 * | elementwise on one array: `exp`, … | `unary` | |
 * | elementwise on two: `add`, … | `binary`; `scalar` with a number | |
 * | reductions: `sum`, … | `apply` | a bit for each axis (1 << axis), 1 to keep reduced axes or 0 |
 * | `matmul` | `apply` | 1 to transpose the left operand or 0, the same for the right one |
 * | `transpose` | `apply` | the axes in their new order |
 * | `reshape`, `broadcastTo` | `shaped` | |
 * | `full` | `create` | bits of the value |
 * | `arange` | `create` | bits of start and step; the one dimension is the count |
 * | `eye`, `zeros`, `ones` | `create` | |
 * | `normal`, `uniform` | `create` | two words of seed, bits of mean and deviation, or of low and high |
 * | others: `slice`, `concat`, … | `apply` | as listed in `src/ops/<operation>.rs` |
 */
export class Handles {
  #connection;
  #answers;
  #stream;
  #waiting;
  #frontend;

  /** @param {import('./connection.js').Connection} connection @hideconstructor */
  constructor(connection) {
    this.#connection = connection;
    this.#answers = connection.answers;
    this.#stream = connection.stream;
    this.#waiting = connection.waiting;
    this.#frontend = connection.frontend;
    const names = operationNames();
    /** The code of each operation, by its name. @type {Readonly<Record<string, number>>} @readonly */
    this.codes = Object.freeze(Object.fromEntries(names.map((name, code) => [name, code])));
    /** The kind of an operation's call, by its code: `unary`, `binary`, `reduction`, `product`, `creation` or `other`. @readonly */
    this.kinds = Object.freeze(operationKinds());
    /** Whether every call returns only when its work is done: the backend works inside it, or this thread may block. @readonly */
    this.blocking = connection.blocking;
  }

  /** Takes the reason why the last call was rejected. */
  takeError() {
    return this.#connection.takeError();
  }

  /** Why nothing can be computed any more. */
  get lost() {
    return this.#answers.lost;
  }

  // Operations. Each returns the handle of its result, or 0.

  /**
   * An operation on one array.
   *
   * @param {number} code of the operation
   * @param {number} x
   * @param {number} [gone] a handle to release after the call, which saves a call of `release`
   */
  unary(code, x, gone = 0) {
    const wrong = wrongCode(code, this.kinds) ?? wrongHandle(x) ?? wrongHandle(gone);
    return wrong ? this.#connection.fail(wrong) : this.#made(this.#frontend.unary(code, x), gone);
  }

  /** An operation on two arrays. @param {number} code @param {number} left @param {number} right @param {number} [gone] as in `unary` */
  binary(code, left, right, gone = 0) {
    const wrong =
      wrongCode(code, this.kinds) ?? wrongHandle(left) ?? wrongHandle(right) ?? wrongHandle(gone);
    if (wrong) return this.#connection.fail(wrong);
    return this.#made(this.#frontend.binary(code, left, right), gone);
  }

  /**
   * An operation on an array and a number.
   *
   * @param {number} code
   * @param {number} x
   * @param {number} value
   * @param {boolean} [right] whether the number is the right operand, as by default
   * @param {number} [gone] as in `unary`
   */
  scalar(code, x, value, right = true, gone = 0) {
    const wrong =
      wrongCode(code, this.kinds) ??
      wrongHandle(x) ??
      wrongHandle(gone) ??
      wrongNumber('a number', value);
    if (wrong) return this.#connection.fail(wrong);
    return this.#made(this.#frontend.scalar(code, x, value, right ? RIGHT : LEFT), gone);
  }

  /** Any operation. @param {number} code @param {ArrayLike<number>} inputs handles @param {ArrayLike<number>} attributes words @param {number} [gone] as in `unary` */
  apply(code, inputs, attributes, gone = 0) {
    const wrong =
      wrongList(inputs, wrongHandle) ??
      wrongList(attributes) ??
      wrongCode(code, this.kinds) ??
      wrongHandle(gone);
    if (wrong) return this.#connection.fail(wrong);
    return this.#made(this.#frontend.apply(code, words(inputs), words(attributes)), gone);
  }

  /** An operation on one array that is given the shape of its result. @param {number} code @param {number} x @param {ArrayLike<number>} shape @param {number} [gone] as in `unary` */
  shaped(code, x, shape, gone = 0) {
    const wrong =
      wrongList(shape) ?? wrongCode(code, this.kinds) ?? wrongHandle(x) ?? wrongHandle(gone);
    return wrong
      ? this.#connection.fail(wrong)
      : this.#made(this.#frontend.shaped(code, x, dims(shape)), gone);
  }

  /** An operation without inputs, which creates an array. @param {number} code @param {ArrayLike<number>} attributes words @param {ArrayLike<number>} shape @param {number} [device] */
  create(code, attributes, shape, device = 0) {
    const wrong =
      wrongList(attributes) ??
      wrongList(shape) ??
      wrongCode(code, this.kinds) ??
      this.#connection.wrongDevice(device);
    if (wrong) return this.#connection.fail(wrong);
    return this.#made(this.#frontend.create(device, code, words(attributes), dims(shape)));
  }

  /** An array of values of the host, in row-major order. @param {ArrayLike<number>} values @param {ArrayLike<number>} shape @param {number} [device] */
  write(values, shape, device = 0) {
    const wrong = wrongList(values) ?? wrongList(shape) ?? this.#connection.wrongDevice(device);
    if (wrong) return this.#connection.fail(wrong);
    return this.#made(this.#frontend.write(device, floats(values), dims(shape)));
  }

  /** The same elements on another device. @param {number} x @param {number} device */
  transfer(x, device) {
    const wrong = wrongHandle(x) ?? this.#connection.wrongDevice(device);
    return wrong ? this.#connection.fail(wrong) : this.#made(this.#frontend.transfer(x, device));
  }

  // Handles.

  /** Removes a reference. With the last one the array is gone, and later calls reject the handle (until its slot has been reused 256 times: see `src/frontend/arrays.rs`). @param {number} x @returns {0 | 1} */
  release(x) {
    if (wrongHandle(x) || !this.#frontend.release(x))
      return this.#connection.fail(wrongHandle(x) ?? released('release'));
    this.#stream.flushSoon();
    return 1;
  }

  /** Adds a reference. @param {number} x @returns {0 | 1} */
  retain(x) {
    const wrong = wrongHandle(x);
    if (!wrong && this.#frontend.retain(x)) return 1;
    return this.#connection.fail(wrong ?? this.#answers.lost ?? released('retain'));
  }

  /** Dimensions, outermost first; undefined where there is no such array. @param {number} x @param {string} [op] the call that asks, for the error @returns {number[] | undefined} */
  shape(x, op = 'shape') {
    const wrong = wrongHandle(x);
    const shape = wrong ? undefined : this.#frontend.shape(x);
    if (shape) return Array.from(shape);
    const problem = 'the array was disposed; keep it until its last use, or compute it again';
    return this.#connection.none(
      wrong ?? this.#answers.lost ?? LabError.of(text(op), 'DISPOSED', problem),
    );
  }

  /** The index of the array's device. Where there is no such array it may be any device's. @param {number} x */
  deviceOf(x) {
    return this.#frontend.device(wrongHandle(x) ? 0 : x);
  }

  /** The number of the operation that computes an array: operations of a device are numbered as they are enqueued. It means nothing where there is no such array. @param {number} x */
  producerOf(x) {
    return this.#frontend.producer(wrongHandle(x) ? 0 : x);
  }

  /**
   * How far the computation of an array is, as its backend last reported; it may be further by now. Never waits.
   *
   * @param {number} x
   * @returns {'queued' | 'running' | 'done' | 'failed'}
   */
  stateOf(x) {
    const { failed, status } = this.#stream.devices[this.deviceOf(x)];
    const operation = this.producerOf(x);
    if (failed.has(operation)) return 'failed';
    if (operation < status.progress.completeBefore) return 'done';
    if (this.#answers.lost) return 'failed';
    return operation < status.progress.handedOverBefore ? 'running' : 'queued';
  }

  /** The number of arrays that have a handle. */
  get live() {
    return this.#frontend.live;
  }

  // Gradients, as in the `Autograd` of JavaScript.

  /** Starts or stops the recording of calls. @param {boolean} on @returns {boolean} whether they were recorded before */
  setRecording(on) {
    return on ? this.#frontend.startRecording() : this.#frontend.stopRecording();
  }

  /** Whether calls are recorded. */
  get recording() {
    return this.#frontend.isRecording();
  }

  /** Whether an array was computed by calls that were recorded. @param {number} x @returns {boolean} */
  recorded(x) {
    return !wrongHandle(x) && this.#frontend.isRecorded(x);
  }

  /** Whether an array was read by a recorded call that is still needed. @param {number} x @returns {boolean} */
  linked(x) {
    return !wrongHandle(x) && this.#frontend.isLinked(x);
  }

  /** Gives an array a gradient, which each backward pass replaces or adds to. @param {number} x @param {boolean} [accumulate] */
  attachGrad(x, accumulate = false) {
    const wrong = wrongHandle(x);
    if (wrong) return this.#connection.fail(wrong);
    return this.#frontend.attachGrad(x, accumulate === true) || this.#connection.rejected();
  }

  /** The handle of an array's gradient, with a reference for the caller; 0 before the first pass, -1 where there is no such array. @param {number} x */
  grad(x) {
    return this.shape(x, 'grad') ? this.#frontend.grad(x) : -1;
  }

  /** Forgets an array's gradient. @param {number} x */
  zeroGrad(x) {
    const wrong = wrongHandle(x);
    return wrong
      ? this.#connection.fail(wrong)
      : this.#connection.several(this.#frontend.zeroGrad(x));
  }

  /** Finds the gradients of everything attached that leads to a loss. @param {number} loss @param {number} [head] the gradient of the loss; 0 for ones @param {boolean} [retain] keep the graph for another pass */
  backward(loss, head = 0, retain = false) {
    const wrong = wrongHandle(loss) ?? wrongHandle(head);
    if (wrong) return this.#connection.fail(wrong);
    return this.#connection.several(this.#frontend.backward(loss, head, retain === true));
  }

  /** The gradients of a loss with respect to some arrays. @param {number} loss @param {ArrayLike<number>} wanted handles @param {number} [head] @param {boolean} [retain] @param {boolean} [record] record the pass too, so that gradients have gradients @returns {number[] | undefined} */
  gradients(loss, wanted, head = 0, retain = false, record = false) {
    const wrong = wrongList(wanted, wrongHandle) ?? wrongHandle(loss) ?? wrongHandle(head);
    if (wrong) return this.#connection.none(wrong);
    const found = this.#frontend.gradients(
      loss,
      head,
      words(wanted),
      retain === true,
      record === true,
    );
    return this.#connection.several(found ? 1 : 0) && found ? Array.from(found) : undefined;
  }

  /** Makes a reference to `x` refer to the values of another array. @param {number} x @param {number} value @returns {number} its handle from then on */
  assign(x, value) {
    const wrong = wrongHandle(x) ?? wrongHandle(value);
    if (wrong) return this.#connection.fail(wrong);
    const now = this.#frontend.assign(x, value);
    if (now === 0) return this.#connection.rejected();
    // The reference has its new values already: an error that ends the wait is thrown by the next call.
    if (this.#stream.enqueued()) this.#waiting.holdBack();
    return now;
  }

  /**
   * Ends a call that the engine has enqueued or rejected.
   *
   * @param {number} id the handle of its result; 0 where it was rejected
   * @param {number} [gone] a handle to release, also where it was rejected
   * @returns {number} the handle, or 0
   */
  #made(id, gone = 0) {
    // This calls the frontend directly: the method `release` may send the chunk before `enqueued` counts this call, and then a full queue
    // would not be noticed.
    const known = gone === 0 || this.#frontend.release(gone);
    if (id === 0) return this.#connection.rejected();
    let error = this.#stream.enqueued() ? this.#waiting.holdBack() : undefined;
    if (this.blocking) error ??= this.#connection.block();
    if (!known) error ??= released('release');
    if (!error) return id;
    // The caller gets 0, and so could not release the result.
    this.#frontend.release(id);
    return this.#connection.fail(error);
  }
}
