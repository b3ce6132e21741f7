/** A trace as tracks of marks: what every format that viewers of traces read is written from. */
import { MOMENTS } from './moments.js';

/** @typedef {import('../lib/profile.js').Trace} Trace */

/**
 * @typedef {object} Mark Something on a track: a moment, or a time from `from` to `to`; ms on the lab's clock.
 * @property {number} from
 * @property {number} [to] only of tracks of slices
 * @property {string} name
 * @property {number[]} operations whose lives pass through it
 * @property {Record<string, string|number|undefined>} notes
 *
 * @typedef {object} Track
 * @property {string} group `frontend`, or the backend or the device of a name
 * @property {string} name
 * @property {'enqueue'|'wait'|'decode'|'submit'|'queue'|'execution'|'done'} stage
 * @property {boolean} slices whether its marks have a length; they then do not overlap
 * @property {Mark[]} marks by time
 *
 * @typedef {object} Counter
 * @property {string} group
 * @property {string} name
 * @property {'count'|'B'} unit
 * @property {ArrayLike<number>} at ms
 * @property {ArrayLike<number>} values from then on
 */

const MEMORY = /** @type {const} */ (['used', 'pending', 'pooled', 'allocated']);

/** Where more than this overlap, lanes show nothing that the depth of the queue does not. */
const MOST_LANES = 64;

/** NaN where nothing is known, also in a trace that comes from JSON. @param {ArrayLike<number|null>} times */
const column = (times) => Float64Array.from(times, (time) => time ?? NaN);

/** @param {number[]} shape */
const shapeText = (shape) => (shape.length ? shape.join('×') : 'scalar');

/**
 * Marks put into as few lanes as they need so that in none of them two overlap. One sweep by beginning and end, as in a hostile trace there
 * are as many lanes as marks.
 * @param {Mark[]} marks
 * @returns {Mark[][]}
 */
export function lanesOf(marks) {
  const lanes = /** @type {Mark[][]} */ ([]);
  const inOrder = [...marks].sort((a, b) => a.from - b.from || Number(a.to) - Number(b.to));
  const laneOf = new Int32Array(inOrder.length).fill(-1);
  const byEnd = inOrder
    .map((_, i) => i)
    .sort((a, b) => Number(inOrder[a].to) - Number(inOrder[b].to) || a - b);
  const free = /** @type {number[]} */ ([]);
  let ended = 0;
  inOrder.forEach((mark, i) => {
    for (; Number(inOrder[byEnd[ended]].to) <= mark.from; ended += 1) {
      // A mark without length is not in a lane yet.
      if (laneOf[byEnd[ended]] < 0) break;
      free.push(laneOf[byEnd[ended]]);
    }
    laneOf[i] = free.pop() ?? lanes.push([]) - 1;
    lanes[laneOf[i]].push(mark);
  });
  return lanes;
}

/**
 * Tracks in the order of an operation's life, and counters.
 * @param {Trace} trace
 * @returns {{tracks: Track[], counters: Counter[]}}
 */
