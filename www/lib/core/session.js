/**
 * A session connects a frontend with its backends. It is the engine for the arrays of JavaScript and for other languages. An array is a handle,
 * a whole number. Only numbers cross on the hot path, so no object has to be kept, collected or proxied on either side. A handle has
 * references: a caller that gets one releases it once. After the last release the handle is rejected, until its slot has been reused 256
 * times.
 *
 * Calls enqueue and return; a call that waits says so. No call throws, and no promise rejects. A rejected call returns 0, or undefined where it
 * returns no number; `grad` and `deviceNamed` return -1. `takeError` returns the reason, with a stable `code`. `failed`, `recorded` and `linked`
 * reject nothing: without such a device or array they return an empty list or false. A wait returns its value or its error.
 *
 * @module
 */
import {
  wrongBound,
  wrongFunction,
  wrongHandle,
  wrongNumber,
  wrongQuestion,
  wrongRoom,
} from './checks.js';
import { Connection } from './connection.js';
import { LabError } from './errors.js';
import { describeGraph } from './graph.js';
import { Programs } from './programs.js';
import { Profile } from './trace.js';
import { describe, text, toBits } from './values.js';
import { elements } from './waiting.js';

/** @import {Transport} from './transport.js' */
/** @import {Outcome} from './waiting.js' */

/** The questions that can be asked about an array, each with the name of its wait. */
export const KINDS = { wait: 'waitToRead', read: 'data', item: 'item' };
/** @typedef {'wait' | 'read' | 'item'} Question `wait` for the end of the computation, `read` for the elements, `item` for the only element */

/**
 * The engine, with a handle for each array. A device is given by its index in `devices`; the lab's own is 0.
 *
 * @example
 * const { session } = lab;
 * const { add } = session.codes;
 * const x = session.write([1, 2, 3], [3]);
 * const y = session.scalar(add, x, 10, true, x); // x is not needed after this
 * (await session.ask('read', y)).value; // → [11, 12, 13]
 * session.release(y);
 * session.live; // → 0
 */
export class Session extends Programs {
  #connection;
  #answers;
  #stream;
  #waiting;
  #frontend;
  #join;

  /**
   * @param {import('./connection.js').Devices} devices
   * @param {import('./connection.js').ConnectionOptions & {join: (index: number) => Transport}} options `join` starts the CPU when it is first needed
   * @hideconstructor
   */
  constructor(devices, options) {
    const connection = new Connection(devices, options);
    super(connection);
    this.#connection = connection;
    this.#answers = connection.answers;
    this.#stream = connection.stream;
    this.#waiting = connection.waiting;
    this.#frontend = connection.frontend;
    this.#join = options.join;
    /** Whether times are those of a simulated device's clock. @readonly */
    this.virtual = devices[0][1].frontend !== undefined;
  }

  // Devices.

  /** The names of the devices, by index. */
  get devices() {
    return this.#stream.devices.map(({ name }) => name);
  }

