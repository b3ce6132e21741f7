/**
 * Finds what binds a program: how its time divides among the device's arithmetic, its bytes, the overhead of operations, waits, and the rest,
 * by its trace and the rates of its device. `docs/decisions/binding.md` has the rules and their reasons.
 */
import { idleTimes } from './analysis.js';
import { MARGINS } from './inference.js';
import { kernelsIn, splitOf } from './binding-model.js';
import { untimedParts } from './binding-untimed.js';
import { countWhile } from './lazy.js';

/** @typedef {import('./types.js').Known} Known */
/** @typedef {import('./binding-model.js').Rates} Rates */
/** @typedef {import('./binding-model.js').Window} Window */
/** @typedef {import('./types.js').Trace} Trace */
/** @typedef {import('./types.js').Binding} Binding */
/** @typedef {import('./types.js').Term} Term */
/** @typedef {import('./types.js').Remedy} Remedy */

export const TERMS = /** @type {const} */ (['compute', 'bytes', 'overhead', 'waits', 'rest']);

/** A frontend takes at most this many times its usual pace between two operations. In a longer gap the program did something else. */
const LONG = 10;

/** The union of intervals: in order, without overlaps. @param {{from: number, to: number}[]} list */
export function union(list) {
  const sorted = list.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from);
  const merged = /** @type {{from: number, to: number}[]} */ ([]);
  for (const { from, to } of sorted) {
    const last = merged[merged.length - 1];
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** How much of the time between two moments a union of intervals covers, ms. @param {ReturnType<typeof union>} set @param {number} from @param {number} to */
export function covered(set, from, to) {
  const first = countWhile(set, (one) => one.to <= from);
  let sum = 0;
  for (let i = first; i < set.length && set[i].from < to; i += 1)
    sum += Math.min(to, set[i].to) - Math.max(from, set[i].from);
  return sum;
}

/**
 * The frontend's usual time for an operation, ms: the median over operations. Operations that share a reading of the clock share equally the
 * time until the next reading. Readings with a wait between them are left out.
 * @param {Trace} trace @param {ReturnType<typeof union>} waits @param {number} otherwise the result where no two readings give one
 */
export function paceOf({ enqueued }, waits, otherwise) {
  const readings = /** @type {{each: number, count: number}[]} */ ([]);
  for (let i = 0; i < enqueued.length;) {
    let next = i + 1;
    while (next < enqueued.length && enqueued[next] === enqueued[i]) next += 1;
    const took = enqueued[next] - enqueued[i];
    if (next < enqueued.length && covered(waits, enqueued[i], enqueued[next]) === 0)
      readings.push({ each: took / (next - i), count: next - i });
    i = next;
  }
  readings.sort((a, b) => a.each - b.each);
  let half = readings.reduce((sum, { count }) => sum + count, 0) / 2;
  for (const { each, count } of readings) if ((half -= count) <= 0) return each;
  return otherwise;
}

/** The window of a whole program: from its first operation to the end of the last one's work, or of the last wait. @param {Trace} trace */
export function windowOf({ enqueued, ended, completed, waits }) {
  let to = waits.reduce((last, wait) => Math.max(last, wait.to), enqueued[0]);
  for (let i = 0; i < enqueued.length; i += 1) {
    const end = Number.isFinite(ended[i]) ? ended[i] : completed[i];
    if (end > to) to = end;
  }
  return { from: enqueued[0], to };
}

/**
 * Divides the time of a program. Null where the trace has no operations, or lacks the columns of their work.
 * @param {Trace} trace
 * @param {Rates} rates
 * @param {object} [within]
 * @param {number} [within.from] ms; for a part of the program, such as a cell
 * @param {number} [within.to] ms
 * @param {number} [within.step] of the frontend's clock, ms
 * @param {number} [within.quantum] step of the device's own clock, ms
 * @returns {Binding|null}
 */
export function bindingOf(trace, rates, within = {}) {
  if (!trace.flops || !trace.bytes || trace.op.length === 0) return null;
  const { from, step = 0, quantum = 0, ...until } = { ...windowOf(trace), ...within };
  // A program may end within one step of the clock.
  const to = Math.max(until.to, from + step);
  if (!(to > from)) return null;
  const window = { from, to, step, quantum };
  const waits = union(trace.waits.filter((wait) => wait.to > from && wait.from < to));
  const kernels = kernelsIn(trace, window);
  const idle = idleTimes(trace);
  const timed = idle !== null;
  const work = splitOf(kernels.classes, rates, quantum);
  const lasting = timed
    ? timedParts(trace, { window, waits, idle, rates, work })
    : untimedParts(trace, {
        window,
        waits,
        rates,
        work,
        gaps: gapsOf(trace, waits, rates, window),
      });
  const { stalled, ...found } = lasting;
  const span = to - from - stalled;
  const replayed = isReplayed(trace, window);
  return { ...decided(span, step, { ...found, work, replayed }), timed, stalled };
}

/** Whether compiled functions enqueued most operations of the window. @param {Trace} trace @param {Window} window */
function isReplayed({ enqueued, replayed = [] }, { from, to }) {
  const first = enqueued.findIndex((at) => at >= from);
  const end = enqueued.findLastIndex((at) => at <= to) + 1;
  const count = replayed.reduce(
    (sum, [row, rows]) => sum + Math.max(0, Math.min(end, row + rows) - Math.max(first, row)),
    0,
  );
  return count > (end - first) / 2;
}

/** Time between operations without waits, ms: the frontend's, and the program's own. @param {Trace} trace @param {ReturnType<typeof union>} waits @param {Rates} rates @param {Window} window */
function gapsOf(trace, waits, rates, { from, to }) {
  const pace = paceOf(trace, waits, rates.cost.value);
  const moments = Array.from(trace.enqueued).filter((at) => at > from && at < to);
  const sum = { frontend: 0, program: 0 };
  let [since, count] = [from, 1];
  for (const at of [...moments, to]) {
    if (at === since) {
      count += 1;
      continue;
    }
    addFrontend(sum, at - since - covered(waits, since, at), pace * count);
    [since, count] = [at, 1];
  }
  return sum;
}

/**
 * Divides a gap between operations. If it is longer than `LONG` times the usual time, the frontend took the usual time, and the program itself the rest.
 * @param {{frontend: number, program: number}} sum ms, to which the parts are added @param {number} time ms @param {number} usual ms
 */
function addFrontend(sum, time, usual) {
  const isLong = time > LONG * usual;
  sum.frontend += isLong ? usual : Math.max(0, time);
  sum.program += isLong ? time - usual : 0;
}

/** A time that is known to within `unsure`, ms. @param {number} value @param {number} unsure @returns {Known} */
const around = (value, unsure) => ({
  value,
  low: Math.max(0, value - unsure),
  high: value + unsure,
});

/**
 * The division where the device times its work: each moment is the work of a kernel, or idle time with a cause.
 * @param {Trace} trace
 * @param {object} known
 * @param {Window} known.window
 * @param {ReturnType<typeof union>} known.waits
 * @param {import('./analysis.js').IdleTime[]} known.idle
 * @param {Rates} known.rates
 * @param {ReturnType<typeof splitOf>} known.work
 */
function timedParts(trace, { window, waits, idle, rates, work }) {
  const { from, to, step } = window;
  const pace = paceOf(trace, waits, rates.cost.value);
  const sum = { frontend: 0, backend: 0, program: 0, stalls: 0, waits: 0 };
  let stops = 0;
  // A longer gap in the backend is a stall and no overhead: a kernel was compiled, or memory was short.
  const usual = MARGINS.much * rates.latency.high + LONG * rates.cost.high;
  const handOver = (/** @type {number} */ time) => {
    sum.backend += Math.min(time, usual);
    sum.stalls += Math.max(0, time - usual);
  };
  /** @param {number} start @param {number} end @param {number} at */
  const asked = (start, end, at) => {
    const middle = Math.min(end, Math.max(start, at));
    addFrontend(sum, middle - start, pace);
    handOver(end - middle);
  };
  for (const gap of [...idle, ...endsOf(trace, window)]) {
    const [start, end] = [Math.max(from, gap.from), Math.min(to, gap.to)];
    if (!(end > start)) continue;
    const waited = covered(waits, start, end);
    if (gap.cause === 'wait' && waited > 0) {
      // Until the next operation is enqueued, the program may do something else beside the wait; from then on the operation is in the backend.
      const at = Math.min(end, Math.max(start, trace.enqueued[gap.next]));
      const stalls = Math.max(0, end - at - usual);
      const program = Math.max(0, at - start - covered(waits, start, at) - usual);
      sum.waits += end - start - stalls - program;
      sum.stalls += stalls;
      sum.program += program;
      stops += 1;
    } else if (gap.cause === 'backend') handOver(end - start);
    else if (gap.next >= 0) asked(start, end, trace.enqueued[gap.next]);
    else {
      // After the last work.
      sum.waits += waited;
      sum.program += end - start - waited;
      stops += waited > 0 ? 1 : 0;
    }
  }
  const unsure = (trace.gpuClock?.uncertainty ?? 0) + step;
  const about = (/** @type {number} */ value) => around(value, unsure);
  const { compute, bytes, overhead, rest } = work.device;
  return {
    terms: {
      compute,
      bytes,
      overhead: plus(overhead, about(sum.frontend + sum.backend)),
      waits: about(sum.waits),
      rest: plus(rest, about(sum.program)),
    },
    parts: {
      frontend: sum.frontend,
      backend: sum.backend,
      dispatch: overhead.value,
      program: sum.program,
      kernels: rest.value,
    },
    stalled: sum.stalls,
    stops,
  };
}

/** The idle times before a device's first work and after its last. @param {Trace} trace @param {Window} window */
function endsOf({ started, ended, device }, { from, to }) {
  let [first, begin, end] = [-1, Infinity, -Infinity];
  for (let i = 0; i < started.length; i += 1) {
    if ((device?.[i] ?? 0) !== 0 || !Number.isFinite(started[i])) continue;
    if (started[i] < begin) [first, begin] = [i, started[i]];
    end = Math.max(end, ended[i]);
  }
  return [
    { from, to: begin, next: first, cause: 'frontend' },
    { from: end, to, next: -1, cause: 'end' },
  ];
}

/** @param {Known} a @param {Known} b @returns {Known} */
export const plus = (a, b) => ({
  value: a.value + b.value,
  low: a.low + b.low,
  high: a.high + b.high,
});

/**
 * The same terms, each at most as long as the whole less the lower bounds of the others.
 * @param {Record<Term, Known>} terms ms @param {number} whole ms
 * @returns {Record<Term, Known>}
 */
function bounded(terms, whole) {
  const room = whole - TERMS.reduce((sum, term) => sum + terms[term].low, 0);
  const within = (/** @type {Known} */ { value, low, high }) => ({
    value,
    low,
    high: Math.max(value, Math.min(high, low + room)),
  });
  return /** @type {Record<Term, Known>} */ (
    Object.fromEntries(TERMS.map((term) => [term, within(terms[term])]))
  );
}

/**
 * @param {number} span ms
 * @param {number} step of the clock that the span was read from, ms
 * @param {object} found
 * @param {Record<Term, Known>} found.terms ms
 * @param {Binding['parts']} found.parts ms
 * @param {number} found.stops waits that left the device idle
 * @param {ReturnType<typeof splitOf>} found.work
 * @param {boolean} found.replayed whether compiled functions enqueued most of its operations
 * @returns {Omit<Binding, 'timed'|'stalled'>}
 */
function decided(span, step, { terms, parts, stops, work: { fusible, count }, replayed }) {
  const share = (/** @type {number} */ time, of = span) =>
    time > 0 ? Math.min(1, time / Math.max(0, of)) : 0;
  const bounds = bounded(terms, span + step);
  const shares = /** @type {Binding['shares']} */ (
    Object.fromEntries(
      TERMS.map((term) => {
        const { value, low, high } = bounds[term];
        return [
          term,
          { value: share(value), low: share(low, span + step), high: share(high, span - step) },
        ];
      }),
    )
  );
  const [top, next] = TERMS.toSorted((a, b) => shares[b].value - shares[a].value);
  const others = TERMS.filter((term) => term !== top);
  // Times are compared, and not shares: the bounds of shares also include the uncertainty of the span.
  const most = Math.max(...others.map((term) => bounds[term].high));
  const sure = bounds[top].low > MARGINS.same * most;
  const key = sure ? top : 'open';
  const host = parts.frontend + parts.backend;
  /** @type {Record<Term, Remedy>} */
  const remedies = {
    compute: 'nothing',
    bytes: fusible.time > terms.bytes.value / 2 ? 'fuse' : 'nothing',
    // A compiled function costs the host less, and has one kernel for each chain of elementwise operations.
    overhead:
      !replayed && (host >= parts.dispatch || fusible.count > count / 2) ? 'compile' : 'batch',
    // A single wait, at the end, is needed.
    waits: stops > 1 ? 'wait-less' : 'batch',
    rest: parts.program >= parts.kernels ? 'program' : 'unknown',
  };
  return {
    span,
    shares,
    key,
    remedy: key === 'open' ? 'open' : remedies[key],
    by: {
      value: shares[top].value / shares[next].value,
      low: bounds[top].low / most,
      high: bounds[top].high / bounds[next].low,
    },
    parts: /** @type {Binding['parts']} */ (
      Object.fromEntries(Object.entries(parts).map(([name, time]) => [name, share(time)]))
    ),
  };
}
