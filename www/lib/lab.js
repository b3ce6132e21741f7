import { WebFrontend, clockStep, operationNames, summary } from '../pkg/asynclab.js';
import { block, canBlock, prepareToBlock } from './blocking.js';
import { Creation, describe, number } from './creation.js';
import { LabError } from './errors.js';
import { formatArray } from './format.js';
import { browserName } from './info.js';
import { NDArray } from './ndarray.js';
import { Profile } from './profile.js';

/** @typedef {import('./ndarray.js').Operand} Operand */
/** @typedef {import('./creation.js').ShapeLike} ShapeLike */

/** Operations after which a chunk leaves although the program's turn has not ended, so that the backend can begin. */
const CHUNK_OPERATIONS = 512;
/** Empty waits measured when connecting. */
const ROUND_TRIPS = 24;
const SCALAR_LEFT = 0;
const SCALAR_RIGHT = 1;

/**
 * A frontend with its arrays, connected to a backend with its device.
 */
export class Lab {
  /** @type {any} */
  #frontend;
  /** @type {import('./backend.js').Link} */
  #link;
  #answers;
  /** @type {Record<string, number>} */
  #opcodes;
  /** Arrays created since the last chunk. @type {NDArray[]} */
  #created = [];
  #flushing = false;
  /** @type {NDArray[][]} */
  #scopes = [];
  /** @type {Profile | undefined} */
  #profile;
  #info;
  /** Releases arrays that the program forgot to dispose. */
  #finalizer = new FinalizationRegistry((/** @type {number} */ id) => {
    this.#frontend.release(id);
    this.#flushSoon();
  });

  /**
   * @param {import('./backend.js').Link} link
   * @param {import('./answers.js').Answers} answers
   * @param {{seed: number, blocking: boolean}} options
   * @hideconstructor
   */
  constructor(link, answers, { seed, blocking }) {
    this.#link = link;
    this.#answers = answers;
    this.#frontend = link.frontend ?? new WebFrontend(link.info.arrayBytes);
    this.#opcodes = Object.fromEntries(operationNames().map((name, opcode) => [name, opcode]));
    /** Where the arrays are. @type {string} @readonly */
    this.device = link.info.device;
    /** Of the random arrays. @readonly */
    this.seed = seed;
    /** Every call returns when it is done: because the backend works inside it, or because this thread may block. */
    this.blocking = blocking && this.#whyNotBlock() === undefined;
    /** Creates arrays. @readonly */
    this.nd = new Creation(this);
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
    answers.onLost = (error) => this.#close(error);
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
    return this.#frontend.now();
  }

  /** Bytes as the backend last told: `allocated = used + pending + pooled`. */
  memory() {
    return { ...this.#answers.status.memory };
  }

  /** Operations enqueued so far, and of them complete as the backend last told. */
  progress() {
    return { enqueued: this.#frontend.enqueued, completed: this.#answers.status.completed };
  }

  /** Waits until everything enqueued so far is computed. */
  async waitAll() {
    await this.#ask(this.#frontend.waitAll(), 'waitAll', undefined);
  }

  /** Blocks this thread until everything is computed. Only in a worker of an isolated page, or in a blocking lab. */
  waitAllSync() {
    this.#askSync('waitAllSync', () => this.#frontend.waitAll(), 0, undefined);
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
   * Records the life of every operation that `fn` enqueues, and waits for all of them.
   *
   * @param {() => any} fn
   * @param {{measure?: boolean}} [options] `measure: false` leaves the device's own times out, which take each operation a
   *   pass of its own
   * @returns {Promise<import('./profile.js').Trace>}
   * @throws {LabError} `BUSY` while another profile is being recorded
   */
  async profile(fn, { measure = true } = {}) {
    if (this.#profile)
      throw new LabError('BUSY', 'profile: another one is being recorded; wait for it first');
    const started = this.#ask(this.#frontend.trace(measure ? 2 : 1));
    // Whatever is enqueued from here on is a row, also by others while this waits.
    const profile = new Profile(this.#frontend.enqueued);
    this.#profile = profile;
    let trace;
    let value;
    try {
      await started;
      value = await fn();
    } finally {
      // Also after a failure, or the backend would go on recording.
      trace = await this.#ask(this.#frontend.trace(0)).finally(() => (this.#profile = undefined));
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
    this.#frontend.trim();
    this.#flushSoon();
  }

  /** Loses the device on purpose, as a crash of its driver would. */
  loseDevice() {
    this.#link.lose();
  }

  /** Ends the lab and gives the device back. Whatever waits is rejected with `CLOSED`. */
  close() {
    this.#answers.lose(new LabError('CLOSED', 'the lab was closed; connect again'));
    this.#link.close();
  }

  // What arrays call. @internal

  /** @internal @param {string} op @param {NDArray} left @param {Operand} right */
  binary(op, left, right) {
    const frontend = this.#frontend;
    const opcode = this.#opcodes[op];
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
    return this.#adopt(this.#frontend.scalar(this.#opcodes[op], id, left, SCALAR_LEFT));
  }

  /** @internal @param {string} name @param {NDArray} left @param {NDArray} right */
  matmul(name, left, right) {
    this.#own(name, left);
    this.#own(name, right);
    return this.#adopt(this.#frontend.binary(this.#opcodes.matmul, left.id, right.id));
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
      this.#frontend.apply(
        this.#opcodes[op],
        Uint32Array.of(input.id),
        Uint32Array.of(mask, Number(keepDims)),
      ),
    );
  }

  /** @internal @param {string} op @param {number[]} attrs @param {ShapeLike} shape */
  create(op, attrs, shape) {
    return this.#adopt(
      this.#frontend.create(this.#opcodes[op], Uint32Array.from(attrs), dimensions(op, shape)),
    );
  }

  /** @internal @param {any} values @param {ShapeLike} shape */
  write(values, shape) {
    return this.#adopt(this.#frontend.write(Float32Array.from(values), dimensions('array', shape)));
  }

  /** @internal @param {NDArray} array @param {string} [op] who asks */
  shapeOf(array, op = 'shape') {
    const shape = this.#frontend.shape(array.id);
    if (shape) return Array.from(shape);
    throw (
      this.#answers.lost ??
      new LabError(
        'DISPOSED',
        `${op}: the array was disposed; keep it until its last use, or compute it again`,
      )
    );
  }

  /** @internal @param {NDArray} array */
  waitFor(array) {
    return this.#ask(this.#token(this.#frontend.wait(array.id)), 'waitToRead', array);
  }

  /** @internal @param {NDArray} array @returns {Promise<Float32Array>} */
  readData(array) {
    return this.#ask(this.#token(this.#frontend.read(array.id)), 'data', array);
  }

  /** @internal @param {NDArray} array @returns {Promise<Float32Array>} */
  readItem(array) {
    return this.#ask(this.#token(this.#frontend.item(array.id)), 'item', array);
  }

  /** @internal @param {NDArray} array */
  async print(array) {
    const shape = this.shapeOf(array, 'print');
    const text = formatArray(
      await this.#ask(this.#token(this.#frontend.read(array.id)), 'print', array),
      shape,
    );
    console.log(text);
    return text;
  }

  /** @internal @param {NDArray} array */
  waitForSync(array) {
    this.#askSync('waitToReadSync', () => this.#token(this.#frontend.wait(array.id)), 0, array);
  }

  /** @internal @param {NDArray} array @param {boolean} one @returns {Float32Array} */
  readSync(array, one) {
    const name = one ? 'itemSync' : 'dataSync';
    return this.#askSync(
      name,
      () => this.#token(one ? this.#frontend.item(array.id) : this.#frontend.read(array.id)),
      array.size * 4,
      array,
    );
  }

  /** @internal @param {NDArray} array */
  disposeOf(array) {
    if (array.finalized) this.#finalizer.unregister(array);
    this.#frontend.release(array.id);
    array.id = 0;
    this.#flushSoon();
  }

  /**
   * The array behind a new name; the error of the last call where there is none.
   *
   * @param {number} id
   */
  #adopt(id) {
    if (id === 0) throw LabError.from(this.#frontend.takeError());
    const array = new NDArray(this, id);
    this.#profile?.created(array, this.#frontend.enqueued);
    this.#scopes.at(-1)?.push(array);
    if (this.#created.push(array) >= CHUNK_OPERATIONS || this.blocking) this.#flush();
    else this.#flushSoon();
    if (this.blocking) this.waitAllSync();
    return array;
  }

  /** @param {number} token */
  #token(token) {
    if (token === 0) throw LabError.from(this.#frontend.takeError());
    return token;
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

  #flushSoon() {
    if (this.#flushing) return;
    this.#flushing = true;
    // When the program's turn ends, what it enqueued leaves.
    queueMicrotask(() => this.#flush());
  }

  /** @param {import('./blocking.js').Blocked} [blocked] */
  #flush(blocked) {
    this.#flushing = false;
    const times = this.#frontend.takeTimes();
    const words = this.#frontend.takeWords();
    // Most arrays are disposed before their chunk leaves, and cost the finalizer nothing.
    for (const array of this.#created) {
      if (array.id === 0) continue;
      array.finalized = true;
      this.#finalizer.register(array, array.id, array);
    }
    this.#created.length = 0;
    if (words) this.#link.send({ words, times, blocked });
  }

  /** @param {number} token @param {string} [kind] of wait @param {NDArray} [array] */
  async #ask(token, kind, array) {
    const end = kind ? this.#profile?.begin(kind, array, this.now()) : undefined;
    const answer = this.#answers.wait(token);
    this.#flush();
    const value = await answer;
    end?.(this.now());
    return value;
  }

  /** @param {string} op @param {() => number} ask @param {number} bytes of the answer @param {NDArray} [array] */
  #askSync(op, ask, bytes, array) {
    const { direct } = this.#link;
    if (this.#answers.lost) throw this.#answers.lost;
    const reason = this.#whyNotBlock();
    if (reason)
      throw new LabError('CANNOT_BLOCK', `${op}: ${reason}; use the form without Sync, with await`);
    const end = this.#profile?.begin(op, array, this.now());
    const token = ask();
    let value;
    if (direct) {
      this.#answers.expect(token);
      this.#flush();
      value = this.#answers.take(token);
    } else {
      const blocked = prepareToBlock(token, bytes);
      this.#flush(blocked);
      value = block(blocked);
    }
    end?.(this.now());
    return value;
  }

  /** Why this thread cannot sleep until the backend answers; undefined where it can. */
  #whyNotBlock() {
    if (this.#link.direct) return undefined;
    if (!canBlock()) return 'only a worker of a cross-origin isolated page may block';
    if (this.#link.thread === 'same') return 'the backend is on this thread and could not answer';
    return undefined;
  }

  /** @param {LabError} error */
  #close(error) {
    const { now } = this.#frontend;
    const last = this.#frontend;
    // Every call fails the same way from now on, and the hot path need not ask first.
    this.#frontend = closed(error, () => now.call(last));
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
  ];
  const nothing = () => undefined;
  return {
    ...Object.fromEntries(names.map((name) => [name, refuse])),
    now,
    enqueued: 0,
    shape: nothing,
    release: nothing,
    trim: nothing,
    takeWords: nothing,
    takeTimes: nothing,
    takeError: () => ({ code: error.code, message: error.message }),
  };
}
