import { words, wrongHandle, wrongList, wrongRoom } from './checks.js';
import { Handles } from './handles.js';

/** The engine's number for the program of a capture that cannot be enqueued again. */
const NONE = 2 ** 32 - 1;

/**
 * @typedef {object} Captured A capture, which has been enqueued.
 * @property {number} program for `replay`; -1 where it cannot be enqueued again, and then `takeError` returns the reason
 * @property {number} operations how many it has
 * @property {number[]} inputs the arrays that it reads, by their positions among the arrays that were seen
 * @property {number[]} outputs handles of the arrays that it made and that still have one, in the order in which a replay returns them
 */

/** The part of a session that captures and replays: see `docs/decisions/compile.md`. */
export class Programs extends Handles {
  #connection;
  /** By program, the list in the engine's memory that passes a replay's arguments and results. @type {Uint32Array[]} */
  #lists = [];
  /** Records the effects of a function while it is captured. @internal @type {import('./capture.js').Capture | undefined} */
  capture = undefined;

  /** @param {import('./connection.js').Connection} connection @hideconstructor */
  constructor(connection) {
    super(connection);
    this.#connection = connection;
  }

  /** Operations enqueued on a device so far; 0 where there is no such device. @param {number} device */
  enqueued(device) {
    const wrong = this.#connection.wrongDevice(device);
    return wrong ? this.#connection.fail(wrong) : this.#connection.frontend.enqueued(device);
  }

  /** Captures what is enqueued on a device from here on: none of it is sent to the device. @param {number} [device] @returns {0 | 1} */
  beginCapture(device = 0) {
    const wrong = this.#connection.wrongDevice(device);
    if (wrong) return this.#connection.fail(wrong);
    if (!this.#connection.frontend.beginCapture(device)) return this.#connection.rejected();
    this.#connection.capturing = true;
    return 1;
  }

  /**
   * Ends the capture, and enqueues it.
   *
   * @param {ArrayLike<number>} seen the handles that it may read again
   * @param {ArrayLike<number>} [free] attributes that a replay can set, each as 16 × the number of its operation + its index among that operation's attributes
   * @param {boolean} [forward] whether another program has its backward pass. Its outputs may then lead to gradients, include the values that the gradients need,
   *   and each have a reference for the caller
   * @returns {Captured | undefined}
   */
  endCapture(seen, free = [], forward = false) {
    this.#connection.capturing = false;
    const wrong = wrongList(seen, wrongHandle) ?? wrongList(free);
    const lists = wrong ? [[], []] : [seen, free];
    const found = this.#connection.frontend.endCapture(words(lists[0]), words(lists[1]), !!forward);
    if (!found) return this.#connection.none(wrong ?? this.takeError() ?? new Error('endCapture'));
    const [program, operations, inputs, ...rest] = found;
    const failed = program === NONE ? this.takeError() : undefined;
    this.#connection.several(1, operations);
    const error = failed ?? wrong;
    if (error) this.#connection.none(error);
    return {
      program: program === NONE ? -1 : program,
      operations,
      inputs: rest.slice(0, inputs),
      outputs: rest.slice(inputs),
    };
  }

  /**
   * The operations of a program, in order. Each is its opcode (2³² - 1 for values of the host), the counts of its inputs, attributes and dimensions, then
   * these. An input is 2 × the index of an input of the program, or 1 + 2 × the index of the operation that made it.
   *
   * @param {number} program
   * @returns {ArrayLike<number> | undefined} undefined where there is no such program
   */
  operationsOf(program) {
    const wrong = wrongHandle(program);
    return wrong ? this.#connection.none(wrong) : this.#connection.frontend.operationsOf(program);
  }

  /**
   * Has the replays of a program take arrays like these, and replace some of them by outputs. An output takes the handle of the array that it replaces,
   * where nothing else refers to that array. A replay of an unbound program takes the program's inputs, and replaces nothing.
   *
   * @param {number} program
   * @param {ArrayLike<number>} arrays handles
   * @param {ArrayLike<number>} reads for each input 2 × the position of an array, and 1 more for the gradient of that array
   * @param {ArrayLike<number>} targets for each output the array or gradient that it replaces, in the same form; 2³² - 1 for none
   * @returns {0 | 1}
   */
  bindProgram(program, arrays, reads, targets) {
    const lists = [[program], arrays, reads, targets].map((list) => wrongList(list, wrongHandle));
    const wrong = lists.find(Boolean);
    if (wrong) return this.#connection.fail(wrong);
    const { frontend } = this.#connection;
    this.#lists = [];
    return frontend.bindProgram(program, words(arrays), words(reads), words(targets))
      ? 1
      : this.#connection.rejected();
  }

  /**
   * Enqueues a program.
   *
   * @param {number} program
   * @param {ArrayLike<number>} arrays handles
   * @param {number} operations how many it has
   * @param {ArrayLike<number>} [given] a word for each of its free attributes; those of the capture where there are none
   * @param {Uint32Array} [into] as long as the list of its outputs: takes the handles, and is returned
   * @returns {Uint32Array | undefined} handles of its outputs; those that replace nothing have a reference for the caller
   */
  replay(program, arrays, operations, given = [], into = undefined) {
    const wrong =
      wrongHandle(program) ??
      wrongList(arrays, wrongHandle) ??
      wrongRoom(operations, 0) ??
      wrongList(given);
    if (wrong) return this.#connection.none(wrong);
    const { frontend, waiting } = this.#connection;
    const count = arrays.length;
    let lists = this.#listsOf(program);
    // These loops ignore elements that do not fit: the engine rejects lists that are too long by their lengths.
    for (let at = 0; at < count; at += 1) lists[at] = arrays[at];
    for (let at = 0; at < given.length; at += 1) lists[count + at] = given[at];
    const made = frontend.replay(program, count, given.length);
    if (made) waiting.profile?.replay(operations);
    if (!this.#connection.several(made, operations)) return undefined;
    lists = this.#listsOf(program);
    const found = into ?? new Uint32Array(made - 1);
    const from = lists.length - found.length;
    for (let at = 0; at < found.length; at += 1) found[at] = lists[from + at];
    return found;
  }

  /** The list of a program. It moves when the engine's memory grows or the program is bound. @param {number} program */
  #listsOf(program) {
    if (!this.#lists[program]?.length)
      this.#lists[program] = this.#connection.frontend.lists(program);
    return this.#lists[program];
  }

  /** A program will not be replayed again. @param {number} program @returns {0 | 1} */
  forgetProgram(program) {
    const wrong = wrongHandle(program);
    if (wrong) return this.#connection.fail(wrong);
    this.#lists = [];
    this.#connection.frontend.forgetProgram(program);
    this.#connection.stream.flushSoon();
    return 1;
  }

  /** Replaces the gradient of an array that has one attached. @param {number} x @param {number} gradient @returns {0 | 1} */
  setGrad(x, gradient) {
    const wrong = wrongHandle(x) ?? wrongHandle(gradient);
    if (wrong) return this.#connection.fail(wrong);
    return this.#connection.frontend.setGrad(x, gradient) ? 1 : this.#connection.rejected();
  }
}
