import { summary } from '../pkg/asynclab.js';
import { callable, invalid, options, text } from './array/arguments.js';
import { Autograd } from './array/autograd.js';
import { Calls } from './array/calls.js';
import { Creation } from './array/creation.js';
import { infoOf, surroundings } from './info.js';
import { networks } from './nn.js';
import { Scopes } from './array/scopes.js';
import { Waits } from './array/waits.js';
import { Window } from './window.js';

/** @import {LabError} from './core/errors.js' */
/** @typedef {import('./core/session.js').Session} Session */

/** Empty waits measured: enough for quartiles. */
const ROUND_TRIPS = 8;

/** Returns the outcome of a wait. @template {{error?: Error}} T @param {T} outcome @throws the error of a wait that failed */
const checked = (outcome) => {
  if (outcome.error) throw outcome.error;
  return outcome;
};

/**
 * A frontend with its arrays, connected to a backend with its device.
 */
export class Lab {
  #calls;
  #waits;
  #scopes = new Scopes();
  #info;
  #compiler;

  /**
   * @param {Session} session
   * @param {{seed: number, compiler?: typeof import('./compile/compile.js')}} options without a compiler there is no `compile`
   * @hideconstructor
   */
  constructor(session, { seed, compiler }) {
    this.#compiler = compiler;
    /** The engine's interface of whole numbers, for other languages. @readonly */
    this.session = session;
    this.#waits = new Waits(session);
    /** The device of arrays that are not created on another one, or brought there. @type {string} @readonly */
    this.device = session.devices[0];
    /** The seed of the random arrays. @readonly */
    this.seed = seed;
    /** Whether every call returns only when its work is done: the backend works inside it, or this thread may block. */
    this.blocking = session.blocking;
    const calls = new Calls(this, this.#waits, this.#scopes);
    this.#calls = calls;
    /** Creates and combines arrays. @readonly */
    this.nd = /** @type {import('./array/creation.js').ND} */ (new Creation(calls));
    /** Records calls, and finds gradients through them. @readonly */
    this.autograd = new Autograd(calls);
    /** Layers, losses and trainers. @readonly @type {import('./nn.js').Networks} */
    this.nn = networks(this);
    this.#info = surroundings(session.clockStep());
  }

  /**
   * The facts that every result carries: browser, adapter, how far its clocks and completions can be trusted (ms), policies, kernels. Values
   * not measured yet are NaN: `calibrate` and the first `profile` measure `floor` and `timestamps`, `calibrate` alone `roundTrip`.
   */
  info() {
    return infoOf(this.#info, this.session.reports);
  }

  /**
   * Measures, once, how late each device's completions are reported, how coarse its clock is and how long an empty wait takes. It
   * begins when nothing is in flight; operations enqueued meanwhile are sent to the device when it is over.
   *
   * @returns {Promise<import('./info.js').Info>} as `info` returns it from then on
   * @example
   * const { floor } = await lab.calibrate();
   * floor.samples >= 8 && floor.low <= floor.high; // → true
   */
  async calibrate() {
    const { session } = this;
    checked(await session.calibrate());
    if (this.#info.roundTrip.samples === 0) {
      // Marks leave the failures of operations to the program's own waits. The first mark waits for operations enqueued meanwhile.
      checked(await session.mark());
      const samples = [];
      for (let count = 0; count < ROUND_TRIPS; count += 1) {
        const begin = this.now();
        checked(await session.mark());
        samples.push(this.now() - begin);
      }
      this.#info.roundTrip = summary(Float64Array.from(samples));
    }
    return this.info();
  }

  /** Now, in ms on the lab's clock, which is virtual on a simulated device. */
  now() {
    return this.session.now();
  }

  /** The names of its devices, its own first. */
  get devices() {
    return this.session.devices;
  }

  /**
   * Bytes on a device: `allocated = used + pending + pooled`. An array that the program holds counts from the call that enqueues it. The
   * rest is as the backend last reported it.
   *
   * @param {string} [device] the lab's own by default
   * @returns {import('./core/protocol.js').Memory}
   * @example
   * const x = nd.zeros([1000]);
   * await x.waitToRead();
   * lab.memory().used >= 4000; // → true
   */
  memory(device = this.device) {
    return this.session.memory(this.indexOf(device, 'memory')) ?? this.#calls.throwError();
  }

  /**
   * Counts operations on a device: `enqueued` so far; `completed`, as the backend last reported; `inFlight`, not known to be complete,
   * and the `bytes` of the results of these. `maxQueued` and `maxQueuedBytes` bound the last two.
   *
   * @param {string} [device] the lab's own by default
   * @returns {{enqueued: number, completed: number, inFlight: number, bytes: number}}
   */
  progress(device = this.device) {
    return this.session.progress(this.indexOf(device, 'progress')) ?? this.#calls.throwError();
  }

  /**
   * The operations that are not complete, each with the operations that it reads: the dependency graph as the backends see it now.
   *
   * @returns {Promise<import('./core/graph.js').GraphNode[]>}
   * @example
   * const z = nd.ones([2]).add(1);
   * for (const { name, stage } of await lab.graph()) console.log(name, stage);
   */
  async graph() {
    return checked(await this.session.graph()).nodes;
  }

  /**
   * Waits until the queue has room for more operations. A program that enqueues without end awaits it in its loop; a thread that
   * may block waits by itself. A request for more than the queue can hold waits until the queue is empty.
   *
   * @param {number} [operations]
   * @param {number} [bytes] of their results
   * @throws {LabError} `INVALID_NUMBER`
   */
  async room(operations = 1, bytes = 0) {
    checked(await this.session.room(operations, bytes));
  }

  /**
   * Blocks this thread until the queue has room. Only in a worker of an isolated page, or in a blocking lab.
   *
   * @param {number} [operations]
   * @param {number} [bytes] of their results
   */
  roomSync(operations = 1, bytes = 0) {
    if (!this.session.roomSync(operations, bytes)) this.#calls.throwError();
  }

  /**
   * Lets at most `size` minibatches overlap: call `await window.next()` after each one.
   *
   * @param {number} size 1 waits for each minibatch before the next
   * @throws {LabError} `INVALID_NUMBER`
   * @example
   * const window = lab.window(2);
   * for (let batch = 0; batch < 5; batch += 1) {
   *   lab.tidy(() => void nd.random.normal([32, 16]).sum());
   *   await window.next(); // batch + 2 does not begin before batch has finished
   * }
   * await window.finish();
   * window.open; // → 0
   */
  window(size) {
    if (!Number.isSafeInteger(size) || size < 1)
      throw invalid('window', `size is ${text(size)}; give a whole number of 1 or more`);
    return new Window(this.#waits, size);
  }

  /**
   * The index of a device. The CPU joins when it is first asked for.
   *
   * @internal
   * @param {string} name
   * @param {string} op who asks
   * @throws {LabError} `NO_DEVICE`
   */
  indexOf(name, op) {
    const index = this.session.deviceNamed(name, op);
    return index >= 0 ? index : this.#calls.throwError();
  }

  /**
   * How far the computation of an array is, as its backend last reported; it may be further by now. Never waits.
   *
   * @param {import('./array/ndarray.js').NDArray} array
   * @returns {'queued' | 'running' | 'done' | 'failed'}
   */
  stateOf(array) {
    this.#calls.checkOwn('stateOf', array);
    return this.#waits.stateOf(array);
  }

  /** Waits until everything enqueued so far is computed. */
  async waitAll() {
    await this.#waits.all();
  }

  /** Blocks this thread until everything is computed. Only in a worker of an isolated page, or in a blocking lab. */
  waitAllSync() {
    this.#waits.allSync();
  }

  /**
   * Disposes every array that `fn` creates, except those in what it returns: an array, or lists, objects, Maps and Sets that hold
   * some, however deep.
   *
   * @template T
   * @param {() => T} fn synchronous
   * @returns {T}
   * @throws {LabError} `NOT_SYNCHRONOUS` for a promise, `INVALID_ARGUMENT` for anything else whose parts cannot be found, such as an
   *   iterator
   * @example
   * const sum = lab.tidy(() => nd.ones([10]).mul(2).sum()); // the other two are gone
   * await sum.item(); // → 20
   */
  tidy(fn) {
    return this.#scopes.tidy(fn);
  }

  /**
   * Compiles a function. Its first call for given shapes and devices of its arrays and given values of its other arguments is captured; each
   * later one is enqueued by one command. Results have the same bits. Operations are fused, as in a lazy lab. Arrays that `fn` makes and does
   * not return are disposed. Gradients, `assign` and a trainer's step may be inside; waits and reads may not.
   *
   * Numbers and arrays that `fn` takes from outside are those of the capture, except arrays that are given other values by `assign`.
   *
   * @template {(...args: any[]) => any} F
   * @param {F} fn synchronous
   * @returns {F & import('./compile/compile.js').Compiled} with `info()` and `dispose()`
   * @throws {LabError} by its calls: `NOT_CAPTURABLE` with the line that waits, reads or keeps an array, and errors that `fn` throws
   * @example
   * const layer = lab.compile((x, w) => x.matmul(w).add(1).relu());
   * const w = nd.ones([2, 2]);
   * await layer(nd.ones([1, 2]), w).data(); // → [3, 3]
   * await layer(nd.zeros([1, 2]), w).data(); // → [1, 1]
   * layer.info().replays; // → 1
   */
  compile(fn) {
    callable('compile', fn);
    return /** @type {typeof import('./compile/compile.js')} */ (this.#compiler).compiled(
      this.#calls,
      fn,
    );
  }

  /** Arrays that `fn` creates belong to no `tidy` that is under way. @internal @param {() => void} fn */
  untidied(fn) {
    this.#scopes.untidied(fn);
  }

  /**
   * Records the life of every operation that `fn` enqueues, and waits for all of them.
   *
   * @param {() => any} fn
   * @param {{measure?: boolean, operations?: boolean, sites?: boolean}} [given] `measure: false` leaves out the device's own times, for
   *   which each operation needs a pass of its own; `operations: false` records the memory alone, at next to no cost; `sites` keeps
   *   the stack of each call that waits
   * @returns {Promise<import('./core/trace.js').Trace>}
   * @throws {LabError} `BUSY` while another profile is being recorded, and the error of a failed operation that no wait has thrown before
   * @example
   * const trace = await lab.profile(() => nd.ones([2]).add(1));
   * [...trace.op].map((index) => trace.names[index]); // → ["ones", "add"]
   * trace.completed.every((at, row) => at >= trace.enqueued[row]); // → true
   */
  async profile(fn, given) {
    callable('profile', fn);
    const known = ['measure', 'operations', 'sites'];
    const { measure = true, operations = true, sites = false } = options('profile', given, known);
    const { session } = this;
    const mode = operations ? (measure ? 2 : 1) : 3;
    const { begun, error } = await session.beginTrace(mode, sites);
    if (!begun) throw error;
    let value;
    let all;
    let traced;
    try {
      checked({ error });
      value = await fn();
      all = session.waitAll();
    } finally {
      // Also after a failure, or the backend would go on recording.
      traced = await session.endTrace();
    }
    checked(await all);
    const { trace } = checked(traced);
    return /** @type {import('./core/trace.js').Trace} */ ({ ...trace, value });
  }

  /**
   * Times `fn` and prints `label: 0.0015 sec`, as the course does.
   *
   * @param {string} label
   * @param {() => any} fn
   * @returns {Promise<{label: string, ms: number}>}
   * @example
   * await lab.benchmark('a product', () => nd.dot(nd.eye(64), nd.eye(64)).waitToRead());
   */
  async benchmark(label, fn) {
    callable('benchmark', fn);
    const begin = this.now();
    await fn();
    const ms = this.now() - begin;
    console.log(`${text(label)}: ${(ms / 1000).toFixed(4)} sec`);
    return { label, ms };
  }

  /**
   * Sends the enqueued operations to the backend now. They are also sent when the program's synchronous code ends, and within 1 ms while it
   * enqueues without a pause: only a program that computes something else for long, without awaiting anything, need call this.
   *
   * @throws {LabError} `CLOSED` after `close`, `DEVICE_LOST` after a loss
   */
  flush() {
    if (!this.session.flush()) this.#calls.throwError();
  }

  /** The array behind a handle of the session, with a reference of its own. @param {number} handle @returns {import('./array/ndarray.js').NDArray} */
  arrayOf(handle) {
    if (!this.session.retain(handle)) this.#calls.throwError();
    return this.#calls.adopt(handle);
  }

  /** The handle behind an array, with a reference for the caller. @param {import('./array/ndarray.js').NDArray} array */
  handleOf(array) {
    this.#calls.checkOwn('handleOf', array);
    this.#calls.shapeOf(array, 'handleOf');
    if (!this.session.retain(array.id)) this.#calls.throwError();
    return array.id;
  }

  /** Gives pooled memory back to the devices. */
  trim() {
    this.session.trim();
  }

  /** Loses the lab's own device on purpose, as a crash of its driver would. */
  loseDevice() {
    this.session.loseDevice();
  }

  /**
   * Ends the lab and gives its devices back. Whatever waits is rejected with `CLOSED`.
   *
   * @returns {Promise<number>} resolved once they are given back, with the bytes that they still hold by the lab's own count: 0
   */
  async close() {
    return this.session.close();
  }
}
