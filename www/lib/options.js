import { describe, text } from './array/arguments.js';
import { LabError } from './core/errors.js';

/**
 * @typedef {'webgpu' | 'cpu' | 'sim'} DeviceName the GPU through WebGPU, the CPU, or a simulated device with given costs on a virtual clock
 */

/**
 * @typedef {string | URL | Worker | (() => Worker)} WorkerSource where the backend's thread comes from: an address, a worker that runs
 *   `backend-worker.js`, or a function that starts one for each device. A program that gives a worker also ends it
 */

/**
 * @typedef {object} Options The options of `connect`.
 * @property {DeviceName} [device] where operations run; `'webgpu'` by default
 * @property {DeviceName[]} [devices] several at once, the lab's own first; the CPU joins by itself when it is first needed
 * @property {number} [opsPerSubmit] most operations handed to the device at once
 * @property {number} [workPerSubmit] a submission is closed once its operations have this many flops and bytes
 * @property {number} [maxInFlight] most operations handed over and not yet complete
 * @property {'stream-ordered' | 'on-completion'} [allocator] when the memory of a disposed array is used again
 * @property {number} [memoryLimit] most bytes allocated on a device, 4 GiB by default: at the limit the backend waits for
 *   completions, and fails an array only if those free too little. In stream order a call whose result does not fit beside the arrays
 *   that the program holds is rejected
 * @property {number} [maxQueued] most operations enqueued on a device and not known to be complete, 262,144 by default. Whatever
 *   it is, `room` and threads that may block wait while a device has over about ten seconds of work; calls of others are rejected at eighty
 * @property {number} [maxQueuedBytes] most bytes of their results, unbounded by default: results need not be held all at
 *   once
 * @property {'tuned' | 'fixed' | Record<string, string>} [kernels] the kernels of large matrix products: `'tuned'` takes the fastest in
 *   trials before the first product of about the same size, `'fixed'` one by the size, and an object has those of an earlier lab's
 *   `info().kernels`. Tuned by default, but fixed on software adapters; always fixed where there are no timestamps
 * @property {boolean} [blocking] every operation is complete before the next begins; on the CPU, or where the thread may
 *   block, every call also returns only then
 * @property {boolean} [lazy] no operation begins before its result is waited for or read, or 512 operations wait. An elementwise operation
 *   whose result was disposed, so that only one operation can read it, is then computed in one kernel with that operation, which may be a
 *   reduction, or with the matrix product that it reads itself. Results are the same, bit by bit
 * @property {number} [seed] of random arrays
 * @property {boolean} [nudge] make an empty submission every few ms while something is awaited; by default only in Firefox, which
 *   otherwise looks for completed work every 100 ms. Other browsers are by default asked up to three times, while work on an idle queue is
 *   not reported complete after 1 ms; a question is no work for the device. `false` does neither
 * @property {'worker' | 'same'} [backend] the thread of the backends; workers by default, where there can be any
 * @property {string | URL} [base] the folder that holds `asynclab_bg.wasm` and `backend-worker.js`, where they were moved
 *   away from the library's own
 * @property {WebAssembly.Module} [engine] `asynclab_bg.wasm`, compiled: for programs that bring it along instead of fetching it
 * @property {WorkerSource} [worker] the thread of the backends, instead of the library's own `backend-worker.js`
 * @property {number} [deadline] ms within which the lab has to start, the engine's download included; 30,000 by default
 * @property {import('./core/heartbeat.js').OnSilence} [onSilence] is called while something is awaited and a backend has not answered for 10 s, or for
 *   `patience` ms where that is less; again each time its silence has doubled; and with `silent: 0` once it answers again. If it returns `false`,
 *   the lab is lost (`DEVICE_LOST`); with `true` the lab waits at least until the next call. After a promise the lab waits for the promise's value,
 *   unless the thread sleeps and cannot receive it. Otherwise the lab is lost after `patience` ms of silence: 5 s, and the time in which the
 *   outstanding work is done at 2·10⁷ flops and bytes a second, or at the rate that the device has shown
 * @property {string} [machine] of the catalogue, such as `'phone'` or `'gaming-card-firefox'`: with the device `'sim'` its GPU is
 *   modelled, with `'cpu'` its CPU, on a virtual clock
 * @property {{t1?: number, t2?: number, t3?: number} | Record<string, number>} [sim] costs of the simulated device: ms to enqueue,
 *   run and hand back; or fields of a machine's description, which override those of `machine`
 */

const DEVICES = ['webgpu', 'cpu', 'sim'];
const words = (/** @type {string} */ text) => text.split(' ');
/** The options that the library follows itself; the others are the backend's. */
const OWN = words(
  'device devices blocking seed backend base engine worker deadline onSilence maxQueued maxQueuedBytes',
);
const KNOWN = [
  ...OWN,
  ...words(
    'opsPerSubmit workPerSubmit maxInFlight allocator memoryLimit kernels lazy sim machine nudge',
  ),
];
const MAX_QUEUED = 2 ** 18;
/** ms */
const DEADLINE = 30_000;
/** The longest time that a timer takes, ms. */
const LONGEST = 2 ** 31 - 1;

