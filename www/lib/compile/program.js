import { template } from './values.js';

/** @typedef {import('../array/calls.js').Calls} Calls */
/** @typedef {import('../array/ndarray.js').NDArray} NDArray */
/** @typedef {import('../core/capture.js').Capture} Capture */
/** @typedef {import('../core/capture.js').Held} Held */
/** @typedef {import('../core/capture.js').Source} Source */

/** The target of an output that replaces nothing. */
const RETURNED = 2 ** 32 - 1;

/** A captured function, as the library repeats it: the engine has the program. */
export class Program {
  #calls;
  #session;
  #number;
  /** The arrays that a replay takes, the arguments first. Below are their handles and the free words, which each replay sets. @type {Source[]} */
  #sources = [];
  #handles;
  #words;
  /** The handles of the last replay's outputs. */
  #outputs;
  /** Arrays that the engine replaces by outputs. @type {[array: Source, output: number][]} */
  #assigned = [];
  /** Arrays that were assigned the value of another source, or of an output that replaces something else. @type {[array: Source, value: Source | number][]} */
  #moved = [];
  /** Arrays whose gradient is an output that replaces something else. @type {[array: Source, output: number][]} */
  #graded = [];
  /** Outputs that the function returns. @type {number[]} */
  #returned = [];
  /** The returned outputs that replace something. @type {number[]} */
  #shared;
  /** Arrays whose gradients the function forgets. @type {Source[]} */
  #zeroed = [];
  #disposed;
  /** Closed-over arrays that had the same handle. @type {[Held, Held][]} */
  #aliases = [];
  /** The host's part of a replay. @type {Pick<Capture, 'guards' | 'words' | 'prepares' | 'effects'>} */
  #host;
  /** Makes the result. A leaf is an output's position among the returned ones, or an array from outside. @type {(arrayOf: (leaf: number | Source) => NDArray) => unknown} */
  #result;
  /** The handle of an output that the function keeps without returning it: it would keep another one at each call. @type {number | undefined} */
  kept;
  /** Calls that replayed it. */
  replays = 0;

