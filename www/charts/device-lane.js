/** One device's work: its queue, and its executions or their bounds. No drawing here. */
import { Levels, orderOf, Spans } from './levels.js';
import { depthOf } from './steps.js';
import { MOMENTS } from '../trace/moments.js';

/** @typedef {import('../kit/types.js').Trace} Trace */
/** @typedef {{serial: number, from: number, to: number, first: number, count: number, row: number}} Submission from..to: bounds, ms */

/**
 * @typedef {object} DeviceLane
 * @property {number} index
 * @property {string|null} name null if there is only one device
 * @property {number} count of its operations
 * @property {Uint32Array|null} rows of its operations; null if all operations are this device's
 * @property {boolean} timed whether the device timed all its work
 * @property {Spans|null} work executions; null unless timed
 * @property {Float64Array} busy summed time of the executions before each execution, ms: N + 1 entries
 * @property {Float64Array} toned as `busy`, with each time weighted by the tone of its name
 * @property {import('./steps.js').Steps} queue operations that are submitted and not yet begun; unless timed, not yet reported complete
 * @property {Spans} seen for each moment at which completions were reported, from the last of their ends to that moment; empty unless timed
 * @property {Spans} handed from decoding to submission, by operation
 * @property {Submission[]} submissions by their beginning; empty if the device is timed
 * @property {Spans} submitted the submissions as spans
 * @property {Map<number, Submission>} bySerial
 * @property {number} bounds number of rows that the submissions need
 * @property {Float64Array} reach for each operation, the latest known moment of it and of all operations before it, ms; never falls
 * @property {Record<'enqueued'|'decoded'|'submitted'|'started'|'ended'|'completed', Levels>} levels by its own operations
 */

/** Most rows of submissions that overlap. */
const ROWS = 8;

/**
 * @param {Trace} trace
 * @param {{tones: number[], name: string|null, index: number}} device
 * @returns {DeviceLane}
 */
export function laneOf(trace, { tones, name, index }) {
  const own = name === null ? null : trace.device;
  const rows = own ? Uint32Array.from(trace.op.keys()).filter((i) => own[i] === index) : null;
  const column = (/** @type {Float64Array} */ all) =>
    rows ? Float64Array.from(rows, (row) => all[row]) : all;
  const [enqueued, decoded, submitted, started, ended, completed] = MOMENTS.map((moment) =>
    column(trace[moment]),
  );
  const count = enqueued.length;
  const rowOf = (/** @type {number} */ i) => (rows ? rows[i] : i);
  const timed = count > 0 && !started.some(Number.isNaN) && !ended.some(Number.isNaN);
  const work = timed ? executionsOf(trace, rows, started, ended) : null;
  const executions = work?.from.length ?? 0;
  const [busy, toned] = [new Float64Array(executions + 1), new Float64Array(executions + 1)];
  for (let i = 0; work && i < executions; i += 1) {
    const took = work.to[i] - work.from[i];
    busy[i + 1] = busy[i] + took;
    toned[i + 1] = toned[i] + took * tones[trace.op[work.row(i)]];
  }
  const submissions = timed ? [] : submissionsOf(trace, count, rowOf);
  return {
    index,
    name,
    count,
    rows,
    timed,
    work,
    busy,
    toned,
    queue: depthOf(sorted(submitted), sorted(timed ? started : completed)),
    seen: timed ? seenOf(completed, ended) : new Spans(new Float64Array(), new Float64Array()),
    handed: spansOf(decoded, submitted, rows),
    submissions,
    submitted: new Spans(
      Float64Array.from(submissions, ({ from }) => from),
      Float64Array.from(submissions, ({ to }) => to),
    ),
    bySerial: new Map(submissions.map((one) => [one.serial, one])),
    bounds: 1 + submissions.reduce((most, { row }) => Math.max(most, row), 0),
    reach: reachOf([submitted, ended, completed]),
    levels: {
      enqueued: new Levels(enqueued),
      decoded: new Levels(decoded),
      submitted: new Levels(submitted),
      started: new Levels(started),
      ended: new Levels(ended),
      completed: new Levels(completed),
    },
  };
}

/** The greatest value of all columns up to each row. @param {Float64Array[]} columns */
function reachOf(columns) {
  let most = -Infinity;
  return columns[0].map((_, i) => {
    for (const column of columns) if (column[i] > most) most = column[i];
    return most;
  });
}

/** @param {Float64Array} times */
function sorted(times) {
  const order = orderOf(times);
  return order ? Float64Array.from(order, (i) => times[i]) : times;
}

/** @param {Float64Array} from @param {Float64Array} to @param {Uint32Array|null} rows */
function spansOf(from, to, rows) {
  const order = orderOf(from);
  if (!order) return new Spans(from, to, rows);
  const of = (/** @type {Float64Array} */ times) => Float64Array.from(order, (i) => times[i]);
  return new Spans(of(from), of(to), rows ? order.map((i) => rows[i]) : order);
}

/** Every execution once, at the row of the last operation that it computes. @param {Trace} trace @param {Uint32Array|null} rows @param {Float64Array} started @param {Float64Array} ended */
function executionsOf({ kernel }, rows, started, ended) {
  if (!kernel) return spansOf(started, ended, rows);
  const all = rows ?? Uint32Array.from(started.keys());
  const own = (/** @type {unknown} */ _, /** @type {number} */ i) => kernel[all[i]] === all[i];
  return spansOf(started.filter(own), ended.filter(own), all.filter(own));
}

/** A span for each moment of a report: from the last end reported then to that moment. @param {Float64Array} completed @param {Float64Array} ended */
function seenOf(completed, ended) {
  const order = orderOf(completed);
  const from = /** @type {number[]} */ ([]);
  const to = /** @type {number[]} */ ([]);
  for (let k = 0; k < (order ?? completed).length; k += 1) {
    const i = order ? order[k] : k;
    const last = to.length - 1;
    if (to[last] === completed[i]) from[last] = Math.max(from[last], ended[i]);
    else if (completed[i] >= ended[i]) {
      from.push(ended[i]);
      to.push(completed[i]);
    }
  }
  return spansOf(Float64Array.from(from), Float64Array.from(to), null);
}

/** The submissions, with bounds of their work. @param {Trace} trace @param {number} count @param {(i: number) => number} rowOf @returns {Submission[]} */
function submissionsOf({ submission, submitted, completed }, count, rowOf) {
  /** @type {Map<number, Submission>} */
  const bySerial = new Map();
  for (let k = 0; k < count; k += 1) {
    const i = rowOf(k);
    const [from, to] = [submitted[i], completed[i]];
    if (Number.isNaN(from) || Number.isNaN(to)) continue;
    const known = bySerial.get(submission[i]);
    if (!known) {
      const serial = submission[i];
      bySerial.set(serial, { serial, from, to, first: i, count: 1, row: 0 });
    } else {
      known.from = Math.min(known.from, from);
      known.to = Math.max(known.to, to);
      known.count += 1;
    }
  }
  const inOrder = [...bySerial.values()].sort((a, b) => a.from - b.from);
  assignRows(inOrder);
  return inOrder;
}

/** Gives overlapping submissions different rows; if these run out, further submissions share the last row. @param {Submission[]} inOrder */
function assignRows(inOrder) {
  const ends = /** @type {number[]} */ ([]);
  for (const one of inOrder) {
    const free = ends.findIndex((end) => end <= one.from);
    one.row = free >= 0 ? free : Math.min(ends.length, ROWS - 1);
    ends[one.row] = Math.max(one.to, ends[one.row] ?? -Infinity);
  }
}
