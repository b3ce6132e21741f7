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
  const names = [
    named('process_name', 0, { name: title }),
    named('process_labels', 0, { labels: labels.join(', ') }),
  ];
  const flows = new Flows();
  const events = /** @type {any[]} */ ([]);
  let asynchronous = 0;
  tracks.forEach(({ group, name, stage, marks }, index) => {
    const thread = { pid: PID, tid: index + 1, cat: stage };
    const overlapping = ASYNCHRONOUS.has(stage);
    if (!overlapping)
      names.push(
        named('thread_name', thread.tid, { name: `${group}: ${name}` }),
        named('thread_sort_index', thread.tid, { sort_index: thread.tid }),
      );
    for (const mark of marks) {
      const ts = microseconds(mark.from);
      const end = microseconds(mark.to ?? mark.from);
      const event = { ...thread, name: mark.name, ts, args: mark.notes };
      if (overlapping) {
        const id = (asynchronous += 1);
        const name = `${group}: ${mark.name}`;
        events.push({ ...event, ph: 'b', id, name });
        events.push({ ...thread, ph: 'e', id, name, ts: end });
      } else {
        events.push({ ...event, ph: 'X', dur: Math.round((end - ts) * 1e3) / 1e3 });
        for (const i of mark.operations) events.push(flows.step(i, { ...thread, ts }));
      }
    }
  });
  flows.end();
  // By time; at equal times the order of an operation's life holds.
  const all = [...events, ...counters.flatMap(counted)].sort((a, b) => a.ts - b.ts);
  return { displayTimeUnit: 'ns', otherData: attributes, traceEvents: [...names, ...all] };
}

/** What a process or thread is called. @param {string} name @param {number} tid @param {object} args */
const named = (name, tid, args) => ({ ph: 'M', pid: PID, tid, name, args });

/** The readings of a counter. @param {ReturnType<typeof tracksOf>['counters'][number]} counter */
const counted = ({ group, name, unit, at, values }) =>
  Array.from(at, (time, i) => ({
    ph: 'C',
    pid: PID,
    name: `${group}: ${name}`,
    ts: microseconds(time),
    args: { [unit]: values[i] },
  }));

/** The flows through operations' lives: each has a first step, others, and a last one. */
class Flows {
  /** @type {Map<number, any[]>} */
  #steps = new Map();

  /** The event of an operation's next step. @param {number} operation @param {object} event its thread and time */
  step(operation, event) {
    const id = operation + 1;
    const step = { ...event, ph: 't', id, cat: 'operation', name: 'operation' };
    const steps = this.#steps.get(operation);
    if (steps) steps.push(step);
    else this.#steps.set(operation, [step]);
    return step;
  }

  /** Marks the first and the last step of each flow. */
  end() {
    for (const steps of this.#steps.values()) {
      steps[0].ph = 's';
      if (steps.length > 1) Object.assign(steps[steps.length - 1], { ph: 'f', bp: 'e' });
    }
  }
}
