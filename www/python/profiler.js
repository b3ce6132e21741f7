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
