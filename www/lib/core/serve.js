// The backend's side of a port: serves one frontend, in a worker or on the frontend's own thread.
import { WebBackend } from '../../pkg/asynclab.js';
import { answerBlocked } from './blocking.js';
import { BEAT } from './heartbeat.js';
import { failure, reply, reportOf } from './protocol.js';

/** @import {Port} from './port.js' */
/** @import {Command, Delivery, Message, Reply, Report} from './protocol.js' */

/** Events that report an exception nobody caught. */
const TRAPS = ['error', 'unhandledrejection'];
/** Most failed operations that one answer reports: their numbers have to fit into it. */
const MOST_FAILED = 99;
const NO_WORDS = new Uint32Array();

/**
 * Serves one frontend through a port.
 *
 * @param {Port} port
 * @param {ServerOptions} options
 */
export async function serve(port, options) {
  await new Server(port, options).start();
}

/**
 * @typedef {{thread?: 'worker', signs?: Int32Array}} ServerOptions beside the options of `WebBackend.connect`: `thread` is `worker` where this
 *   runs in a worker, and `signs` counts the signs of life where both threads share memory
 */

/** A backend behind a port. */
class Server {
  #port;
  #options;
  /** @type {WebBackend | undefined} */
  #backend;
  /** Where a frontend that sleeps waits for its answer. There is at most one: a thread that sleeps asks nothing else. @type {import('./blocking.js').Blocked | undefined} */
  #blocked;
  /** Why nothing is answered any more. @type {Report | undefined} */
  #lost;
  /** The buffers that chunks came in, to be sent back. @type {ArrayBuffer[]} */
  #read = [];
  /** The backends of other devices. @type {MessagePort[]} */
  #peers = [];
  /** Operations that could not be run. An error that wakes the frontend reports them: while it sleeps it receives no message. @type {number[]} */
  #failed = [];

  /** @param {Port} port @param {ServerOptions} options */
  constructor(port, options) {
    this.#port = port;
    this.#options = options;
  }