/** @param {unknown} value */
const isWhole = (value) => Number.isSafeInteger(value);
/** Whether a value is of one of some types. @param {...string} types @returns {(value: unknown) => boolean} */
const of =
  (...types) =>
  (value) =>
    types.includes(typeof value);

/**
 * Rules for the options that are given; `list` are the devices, `given` all options. The backend itself checks the options that are its alone.
 *
 * @type {[name: string, isValid: (value: any, list: string[], given: Record<string, any>) => boolean, expected: string][]}
 */
const RULES = [
  ['device', (value) => DEVICES.includes(value), "'webgpu', 'cpu' or 'sim'"],
  [
    'devices',
    (_, list, { machine }) =>
      list.length > 0 &&
      list.every((name) => DEVICES.includes(name)) &&
      new Set(list).size === list.length &&
      (list.length === 1 || !list.includes('sim') || machine),
    "a list of different ones of 'webgpu' and 'cpu', the lab's own first",
  ],
  ['device', (value, [own]) => value === own, 'the first of devices'],
  [
    'machine',
    (value, list) => typeof value === 'string' && !list.includes('webgpu'),
    "the name of a machine, for the devices 'sim' and 'cpu'",
  ],
  ['backend', (value) => ['worker', 'same'].includes(value), "'worker' or 'same'"],
  ['seed', (value) => isWhole(value) && value >= 0, 'a whole number of 0 or more'],
  ['maxQueued', (value) => isWhole(value) && value >= 1, 'a whole number of 1 or more'],
  ['maxQueuedBytes', (value) => typeof value === 'number' && value > 0, 'a number above 0'],
  [
    'deadline',
    (value) => typeof value === 'number' && value > 0 && value <= LONGEST,
    'milliseconds above 0',
  ],
  ['onSilence', of('function'), 'a function'],
  ['base', (value) => typeof value === 'string' || value instanceof URL, 'the address of a folder'],
  [
    'engine',
    (value) => value instanceof WebAssembly.Module,
    'asynclab_bg.wasm as a WebAssembly.Module',
  ],
  [
    'worker',
    (value) =>
      of('string', 'function')(value) ||
      typeof value.postMessage === 'function' ||
      value instanceof URL,
    'the address of the worker, a Worker, or a function that starts one',
  ],
];

/**
 * The options, checked and with defaults.
 *
 * @param {Options} options
 * @throws {LabError} `INVALID_OPTION`, naming the option and what it may be
 */
export function checked(options) {
  if (options === null || typeof options !== 'object')
    fail(`options are ${describe(options)}; give an object of ${KNOWN.join(', ')}`);
  /** A given value may be of any type, which the rules check. @type {Record<string, any>} */
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  const unknown = Object.keys(given).find((name) => !KNOWN.includes(name));
  if (unknown) fail(`there is no option ${unknown}; give some of ${KNOWN.join(', ')}`);
  /** @param {string} name @param {unknown} valid @param {string} expected */
  const expect = (name, valid, expected) => {
    if (!valid) fail(`${name} is ${text(given[name])}; give ${expected}`);
  };
  for (const [name, value] of Object.entries(given))
    expect(name, value !== null, 'a value, or leave it out');
  const { device = 'webgpu', devices = [device] } = given;
  const list = Array.isArray(devices) ? devices : [];
  for (const [name, isValid, expected] of RULES)
    if (name in given) expect(name, isValid(given[name], list, given), expected);
  /** @param {boolean} isOwn */
  const part = (isOwn) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => OWN.includes(name) === isOwn));
  const { maxQueued = MAX_QUEUED, maxQueuedBytes = Infinity } = given;
  const others = part(false);
  // These are posted to a worker, and `postMessage` would throw for a value that cannot be cloned.
  for (const name of Object.keys(others)) expect(name, isPlain(others[name]), 'a plain value');
  return {
    seed: 0,
    blocking: false,
    deadline: DEADLINE,
    .../** @type {Options} */ (part(true)),
    devices: list,
    bounds: { operations: maxQueued, bytes: maxQueuedBytes },
    others,
  };
}

/** @param {unknown} value */
const isSimple = (value) => ['number', 'string', 'boolean', 'undefined'].includes(typeof value);

/** @param {unknown} value */
function isPlain(value) {
  if (typeof value !== 'object' || value === null) return isSimple(value);
  return Object.values(value).every(isSimple);
}

/** @param {string} problem @returns {never} */
function fail(problem) {
  throw LabError.of('connect', 'INVALID_OPTION', problem);
}
