// The arguments and the results of compiled functions: arrays in lists and objects, and everything else by its value.
import { LabError } from '../core/errors.js';
import { describe } from '../core/values.js';
import { NDArray } from '../array/ndarray.js';

/** Whether a value is a list or a plain object. @param {any} value */
const isContainer = (value) =>
  Array.isArray(value) ||
  (typeof value === 'object' &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value)));

/**
 * The arrays in a value, in order, and a text that is the same for values of the same form.
 *
 * @param {unknown} value
 * @param {(array: NDArray) => void} check
 * @returns {{arrays: NDArray[], signature: string}}
 */
export function flatten(value, check) {
  /** @type {NDArray[]} */
  const arrays = [];
  if (Array.isArray(value) && value.length === 0) return { arrays, signature: '[]' };
  const seen = new Set();
  const text = (/** @type {any} */ one) => {
    if (one instanceof NDArray) {
      check(one);
      const index = arrays.findIndex(({ id }) => id === one.id);
      arrays.push(one);
      one.form ??= `[${one.shape.join(', ')}]@${one.device}`;
      return index < 0 ? one.form : `${one.form}=${index}`;
    }
    if (!isContainer(one)) {
      if (typeof one === 'object' && one !== null)
        throw unfit(`an argument holds ${describe(one)}`);
      return typeof one === 'function'
        ? unique(one)
        : typeof one === 'string'
          ? JSON.stringify(one)
          : Object.is(one, -0)
            ? '-0'
            : String(one);
    }
    if (seen.has(one)) throw unfit('an argument holds itself');
    seen.add(one);
    /** @type {string} */
    const parts = Array.isArray(one)
      ? `[${one.map(text).join(', ')}]`
      : `{${Object.entries(one)
          .map(([key, part]) => `${JSON.stringify(key)}: ${text(part)}`)
          .join(', ')}}`;
    seen.delete(one);
    return parts;
  };
  const signature = text(value);
  return { arrays, signature };
}

/** @type {WeakMap<object, number>} */
const numbers = new WeakMap();
let last = 0;

/** A text for a function that no other function has. @param {object} fn */
function unique(fn) {
  if (!numbers.has(fn)) numbers.set(fn, ++last);
  return `function ${numbers.get(fn)}`;
}

/** @param {string} problem */
const unfit = (problem) =>
  LabError.of(
    'compile',
    'INVALID_ARGUMENT',
    `${problem}; give arrays, numbers, texts, and lists and plain objects of them`,
  );

/**
 * A function that makes the same value with other arrays.
 *
 * @template T
 * @param {any} value
 * @param {(array: NDArray) => T} leafOf returns the leaf that replaces an array
 * @returns {(arrayOf: (leaf: T) => NDArray) => any}
 */
export function template(value, leafOf) {
  if (value instanceof NDArray) {
    const leaf = leafOf(value);
    return (arrayOf) => arrayOf(leaf);
  }
  if (Array.isArray(value)) {
    const parts = value.map((part) => template(part, leafOf));
    return (arrayOf) => parts.map((part) => part(arrayOf));
  }
  if (isContainer(value)) {
    const parts = Object.entries(value).map(([key, part]) => [key, template(part, leafOf)]);
    return (arrayOf) =>
      Object.fromEntries(parts.map(([key, part]) => [key, /** @type {any} */ (part)(arrayOf)]));
  }
  if (typeof value === 'object' && value !== null)
    throw LabError.of(
      'compile',
      'INVALID_ARGUMENT',
      `the function returns ${describe(value)}; return arrays, and lists and plain objects of them`,
    );
  return () => value;
}
