// The ways to backends: a worker of their own, this thread behind a port all the same, or a call.
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
 * @property {Starting} starting ends it
 * @property {Promise<Transport>} [first] the device whose virtual clock is shared
 *
 * @typedef {{device: string, blocking: boolean, several: boolean, machine?: string, bounds: {operations: number, bytes: number}}} Asked of a backend
 */

/**
 * Opens a device. What is sent to it while it starts goes when it is there.
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
 * @param {boolean} [elsewhere] whether the backend may live on this thread as well
 * @returns {Promise<boolean>} false where no worker starts, or it has no WebGPU where this thread has
 */
export async function startWorker(transport, engine, asked, source, elsewhere) {
  try {
    const worker = startBackend(source);
    // A program that brought a worker along keeps it.
    const end = () => void (source !== worker && worker.terminate());
    await transport.startWorker(engine, asked, worker, broken(worker), end);
    return true;
  } catch (error) {
    const code = error instanceof LabError ? error.code : '';
    if (elsewhere && (code === 'WORKER_BLOCKED' || code === 'NO_DEVICE')) return false;
    throw error;
  }
}
