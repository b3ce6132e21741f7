import { callable, describe, isTyped } from './arguments.js';
import { LabError } from '../core/errors.js';
import { NDArray } from './ndarray.js';
import { Block } from '../nn/block.js';

/** The nested calls of `tidy`, each with the arrays that were created in it. */
export class Scopes {
  /** @type {NDArray[][]} */
  #open = [];

  /** Adds a new array to the innermost scope. @param {NDArray} array */
  add(array) {
    this.#open.at(-1)?.push(array);
  }

  /**
   * @template T
   * @param {() => T} fn
   * @returns {T}
   */
  tidy(fn) {
    callable('tidy', fn);
    /** @type {NDArray[]} */
    const scope = [];
    /** @type {Set<unknown>} */
    const keep = new Set();
    this.#open.push(scope);
    try {
      const kept = fn();
      collect(kept, keep);
      return kept;
    } catch (error) {
      keep.clear(); // The program gets no array.
      throw error;
    } finally {
      this.#open.pop();
      for (const array of scope) {
        if (keep.has(array)) this.add(array);
        else array.dispose();
      }
    }
  }

  /** Arrays that `fn` creates belong to no open scope. @param {() => void} fn */
  untidied(fn) {
    const open = this.#open;
    this.#open = [];
    try {
      fn();
    } finally {
      this.#open = open;
    }
  }
}

/**
 * Whether a value is a promise. Callers do not accept promises, so nobody would handle a promise's rejection: this function does.
 *
 * @param {any} value
 */
export function isPromise(value) {
  if (typeof value?.then !== 'function') return false;
  Promise.resolve(value).catch(() => {});
  return true;
}

/**
 * Finds everything that a value holds, however deep.
 *
 * @param {unknown} value
 * @param {Set<unknown>} found to which it is added
 * @throws {LabError} for a part whose content cannot be read: its arrays would be disposed although the program has them
 */
function collect(value, found) {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    const holds = (typeof one === 'object' && one !== null) || typeof one === 'function';
    if (!holds || found.has(one) || isTyped(one)) continue;
    found.add(one);
    if (one instanceof NDArray || one instanceof Block) continue;
    if (isPromise(one)) {
      throw LabError.of(
        'tidy',
        'NOT_SYNCHRONOUS',
        'the function is asynchronous, or returns a promise, so its arrays would be gone before that is settled; wait outside',
      );
    }
    if (isClosed(one)) {
      throw LabError.of(
        'tidy',
        'INVALID_ARGUMENT',
        `the function returns ${describe(one)}, whose arrays cannot be found; return arrays, or lists and objects of them`,
      );
    }
    if (one instanceof Map) for (const entry of one) left.push(...entry);
    if (one instanceof Set) for (const part of one) left.push(part);
    for (const part of Object.values(/** @type {object} */ (one))) left.push(part);
  }
}

/** Whether a value may hold arrays that cannot be found. @param {any} value */
function isClosed(value) {
  const weak = value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef;
  return weak || typeof value === 'function' || typeof value.next === 'function';
}
