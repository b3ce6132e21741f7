/** The facts about a trace that the charts need, computed once. This module draws nothing. */
import { laneOf } from './device-lane.js';
import { between, until } from '../kit/format.js';
import { Moments, Spans } from './levels.js';
import { Relations } from './relations.js';
import { resolutionOf } from '../kit/resolution.js';
import { depthOf } from './steps.js';

/** @typedef {import('../kit/types.js').Trace} Trace */

/**
 * @typedef {object} Facts
 * @property {number} count
 * @property {number} zero the first enqueue, ms: the charts' time 0
 * @property {number} returned the last enqueue, ms: control is back
 * @property {number} begun when a device had its first work, ms: the first start or, unless all is timed, the first submission
 * @property {number} done the last reported completion, ms
 * @property {number} end the last of all moments, ms
 * @property {boolean} timed whether every device timed its work
 * @property {Float64Array} enqueued sorted
 * @property {Float64Array} ended sorted; empty unless timed
 * @property {Float64Array} completed sorted
 * @property {import('./steps.js').Steps} depth operations enqueued and not yet reported complete
 * @property {{enqueued: Moments, decoded: Moments, submitted: Moments, completed: Moments}} moments to find an operation by
 * @property {Spans} waits of the frontend; `rows` are indices into the trace's
 * @property {Relations} relations
 * @property {import('./device-lane.js').DeviceLane[]} devices
 * @property {Uint8Array|null} device of each operation, as an index into `devices`; null if there is one device
 * @property {import('../kit/resolution.js').Resolution} resolution
 * @property {number[]} tones opacity for each name; 1 for the name on which the devices spent most time
 */

/** @param {Trace} trace @param {import('../kit/types.js').Info} [info] of its run @returns {Facts} */
export function factsOf(trace, info) {
  const { enqueued, started, ended, completed, waits } = trace;
  const count = enqueued.length;
  const moments = {
    enqueued: new Moments(enqueued),
    decoded: new Moments(trace.decoded),
    submitted: new Moments(trace.submitted),
    completed: new Moments(completed),
  };
  const inOrder = moments.enqueued.times;
  const seen = moments.completed.times;
  const tones = tonesOf(trace);
  const several = (trace.devices?.length ?? 1) > 1 && trace.device?.length === count;
  const devices = several
    ? (trace.devices ?? []).map((name, index) => laneOf(trace, { tones, name, index }))
    : [laneOf(trace, { tones, name: null, index: 0 })];
  const timed = count > 0 && devices.every((lane) => lane.timed || !lane.count);
  const finished = timed ? ended.filter((time) => !Number.isNaN(time)).sort() : new Float64Array();
  const zero = inOrder[0] ?? 0;
  const done = seen.at(-1) ?? zero;
  const byBeginning = waits.map((_, i) => i).sort((a, b) => waits[a].from - waits[b].from);
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
    ended: finished,
    completed: seen,
    depth: depthOf(inOrder, seen),
    moments,
    waits: new Spans(
      Float64Array.from(byBeginning, (i) => waits[i].from),
      Float64Array.from(byBeginning, (i) => waits[i].to),
      Uint32Array.from(byBeginning),
    ),
    relations: new Relations(trace),
    devices,
    device: several ? (trace.device ?? null) : null,
    resolution: resolutionOf(trace, info),
    tones,
  };
}

/** The least of times, or `otherwise` if there is none. @param {Float64Array} times @param {number} otherwise */
function leastOf(times, otherwise) {
  const least = times.reduce((least, time) => (time < least ? time : least), Infinity);
  return Number.isFinite(least) ? least : otherwise;
}

/** @param {Trace} trace */
function tonesOf({ names, op, kernel, started, ended }) {
  const times = names.map(() => 0);
  op.forEach((name, i) => {
    // An execution that several operations share counts once.
    if ((kernel?.[i] ?? i) !== i) return;
    times[name] += Number.isNaN(ended[i] - started[i]) ? 0 : ended[i] - started[i];
  });
  const ranks = times.map((time) => times.filter((other) => other > time).length);
  return ranks.map((rank) => [1, 0.5, 0.75, 0.35][rank % 4]);
}

/**
 * One operation's moments in ms since the first enqueue, NaN if unknown, with its duration and its gap.
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
    took: trace.ended[i] - trace.started[i],
    gap: trace.completed[i] - trace.enqueued[i],
  };
}

/**
 * A time of an operation as it is shown: a bound if it is a reported end, or if the clocks cannot distinguish it from zero.
 * @param {ReturnType<typeof lifeOf>} life
 * @param {typeof import('../trace/moments.js').MOMENTS[number]|'took'|'gap'} name
 * @param {Facts} facts
 * @returns {import('../kit/types.js').Quantity}
 */
export function quantityOf(life, name, { resolution, enqueued, zero }) {
  const value = life[name];
  if (name === 'took') return between(value, resolution.device);
  if (name === 'completed' || name === 'gap') return until(value, resolution.enqueued);
  // The first enqueue is time 0 and so exact.
  const first = name === 'enqueued' && life.index === 0 && zero === enqueued[0];
  return between(value, first ? 0 : resolution.enqueued);
}
