/**
 * Checks messages from the sandbox, since the reader's code can send anything. Only parts of the expected form are
 * passed on, with bounded texts.
 */
import { INDICES, TIMES, WORK } from '../lib/core/protocol.js';
import { faultOf, MOST } from '../kit/trace-form.js';

/** Most lines of output that are kept, and characters of each. */
export const MOST_LINES = 1000;
const LONGEST = 4000;
/** Most characters of a text in `lab.info()`. */
const NAME = 300;
/** Most settings of a lab. */
const PLAIN = 32;
/** The columns of a trace, with the type of each. */
const COLUMNS = /** @type {Record<string, any>} */ ({
  op: Uint8Array,
  ...Object.fromEntries(INDICES.map((name) => [name, Uint32Array])),
  ...Object.fromEntries(TIMES.map((name) => [name, Float64Array])),
});
/** The columns that not every trace has. */
const OPTIONAL = /** @type {Record<string, any>} */ ({
  kernel: Uint32Array,
  device: Uint8Array,
  ...Object.fromEntries(WORK.map((name) => [name, Float64Array])),
});

/** The form of `lab.info()`: every leaf has the type of the leaf here. */
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
/** The largest count in `questions`. */
const QUESTIONS = 100;
const WAIT = { kind: '', op: 0, from: 0, to: 0, line: 0 };
const CLOCK = { offset: 0, uncertainty: 0, residual: 0 };
/** Properties of the clock's fit that older traces lack. */
const FITTED = { dropped: 0, refused: false };
/** The largest number that is accepted, in ms or bytes. */
const LARGEST = 1e18;

/** Whether a value has all parts of an example with their types. Numbers are bounded, or NaN for unknown. @param {any} value @param {any} example @returns {boolean} */
function like(value, example) {
  if (typeof value !== typeof example || value === null) return false;
  if (typeof value === 'number') return !(Math.abs(value) > LARGEST);
  if (typeof value !== 'object') return true;
  return Object.entries(example).every(([name, part]) => like(value[name], part));
}

/** A copy with only the parts of the example. @param {any} value @param {any} example @returns {any} */
function picked(value, example) {
  if (typeof example === 'string') return value.slice(0, NAME);
  if (typeof example !== 'object') return value;
  return Object.fromEntries(
    Object.entries(example).map(([name, part]) => [name, picked(value[name], part)]),
  );
}

/** @param {any} info @returns {any} null if it does not have the form */
export function checkedInfo(info) {
  if (!like(info, INFO)) return null;
  if (!['webgpu', 'cpu', 'sim'].includes(info.device)) return null;
  if (!['worker', 'same'].includes(info.backendThread)) return null;
  const { timestamps, policy, questions } = info;
  return {
    ...picked(info, INFO),
    ...(Number.isInteger(questions) && questions >= 0 && questions <= QUESTIONS && { questions }),
    timestamps: like(timestamps, { quantum: 0 }) ? { quantum: timestamps.quantum } : null,
    policy: plain(policy),
  };
}

/** The first `PLAIN` properties of an object with plain values. @param {any} object */
function plain(object) {
  if (typeof object !== 'object' || object === null) return {};
  return Object.fromEntries(
    Object.entries(object)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .slice(0, PLAIN)
      .map(([name, value]) => [
        name.slice(0, MOST.name),
        typeof value === 'string' ? value.slice(0, MOST.name) : value,
      ]),
  );
}

/** @param {any} list @param {number} most @param {(element: any) => boolean} valid */
const isList = (list, most, valid) =>
  Array.isArray(list) && list.length <= most && Array.from(list).every(valid);
const isText = (/** @type {unknown} */ value) => typeof value === 'string';
const isNumber = (/** @type {unknown} */ value) => typeof value === 'number';
const isRun = (/** @type {unknown} */ run) => isList(run, 2, isNumber);

/**
 * A trace, if its columns have their types and it has the form of a trace.
 * @param {any} trace
 * @returns {any} null if it does not
 */
export function checkedTrace(trace) {
  if (typeof trace !== 'object' || trace === null) return null;
  const { names, shapes, waits, gpuClock, devices, replayed } = trace;
  const given = Object.keys(OPTIONAL).filter((name) => trace[name] !== undefined);
  const columns = {
    ...COLUMNS,
    ...Object.fromEntries(given.map((name) => [name, OPTIONAL[name]])),
  };
  const typed =
    Object.entries(columns).every(([name, Type]) => trace[name] instanceof Type) &&
    isList(names, MOST.names, isText) &&
    isList(shapes, MOST.shapes, (shape) => isList(shape, MOST.dimensions, isNumber)) &&
    isList(waits, MOST.waits, (wait) => like(wait, WAIT)) &&
    (devices === undefined || isList(devices, MOST.devices, isText)) &&
    isNumber(trace.origin);
  if (!typed) return null;
  const short = (/** @type {string} */ text) => text.slice(0, MOST.name);
  const checked = {
    ...Object.fromEntries(Object.keys(columns).map((name) => [name, trace[name]])),
    clock: trace.clock === 'virtual' ? 'virtual' : 'performance',
    names: names.map(short),
    shapes,
    waits: waits.map((/** @type {any} */ { kind, op, from, to, line }) => ({
      kind: short(kind),
      op,
      from,
      to,
      line,
    })),
    gpuClock: like(gpuClock, CLOCK)
      ? { ...picked(gpuClock, CLOCK), ...(like(gpuClock, FITTED) && picked(gpuClock, FITTED)) }
      : null,
    ...(devices && { devices: devices.map(short) }),
    ...(trace.enqueuedWithin >= 0 &&
      like(trace.enqueuedWithin, 0) && { enqueuedWithin: trace.enqueuedWithin }),
    ...(isList(replayed, MOST.operations, isRun) && { replayed }),
    origin: trace.origin,
    value: null,
  };
  return faultOf(checked) ? null : checked;
}

/**
 * The number of labs that a program opened, and the number of the shown lab, from 1.
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

/** The failure of a program, with its text and line. @param {any} message */
export function checkedFailure({ name, message, line }) {
  const text = [name, message].filter((part) => typeof part === 'string' && part).join(': ');
  const at = Number.isInteger(line) && line > 0 ? line : 0;
  return { line: at, message: text.slice(0, LONGEST) || 'the program failed' };
}
