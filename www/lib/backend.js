// Where the backend lives: in a worker of its own, or on the frontend's thread. Either way the frontend has a link to it:
// `send` passes a chunk of the stream, and the answers come back through `onReply`.
import { WebBackend } from '../pkg/asynclab.js';
import { workerAddress } from './addresses.js';
import { answerBlocked } from './blocking.js';
import { LabError } from './errors.js';
import { broken, startWorker } from './start-worker.js';

/**
 * @typedef {object} Chunk
 * @property {Uint32Array<ArrayBuffer>} words commands
 * @property {import('./blocking.js').Blocked} [blocked] where to answer a frontend that blocks
 */

/**
 * @typedef {object} Link
 * @property {any} info what the backend found out about its device and clocks
 * @property {'worker' | 'same'} thread where the backend is
 * @property {(chunk: Chunk) => ArrayBuffer[] | undefined} send gives back what was read at once; the rest comes with answers, as `used`
 * @property {() => void} lose loses the device on purpose
 * @property {(device: number, port: MessagePort) => void} [meet] the backend of another device is behind this port
 * @property {() => Promise<number>} close resolves to the bytes that the device still holds
 * @property {import('../pkg/asynclab.js').WebFrontend} [frontend] one on the backend's own clock, where that is virtual
 * @property {boolean} [direct] the work is done inside `send`
 */

/** @typedef {(message: any) => void} OnReply */

/** How long a worker may take to give its device back, ms. */
const CLOSING = 1000;
/** Events that tell of an exception nobody caught. */
const TRAPS = ['error', 'unhandledrejection'];
const NO_ANSWERS = { done: [], data: [], failed: [], sent: [] };

/**
 * Serves one frontend through a port.
 *
 * @param {MessagePort} port
 * @param {object} options as `WebBackend.connect` takes them
 */
export async function serve(port, options) {
  /** @type {import('./blocking.js').Blocked | undefined} */
  let blocked; // At most one: a blocked thread asks nothing else.
  /** @type {object | undefined} */
  let lost;
  /** What chunks came in, to be sent back. @type {ArrayBuffer[]} */
  const read = [];
  /** The backends of other devices. @type {MessagePort[]} */
  const peers = [];
  const reply = (/** @type {any} */ message, /** @type {Transferable[]} */ transfer) => {
    lost ??= message.lost;
    if (blocked && answerBlocked(blocked, message)) blocked = undefined;
    const { sent, ...answers } = message;
    const used = read.splice(0);
    answers.used = used;
    if (sent.length === 0) {
      port.postMessage({ reply: answers }, [...transfer, ...used]);
      return;
    }
    const gone = new Set();
    for (const [device, token, outcome] of sent) {
      const elements = outcome instanceof Float32Array ? [outcome.buffer] : [];
      peers[device].postMessage({ token, outcome }, elements);
      gone.add(elements[0]);
    }
    port.postMessage({ reply: answers }, [
      ...transfer.filter((buffer) => !gone.has(buffer)),
      ...used,
    ]);
  };
  let backend;
  try {
    backend = await WebBackend.connect(options, reply);
  } catch (error) {
    port.postMessage({ refused: error });
    return;
  }
  // An engine that trapped is of no use any more, and nothing it was asked will be answered.
  const trapped = (/** @type {any} */ event) => {
    const error = event.error ?? event.reason;
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    event.preventDefault();
    const message = `the backend failed (${error.message}); connect again`;
    reply({ ...NO_ANSWERS, lost: { code: 'DEVICE_LOST', message } }, []);
  };
  for (const kind of TRAPS) addEventListener(kind, trapped);
  port.onmessage = ({ data }) => {
    if (data.words) {
      blocked = data.blocked ?? blocked;
      // The engine copies the words first of all.
      read.push(data.words.buffer);
      backend.receive(data.words);
      // A backend without a device answers nothing any more, and a blocked frontend has not heard of its loss.
      if (lost && blocked && answerBlocked(blocked, { ...NO_ANSWERS, lost })) blocked = undefined;
    } else if (data.peer) {
      peers[data.device] = data.peer;
      data.peer.onmessage = (/** @type {MessageEvent} */ { data: { token, outcome } }) => {
        if (outcome instanceof Float32Array) backend.deliver(token, outcome, '', '');
        else backend.deliver(token, undefined, outcome.code, outcome.message);
      };
    } else if (data.lose) {
      backend.lose();
    } else if (data.close) {
      for (const peer of Object.values(peers)) peer.close();
      port.postMessage({ closed: backend.close() });
      port.close();
      for (const kind of TRAPS) removeEventListener(kind, trapped);
    }
  };
  port.postMessage({ ready: backend.info() });
}

/**
 * A backend in a worker of its own, which starts while the engine is being compiled.
 *
 * @param {Promise<WebAssembly.Module>} engine
 * @param {object} options
 * @param {OnReply} onReply
 * @returns {Promise<Link>}
 */