  /**
   * @param {Calls} calls
   * @param {Capture} capture whose arrays the engine still has
   * @param {import('../core/programs.js').Captured} captured
   * @param {unknown} result of the function
   */
  constructor(calls, capture, captured, result) {
    this.#calls = calls;
    this.#session = calls.lab.session;
    this.#number = captured.program;
    this.operations = captured.operations;
    const { guards, words, prepares, effects } = capture;
    this.#host = { guards, words, prepares, effects };
    this.#words = new Uint32Array(capture.free.length);
    this.#outputs = new Uint32Array(captured.outputs.length);
    this.#disposed = [...capture.known].flatMap(([{ id }, source]) =>
      id === 0 && !source.gradientOf ? [source] : [],
    );
    this.#findAliases(capture);
    this.#result = template(result, (array) => {
      const source = capture.known.get(array);
      if (source) return source;
      const output = captured.outputs.indexOf(array.id);
      // No operation of the function reads this array: otherwise it would be known.
      if (output < 0) return { array };
      if (!this.#returned.includes(output)) this.#returned.push(output);
      return this.#returned.indexOf(output);
    });
    const targets = this.#bind(capture, captured);
    this.#shared = this.#returned.filter((output) => targets[output] !== RETURNED);
    this.kept = captured.outputs.find(
      (_, output) => targets[output] === RETURNED && !this.#returned.includes(output),
    );
    this.#handles = new Uint32Array(this.#sources.length);
  }

  /** Has the engine replace arrays and gradients by outputs. Returns the outputs' targets. @param {Capture} capture @param {import('../core/programs.js').Captured} captured */
  #bind(capture, { inputs, outputs }) {
    const { handles, sources } = capture;
    this.#sources = sources.filter(({ argument }) => argument !== undefined);
    const reads = inputs.map((position) => {
      const { gradientOf } = sources[position];
      return gradientOf ? 2 * this.#indexOf(gradientOf) + 1 : 2 * this.#indexOf(sources[position]);
    });
    const targets = outputs.map(() => RETURNED);
    this.#assign(capture, outputs, targets);
    this.#grade(capture, outputs, targets);
    const given = this.#sources.map((source) => handles[sources.indexOf(source)]);
    this.#session.bindProgram(this.#number, given, reads, targets) || this.#calls.throwError();
    return targets;
  }

  /** @param {Source} source */
  #indexOf(source) {
    const index = this.#sources.indexOf(source);
    return index < 0 ? this.#sources.push(source) - 1 : index;
  }

  /** @param {Capture} capture @param {number[]} outputs @param {number[]} targets */
  #assign({ assigned, handles, known, sources }, outputs, targets) {
    for (const array of assigned) {
      const source = /** @type {Source} */ (known.get(array));
      const output = outputs.indexOf(array.id);
      if (output < 0) this.#moved.push([source, sources[handles.indexOf(array.id)]]);
      else if (targets[output] !== RETURNED) this.#moved.push([source, output]);
      else {
        targets[output] = 2 * this.#indexOf(source);
        this.#assigned.push([source, output]);
      }
    }
  }

  /** @param {Capture} capture @param {number[]} outputs @param {number[]} targets */
  #grade({ known, zeroed }, outputs, targets) {
    for (const [array, source] of known) {
      if (source.gradientOf || array.id === 0) continue;
      const gradient = this.#session.grad(array.id);
      if (gradient > 0) this.#session.release(gradient);
      const output = outputs.indexOf(gradient);
      if (targets[output] === RETURNED) targets[output] = 2 * this.#indexOf(source) + 1;
      else if (output >= 0) this.#graded.push([source, output]);
      else if (gradient === 0 && zeroed.has(/** @type {NDArray} */ (array)))
        this.#zeroed.push(source);
    }
  }

  /** Aliases among the arguments are part of the signature. @param {Capture} capture */
  #findAliases({ handles, sources }) {
    for (const [at, handle] of handles.entries()) {
      const [one, other] = [handles.indexOf(handle), at].map((position) => sources[position].array);
      if (one && other && one !== other) this.#aliases.push([one, other]);
    }
  }

  /** Whether the values and the aliases on which the capture depends are unchanged. */
  get holds() {
    for (const [read, value] of this.#host.guards) if (!Object.is(read(), value)) return false;
    for (const [one, other] of this.#aliases) if (one.id !== other.id) return false;
    return true;
  }

  /** Has the engine forget it. */
  forget() {
    this.#session.forgetProgram(this.#number);
  }

  /** Enqueues it as one command. @param {NDArray[]} args @returns {unknown} what the function would return */
  replay(args) {
    const calls = this.#calls;
    const sources = this.#sources;
    for (let at = 0; at < sources.length; at += 1)
      this.#handles[at] = arrayOf(sources[at], args).id;
    const { prepares, words, effects } = this.#host;
    for (const prepare of prepares) prepare();
    let index = 0;
    for (const read of words) for (const word of read()) this.#words[index++] = word;
    const move = this.#moved.length > 0 ? this.#moving(args) : undefined;
    const [number, handles, given] = [this.#number, this.#handles, this.#words];
    const found = this.#session.replay(number, handles, this.operations, given, this.#outputs);
    if (!found) {
      const error = this.#session.takeError();
      move?.(undefined);
      throw error;
    }
    for (const [source, output] of this.#assigned) {
      const array = arrayOf(source, args);
      if (array.id !== found[output]) calls.rename(array, found[output]);
      array.outcome = '';
    }
    for (const output of this.#shared) this.#session.retain(found[output]);
    move?.(found);
    for (const source of this.#zeroed) this.#session.zeroGrad(arrayOf(source, args).id);
    for (const [source, output] of this.#graded)
      this.#session.setGrad(arrayOf(source, args).id, found[output]);
    const made = this.#returned.map((output) => calls.adopt(found[output]));
    const result = this.#result((leaf) =>
      typeof leaf === 'number' ? made[leaf] : this.#leaf(leaf, args),
    );
    for (const source of this.#disposed) arrayOf(source, args).dispose();
    for (const effect of effects) effect();
    this.replays += 1;
    return result;
  }

  /** An array from outside that the function returns. @param {Source} source @param {NDArray[]} args */
  #leaf(source, args) {
    const { gradientOf } = source;
    const gradient = gradientOf && this.#calls.lab.autograd.gradientOf(arrayOf(gradientOf, args));
    return gradient ?? arrayOf(source, args);
  }

  /** Retains the values that arrays get, as they are before the replay. The function returned assigns them if there was a replay, and releases them. @param {NDArray[]} args */
  #moving(args) {
    const session = this.#session;
    const values = this.#moved.map(([, value]) => {
      if (typeof value === 'number') return 0;
      const { gradientOf } = value;
      if (gradientOf) return session.grad(arrayOf(gradientOf, args).id);
      const { id } = arrayOf(value, args);
      return session.retain(id) ? id : 0;
    });
    return (/** @type {Uint32Array | undefined} */ found) => {
      for (const [at, [source, value]] of this.#moved.entries()) {
        const array = arrayOf(source, args);
        const handle = typeof value === 'number' ? found?.[value] : values[at];
        if (found && handle) {
          this.#calls.rename(array, session.assign(array.id, handle) || this.#calls.throwError());
          array.outcome = '';
        }
        if (values[at] > 0) session.release(values[at]);
      }
    };
  }
}

/** The array behind a source, of the arguments of this call. @param {Source} source @param {NDArray[]} args */
const arrayOf = ({ argument, array }, args) =>
  /** @type {NDArray} */ (argument === undefined ? array : args[argument]);
