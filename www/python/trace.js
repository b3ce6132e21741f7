// A recording of Python as a trace like any other: its waits are those of the lab, each with the program's line and the name that
// Python has for it.
import { Lines } from './lives.js';

/** @param {any} recorded as the kernel tells it @returns {any} null where nothing was recorded */
export function traceOf({ trace, waits, lines: fresh }) {
  if (!trace) return null;
  const lines = new Lines();
  lines.learn(fresh);
  // Both in the order of time; a wait of Python holds one or more of the lab.
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
