// Starts a backend's thread: the library's own worker, one that the program brings along, or in another way.
import { addressOf, workerAddress } from './addresses.js';
import { LabError } from './core/errors.js';
import { startWorker } from './start-worker.js';

/** How backends are started elsewhere than in workers of this thread, and whether they have WebGPU there.
 * @type {{start: () => any, webgpu: boolean} | undefined} */
let elsewhere;

/**
 * Has backends started in another way, on a thread that cannot start workers with a device, or should not.
 *
 * @param {() => any} start returns an object that is used as the worker, and passes its first message to `serve`
 * @param {boolean} [webgpu] whether backends have WebGPU there
 */
export function startBackendsWith(start, webgpu = true) {
  elsewhere = { start, webgpu };
}

/** Whether backends have WebGPU. */
export function backendsHaveWebGpu() {
  return elsewhere ? elsewhere.webgpu : globalThis.navigator?.gpu !== undefined;
}

/** Whether a value can be used as a worker. @param {unknown} value @returns {value is Worker} */
function isWorker(value) {
  if (typeof value !== 'object' || value === null || !('postMessage' in value)) return false;
  return typeof value.postMessage === 'function';
}

/** A worker for a backend. @param {import('./options.js').WorkerSource} [source] of it, where it is not the library's own @returns {Worker} */
export function startBackend(source) {
  const made = typeof source === 'function' ? source() : source;
  if (isWorker(made)) return made;
  if (typeof source === 'function') {
    const problem = 'worker is a function that gave no Worker; have it return one';
    throw LabError.of('connect', 'INVALID_OPTION', problem);
  }
  if (made === undefined && elsewhere) return elsewhere.start();
  return startWorker(made === undefined ? workerAddress() : addressOf(made), 'asynclab backend');
}
