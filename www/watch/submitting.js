/** Makes rows of the operations that are submitted, from the calls of a pass. */
import { chunkOf, deviceOf, readTimes } from './devices.js';
import { indexOf, live, MOST, nameOf, Note, noteOf, now, stackOf, TIMED } from './notes.js';

/** Equal dispatches of a pass that share one reading of the clock, which costs half as much as a dispatch itself. */
const READ_EVERY = 16;

/** @param {boolean} render */
export const pass = (render) => ({
  before(/** @type {any} */ self, /** @type {any[]} */ given) {
    const encoder = noteOf(self);
    if (!encoder) return undefined;
    const own = given[0]?.timestampWrites;
    encoder.chunk ??= own ? null : chunkOf(encoder.one);
    const { chunk } = encoder;
    if (own || !chunk || chunk.used >= TIMED.passes) return -1;
    const at = chunk.used++;
    const timestampWrites = {
      querySet: chunk.set,
      beginningOfPassWriteIndex: 2 * at,
      endOfPassWriteIndex: 2 * at + 1,
    };
    // The program's descriptor is the prototype, since it may be an object of any kind.
    given[0] = Object.create(given[0] ?? null, {
      timestampWrites: { value: timestampWrites, enumerable: true },
    });
    return at;
  },
  after(
    /** @type {any} */ self,
    /** @type {any} */ _,
    /** @type {any} */ result,
    /** @type {number} */ timed = -1,
  ) {
    live.run.counts.passes += 1;
    const encoder = noteOf(self);
    if (!encoder) return;
    encoder.used = true;
    const op = render ? opOf(nameOf(result.label) || 'render pass') : -1;
    const one = { run: live.run, encoder, op, timed, at: -1, key: -1, left: 0 };
    Note.set(result, one);
    if (render) operation(one, 0);
  },
});

/** @param {string} name */
const opOf = (name) => indexOf(live.run.names, name, MOST.names);

/**
 * Adds a row. A row that is never submitted is left out at the end. Equal dispatches of a pass that follow each other share an entry,
 * since programs call nothing more often.
 * @param {any} one a pass's note @param {number} key the shape, as one number
 */
function operation(one, key) {
  const { run } = live;
  const { columns, counts } = run;
  if (run.rows >= MOST.rows) {
    counts.rowsLeftOut += 1;
    return;
  }
  run.rows += 1;
  if (one.left > 0 && one.key === key) {
    one.left -= 1;
    columns.count[one.at] += 1;
    return;
  }
  const at = columns.op.length;
  if (one.op < 0) one.op = opOf('');
  if (run.shape.key !== key) run.shape = { key, at: indexOf(run.shapes, key, MOST.shapes) };
  columns.op.push(one.op);
  columns.shape.push(run.shape.at);
  columns.enqueued.push(now());
  columns.serial.push(-1);
  columns.count.push(1);
  one.encoder.groups.push(at);
  if (one.timed >= 0) (one.encoder.chunk.groups[one.timed] ??= []).push(at);
  one.at = at;
  one.key = key;
  one.left = READ_EVERY - 1;
}

/** @param {any} self @param {number|null} x @param {number} [y] @param {number} [z] */
export function dispatched(self, x, y = 1, z = 1) {
  live.run.counts.dispatches += 1;
  const one = noteOf(self);
  // The counts as one number: none is above 65,535.
  if (one) operation(one, typeof x === 'number' ? x + 65_536 * (y + 65_536 * z) : 0);
}

/** @param {any} pipeline @param {string} name */
const rename = (pipeline, name) => Note.set(pipeline, { run: live.run, name });

/** @param {any} self a pass @param {any} pipeline */
export function turned(self, pipeline) {
  const one = noteOf(self);
  if (!one) return;
  // A pipeline of an earlier recording keeps its name.
  const earlier = Note.of(pipeline);
  const known = earlier?.run === live.run ? earlier : earlier && rename(pipeline, earlier.name);
  const op = known ? (known.op ??= opOf(known.name)) : opOf(nameOf(pipeline.label) || 'pipeline');
  if (op !== one.op) one.left = 0;
  one.op = op;
}

/** Assigns the rows of a command buffer to a submission. @param {any} encoder @param {number} serial @returns {number} how many */
function take(encoder, serial) {
  const { groups, chunk, one } = encoder;
  const { columns } = live.run;
  let count = 0;
  for (const at of groups) {
    columns.serial[at] = serial;
    count += columns.count[at];
  }
  encoder.serial = serial;
  encoder.groups = [];
  encoder.chunk = null;
  if (chunk) readTimes(one, chunk);
  return count;
}

export const submit = {
  before(/** @type {any} */ _, /** @type {any[]} */ given) {
    // A sequence that can be read only once is copied.
    if (given[0]?.[Symbol.iterator] && !Array.isArray(given[0])) given[0] = [...given[0]];
    return now();
  },
  after(
    /** @type {any} */ queue,
    /** @type {any[]} */ [buffers],
    /** @type {any} */ _,
    /** @type {number} */ at,
  ) {
    const { counts, submissions } = live.run;
    const one = deviceOf(queue);
    const free = submissions.at.length < MOST.asked && one.index < MOST.devices;
    const serial = free ? submissions.at.length : -1;
    counts.submissions += 1;
    let operations = 0;
    for (const buffer of buffers) {
      const encoder = noteOf(buffer);
      counts.commandBuffers += 1;
      if (!encoder || encoder.used) live.run.work += 1;
      if (encoder) operations += take(encoder, serial);
      else counts.unknown += 1;
    }
    if (!free) {
      counts.rowsLeftOut += operations;
      return;
    }
    one.last = serial;
    submissions.device.push(one.index);
    submissions.at.push(at);
    submissions.returned.push(now());
    submissions.operations.push(operations);
    submissions.bytes.push(live.run.bytes);
    submissions.stack.push(stackOf(live.run.stacksOf === 'all'));
    // NaN, not null: a list of numbers alone takes less memory.
    submissions.completed.push(NaN);
    submissions.turn.push(0);
    const { run } = live;
    // Asked after each submission: if asked once for several, the earlier ones would get the completion of the last (151 ms late
    // in place of 1.25 for jax-js).
    const asked = live.native['GPUQueue.onSubmittedWorkDone'].call(queue);
    asked.then(
      () => {
        submissions.completed[serial] = now();
        submissions.turn[serial] = turnOf(run);
      },
      () => {},
    );
  },
};

/** The number of this turn of the event loop, which a message ends. @param {any} run */
function turnOf(run) {
  if (!run.turning) {
    run.turning = true;
    run.turn += 1;
    run.channel.port2.postMessage(0);
  }
  return run.turn;
}
