import { clockStep, summary } from '../pkg/asynclab.js';
import { Autograd } from './autograd.js';
import { Channel } from './channel.js';
import { Creation, describe, number } from './creation.js';
import { LabError } from './errors.js';
import { formatArray } from './format.js';
import { browserName } from './info.js';
import { NDArray } from './ndarray.js';
import { networks } from './nn.js';
import { Profile } from './profile.js';

/** @typedef {import('./ndarray.js').Operand} Operand */
/** @typedef {import('./creation.js').ShapeLike} ShapeLike */

/** Empty waits measured when connecting. */
const ROUND_TRIPS = 24;
const SCALAR_LEFT = 0;
const SCALAR_RIGHT = 1;

/**
 * A frontend with its arrays, connected to a backend with its device.
 */
export class Lab {
  #channel;
  /** @type {NDArray[][]} */
  #scopes = [];
  #info;
  /**
   * @param {import('./backend.js').Link} link
   * @param {import('./answers.js').Answers} answers
   * @param {{seed: number, blocking: boolean}} options
   * @hideconstructor
   */
  constructor(link, answers, { seed, blocking }) {
    this.#channel = new Channel(link, answers);
    /** Where the arrays are. @type {string} @readonly */
    this.device = link.info.device;
    /** Of the random arrays. @readonly */
    this.seed = seed;
    /** Every call returns when it is done: because the backend works inside it, or because this thread may block. */
    this.blocking = blocking && this.#channel.whyNotBlock() === undefined;
    /** Creates arrays. @readonly */
    this.nd = new Creation(this);
    /** Records what gradients are wanted of. @readonly */
    this.autograd = new Autograd(this, this.#channel, {
      adopt: (id) => this.#adopt(id),
      own: (op, operand) => this.#own(op, operand),
    });
    /** Layers, losses and trainers. @readonly */
    this.nn = networks(this);
    const { arrayBytes, floor, policy, adapter, timestamps, backendStep } = link.info;
    this.#info = {
      version: VERSION,
      browser: browserName(),
      device: this.device,
      adapter,
      isolated: globalThis.crossOriginIsolated === true,
      backendThread: link.thread,
      clock: { step: clockStep(), backendStep },
      timestamps,
      floor,
      nudged: link.info.nudged,
      roundTrip: { median: NaN, low: NaN, high: NaN, samples: 0 },
      limits: { arrayBytes },
      policy: { ...policy, blocking },
    };
  }

  /** Measures how long an empty wait takes. @internal */
  async measureRoundTrip() {
    const samples = [];
    for (let trip = 0; trip < ROUND_TRIPS; trip += 1) {
      const begin = this.now();
      await this.waitAll();
      samples.push(this.now() - begin);
    }
    this.#info.roundTrip = summary(Float64Array.from(samples));
  }

  /** What every result carries: browser, adapter, how far its clocks and completions can be trusted (ms), policies. */
  info() {
    return structuredClone(this.#info);
  }

  /** Now, in ms on the lab's clock, which is virtual on a simulated device. */
  now() {
    return this.#channel.now();
  }

  /** Bytes as the backend last told: `allocated = used + pending + pooled`. */
  memory() {
    return { ...this.#channel.answers.status.memory };
  }

  /** Operations enqueued so far, and of them complete as the backend last told. */
  progress() {
    return {
      enqueued: this.#channel.frontend.enqueued,
      completed: this.#channel.answers.status.completed,
    };
  }

  /** Waits until everything enqueued so far is computed. */
  async waitAll() {
    await this.#channel.ask(this.#channel.frontend.waitAll(), 'waitAll', undefined);
  }

  /** Blocks this thread until everything is computed. Only in a worker of an isolated page, or in a blocking lab. */
  waitAllSync() {
    this.#channel.askSync('waitAllSync', () => this.#channel.frontend.waitAll(), 0, undefined);
  }

  /**
   * Disposes every array that `fn` creates, except those it returns (an array, or a list or an object of arrays).
   *
   * @template T
   * @param {() => T} fn
   * @returns {T}
   */
  tidy(fn) {
    /** @type {NDArray[]} */
    const scope = [];
    this.#scopes.push(scope);
    let kept;
    try {
      kept = fn();
    } finally {
      this.#scopes.pop();
      const plain = kept !== null && typeof kept === 'object' && !(kept instanceof NDArray);
      const keep = new Set(plain ? Object.values(kept) : [kept]);
      for (const array of scope) {
        if (keep.has(array)) this.#scopes.at(-1)?.push(array);
        else array.dispose();
      }
    }
    if (kept instanceof Promise) {
      throw new LabError(
        'NOT_SYNCHRONOUS',
        'tidy: the function is asynchronous, so its arrays are gone before it ends; dispose them yourself',
      );
    }
    return kept;
  }

  /**
   * What `fn` creates belongs to no `tidy` that is under way.
   *
   * @internal
   * @param {() => void} fn
   */
  untidied(fn) {
    const scopes = this.#scopes;
    this.#scopes = [];
    try {
      fn();
    } finally {
      this.#scopes = scopes;
    }
  }

  /**
   * Records the life of every operation that `fn` enqueues, and waits for all of them.
   *
   * @param {() => any} fn
   * @param {{measure?: boolean}} [options] `measure: false` leaves the device's own times out, which take each operation a
   *   pass of its own
   * @returns {Promise<import('./profile.js').Trace>}
   * @throws {LabError} `BUSY` while another profile is being recorded
   */
  async profile(fn, { measure = true } = {}) {
    if (this.#channel.profile)
      throw new LabError('BUSY', 'profile: another one is being recorded; wait for it first');
    const started = this.#channel.ask(this.#channel.frontend.trace(measure ? 2 : 1));
    // Whatever is enqueued from here on is a row, also by others while this waits.
    const profile = new Profile(this.#channel.frontend.enqueued);
    this.#channel.profile = profile;
    let trace;
    let value;
    try {
      await started;
      value = await fn();
    } finally {
      // Also after a failure, or the backend would go on recording.
      trace = await this.#channel
        .ask(this.#channel.frontend.trace(0))
        .finally(() => (this.#channel.profile = undefined));
    }
    return profile.complete(trace, {
      value,
      clock: this.device === 'sim' ? 'virtual' : 'performance',
      origin: performance.timeOrigin,
    });
  }

  /**
   * Times `fn` and prints `label: 0.0015 sec`, as the course does.
   *
   * @param {string} label
   * @param {() => any} fn
   * @returns {Promise<{label: string, ms: number}>}
   */
  async benchmark(label, fn) {
    const begin = this.now();
    await fn();
    const ms = this.now() - begin;
    console.log(`${label}: ${(ms / 1000).toFixed(4)} sec`);
    return { label, ms };
  }

  /** Gives pooled memory back to the device. */
  trim() {
    this.#channel.frontend.trim();
    this.#channel.flushSoon();
  }

  /** Loses the device on purpose, as a crash of its driver would. */
  loseDevice() {
    this.#channel.link.lose();
  }

  /** Ends the lab and gives the device back. Whatever waits is rejected with `CLOSED`. */
  close() {
    this.#channel.answers.lose(new LabError('CLOSED', 'the lab was closed; connect again'));
    this.#channel.link.close();
  }

  // What arrays call. @internal

  /** @internal @param {string} op @param {NDArray} left @param {Operand} right */
  binary(op, left, right) {
    const frontend = this.#channel.frontend;
    const opcode = this.#channel.opcodes[op];
    let id;
    if (typeof right === 'number') {
      id = frontend.scalar(opcode, left.id, right, SCALAR_RIGHT);
    } else {
      this.#own(op, right);
      id = frontend.binary(opcode, left.id, right.id);
    }
    return this.#adopt(id);
  }

  /** @internal @param {string} op @param {Operand} left @param {Operand} right */
  elementwise(op, left, right) {
    if (typeof left !== 'number') {
      this.#own(op, left);
      return this.binary(op, left, right);
    }
    this.#own(op, right);
    const { id } = /** @type {NDArray} */ (right);
    return this.#adopt(
      this.#channel.frontend.scalar(this.#channel.opcodes[op], id, left, SCALAR_LEFT),
    );
  }

  /** @internal @param {string} op @param {NDArray} input */
  unary(op, input) {
    return this.#adopt(this.#channel.frontend.unary(this.#channel.opcodes[op], input.id));
  }

  /** @internal @param {NDArray} input @param {number[]} shape */
  reshape(input, shape) {
    return this.#adopt(
      this.#channel.frontend.apply(
        this.#channel.opcodes.reshape,
        Uint32Array.of(input.id),
        Uint32Array.from(shape),
      ),
    );
  }

  /** @internal @param {string} name @param {NDArray} left @param {NDArray} right @param {{transposeA?: boolean, transposeB?: boolean}} [options] */
  matmul(name, left, right, { transposeA = false, transposeB = false } = {}) {
    this.#own(name, left);
    this.#own(name, right);
    const inputs = Uint32Array.of(left.id, right.id);
    const attrs = Uint32Array.of(Number(transposeA), Number(transposeB));
    return this.#adopt(this.#channel.frontend.apply(this.#channel.opcodes.matmul, inputs, attrs));
  }

  /** @internal @param {string} op @param {NDArray} input @param {number | number[]} [axes] @param {{keepDims?: boolean}} [options] */
  reduce(op, input, axes, { keepDims = false } = {}) {
    const rank = this.shapeOf(input, op).length;
    let mask = axes === undefined || axes === null ? 2 ** rank - 1 : 0;
    for (const axis of [axes ?? []].flat()) {
      const index = axis < 0 ? axis + rank : axis;
      if (!Number.isInteger(index) || index < 0 || index >= rank) {
        throw new LabError(
          'INVALID_NUMBER',
          `${op}: axis is ${axis}; an array of ${rank} dimensions has the axes ${-rank} to ${rank - 1}`,
        );
      }
      mask |= 1 << index;
    }
    return this.#adopt(
      this.#channel.frontend.apply(
        this.#channel.opcodes[op],
        Uint32Array.of(input.id),
        Uint32Array.of(mask, Number(keepDims)),
      ),
    );
  }

  /** @internal @param {string} op @param {number[]} attrs @param {ShapeLike} shape */
  create(op, attrs, shape) {
    return this.#adopt(
      this.#channel.frontend.create(
        this.#channel.opcodes[op],
        Uint32Array.from(attrs),
        dimensions(op, shape),
      ),
    );
  }

  /** @internal @param {any} values @param {ShapeLike} shape */
  write(values, shape) {
    return this.#adopt(
      this.#channel.frontend.write(Float32Array.from(values), dimensions('array', shape)),
    );
  }

  /** @internal @param {NDArray} array @param {string} [op] who asks */
  shapeOf(array, op = 'shape') {
    const shape = this.#channel.frontend.shape(array.id);
    if (shape) return Array.from(shape);
    throw (
      this.#channel.answers.lost ??
      new LabError(
        'DISPOSED',
        `${op}: the array was disposed; keep it until its last use, or compute it again`,
      )
    );
  }

  /** @internal @param {NDArray} array */
  waitFor(array) {
    return this.#channel.ask(
      this.#channel.check(this.#channel.frontend.wait(array.id)),
      'waitToRead',
      array,
    );
  }

  /** @internal @param {NDArray} array @returns {Promise<Float32Array>} */
  readData(array) {
    return this.#channel.ask(
      this.#channel.check(this.#channel.frontend.read(array.id)),
      'data',
      array,
    );
  }

  /** @internal @param {NDArray} array @returns {Promise<Float32Array>} */
  readItem(array) {
    return this.#channel.ask(
      this.#channel.check(this.#channel.frontend.item(array.id)),
      'item',
      array,
    );
  }

  /** @internal @param {NDArray} array */
  async print(array) {
    const shape = this.shapeOf(array, 'print');
    const text = formatArray(
      await this.#channel.ask(
        this.#channel.check(this.#channel.frontend.read(array.id)),
        'print',
        array,
      ),
      shape,
    );
    console.log(text);
    return text;
  }

  /** @internal @param {NDArray} array */
  waitForSync(array) {
    this.#channel.askSync(
      'waitToReadSync',
      () => this.#channel.check(this.#channel.frontend.wait(array.id)),
      0,
      array,
    );
  }

  /** @internal @param {NDArray} array @param {boolean} one @returns {Float32Array} */
  readSync(array, one) {
    const name = one ? 'itemSync' : 'dataSync';
    return this.#channel.askSync(
      name,
      () =>
        this.#channel.check(
          one ? this.#channel.frontend.item(array.id) : this.#channel.frontend.read(array.id),
        ),
      array.size * 4,
      array,
    );
  }

  /** @internal @param {NDArray} array */
  disposeOf(array) {
    this.#channel.dispose(array);
  }

  /** The array behind a new name. @param {number} id */
  #adopt(id) {
    const array = new NDArray(this, this.#channel.check(id));
    this.#scopes.at(-1)?.push(array);
    this.#channel.created(array);
    if (this.blocking) this.waitAllSync();
    return array;
  }

  /** @param {string} op @param {unknown} operand */
  #own(op, operand) {
    if (!(operand instanceof NDArray))
      throw new LabError(
        'INVALID_NUMBER',
        `${op}: an operand is ${describe(operand)}; give a number or an array`,
      );
    if (operand.lab !== this)
      throw new LabError(
        'WRONG_LAB',
        `${op}: an operand belongs to another lab; create it with this lab's nd`,
      );
  }
}

/** The version of the package. */
export const VERSION = '0.1.0';

/** @param {string} op @param {ShapeLike} shape */
function dimensions(op, shape) {
  const dims = [shape].flat();
  for (const dim of dims) number(op, 'a dimension', dim);
  return Float64Array.from(dims);
}
