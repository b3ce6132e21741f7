import {
  axesFromZero,
  axisFromZero,
  describe,
  dimensions,
  inferred,
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
/** @typedef {{transposeA?: boolean, transposeB?: boolean}} Transposed which operands have rows and columns swapped */

/** @typedef {{device?: string}} Place the device of a new array; the lab's own by default */

/** The operands of an elementwise operation. */
const EITHER = 'a number or an array, which nd.array makes of a list';

/**
 * The functions that methods of arrays call: each enqueues one operation and returns the array that it will give. Also the way from an
 * array to whatever else of its lab concerns it.
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
    if (typeof right === 'number') return this.adopt(session.scalar(code, left.id, right));
    this.own(op, right, EITHER);
    return this.adopt(session.binary(code, left.id, right.id));
  }

  /** @param {string} op @param {Operand | Operations} left @param {Operand | Operations} right @returns {NDArray} */
  elementwise(op, left, right) {
    if (typeof left !== 'number') {
      this.own(op, left, EITHER);
      return this.binary(op, left, right);
    }
    if (typeof right === 'number') {
      const problem = `${op}: both operands are numbers; make at least one an array`;
      throw new LabError('INVALID_NUMBER', problem);
    }
    this.own(op, right, EITHER);
    return this.adopt(this.#session.scalar(this.#session.codes[op], right.id, left, false));
  }

  /** @param {string} op @param {Operations} input */
  unary(op, input) {
    this.own(op, input);
    return this.adopt(this.#session.unary(this.#session.codes[op], input.id));
  }

  /**
   * @param {string} op
   * @param {Operations} input
   * @param {number | number[] | null} [axes]
   * @param {{keepDims?: boolean}} [given]
   */
  reduce(op, input, axes, given) {
    this.own(op, input);
    const { keepDims = false } = options(op, given, ['keepDims']);
    const rank = this.shapeOf(input, op).length;
    let mask = 0;
    for (const axis of axesFromZero(op, axes ?? [...Array(rank).keys()], rank)) mask |= 1 << axis;
    return this.#apply(op, [input.id], [mask, Number(Boolean(keepDims))]);
  }

  /** @param {string} name @param {Operations} left @param {NDArray} right @param {Transposed} [given] */
  matmul(name, left, right, given) {
    this.own(name, left);
    this.own(name, right);
    const known = ['transposeA', 'transposeB'];
    const { transposeA = false, transposeB = false } = options(name, given, known);
    const swapped = [transposeA, transposeB].map((swap) => Number(Boolean(swap)));
    return this.named(name, () => this.#apply('matmul', [left.id, right.id], swapped));
  }

  /** @param {Operations} input @param {number[] | null} [axes] */
  transpose(input, axes) {
    this.own('transpose', input);
    const rank = this.shapeOf(input, 'transpose').length;
    const order = axesFromZero('transpose', axes ?? [...Array(rank).keys()].reverse(), rank);
    return this.#apply('transpose', [input.id], order);
  }

  /** @param {Operations} input @param {ShapeLike} shape */
  reshape(input, shape) {
    this.own('reshape', input);
    return this.#shaped('reshape', input, inferred(shape, this.shapeOf(input, 'reshape')));
  }

  /** @param {Operations} input @param {ShapeLike} shape */
  broadcastTo(input, shape) {
    this.own('broadcastTo', input);
    const dims = dimensions('broadcastTo', shape);
    return this.as('broadcastTo', () => this.#shaped('broadcast_to', input, dims));
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
    for (const input of inputs) this.own(op, input);
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
   * @param {Place} [place]
   * @param {string} [name] that the program knows it by
   */
  create(op, attrs, dims, place, name = op) {
    const device = this.#deviceIn(name, place);
    const session = this.#session;
    const call = () => this.adopt(session.create(session.codes[op], attrs, dims, device));
    return name === op ? call() : this.as(name, call);
  }

  /**
   * Computes by several operations, in `fn`: the arrays in between are given up, and a refusal bears the name that the program
   * called.
   *
   * @template T
   * @param {string} name
   * @param {() => T} fn
   * @returns {T}
   */
  composed(name, fn) {
    return this.named(name, () => this.lab.tidy(fn));
  }

  /**
   * Enqueues one operation, in `fn`, that the program knows by another name than the engine: a refusal and a profile tell that one.
   *
   * @param {string} name
   * @param {() => NDArray} fn
   * @returns {NDArray}
   */
  as(name, fn) {
    const array = this.named(name, fn);
    this.#session.called(array.id, name);
    return array;
  }

  /** The value of `fn`; a refusal names the function that the program called. @template T @param {string} name @param {() => T} fn @returns {T} */
  named(name, fn) {
    try {
      return fn();
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      throw new LabError(error.code, error.message.replace(/^\w+:/, `${name}:`));
    }
  }

  /** @param {any} values @param {Float64Array} dims @param {Place} [place] @param {string} [op] that the program called */
  write(values, dims, place, op = 'array') {
    const device = this.#deviceIn(op, place);
    return this.adopt(this.#session.write(Float32Array.from(values), dims, device));
  }

  /**
   * Values that the host computes for an array, once it is known that there can be so many.
   *
   * @param {string} op
   * @param {number} count
   * @param {(index: number) => number} value
   */
  vector(op, count, value) {
    const { arrayBytes } = this.lab.info().limits;
    const length = natural(op, 'count', count);
    if (4 * length <= arrayBytes) return Float32Array.from({ length }, (_, i) => value(i));
    throw new LabError(
      'TOO_LARGE',
      `${op}: ${count} elements need ${4 * length} bytes, but the device binds at most ${arrayBytes}; make it smaller`,
    );
  }

  /** @param {NDArray} array @param {string} device */
  transfer(array, device) {
    this.shapeOf(array, 'to');
    const index = this.lab.indexOf(device, 'to');
    return this.adopt(this.#session.transfer(array.id, index));
  }

  /** The name of its device. @param {NDArray} array */
  deviceOf(array) {
    this.shapeOf(array, 'device');
    return this.nameOfDevice(array);
  }

  /** The same, of the lab's own where the array is gone. @param {NDArray} array */
  nameOfDevice(array) {
    return this.lab.devices[this.#session.deviceOf(array.id)];
  }

  /** @param {string} op @param {Place} [place] */
  #deviceIn(op, place) {
    const { device } = options(op, place, ['device']);
    return device === undefined ? 0 : this.lab.indexOf(device, op);
  }

  /** The shape of the first of some arrays of this lab, of which there must be one. @param {string} op @param {NDArray[]} arrays */
  list(op, arrays) {
    if (!Array.isArray(arrays) || arrays.length === 0)
      throw new LabError('INVALID_NUMBER', `${op}: there is no array; give a list of one or more`);
    for (const array of arrays) this.own(op, array);
    return this.shapeOf(arrays[0], op);
  }

  /** @param {{id: number}} array @param {string} [op] who asks */
  shapeOf(array, op = 'shape') {
    return this.#session.shape(array.id, op) ?? this.refuse();
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

  /** The array of a new handle. @param {number} id 0 throws why there is none @returns {NDArray} */
  adopt(id) {
    if (id === 0) this.refuse();
    const array = new NDArray(this, id);
    this.#scopes.add(array);
    this.#references.add(array);
    return array;
  }

  /** Throws why the session refused the last call. @returns {never} */
  refuse() {
    throw this.#session.takeError();
  }

  /** Refuses what is neither a number nor an array of this lab. @param {string} op @param {...unknown} operands */
  operands(op, ...operands) {
    for (const operand of operands) if (typeof operand !== 'number') this.own(op, operand, EITHER);
  }

  /** Refuses what is no array of this lab. @param {string} op @param {unknown} operand @param {string} [expected] */
  own(op, operand, expected = 'an array') {
    if (!(operand instanceof NDArray))
      throw new LabError(
        'INVALID_NUMBER',
        `${op}: an operand is ${describe(operand)}; give ${expected}`,
      );
    if (operand.calls !== this)
      throw new LabError(
        'WRONG_LAB',
        `${op}: an operand belongs to another lab; create it with this lab's nd`,
      );
  }
}
