// The public API of asynclab.
import { lookIn } from './lib/addresses.js';
import { LabError } from './lib/core/errors.js';
import { Session } from './lib/core/session.js';
import { Starting } from './lib/core/starting.js';
import { defineOperations } from './lib/array/define.js';
import { adoptEngine, doubtEngine, loadEngine } from './lib/engine.js';
import { VERSION } from './lib/info.js';
import { Lab } from './lib/lab.js';
import { NDArray } from './lib/array/ndarray.js';
import { openDevice } from './lib/open.js';
import { checked } from './lib/options.js';
import { backendsHaveWebGpu } from './lib/start-backend.js';

export { Lab, LabError, NDArray, Session, VERSION };

/** @import {Transport} from './lib/core/transport.js' */

// Types that programs name in types of their own.
/** @typedef {import('./lib/options.js').Options} Options */
/** @typedef {import('./lib/options.js').DeviceName} DeviceName */
/** @typedef {import('./lib/options.js').WorkerSource} WorkerSource */
/** @typedef {import('./lib/core/heartbeat.js').OnSilence} OnSilence */
/** @typedef {import('./lib/core/heartbeat.js').Silence} Silence */
/** @typedef {import('./lib/array/creation.js').ND} ND */
/** @typedef {import('./lib/array/creation.js').Creation} Creation */
/** @typedef {import('./lib/array/creation.js').Functions} Functions */
/** @typedef {import('./lib/array/random.js').Random} Random */
/** @typedef {import('./lib/array/ndarray.js').Operand} Operand */
/** @typedef {import('./lib/array/arguments.js').Range} Range */
/** @typedef {import('./lib/array/arguments.js').ShapeLike} ShapeLike */
/** @typedef {import('./lib/array/creation.js').TwoSided} TwoSided */
/** @typedef {import('./lib/array/calls.js').Place} Place */
/** @typedef {import('./lib/array/calls.js').Transposed} Transposed */
/** @typedef {import('./lib/array/autograd.js').Autograd} Autograd */
/** @typedef {import('./lib/array/autograd.js').Pass} Pass */
/** @typedef {import('./lib/nn.js').Networks} Networks */
/** @typedef {import('./lib/nn.js').Sequential} Sequential */
/** @typedef {import('./lib/nn.js').L2Loss} L2Loss */
/** @typedef {import('./lib/nn.js').CrossEntropyLoss} CrossEntropyLoss */
/** @typedef {import('./lib/nn.js').Dropout} Dropout */
/** @typedef {import('./lib/nn.js').Trainer} Trainer */
/** @typedef {import('./lib/nn/dense.js').Dense} Dense */
/** @typedef {import('./lib/nn/dense.js').Initializer} Initializer */
/** @typedef {import('./lib/nn/block.js').Block} Block */
/** @typedef {import('./lib/array/operations.js').Operations} Operations */
/** @typedef {import('./lib/array/compositions.js').Compositions} Compositions */
/** @typedef {import('./lib/window.js').Window} Window */
/** @typedef {import('./lib/core/graph.js').GraphNode} GraphNode */
/** @typedef {import('./lib/core/trace.js').Trace} Trace */
/** @typedef {import('./lib/core/trace.js').Wait} Wait */
/** @typedef {import('./lib/core/trace.js').GpuClock} GpuClock */
/** @typedef {import('./lib/core/trace.js').MemorySeries} MemorySeries */
/** @typedef {import('./lib/core/protocol.js').Memory} Memory */
/** @typedef {import('./lib/core/session.js').Question} Question */
/** @typedef {import('./lib/core/waiting.js').Outcome} Outcome */
/** @typedef {import('./lib/info.js').Info} Info */
/** @typedef {import('./lib/info.js').DeviceInfo} DeviceInfo */
/** @typedef {import('./lib/core/protocol.js').Adapter} Adapter */
/** @typedef {import('./lib/core/protocol.js').Policy} Policy */
/** @typedef {import('./lib/core/protocol.js').Summary} Summary */
/** @typedef {import('./lib/nn.js').Layer} Layer */
/** @typedef {import('./lib/nn/dense.js').Find} Find */
/** @typedef {import('./lib/nn/safetensors.js').Tensor} Tensor */

