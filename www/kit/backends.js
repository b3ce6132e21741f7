// The page starts the backends of an experiment's thread: when a worker with workers of its own ends, Chromium (seen in 156)
// often leaves all of them running, with the memory that they hold.
import { workerAddress } from '../lib/addresses.js';
import { startWorker } from '../lib/start-worker.js';

/**
 * A value that can be used as a backend's worker.
 * @typedef {{postMessage: (start: any, transfer: Transferable[]) => void, terminate: () => void, onerror: any}} BackendWorker
 */

/**
 * On the page: starts the backends that a thread asks for.
 *
 * @param {MessagePort} port to that thread
 * @param {() => BackendWorker} [begin] starts a backend
 * @param {number} [most] backends at a time; the thread is notified when another one is rejected
 * @returns {() => void} ends all of them
 */
export function startBackends(port, begin = startOne, most = Infinity) {
  /** @type {Map<number, BackendWorker>} */
  const workers = new Map();
  port.onmessage = ({ data }) => {
    const { id, end, start } = data ?? {};
    const broken = (/** @type {string} */ message) => port.postMessage({ id, message });
    if (start) {
      try {
        workers.get(id)?.postMessage(start, [start.port]);
      } catch (error) {
        broken(/** @type {Error} */ (error).message);
      }
      return;
    }
    if (end) {
      workers.get(id)?.terminate();
      workers.delete(id);
      return;
    }
    if (workers.has(id)) return; // The library starts each backend once.
    if (workers.size >= most) {
      broken(`there are ${most} backends already; close a lab first`);
      return;
    }
    try {
      const worker = begin();
      workers.set(id, worker);
      worker.onerror = (/** @type {ErrorEvent} */ event) => {
        event.preventDefault();
        broken(event.message);
      };
    } catch (error) {
      broken(/** @type {Error} */ (error).message);
    }
  };
  return () => {
    port.close();
    for (const worker of workers.values()) worker.terminate();
  };
}

const startOne = () => startWorker(workerAddress(), 'asynclab backend');

/**
 * On the thread: a function that starts its backends.
 *
 * @param {MessagePort} port to the page
 * @returns {() => object} returns an object that is used as a worker
 */
export function backendsThrough(port) {
  /** @type {Map<number, any>} */
  const started = new Map();
  let count = 0;
  port.onmessage = ({ data }) =>
    started.get(data?.id)?.onerror?.({ message: data.message, preventDefault() {} });
  return () => {
    const id = count++;
    const worker = {
      postMessage: (/** @type {any} */ start, /** @type {Transferable[]} */ transfer) =>
        port.postMessage({ id, start }, transfer),
      terminate: () => {
        started.delete(id);
        port.postMessage({ id, end: true });
      },
    };
    started.set(id, worker);
    port.postMessage({ id });
    return worker;
  };
}
