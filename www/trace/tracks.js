/** A trace as tracks of marks: what every format that viewers of traces read is written from. */

/** @typedef {import('../lib/profile.js').Trace} Trace */

/**
 * @typedef {object} Mark Something on a track: a moment, or a time from `from` to `to`; ms on the lab's clock.
 * @property {number} from
 * @property {number} [to] only of tracks of slices
 * @property {string} name
 * @property {number[]} operations whose lives pass through it
 * @property {Record<string, string|number>} notes
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

/** NaN where nothing is known, also in a trace that comes from JSON. @param {ArrayLike<number|null>} times */
const column = (times) => Float64Array.from(times, (time) => time ?? NaN);

/** @param {number[]} shape */
const shapeText = (shape) => (shape.length ? shape.join('×') : 'scalar');

/**
 * Marks put into as few lanes as they need so that in none of them two overlap.
 * @param {Mark[]} marks
 * @returns {Mark[][]}
 */
export function lanesOf(marks) {
  const lanes = /** @type {Mark[][]} */ ([]);
  const ends = /** @type {number[]} */ ([]);
  const inOrder = [...marks].sort((a, b) => a.from - b.from || Number(a.to) - Number(b.to));
  for (const mark of inOrder) {
    const free = ends.findIndex((end) => end <= mark.from);
    const lane = free < 0 ? lanes.push([]) - 1 : free;
    lanes[lane].push(mark);
    ends[lane] = Number(mark.to);
  }
  return lanes;
}

/**
 * Tracks in the order of an operation's life, and counters.
 * @param {Trace} trace
 * @returns {{tracks: Track[], counters: Counter[]}}
 */
export function tracksOf(trace) {
  // Older documents do not tell devices.
  const devices = trace.devices ?? ['device'];
  const of = (/** @type {number} */ i) => trace.device?.[i] ?? 0;
  const [enqueued, decoded, submitted, started, ended, completed] = [
    trace.enqueued,
    trace.decoded,
    trace.submitted,
    trace.started,
    trace.ended,
    trace.completed,
  ].map(column);
  const rows = Array.from(enqueued, (_, i) => i);
  const nameOf = (/** @type {number} */ i) => trace.names[trace.op[i]];
  const notesOf = (/** @type {number} */ i) => ({
    operation: i,
    shape: shapeText(trace.shapes[trace.shape[i]]),
    reads: Array.from(trace.inputs.slice(trace.inputOffsets[i], trace.inputOffsets[i + 1])).join(),
    submission: trace.submission[i],
    ...(trace.gpuClock ? { uncertainty_ms: trace.gpuClock.uncertainty } : {}),
  });
  /** @type {(times: Float64Array, i: number) => Mark} one operation at one moment */
  const moment = (times, i) => ({
    from: times[i],
    name: nameOf(i),
    operations: [i],
    notes: notesOf(i),
  });
  /** What happened to whole submissions at once. @param {Float64Array} times @param {number[]} members @param {string} name @returns {Mark[]} */
  const together = (times, members, name) => {
    const marks = /** @type {Map<string, Mark>} */ (new Map());
    for (const i of members.filter((i) => Number.isFinite(times[i]))) {
      const key = `${trace.submission[i]} ${times[i]}`;
      const { submission } = notesOf(i);
      const mark = marks.get(key) ?? { from: times[i], name, operations: [], notes: {} };
      mark.operations.push(i);
      mark.notes = { submission, operations: mark.operations.length };
      marks.set(key, mark);
    }
    return [...marks.values()];
  };

  const tracks = /** @type {Track[]} */ ([]);
  const add = (/** @type {Track} */ track) => {
    track.marks.sort((a, b) => a.from - b.from);
    if (track.marks.length) tracks.push(track);
  };
  const known = (/** @type {Float64Array} */ times) => (/** @type {number} */ i) =>
    Number.isFinite(times[i]);
  const moments = (/** @type {Float64Array} */ times, /** @type {number[]} */ members) =>
    members.filter(known(times)).map((i) => moment(times, i));
  const slices = (/** @type {Omit<Track, 'slices'>} */ { marks, ...track }) =>
    lanesOf(marks).forEach((lane) => add({ ...track, slices: true, marks: lane }));

  add({
    group: 'frontend',
    name: 'enqueue',
    stage: 'enqueue',
    slices: false,
    marks: moments(enqueued, rows),
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
    const decodes = moments(decoded, members);
    add({ group: backend, name: 'decode', stage: 'decode', slices: false, marks: decodes });
    const submits = together(submitted, members, 'submit');
    add({ group: backend, name: 'submit', stage: 'submit', slices: false, marks: submits });
    // From the submit until it is seen to be done: bounds of when its work ran.
    const inFlight = submits.map((mark) => ({
      ...mark,
      name: `submission ${mark.notes.submission}`,
      to: Math.max(mark.from, ...mark.operations.map((i) => completed[i])),
      operations: [],
    }));
    slices({
      group,
      name: 'submitted, not seen done',
      stage: 'queue',
      marks: inFlight.filter(({ to }) => Number.isFinite(to)),
    });
    const runs = members.filter(known(started)).filter(known(ended));
    slices({
      group,
      name: 'execution',
      stage: 'execution',
      marks: runs.map((i) => ({
        ...moment(started, i),
        to: Math.max(started[i], ended[i]),
      })),
    });
    const seen = together(completed, members, 'seen done');
    add({ group: backend, name: 'seen done', stage: 'done', slices: false, marks: seen });
    const memory = trace.memories?.[d];
    counters.push(depthOf(members, enqueued, completed, group));
    for (const name of memory ? ['used', 'pending', 'pooled', 'allocated'] : [])
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

/** How many operations are enqueued and not seen done. @param {number[]} members @param {Float64Array} enqueued @param {Float64Array} completed @param {string} group @returns {Counter} */
function depthOf(members, enqueued, completed, group) {
  const steps = members
    .flatMap((i) => [
      { at: enqueued[i], by: 1 },
      { at: completed[i], by: -1 },
    ])
    .filter(({ at }) => Number.isFinite(at))
    .sort((a, b) => a.at - b.at || b.by - a.by);
  const at = /** @type {number[]} */ ([]);
  const values = /** @type {number[]} */ ([]);
  let depth = 0;
  for (const step of steps) {
    depth += step.by;
    if (at.at(-1) === step.at) values[values.length - 1] = depth;
    else {
      at.push(step.at);
      values.push(depth);
    }
  }
  return { group, name: 'queue depth', unit: 'count', at, values };
}
