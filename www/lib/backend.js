// Where the backend lives: in a worker of its own, or on the frontend's thread. Either way the frontend has a link to it:
// `send` passes a chunk of the stream, and the answers come back through `onReply`.
import { WebBackend } from '../pkg/asynclab.js';
import { addressOf, workerAddress } from './addresses.js';
import { answerBlocked } from './blocking.js';
import { CountedPort } from './counted-port.js';
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
 * @property {(shared?: {buffer: ArrayBufferLike, index: number}) => void} [ping] asks for a sign of life: a message, or one more in shared
 *   memory
 * @property {(device: number, port: MessagePort) => void} [meet] the backend of another device is behind this port
 * @property {() => Promise<number>} close resolves to the bytes that the device still holds
 * @property {import('../pkg/asynclab.js').WebFrontend} [frontend] one on the backend's own clock, where that is virtual
 * @property {(options: any, onReply: OnReply) => WebBackend} [beside] another simulated device on the same clock
 * @property {boolean} [direct] the work is done inside `send`
 */

/** @typedef {(message: any) => void} OnReply */

/** How long a worker may take to give its device back, ms. */
const CLOSING = 1000;
/** Events that tell of an exception nobody caught. */
const TRAPS = ['error', 'unhandledrejection'];
/** Their numbers have to fit into an answer. */
const MOST_FAILED = 99;
const NO_ANSWERS = { done: [], data: [], failed: [], sent: [] };
const NO_WORDS = new Uint32Array();

/**
 * Serves one frontend through a port.
 *
 * @param {MessagePort} own
 * @param {any} options as `WebBackend.connect` takes them, and the `thread` that this is
 */
export async function serve(own, options) {
  const port = new CountedPort(own);
  // A thread of its own has nothing on it but this.
  const alone = typeof document === 'undefined' && options.thread === 'worker';
  /** @type {import('./blocking.js').Blocked | undefined} */
  let blocked; // At most one: a blocked thread asks nothing else.
  /** @type {object | undefined} */
  let lost;
  /** The buffers that chunks came in, to be sent back. @type {ArrayBuffer[]} */
  const read = [];
  /** The backends of other devices. @type {MessagePort[]} */
  const peers = [];
  /** Operations that could not be run: a frontend that goes on blocking has not heard of them. @type {number[]} */
  let failed = [];
  const reply = (/** @type {any} */ message, /** @type {Transferable[]} */ transfer) => {
    lost ??= message.lost;
    failed = [...failed, ...(message.status?.failed ?? [])].slice(0, MOST_FAILED);
    if (blocked && answerBlocked(blocked, message, failed)) {
      blocked = undefined;
      if (message.failed.length > 0) failed = [];
    }
    const { sent, ...answers } = message;
    const used = read.splice(0);
    answers.used = used;
    if (sent.length === 0) {
      post(answers, [...transfer, ...used]);
      return;
    }
    const gone = new Set();
    for (const [device, token, outcome] of sent) {
      const elements = outcome instanceof Float32Array ? [outcome.buffer] : [];
      peers[device].postMessage({ token, outcome }, elements);
      gone.add(elements[0]);
    }
    post(answers, [...transfer.filter((buffer) => !gone.has(buffer)), ...used]);
  };
  // An exception in here would be the engine's, which cannot tell of it: answers would be lost without a word.
  const post = (/** @type {any} */ answers, /** @type {Transferable[]} */ transfer) => {
    try {
      port.post({ reply: answers }, transfer);
    } catch (error) {
      port.post({ reply: { ...NO_ANSWERS, lost: failure(error) } });
    }
  };
  let backend;
  try {
    backend = await WebBackend.connect(options, reply);
  } catch (error) {
    port.post({ refused: error });
    return;
  }
  // An engine that failed is of no use any more, and nothing it was asked will be answered.
  const die = (/** @type {unknown} */ error) => {
    if (!lost) reply({ ...NO_ANSWERS, lost: failure(error) }, []);
  };
  const trapped = (/** @type {any} */ event) => {
    const error = event.error ?? event.reason ?? event.message;
    if (!alone && !isBroken(backend)) return; // Somebody else's: there are other programs on a page.
    event.preventDefault();
    die(error);
  };
  for (const kind of TRAPS) globalThis.addEventListener?.(kind, trapped);
  const take = (/** @type {any} */ data) => {
    if (data.words) {
      blocked = data.blocked ?? blocked;
      // The engine copies the words first of all.
      read.push(data.words.buffer);
      backend.receive(data.words);
      // A backend without a device answers nothing any more, and a blocked frontend has not heard of its loss.
      if (lost && blocked && answerBlocked(blocked, { ...NO_ANSWERS, lost })) blocked = undefined;
    } else if (data.peer) {
      peers[data.device] = data.peer;
      receiveFrom(data.peer, backend, die);
    } else if (data.ping) {
      const { shared } = data.ping;
      if (shared) Atomics.add(new Int32Array(shared.buffer), shared.index, 1);
      else port.post({ reply: { pong: true } });
    } else if (data.lose) {
      backend.lose();
    } else if (data.close) {
      for (const kind of TRAPS) globalThis.removeEventListener?.(kind, trapped);
      for (const peer of Object.values(peers)) peer.close();
      port.post({ closed: lost ? 0 : backend.close() });
      port.close();
    }
  };
  const listen = (/** @type {any} */ data) => {
    try {
      take(data);
    } catch (error) {
      die(error);
    }
  };
  port.listen(listen, die);
  port.post({ ready: backend.info() });
}

