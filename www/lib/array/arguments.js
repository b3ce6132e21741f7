// Checks of the arguments of a program's calls, before these cross into wasm, where every number has a fixed type.
import { LabError } from '../core/errors.js';
import { describe, text } from '../core/values.js';

export { describe, text, toBits } from '../core/values.js';

/** @typedef {number | readonly number[]} ShapeLike a single number is a vector's length */

/** The error of an argument of the wrong kind or out of range. @param {string} op @param {string} problem */
export const invalid = (op, problem) => LabError.of(op, 'INVALID_NUMBER', problem);

/** The engine's limit. */
const MOST_DIMENSIONS = 6;

/**
 * @param {string} op
 * @param {string} name
 * @param {unknown} value
 * @returns {number}
 */
export function number(op, name, value) {
  if (typeof value === 'number') return value;
  throw invalid(op, `${name} is ${describe(value)}; give a number`);
}

/**
 * A whole number of 0 or more.
 *
 * @param {string} op
 * @param {string} name
 * @param {unknown} value
 * @param {number} [bits] that it must fit into
 * @returns {number}
 */
export function natural(op, name, value, bits = 53) {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** bits)
    return Number(value);
  const problem = `${name} is ${text(value)}; give a whole number of 0 or more, below 2^${bits}`;
  throw invalid(op, problem);
}

/**
 * Throws if a value is no function.
 *
 * @param {string} op
 * @param {unknown} fn
 * @param {string} [name]
 */
export function callable(op, fn, name = 'the program') {
  if (typeof fn === 'function') return;
  throw LabError.of(op, 'INVALID_ARGUMENT', `${name} is ${describe(fn)}; give a function`);
}

/**
 * @param {string} op
 * @param {ShapeLike} shape
 * @returns {Float64Array}
 */
export function dimensions(op, shape) {
  const dims = isTyped(shape) ? Array.from(shape) : [shape].flat();
  return Float64Array.from(dims, (dim) => number(op, 'a dimension', dim));
}

/**
 * The dimensions of a reshaped array; one given as -1 follows from the others.
 *
 * @param {ShapeLike} shape
 * @param {readonly number[]} from
 */
export function inferred(shape, from) {
  const dims = dimensions('reshape', shape);
  const open = dims.indexOf(-1);
  if (open < 0) return dims;
  const size = from.reduce((product, length) => product * length, 1);
  dims[open] = size / dims.reduce((product, length) => product * length, -1);
  if (Number.isInteger(dims[open]) && dims[open] >= 0) return dims;
  throw LabError.of(
    'reshape',
    'SHAPE_MISMATCH',
    `nothing fits for -1 in [${[shape].flat().join(', ')}] (got [${from.join(', ')}]); ` +
      'use -1 once, and make the others divide the number of elements',
  );
}

/**
 * Axes counted from 0.
 *
 * @param {string} op
 * @param {number | number[]} axes negative ones count from the last
 * @param {number} rank
 */
export function axesFromZero(op, axes, rank) {
  const found = [axes].flat().map((axis) => {
    if (typeof axis === 'object')
      throw invalid(
        op,
        `axis is ${describe(axis)}; give a number or a list of numbers, and options behind it`,
      );
    const index = number(op, 'axis', axis) < 0 ? axis + rank : axis;
    if (Number.isInteger(index) && index >= 0 && index < rank) return index;
    const range = rank > 0 ? `the axes ${-rank} to ${rank - 1}` : 'none';
    throw invalid(op, `axis is ${axis}; an array of ${rank} dimensions has ${range}`);
  });
  const repeated = found.find((axis, i) => found.indexOf(axis) !== i);
  if (repeated === undefined) return found;
  throw invalid(op, `axis ${repeated} is given twice; name each axis once`);
}

/** One axis counted from 0. @param {string} op @param {number} axis a negative one counts from the last @param {number} rank */
export function axisFromZero(op, axis, rank) {
  return axesFromZero(op, number(op, 'axis', axis), rank)[0];
}

/**
 * @typedef {number | null | readonly [start?: number | null, stop?: number | null, step?: number | null]} Range one index of an axis,
 *   all of it, or from `start` to before `stop`
 */

/**
 * A range of an axis, as in Python.
 *
 * @param {string} op
 * @param {Range | undefined} range
 * @param {number} length
 * @param {number} axis
 */
export function rangeOf(op, range, length, axis) {
  const whole = (/** @type {unknown} */ value) => {
    if (Number.isInteger(value)) return Number(value);
    throw invalid(op, `a bound is ${describe(value)}; give whole numbers, or null for an open end`);
  };
  if (typeof range === 'number') {
    const first = whole(range) < 0 ? range + length : range;
    if (first >= 0 && first < length) return { first, step: 1, count: 1 };
    throw invalid(
      op,
      `index is ${range}; axis ${axis} has the elements ${-length} to ${length - 1}, and a part of it is [start, stop]`,
    );
  }
  const bounds = range ?? [];
  if (!Array.isArray(bounds))
    throw invalid(op, `a range is ${describe(range)}; give an index, null, or [start, stop, step]`);
  const [start, stop, by] = bounds;
  const step = whole(by ?? 1);
  if (step === 0) throw invalid(op, 'step is 0; give another whole number');
  const [least, most] = step > 0 ? [0, length] : [-1, length - 1];
  const bound = (/** @type {number | null | undefined} */ value, /** @type {number} */ open) => {
    if (value === null || value === undefined) return open;
    return Math.min(Math.max(whole(value) < 0 ? value + length : value, least), most);
  };
  const [from, to] =
    step > 0 ? [bound(start, 0), bound(stop, length)] : [bound(start, length - 1), bound(stop, -1)];
  const count = Math.max(0, Math.ceil((to - from) / step));
  return { first: count > 0 ? from : 0, step, count };
}

/**
 * The options of a call, which must all be known.
 *
 * @template {object} T
 * @param {string} op
 * @param {T | undefined} given
 * @param {string[]} known
 * @returns {Partial<T>}
 */
export function options(op, given, known) {
  if (given === undefined) return {};
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const names = isObject ? Object.keys(given) : [''];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return given;
  const problem = unknown ? `there is no option ${unknown}` : `options are ${describe(given)}`;
  throw LabError.of(op, 'INVALID_OPTION', `${problem}; give an object of ${known.join(', ')}`);
}

/**
 * @param {unknown} values
 * @param {number[]} flat to which the numbers are added
 * @param {number} [depth] of the nested list
 * @returns {number[]} the shape
 */
export function flatten(values, flat, depth = 0) {
  if (typeof values === 'number') {
    flat.push(values);
    return [];
  }
  if (!Array.isArray(values) && !isTyped(values)) {
    throw invalid(
      'array',
      `a value is ${describe(values)}; give numbers, or nested lists of numbers`,
    );
  }
  // A list that holds itself would be nested without end.
  if (depth === MOST_DIMENSIONS)
    throw LabError.of(
      'array',
      'INVALID_SHAPE',
      `the lists are nested more than ${MOST_DIMENSIONS} deep; give at most ${MOST_DIMENSIONS} dimensions`,
    );
  const list = Array.from(values);
  const shapes = list.map((part) => flatten(part, flat, depth + 1));
  if (shapes.some((shape) => String(shape) !== String(shapes[0]))) {
    throw LabError.of(
      'array',
      'SHAPE_MISMATCH',
      'the nested lists differ in length; give every row as many elements',
    );
  }
  return [list.length, ...(shapes[0] ?? [])];
}

/** Whether a value is a typed array. @param {unknown} value @returns {value is ArrayLike<unknown> & Iterable<unknown>} */
export const isTyped = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);
