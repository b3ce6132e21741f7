// Answers Python's profiler and its memory snapshots from the recording of which the timelines are drawn.
import { chromeTrace } from '../trace/chrome-trace.js';
import { since } from './joined.js';

/** @typedef {import('../lib/lab.js').Lab} Lab */

/** @param {Lab} lab @param {import('./sites.js').Sites} sites @param {import('./recording.js').Recording} recording */
export function profiler(lab, sites, recording) {
  const { session } = lab;
  return {
    /** Operations enqueued so far, and the time, ms. */
    now: () => `${sites.total()},${lab.now()}`,
    /** A point in the queue of the lab's own device: operations enqueued before it, and the time, ms. */
    point: () => `${session.progress()?.enqueued},${lab.now()}`,
    /** Whether all operations before a point are known to be complete. @param {number} count */
    reached: (count) => (session.progress()?.completed ?? 0) >= count,
    /**
     * When the lab's own device reached points of its queue, ms, with commas between: NaN where that is not known. The promise resolves when
     * all operations are complete.
     *
     * @param {number[]} points counts and times, as `point` returns them
     */
    async times(...points) {
      const enqueued = session.progress()?.enqueued ?? NaN;
      const { trace } = await recording.soFar();
      const ends = endsOf(trace, enqueued);
      const times = [];
      for (let i = 0; i < points.length; i += 2)
        times.push(Math.max(points[i + 1], ends(points[i])));
      return times.join(',');
    },
    /** Whether operations are being recorded. */
    get recording() {
      return recording.goesOn;
    },
    /**
     * The operations from one on, as JSON: columns of names, devices, the numbers of the program's lines, and times in ms, null where unknown.
     * The promise resolves when all of them are complete.
     *
     * @param {number} first operations enqueued before @param {number} from ms
     */
    async take(first, from) {
      const { trace, lineOf, before } = await recording.soFar();
      const own = since(trace, Math.max(0, first - before), from);
      const rows = [...own.op.keys()];
      const time = (/** @type {Float64Array} */ column) =>
        [...column].map((at) => (Number.isNaN(at) ? null : at));
      return JSON.stringify({
        names: rows.map((row) => own.names[own.op[row]]),
        devices: rows.map((row) => own.devices[own.device[row]]),
        lines: rows.map((row) => lineOf(row + Math.max(0, first - before))),
        shapes: rows.map((row) => own.shapes[own.shape[row]]),
        enqueued: time(own.enqueued),
        waits: own.waits.map((wait) => [wait.from, wait.to]),
        started: time(own.started),
        ended: time(own.ended),
        uncertainty: own.gpuClock?.uncertainty ?? 0,
        chrome: chromeTrace(own, { title: 'asynclab' }),
      });
    },
    /** The number of the program's line that made each array, 0 where unknown. Commas separate `names` and the numbers. @param {string} names */
    linesOf: (names) =>
      names
        .split(',')
        .map((name) =>
          recording.lineAt(session.deviceOf(Number(name)), session.producerOf(Number(name))),
        )
        .join(','),
  };
}

/**
 * A function that returns the last end among the first `count` operations of the lab's own device; -Infinity where none of them is recorded.
 *
 * @param {any} trace
 * @param {number} enqueued operations of the device when the recording ended
 * @returns {(count: number) => number}
 */
export function endsOf(trace, enqueued) {
  const ends = /** @type {number[]} */ ([]);
  for (let row = 0; row < trace.op.length; row += 1)
    if (trace.device[row] === 0)
      ends.push(trace.ended[row] > 0 ? trace.ended[row] : trace.completed[row]);
  const before = enqueued - ends.length;
  return (count) => ends.slice(0, Math.max(0, count - before)).reduce(later, -Infinity);
}

const later = (/** @type {number} */ a, /** @type {number} */ b) => Math.max(a, b);
