import { LabError } from './errors.js';
import { NDArray } from './ndarray.js';

/** Who disposes what: the nested calls of `tidy`, with the arrays that each has seen created. */
export class Scopes {
  /** @type {NDArray[][]} */
  #open = [];

  /** The innermost scope gets a new array. @param {NDArray} array */
  add(array) {
    this.#open.at(-1)?.push(array);
  }

  /**
   * @template T
   * @param {() => T} fn
   * @returns {T}
   */
  tidy(fn) {
    /** @type {NDArray[]} */
    const scope = [];
    this.#open.push(scope);
    let kept;
    try {
      kept = fn();
    } finally {
      this.#open.pop();
      const plain = kept !== null && typeof kept === 'object' && !(kept instanceof NDArray);
      const keep = new Set(plain ? Object.values(/** @type {object} */ (kept)) : [kept]);
      for (const array of scope) {
        if (keep.has(array)) this.add(array);
        else array.dispose();
      }
    }
    if (kept instanceof Promise) {
      throw new LabError(
        'NOT_SYNCHRONOUS',
        'tidy: the function is asynchronous, so its arrays are gone before it ends; dispose them yourself',
      );
    }
    return kept;
  }

  /** What `fn` creates belongs to no open scope. @param {() => void} fn */
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
