import { BEAT, Heartbeat } from './heartbeat.js';
import { block, prepareToBlock } from './blocking.js';
import { LabError } from './errors.js';
import { text } from './values.js';

/** @import {Answers} from './answers.js' */
/** @import {Value} from './protocol.js' */
/** @import {Stream} from './stream.js' */

/**
 * @typedef {object} Outcome How a wait ended. It never rejects and never throws.
 * @property {Float32Array} [value] the elements, where elements were asked for
 * @property {Error} [error] why it failed
 * @property {boolean} asked whether the backend was asked; an error without a question does not show that the array failed
 */

/**
 * @typedef {{values: (Value | undefined)[], error?: Error}} Outcomes of one or more questions, with the first error
 */

/** The elements of an answer, where it has elements. @param {Value} [value] */
export const elements = (value) => (value instanceof Float32Array ? value : undefined);

/** Waits for the answers of backends: by a promise, or by sleeping. */
export class Waiting {
  #answers;
  #stream;
  #heartbeat;
  /** The recorder of waits, while there is one. @type {import('./trace.js').Profile | undefined} */
  profile;
  /** Called every 50 ms while this thread sleeps: an error ends the wait. @type {(() => Error | undefined) | undefined} */
  whileAsleep;

  /** @param {Answers} answers @param {Stream} stream @param {import('./heartbeat.js').OnSilence} [onSilence] */
  constructor(answers, stream, onSilence) {
    this.#answers = answers;
    this.#stream = stream;
    this.#heartbeat = new Heartbeat(
      stream.devices,
      () => answers.isWaiting,
      (index) => stream.frontend.load(index),
      (error) => answers.lose(error),
      onSilence,
    );
  }

  /**
   * Waits for answers.
   *
   * @param {number[]} tokens
   * @param {string} [kind] of wait, for the profile
   * @param {number} [x] the array waited for
   * @returns {Promise<Outcomes>} once all have come
   */
  async answers(tokens, kind, x) {
    const end = kind ? this.profile?.begin(kind, x) : undefined;
    const coming = tokens.map((token) => this.#answers.wait(token));
    this.#heartbeat.watch();
    this.#stream.flush();
    const answers = await Promise.all(coming);
    end?.();
    const error = answers.find((answer) => answer.error)?.error;
    return { values: answers.map(({ value }) => value), error };
  }

  /**
   * Waits for an answer of every device.
   *
   * @param {(device: number) => number} ask returns the token
   * @param {string} [kind] of wait, for the profile
   */
  all(ask, kind) {
    return this.answers(
      this.#stream.devices.map((_, index) => ask(index)),
      kind,
    );
  }

  /**
   * Sleeps until an answer is there.
   *
   * @param {string} op who asks
   * @param {number} device who answers
   * @param {() => number} ask returns the token, or 0
   * @param {number} bytes of the answer
   * @param {number} [x] the array waited for
   * @returns {Outcome} If `ask` returned 0, `asked` is false and there is no error: the session has the reason
   */
  sleep(op, device, ask, bytes, x) {
    const { lost } = this.#answers;
    if (lost) return { error: lost, asked: false };
    const reason = this.#stream.whyNotBlock();
    if (reason) {
      const problem = `${reason}; use the form without Sync, with await`;
      return { error: LabError.of(text(op), 'CANNOT_BLOCK', problem), asked: false };
    }
    const end = this.profile?.begin(op, x);
    const token = ask();
    if (token === 0) return { asked: false };
    if (this.#stream.devices[device].transport.inline) {
      this.#answers.expect(token);
      this.#stream.flush();
      end?.();
      const { value, error } = this.#answers.take(token);
      return { value: elements(value), error, asked: true };
    }
    const blocked = prepareToBlock(token, bytes);
    this.#stream.flush(blocked, device);
    const sleep = (/** @type {() => Error | undefined} */ beat) =>
      block(blocked, BEAT, beat, this.whileAsleep);
    const { value, error, status, failed = [] } = this.#heartbeat.asleep(sleep);
    end?.();
    this.#stream.reported(device, status, failed);
    return { value, error, asked: true };
  }

  /** Sleeps until everything is computed. Returns the first error. */
  sleepForAll() {
    const { devices, frontend } = this.#stream;
    for (const index of devices.keys()) {
      const enqueued = frontend.enqueued(index);
      const { error } = this.sleep('waitAllSync', index, () => frontend.waitAll(index), 0);
      if (error) return error;
      this.#stream.completeBefore(index, enqueued);
    }
    return undefined;
  }

  /** Waits until there is room in every queue. @param {number} operations @param {number} bytes of results @returns {Promise<Error | undefined>} */
  async room(operations, bytes) {
    for (const [, mark] of this.#full(operations, bytes)) {
      const { error } = await this.answers([mark()], 'room');
      if (error) return error;
    }
    return undefined;
  }

  /** Sleeps until there is room in every queue. @param {number} operations @param {number} bytes of results @returns {Error | undefined} */
  roomSync(operations, bytes) {
    for (const [device, mark] of this.#full(operations, bytes)) {
      const { error } = this.sleep('roomSync', device, mark, 0);
      if (error) return error;
    }
    return undefined;
  }

  /**
   * Yields each device whose queue has no room, with the function that asks for an answer. The caller waits for that answer before it goes on:
   * all but the last `back` operations then count as complete.
   *
   * @param {number} operations
   * @param {number} bytes
   * @returns {Generator<[number, () => number]>}
   */
  *#full(operations, bytes) {
    const { devices, frontend } = this.#stream;
    for (const device of devices.keys()) {
      for (;;) {
        const back = frontend.room(device, operations, bytes);
        if (back < 0) break;
        const complete = frontend.enqueued(device) - back;
        yield [device, () => frontend.mark(device, back)];
        this.#stream.completeBefore(device, complete);
      }
    }
  }

  /** Sleeps at the bound of the queue where this thread may block; elsewhere the next call is rejected. Returns the error that ended the wait. */
  holdBack() {
    if (this.#answers.lost || this.#stream.whyNotBlock() !== undefined) return undefined;
    // Half of the bytes are left for the result of the next operation.
    return this.roomSync(this.#stream.most, Math.floor(this.#stream.half.bytes));
  }
}
