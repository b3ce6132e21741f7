import { describe, number } from './creation.js';
import { LabError } from './errors.js';
import { NDArray } from './ndarray.js';

/** @typedef {import('./ndarray.js').Operand} Operand */
/** @typedef {import('./creation.js').ShapeLike} ShapeLike */

const SCALAR_LEFT = 0;
const SCALAR_RIGHT = 1;

/**
 * What methods of arrays call: each enqueues one operation and returns the array that it will give. Also the way from an
 * array to whatever else of its lab concerns it.
 */
export class Calls {
  #channel;
  #scopes;

  /**
   * @param {import('./lab.js').Lab} lab
   * @param {import('./channel.js').Channel} channel
   * @param {import('./waits.js').Waits} waits
   * @param {import('./scopes.js').Scopes} scopes
   */
  constructor(lab, channel, waits, scopes) {
    /** @readonly */
    this.lab = lab;
    /** @readonly */
    this.waits = waits;
    this.#channel = channel;
    this.#scopes = scopes;
  }

  /** @param {string} op @param {NDArray} left @param {Operand} right */
  binary(op, left, right) {
    const frontend = this.#channel.frontend;
    const opcode = this.#channel.opcodes[op];
    let id;
    if (typeof right === 'number') {
      id = frontend.scalar(opcode, left.id, right, SCALAR_RIGHT);
    } else {
      this.#own(op, right);
      id = frontend.binary(opcode, left.id, right.id);
    }
    return this.#adopt(id);
  }

  /** @param {string} op @param {Operand} left @param {Operand} right */
  elementwise(op, left, right) {
    if (typeof left !== 'number') {
      this.#own(op, left);
      return this.binary(op, left, right);
    }
    this.#own(op, right);
    const { id } = /** @type {NDArray} */ (right);
    return this.#adopt(
      this.#channel.frontend.scalar(this.#channel.opcodes[op], id, left, SCALAR_LEFT),
    );
  }

  /** @param {string} name @param {NDArray} left @param {NDArray} right */
  matmul(name, left, right) {
    this.#own(name, left);
    this.#own(name, right);
    return this.#adopt(
      this.#channel.frontend.binary(this.#channel.opcodes.matmul, left.id, right.id),
    );
  }

  /** @param {string} op @param {NDArray} input @param {number | number[]} [axes] @param {{keepDims?: boolean}} [options] */
  reduce(op, input, axes, { keepDims = false } = {}) {
    const rank = this.shapeOf(input, op).length;
    let mask = axes === undefined || axes === null ? 2 ** rank - 1 : 0;
    for (const axis of [axes ?? []].flat()) {
      const index = axis < 0 ? axis + rank : axis;
      if (!Number.isInteger(index) || index < 0 || index >= rank) {
        throw new LabError(
          'INVALID_NUMBER',
          `${op}: axis is ${axis}; an array of ${rank} dimensions has the axes ${-rank} to ${rank - 1}`,
        );
      }
      mask |= 1 << index;
    }
    return this.#adopt(
      this.#channel.frontend.apply(
        this.#channel.opcodes[op],
        Uint32Array.of(input.id),
        Uint32Array.of(mask, Number(keepDims)),
      ),
    );
  }

  /** @param {string} op @param {number[]} attrs @param {ShapeLike} shape */
  create(op, attrs, shape) {
    return this.#adopt(
      this.#channel.frontend.create(
        0,
        this.#channel.opcodes[op],
        Uint32Array.from(attrs),
        dimensions(op, shape),
      ),
    );
  }

  /** @param {any} values @param {ShapeLike} shape */
  write(values, shape) {
    return this.#adopt(
      this.#channel.frontend.write(0, Float32Array.from(values), dimensions('array', shape)),
    );
  }

  /** @param {NDArray} array @param {string} [op] who asks */
  shapeOf(array, op = 'shape') {
    const shape = this.#channel.frontend.shape(array.id);
    if (shape) return Array.from(shape);
    throw (
      this.#channel.answers.lost ??
      new LabError(
        'DISPOSED',
        `${op}: the array was disposed; keep it until its last use, or compute it again`,
      )
    );
  }

  /** The program gives an array up. @param {NDArray} array */
  dispose(array) {
    this.#channel.dispose(array);
  }

  /** The array behind a new name. @param {number} id */
  #adopt(id) {
    const array = new NDArray(this, this.#channel.check(id));
    this.#scopes.add(array);
    this.#channel.created(array);
    if (this.lab.blocking) this.waits.allSync();
    return array;
  }

  /** @param {string} op @param {unknown} operand */
  #own(op, operand) {
    if (!(operand instanceof NDArray))
      throw new LabError(
        'INVALID_NUMBER',
        `${op}: an operand is ${describe(operand)}; give a number or an array`,
      );
    if (operand.calls !== this)
      throw new LabError(
        'WRONG_LAB',
        `${op}: an operand belongs to another lab; create it with this lab's nd`,
      );
  }
}

/** @param {string} op @param {ShapeLike} shape */
function dimensions(op, shape) {
  const dims = [shape].flat();
  for (const dim of dims) number(op, 'a dimension', dim);
  return Float64Array.from(dims);
}