  async start() {
    const alive = this.#options.thread === 'worker' ? seldom(this.#sign) : undefined;
    const own = { ...this.#options, guard: this.#guarded, alive };
    let backend;
    try {
      backend = await WebBackend.connect(own, this.#pass);
    } catch (error) {
      this.#send({ rejected: reportOf(error) });
      return;
    }
    this.#backend = backend;
    for (const kind of TRAPS) globalThis.addEventListener?.(kind, this.#trapped);
    this.#port.onmessageerror = () => this.#die(new Error('a message could not be read'));
    this.#send({ ready: backend.info() });
    const take = (/** @type {{data: Command}} */ { data }) => this.#take(data, backend);
    this.#port.onmessage = this.#guarded(take);
  }

  /** @param {Message} message @param {Transferable[]} [transfer] */
  #send(message, transfer = []) {
    this.#port.postMessage(message, transfer);
  }

  /** Gives a sign of life. A frontend that sleeps receives no message, but reads the shared counter. */
  #sign = () => {
    const { signs } = this.#options;
    if (signs) Atomics.add(signs, 0, 1);
    else this.#send({ pong: true });
  };

  /** The engine has answered. @param {Reply} message @param {Transferable[]} transfer */
  #pass = (message, transfer) => {
    if (this.#options.signs) this.#sign();
    this.#lost ??= message.lost;
    this.#failed = [...this.#failed, ...(message.status?.failed ?? [])].slice(0, MOST_FAILED);
    if (this.#wake(message) && message.failed.length > 0) this.#failed = [];
    const gone = new Set(message.sent.flatMap((delivery) => this.#deliver(...delivery)));
    const used = this.#read.splice(0);
    const left = gone.size > 0 ? transfer.filter((buffer) => !gone.has(buffer)) : transfer;
    const answers = { ...message, sent: [], used };
    try {
      this.#send({ reply: answers }, [...left, ...used]);
    } catch (error) {
      // The engine calls this function and could not report an exception: answers would be lost without an error.
      this.#send({ reply: reply({ lost: failure(error) }) });
    }
  };

  /** Wakes a frontend that sleeps, if the message has its answer. Returns whether it did. @param {Reply} message */
  #wake(message) {
    if (!this.#blocked || !answerBlocked(this.#blocked, message, this.#failed)) return false;
    this.#blocked = undefined;
    return true;
  }

  /** Sends another device its elements or an error. Returns the transferred buffers. @param {number} device @param {number} token @param {Delivery['outcome']} outcome @returns {Transferable[]} */
  #deliver(device, token, outcome) {
    const elements = outcome instanceof Float32Array ? [outcome.buffer] : [];
    /** @type {Delivery} */
    const delivery = { token, outcome };
    this.#peers[device].postMessage(delivery, elements);
    return elements;
  }

  /** An engine that failed answers nothing any more. The frontend is notified once. @param {unknown} error */
  #die = (error) => {
    if (!this.#lost) this.#pass(reply({ lost: failure(error) }), []);
  };

  /** @template {unknown[]} A @param {(...given: A) => void} task @returns {(...given: A) => void} */
  #guarded =
    (task) =>
    (...given) => {
      try {
        task(...given);
      } catch (error) {
        this.#die(error);
      }
    };

  /** An exception that nobody caught. @param {Event} event */
  #trapped = (event) => {
    // On a worker of its own every exception is this backend's. A page has other programs, which may have thrown it.
    const alone = typeof document === 'undefined' && this.#options.thread === 'worker';
    if (!alone && this.#backend && !isBroken(this.#backend)) return;
    event.preventDefault();
    this.#die(causeOf(event));
  };

  /** @param {Command} data @param {WebBackend} backend */
  #take(data, backend) {
    if ('words' in data) {
      this.#blocked = data.blocked ?? this.#blocked;
      // The engine copies the words before it answers, so the answer may send the buffer back.
      this.#read.push(data.words.buffer);
      backend.receive(data.words);
      // A backend without a device answers nothing any more, and a frontend that sleeps has not received its loss.
      if (this.#lost) this.#wake(reply({ lost: this.#lost }));
    } else if ('peer' in data) {
      this.#peers[data.device] = data.peer;
      receiveFrom(data.peer, backend, this.#die);
    } else if ('ping' in data) {
      this.#sign();
    } else if ('lose' in data) {
      backend.lose();
    } else if ('close' in data) {
      for (const kind of TRAPS) globalThis.removeEventListener?.(kind, this.#trapped);
      for (const peer of Object.values(this.#peers)) peer.close();
      this.#send({ closed: this.#lost ? 0 : backend.close() });
      this.#port.close();
    }
  }
}

/** The thrown value, or else the message of the event. @param {Event} event @returns {unknown} */
function causeOf(event) {
  const thrown = 'error' in event ? event.error : undefined;
  const reason = 'reason' in event ? event.reason : undefined;
  return thrown ?? reason ?? ('message' in event ? event.message : undefined);
}

/** Does something when it is called, but at most once in a beat. @param {() => void} act */
function seldom(act) {
  let last = -Infinity;
  return () => {
    const now = performance.now();
    if (now - last < BEAT) return;
    last = now;
    act();
  };
}

/** Whether a backend has failed in the middle of a call: every later call then throws. @param {WebBackend} backend */
function isBroken(backend) {
  try {
    backend.receive(NO_WORDS);
    return false;
  } catch {
    return true;
  }
}

/**
 * Takes the messages of another device's backend.
 *
 * @param {MessagePort} port
 * @param {WebBackend} backend
 * @param {(error: unknown) => void} [die] called if the backend throws
 */
export function receiveFrom(port, backend, die = () => {}) {
  port.onmessageerror = () => die(new Error('a message could not be read'));
  port.onmessage = (/** @type {{data: Delivery}} */ { data }) => {
    try {
      const { token, outcome } = data;
      if (outcome instanceof Float32Array) backend.deliver(token, outcome, '', '');
      else backend.deliver(token, undefined, outcome.code, outcome.message);
    } catch (error) {
      die(error);
    }
  };
}
