import {
  axesFromZero,
  axisFromZero,
  describe,
  dimensions,
  inferred,
  invalid,
  natural,
  number,
  options,
  toBits,
} from './arguments.js';
import { LabError } from '../core/errors.js';
import { NDArray } from './ndarray.js';
import { References } from './references.js';

/** @typedef {import('./ndarray.js').Operand} Operand */
/** @typedef {import('./operations.js').Operations} Operations */
/** @typedef {import('./arguments.js').ShapeLike} ShapeLike */
/** @typedef {{transposeA?: boolean, transposeB?: boolean}} Transposed the operands whose rows and columns are swapped */

/** @typedef {{device?: string}} Place the device of a new array; the lab's own by default */

/** An operand of an elementwise operation, for errors. */
const EITHER = 'a number or an array, which nd.array makes of a list';

/**
 * The functions behind the methods of arrays. Each enqueues one operation and returns the array of its result. An array reaches its lab and
 * the lab's waits through this object.
 */
export class Calls {
  #session;
  #scopes;
  #references;

  /** @param {import('../lab.js').Lab} lab @param {import('./waits.js').Waits} waits @param {import('./scopes.js').Scopes} scopes */
  constructor(lab, waits, scopes) {
    /** @readonly */
    this.lab = lab;
    /** @readonly */
    this.waits = waits;
    this.#session = lab.session;
    this.#scopes = scopes;
    this.#references = new References(lab.session);
  }

  /** @param {string} op @param {Operations} left @param {Operand | Operations} right @returns {NDArray} */
  binary(op, left, right) {
    const session = this.#session;
    const code = session.codes[op];
    session.capture?.see(/** @type {NDArray} */ (left));
    if (typeof right === 'number') return this.adopt(session.scalar(code, left.id, right));
    this.checkOwn(op, right, EITHER);
    return this.adopt(session.binary(code, left.id, right.id));
  }

