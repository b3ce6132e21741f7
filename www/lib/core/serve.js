// The backend's side of a port: serves one frontend, in a worker or on the frontend's own thread.
import { WebBackend } from '../../pkg/asynclab.js';
import { answerBlocked } from './blocking.js';
import { BEAT } from './heartbeat.js';
import { failure, reply } from './protocol.js';

/** @import {Port} from './port.js' */
/** @import {Command, Delivery, Message, Reply, Report} from './protocol.js' */

/** Events that tell of an exception nobody caught. */
const TRAPS = ['error', 'unhandledrejection'];
/** Their numbers have to fit into an answer. */
const MOST_FAILED = 99;
const NO_WORDS = new Uint32Array();

/**
 * Serves one frontend through a port.
 *
 * @param {Port} port
 * @param {{thread?: 'worker', signs?: Int32Array}} options as `WebBackend.connect` takes them, the `thread` that this is for the frontend, and where it counts `signs` of life, if it can
 */
export async function serve(port, options) {
  const send = (/** @type {Message} */ message, /** @type {Transferable[]} */ transfer = []) =>
    port.postMessage(message, transfer);
  // A frontend that sleeps hears no message, but reads what it shares.
  const { signs } = options;
  const sign = () => void (signs ? Atomics.add(signs, 0, 1) : send({ pong: true }));
  // A thread of its own has nothing on it but this.
  const alone = typeof document === 'undefined' && options.thread === 'worker';
  /** @type {import('./blocking.js').Blocked | undefined} */
  let blocked; // At most one: a blocked thread asks nothing else.
  /** @type {Report | undefined} */
  let lost;
  /** The buffers that chunks came in, to be sent back. @type {ArrayBuffer[]} */
  const read = [];
  /** The backends of other devices. @type {MessagePort[]} */
  const peers = [];
  /** Operations that could not be run: a frontend that goes on blocking has not heard of them. @type {number[]} */
  let failed = [];
  const pass = (/** @type {Reply} */ message, /** @type {Transferable[]} */ transfer) => {
    if (signs) sign();
    lost ??= message.lost;
    failed = [...failed, ...(message.status?.failed ?? [])].slice(0, MOST_FAILED);
    if (blocked && answerBlocked(blocked, message, failed)) {
      blocked = undefined;
      if (message.failed.length > 0) failed = [];
    }
    const { sent } = message;
    const used = read.splice(0);
    /** @type {Reply} */
    const answers = { ...message, sent: [], used };
    if (sent.length === 0) {
      post(answers, [...transfer, ...used]);
      return;
    }
    /** @type {Set<Transferable>} */
    const gone = new Set();
    for (const [device, token, outcome] of sent) {
      const elements = outcome instanceof Float32Array ? [outcome.buffer] : [];
      /** @type {Delivery} */
      const delivery = { token, outcome };
      peers[device].postMessage(delivery, elements);
      for (const buffer of elements) gone.add(buffer);
    }
    post(answers, [...transfer.filter((buffer) => !gone.has(buffer)), ...used]);
  };
  // An exception in here would be the engine's, which cannot tell of it: answers would be lost without a word.
  const post = (/** @type {Reply} */ answers, /** @type {Transferable[]} */ transfer) => {
    try {
      send({ reply: answers }, transfer);
    } catch (error) {
      send({ reply: reply({ lost: failure(error) }) });
    }
  };
  // An engine that failed is of no use any more, and nothing it was asked will be answered.
  const die = (/** @type {unknown} */ error) => {
    if (!lost) pass(reply({ lost: failure(error) }), []);
  };
  /** @template {unknown[]} A @param {(...given: A) => void} task @returns {(...given: A) => void} */
  const guarded =
    (task) =>
    (...given) => {
      try {
        task(...given);
      } catch (error) {
        die(error);
      }
    };
  let backend;
  try {
    const alive = options.thread === 'worker' ? seldom(sign) : undefined;
    const own = { ...options, guard: guarded, alive };
    backend = await WebBackend.connect(own, pass);
  } catch (error) {
    send({ refused: /** @type {Report} */ (error) });
    return;
  }
  const trapped = (/** @type {Event} */ event) => {
    /** @type {{error?: unknown, reason?: unknown, message?: unknown}} */
    const { error: thrown, reason, message } = Object(event);
    const error = thrown ?? reason ?? message;
    if (!alone && !isBroken(backend)) return; // Somebody else's: there are other programs on a page.
    event.preventDefault();
    die(error);
  };
  for (const kind of TRAPS) globalThis.addEventListener?.(kind, trapped);
  const take = (/** @type {Command} */ data) => {
    if ('words' in data) {
      blocked = data.blocked ?? blocked;
      // The engine copies the words first of all.
      read.push(data.words.buffer);
      backend.receive(data.words);
      // A backend without a device answers nothing any more, and a blocked frontend has not heard of its loss.
      if (lost && blocked && answerBlocked(blocked, reply({ lost }))) blocked = undefined;
    } else if ('peer' in data) {
      peers[data.device] = data.peer;
      receiveFrom(data.peer, backend, die);
    } else if ('ping' in data) {
      sign();
    } else if ('lose' in data) {
      backend.lose();
    } else if ('close' in data) {
      for (const kind of TRAPS) globalThis.removeEventListener?.(kind, trapped);
      for (const peer of Object.values(peers)) peer.close();
      send({ closed: lost ? 0 : backend.close() });
      port.close();
    }
  };
  port.onmessageerror = () => die(new Error('a message could not be read'));
  send({ ready: backend.info() });
  port.onmessage = guarded((/** @type {{data: Command}} */ { data }) => take(data));
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
 * Takes what the backend of another device sends.
 *
 * @param {MessagePort} port
 * @param {WebBackend} backend
 * @param {(error: unknown) => void} [die] told of a backend that breaks over it
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
