import { WebFrontend, operationNames } from '../pkg/asynclab.js';
import { block, canBlock, prepareToBlock } from './blocking.js';
import { LabError } from './errors.js';

/** @typedef {import('./ndarray.js').NDArray} NDArray */

/** Operations after which a chunk leaves although the program's turn has not ended, so that the backend can begin. */
const CHUNK_OPERATIONS = 512;

/**
 * The frontend in wasm and its way to the backend: what is enqueued leaves in chunks, and the answers come back.
 */
export class Channel {
  /** Arrays created since the last chunk. @type {NDArray[]} */
  #created = [];
  #flushing = false;
  /** Releases arrays that the program forgot to dispose. */
  #finalizer = new FinalizationRegistry((/** @type {number} */ id) => {
    this.frontend.release(id);
    this.flushSoon();
  });

  /**
   * @param {import('./backend.js').Link} link
   * @param {import('./answers.js').Answers} answers
   */
  constructor(link, answers) {
    this.link = link;
    this.answers = answers;
    /** @type {any} */
    this.frontend = link.frontend ?? new WebFrontend(link.info.arrayBytes);
    /** By the operation's name. @type {Record<string, number>} */
    this.opcodes = Object.fromEntries(operationNames().map((name, opcode) => [name, opcode]));
    /** What records waits, while there is one. @type {import('./profile.js').Profile | undefined} */
    this.profile = undefined;
    answers.onLost = (error) => this.#refuse(error);
  }

  /** Now, in ms on the lab's clock. @returns {number} */
  now() {
    return this.frontend.now();
  }

  /** An array was named. @param {NDArray} array */
  created(array) {
    this.profile?.created(array, this.frontend.enqueued);
    if (this.#created.push(array) >= CHUNK_OPERATIONS) this.#flush();
    else this.flushSoon();
  }

  /** The program gives an array up. @param {NDArray} array */
  dispose(array) {
    if (array.finalized) this.#finalizer.unregister(array);
    this.frontend.release(array.id);
    array.id = 0;
    this.flushSoon();
  }

  /** From now on another name is behind an array. @param {NDArray} array @param {number} id */
  rename(array, id) {
    array.id = id;
    if (!array.finalized) return; // The chunk that it leaves with will register the name.
    this.#finalizer.unregister(array);
    this.#finalizer.register(array, id, array);
  }

  /** A token or a name; the error of the last call where there is none. @param {number} number */
  check(number) {
    if (number === 0) throw LabError.from(this.frontend.takeError());
    return number;
  }

  /** What was enqueued leaves when the program's turn ends. */
  flushSoon() {
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => this.#flush());
  }

  /** @param {import('./blocking.js').Blocked} [blocked] */
  #flush(blocked) {
    this.#flushing = false;
    const times = this.frontend.takeTimes();
    const words = this.frontend.takeWords();
    // Most arrays are disposed before their chunk leaves, and cost the finalizer nothing.
    for (const array of this.#created) {
      if (array.id === 0) continue;
      array.finalized = true;
      this.#finalizer.register(array, array.id, array);
    }
    this.#created.length = 0;
    if (words) this.link.send({ words, times, blocked });
  }

  /**
   * Waits for an answer.
   *
   * @param {number} token
   * @param {string} [kind] of wait, for the profile
   * @param {NDArray} [array] waited for
   */
  async ask(token, kind, array) {
    const end = kind ? this.profile?.begin(kind, array, this.now()) : undefined;
    const answer = this.answers.wait(token);
    this.#flush();
    const value = await answer;
    end?.(this.now());
    return value;
  }

  /**
   * Sleeps until an answer is there.
   *
   * @param {string} op who asks
   * @param {() => number} ask gives the token
   * @param {number} bytes of the answer
   * @param {NDArray} [array] waited for
   */
  askSync(op, ask, bytes, array) {
    const { direct } = this.link;
    if (this.answers.lost) throw this.answers.lost;
    const reason = this.whyNotBlock();
    if (reason)
      throw new LabError('CANNOT_BLOCK', `${op}: ${reason}; use the form without Sync, with await`);
    const end = this.profile?.begin(op, array, this.now());
    const token = ask();
    let value;
    if (direct) {
      this.answers.expect(token);
      this.#flush();
      value = this.answers.take(token);
    } else {
      const blocked = prepareToBlock(token, bytes);
      this.#flush(blocked);
      value = block(blocked);
    }
    end?.(this.now());
    return value;
  }

  /** Why this thread cannot sleep until the backend answers; undefined where it can. */
  whyNotBlock() {
    if (this.link.direct) return undefined;
    if (!canBlock()) return 'only a worker of a cross-origin isolated page may block';
    if (this.link.thread === 'same') return 'the backend is on this thread and could not answer';
    return undefined;
  }

  /** @param {LabError} error */
  #refuse(error) {
    const { now } = this.frontend;
    const last = this.frontend;
    // Every call fails the same way from now on, and the hot path need not ask first.
    this.frontend = closed(error, () => now.call(last));
  }
}

/**
 * A frontend that refuses everything.
 *
 * @param {LabError} error
 * @param {() => number} now
 */
function closed(error, now) {
  const refuse = () => 0;
  const names = [
    'unary',
    'binary',
    'scalar',
    'apply',
    'create',
    'write',
    'wait',
    'read',
    'item',
    'waitAll',
    'trace',
    'attachGrad',
    'zeroGrad',
    'grad',
    'backward',
    'assign',
  ];
  const nothing = () => undefined;
  return {
    ...Object.fromEntries(names.map((name) => [name, refuse])),
    now,
    enqueued: 0,
    shape: nothing,
    release: nothing,
    startRecording: nothing,
    stopRecording: nothing,
    gradients: nothing,
    trim: nothing,
    takeWords: nothing,
    takeTimes: nothing,
    takeError: () => ({ code: error.code, message: error.message }),
  };
}
