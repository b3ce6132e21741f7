// A recording of Python as a trace like any other: its waits are those of the lab, each with the program's line and the name that
// Python has for it.
import { Lines } from './lives.js';

/** @param {any} recorded as the kernel reports it @returns {any} null where nothing was recorded */
export function traceOf({ trace, waits, lines: fresh }) {
  if (!trace) return null;
  const lines = new Lines();
  lines.learn(fresh);
  // Both lists are in the order of time. A wait of Python contains one or more waits of the lab.
  let next = 0;
  const own = (/** @type {import('../kit/types.js').Wait} */ { from, to }) => {
    while (next < waits.length && waits[next].to < to) next += 1;
    return waits[next]?.from <= from ? waits[next] : undefined;
  };
  return {
    ...trace,
    waits: trace.waits.map((/** @type {any} */ wait) => {
      const of = own(wait);
      return of ? { ...wait, kind: of.kind, line: lines.at(of.line).line } : wait;
    }),
  };
}

/** The amounts of memory that a recording samples, bytes. */
const AMOUNTS = ['used', 'pending', 'pooled', 'allocated'];
/** Most samples that are taken. */
const MOST_SAMPLES = 2_000_000;

/** The memory over time in a recording, if it has the lab's form. @param {any} memory @returns {any} undefined otherwise */
export function checkedMemory(memory) {
  const columns = ['at', ...AMOUNTS].map((name) => memory?.[name]);
  const length = columns[0]?.length;
  const whole = columns.every(
    (column) =>
      column instanceof Float64Array &&
      column.length === length &&
      length <= MOST_SAMPLES &&
      column.every((value) => Number.isFinite(value) && Math.abs(value) < 1e15),
  );
  const sorted = () =>
    columns[0].every(
      (/** @type {number} */ at, /** @type {number} */ i) => i === 0 || columns[0][i - 1] <= at,
    );
  if (!whole || !sorted()) return undefined;
  return Object.fromEntries(['at', ...AMOUNTS].map((name, i) => [name, columns[i]]));
}
