// The public API of asynclab.
import { lookIn } from './lib/addresses.js';
import { Answers } from './lib/answers.js';
import { linkDirectly, linkToSameThread, linkToSimulation, linkToWorker } from './lib/backend.js';
import { Channel } from './lib/channel.js';
import { defineOperations } from './lib/define.js';
import { adoptEngine, doubtEngine, loadEngine } from './lib/engine.js';
import { LabError } from './lib/errors.js';
import { VERSION } from './lib/info.js';
import { Lab } from './lib/lab.js';
import { NDArray } from './lib/ndarray.js';
import { checked } from './lib/options.js';
import { backendsHaveWebGpu } from './lib/start-backend.js';
import { Starting } from './lib/starting.js';

export { Lab, LabError, NDArray, VERSION };

// Types that programs name in types of their own.
/** @typedef {import('./lib/options.js').Options} Options */
/** @typedef {import('./lib/options.js').DeviceName} DeviceName */
/** @typedef {import('./lib/options.js').WorkerSource} WorkerSource */
/** @typedef {import('./lib/heartbeat.js').OnSilence} OnSilence */
/** @typedef {import('./lib/heartbeat.js').Silence} Silence */
/** @typedef {import('./lib/creation.js').ND} ND */
/** @typedef {import('./lib/creation.js').Creation} Creation */
/** @typedef {import('./lib/creation.js').Functions} Functions */
/** @typedef {import('./lib/random.js').Random} Random */
/** @typedef {import('./lib/ndarray.js').Operand} Operand */
/** @typedef {import('./lib/arguments.js').Range} Range */
/** @typedef {import('./lib/arguments.js').ShapeLike} ShapeLike */
/** @typedef {import('./lib/creation.js').TwoSided} TwoSided */
/** @typedef {import('./lib/calls.js').Place} Place */
/** @typedef {import('./lib/calls.js').Transposed} Transposed */
/** @typedef {import('./lib/autograd.js').Autograd} Autograd */
/** @typedef {import('./lib/autograd.js').Pass} Pass */
/** @typedef {import('./lib/nn.js').Networks} Networks */
/** @typedef {import('./lib/nn.js').Sequential} Sequential */
/** @typedef {import('./lib/nn.js').L2Loss} L2Loss */
/** @typedef {import('./lib/nn.js').CrossEntropyLoss} CrossEntropyLoss */
/** @typedef {import('./lib/nn.js').Dropout} Dropout */
/** @typedef {import('./lib/nn.js').Trainer} Trainer */
/** @typedef {import('./lib/nn/dense.js').Dense} Dense */
/** @typedef {import('./lib/nn/dense.js').Initializer} Initializer */
/** @typedef {import('./lib/nn/block.js').Block} Block */
/** @typedef {import('./lib/operations.js').Operations} Operations */
/** @typedef {import('./lib/compositions.js').Compositions} Compositions */
/** @typedef {import('./lib/window.js').Window} Window */
/** @typedef {import('./lib/graph.js').GraphNode} GraphNode */
/** @typedef {import('./lib/profile.js').Trace} Trace */
/** @typedef {import('./lib/profile.js').Wait} Wait */
/** @typedef {import('./lib/profile.js').GpuClock} GpuClock */
/** @typedef {import('./lib/profile.js').MemorySeries} MemorySeries */
/** @typedef {import('./lib/channel.js').Memory} Memory */
/** @typedef {import('./lib/info.js').Info} Info */
/** @typedef {import('./lib/info.js').DeviceInfo} DeviceInfo */
/** @typedef {import('./lib/info.js').Policy} Policy */
/** @typedef {import('./lib/info.js').Summary} Summary */
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
  const answers = new Answers();
  const seldom = others.nudge ?? /Firefox/.test(globalThis.navigator?.userAgent ?? '');
  const nudge = seldom ? 'submit' : others.nudge === undefined ? 'ask' : '';
  const describe =
    others.machine && (await starting.within(import('./lib/machines/describe.js'))).describe;
  const several = devices.length > 1;
  /** @type {Record<string, any>} */
  const asked = {
    ...others,
    nudge,
    blocking,
    several,
    bounds,
    epoch: performance.timeOrigin,
  };
  // Until all devices are there nothing but a loss can be told.
  const route = {
    receive: (/** @type {number} */ _, /** @type {any} */ message) => answers.receive(message),
  };
  const receiver = (/** @type {number} */ index) => (/** @type {any} */ message) =>
    route.receive(index, message);
  const open = (
    /** @type {DeviceName} */ device,
    /** @type {number} */ index,
    /** @type {Starting} */ starting,
  ) => {
    const own = { ...asked, ...(describe ? modelled(describe, asked, device) : { device }) };
    const linking = linkTo(engine, own, { place, worker, starting }, receiver(index));
    return starting.within(linking, (late) => late.close());
  };
  /** @type {Promise<import('./lib/backend.js').Link>[]} */
  const linking = [];
  for (const [index, device] of devices.entries()) {
    linking.push(open(device, index, starting));
    // Modelled devices share the first one's clock.
    if (describe) asked.first ??= await linking[0];
  }
  const links = await Promise.all(linking).catch((error) => {
    for (const link of linking) link.then((one) => one.close()).catch(() => {});
    throw error;
  });
  starting.over();
  defineOperations();
  const { policy } = links[0].info;
  const channel = new Channel(answers, links[0].frontend, bounds, policy, onSilence);
  for (const [index, link] of links.entries())
    channel.add(devices[index], link, link.info.arrayBytes);
  route.receive = (index, message) => channel.receive(index, message);
  const join = (/** @type {DeviceName} */ device, /** @type {number} */ index) => {
    const starting = new Starting(engine, deadline);
    const linking = open(device, index, starting).finally(() => starting.over());
    return { linking, starting };
  };
  return new Lab(channel, { seed, blocking, open: join });
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

/**
 * @param {Promise<WebAssembly.Module>} engine
 * @param {any} asked
 * @param {{place: Options['backend'], worker: Options['worker'], starting: Starting}} where
 * @param {import('./lib/backend.js').OnReply} onReply
 */
async function linkTo(engine, asked, { place, worker, starting }, onReply) {
  const { device, blocking, several } = asked;
  const direct = device === 'cpu' && blocking && !several;
  const here = device === 'sim' || direct || place === 'same' || typeof Worker === 'undefined';
  if (here) await starting.within(engine);
  if (device === 'sim') return linkToSimulation(asked, onReply);
  if (direct) return linkDirectly(asked, onReply);
  if (here) return linkToSameThread(asked, onReply, starting);
  try {
    return await linkToWorker(engine, asked, onReply, starting, worker);
  } catch (error) {
    // A worker that cannot start, or has no WebGPU where this thread has: the backend moves in here.
    const code = error instanceof LabError ? error.code : '';
    if (place !== 'worker' && (code === 'WORKER_BLOCKED' || code === 'NO_DEVICE')) {
      await starting.within(engine);
      return linkToSameThread(asked, onReply, starting);
    }
    throw error;
  }
}
