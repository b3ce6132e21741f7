// A backend on this thread, called without a port: a blocking CPU, which computes inside `send`, or a simulation, where frontend and backend
// share a virtual clock.
import { WebBackend } from '../../pkg/asynclab.js';
import { LabError } from './errors.js';
import { failure, reportOf } from './protocol.js';
import { receiveFrom } from './serve.js';
import { Link } from './transport.js';

/** @import {Chunk, Reply} from './protocol.js' */

/**
 * A backend that is called directly. A trap leaves the engine unusable: the lab is lost, and later calls do nothing.
 */
export class InlineTransport extends Link {
  /** @type {WebBackend | undefined} */
  #backend;
  /** The backends of other devices. @type {MessagePort[]} */
  #peers = [];
  #works = true;
  #keepAlive = () => {};

  /**
   * @param {{device: string, blocking: boolean, several: boolean, machine?: string, bounds: {operations: number, bytes: number}}} options as
   *   `WebBackend.connect` takes them
   * @param {InlineTransport} [first] whose virtual clock this device shares
   */
  async start(options, first) {
    // Wraps a task that the engine runs by itself, so that its trap is noticed, too.
    const guard = (/** @type {() => void} */ task) => () => this.#run(task);
    const given = { ...options, guard };
    const reply = (/** @type {Reply} */ message) => {
      for (const [device, token, outcome] of message.sent)
        this.#peers[device].postMessage({ token, outcome });
      this.deliver(message);
    };
    const beside = first && first.#backend;
    let backend;
    try {
      backend = beside ? beside.beside(given, reply) : await WebBackend.connect(given, reply);
    } catch (error) {
      throw LabError.from(reportOf(error));
    }
    this.#backend = backend;
    const { machine, bounds } = options;
    this.inline = options.blocking && !options.several;
    this.info = { ...backend.info(), ...(machine && { machine }) };
    if (options.device !== 'sim') return;
    this.frontend = backend.frontend(bounds.operations, bounds.bytes);
    // A process of Node.js ends when it listens to nothing.
    const { port1 } = new MessageChannel();
    port1.onmessage = () => {};
    this.#keepAlive = () => port1.close();
  }

  /** @param {Chunk} chunk */
  send({ words }) {
    this.#call((backend) => backend.receive(words));
    return words.buffer;
  }

  lose() {
    this.#call((backend) => backend.lose());
  }

  /** A thread cannot ask itself for a sign of life. */
  ping() {}

  /** Signs of life. */
  get signs() {
    return 0;
  }

  /** @param {number} device @param {MessagePort} port */
  meet(device, port) {
    this.#peers[device] = port;
    if (this.#backend) receiveFrom(port, this.#backend);
  }

  async close() {
    this.#keepAlive();
    for (const peer of Object.values(this.#peers)) peer.close();
    const held = this.#run(() => this.#backend?.close());
    this.#works = false;
    this.mute();
    return held ?? 0;
  }

  /** Calls the backend, which does all of the work where this blocks. @param {(backend: WebBackend) => void} call */
  #call(call) {
    const backend = this.#backend;
    if (!backend) return;
    this.#run(() => {
      call(backend);
      if (this.inline) backend.runToEnd();
    });
  }

  /** @template T @param {() => T} call @returns {T | undefined} */
  #run(call) {
    if (!this.#works) return undefined;
    try {
      return call();
    } catch (error) {
      this.#works = false;
      this.deliverLoss(failure(error));
      this.mute();
      return undefined;
    }
  }
}