export async function linkToWorker(engine, options, onReply) {
  const worker = startBackend();
  const { port1, port2 } = new MessageChannel();
  const start = async () => {
    worker.postMessage({ module: await engine, port: port2, options }, [port2]);
    return linkToPort(port1, onReply);
  };
  try {
    const link = await Promise.race([start(), broken(worker)]);
    // A worker that breaks later takes the device with it.
    worker.onerror = (event) =>
      onReply({ lost: { code: 'DEVICE_LOST', message: `the backend failed: ${event.message}` } });
    const close = async () => {
      const held = await Promise.race([link.close(), delay(CLOSING)]);
      worker.terminate();
      // One that is too busy to answer ends with its worker, and that with its device.
      return held ?? 0;
    };
    return { ...link, thread: 'worker', close };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

const delay = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** How backends are started elsewhere than in workers of this thread's, and whether they have WebGPU there.
 * @type {{start: () => any, webgpu: boolean} | undefined} */
let elsewhere;

/**
 * Has backends started in another way: by a thread that cannot start workers with a device, or should not.
 *
 * @param {() => any} start gives what can be used as the worker: it passes its first message to `serve`
 * @param {boolean} [webgpu] whether it has WebGPU
 */
export function startBackendsWith(start, webgpu = true) {
  elsewhere = { start, webgpu };
}

/** Whether backends have WebGPU. */
export function backendsHaveWebGpu() {
  return elsewhere ? elsewhere.webgpu : globalThis.navigator?.gpu !== undefined;
}

/** @returns {Worker} */
function startBackend() {
  return elsewhere ? elsewhere.start() : startWorker(workerAddress(), 'asynclab backend');
}

/**
 * A backend on this thread, behind a port all the same.
 *
 * @param {object} options
 * @param {OnReply} onReply
 * @returns {Promise<Link>}
 */
export async function linkToSameThread(options, onReply) {
  const { port1, port2 } = new MessageChannel();
  serve(port2, options);
  return { ...(await linkToPort(port1, onReply)), thread: 'same' };
}

/**
 * A backend that does the work inside `send`: a library without a queue. Answers come before `send` returns.
 *
 * @param {object} options
 * @param {OnReply} onReply
 * @returns {Promise<Link>}
 */
export async function linkDirectly(options, onReply) {
  const backend = await connectHere(options, onReply);
  return {
    info: backend.info(),
    thread: 'same',
    direct: true,
    send({ words }) {
      backend.receive(words);
      backend.runToEnd();
      return [words.buffer];
    },
    lose() {
      backend.lose();
      backend.runToEnd();
    },
    close: async () => backend.close(),
  };
}

/**
 * A simulation: frontend and backend on one thread and one virtual clock.
 *
 * @param {any} options
 * @param {OnReply} onReply
 * @returns {Promise<Link>}
 */
export async function linkToSimulation(options, onReply) {
  const backend = await connectHere(options, onReply);
  return {
    info: backend.info(),
    thread: 'same',
    frontend: backend.frontend(options.bounds.operations, options.bounds.bytes),
    send({ words }) {
      backend.receive(words);
      return [words.buffer];
    },
    lose: () => backend.lose(),
    close: async () => backend.close(),
  };
}

/**
 * @param {object} options
 * @param {OnReply} onReply
 */
function connectHere(options, onReply) {
  return WebBackend.connect(options, onReply).catch((error) => {
    throw LabError.from(error);
  });
}

/**
 * @param {MessagePort} port
 * @param {OnReply} onReply
 * @returns {Promise<Omit<Link, 'thread'>>}
 */
function linkToPort(port, onReply) {
  /** @type {PromiseWithResolvers<number>} */
  const closed = Promise.withResolvers();
  return new Promise((resolve, reject) => {
    port.onmessage = ({ data }) => {
      if (data.reply) {
        onReply(data.reply);
      } else if ('closed' in data) {
        closed.resolve(data.closed);
      } else if (data.refused) {
        reject(LabError.from(data.refused));
      } else if (data.ready) {
        resolve({
          info: data.ready,
          send: (chunk) => void port.postMessage(chunk, [chunk.words.buffer]),
          lose: () => port.postMessage({ lose: true }),
          meet: (device, peer) => port.postMessage({ peer, device }, [peer]),
          close: () => {
            port.postMessage({ close: true });
            return closed.promise;
          },
        });
      }
    };
  });
}

/**
 * Lets the backends of two devices send each other arrays.
 *
 * @param {Link} link
 * @param {number} device its device's index
 * @param {Link} other
 * @param {number} otherDevice
 */
export function introduce(link, device, other, otherDevice) {
  const { port1, port2 } = new MessageChannel();
  link.meet?.(otherDevice, port1);
  other.meet?.(device, port2);
}

/**
 * A link to a backend that is still starting: what is sent meanwhile goes when it is there.
 *
 * @param {Promise<Link>} starting
 * @param {Link['thread']} thread where it is going to be
 * @param {OnReply} onReply told of the loss if it never starts
 * @returns {Link}
 */
export function linkLater(starting, thread, onReply) {
  /** @type {((link: Link) => void)[]} */
  const waiting = [];
  /** @type {Link | undefined} */
  let there;
  const once = (/** @type {(link: Link) => void} */ call) => {
    if (there) call(there);
    else waiting.push(call);
  };
  starting.then(
    (link) => {
      there = link;
      for (const call of waiting) call(link);
    },
    (error) => onReply({ lost: { code: error.code, message: error.message } }),
  );
  return {
    info: undefined,
    thread,
    send: (chunk) => void once((link) => link.send(chunk)),
    lose: () => once((link) => link.lose()),
    meet: (device, port) => once((link) => link.meet?.(device, port)),
    close: () =>
      starting.then(
        (link) => link.close(),
        () => 0,
      ),
  };
}
