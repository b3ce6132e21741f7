/**
 * Messages from the sandbox, checked. The reader's code can send anything: nothing that is not of the expected
 * form goes further, and texts are texts.
 */
import { INDICES, TIMES, WORK } from '../lib/core/protocol.js';
import { faultOf, MOST } from '../kit/trace-form.js';

/** Most lines of output that are kept, and characters of each. */
export const MOST_LINES = 1000;
const LONGEST = 4000;
/** Longest name that a browser gives, characters. */
const NAME = 300;
/** Most settings of a lab. */
const PLAIN = 32;
/** The columns of a trace, with the type of each. */
const COLUMNS = /** @type {Record<string, any>} */ ({
  op: Uint8Array,
  ...Object.fromEntries(INDICES.map((name) => [name, Uint32Array])),
  ...Object.fromEntries(TIMES.map((name) => [name, Float64Array])),
});
/** Those that not every trace has. */
const OPTIONAL = /** @type {Record<string, any>} */ ({
  kernel: Uint32Array,
  device: Uint8Array,
  ...Object.fromEntries(WORK.map((name) => [name, Float64Array])),
});

/** The form of `lab.info()`: every leaf has the type of the one here. */
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
/** Most questions that a device is asked. */
const QUESTIONS = 100;
const WAIT = { kind: '', op: 0, from: 0, to: 0, line: 0 };
const CLOCK = { offset: 0, uncertainty: 0, residual: 0 };
/** The fit of the clock; not in older traces. */
const FITTED = { dropped: 0, refused: false };
/** Larger numbers are measured nowhere: not in ms, not in bytes. */
const LARGEST = 1e18;

/** Whether all parts of an example are there in their types; numbers are finite or NaN, which is unknown. @param {any} value @param {any} example @returns {boolean} */
function like(value, example) {
  if (typeof value !== typeof example || value === null) return false;
  if (typeof value === 'number') return !(Math.abs(value) > LARGEST);
  if (typeof value !== 'object') return true;
  return Object.entries(example).every(([name, part]) => like(value[name], part));
}

/** Only what is expected, and only plain values. @param {any} value @param {any} example @returns {any} */
function picked(value, example) {
  if (typeof example === 'string') return value.slice(0, NAME);
  if (typeof example !== 'object') return value;
  return Object.fromEntries(
    Object.entries(example).map(([name, part]) => [name, picked(value[name], part)]),
  );
}

/** @param {any} info @returns {any} null where it is none */
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

/** The first names with plain values of an object. @param {any} object */
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
 * A trace whose columns are of their types and which has the form that every trace has.
 * @param {any} trace
 * @returns {any} null where it is none
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
 * The number of labs that a program opened, and which of them is shown, from 1 on.
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
