import { reply } from './protocol.js';

/** @import {BackendInfo, Reply, Report} from './protocol.js' */
/** @typedef {(reply: Reply) => void} OnReply */

/**
 * The way to one backend. `send` passes a chunk of the stream, and returns the chunk's buffer if it has been read already. `lose` loses the
 * device on purpose. `ping` asks for a sign of life, and `signs` counts the signs so far. `meet` gives the backend a port to that of another
 * device. `close` resolves to the bytes that the device still holds.
 *
 * @typedef {import('./port.js').PortTransport | import('./inline.js').InlineTransport} Transport
 */

/** The part that both transports have: facts about the backend, and its replies. Replies that come before `listen` are kept for it. */
export class Link {
  /** About the device and the backend's clock; undefined until the backend has started. @type {BackendInfo | undefined} */
  info;
  /** The thread of the backend. @type {'worker' | 'same'} */
  thread = 'same';
  /** Whether all work is done inside `send`, so that nothing is ever waited for. */
  inline = false;
  /** A frontend on the backend's own clock, where that is virtual. @type {import('../../pkg/asynclab.js').WebFrontend | undefined} */
  frontend;
  /** @type {Reply[]} */
  #early = [];
  /** @type {OnReply} */
  #onReply = (early) => void this.#early.push(early);

  /** Sets the function that every reply is passed to. @param {OnReply} onReply */
  listen(onReply) {
    this.#onReply = onReply;
    for (const early of this.#early.splice(0)) onReply(early);
  }

  /** Drops the listener, so that the engine, which keeps this object, does not keep the lab. */
  mute() {
    this.#onReply = () => {};
  }

  /** @param {Reply} message */
  deliver(message) {
    this.#onReply(message);
  }

  /** @param {Report} lost */
  deliverLoss(lost) {
    this.#onReply(reply({ lost }));
  }
}

/** Lets the backends of two devices send each other arrays. @param {Transport} one @param {number} device its index @param {Transport} other @param {number} otherDevice */
export function introduce(one, device, other, otherDevice) {
  const { port1, port2 } = new MessageChannel();
  one.meet(otherDevice, port1);
  other.meet(device, port2);
}
