// Links to backends, wherever they live: in a worker of their own (`start-backend.js`), or on the frontend's thread. `send` passes a chunk
// of the stream, and the answers come back through `onReply`.
import { WebBackend } from '../pkg/asynclab.js';
import { LabError } from './errors.js';
import { NearPort } from './near-port.js';
import { failure, receiveFrom, serve } from './serve.js';
import { startBackend } from './start-backend.js';
import { broken } from './start-worker.js';

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
 * @property {() => void} [ping] asks for a sign of life
 * @property {() => number} [signs] signs of life so far
 * @property {(device: number, port: MessagePort) => void} [meet] the backend of another device is behind this port
 * @property {() => Promise<number>} close resolves to the bytes that the device still holds
 * @property {import('../pkg/asynclab.js').WebFrontend} [frontend] one on the backend's own clock, where that is virtual
 * @property {(options: any, onReply: OnReply) => WebBackend} [beside] another simulated device on the same clock
 * @property {boolean} [direct] the work is done inside `send`
 */

/** @typedef {(message: any) => void} OnReply */

/** @typedef {import('./starting.js').Starting} Starting */

/**
 * A `MessagePort`, or a `NearPort`. Neither loses, doubles or reorders messages; one that cannot be read is an event.
 *
 * @typedef {object} Port
 * @property {(message: any, transfer: Transferable[]) => void} postMessage
 * @property {any} onmessage
 * @property {any} [onmessageerror]
 * @property {() => void} close
 */

/** The most time for a worker to give its device back, ms. */
const CLOSING = 1000;
/**
 * A backend in a worker of its own, which starts while the engine is being compiled.
 *
 * @param {Promise<WebAssembly.Module>} engine
 * @param {any} options
 * @param {OnReply} onReply
 * @param {Starting} starting
 * @param {import('./options.js').WorkerSource} [source] of the worker, where it is not the library's own
 * @returns {Promise<Link>}
 */
export async function linkToWorker(engine, options, onReply, starting, source) {
  const worker = startBackend(source);
  // A program that brought a worker along keeps it.
  const end = () => source !== worker && worker.terminate();
  const { port1, port2 } = new MessageChannel();
  const start = async () => {
    const module = await starting.within(engine);
    const signs = shared();
    const message = { module, port: port2, options: { ...options, thread: 'worker', signs } };
    worker.postMessage(message, [port2]);
    return linkToPort(port1, onReply, starting, signs);
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
    port1.close();
    end();
    throw error;
  }
}

/** A counter of both threads, where the page lets threads share memory. */
const shared = () =>
  globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;

const delay = (/** @type {number} */ ms) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    /** @type {any} */ (timer).unref?.();
  });

/**
 * A backend on this thread, behind a port all the same.
 *
 * @param {any} options
 * @param {OnReply} onReply
 * @param {Starting} starting
 * @returns {Promise<Link>}
 */
export async function linkToSameThread(options, onReply, starting) {
  const [own, other] = NearPort.pair();
  void serve(other, options);
  return { ...(await linkToPort(own, onReply, starting)), thread: 'same' };
}

/**
 * Calls of an engine on this thread. A trap, which leaves it unusable, loses the lab; later calls do nothing.
 *
 * @param {OnReply} onReply
 */
function guarded(onReply) {
  // The engine's task keeps this for as long as its port listens: once nothing is to be reported, it must not lead to the lab.
  /** @type {OnReply | undefined} */
  let report = onReply;
  /** @template T @param {() => T} call @returns {T | undefined} */
  const run = (call) => {
    if (!report) return undefined;
    try {
      return call();
    } catch (error) {
      const last = report;
      report = undefined;
      last({ lost: failure(error) });
      return undefined;
    }
  };
  /** The last call: nothing runs after it. @template T @param {() => T} call @returns {T | undefined} */
  const runLast = (call) => {
    const result = run(call);
    report = undefined;
    return result;
  };
  /** Of a task that the engine runs by itself. */
  const guard = (/** @type {() => void} */ task) => () => run(task);
  return { run, runLast, guard };
}

/**
 * A backend that does the work inside `send`: a library without a queue. Answers come before `send` returns.
 *
 * @param {object} options
 * @param {OnReply} onReply
 * @returns {Promise<Link>}
 */
