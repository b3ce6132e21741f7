/**
 * A trace in Chrome's JSON format ("Trace Event Format"): moments and executions as complete events of threads, what may
 * overlap as asynchronous events, and a flow with a number of its own through each operation's life.
 */
import { tracksOf } from './tracks.js';

const PID = 1;
/** These may overlap among themselves; they are asynchronous events. */
const ASYNCHRONOUS = new Set(['wait', 'queue']);

/** µs, to the ns. @param {number} ms */
const microseconds = (ms) => Math.round(ms * 1e6) / 1e3;

/**
 * A trace as `chrome://tracing` and others read it. Imported from `asynclab/trace`.
 *
 * @param {import('../lib/core/trace.js').Trace} trace
 * @param {{title?: string, labels?: string[], attributes?: Record<string, string>}} [about] where it comes from
 * @returns {object} to be written as JSON
 */
export function chromeTrace(trace, { title = 'asynclab', labels = [], attributes = {} } = {}) {
  const { tracks, counters } = tracksOf(trace);
  const named = (
    /** @type {string} */ name,
    /** @type {number} */ tid,
    /** @type {object} */ args,
  ) => ({ ph: 'M', pid: PID, tid, name, args });
  const names = [
    named('process_name', 0, { name: title }),
    named('process_labels', 0, { labels: labels.join(', ') }),
  ];
  const events = /** @type {any[]} */ ([]);
  const passed = new Map();
  let asynchronous = 0;
  tracks.forEach(({ group, name, stage, marks }, index) => {
    const place = { pid: PID, tid: index + 1, cat: stage };
    const overlapping = ASYNCHRONOUS.has(stage);
    if (!overlapping)
      names.push(
        named('thread_name', place.tid, { name: `${group}: ${name}` }),
        named('thread_sort_index', place.tid, { sort_index: place.tid }),
      );
    for (const mark of marks) {
      const ts = microseconds(mark.from);
      const end = microseconds(mark.to ?? mark.from);
      const event = { ...place, name: mark.name, ts, args: mark.notes };
      if (overlapping) {
        const id = (asynchronous += 1);
        const name = `${group}: ${mark.name}`;
        events.push({ ...event, ph: 'b', id, name });
        events.push({ ...place, ph: 'e', id, name, ts: end });
      } else {
        events.push({ ...event, ph: 'X', dur: Math.round((end - ts) * 1e3) / 1e3 });
        for (const i of mark.operations) {
          const flow = { ...place, ph: 't', id: i + 1, ts, cat: 'operation', name: 'operation' };
          events.push(flow);
          if (passed.has(i)) passed.get(i).push(flow);
          else passed.set(i, [flow]);
        }
      }
    }
  });
  for (const steps of passed.values()) {
    steps[0].ph = 's';
    const last = steps.at(-1);
    if (steps.length > 1) Object.assign(last, { ph: 'f', bp: 'e' });
  }
  for (const { group, name, unit, at, values } of counters)
    for (let i = 0; i < at.length; i += 1) {
      const ts = microseconds(at[i]);
      events.push({
        ph: 'C',
        pid: PID,
        name: `${group}: ${name}`,
        ts,
        args: { [unit]: values[i] },
      });
    }
  // By time; at equal times the order of an operation's life holds.
  events.sort((a, b) => a.ts - b.ts);
  return {
    displayTimeUnit: 'ns',
    otherData: attributes,
    traceEvents: [...names, ...events],
  };
}
