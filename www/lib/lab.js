import { operationKinds, summary } from '../pkg/asynclab.js';
import { callable, describe, number, options, text, toBits } from './arguments.js';
import { Autograd } from './autograd.js';
import { linkLater } from './backend.js';
import { Calls } from './calls.js';
import { Creation } from './creation.js';
import { LabError } from './errors.js';
import { infoOf, surroundings } from './info.js';
import { describeGraph } from './graph.js';
import { networks } from './nn.js';
import { Profile } from './profile.js';
import { Scopes } from './scopes.js';
import { Waits } from './waits.js';
import { Window } from './window.js';

/** @typedef {import('./channel.js').Channel} Channel */

/** Empty waits measured: enough for quartiles. */
const ROUND_TRIPS = 8;

/**
 * A frontend with its arrays, connected to a backend with its device.
 */
export class Lab {
  #channel;
  #calls;
  #waits;
  #scopes = new Scopes();
  #info;

  /** Opens a device that is first needed now. */
  #open;

  /**
   * @param {Channel} channel
   * @param {{seed: number, blocking: boolean, open: (name: any, index: number) => {linking: Promise<import('./backend.js').Link>, starting: import('./starting.js').Starting}}} options
   * @hideconstructor
   */
  constructor(channel, { seed, blocking, open }) {
    this.#channel = channel;
    this.#open = open;
    this.#waits = new Waits(channel);
    const [{ name }] = channel.devices;
    /** Where arrays are unless they are created or brought elsewhere. @type {string} @readonly */
    this.device = name;
    /** Of the random arrays. @readonly */
    this.seed = seed;
    /** Every call returns when it is done: because the backend works inside it, or because this thread may block. */
    this.blocking = blocking && channel.whyNotBlock() === undefined;
    const calls = new Calls(this, channel, this.#waits, this.#scopes);
    this.#calls = calls;
    /** Creates and combines arrays. @readonly */
    this.nd = /** @type {import('./creation.js').ND} */ (new Creation(calls));
    /** Records what gradients are wanted of. @readonly */
    this.autograd = new Autograd(calls, channel);
    /** Layers, losses and trainers. @readonly @type {import('./nn.js').Networks} */
    this.nn = networks(this);
    this.#info = surroundings(channel.frontend.clockStep());
  }

  /**
   * The facts that every result carries: browser, adapter, how far its clocks and completions can be trusted (ms), policies, kernels. What
   * was not measured yet is NaN: `floor` and `timestamps` are by `calibrate` and by the first `profile`, `roundTrip` by `calibrate`.
   */
  info() {
    return infoOf(this.#info, this.#channel.devices);
  }

  /**
   * Measures, once, how late each device's completions are seen, how coarse its clock is and how long an empty wait takes. It
   * begins when nothing is in flight; what is enqueued meanwhile goes to the device when it is over.
   *
   * @returns {Promise<import('./info.js').Info>} what `info` gives from then on
   * @example
   * const { floor } = await lab.calibrate();
   * floor.samples >= 8 && floor.low <= floor.high; // → true
   */
  async calibrate() {
    const channel = this.#channel;
    await channel.askAll((device) => channel.frontend.calibrate(device));
    if (this.#info.roundTrip.samples === 0) {
      // Marks leave the failures of operations to the program's own waits. The first one waits for what was enqueued meanwhile.
      const trip = () => channel.askAll((device) => channel.frontend.mark(device, 0));
      await trip();
      const samples = [];
      for (let count = 0; count < ROUND_TRIPS; count += 1) {
        const begin = this.now();
        await trip();
        samples.push(this.now() - begin);
      }
      this.#info.roundTrip = summary(Float64Array.from(samples));
    }
    return this.info();
  }

  /** Now, in ms on the lab's clock, which is virtual on a simulated device. */
  now() {
    return this.#channel.now();
  }

  /** The names of its devices, its own first. */
  get devices() {
    return this.#channel.devices.map(({ name }) => name);
  }

  /**
   * Bytes on a device: `allocated = used + pending + pooled`. What the program holds counts from the call that enqueues it on; of the rest
   * it is what the backend last reported.
   *
   * @param {string} [device] the lab's own by default
   * @returns {import('./channel.js').Memory}
   * @example
   * const x = nd.zeros([1000]);
   * await x.waitToRead();
   * lab.memory().used >= 4000; // → true
   */
  memory(device = this.device) {
    return this.#channel.memory(this.indexOf(device, 'memory'));
  }

  /**
   * Operations enqueued on a device so far, and of them complete as the backend last reported; those not known to be complete
   * and the bytes of their results, of which the bounds `maxQueued` and `maxQueuedBytes` are.
   *
   * @param {string} [device] the lab's own by default
   * @returns {{enqueued: number, completed: number, inFlight: number, bytes: number}}
   */
  progress(device = this.device) {
    const index = this.indexOf(device, 'progress');
    const { frontend } = this.#channel;
    const [inFlight, bytes] = frontend.inFlight(index);
    const { completed } = this.#channel.devices[index].status.progress;
    return { enqueued: frontend.enqueued(index), completed, inFlight, bytes };
  }

  /**
   * The operations that are not complete, with what each one reads: the dependency graph as the backends see it now.
   *
   * @returns {Promise<import('./graph.js').GraphNode[]>}
   * @example
   * const z = nd.ones([2]).add(1);
   * for (const { name, stage } of await lab.graph()) console.log(name, stage);
   */
  async graph() {
    const graphs = await this.#channel.askAll((device) => this.#channel.frontend.graph(device));
    const { profile } = this.#channel;
    return describeGraph(graphs, this.devices, profile?.called.bind(profile));
  }

  /**
   * Waits until the queue has room for more operations. A program that enqueues without end awaits it in its loop; one
   * that may block does so by itself. For more than ever fits it waits until the queue is empty.
   *
   * @param {number} [operations]
   * @param {number} [bytes] of their results
   * @throws {LabError} `INVALID_NUMBER`
   */
  async room(operations = 1, bytes = 0) {
    this.#channel.checkRoom(operations, bytes);
    await this.#channel.room(operations, bytes);
  }

  /**
   * Blocks this thread until the queue has room. Only in a worker of an isolated page, or in a blocking lab.
   *
   * @param {number} [operations]
   * @param {number} [bytes] of their results
   */
  roomSync(operations = 1, bytes = 0) {
    this.#channel.checkRoom(operations, bytes);
    this.#channel.roomSync(operations, bytes);
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
      throw new LabError(
        'INVALID_NUMBER',
        `window: size is ${text(size)}; give a whole number of 1 or more`,
      );
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
    const index = this.#channel.devices.findIndex((device) => device.name === name);
    if (index >= 0) return index;
    const { answers, devices } = this.#channel;
    if (answers.lost) throw LabError.from(answers.lost);
    const { link } = devices[0];
    const joins = !link.direct && !link.frontend;
    if (name !== 'cpu' || !joins) {
      const known = joins ? [...new Set([...this.devices, 'cpu'])] : this.devices;
      throw new LabError(
        'NO_DEVICE',
        `${op}: this lab has no device ${typeof name === 'string' ? `'${text(name)}'` : describe(name)}, only ${known.join(' and ')}; give connect() the list of devices`,
      );
    }
    if (this.blocking)
      throw new LabError(
        'CANNOT_BLOCK',
        `${op}: a lab whose calls block cannot wait for a device that has yet to start; give connect() devices: ['${this.device}', 'cpu']`,
      );
    const next = this.#channel.devices.length;
    const { linking, starting } = this.#open('cpu', next);
    const lost = (/** @type {any} */ message) => this.#channel.receive(next, message);
    return this.#channel.add('cpu', linkLater(linking, starting, link.thread, lost), NaN);
  }

  /**
   * Where an array is, as last reported by its backend: it may be further by now. Never waits.
   *
   * @param {import('./ndarray.js').NDArray} array
   * @returns {'queued' | 'running' | 'done' | 'failed'}
   */
  stateOf(array) {
    this.#calls.own('stateOf', array);
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
   * @throws {LabError} `NOT_SYNCHRONOUS` for a promise, `INVALID_ARGUMENT` for anything else that cannot be looked into, such as an
   *   iterator
   * @example
   * const sum = lab.tidy(() => nd.ones([10]).mul(2).sum()); // the other two are gone
   * await sum.item(); // → 20
   */
  tidy(fn) {
    return this.#scopes.tidy(fn);
  }

  /** Arrays that `fn` creates belong to no `tidy` that is under way. @internal @param {() => void} fn */
  untidied(fn) {
    this.#scopes.untidied(fn);
  }

  /**
   * Records the life of every operation that `fn` enqueues, and waits for all of them.
   *
   * @param {() => any} fn
   * @param {{measure?: boolean, operations?: boolean, sites?: boolean}} [given] `measure: false` leaves the device's own times out, which
   *   take each operation a pass of its own; `operations: false` records the memory alone, at next to no cost; `sites` keeps
   *   the stack of each call that waits
   * @returns {Promise<import('./profile.js').Trace>}
   * @throws {LabError} `BUSY` while another profile is being recorded, and what an operation failed with that nobody has heard of
   * @example
   * const trace = await lab.profile(() => nd.ones([2]).add(1));
   * [...trace.op].map((index) => trace.names[index]); // → ["ones", "add"]
   * trace.completed.every((at, row) => at >= trace.enqueued[row]); // → true
   */
  async profile(fn, given) {
    callable('profile', fn);
    const known = ['measure', 'operations', 'sites'];
    const { measure = true, operations = true, sites = false } = options('profile', given, known);
    const channel = this.#channel;
    if (channel.profile)
      throw new LabError('BUSY', 'profile: another one is being recorded; wait for it first');
    // Every operation enqueued from here on is a row, also those of others while this waits.
    const profile = new Profile(operations ? (measure ? 2 : 1) : 3, sites);
    channel.profile = profile;
    const started = channel.askAll((device) => profile.start(channel.frontend, device));
    let traces;
    let value;
    /** @type {Promise<any> | undefined} */
    let all;
    try {
      await started;
      value = await fn();
      all = channel.askAll((device) => channel.frontend.waitAll(device));
      all.catch(() => {}); // Told once the trace is there.
    } finally {
      // Also after a failure, or the backend would go on recording.
      traces = await channel
        .askAll((device) => channel.frontend.trace(device, 0))
        .finally(() => (channel.profile = undefined));
    }
    await all;
    return profile.complete(traces, channel.frontend.order(), this.devices, {
      value,
      clock: this.#channel.devices[0].link.frontend ? 'virtual' : 'performance',
      origin: performance.timeOrigin,
    });
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
   * The enqueued operations leave for the backend now. They do so by itself when the program's turn ends, and within 1 ms while the
   * program enqueues without a pause: only one that computes something else for long, without awaiting anything, need call it.
   *
   * @throws {LabError} `CLOSED` after `close`, `DEVICE_LOST` after a loss
   */
  flush() {
    this.#channel.flush();
  }

  /** For the door. @internal */
  insides() {
    const refuse = (/** @type {string} */ problem) => {
      throw new LabError('INVALID_OPTION', problem);
    };
    const kinds = operationKinds();
    return { channel: this.#channel, calls: this.#calls, kinds, number, toBits, refuse };
  }

  /** Gives pooled memory back to the devices. */
  trim() {
    for (const device of this.#channel.devices.keys()) this.#channel.frontend.trim(device);
    this.#channel.flushSoon();
  }

  /** Loses the lab's own device on purpose, as a crash of its driver would. */
  loseDevice() {
    this.#channel.devices[0].link.lose();
  }

  /**
   * Ends the lab and gives its devices back. Whatever waits is rejected with `CLOSED`.
   *
   * @returns {Promise<number>} once they are given back: the bytes that they still hold by the lab's own accounts, which is 0
   */
  async close() {
    this.#channel.answers.lose(new LabError('CLOSED', 'the lab was closed; connect again'));
    const held = await Promise.all(this.#channel.devices.map(({ link }) => link.close()));
    return held.reduce((sum, bytes) => sum + bytes, 0);
  }
}
