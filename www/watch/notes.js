/** Notes on the objects of a watched program, and the recording. */

/** The most of each that is kept; the rest is counted. */
export const MOST = {
  ...{ rows: 120_000, asked: 100_000, waits: 50_000, compilations: 5000, devices: 16 },
  ...{ names: 256, shapes: 10_000, stacks: 2000, stack: 4000, name: 80, place: 200, marks: 1000 },
};
/** Passes of one encoder that are timed, and encoders of a device that are timed at once. */
export const TIMED = { passes: 64, chunks: 64 };

/** The state that all modules share. */
export const live = {
  /** The recording; null while there is none. @type {any} */
  run: null,
  /** The methods as the browser has them, by class and name. @type {Record<string, any>} */
  native: {},
  /** The wrapper that was called last. @type {any} */
  call: null,
  /** Bytes of the buffers that an earlier recording left alive. */
  bytes: 0,
};
export const root = /** @type {any} */ (globalThis);
export const now = performance.now.bind(performance);

class Same {
  /** @param {any} object */
  constructor(object) {
    return object;
  }
}
/** A note on an object of the program's, which the program cannot see. */
export class Note extends Same {
  /** @type {any} */ #note;

  /** @param {any} object */
  static of(object) {
    return #note in object ? object.#note : undefined;
  }

  /** @param {any} object @param {any} note */
  static set(object, note) {
    if (!(#note in object)) new Note(object);
    object.#note = note;
    return note;
  }
}

/** The serial of the last submission that is kept. */
export const lastSerial = () => live.run.submissions.at.length - 1;

/** An object's note, if it is of this recording. @param {any} object */
export function noteOf(object) {
  const note = Note.of(object);
  return note?.run === live.run ? note : undefined;
}

/** The index of a value among different ones; the last index for all beyond `most`. @param {Map<any, number>} known @param {any} value @param {number} most */
export function indexOf(known, value, most) {
  const index = known.get(value);
  if (index !== undefined) return index;
  if (known.size >= most) return most - 1;
  known.set(value, known.size);
  return known.size - 1;
}

/** The index of the program's current stack; -1 where it is not wanted, or where too many are kept. @param {boolean} wanted */
export function stackOf(wanted) {
  if (!wanted) return -1;
  const E = /** @type {any} */ (Error);
  const { stackTraceLimit } = E;
  E.stackTraceLimit = 30;
  const here = /** @type {any} */ ({});
  // From the program's own call on: without the wrapper and what it calls.
  E.captureStackTrace?.(here, live.call);
  E.stackTraceLimit = stackTraceLimit;
  const { stacks } = live.run;
  const text = String(here.stack ?? '').slice(0, MOST.stack);
  return stacks.size < MOST.stacks || stacks.has(text) ? indexOf(stacks, text, Infinity) : -1;
}

/** @param {any} descriptor */
export const labelOf = ({ label, compute, vertex }) =>
  label || (compute ?? vertex)?.module?.label || (compute ?? vertex)?.entryPoint || '';
/** @param {string} label */
export const nameOf = (label) => String(label).slice(0, MOST.name);