export async function linkDirectly(options, onReply) {
  const { run, runLast, guard } = guarded(onReply);
  const backend = await connectHere({ ...options, guard }, onReply);
  return {
    info: backend.info(),
    thread: 'same',
    direct: true,
    send({ words }) {
      run(() => {
        backend.receive(words);
        backend.runToEnd();
      });
      return [words.buffer];
    },
    lose() {
      run(() => {
        backend.lose();
        backend.runToEnd();
      });
    },
    close: async () => runLast(() => backend.close()) ?? 0,
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
  const { run, runLast, guard } = guarded(onReply);
  const given = { ...options, guard };
  const backend = options.first?.beside
    ? options.first.beside(given, reply)
    : await connectHere(given, reply);
  const direct = options.blocking && !options.several;
  // Elsewhere than in a browser a process ends when it listens to nothing.
  const { port1: awake } = new MessageChannel();
  awake.onmessage = () => {};
  return {
    beside: (/** @type {any} */ other, /** @type {OnReply} */ onReply) => {
      try {
        return backend.beside(other, onReply);
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
      run(() => {
        backend.receive(words);
        if (direct) backend.runToEnd();
      });
      return [words.buffer];
    },
    lose: () => void run(() => backend.lose()),
    close: async () => {
      awake.close();
      for (const peer of Object.values(peers)) peer.close();
      return runLast(() => backend.close()) ?? 0;
    },
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
 * @param {Port} port
 * @param {OnReply} onReply
 * @param {Starting} starting
 * @param {Int32Array} [signs] of life: the backend adds to them where it can, and each message does
 * @returns {Promise<Omit<Link, 'thread'>>}
 */
function linkToPort(port, onReply, starting, signs = new Int32Array(1)) {
  /** @type {(held: number) => void} */
  let hasClosed;
  /** @type {Promise<number>} */
  const closed = new Promise((resolve) => (hasClosed = resolve));
  const post = (/** @type {any} */ message, /** @type {Transferable[]} */ transfer = []) =>
    port.postMessage(message, transfer);
  const close = async () => {
    post({ close: true });
    // One that is too busy to answer, or dead, ends with its thread, and that with its device.
    const held = await Promise.race([closed, delay(CLOSING)]);
    port.close();
    return held ?? 0;
  };
  /** @type {Promise<Omit<Link, 'thread'>>} */
  const ready = new Promise((resolve, reject) => {
    port.onmessageerror = () => {
      const error = failure(new Error('a message could not be read'));
      onReply({ lost: error });
      reject(LabError.from(error));
    };
    port.onmessage = (/** @type {{data: any}} */ { data }) => {
      Atomics.add(signs, 0, 1);
      if (data.reply) {
        onReply(data.reply);
      } else if ('closed' in data) {
        hasClosed(data.closed);
      } else if (data.refused) {
        port.close();
        reject(LabError.from(data.refused));
      } else if (data.ready) {
        resolve({
          info: data.ready,
          send: (chunk) => void post(chunk, [chunk.words.buffer]),
          lose: () => post({ lose: true }),
          meet: (device, peer) => post({ peer, device }, [peer]),
          ping: () => post({ ping: true }),
          signs: () => Atomics.load(signs, 0),
          close,
        });
      }
    };
  });
  // A backend that comes too late closes by itself.
  return starting.within(ready).catch((error) => {
    if (starting.signal.aborted) {
      post({ close: true });
      port.close();
    }
    throw error;
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
 * @param {Promise<Link>} linking
 * @param {Starting} starting
 * @param {Link['thread']} thread where it is going to be
 * @param {OnReply} onReply told of the loss if it never starts
 * @returns {Link}
 */
export function linkLater(linking, starting, thread, onReply) {
  /** @type {((link: Link) => void)[]} */
  const waiting = [];
  /** @type {Link | undefined} */
  let there;
  const once = (/** @type {(link: Link) => void} */ call) => {
    if (there) call(there);
    else waiting.push(call);
  };
  /** @type {Link} */
  const later = {
    info: undefined,
    thread,
    send: (chunk) => void once((link) => link.send(chunk)),
    lose: () => once((link) => link.lose()),
    ping: () => there?.ping?.(),
    signs: () => there?.signs?.() ?? 0,
    meet: (device, port) => once((link) => link.meet?.(device, port)),
    close: async () => {
      if (there) return there.close();
      starting.end(new LabError('CLOSED', 'connect: the lab was closed; connect again'));
      return 0;
    },
  };
  linking.then(
    (link) => {
      there = link;
      later.info = link.info;
      for (const call of waiting) call(link);
    },
    (error) => onReply({ lost: { code: error.code, message: error.message } }),
  );
  return later;
}
