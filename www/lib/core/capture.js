import { LabError } from './errors.js';
import { toBits } from './values.js';

/** @import {Programs} from './programs.js' */

/** @typedef {{id: number}} Held an array of a language, by its handle */

/**
 * @typedef {object} Source how a replay finds an array from outside the function
 * @property {number} [argument] the index among the arrays of the arguments
 * @property {Held} [array] closed over
 * @property {Source} [gradientOf] the gradient of this one
 */

/** Records the effects of a function under capture that the engine does not see. */
export class Capture {
  #session;
  #device;
  /** Operations enqueued before the capture: the results of later ones were made inside. */
  #first;
  #line;
  /** Handles of arrays from outside, retained until the end. `sources` has where each comes from. @type {number[]} */
  handles = [];
  /** @type {Source[]} */
  sources = [];
  /** @type {Map<Held, Source>} */
  known = new Map();
  /** Arrays from outside that were assigned. @type {Set<Held>} */
  assigned = new Set();
  /** Arrays from outside whose gradients were forgotten. @type {Set<Held>} */
  zeroed = new Set();
  /** The free attributes: each replay sets them. @type {number[]} */
  free = [];
  /** Functions that each return the values of the next free attributes. @type {(() => number[])[]} */
  words = [];
  /** Values of the host that the capture depends on. @type {[read: () => unknown, value: unknown][]} */
  guards = [];
  /** The host's work before a replay; the replay may be rejected after it. @type {(() => void)[]} */
  prepares = [];
  /** The host's work after a replay. @type {(() => void)[]} */
  effects = [];
  /** How many steps each trainer has done inside the capture. @type {Map<object, number>} */
  turns = new Map();
  /** Where each array was made, by its handle. @type {Map<number, string>} */
  #lines = new Map();
  /** Why it cannot be captured. @type {LabError | undefined} */
  rejection;

  /** @param {Programs} session @param {number} device @param {Held[]} args @param {() => string} line returns the line of the function from which the current call comes */
  constructor(session, device, args, line) {
    this.#line = line;
    this.#session = session;
    this.#device = device;
    this.#first = session.enqueued(device);
    for (const [argument, array] of args.entries()) this.#add(array, { argument });
  }

  /** Whether an array was made outside. @param {number} handle */
  outside(handle) {
    const session = this.#session;
    return session.deviceOf(handle) !== this.#device || session.producerOf(handle) < this.#first;
  }

  /** The function reads an array. @param {Held} array */
  see(array) {
    if (array.id > 0 && !this.known.has(array) && this.outside(array.id))
      this.#add(array, { array });
  }

  /** @param {Held} array @param {Source} source */
  #add(array, source) {
    if (!this.#session.retain(array.id)) return;
    this.known.set(array, source);
    this.handles.push(array.id);
    this.sources.push(source);
  }

  /** Notes the line of an array where the function has just made it. @param {Held} array */
  made(array) {
    if (!this.outside(array.id) && !this.#lines.has(array.id))
      this.#lines.set(array.id, this.#line());
  }

  /** The line where an array was made. @param {number} handle */
  lineOf(handle) {
    return this.#lines.get(handle) ?? 'an unknown line';
  }

  /** An array is given other values. @param {Held} array @param {Held} value */
  assigns(array, value) {
    this.see(value);
    this.see(array);
    if (this.known.has(array)) this.assigned.add(array);
  }

  /** A gradient is forgotten. @param {Held} array */
  zeroes(array) {
    this.see(array);
    if (this.known.has(array)) this.zeroed.add(array);
  }

  /** The function asks for a gradient. @param {Held} array @param {Held} gradient */
  gradient(array, gradient) {
    this.see(array);
    const gradientOf = this.known.get(array);
    if (gradientOf && !this.known.has(gradient) && this.outside(gradient.id))
      this.#add(gradient, { gradientOf });
  }

  /** The capture holds as long as a value of the host stays the same. @param {() => unknown} read */
  guard(read) {
    this.guards.push([read, read()]);
  }

  /** The next operation has words that each replay reads anew. @param {number} at the index of the first among the operation's attributes @param {() => number[]} read */
  varies(at, read) {
    const words = read();
    const attribute = 16 * (this.#session.enqueued(this.#device) - this.#first) + at;
    this.free.push(...words.map((_, index) => attribute + index));
    this.words.push(read);
    return words;
  }

  /** The next operation has a number that each replay reads anew. @param {() => number} read */
  number(read) {
    const word = [0];
    this.varies(1, () => {
      word[0] = toBits(read());
      return word;
    });
    return read();
  }

  /** Why the function cannot do something. @param {string} op @param {string} problem */
  reject(op, problem = 'waits for a value, or reads one') {
    this.rejection ??= LabError.of(
      op,
      'NOT_CAPTURABLE',
      `a compiled function ${problem} (${this.#line()}), which is done once, while it is captured; return the array, and do this outside`,
    );
    return this.rejection;
  }

  /** Releases the arrays from outside. */
  release() {
    for (const handle of this.handles) this.#session.release(handle);
    for (const arrays of [this.known, this.assigned, this.zeroed]) arrays.clear();
  }
}
