/**
 * What comes out of the sandbox, checked. The reader's code can send whatever it likes: nothing that is not of the expected
 * form goes further, and texts are texts.
 */

/** Most lines of output that are kept, and characters of each. */
export const MOST_LINES = 1000;
const LONGEST = 4000;
/** Most operations of a trace. */
const MOST_ROWS = 2_000_000;

const TIMES = ['enqueued', 'decoded', 'submitted', 'started', 'ended', 'completed'];
const COUNTS = ['op', 'shape', 'submission', 'turn'];

/** What `lab.info()` gives: every leaf has the type of the one here. */
const INFO = {
  version: '',
  browser: '',
  isolated: true,
  device: '',
  adapter: { name: '', vendor: '', architecture: '', software: true },
  backendThread: '',
  clock: { step: 0, backendStep: 0 },
  floor: { median: 0, low: 0, high: 0, samples: 0 },
  roundTrip: { median: 0, low: 0, high: 0, samples: 0 },
  nudged: true,
  limits: { arrayBytes: 0 },
};

/** @param {any} value @param {any} example @returns {boolean} */
function like(value, example) {
  if (typeof example !== 'object') return typeof value === typeof example;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(example).every(([name, part]) => like(value[name], part));
}

/** Only what is expected, and only plain values. @param {any} value @param {any} example @returns {any} */
function picked(value, example) {
  if (typeof example === 'string') return value.slice(0, LONGEST);
  if (typeof example !== 'object') return value;
  return Object.fromEntries(
    Object.entries(example).map(([name, part]) => [name, picked(value[name], part)]),
  );
}

/** @param {any} info @returns {any} null where it is none */
export function checkedInfo(info) {
  if (!like(info, INFO)) return null;
  if (!['webgpu', 'cpu', 'sim'].includes(info.device)) return null;
  const { timestamps, policy } = info;
  return {
    ...picked(info, INFO),
    timestamps: like(timestamps, { quantum: 0 }) ? { quantum: timestamps.quantum } : null,
    policy: plain(policy),
  };
}

/** The names with plain values of an object. @param {any} object */
function plain(object) {
  if (typeof object !== 'object' || object === null) return {};
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value),
    ),
  );
}

/** @param {any} list @param {(element: any) => boolean} valid */
const listOf = (list, valid) => Array.isArray(list) && list.length < 1e5 && list.every(valid);

/**
 * A trace whose columns are as long as each other and whose indices lead somewhere.
 * @param {any} trace
 * @returns {any} null where it is none
 */
export function checkedTrace(trace) {
  if (typeof trace !== 'object' || trace === null) return null;
  const { op, names, shapes, inputs, inputOffsets, waits, gpuClock } = trace;
  const lengthOf = (/** @type {any} */ column) =>
    ArrayBuffer.isView(column) ? /** @type {any} */ (column).length : -1;
  const count = lengthOf(op);
  const below = (/** @type {any} */ column, /** @type {number} */ bound) =>
    ArrayBuffer.isView(column) &&
    /** @type {any} */ (column).every((/** @type {number} */ i) => i < bound);
  const number = (/** @type {any} */ value) => typeof value === 'number';
  const valid =
    count >= 0 &&
    count <= MOST_ROWS &&
    TIMES.every((name) => trace[name] instanceof Float64Array && trace[name].length === count) &&
    COUNTS.every((name) => lengthOf(trace[name]) === count) &&
    listOf(names, (name) => typeof name === 'string') &&
    listOf(shapes, (shape) => listOf(Array.from(shape), number)) &&
    below(op, names.length) &&
    below(trace.shape, shapes.length) &&
    below(inputs, count) &&
    ArrayBuffer.isView(inputOffsets) &&
    /** @type {any} */ (inputOffsets).length === count + 1 &&
    listOf(waits, (wait) => like(wait, { kind: '', op: 0, from: 0, to: 0, line: 0 })) &&
    (trace.kernel === undefined || (below(trace.kernel, count) && trace.kernel.length === count)) &&
    number(trace.origin);
  if (!valid) return null;
  const columns = [...TIMES, ...COUNTS, 'inputs', 'inputOffsets'];
  return {
    ...Object.fromEntries(columns.map((name) => [name, trace[name]])),
    clock: trace.clock === 'virtual' ? 'virtual' : 'performance',
    names: names.map((/** @type {string} */ name) => name.slice(0, 80)),
    shapes: shapes.map((/** @type {any} */ shape) => Array.from(shape)),
    waits: waits.map((/** @type {any} */ { kind, op: of, from, to, line }) => ({
      kind: kind.slice(0, 80),
      op: Number.isInteger(of) && of < count ? Math.max(-1, of) : -1,
      from,
      to,
      line,
    })),
    gpuClock: like(gpuClock, { offset: 0, uncertainty: 0, residual: 0 })
      ? { offset: gpuClock.offset, uncertainty: gpuClock.uncertainty, residual: gpuClock.residual }
      : null,
    ...(trace.kernel && { kernel: trace.kernel }),
    ...(number(trace.enqueuedWithin) && { enqueuedWithin: trace.enqueuedWithin }),
    origin: trace.origin,
    value: null,
  };
}

/**
 * How many labs a program opened, and which of them is shown, from 1 on.
 * @param {any} labs
 * @returns {{count: number, shown: number}}
 */
export function checkedLabs(labs) {
  const { count, shown } = labs ?? {};
  const valid = Number.isSafeInteger(count) && shown >= 1 && shown <= count;
  return valid && Number.isSafeInteger(shown) ? { count, shown } : { count: 1, shown: 1 };
}

/** A line of output. @param {any} message @returns {{level: string, text: string}|null} */
export function checkedOutput({ level, text }) {
  if (typeof text !== 'string') return null;
  const known = ['log', 'info', 'warn', 'error', 'debug'].includes(level);
  return { level: known ? level : 'log', text: text.slice(0, LONGEST) };
}

/** Why a program failed, as one text. @param {any} message */
export function checkedFailure({ name, message, line }) {
  const text = [name, message].filter((part) => typeof part === 'string' && part).join(': ');
  const at = Number.isInteger(line) && line > 0 ? line : 0;
  return { line: at, message: text.slice(0, LONGEST) || 'the program failed' };
}
