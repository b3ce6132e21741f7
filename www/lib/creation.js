import { LabError } from './errors.js';

/** @typedef {import('./calls.js').Calls} Calls */
/** @typedef {import('./ndarray.js').NDArray} NDArray */
/** @typedef {import('./ndarray.js').Operand} Operand */
/** @typedef {number | number[]} ShapeLike a single number is a vector's length */

const bits = new DataView(new ArrayBuffer(4));

/** The bits of a float32, as they stand in the stream. @param {number} value */
function toBits(value) {
  bits.setFloat32(0, value);
  return bits.getUint32(0);
}

/**
 * What creates and combines arrays.
 */
export class Creation {
  /** @type {Calls} */
  #calls;

  /** @param {Calls} calls @hideconstructor */
  constructor(calls) {
    this.#calls = calls;
    /** Random numbers. */
    this.random = new Random(calls);
  }

  /** @param {ShapeLike} shape @returns {NDArray} */
  zeros(shape) {
    return this.full(shape, 0);
  }

  /** @param {ShapeLike} shape @returns {NDArray} */
  ones(shape) {
    return this.full(shape, 1);
  }

  /**
   * An array filled with one value.
   *
   * @param {ShapeLike} shape
   * @param {number} value
   * @returns {NDArray}
   */
  full(shape, value) {
    return this.#calls.create('full', [toBits(number('full', 'value', value))], shape);
  }

  /**
   * An array of values of the host, nested as deep as it has dimensions, or flat with a shape.
   *
   * @param {number | ArrayLike<any>} values
   * @param {ShapeLike} [shape]
   * @returns {NDArray}
   */
  array(values, shape) {
    if (ArrayBuffer.isView(values)) {
      const { length, 0: first = 0 } = /** @type {any} */ (values);
      number('array', 'a value', first); // A typed array's elements are all of one type.
      return this.#calls.write(values, shape ?? [length]);
    }
    /** @type {number[]} */
    const flat = [];
    const nested = flatten(values, flat);
    return this.#calls.write(flat, shape ?? nested);
  }

  /**
   * Elementwise; at least one operand is an array.
   *
   * @param {Operand} left
   * @param {Operand} right
   * @returns {NDArray}
   */
  add(left, right) {
    return this.#calls.elementwise('add', left, right);
  }

  /**
   * Elementwise; at least one operand is an array.
   *
   * @param {Operand} left
   * @param {Operand} right
   * @returns {NDArray}
   */
  sub(left, right) {
    return this.#calls.elementwise('sub', left, right);
  }

  /**
   * Elementwise; at least one operand is an array.
   *
   * @param {Operand} left
   * @param {Operand} right
   * @returns {NDArray}
   */
  mul(left, right) {
    return this.#calls.elementwise('mul', left, right);
  }

  /**
   * Elementwise; at least one operand is an array.
   *
   * @param {Operand} left
   * @param {Operand} right
   * @returns {NDArray}
   */
  div(left, right) {
    return this.#calls.elementwise('div', left, right);
  }

  /**
   * Matrix product.
   *
   * @param {NDArray} left
   * @param {NDArray} right
   */
  dot(left, right) {
    return this.#calls.matmul('dot', left, right);
  }

  /**
   * Matrix product.
   *
   * @param {NDArray} left
   * @param {NDArray} right
   */
  matmul(left, right) {
    return this.#calls.matmul('matmul', left, right);
  }
}

/**
 * Random arrays from a counter-based generator (Threefry2x32): the same seed gives the same numbers on every device, up to
 * the rounding of log and cos.
 */
class Random {
  /** @type {Calls} */
  #calls;
  /** Arrays made without a seed of their own. */
  #drawn = 0;

  /** @param {Calls} calls */
  constructor(calls) {
    this.#calls = calls;
  }

  /**
   * Normally distributed numbers.
   *
   * @param {ShapeLike} shape
   * @param {{mean?: number, std?: number, seed?: number}} [options] without a seed, the lab's own and how many random
   *   arrays it made before
   * @returns {NDArray}
   */
  normal(shape, { mean = 0, std = 1, seed } = {}) {
    const attrs = [toBits(number('normal', 'mean', mean)), toBits(number('normal', 'std', std))];
    return this.#calls.create('normal', [...this.#key('normal', seed), ...attrs], shape);
  }

  /**
   * Numbers distributed evenly over `low <= x < high`.
   *
   * @param {ShapeLike} shape
   * @param {{low?: number, high?: number, seed?: number}} [options] without a seed, the lab's own and how many random
   *   arrays it made before
   * @returns {NDArray}
   */
  uniform(shape, { low = 0, high = 1, seed } = {}) {
    const attrs = [toBits(number('uniform', 'low', low)), toBits(number('uniform', 'high', high))];
    return this.#calls.create('uniform', [...this.#key('uniform', seed), ...attrs], shape);
  }

  /**
   * @param {string} op
   * @param {number | undefined} seed
   */
  #key(op, seed) {
    // A call with a seed of its own must not repeat one without.
    const [value, stream] = seed === undefined ? [this.#calls.lab.seed, ++this.#drawn] : [seed, 0];
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new LabError(
        'INVALID_NUMBER',
        `${op}: seed is ${value}; give a whole number of 0 or more`,
      );
    }
    return [value >>> 0, (Math.floor(value / 2 ** 32) ^ Math.imul(stream, 0x9e3779b9)) >>> 0];
  }
}

/**
 * @param {string} op
 * @param {string} name
 * @param {unknown} value
 * @returns {number}
 */
export function number(op, name, value) {
  if (typeof value === 'number') return value;
  throw new LabError('INVALID_NUMBER', `${op}: ${name} is ${describe(value)}; give a number`);
}

/** @param {unknown} value */
export function describe(value) {
  return typeof value === 'object' && value !== null
    ? `a ${value.constructor?.name ?? 'object'}`
    : value === undefined || value === null
      ? String(value)
      : `${typeof value} ${String(value)}`;
}

/**
 * @param {any} values
 * @param {number[]} flat gets the numbers
 * @returns {number[]} the shape
 */
function flatten(values, flat) {
  if (typeof values === 'number') {
    flat.push(values);
    return [];
  }
  if (!Array.isArray(values) && !ArrayBuffer.isView(values)) {
    throw new LabError(
      'INVALID_NUMBER',
      `array: a value is ${describe(values)}; give numbers, or nested lists of numbers`,
    );
  }
  const list = Array.from(/** @type {any} */ (values));
  const shapes = list.map((part) => flatten(part, flat));
  if (
    shapes.some((shape) => String(shape) !== String(shapes[0]) || shape.length !== shapes[0].length)
  ) {
    throw new LabError(
      'SHAPE_MISMATCH',
      'array: the nested lists differ in length; give every row as many elements',
    );
  }
  return [list.length, ...(shapes[0] ?? [])];
}