export function tracksOf(trace) {
  // Older documents have no devices.
  const devices = trace.devices ?? ['device'];
  const of = (/** @type {number} */ i) => trace.device?.[i] ?? 0;
  const [enqueued, decoded, submitted, started, ended, completed] = MOMENTS.map((moment) =>
    column(trace[moment]),
  );
  const rows = Array.from(enqueued, (_, i) => i);
  const nameOf = (/** @type {number} */ i) => trace.names[trace.op[i]];
  const shapeOf = (/** @type {number} */ i) => shapeText(trace.shapes[trace.shape[i]]);
  const readsOf = (/** @type {number} */ i) =>
    Array.from(trace.inputs.slice(trace.inputOffsets[i], trace.inputOffsets[i + 1])).join();
  const within = trace.enqueuedWithin ? { within_ms: trace.enqueuedWithin } : {};
  const uncertainty = trace.gpuClock ? { uncertainty_ms: trace.gpuClock.uncertainty } : {};
  /** @type {Map<number, number[]>} */
  const fused = new Map();
  trace.kernel?.forEach((last, i) => {
    const members = fused.get(last);
    if (members) members.push(i);
    else fused.set(last, [i]);
  });
  const fusedIn = (/** @type {number} */ i) => {
    const all = fused.get(i) ?? [];
    return all.length > 1 ? { fused: all.join() } : {};
  };
  /** One operation at one moment. @param {number} from @param {number} i @param {Mark['notes']} notes @returns {Mark} */
  const one = (from, i, notes) => ({
    from,
    name: nameOf(i),
    operations: [i],
    notes: { operation: i, ...notes },
  });
  const known = (/** @type {Float64Array} */ times) => (/** @type {number} */ i) =>
    Number.isFinite(times[i]);
  /** An event of several operations at once. @param {Float64Array} times @param {number[]} members @param {string} name @param {boolean} [whole] whether it happens to whole submissions @returns {Mark[]} */
  const together = (times, members, name, whole = true) => {
    const marks = /** @type {Map<string, Mark>} */ (new Map());
    for (const i of members.filter(known(times))) {
      const submission = whole ? { submission: trace.submission[i] } : {};
      const key = `${times[i]} ${submission.submission}`;
      const mark = marks.get(key) ?? { from: times[i], name, operations: [], notes: {} };
      mark.operations.push(i);
      mark.notes = { ...submission, operations: mark.operations.length };
      marks.set(key, mark);
    }
    return [...marks.values()];
  };

  const tracks = /** @type {Track[]} */ ([]);
  const add = (/** @type {Track} */ track) => {
    track.marks.sort((a, b) => a.from - b.from);
    if (track.marks.length) tracks.push(track);
  };
  const slices = (/** @type {Omit<Track, 'slices'>} */ { marks, ...track }) =>
    lanesOf(marks).forEach((lane) => add({ ...track, slices: true, marks: lane }));

  add({
    group: 'frontend',
    name: 'enqueue',
    stage: 'enqueue',
    slices: false,
    marks: rows
      .filter(known(enqueued))
      .map((i) => one(enqueued[i], i, { shape: shapeOf(i), reads: readsOf(i), ...within })),
  });
  slices({
    group: 'frontend',
    name: 'waits',
    stage: 'wait',
    marks: trace.waits.map(({ kind, op, from, to }) => ({
      from,
      to,
      name: kind,
      operations: [],
      notes: op < 0 ? {} : { for: `${nameOf(op)} (operation ${op})` },
    })),
  });
  const counters = /** @type {Counter[]} */ ([]);
  devices.forEach((/** @type {string} */ device, /** @type {number} */ d) => {
    const members = rows.filter((i) => of(i) === d);
    const backend = `backend (${device})`;
    const group = `device (${device})`;
    const decodes = together(decoded, members, 'decode', false);
    add({ group: backend, name: 'decode', stage: 'decode', slices: false, marks: decodes });
    const submits = together(submitted, members, 'submit');
    add({ group: backend, name: 'submit', stage: 'submit', slices: false, marks: submits });
    // From the submit until it is seen to be done: bounds of when its work ran.
    const inFlight = submits
      .map((mark) => ({
        ...mark,
        name: `submission ${mark.notes.submission}`,
        to: mark.operations.reduce((last, i) => Math.max(last, completed[i]), mark.from),
        operations: [],
      }))
      .filter(({ to }) => Number.isFinite(to));
    if (mostAtOnce(inFlight) <= MOST_LANES)
      slices({ group, name: 'submitted, not seen done', stage: 'queue', marks: inFlight });
    // Operations that were fused share one execution, that of the last of them.
    const kernels = members.filter((i) => (trace.kernel?.[i] ?? i) === i);
    const runs = kernels.filter(known(started)).filter(known(ended));
    slices({
      group,
      name: 'execution',
      stage: 'execution',
      marks: runs.map((i) => ({
        ...one(started[i], i, {
          shape: shapeOf(i),
          submission: trace.submission[i],
          ...fusedIn(i),
          ...uncertainty,
        }),
        to: Math.max(started[i], ended[i]),
      })),
    });
    const seen = together(completed, members, 'seen done');
    add({ group: backend, name: 'seen done', stage: 'done', slices: false, marks: seen });
    const memory = trace.memories?.[d];
    const depth = steps(
      members.map((i) => enqueued[i]).filter(Number.isFinite),
      members.map((i) => completed[i]).filter(Number.isFinite),
    );
    counters.push({ group, name: 'queue depth', unit: 'count', ...depth });
    if (!memory) return;
    for (const name of MEMORY)
      counters.push({
        group,
        name: `memory ${name}`,
        unit: 'B',
        at: memory.at,
        values: memory[name],
      });
  });
  return { tracks, counters: counters.filter(({ at }) => at.length > 0) };
}

/**
 * A count that rises by 1 where something begins and falls by 1 where it ends.
 * @param {number[]} begins ms
 * @param {number[]} ends ms
 */
function steps(begins, ends) {
  const changes = [...begins.map((at) => ({ at, by: 1 })), ...ends.map((at) => ({ at, by: -1 }))];
  const at = /** @type {number[]} */ ([]);
  const values = /** @type {number[]} */ ([]);
  let sum = 0;
  for (const change of changes.sort((a, b) => a.at - b.at)) {
    sum += change.by;
    if (at.at(-1) === change.at) values[values.length - 1] = sum;
    else {
      at.push(change.at);
      values.push(sum);
    }
  }
  return { at, values };
}

/** @param {Mark[]} marks */
function mostAtOnce(marks) {
  const from = marks.map((mark) => mark.from);
  const { values } = steps(
    from,
    marks.map((mark) => Number(mark.to)),
  );
  return values.reduce((most, value) => Math.max(most, value), 0);
}
