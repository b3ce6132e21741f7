/**
 * A `MessagePort`, or a `NearPort`.
 *
 * @typedef {object} Port
 * @property {(message: any, transfer: Transferable[]) => void} postMessage
 * @property {any} onmessage
 * @property {any} [onmessageerror]
 * @property {() => void} close
 */

/**
 * A port whose messages are counted on both sides. One that was lost, came twice or is none of the lab's is noticed at the next message in
 * its direction; while something is waited for, a question for a sign of life is one.
 */
export class CountedPort {
  #port;
  #sent = 0;
  #received = 0;

  /** @param {Port} port */
  constructor(port) {
    this.#port = port;
  }

  /** @param {object} message @param {Transferable[]} [transfer] @throws {Error} what the port does; the message then counts as not sent */
  post(message, transfer = []) {
    this.#port.postMessage({ ...message, count: this.#sent + 1 }, transfer);
    this.#sent += 1;
  }

  /**
   * @param {(message: any) => void} take
   * @param {(problem: Error) => void} broken told of a message that is not the next one, or that the browser could not read
   */
  listen(take, broken) {
    const lost = () => broken(new Error('a message was lost'));
    this.#port.onmessage = (/** @type {{data: any}} */ { data }) => {
      this.#received += 1;
      if (data?.count === this.#received) take(data);
      else lost();
    };
    this.#port.onmessageerror = lost;
  }

  close() {
    this.#port.close();
  }
}
