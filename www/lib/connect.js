// The way to a lab: the engine, its backends, and the session with them.
import { lookIn } from './addresses.js';
import { LabError } from './core/errors.js';
import { Session } from './core/session.js';
import { Starting } from './core/starting.js';
import { defineOperations } from './array/define.js';
import { adoptEngine, doubtEngine, loadEngine } from './engine.js';
import { host } from './host.js';
import { VERSION } from './info.js';
import { Lab } from './lab.js';
import { openDevice } from './open.js';
import { checked } from './options.js';
import { backendsHaveWebGpu } from './start-backend.js';

/** @import {Transport} from './core/transport.js' */
/** @import {DeviceName, Options} from './options.js' */

/**
 * As the public `connect`. Without a compiler, whose code then need not be downloaded, the lab cannot `compile`.
 *
 * @param {Options} [options]
 * @param {Promise<typeof import('./compile/compile.js')>} [compiler]
 * @returns {Promise<Lab>}
 */
export async function connect(options = {}, compiler) {
  const { devices, blocking, deadline, bounds, others, ...given } = checked(options);
  const { base, backend, worker, onSilence } = given;
  if (base !== undefined) lookIn(base);
  if (devices.includes('webgpu') && !backendsHaveWebGpu())
    throw new LabError('NO_WEBGPU', whyNoWebGpu());
  if (given.engine) adopt(given.engine);
  const engine = loadEngine();
  engine.catch(() => {}); // Each caller that awaits it reports the error.
  const starting = new Starting(engine, deadline);
  starting.signal.addEventListener('abort', doubtEngine);
  const seldom = others.nudge ?? /Firefox/.test(globalThis.navigator?.userAgent ?? '');
  const nudge = seldom ? 'submit' : others.nudge === undefined ? 'ask' : '';
  const describe =
    others.machine && (await starting.within(import('./machines/describe.js'))).describe;
  const several = devices.length > 1;
  const asked = { ...others, nudge, blocking, several, bounds, epoch: performance.timeOrigin };
  /** @param {DeviceName} device @param {Starting} starting @param {Promise<Transport>} [first] */
  const open = (device, starting, first) => {
    const own = { ...asked, ...(describe ? modelled(describe, asked, device) : { device }) };
    return openDevice(engine, own, { backend, worker, starting, first });
  };
  /** @type {{transport: Transport, ready: Promise<Transport>}[]} */
  const opening = [];
  // Modelled devices share the first one's clock.
  for (const device of devices) opening.push(open(device, starting, opening[0]?.ready));
  const transports = await Promise.all(opening.map(({ ready }) => ready)).catch((error) => {
    for (const { ready } of opening) ready.then((one) => one.close()).catch(() => {});
    throw error;
  });
  const compile = compiler && (await starting.within(compiler));
  starting.over();
  defineOperations();
  const join = () => {
    const starting = new Starting(engine, deadline);
    const { transport, ready } = open('cpu', starting);
    ready.catch(({ code, message }) => transport.deliverLoss({ code, message }));
    ready.finally(() => starting.over()).catch(() => {});
    return transport;
  };
  /** @type {[string, Transport][]} */
  const named = transports.map((transport, index) => [devices[index], transport]);
  const session = new Session(named, { bounds, blocking, onSilence, join });
  return new Lab(session, { seed: given.seed, compiler: compile });
}

/** Why there is no WebGPU here, and what to do. */
function whyNoWebGpu() {
  if (host.process?.versions?.node) return "Node.js has no WebGPU; use device 'cpu' or 'sim'";
  if (globalThis.isSecureContext === false)
    return "WebGPU needs a secure page; open it over https or from localhost, or use device 'cpu'";
  return "this browser has no WebGPU; use a current Chrome, Edge, Firefox or Safari, or device 'cpu'";
}

/** @param {WebAssembly.Module} engine */
function adopt(engine) {
  let reason = 'it has no memory';
  // The engine's glue would keep a module that it cannot start.
  if (WebAssembly.Module.exports(engine).some(({ kind }) => kind === 'memory')) {
    try {
      adoptEngine(engine);
      return;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  throw LabError.of(
    'connect',
    'WASM_TYPE',
    `engine is another module (${reason}); give asynclab_bg.wasm of version ${VERSION}, compiled`,
  );
}

/**
 * The options by which the engine simulates a device of a machine of the catalogue.
 *
 * @param {typeof import('./machines/describe.js').describe} describe
 * @param {any} asked
 * @param {DeviceName} device
 */
const modelled = (describe, { machine, sim }, device) => ({
  device: 'sim',
  machine: device === 'cpu' ? `${machine}, CPU` : machine,
  sim: { ...describe(machine, device === 'cpu' ? 'cpu' : 'gpu'), ...sim },
});
