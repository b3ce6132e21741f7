// Opens backends: in a worker of their own, on this thread behind a port, or on this thread by direct calls.
import { LabError } from './core/errors.js';
import { InlineTransport } from './core/inline.js';
import { PortTransport } from './core/port.js';
import { startBackend } from './start-backend.js';
import { broken } from './start-worker.js';

/** @import {Starting} from './core/starting.js' */
/** @import {Transport} from './core/transport.js' */

/**
 * @typedef {object} Where
 * @property {import('./options.js').Options['backend']} backend
 * @property {import('./options.js').WorkerSource} [worker] where it is not the library's own
 * @property {Starting} starting may end the start
 * @property {Promise<Transport>} [first] the device whose virtual clock is shared
 *
 * @typedef {{device: string, blocking: boolean, several: boolean, machine?: string, bounds: {operations: number, bytes: number}}} Asked of a backend
 */

/**
 * Opens a device. A port keeps commands that are sent while the device starts, and posts them once it has started.
 *
 * @param {Promise<WebAssembly.Module>} engine
 * @param {Asked} asked
 * @param {Where} where
 * @returns {{transport: Transport, ready: Promise<Transport>}}
 */
export function openDevice(engine, asked, { backend, worker, starting, first }) {
  const { device, blocking, several } = asked;
  if (device === 'sim' || (device === 'cpu' && blocking && !several)) {
    const transport = new InlineTransport();
    const start = async () => {
      await starting.within(engine);
      const other = await first;
      await transport.start(asked, other instanceof InlineTransport ? other : undefined);
      return transport;
    };
    return { transport, ready: starting.within(start(), (late) => late.close()) };
  }
  const here = backend === 'same' || typeof Worker === 'undefined';
  const transport = new PortTransport(starting, here ? 'same' : 'worker');
  const start = async () => {
    if (here || !(await startWorker(transport, engine, asked, worker, backend !== 'worker'))) {
      await starting.within(engine);
      await transport.startHere(asked);
    }
    return transport;
  };
  return { transport, ready: starting.within(start(), (late) => late.close()) };
}

/**
 * Starts a backend in a worker.
 *
 * @param {PortTransport} transport
 * @param {Promise<WebAssembly.Module>} engine
 * @param {Asked} asked
 * @param {import('./options.js').WorkerSource} [source]
 * @param {boolean} [elsewhere] whether the backend may run on this thread as well
 * @returns {Promise<boolean>} false where no worker starts, or it has no such device, and `elsewhere` is true
 */
export async function startWorker(transport, engine, asked, source, elsewhere) {
  try {
    const worker = startBackend(source);
    // The program itself ends a worker that it brought along.
    const end = () => void (source !== worker && worker.terminate());
    await transport.startWorker(engine, asked, worker, broken(worker), end);
    return true;
  } catch (error) {
    const code = error instanceof LabError ? error.code : '';
    if (elsewhere && (code === 'WORKER_BLOCKED' || code === 'NO_DEVICE')) return false;
    throw error;
  }
}