/**
 * Connects to a device: loads the engine and starts the backend.
 *
 * @param {Options} [options]
 * @returns {Promise<Lab>}
 * @throws {LabError} `NO_WEBGPU`, `NO_DEVICE`, `NO_ANSWER`, `INVALID_OPTION`, `WORKER_BLOCKED`, `WASM_BLOCKED`, `WASM_TYPE` or `FILE_PROTOCOL`
 * @example
 * import { connect } from 'asynclab';
 *
 * const lab = await connect({ device: 'cpu' });
 * const x = lab.nd.arange(3); // returns at once
 * await x.add(1).data(); // → [1, 2, 3]
 * lab.close();
 */
export async function connect(options = {}) {
  const {
    devices,
    seed,
    blocking,
    place,
    base,
    engine: own,
    worker,
    deadline,
    bounds,
    onSilence,
    others,
  } = checked(options);
  if (base !== undefined) lookIn(base);
  if (devices.includes('webgpu') && !backendsHaveWebGpu()) {
    throw new LabError(
      'NO_WEBGPU',
      /** @type {any} */ (globalThis).process?.versions?.node
        ? "Node.js has no WebGPU; use device 'cpu' or 'sim'"
        : globalThis.isSecureContext === false
          ? "WebGPU needs a secure page; open it over https or from localhost, or use device 'cpu'"
          : "this browser has no WebGPU; use a current Chrome, Edge, Firefox or Safari, or device 'cpu'",
    );
  }
  if (own) adopt(own);
  const engine = loadEngine();
  engine.catch(() => {}); // Told by whatever awaits it.
  const starting = new Starting(engine, deadline);
  starting.signal.addEventListener('abort', doubtEngine);
  const seldom = others.nudge ?? /Firefox/.test(globalThis.navigator?.userAgent ?? '');
  const nudge = seldom ? 'submit' : others.nudge === undefined ? 'ask' : '';
  const describe =
    others.machine && (await starting.within(import('./lib/machines/describe.js'))).describe;
  const several = devices.length > 1;
  const asked = { ...others, nudge, blocking, several, bounds, epoch: performance.timeOrigin };
  /** @param {DeviceName} device @param {Starting} starting @param {Promise<Transport>} [first] */
  const open = (device, starting, first) => {
    const own = { ...asked, ...(describe ? modelled(describe, asked, device) : { device }) };
    return openDevice(engine, own, { place, worker, starting, first });
  };
  /** @type {{transport: Transport, ready: Promise<Transport>}[]} */
  const opening = [];
  // Modelled devices share the first one's clock.
  for (const device of devices) opening.push(open(device, starting, opening[0]?.ready));
  const transports = await Promise.all(opening.map(({ ready }) => ready)).catch((error) => {
    for (const { ready } of opening) ready.then((one) => one.close()).catch(() => {});
    throw error;
  });
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
  return new Lab(session, { seed });
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
  throw new LabError(
    'WASM_TYPE',
    `connect: engine is another module (${reason}); give asynclab_bg.wasm of version ${VERSION}, compiled`,
  );
}

/**
 * A device of a machine of the catalogue, as the engine simulates it.
 *
 * @param {typeof import('./lib/machines/describe.js').describe} describe
 * @param {any} asked
 * @param {DeviceName} device
 */
const modelled = (describe, { machine, sim }, device) => ({
  device: 'sim',
  machine: device === 'cpu' ? `${machine}, CPU` : machine,
  sim: { ...describe(machine, device === 'cpu' ? 'cpu' : 'gpu'), ...sim },
});
