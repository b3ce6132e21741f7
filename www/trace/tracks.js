/** A trace as tracks of marks: what every format that viewers of traces read is written from. */

/** @typedef {import('../lib/core/trace.js').Trace} Trace */

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

/** The rows of a trace, and the marks that are made of them. */
class Rows {
  /** The rows of the kernels that compute several operations, by the last of these. @type {Map<number, number[]>} */
  #fused = new Map();

  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    this.enqueued = column(trace.enqueued);
    this.decoded = column(trace.decoded);
    this.submitted = column(trace.submitted);
    this.started = column(trace.started);
    this.ended = column(trace.ended);
    this.completed = column(trace.completed);
    this.all = Array.from(this.enqueued, (_, i) => i);
    this.all.forEach((i) => {
      const last = trace.kernel?.[i] ?? i;
      const members = this.#fused.get(last);
      if (members) members.push(i);
      else this.#fused.set(last, [i]);
    });
  }

  /** @param {number} i */
  name(i) {
    return this.trace.names[this.trace.op[i]];
  }

  /** @param {number} i */
  shape(i) {
    return shapeText(this.trace.shapes[this.trace.shape[i]]);
  }

  /** The operations whose results it reads. @param {number} i */
  reads(i) {
    const { inputs, inputOffsets } = this.trace;
    return Array.from(inputs.slice(inputOffsets[i], inputOffsets[i + 1])).join();
  }

  /** One operation at one moment. @param {number} from @param {number} i @param {Mark['notes']} notes @returns {Mark} */
  one(from, i, notes) {
    return { from, name: this.name(i), operations: [i], notes: { operation: i, ...notes } };
  }

  /** An event of several operations at once. @param {Float64Array} times @param {number[]} members @param {string} name @param {boolean} [whole] whether it happens to whole submissions @returns {Mark[]} */
  together(times, members, name, whole = true) {
    const marks = /** @type {Map<string, Mark>} */ (new Map());
    for (const i of members.filter((i) => Number.isFinite(times[i]))) {
      const submission = whole ? { submission: this.trace.submission[i] } : {};
      const key = `${times[i]} ${submission.submission}`;
      const mark = marks.get(key) ?? { from: times[i], name, operations: [], notes: {} };
      mark.operations.push(i);
      mark.notes = { ...submission, operations: mark.operations.length };
      marks.set(key, mark);
    }
    return [...marks.values()];
  }

  /** From the submit until it is seen to be done: bounds of when its work ran. @param {Mark[]} submits */
  inFlight(submits) {
    return submits
      .map((mark) => ({
        ...mark,
        name: `submission ${mark.notes.submission}`,
        to: mark.operations.reduce((last, i) => Math.max(last, this.completed[i]), mark.from),
        operations: [],
      }))
      .filter(({ to }) => Number.isFinite(to));
  }

  /** Operations that were fused share one execution, that of the last of them. @param {number[]} members */
  executions(members) {
    const { started, ended, trace } = this;
    const uncertainty = trace.gpuClock ? { uncertainty_ms: trace.gpuClock.uncertainty } : {};
    return members
      .filter((i) => (trace.kernel?.[i] ?? i) === i)
      .filter((i) => Number.isFinite(started[i]) && Number.isFinite(ended[i]))
      .map((i) => {
        const all = this.#fused.get(i) ?? [];
        const fused = all.length > 1 ? { fused: all.join() } : {};
        const notes = {
          shape: this.shape(i),
          submission: trace.submission[i],
          ...fused,
          ...uncertainty,
        };
        return { ...this.one(started[i], i, notes), to: Math.max(started[i], ended[i]) };
      });
  }
}

/** A track of moments. @param {string} group @param {string} name @param {Track['stage']} stage @param {Mark[]} marks @returns {Track[]} */
const moments = (group, name, stage, marks) => [{ group, name, stage, slices: false, marks }];