  /** The devices' reports about themselves. Devices that are still starting are left out. @internal */
  get reports() {
    return this.#stream.devices.flatMap(({ name, kernels, trials, transport: { info, thread } }) =>
      info ? [{ name, kernels, trials, info, thread }] : [],
    );
  }

  /** The index of a device by its name; -1 where there is none. The CPU joins when it is first asked for. @param {string} name @param {string} [op] the call that asks, for the error */
  deviceNamed(name, op = 'deviceNamed') {
    const { devices } = this.#stream;
    const index = devices.findIndex((device) => device.name === name);
    if (index >= 0) return index;
    if (this.#answers.lost) return this.#connection.fail(this.#answers.lost) - 1;
    const joins = !devices[0].transport.inline && !this.virtual;
    if (name !== 'cpu' || !joins) {
      const known = joins ? [...new Set([...this.devices, 'cpu'])] : this.devices;
      const asked = typeof name === 'string' ? `'${text(name)}'` : describe(name);
      const problem = `this lab has no device ${asked}, only ${known.join(' and ')}; give connect() the list of devices`;
      return this.#connection.fail(LabError.of(text(op), 'NO_DEVICE', problem)) - 1;
    }
    if (this.blocking) {
      const problem = `a lab whose calls block cannot wait for a device that has yet to start; give connect() devices: ['${devices[0].name}', 'cpu']`;
      return this.#connection.fail(LabError.of(text(op), 'CANNOT_BLOCK', problem)) - 1;
    }
    const added = this.#stream.add('cpu', this.#join(devices.length));
    this.#waiting.profile?.start(added);
    return added;
  }

  // Waits. A language without its own event loop suspends its stack until a promise settles (JSPI), or sleeps.

  /** Why this thread cannot sleep until the backend answers; undefined where it can. */
  get whyNotBlock() {
    return this.#stream.whyNotBlock();
  }

  /** Waits for an array. @param {Question} what @param {number} x @param {string} [kind] of wait, for the profile @returns {Promise<Outcome>} */
  async ask(what, x, kind) {
    const wrong = wrongQuestion(what, KINDS) ?? wrongHandle(x);
    const token = wrong
      ? this.#connection.fail(wrong)
      : this.#frontend[what](x) || this.#connection.rejected();
    if (token === 0) return { error: this.takeError(), asked: false };
    const { values, error } = await this.#waiting.answers([token], kind ?? KINDS[what], x);
    return { value: elements(values[0]), error, asked: true };
  }

  /** Sleeps until an array is computed. @param {Question} what @param {number} x @param {string} [kind] of wait, for the profile and for errors @returns {Outcome} */
  askSync(what, x, kind) {
    const wrong = wrongQuestion(what, KINDS) ?? wrongHandle(x);
    if (wrong) return { error: wrong, asked: false };
    let bytes = what === 'wait' ? 0 : 4;
    if (what === 'read') for (const length of this.#frontend.shape(x) ?? []) bytes *= length;
    const ask = () => this.#frontend[what](x) || this.#connection.rejected();
    const op = kind ?? `${KINDS[what]}Sync`;
    const outcome = this.#waiting.sleep(op, this.#frontend.device(x), ask, bytes, x);
    if (outcome.asked || outcome.error) return outcome;
    return { error: this.takeError(), asked: false };
  }

  /** Waits until everything enqueued so far is computed. It settles after the waits for single arrays whose answers came earlier. @param {string} [kind] of wait, for the profile */
  async waitAll(kind) {
    const { error } = await this.#waiting.all((device) => this.#frontend.waitAll(device), kind);
    return { error };
  }

  /** Sleeps until everything is computed. @returns {0 | 1} */
  waitAllSync() {
    return this.#connection.done(this.#waiting.sleepForAll());
  }

  /** Waits until everything before is complete; operations that failed count as complete. @internal */
  mark() {
    return this.#waiting.all((device) => this.#frontend.mark(device, 0));
  }

  /**
   * The failed operations of a device that its backend has reported, in the order of its reports. Operations of a device are numbered from 0
   * in the order of enqueuing. A failed operation is in the list before a wait fails because of it.
   *
   * @param {number} [device]
   * @returns {number[]}
   */
  failed(device = 0) {
    return this.#connection.wrongDevice(device) ? [] : [...this.#stream.devices[device].failed];
  }

  /** Has `look` called every 50 ms while a wait sleeps. An error that it returns ends the wait, but not the computation. @param {() => Error | undefined} look @returns {0 | 1} */
  interruptBy(look) {
    const wrong = wrongFunction(look);
    if (wrong) return this.#connection.fail(wrong);
    this.#waiting.whileAsleep = look;
    return 1;
  }

  // The queue.

  /**
   * Whether half of a device's queue is taken. A thread that may block sleeps by itself when the queue is full. Other threads should check
   * this at every 512th operation or so, and await `room` where it is true: otherwise a later call fails with `QUEUE_FULL`. It is a cheap read.
   */
  get crowded() {
    return this.#stream.crowded;
  }

  /** Waits until there is room for this many operations and bytes of their results. A request for more than the queue can hold waits until the queue is empty. @param {number} [operations] half of the queue by default @param {number} [bytes] @returns {Promise<{error?: Error}>} */
  async room(operations = this.#stream.half.operations, bytes = 0) {
    const wrong = this.#answers.lost ?? wrongRoom(operations, bytes);
    if (wrong) return { error: wrong };
    return { error: await this.#waiting.room(operations, bytes) };
  }

  /** Sleeps until there is room, as `room` waits. @param {number} operations @param {number} bytes @returns {0 | 1} */
  roomSync(operations, bytes) {
    const wrong = this.#answers.lost ?? wrongRoom(operations, bytes);
    return this.#connection.done(wrong ?? this.#waiting.roomSync(operations, bytes));
  }

  /** Sends the enqueued operations to the backends, without waiting. While a program enqueues without a pause this happens by itself within 1 ms. @returns {0 | 1} */
  flush() {
    if (this.#answers.lost) return this.#connection.fail(this.#answers.lost);
    this.#stream.flush();
    return 1;
  }

  /** Sends the enqueued operations to the backends when the program's synchronous code ends (in a microtask). */
  flushSoon() {
    this.#stream.flushSoon();
  }

  /** Has a function called before operations are sent to the backends. @internal @param {() => void} leave */
  onLeave(leave) {
    this.#stream.onLeave = leave;
  }

  /** Bounds the operations that may be on their way to each device, from here on. @param {number} operations @returns {0 | 1} */
  boundOperations(operations) {
    const wrong = wrongBound(operations);
    if (wrong) return this.#connection.fail(wrong);
    this.#stream.boundOperations(operations);
    return 1;
  }

  // About the lab.

  /** Bytes on a device, as `lab.memory` gives them. @param {number} [device] */
  memory(device = 0) {
    const wrong = this.#connection.wrongDevice(device);
    return wrong ? this.#connection.none(wrong) : this.#stream.memory(device);
  }

  /**
   * The most bytes that the program held on a device at once since the count began. With `anew` the count then begins again.
   *
   * @param {number} [device] @param {boolean} [anew]
   */
  peak(device = 0, anew = false) {
    const wrong = this.#connection.wrongDevice(device);
    return wrong ? this.#connection.none(wrong) : this.#frontend.peak(device, Boolean(anew));
  }

  /** Operations on a device, as `lab.progress` gives them. @param {number} [device] */
  progress(device = 0) {
    const wrong = this.#connection.wrongDevice(device);
    if (wrong) return this.#connection.none(wrong);
    const [inFlight, bytes] = this.#frontend.inFlight(device);
    const { completed } = this.#stream.devices[device].status.progress;
    return { enqueued: this.#frontend.enqueued(device), completed, inFlight, bytes };
  }

  /** Now, in ms on the lab's clock. */
  now() {
    return this.#frontend.now();
  }

  /** The smallest step of this thread's clock, ms; it is measured. @internal */
  clockStep() {
    return this.#frontend.clockStep();
  }

  /** Has the clocks of all devices measured, unless they have been. @internal */
  calibrate() {
    return this.#waiting.all((device) => this.#frontend.calibrate(device));
  }

  /** The operations that are not complete, each with the operations that it reads. @internal */
  async graph() {
    const { values, error } = await this.#waiting.all((device) => this.#frontend.graph(device));
    const graphs = values.flatMap((value) => (Array.isArray(value) ? [value] : []));
    return { error, nodes: describeGraph(graphs, this.devices) };
  }

  /** Starts a recording on all devices. There is one at a time. @internal @param {0 | 1 | 2 | 3} mode as the engine's frontend takes it @param {boolean} sites keep where in the program it waited */
  async beginTrace(mode, sites) {
    if (this.#waiting.profile) {
      const problem = 'another one is being recorded; wait for it first';
      return { error: LabError.of('profile', 'BUSY', problem), begun: false };
    }
    // Every operation enqueued from here on is a row, also those that other code enqueues while this waits.
    const profile = new Profile(this.#frontend, mode, sites);
    this.#waiting.profile = profile;
    const { error } = await this.#waiting.all((device) => profile.start(device));
    return { error, begun: true };
  }

  /** Ends the recording. @internal */
  async endTrace() {
    const { values, error } = await this.#waiting.all((device) => this.#frontend.trace(device, 0));
    const { profile } = this.#waiting;
    this.#waiting.profile = undefined;
    const traces = values.flatMap((value) => (value && 'op' in value ? [value] : []));
    if (error || !profile) return { error };
    const clock = this.virtual ? 'virtual' : 'performance';
    return {
      trace: profile.complete(traces, this.devices, { clock, origin: performance.timeOrigin }),
    };
  }

  /** Gives pooled memory back to the devices. */
  trim() {
    for (const device of this.#stream.devices.keys()) this.#frontend.trim(device);
    this.#stream.flushSoon();
  }

  /** Loses the lab's own device on purpose. */
  loseDevice() {
    this.#stream.devices[0].transport.lose();
  }

  /** Ends the session. Whatever waits gets an error, `CLOSED`. @returns {Promise<number>} the bytes that the devices still hold */
  async close() {
    this.#answers.lose(new LabError('CLOSED', 'the lab was closed; connect again'));
    const held = this.#stream.devices.map(({ transport }) => transport.close());
    return (await Promise.all(held)).reduce((sum, bytes) => sum + bytes, 0);
  }

  /** The attribute word that encodes a number as a float32. @param {number} value */
  bits(value) {
    const wrong = wrongNumber('a number', value);
    return wrong ? this.#connection.fail(wrong) : toBits(value);
  }
}