  /** @param {string} op @param {Operand | Operations} left @param {Operand | Operations} right @returns {NDArray} */
  elementwise(op, left, right) {
    if (typeof left !== 'number') {
      this.checkOwn(op, left, EITHER);
      return this.binary(op, left, right);
    }
    if (typeof right === 'number')
      throw invalid(op, 'both operands are numbers; make at least one an array');
    this.checkOwn(op, right, EITHER);
    return this.adopt(this.#session.scalar(this.#session.codes[op], right.id, left, false));
  }

  /** @param {string} op @param {Operations} input */
  unary(op, input) {
    this.checkOwn(op, input);
    return this.adopt(this.#session.unary(this.#session.codes[op], input.id));
  }

  /**
   * @param {string} op
   * @param {Operations} input
   * @param {number | number[] | null} [axes]
   * @param {{keepDims?: boolean}} [given]
   */
  reduce(op, input, axes, given) {
    this.checkOwn(op, input);
    const { keepDims = false } = options(op, given, ['keepDims']);
    const rank = this.shapeOf(input, op).length;
    let mask = 0;
    for (const axis of axesFromZero(op, axes ?? [...Array(rank).keys()], rank)) mask |= 1 << axis;
    return this.#apply(op, [input.id], [mask, Number(Boolean(keepDims))]);
  }

  /** @param {Operations} left @param {NDArray} right @param {Transposed} [given] */
  matmul(left, right, given) {
    this.checkOwn('matmul', left);
    this.checkOwn('matmul', right);
    const known = ['transposeA', 'transposeB'];
    const { transposeA = false, transposeB = false } = options('matmul', given, known);
    const swapped = [Number(Boolean(transposeA)), Number(Boolean(transposeB))];
    return this.#apply('matmul', [left.id, right.id], swapped);
  }

  /** @param {Operations} input @param {number[] | null} [axes] */
  transpose(input, axes) {
    this.checkOwn('transpose', input);
    const rank = this.shapeOf(input, 'transpose').length;
    const order = axesFromZero('transpose', axes ?? [...Array(rank).keys()].reverse(), rank);
    return this.#apply('transpose', [input.id], order);
  }

  /** @param {Operations} input @param {ShapeLike} shape */
  reshape(input, shape) {
    this.checkOwn('reshape', input);
    return this.#shaped('reshape', input, inferred(shape, this.shapeOf(input, 'reshape')));
  }

  /** @param {Operations} input @param {ShapeLike} shape */
  broadcastTo(input, shape) {
    this.checkOwn('broadcastTo', input);
    const dims = dimensions('broadcastTo', shape);
    return this.#shaped('broadcastTo', input, dims);
  }

  /**
   * An operation along an axis of the first input.
   *
   * @param {string} op
   * @param {Operations[]} inputs
   * @param {number} axis a negative one counts from the last
   * @param {number[]} [whole] its further attributes, whole numbers
   * @param {number} [fill] the last one, a float32
   * @returns {NDArray}
   */
  along(op, inputs, axis, whole = [], fill = undefined) {
    for (const input of inputs) this.checkOwn(op, input);
    for (const value of whole) natural(op, 'a length', value, 32);
    const at = axisFromZero(op, axis, this.shapeOf(inputs[0], op).length);
    const bits = fill === undefined ? [] : [toBits(number(op, 'value', fill))];
    return this.#apply(
      op,
      inputs.map(({ id }) => id),
      [at, ...whole, ...bits],
    );
  }

  /**
   * @param {string} op
   * @param {number[]} attrs
   * @param {Float64Array} dims
   * @param {Place} [given]
   */
  create(op, attrs, dims, given) {
    const device = this.#deviceIn(op, given);
    return this.adopt(this.#session.create(this.#session.codes[op], attrs, dims, device));
  }

  /**
   * Computes by several operations, in `fn`. The arrays in between are disposed. A trace shows the parts by their own names, and an
   * error names the composition.
   *
   * @template T
   * @param {string} op
   * @param {() => T} fn
   * @returns {T}
   */
  composed(op, fn) {
    return this.named(op, () => this.lab.tidy(fn));
  }

  /** Returns the value of `fn`. An error inside it names the function that the program called. @template T @param {string} op @param {() => T} fn @returns {T} */
  named(op, fn) {
    try {
      return fn();
    } catch (error) {
      throw error instanceof LabError ? error.within(op) : error;
    }
  }

  /** @param {any} values @param {Float64Array} dims @param {Place} [given] @param {string} [op] that the program called */
  write(values, dims, given, op = 'array') {
    const device = this.#deviceIn(op, given);
    return this.adopt(this.#session.write(Float32Array.from(values), dims, device));
  }

  /**
   * Values that the host computes for an array. If the device cannot bind this many, it throws before it computes any.
   *
   * @param {string} op
   * @param {number} count
   * @param {(index: number) => number} value
   */
  vector(op, count, value) {
    const { arrayBytes } = this.lab.info().limits;
    const length = natural(op, 'count', count);
    if (4 * length <= arrayBytes) return Float32Array.from({ length }, (_, i) => value(i));
    throw LabError.of(
      op,
      'TOO_LARGE',
      `${count} elements need ${4 * length} bytes, but the device binds at most ${arrayBytes}; make it smaller`,
    );
  }

  /** @param {NDArray} array @param {string} device */
  transfer(array, device) {
    this.shapeOf(array, 'to');
    const { capture } = this.#session;
    if (capture) throw capture.reject('to', 'brings an array to another device');
    const index = this.lab.indexOf(device, 'to');
    return this.adopt(this.#session.transfer(array.id, index));
  }

  /** The name of its device. @param {{id: number}} array */
  deviceOf(array) {
    this.shapeOf(array, 'device');
    return this.nameOfDevice(array);
  }

  /** The name of its device, or that of the lab's own device where the array was disposed. @param {{id: number}} array */
  nameOfDevice(array) {
    return this.lab.devices[this.#session.deviceOf(array.id)];
  }

  /** @param {string} op @param {Place} [given] */
  #deviceIn(op, given) {
    const { device } = options(op, given, ['device']);
    return device === undefined ? 0 : this.lab.indexOf(device, op);
  }

  /** The shape of the first array of a list, after all are checked; the list may not be empty. @param {string} op @param {NDArray[]} arrays */
  shapeOfFirst(op, arrays) {
    if (!Array.isArray(arrays) || arrays.length === 0)
      throw invalid(op, 'there is no array; give a list of one or more');
    for (const array of arrays) this.checkOwn(op, array);
    return this.shapeOf(arrays[0], op);
  }

  /** @param {{id: number}} array @param {string} [op] who asks */
  shapeOf(array, op = 'shape') {
    return this.#session.shape(array.id, op) ?? this.throwError();
  }

  /** The program disposes of an array. @param {NDArray} array */
  dispose(array) {
    this.#references.dispose(array);
  }

  /** The array refers to other values from now on. @param {NDArray} array @param {number} id */
  rename(array, id) {
    this.#references.rename(array, id);
  }

  /** @param {string} op @param {number[]} inputs @param {number[]} attrs */
  #apply(op, inputs, attrs) {
    return this.adopt(this.#session.apply(this.#session.codes[op], inputs, attrs));
  }

  /** @param {string} op @param {Operations} input @param {Float64Array} dims */
  #shaped(op, input, dims) {
    return this.adopt(this.#session.shaped(this.#session.codes[op], input.id, dims));
  }

  /** The array of a new handle. @param {number} id for 0 it throws the reason @returns {NDArray} */
  adopt(id) {
    if (id === 0) this.throwError();
    const array = new NDArray(this, id);
    this.#scopes.add(array);
    this.#references.add(array);
    this.#session.capture?.made(array);
    return array;
  }

  /** Throws why the session rejected the last call. @returns {never} */
  throwError() {
    throw this.#session.takeError();
  }

  /** Throws if an operand is neither a number nor an array of this lab. @param {string} op @param {...unknown} operands */
  checkOperands(op, ...operands) {
    for (const operand of operands)
      if (typeof operand !== 'number') this.checkOwn(op, operand, EITHER);
  }

  /** Throws if an operand is no array of this lab. @param {string} op @param {unknown} operand @param {string} [expected] */
  checkOwn(op, operand, expected = 'an array') {
    if (!(operand instanceof NDArray))
      throw invalid(op, `an operand is ${describe(operand)}; give ${expected}`);
    if (operand.calls !== this)
      throw LabError.of(
        op,
        'WRONG_LAB',
        `an operand belongs to another lab; create it with this lab's nd`,
      );
    this.#session.capture?.see(operand);
  }
}
