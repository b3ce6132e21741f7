// A backend behind a port: in a worker of its own, or on this thread.
import { LabError } from './errors.js';
import { NearPort } from './near-port.js';
import { failure } from './protocol.js';
import { serve } from './serve.js';
import { unref } from './timers.js';
import { Link } from './transport.js';

/** @import {Chunk, Command, Message} from './protocol.js' */
/** @import {Starting} from './starting.js' */

/**
 * A `MessagePort`, or a `NearPort`. Neither loses, duplicates or reorders messages. A message that cannot be read raises an event.
 *
 * @typedef {object} Port
 * @property {(message: unknown, transfer: Transferable[]) => void} postMessage
 * @property {((event: MessageEvent) => void)|null} onmessage
 * @property {((event: MessageEvent) => void)|null} [onmessageerror]
 * @property {() => void} close
 */

/** The most time for a worker to give its device back, ms. */
const CLOSING = 1000;

/** A counter of both threads, where the page lets threads share memory. */
const shared = () =>
  globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;

/** A backend behind a port. Commands that are sent while it starts are posted once it has started. */
export class PortTransport extends Link {
  #starting;
  /** @type {Port | undefined} */
  #port;
  /** Commands that were sent before the port was there. @type {[command: Command, transfer: Transferable[]][]} */
  #waiting = [];
  /** The number of signs of life. The backend counts here where both threads share memory; each message counts too. @type {Int32Array} */
  #signs = new Int32Array(1);
  #end = () => {};
  /** @type {(held: number) => void} */
  #hasClosed = () => {};
  /** @type {Promise<number>} */
  #closed = new Promise((resolve) => (this.#hasClosed = resolve));

  /** @param {Starting} starting ends it while it starts @param {Link['thread']} thread */
  constructor(starting, thread) {
    super();
    this.#starting = starting;
    this.thread = thread;
  }

  /**
   * Starts a backend in a worker, while the engine is being compiled.
   *
   * @param {Promise<WebAssembly.Module>} engine
   * @param {object} options as `WebBackend.connect` takes them
   * @param {Worker} worker passes its first message to `serve`
   * @param {Promise<never>} broken rejects if the worker fails while it starts
   * @param {() => void} end ends the worker
   */
  async startWorker(engine, options, worker, broken, end) {
    const { port1, port2 } = new MessageChannel();
    const start = async () => {
      const module = await this.#starting.within(engine);
      const signs = shared();
      const message = { module, port: port2, options: { ...options, thread: 'worker', signs } };
      worker.postMessage(message, [port2]);
      await this.#open(port1, signs);
    };
    try {
      await Promise.race([start(), broken]);
    } catch (error) {
      port1.close();
      end();
      throw error;
    }
    // If the worker fails later, the device is lost.
    worker.onerror = (event) =>
      this.deliverLoss({
        code: 'DEVICE_LOST',
        message: `the backend failed: ${event.message}`,
      });
    this.#end = end;
  }

  /** Starts a backend on this thread. @param {object} options as `WebBackend.connect` takes them */
  async startHere(options) {
    this.thread = 'same';
    const [own, other] = NearPort.pair();
    void serve(other, options);
    await this.#open(own);
  }

  /** @param {Port} port @param {Int32Array} [signs] of both threads */
  async #open(port, signs = new Int32Array(1)) {
    this.#signs = signs;
    /** @type {Promise<void>} */
    const ready = new Promise((resolve, reject) => {
      port.onmessageerror = () => {
        const error = failure(new Error('a message could not be read'));
        this.deliverLoss(error);
        reject(LabError.from(error));
      };
      port.onmessage = (/** @type {{data: Message}} */ { data }) => {
        Atomics.add(signs, 0, 1);
        if ('reply' in data) {
          this.deliver(data.reply);
        } else if ('closed' in data) {
          this.#hasClosed(data.closed);
        } else if ('rejected' in data) {
          port.close();
          reject(LabError.from(data.rejected));
        } else if ('ready' in data) {
          this.info = data.ready;
          resolve();
        }
      };
    });
    try {
      await this.#starting.within(ready);
    } catch (error) {
      // A backend that starts too late reads this message, and closes.
      if (this.#starting.signal.aborted) {
        port.postMessage({ close: true }, []);
        port.close();
      }
      throw error;
    }
    this.#port = port;
    for (const [command, transfer] of this.#waiting.splice(0)) this.#post(command, transfer);
  }

  /** @param {Command} command @param {Transferable[]} [transfer] */
  #post(command, transfer = []) {
    if (this.#port) this.#port.postMessage(command, transfer);
    else this.#waiting.push([command, transfer]);
  }

  /** @param {Chunk} chunk */
  send(chunk) {
    this.#post(chunk, [chunk.words.buffer]);
    return undefined;
  }

  lose() {
    this.#post({ lose: true });
  }

  ping() {
    if (this.#port) this.#post({ ping: true });
  }

  get signs() {
    return Atomics.load(this.#signs, 0);
  }

  /** @param {number} device @param {MessagePort} peer */
  meet(device, peer) {
    this.#post({ peer, device }, [peer]);
  }

  async close() {
    if (!this.#port) {
      this.#starting.end(LabError.of('connect', 'CLOSED', 'the lab was closed; connect again'));
      return 0;
    }
    this.#post({ close: true });
    // A backend that is too busy to answer, or dead, ends with its thread, and the device with it.
    const held = await Promise.race([this.#closed, delay(CLOSING)]);
    this.#port.close();
    this.#end();
    return held ?? 0;
  }
}

/** @param {number} ms @returns {Promise<undefined>} */
const delay = (ms) => new Promise((resolve) => unref(setTimeout(() => resolve(undefined), ms)));
