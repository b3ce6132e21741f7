// What Python's profiler and its memory snapshots ask: answered from the recording that the timelines are drawn of.
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
     * When the lab's own device reached points of its queue, ms, with commas between: NaN where that is not known. A promise, which is kept when
     * all operations are complete.
     *
     * @param {number[]} points counts and times, as `point` has them
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
     * The operations from one on, as JSON: columns of names, devices, the program's lines by number, times, ms, null where they are unknown.
     * A promise, which is kept when all of them are complete.
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
    /** The program's line, by number, that made each array, 0 where it is not known: `names` and the answer are separated by commas. @param {string} names */
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
 * The last end among the first operations of the lab's own device, by their number; -Infinity where none is recorded.
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