/** Why nothing is answered any more. @param {unknown} error */
const failure = (error) => ({
  code: 'DEVICE_LOST',
  message: `the backend failed (${error instanceof Error ? error.message : String(error)}); connect again`,
});

/** Whether a backend has failed in the middle of something: it takes nothing any more. @param {WebBackend} backend */
function isBroken(backend) {
  try {
    backend.receive(NO_WORDS);
    return false;
  } catch {
    return true;
  }
}

/**
 * A backend in a worker of its own, which starts while the engine is being compiled.
 *
 * @param {Promise<WebAssembly.Module>} engine
 * @param {any} options
 * @param {OnReply} onReply
 * @param {import('./options.js').WorkerSource} [source] of the worker, where it is not the library's own
 * @returns {Promise<Link>}
 */
export async function linkToWorker(engine, options, onReply, source) {
  const worker = startBackend(source);
  // A program that brought a worker along keeps it.
  const end = () => source !== worker && worker.terminate();
  const { port1, port2 } = new MessageChannel();
  const start = async () => {
    const message = {
      module: await engine,
      port: port2,
      options: { ...options, thread: 'worker' },
    };
    worker.postMessage(message, [port2]);
    return linkToPort(port1, onReply, options.deadline);
  };
  try {
    const link = await Promise.race([start(), broken(worker)]);
    // A worker that breaks later takes the device with it.
    worker.onerror = (event) =>
      onReply({ lost: { code: 'DEVICE_LOST', message: `the backend failed: ${event.message}` } });
    const close = async () => {
      const held = await link.close();
      end();
      return held;
    };
    return { ...link, thread: 'worker', close };
  } catch (error) {
    end();
    throw error;
  }
}

const delay = (/** @type {number} */ ms) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    /** @type {any} */ (timer).unref?.();
  });

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

/** @param {import('./options.js').WorkerSource} [source] @returns {Worker} */
function startBackend(source) {
  const made = typeof source === 'function' ? source() : source;
  if (typeof (/** @type {any} */ (made)?.postMessage) === 'function')
    return /** @type {any} */ (made);
  if (typeof source === 'function') {
    const problem = 'connect: worker is a function that gave no Worker; have it return one';
    throw new LabError('INVALID_OPTION', problem);
  }
  if (made === undefined && elsewhere) return elsewhere.start();
  return startWorker(
    made === undefined ? workerAddress() : addressOf(/** @type {string | URL} */ (made)),
    'asynclab backend',
  );
}

/**
 * A backend on this thread, behind a port all the same.
 *
 * @param {any} options
 * @param {OnReply} onReply
 * @returns {Promise<Link>}
 */
