/** What charts need to know of a trace, computed once. No drawing here. */

/** @typedef {import('../page/types.js').Trace} Trace */

/**
 * @typedef {object} Facts
 * @property {number} count
 * @property {number} zero the first enqueue, ms: the charts' time 0
 * @property {number} returned the last enqueue, ms: control is back
 * @property {number} begun when the device had its first work: its start or, untimed, its submission, ms
 * @property {number} done the last completion seen, ms
 * @property {number} end the last moment of all, ms
 * @property {boolean} timed whether the device timed its work
 * @property {Float64Array} enqueued sorted
 * @property {Float64Array} ended sorted; empty unless timed
 * @property {Float64Array} completed sorted
 * @property {Submission[]} submissions by their beginning
 * @property {Map<number, Submission>} bySerial
 * @property {number[]} tones for each name, 1 for what the device spent most time on
 *
 * @typedef {{serial: number, from: number, to: number, first: number, count: number, row: number}} Submission from..to: bounds, ms
 */

/** @param {Trace} trace @returns {Facts} */
export function factsOf(trace) {
  const { enqueued, started, ended, completed, waits } = trace;
  const count = enqueued.length;
  const sorted = (/** @type {Float64Array} */ times) =>
    times.filter((t) => !Number.isNaN(t)).sort();
  const inOrder = sorted(enqueued);
  const seen = sorted(completed);
  const finished = sorted(ended);
  const timed = count > 0 && finished.length === count && !started.some(Number.isNaN);
  const zero = inOrder[0] ?? 0;
  const done = seen.at(-1) ?? zero;
  const submissions = submissionsOf(trace);
  return {
    count,
    zero,
    returned: inOrder.at(-1) ?? zero,
    begun: leastOf(timed ? started : trace.submitted, zero),
    done,
    end: waits.reduce(
      (end, wait) => Math.max(end, wait.to),
      Math.max(done, finished.at(-1) ?? zero),
    ),
    timed,
    enqueued: inOrder,
    ended: timed ? finished : new Float64Array(),
    completed: seen,
    submissions,
    bySerial: new Map(submissions.map((one) => [one.serial, one])),
    tones: tonesOf(trace),
  };
}

/** The least of times, or `otherwise` where there is none. @param {Float64Array} times @param {number} otherwise */
function leastOf(times, otherwise) {
  const least = times.reduce((least, time) => (time < least ? time : least), Infinity);
  return Number.isFinite(least) ? least : otherwise;
}

/** Each submit as the bounds of its work; those that overlap stand in different rows. @param {Trace} trace @returns {Submission[]} */
function submissionsOf({ submission, submitted, completed }) {
  /** @type {Map<number, Submission>} */
  const bySerial = new Map();
  submission.forEach((serial, i) => {
    const from = submitted[i];
    const to = completed[i];
    if (Number.isNaN(from) || Number.isNaN(to)) return;
    const known = bySerial.get(serial);
    if (!known) bySerial.set(serial, { serial, from, to, first: i, count: 1, row: 0 });
    else {
      known.from = Math.min(known.from, from);
      known.to = Math.max(known.to, to);
      known.count += 1;
    }
  });
  /** @type {number[]} */
  const rowsEnd = [];
  const inOrder = [...bySerial.values()].sort((a, b) => a.from - b.from);
  for (const one of inOrder) {
    const free = rowsEnd.findIndex((end) => end <= one.from);
    one.row = free < 0 ? rowsEnd.length : free;
    rowsEnd[one.row] = one.to;
  }
  return inOrder;
}

/** @param {Trace} trace */
function tonesOf({ names, op, started, ended }) {
  const times = names.map(() => 0);
  op.forEach((name, i) => {
    times[name] += Number.isNaN(ended[i] - started[i]) ? 0 : ended[i] - started[i];
  });
  const ranks = times.map((time) => times.filter((other) => other > time).length);
  return ranks.map((rank) => [1, 0.5, 0.75, 0.35][rank % 4]);
}

/**
 * How many of the sorted times are not after t.
 * @param {Float64Array} times
 * @param {number} t
 */
export function countUntil(times, t) {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * One operation's life; times in ms since the first enqueue, NaN where unknown.
 * @param {Trace} trace
 * @param {Facts} facts
 * @param {number} i
 */
export function lifeOf(trace, facts, i) {
  const since = (/** @type {Float64Array} */ times) => times[i] - facts.zero;
  return {
    index: i,
    name: trace.names[trace.op[i]],
    shape: trace.shapes[trace.shape[i]],
    submission: trace.submission[i],
    enqueued: since(trace.enqueued),
    decoded: since(trace.decoded),
    submitted: since(trace.submitted),
    started: since(trace.started),
    ended: since(trace.ended),
    completed: since(trace.completed),
    gap: trace.completed[i] - trace.enqueued[i],
    reads: Array.from(trace.inputs.subarray(trace.inputOffsets[i], trace.inputOffsets[i + 1])),
  };
}
