import { merge } from './merge.js';

/** @import {WebFrontend} from '../../pkg/asynclab.js' */
/** @import {DeviceTrace} from './protocol.js' */

/**
 * @typedef {object} Wait A wait of the program.
 * @property {string} kind `waitToRead`, `waitAll`, `data`, `item`, `print`, or one of their `…Sync` forms
 * @property {number} op the row of the operation that was waited for; -1 for all operations, or for one from before the trace
 * @property {number} from ms
 * @property {number} to ms
 * @property {string} [stack] of the call that waited, where the profile was asked for it
 */

/**
 * The life of operations, by column: one entry for each operation in the order of enqueuing. Times are in ms on the lab's
 * clock, NaN where unknown.
 *
 * @typedef {object} Trace The life of operations, by column.
 * @property {'performance' | 'virtual'} clock of the times: the thread's, or a simulated device's
 * @property {number} origin of the clock, in ms since 1970
 * @property {string[]} names of operations
 * @property {Uint8Array} op index into `names`
 * @property {number[][]} shapes each once
 * @property {Uint32Array} shape of the output, index into `shapes`
 * @property {Float64Array} enqueued at this time or later, but before the next time in this column
 * @property {number} enqueuedWithin how much later at most, ms: calls that follow each other closely share a reading of the clock
 * @property {Float64Array} decoded by the backend
 * @property {Float64Array} submitted handed to the device
 * @property {Float64Array} started on the device
 * @property {Float64Array} ended on the device
 * @property {Float64Array} completed when completion was seen: an upper bound
 * @property {Uint32Array} submission serial of the submission it was part of
 * @property {Uint32Array} turn event-loop turn in which completion was seen
 * @property {Uint32Array} [kernel] row of the operation in whose kernel each was computed: the last of the fused ones; absent where each had its own
 * @property {Float64Array} flops floating-point operations of its kernel, at least; of fused operations the last one has those of the whole kernel, and its bytes
 * @property {Float64Array} bytes that its kernel reads and writes, at least
 * @property {Uint32Array} inputs rows of the operations that each one reads
 * @property {Uint32Array} inputOffsets where the inputs of a row begin
 * @property {Wait[]} waits of the frontend
 * @property {[row: number, count: number][]} [replayed] runs of rows that calls of compiled functions enqueued; absent where none did
 * @property {string[]} devices by index
 * @property {Uint8Array} device index into `devices`
 * @property {MemorySeries} memory of the lab's own device; `memories` has that of each
 * @property {MemorySeries[]} memories by device
 * @property {null | GpuClock} gpuClock null where there is none, or nothing was timed
 * @property {unknown} value what the profiled function returned
 *
 * @typedef {object} GpuClock How the GPU's clock was fitted to the lab's, ms.
 * @property {number} offset to be added to its times
 * @property {number} uncertainty by which all `started` and `ended` may be off together
 * @property {number} residual by which the bounds of the fit contradict each other; 0 where they agree
 * @property {number} [dropped] operations whose times were left out, since they are impossible or contradict those of the others
 * @property {boolean} [refused] whether so many times contradict each other that none is given
 *
 * @typedef {object} MemorySeries Sampled when something changed; between two samples the first one's values hold.
 * @property {Float64Array} at ms
 * @property {Float64Array} used bytes, as `pending`, `pooled` and `allocated` are
 * @property {Float64Array} pending disposed, but still needed
 * @property {Float64Array} pooled free, kept for reuse
 * @property {Float64Array} allocated the sum of the three
 * @property {Float64Array} decoded operations since the lab was connected, as `completed` are
 * @property {Float64Array} completed
 */

/** The frontend's own part of a trace while it is recorded. */
export class Profile {
  /** @type {{wait: Wait, device: number, operation: number}[]} */
  #waits = [];
  /** Operations enqueued on each device before the recording. @type {number[]} */
  #first = [];

  /** Runs of rows that calls of compiled functions enqueued. @type {[row: number, count: number][]} */
  #replayed = [];

  #frontend;
  #mode;
  #sites;

  /** @param {WebFrontend} frontend @param {0 | 1 | 2 | 3} mode as the engine's frontend takes it @param {boolean} [sites] keep where in the program it waited */
  constructor(frontend, mode, sites = false) {
    this.#frontend = frontend;
    this.#mode = mode;
    this.#sites = sites;
  }

  /** Has a device record. @param {number} device @returns {number} the token of the answer */
  start(device) {
    this.#first[device] = this.#frontend.enqueued(device);
    return this.#frontend.trace(device, this.#mode);
  }

  /** The last `count` operations enqueued are those of a compiled function. @param {number} count */
  replay(count) {
    const enqueued = this.#first.reduce(
      (sum, first, device) => sum + this.#frontend.enqueued(device) - first,
      0,
    );
    const [row, before] = this.#replayed.at(-1) ?? [0, 0];
    if (before > 0 && row + before === enqueued - count)
      this.#replayed.splice(-1, 1, [row, before + count]);
    else this.#replayed.push([enqueued - count, count]);
  }

  /**
   * A wait begins.
   *
   * @param {string} kind
   * @param {number} [x] the array waited for
   * @returns {() => void} call when it is over
   */
  begin(kind, x) {
    const frontend = this.#frontend;
    const device = x === undefined ? 0 : frontend.device(x);
    const operation = x === undefined ? -1 : frontend.producer(x);
    /** @type {Wait} */
    const wait = { kind, op: -1, from: frontend.now(), to: NaN };
    if (this.#sites) wait.stack = new Error().stack;
    return () => this.#waits.push({ wait: { ...wait, to: frontend.now() }, device, operation });
  }

  /**
   * @param {DeviceTrace[]} traces as the backends recorded them, by device
   * @param {string[]} devices
   * @param {Pick<Trace, 'clock' | 'origin'>} about
   * @returns {Omit<Trace, 'value'>}
   */
  complete(traces, devices, about) {
    const { trace, rows } = merge(traces, this.#frontend.order(), this.#first);
    const rowOf = (/** @type {number} */ device, /** @type {number} */ operation) =>
      rows[device]?.[operation - this.#first[device]] ?? -1;
    const waits = this.#waits.map(({ wait, device, operation }) => ({
      ...wait,
      op: rowOf(device, operation),
    }));
    const memories = traces.map(({ memory }) => memory);
    const replayed = this.#replayed.length > 0 ? { replayed: this.#replayed } : {};
    return { ...trace, ...about, ...replayed, devices, memories, memory: memories[0], waits };
  }
}
