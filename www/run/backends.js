// Backends of an experiment's thread, started by the page: where a worker ends together with workers of its own, Chromium
// (seen in 156) often leaves all of them behind, with whatever they hold.
import { workerAddress } from '../lib/addresses.js';
import { startWorker } from '../lib/start-worker.js';

/**
 * On the page: starts the backends that a thread asks for.
 *
 * @param {MessagePort} port to that thread
 * @returns {() => void} ends all of them
 */
export function startBackends(port) {
  /** @type {Map<number, Worker>} */
  const workers = new Map();
  port.onmessage = ({ data: { id, end, start } }) => {
    if (start) {
      workers.get(id)?.postMessage(start, [start.port]);
      return;
    }
    if (end) {
      workers.get(id)?.terminate();
      workers.delete(id);
      return;
    }
    const broken = (/** @type {string} */ message) => port.postMessage({ id, message });
    try {
      const worker = startWorker(workerAddress(), 'asynclab backend');
      workers.set(id, worker);
      worker.onerror = (event) => {
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

/**
 * On the thread: what starts its backends.
 *
 * @param {MessagePort} port to the page
 * @returns {() => object} gives what can be used as a worker
 */
export function backendsThrough(port) {
  /** @type {Map<number, any>} */
  const started = new Map();
  let count = 0;
  port.onmessage = ({ data: { id, message } }) =>
    started.get(id)?.onerror?.({ message, preventDefault() {} });
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