export async function linkToSameThread(options, onReply) {
  const { port1, port2 } = new MessageChannel();
  serve(port2, options);
  return { ...(await linkToPort(port1, onReply, options.deadline)), thread: 'same' };
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
 * A simulation: frontend and backend on one thread and one virtual clock, that of `options.first` where there is one.
 *
 * @param {any} options
 * @param {OnReply} onReply
 * @returns {Promise<Link>}
 */
export async function linkToSimulation(options, onReply) {
  /** The backends of other devices. @type {MessagePort[]} */
  const peers = [];
  const reply = (/** @type {any} */ message) => {
    for (const [device, token, outcome] of message.sent ?? [])
      peers[device].postMessage({ token, outcome });
    onReply(message);
  };
  const backend = options.first?.beside
    ? options.first.beside(options, reply)
    : await connectHere(options, reply);
  const direct = options.blocking && !options.several;
  // Elsewhere than in a browser a process ends when it listens to nothing.
  const { port1: awake } = new MessageChannel();
  awake.onmessage = () => {};
  return {
    beside: (/** @type {any} */ other, /** @type {OnReply} */ told) => {
      try {
        return backend.beside(other, told);
      } catch (error) {
        throw LabError.from(/** @type {any} */ (error));
      }
    },
    meet(device, port) {
      peers[device] = port;
      receiveFrom(port, backend);
    },
    info: { ...backend.info(), ...(options.machine && { machine: options.machine }) },
    thread: 'same',
    ...(direct && { direct }),
    frontend: backend.frontend(options.bounds.operations, options.bounds.bytes),
    send({ words }) {
      backend.receive(words);
      if (direct) backend.runToEnd();
      return [words.buffer];
    },
    lose: () => backend.lose(),
    close: async () => {
      awake.close();
      for (const peer of Object.values(peers)) peer.close();
      return backend.close();
    },
  };
}

/**
 * Takes what the backend of another device sends.
 *
 * @param {MessagePort} port
 * @param {WebBackend} backend
 * @param {(error: unknown) => void} [die] told of a backend that breaks over it
 */
function receiveFrom(port, backend, die = () => {}) {
  port.onmessageerror = () => die(new Error('a message was lost'));
  port.onmessage = ({ data }) => {
    try {
      const { token, outcome } = data;
      if (outcome instanceof Float32Array) backend.deliver(token, outcome, '', '');
      else backend.deliver(token, undefined, outcome.code, outcome.message);
    } catch (error) {
      die(error);
    }
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
 * @param {MessagePort} own
 * @param {OnReply} onReply
 * @param {number} deadline ms in which the backend has to be there
 * @returns {Promise<Omit<Link, 'thread'>>}
 */
function linkToPort(own, onReply, deadline) {
  const port = new CountedPort(own);
  /** @type {(held: number) => void} */
  let tellClosed;
  /** @type {Promise<number>} */
  const closed = new Promise((resolve) => (tellClosed = resolve));
  return new Promise((resolve, reject) => {
    const late = () => {
      port.close();
      const problem = `connect: the backend has not answered for ${deadline} ms`;
      reject(new LabError('NO_ANSWER', `${problem}; try again, or give it a longer deadline`));
    };
    const timer = setTimeout(late, deadline);
    const broken = (/** @type {Error} */ error) => {
      clearTimeout(timer);
      onReply({ lost: failure(error) });
      reject(LabError.from(failure(error)));
    };
    const take = (/** @type {any} */ data) => {
      if (data.ready || data.refused) clearTimeout(timer);
      if (data.reply) {
        onReply(data.reply);
      } else if ('closed' in data) {
        tellClosed(data.closed);
      } else if (data.refused) {
        port.close();
        reject(LabError.from(data.refused));
      } else if (data.ready) {
        resolve({
          info: data.ready,
          send: (chunk) => void port.post(chunk, [chunk.words.buffer]),
          lose: () => port.post({ lose: true }),
          meet: (device, peer) => port.post({ peer, device }, [peer]),
          ping: (shared) => port.post({ ping: { shared } }),
          close: async () => {
            port.post({ close: true });
            // One that is too busy to answer, or dead, ends with its thread, and that with its device.
            const held = await Promise.race([closed, delay(CLOSING)]);
            port.close();
            return held ?? 0;
          },
        });
      }
    };
    port.listen(take, broken);
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
