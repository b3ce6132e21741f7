/** The division of a program's time where its device does not time its work: bounds from the model, the waits and the pace of the program. */
import { costTime } from './binding-model.js';
import { MARGINS } from './inference.js';

/** @typedef {import('./binding-model.js').Rates} Rates */
/** @typedef {import('./binding-model.js').Window} Window */
/** @typedef {import('./types.js').Known} Known */
/** @typedef {import('./types.js').Trace} Trace */

/**
 * @param {Trace} trace
 * @param {object} known
 * @param {Window} known.window
 * @param {{from: number, to: number}[]} known.waits without overlaps
 * @param {Rates} known.rates
 * @param {ReturnType<typeof import('./binding-model.js').splitOf>} known.work
 * @param {{frontend: number, program: number}} known.gaps ms
 */
export function untimedParts(trace, { window, waits, rates, work, gaps }) {
  const span = window.to - window.from;
  const { compute, bytes } = work.model;
  // The model may be wrong by the factor `MARGINS.much` in either direction.
  const about = (/** @type {Known} */ { value, low, high }) => ({
    value: Math.min(span, value),
    low: Math.min(span, low / MARGINS.much),
    high: Math.min(span, high * MARGINS.much),
  });
  const [c, b] = [about(compute), about(bytes)];
  const busy = { low: Math.min(span, c.low + b.low), high: Math.min(span, c.high + b.high) };
  const queue = about(costTime(work.count, rates.cost));
  const waited = waits.reduce(
    (sum, { from, to }) => sum + Math.min(to, window.to) - Math.max(from, window.from),
    0,
  );
  const idling = idlingOf(trace, window, rates);
  const { step } = window;
  const idle = known(
    Math.max(0, Math.min(waited, Math.max(waited - busy.high - queue.high, idling.low)) - step),
    Math.min(waited + step, Math.max(0, span - busy.low), idling.high),
  );
  const overhead = known(
    Math.max(0, Math.max(gaps.frontend - step, queue.low) - busy.high),
    Math.min(span, gaps.frontend + queue.high),
  );
  const lows = c.low + b.low + idle.low + overhead.low;
  const left = span - c.value - b.value - idle.value - overhead.value;
  const rest = known(Math.max(0, gaps.program - busy.high - step), Math.max(0, span - lows), left);
  return {
    terms: { compute: c, bytes: b, overhead, waits: idle, rest },
    parts: {
      frontend: Math.min(gaps.frontend, overhead.high),
      backend: Math.max(0, overhead.value - gaps.frontend),
      dispatch: 0,
      program: gaps.program,
      kernels: 0,
    },
    stalled: 0,
    stops: idling.stops,
  };
}

/**
 * Idle times that waits cause, ms. A wait that empties the queue leaves the device idle until its end is reported and new work arrives. That
 * takes as long as for an operation of one number, the latency, or up to `MARGINS.much` times as long where a value is read.
 * @param {Trace} trace @param {Window} window @param {Rates} rates
 */
function idlingOf({ waits, enqueued }, { from, to, step }, { latency }) {
  const sum = { low: 0, high: step, stops: 0 };
  let last = -1;
  for (const wait of waits.toSorted((a, b) => a.from - b.from)) {
    while (last + 1 < enqueued.length && enqueued[last + 1] <= wait.from) last += 1;
    if (wait.to < from || wait.from > to) continue;
    const took = Math.min(to, wait.to) - Math.max(from, wait.from);
    const emptied = wait.op === -1 || wait.op === last;
    // A short wait counts although a clock with a coarse step may read it as 0.
    if (emptied) sum.stops += 1;
    if (emptied) sum.low += Math.min(took, latency.low / MARGINS.same);
    sum.high += Math.min(took, MARGINS.much * latency.high);
  }
  return sum;
}

/** Two bounds in order, with the number between them that is nearest to a value. @param {number} low @param {number} high @param {number} [value] @returns {Known} */
function known(low, high, value = (low + high) / 2) {
  const [least, most] = [Math.min(low, high), Math.max(low, high)];
  return { value: Math.min(most, Math.max(least, value)), low: least, high: most };
}
