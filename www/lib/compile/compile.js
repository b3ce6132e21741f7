import { LabError } from '../core/errors.js';
import { Capture } from '../core/capture.js';
import { Lines } from './lines.js';
import { Program } from './program.js';
import { flatten } from './values.js';

/** @typedef {import('../array/calls.js').Calls} Calls */
/** @typedef {import('../array/ndarray.js').NDArray} NDArray */

/**
 * @typedef {object} Compilation The counts of a compiled function.
 * @property {number} captures how often it was captured
 * @property {number} replays calls that were one command
 * @property {number} inlined calls inside of another compiled function, or while gradients were recorded
 * @property {{signature: string, operations: number, replays: number}[]} programs kept, by the shapes and values of their arguments
 *
 * @typedef {{info(): Compilation, dispose(): void}} Compiled the methods of a compiled function: `info` returns its counts, and `dispose` drops its programs
 */

/** Programs kept of one function. */
const MOST = 64;
/** Captures after which a warning is printed, and again each time their number has doubled. */
const MANY = 8;

/** A function that is captured once for each signature. */
class Compiler {
  #fn;
  #calls;
  #session;
  /** @type {Map<string, Program>} */
  #programs = new Map();
  /** Signatures at whose first call the function kept an array. @type {Set<string>} */
  #warm = new Set();
  #captures = 0;
  #replays = 0;
  #inlined = 0;

  /** @param {Calls} calls @param {Function} fn */
  constructor(calls, fn) {
    this.#fn = fn;
    this.#calls = calls;
    this.#session = calls.lab.session;
  }

  /** @param {unknown[]} args */
  call(args) {
    const session = this.#session;
    if (session.capture || session.recording) {
      this.#inlined += 1;
      return this.#calls.lab.tidy(() => this.#fn(...args));
    }
    const { arrays, signature } = flatten(args, (array) => {
      this.#calls.checkOwn('compile', array);
      // An earlier call has checked an array with a `form`. A replay checks whether it still exists.
      if (array.id === 0 || !array.form) this.#calls.shapeOf(array, 'compile');
    });
    const known = this.#programs.get(signature);
    if (known?.holds) {
      const result = known.replay(arrays);
      this.#replays += 1;
      return result;
    }
    if (known) this.#forget(signature);
    return this.#capture(args, arrays, signature);
  }

  /** @returns {Compilation} */
  info() {
    const programs = [...this.#programs].map(([signature, { operations, replays }]) => ({
      signature,
      operations,
      replays,
    }));
    return { captures: this.#captures, replays: this.#replays, inlined: this.#inlined, programs };
  }

  dispose() {
    for (const signature of this.#programs.keys()) this.#forget(signature);
    this.#warm.clear();
  }

  /** @param {string} signature */
  #forget(signature) {
    const known = this.#programs.get(signature);
    known?.forget();
    this.#programs.delete(signature);
  }

  /** @param {unknown[]} args @param {NDArray[]} arrays @param {string} signature */
  #capture(args, arrays, signature) {
    const session = this.#session;
    const device = arrays[0] ? session.deviceOf(arrays[0].id) : 0;
    const lines = new Lines();
    const capture = new Capture(session, device, arrays, () => lines.here());
    if (!session.beginCapture(device)) {
      capture.release();
      this.#calls.throwError();
    }
    session.capture = capture;
    this.#captures += 1;
    let result;
    /** @type {unknown} */
    let thrown;
    try {
      result = this.#calls.lab.tidy(() => lines.run(() => this.#fn(...args)));
    } catch (error) {
      thrown = capture.rejection ?? error;
    }
    session.capture = undefined;
    const captured = session.endCapture(capture.handles, capture.free);
    const number = captured?.program ?? -1;
    const why = number < 0 ? session.takeError() : undefined;
    thrown ??= capture.rejection ?? why;
    try {
      if (thrown !== undefined || !captured) throw thrown;
      this.#keep(signature, new Program(this.#calls, capture, captured, result), capture);
    } catch (error) {
      if (number >= 0) session.forgetProgram(number);
      // `tidy` looks for the arrays in the result. Its errors name `tidy`, which the program did not call.
      throw error instanceof LabError && error.op === 'tidy' ? error.within('compile') : error;
    } finally {
      capture.release();
    }
    return result;
  }

  /** @param {string} signature @param {Program} program @param {Capture} capture */
  #keep(signature, program, capture) {
    if (program.kept === undefined) {
      this.#programs.set(signature, program);
      const [oldest] = this.#programs.keys();
      if (this.#programs.size > MOST) this.#forget(oldest);
      this.#warn();
      return;
    }
    if (this.#warm.has(signature))
      throw LabError.of(
        'compile',
        'NOT_CAPTURABLE',
        `the function keeps an array that it makes (${capture.lineOf(program.kept)}), and would keep another one at each call; return it, or assign it to an array from outside`,
      );
    // At the first call layers make their parameters, and optimizers their state of each parameter.
    this.#warm.add(signature);
    program.forget();
  }

  #warn() {
    if (this.#captures < MANY || Math.log2(this.#captures / MANY) % 1 !== 0) return;
    const signatures = [...this.#programs.keys()].slice(-MANY).join('; ');
    console.warn(
      `compile: ${this.#fn.name || 'a function'} was captured ${this.#captures} times, each as slow as without compile, last for ${signatures}; give it arrays of the same shapes, and numbers that change as arrays`,
    );
  }
}

/**
 * @template {(...args: any[]) => any} F
 * @param {Calls} calls
 * @param {F} fn
 * @returns {F & Compiled}
 */
export function compiled(calls, fn) {
  const compiler = new Compiler(calls, fn);
  const call = (/** @type {unknown[]} */ ...args) => compiler.call(args);
  return /** @type {any} */ (
    Object.assign(call, { info: () => compiler.info(), dispose: () => compiler.dispose() })
  );
}
