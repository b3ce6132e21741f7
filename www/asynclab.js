// The public API of asynclab.
import { Answers } from './lib/answers.js';
import { linkDirectly, linkToSameThread, linkToSimulation, linkToWorker } from './lib/backend.js';
import { defineOperations } from './lib/define.js';
import { loadEngine } from './lib/engine.js';
import { LabError } from './lib/errors.js';
import { Lab, VERSION } from './lib/lab.js';
import { NDArray } from './lib/ndarray.js';

export { Lab, LabError, NDArray, VERSION };

/**
 * @typedef {object} Options
 * @property {'webgpu' | 'cpu' | 'sim'} [device] where operations run; `'webgpu'` by default
 * @property {number} [opsPerSubmit] most operations handed to the device at once
 * @property {number} [workPerSubmit] a submission is closed once its operations have so many flops and bytes
 * @property {number} [maxInFlight] most operations handed over and not yet complete
 * @property {'stream-ordered' | 'on-completion'} [allocator] when the memory of a disposed array is used again
 * @property {boolean} [blocking] every operation is complete before the next begins; on the CPU, or where the thread may
 *   block, every call also returns only then
 * @property {number} [seed] of random arrays
 * @property {boolean} [nudge] submit nothing every few ms while something is awaited; by default only in Firefox, which
 *   otherwise looks for completed work every 100 ms
 * @property {'worker' | 'same'} [backend] the thread of the backend; a worker by default, where there can be one
 * @property {{t1?: number, t2?: number, t3?: number}} [sim] ms to enqueue, run and hand back, on the simulated device
 */

const KNOWN = [
  'device',
  'opsPerSubmit',
  'workPerSubmit',
  'maxInFlight',
  'allocator',
  'blocking',
  'seed',
  'backend',
  'sim',
  'nudge',
];

/**
 * Connects to a device: loads the engine, starts the backend and measures the clocks.
 *
 * @param {Options} [options]
 * @returns {Promise<Lab>}
 * @throws {LabError} `NO_WEBGPU`, `NO_DEVICE`, `INVALID_OPTION`, `WASM_BLOCKED`, `WASM_TYPE` or `FILE_PROTOCOL`
 */
export async function connect(options = {}) {
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  const unknown = Object.keys(given).find((name) => !KNOWN.includes(name));
  if (unknown)
    throw new LabError(
      'INVALID_OPTION',
      `connect: there is no option ${unknown}; give some of ${KNOWN.join(', ')}`,
    );
  const { device = 'webgpu', seed = 0, blocking = false, backend: place, ...others } = given;
  const expect = (
    /** @type {string} */ name,
    /** @type {boolean} */ valid,
    /** @type {string} */ expected,
  ) => {
    if (!valid)
      throw new LabError('INVALID_OPTION', `connect: ${name} is ${given[name]}; give ${expected}`);
  };
  for (const [name, value] of Object.entries(given))
    expect(name, value !== null, 'a value, or leave it out');
  expect('device', ['webgpu', 'cpu', 'sim'].includes(device), "'webgpu', 'cpu' or 'sim'");
  expect('backend', [undefined, 'worker', 'same'].includes(place), "'worker' or 'same'");
  expect('seed', Number.isSafeInteger(seed) && seed >= 0, 'a whole number of 0 or more');
  if (device === 'webgpu' && !globalThis.navigator?.gpu) {
    throw new LabError(
      'NO_WEBGPU',
      globalThis.isSecureContext === false
        ? "WebGPU needs a secure page; open it over https or from localhost, or use device 'cpu'"
        : "this browser has no WebGPU; use a current Chrome, Edge, Firefox or Safari, or device 'cpu'",
    );
  }
  const module = await loadEngine();
  defineOperations();
  const answers = new Answers();
  const onReply = (/** @type {any} */ message) => answers.receive(message);
  const nudge = others.nudge ?? /Firefox/.test(globalThis.navigator?.userAgent ?? '');
  const asked = { ...others, nudge, device, blocking, epoch: performance.timeOrigin };
  const link = await linkTo(module, asked, place, blocking, onReply);
  const lab = new Lab(link, answers, { seed, blocking });
  await lab.measureRoundTrip().catch((error) => {
    lab.close();
    throw error;
  });
  return lab;
}

/**
 * @param {WebAssembly.Module} module
 * @param {any} asked
 * @param {Options['backend']} place
 * @param {boolean} blocking
 * @param {import('./lib/backend.js').OnReply} onReply
 */
async function linkTo(module, asked, place, blocking, onReply) {
  if (asked.device === 'sim') return linkToSimulation(asked, onReply);
  if (asked.device === 'cpu' && blocking) return linkDirectly(asked, onReply);
  if (place === 'same' || typeof Worker === 'undefined') return linkToSameThread(asked, onReply);
  try {
    return await linkToWorker(module, asked, onReply);
  } catch (error) {
    // A worker that cannot start, or has no WebGPU where this thread has: the backend moves in here.
    const code = error instanceof LabError ? error.code : '';
    if (place !== 'worker' && (code === 'WORKER_BLOCKED' || code === 'NO_DEVICE'))
      return linkToSameThread(asked, onReply);
    throw error;
  }
}
