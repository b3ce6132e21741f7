/** @typedef {import('./ndarray.js').NDArray} NDArray */

/**
 * @typedef {object} Wait
 * @property {string} kind `waitToRead`, `waitAll`, `data`, `item`, `print`, or one of their `…Sync` forms
 * @property {number} op the operation that was waited for, by row of the trace; -1 for all, or one from before it
 * @property {number} from ms
 * @property {number} to ms
 */

/**
 * The life of operations, by column: one entry for each operation in the order of enqueuing. Times are in ms on the lab's
 * clock, NaN where unknown.
 *
 * @typedef {object} Trace
 * @property {'performance' | 'virtual'} clock
 * @property {number} origin of the clock, in ms since 1970
 * @property {string[]} names of operations
 * @property {Uint8Array} op index into `names`
 * @property {number[][]} shapes
 * @property {Uint32Array} shape of the output, index into `shapes`
 * @property {Float64Array} enqueued
 * @property {Float64Array} decoded
 * @property {Float64Array} submitted
 * @property {Float64Array} started on the device
 * @property {Float64Array} ended on the device
 * @property {Float64Array} completed when completion was seen: an upper bound
 * @property {Uint32Array} submission serial of the submission it was part of
 * @property {Uint32Array} turn event-loop turn in which completion was seen
 * @property {Uint32Array} inputs rows of the operations that each one reads
 * @property {Uint32Array} inputOffsets where the inputs of a row begin
 * @property {Wait[]} waits of the frontend
 * @property {null | {offset: number, uncertainty: number, residual: number}} gpuClock how the device's clock was fitted; null
 *   where it is the lab's own, or nothing was timed
 * @property {any} value what the profiled function returned
 */

/** What the frontend itself knows while a trace is recorded. */
export class Profile {
  /** @type {Wait[]} */
  #waits = [];
  #first;
  #last;

  /** @param {number} first operations enqueued before */
  constructor(first) {
    this.#first = first;
    this.#last = first;
  }

  /** An array was named. @param {NDArray} array @param {number} enqueued operations so far */
  created(array, enqueued) {
    // Values from the host come without an operation.
    if (enqueued > this.#last) array.operation = enqueued - 1;
    this.#last = enqueued;
  }

  /**
   * @param {string} kind
   * @param {NDArray | undefined} array waited for
   * @param {number} from ms
   * @returns {(to: number) => void} call when it is over
   */
  begin(kind, array, from) {
    const op = Math.max(-1, (array?.operation ?? -1) - this.#first);
    return (to) => this.#waits.push({ kind, op, from, to });
  }

  /**
   * @param {any} trace as the backend recorded it
   * @param {object} about
   * @returns {Trace}
   */
  complete(trace, about) {
    return { ...trace, ...about, waits: this.#waits };
  }
}