/** Tracks of times, as many as it takes. @param {string} group @param {string} name @param {Track['stage']} stage @param {Mark[]} marks @returns {Track[]} */
const slices = (group, name, stage, marks) =>
  lanesOf(marks).map((lane) => ({ group, name, stage, slices: true, marks: lane }));

/** The tracks of the thread that enqueues. @param {Rows} rows */
function frontendTracks(rows) {
  const { enqueued, trace } = rows;
  const within = trace.enqueuedWithin ? { within_ms: trace.enqueuedWithin } : {};
  const enqueues = rows.all
    .filter((i) => Number.isFinite(enqueued[i]))
    .map((i) =>
      rows.one(enqueued[i], i, { shape: rows.shape(i), reads: rows.reads(i), ...within }),
    );
  const waits = trace.waits.map(({ kind, op, from, to }) => ({
    from,
    to,
    name: kind,
    operations: [],
    notes: op < 0 ? {} : { for: `${rows.name(op)} (operation ${op})` },
  }));
  return [
    ...moments('frontend', 'enqueue', 'enqueue', enqueues),
    ...slices('frontend', 'waits', 'wait', waits),
  ];
}

/** The tracks of a device and of its backend. @param {Rows} rows @param {number[]} members @param {string} device */
function deviceTracks(rows, members, device) {
  const backend = `backend (${device})`;
  const group = `device (${device})`;
  const submits = rows.together(rows.submitted, members, 'submit');
  const inFlight = rows.inFlight(submits);
  const queued = mostAtOnce(inFlight) <= MOST_LANES ? inFlight : [];
  const decodes = rows.together(rows.decoded, members, 'decode', false);
  const ends = rows.together(rows.completed, members, 'seen done');
  return [
    ...moments(backend, 'decode', 'decode', decodes),
    ...moments(backend, 'submit', 'submit', submits),
    ...slices(group, 'submitted, not seen done', 'queue', queued),
    ...slices(group, 'execution', 'execution', rows.executions(members)),
    ...moments(backend, 'seen done', 'done', ends),
  ];
}

/** The depth of a device's queue, and its memory. @param {Rows} rows @param {number[]} members @param {string} device @param {number} d @returns {Counter[]} */
function countersOf({ enqueued, completed, trace }, members, device, d) {
  const group = `device (${device})`;
  const depth = steps(
    members.map((i) => enqueued[i]).filter(Number.isFinite),
    members.map((i) => completed[i]).filter(Number.isFinite),
  );
  const memory = trace.memories?.[d];
  const ofMemory = (/** @type {typeof MEMORY[number]} */ name) =>
    /** @type {Counter} */ ({
      group,
      name: `memory ${name}`,
      unit: 'B',
      at: memory?.at,
      values: memory?.[name],
    });
  return [
    { group, name: 'queue depth', unit: 'count', ...depth },
    ...(memory ? MEMORY.map(ofMemory) : []),
  ];
}

/**
 * Tracks in the order of an operation's life, and counters.
 * @param {Trace} trace
 * @returns {{tracks: Track[], counters: Counter[]}}
 */
export function tracksOf(trace) {
  const rows = new Rows(trace);
  // Older documents have no devices.
  const devices = (trace.devices ?? ['device']).map(
    (/** @type {string} */ device, /** @type {number} */ d) => ({
      device,
      d,
      members: rows.all.filter((i) => (trace.device?.[i] ?? 0) === d),
    }),
  );
  const tracks = [
    ...frontendTracks(rows),
    ...devices.flatMap(({ device, members }) => deviceTracks(rows, members, device)),
  ];
  const counters = devices.flatMap(({ device, d, members }) =>
    countersOf(rows, members, device, d),
  );
  for (const { marks } of tracks) marks.sort((a, b) => a.from - b.from);
  return {
    tracks: tracks.filter(({ marks }) => marks.length > 0),
    counters: counters.filter(({ at }) => at.length > 0),
  };
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
