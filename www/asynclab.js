// The public API of asynclab.
import { Answers } from './lib/answers.js';
import {
  backendsAreElsewhere,
  linkDirectly,
  linkToSameThread,
  linkToSimulation,
  linkToWorker,
} from './lib/backend.js';
import { Channel } from './lib/channel.js';
import { defineOperations } from './lib/define.js';
import { loadEngine } from './lib/engine.js';
import { LabError } from './lib/errors.js';
import { Lab, VERSION } from './lib/lab.js';
import { NDArray } from './lib/ndarray.js';
import { checked } from './lib/options.js';

export { Lab, LabError, NDArray, VERSION };

/** @typedef {import('./lib/options.js').Options} Options */
/** @typedef {import('./lib/options.js').DeviceName} DeviceName */

/**
 * Connects to a device: loads the engine, starts the backend and measures the clocks.
 *
 * @param {Options} [options]
 * @returns {Promise<Lab>}
 * @throws {LabError} `NO_WEBGPU`, `NO_DEVICE`, `INVALID_OPTION`, `WASM_BLOCKED`, `WASM_TYPE` or `FILE_PROTOCOL`
 */
export async function connect(options = {}) {
  const { devices, seed, blocking, place, bounds, others } = checked(options);
  if (devices.includes('webgpu') && !backendsAreElsewhere() && !globalThis.navigator?.gpu) {
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
  const nudge = others.nudge ?? /Firefox/.test(globalThis.navigator?.userAgent ?? '');
  const asked = { ...others, nudge, blocking, bounds, epoch: performance.timeOrigin };
  // Until all devices are there nothing but a loss can be told.
  const route = {
    receive: (/** @type {number} */ _, /** @type {any} */ message) => answers.receive(message),
  };
  const receiver = (/** @type {number} */ index) => (/** @type {any} */ message) =>
    route.receive(index, message);
  const open = (/** @type {DeviceName} */ device, /** @type {number} */ index) =>
    linkTo(module, { ...asked, device }, place, devices.length > 1, receiver(index));
  const starting = devices.map(open);
  const links = await Promise.all(starting).catch((error) => {
    for (const link of starting) link.then((one) => one.close()).catch(() => {});
    throw error;
  });
  const channel = new Channel(answers, links[0].frontend, bounds, others.opsPerSubmit);
  for (const [index, link] of links.entries())
    channel.add(devices[index], link, link.info.arrayBytes);
  route.receive = (index, message) => channel.receive(index, message);
  const lab = new Lab(channel, { seed, blocking, open });
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
 * @param {boolean} several the lab has more than one device
 * @param {import('./lib/backend.js').OnReply} onReply
 */
async function linkTo(module, asked, place, several, onReply) {
  if (asked.device === 'sim') return linkToSimulation(asked, onReply);
  if (asked.device === 'cpu' && asked.blocking && !several) return linkDirectly(asked, onReply);
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
