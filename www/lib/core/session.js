/**
 * A session connects a frontend with its backends. It is the engine for the arrays of JavaScript and for other languages. An array is a handle,
 * a whole number. Only numbers cross on the hot path, so no object has to be kept, collected or proxied on either side. A handle has
 * references: a caller that gets one releases it once. After the last release the handle names no array.
 *
 * Calls enqueue and return; a call that waits says so. No call throws, and no promise rejects. A refused call returns 0, or undefined where it
 * returns no number; `grad` and `deviceNamed` return -1. `takeError` returns the reason, with a stable `code`. A wait returns its value or its error.
 *
 * Attributes are u32 words, as `bits` makes them of numbers:
 *
 * | operation | call | attributes |
 * |---|---|---|
 * | elementwise on one array: `exp`, … | `unary` | |
 * | elementwise on two: `add`, … | `binary`; `scalar` with a number | |
 * | reductions: `sum`, … | `apply` | a bit for each axis (1 << axis), 1 to keep reduced axes or 0 |
 * | `matmul` | `apply` | 1 to transpose the left operand or 0, the same for the right one |
 * | `transpose` | `apply` | the axes in their new order |
 * | `reshape`, `broadcast_to` | `shaped` | |
 * | `full` | `create` | bits of the value |
 * | `arange` | `create` | bits of start and step; the one dimension is the count |
 * | `eye` | `create` | |
 * | `normal`, `uniform` | `create` | two words of seed, bits of mean and deviation, or of low and high |
 *
 * @module
 */
import { operationKinds, operationNames } from '../../pkg/asynclab.js';
import { Answers } from './answers.js';
import {
  dims,
  floats,
  words,
  wrongBound,
  wrongCode,
  wrongDevice,
  wrongFunction,
  wrongHandle,
  wrongList,
  wrongNumber,
  wrongQuestion,
  wrongRoom,
} from './checks.js';
import { LabError } from './errors.js';
import { describeGraph } from './graph.js';
import { Stream } from './stream.js';
import { Profile } from './trace.js';
import { describe, text, toBits } from './values.js';
import { elements, Waiting } from './waiting.js';

/** @import {Transport} from './transport.js' */
/** @import {Outcome} from './waiting.js' */

const LEFT = 0;
const RIGHT = 1;

/** The questions about an array, each with the name of its wait. */
const KINDS = { wait: 'waitToRead', read: 'data', item: 'item' };
/** @typedef {'wait' | 'read' | 'item'} Question `wait` for the end of the computation, `read` for the elements, `item` for the only element */

/** @param {string} op */
const released = (op) =>
  new LabError(
    'DISPOSED',
    `${op}: there is no array of this name, or it was released before; release each name once for each holder`,
  );

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
export class Session {
  #answers = new Answers();
  #stream;
  #waiting;
  #frontend;
  #join;
  /** Why the last call was refused; undefined where the engine has the reason. @type {Error | undefined} */
  #error;

  /**
   * @param {[name: string, transport: Transport][]} devices the policy of the first applies to all
   * @param {{bounds: import('./stream.js').Bounds, blocking: boolean, onSilence?: import('./heartbeat.js').OnSilence, join: (index: number) => Transport}} options
   *   `join` starts the CPU when it is first needed
   * @hideconstructor
   */
  constructor(devices, { bounds, blocking, onSilence, join }) {
    const [[, { frontend, info }]] = devices;
    if (!info) throw new LabError('NO_ANSWER', 'connect: the first device has not started');
    this.#stream = new Stream(this.#answers, frontend, bounds, info.policy);
    this.#waiting = new Waiting(this.#answers, this.#stream, onSilence);
    this.#frontend = this.#stream.frontend;
    this.#join = join;
    const names = operationNames();
    /** The code of each operation, by its name. @type {Readonly<Record<string, number>>} @readonly */
    this.codes = Object.freeze(Object.fromEntries(names.map((name, code) => [name, code])));
    /** The kind of an operation's call, by its code: `unary`, `binary`, `reduction`, `product`, `creation` or `other`. @readonly */
    this.kinds = Object.freeze(operationKinds());
    /** Whether times are those of a simulated device's clock. @readonly */
    this.virtual = frontend !== undefined;
    for (const [name, transport] of devices) this.#stream.add(name, transport);
    /** Whether every call returns only when its work is done: the backend works inside it, or this thread may block. @readonly */
    this.blocking = blocking && this.whyNotBlock === undefined;
  }

  /** Takes the reason why the last call was refused. */
  takeError() {
    const error = this.#error;
    this.#error = undefined;
    if (error) return error;
    const report = this.#answers.lost ?? this.#frontend.takeError();
    return report && LabError.from(report);
  }

  /** Why nothing can be computed any more. */
  get lost() {
    return this.#answers.lost;
  }

  // Devices.

  /** The names of the devices, by index. */
  get devices() {
    return this.#stream.devices.map(({ name }) => name);
  }

  /** What the devices have reported of themselves, without those that are starting. @internal */
  get reports() {
    return this.#stream.devices.flatMap(({ name, kernels, transport: { info, thread } }) =>
      info ? [{ name, kernels, info, thread }] : [],
    );
  }

  /** The index of a device by its name; -1 where there is none. The CPU joins when it is first asked for. @param {string} name @param {string} [op] the call that asks, for the error */
  deviceNamed(name, op = 'deviceNamed') {
    const { devices } = this.#stream;
    const index = devices.findIndex((device) => device.name === name);
    if (index >= 0) return index;
    if (this.#answers.lost) return this.#fail(this.#answers.lost) - 1;
    const joins = !devices[0].transport.inline && !this.virtual;
    if (name !== 'cpu' || !joins) {
      const known = joins ? [...new Set([...this.devices, 'cpu'])] : this.devices;
      const asked = typeof name === 'string' ? `'${text(name)}'` : describe(name);
      const problem = `${text(op)}: this lab has no device ${asked}, only ${known.join(' and ')}; give connect() the list of devices`;
      return this.#refuse('NO_DEVICE', problem) - 1;
    }
    if (this.blocking) {
      const problem = `${text(op)}: a lab whose calls block cannot wait for a device that has yet to start; give connect() devices: ['${devices[0].name}', 'cpu']`;
      return this.#refuse('CANNOT_BLOCK', problem) - 1;
    }
    const added = this.#stream.add('cpu', this.#join(devices.length));
    this.#waiting.profile?.start(added);
    return added;
  }

  // Operations. Each returns the handle of its result, or 0.

  /**
   * An operation on one array.
   *
   * @param {number} code of the operation
   * @param {number} x
   * @param {number} [gone] a handle that is released once the call is made, without a call of its own
   */
  unary(code, x, gone = 0) {
    const wrong = wrongCode(code, this.kinds) ?? wrongHandle(x) ?? wrongHandle(gone);
    return wrong ? this.#fail(wrong) : this.#made(this.#frontend.unary(code, x), gone);
  }

  /** An operation on two arrays. @param {number} code @param {number} left @param {number} right @param {number} [gone] as in `unary` */
  binary(code, left, right, gone = 0) {
    const wrong =
      wrongCode(code, this.kinds) ?? wrongHandle(left) ?? wrongHandle(right) ?? wrongHandle(gone);
    if (wrong) return this.#fail(wrong);
    return this.#made(this.#frontend.binary(code, left, right), gone);
  }

  /**
   * An operation on an array and a number.
   *
   * @param {number} code
   * @param {number} x
   * @param {number} value
   * @param {boolean} [right] whether the number is the right operand, as by default
   * @param {number} [gone] as in `unary`
   */
  scalar(code, x, value, right = true, gone = 0) {
    const wrong =
      wrongCode(code, this.kinds) ??
      wrongHandle(x) ??
      wrongHandle(gone) ??
      wrongNumber('a number', value);
    if (wrong) return this.#fail(wrong);
    return this.#made(this.#frontend.scalar(code, x, value, right ? RIGHT : LEFT), gone);
  }

  /** Any operation. @param {number} code @param {ArrayLike<number>} inputs handles @param {ArrayLike<number>} attributes words @param {number} [gone] as in `unary` */
  apply(code, inputs, attributes, gone = 0) {
    const wrong =
      wrongList(inputs, wrongHandle) ??
      wrongList(attributes) ??
      wrongCode(code, this.kinds) ??
      wrongHandle(gone);
    if (wrong) return this.#fail(wrong);
    return this.#made(this.#frontend.apply(code, words(inputs), words(attributes)), gone);
  }

  /** An operation on one array that is given the shape of its result. @param {number} code @param {number} x @param {ArrayLike<number>} shape @param {number} [gone] as in `unary` */
  shaped(code, x, shape, gone = 0) {
    const wrong =
      wrongList(shape) ?? wrongCode(code, this.kinds) ?? wrongHandle(x) ?? wrongHandle(gone);
    return wrong
      ? this.#fail(wrong)
      : this.#made(this.#frontend.shaped(code, x, dims(shape)), gone);
  }

  /** An operation without inputs, which creates an array. @param {number} code @param {ArrayLike<number>} attributes words @param {ArrayLike<number>} shape @param {number} [device] */
  create(code, attributes, shape, device = 0) {
    const wrong =
      wrongList(attributes) ??
      wrongList(shape) ??
      wrongCode(code, this.kinds) ??
      this.#wrongDevice(device);
    if (wrong) return this.#fail(wrong);
    return this.#made(this.#frontend.create(device, code, words(attributes), dims(shape)));
  }

  /** An array of values of the host, in row-major order. @param {ArrayLike<number>} values @param {ArrayLike<number>} shape @param {number} [device] */
  write(values, shape, device = 0) {
    const wrong = wrongList(values) ?? wrongList(shape) ?? this.#wrongDevice(device);
    if (wrong) return this.#fail(wrong);
    return this.#made(this.#frontend.write(device, floats(values), dims(shape)));
  }

  /** The same elements on another device. @param {number} x @param {number} device */
  transfer(x, device) {
    const wrong = wrongHandle(x) ?? this.#wrongDevice(device);
    return wrong ? this.#fail(wrong) : this.#made(this.#frontend.transfer(x, device));
  }

  // Handles.

  /** Removes a reference. With the last one the array is gone: later calls refuse the handle, whichever arrays are created next. @param {number} x @returns {0 | 1} */
  release(x) {
    if (wrongHandle(x) || !this.#frontend.release(x))
      return this.#fail(wrongHandle(x) ?? released('release'));
    this.#stream.flushSoon();
    return 1;
  }

  /** Adds a reference. @param {number} x @returns {0 | 1} */
  retain(x) {
    const wrong = wrongHandle(x);
    if (!wrong && this.#frontend.retain(x)) return 1;
    return this.#fail(wrong ?? this.#answers.lost ?? released('retain'));
  }

  /** Dimensions, outermost first; undefined where there is no such array. @param {number} x @param {string} [op] the call that asks, for the error @returns {number[] | undefined} */
  shape(x, op = 'shape') {
    const wrong = wrongHandle(x);
    const shape = wrong ? undefined : this.#frontend.shape(x);
    if (shape) return Array.from(shape);
    const problem = `${text(op)}: the array was disposed; keep it until its last use, or compute it again`;
    return this.#none(wrong ?? this.#answers.lost ?? new LabError('DISPOSED', problem));
  }

  /** The index of the array's device; that of the lab's own where there is no such array. @param {number} x */
  deviceOf(x) {
    return this.#frontend.device(wrongHandle(x) ? 0 : x);
  }

  /** The number of the operation that makes an array, in the order of enqueuing on its device; that of the last one where there is no such array. @param {number} x */
  producerOf(x) {
    return this.#frontend.producer(wrongHandle(x) ? 0 : x);
  }

  /**
   * How far the computation of an array is, as its backend last reported; it may be further by now. Never waits.
   *
   * @param {number} x
   * @returns {'queued' | 'running' | 'done' | 'failed'}
   */
  stateOf(x) {
    const { failed, status } = this.#stream.devices[this.deviceOf(x)];
    const operation = this.producerOf(x);
    if (failed.has(operation)) return 'failed';
    if (operation < status.progress.completeBefore) return 'done';
    if (this.#answers.lost) return 'failed';
    return operation < status.progress.handedOverBefore ? 'running' : 'queued';
  }

  /** Arrays that have a handle. */
  get live() {
    return this.#frontend.live;
  }

  // Gradients, as in `Autograd`.

  /** Records calls from here on, or does not. @param {boolean} on @returns {boolean} whether they were recorded before */
  setRecording(on) {
    return on ? this.#frontend.startRecording() : this.#frontend.stopRecording();
  }

  /** Whether calls are recorded. */
  get recording() {
    return this.#frontend.isRecording();
  }

  /** Whether an array was computed by calls that were recorded. @param {number} x @returns {boolean} */
  recorded(x) {
    return !wrongHandle(x) && this.#frontend.isRecorded(x);
  }

  /** Gives an array a gradient, which each backward pass replaces or adds to. @param {number} x @param {boolean} [accumulate] */
  attachGrad(x, accumulate = false) {
    const wrong = wrongHandle(x);
    if (wrong) return this.#fail(wrong);
    return this.#frontend.attachGrad(x, accumulate === true) || this.#refused();
  }

  /** The handle of an array's gradient, with a reference for the caller; 0 before the first pass, -1 where there is no such array. @param {number} x */
  grad(x) {
    return this.shape(x, 'grad') ? this.#frontend.grad(x) : -1;
  }

  /** Forgets an array's gradient. @param {number} x */
  zeroGrad(x) {
    const wrong = wrongHandle(x);
    return wrong ? this.#fail(wrong) : this.#several(this.#frontend.zeroGrad(x));
  }

  /** Finds the gradients of everything attached that leads to a loss. @param {number} loss @param {number} [head] the gradient of the loss; 0 for ones @param {boolean} [retain] keep the graph for another pass */
  backward(loss, head = 0, retain = false) {
    const wrong = wrongHandle(loss) ?? wrongHandle(head);
    if (wrong) return this.#fail(wrong);
    return this.#several(this.#frontend.backward(loss, head, retain === true));
  }

  /** The gradients of a loss with respect to some arrays. @param {number} loss @param {ArrayLike<number>} wanted handles @param {number} [head] @param {boolean} [retain] @returns {number[] | undefined} */
  gradients(loss, wanted, head = 0, retain = false) {
    const wrong = wrongList(wanted, wrongHandle) ?? wrongHandle(loss) ?? wrongHandle(head);
    if (wrong) return this.#none(wrong);
    const found = this.#frontend.gradients(loss, head, words(wanted), retain === true);
    return this.#several(found ? 1 : 0) && found ? Array.from(found) : undefined;
  }

  /** Has a reference of `x` refer to the values of another array from now on. @param {number} x @param {number} value @returns {number} the handle that it has then */
  assign(x, value) {
    const wrong = wrongHandle(x) ?? wrongHandle(value);
    if (wrong) return this.#fail(wrong);
    const now = this.#frontend.assign(x, value) || this.#refused();
    this.#stream.enqueued();
    return now;
  }

  // Waits. A language without an event loop of its own suspends itself for the promises (JSPI), or sleeps.

  /** Why this thread cannot sleep until the backend answers; undefined where it can. */
  get whyNotBlock() {
    return this.#stream.whyNotBlock();
  }

  /** Waits for an array. @param {Question} what @param {number} x @param {string} [kind] of wait, for the profile @returns {Promise<Outcome>} */
  async ask(what, x, kind) {
    const wrong = wrongQuestion(what, KINDS) ?? wrongHandle(x);
    const token = wrong ? this.#fail(wrong) : this.#frontend[what](x) || this.#refused();
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
    const ask = () => this.#frontend[what](x) || this.#refused();
    const op = kind ?? `${KINDS[what]}Sync`;
    const outcome = this.#waiting.sleep(op, this.#frontend.device(x), ask, bytes, x);
    if (outcome.asked || outcome.error) return outcome;
    return { error: this.takeError(), asked: false };
  }

  /** Waits until everything enqueued so far is computed. It settles after the waits for single arrays that were answered before. @param {string} [kind] of wait, for the profile */
  async waitAll(kind) {
    const { error } = await this.#waiting.all((device) => this.#frontend.waitAll(device), kind);
    return { error };
  }

  /** Sleeps until everything is computed. @returns {0 | 1} */
  waitAllSync() {
    return this.#done(this.#waiting.sleepForAll());
  }

  /** Waits until everything before is complete; operations that failed count as complete. @internal */
  mark() {
    return this.#waiting.all((device) => this.#frontend.mark(device, 0));
  }

  /**
   * The operations on a device that are known to have failed, by their number in the order of enqueuing there, from 0 on: a wait that
   * fails is no later than the first of them that nobody has heard of.
   *
   * @param {number} [device]
   * @returns {number[]}
   */
  failed(device = 0) {
    return this.#wrongDevice(device) ? [] : [...this.#stream.devices[device].failed];
  }

  /** Has `look` called every 50 ms while a wait sleeps, to end it by an error. What was waited for is computed all the same. @param {() => Error | undefined} look @returns {0 | 1} */
  interruptBy(look) {
    const wrong = wrongFunction(look);
    if (wrong) return this.#fail(wrong);
    this.#waiting.whileAsleep = look;
    return 1;
  }

  // The queue.

  /**
   * Whether half of a queue is taken. A thread that may block sleeps by itself when its queue is full; any other should wait for `room`
   * when this is true, at every 512th operation or so, or a later call fails with `QUEUE_FULL`. Asking costs no more than reading a property.
   */
  get crowded() {
    return this.#stream.crowded;
  }

  /** Waits until there is room for so many operations and bytes of their results. A request for more than the queue can hold waits until the queue is empty. @param {number} [operations] half of the queue by default @param {number} [bytes] @returns {Promise<{error?: Error}>} */
  async room(operations = this.#stream.half.operations, bytes = 0) {
    const wrong = this.#answers.lost ?? wrongRoom(operations, bytes);
    if (wrong) return { error: wrong };
    return { error: await this.#waiting.room(operations, bytes) };
  }

  /** The same by sleeping. @param {number} operations @param {number} bytes @returns {0 | 1} */
  roomSync(operations, bytes) {
    const wrong = this.#answers.lost ?? wrongRoom(operations, bytes);
    return this.#done(wrong ?? this.#waiting.roomSync(operations, bytes));
  }

  /** Hands over what was enqueued, without waiting. While a program enqueues without a pause that happens by itself within 1 ms. @returns {0 | 1} */
  flush() {
    if (this.#answers.lost) return this.#fail(this.#answers.lost);
    this.#stream.flush();
    return 1;
  }

  /** Hands over what was enqueued when the program's turn ends. */
  flushSoon() {
    this.#stream.flushSoon();
  }

  /** Has a function called before operations leave for the backends. @internal @param {() => void} leave */
  onLeave(leave) {
    this.#stream.onLeave = leave;
  }

  /** Bounds the operations that may be on their way to each device, from here on. @param {number} operations @returns {0 | 1} */
  boundOperations(operations) {
    const wrong = wrongBound(operations);
    if (wrong) return this.#fail(wrong);
    this.#stream.boundOperations(operations);
    return 1;
  }

  // About the lab.

  /** Bytes on a device, as `lab.memory` gives them. @param {number} [device] */
  memory(device = 0) {
    const wrong = this.#wrongDevice(device);
    return wrong ? this.#none(wrong) : this.#stream.memory(device);
  }

  /** Operations on a device, as `lab.progress` gives them. @param {number} [device] */
  progress(device = 0) {
    const wrong = this.#wrongDevice(device);
    if (wrong) return this.#none(wrong);
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

  /** The operations that are not complete, with what each one reads. @internal */
  async graph() {
    const { values, error } = await this.#waiting.all((device) => this.#frontend.graph(device));
    const graphs = values.flatMap((value) => (Array.isArray(value) ? [value] : []));
    const { profile } = this.#waiting;
    const called = (/** @type {number} */ device, /** @type {number} */ operation) =>
      profile?.called(device, operation);
    return { error, nodes: describeGraph(graphs, this.devices, called) };
  }

  /** Starts a recording on all devices. There is one at a time. @internal @param {0 | 1 | 2 | 3} mode as the engine's frontend takes it @param {boolean} sites keep where in the program it waited */
  async beginTrace(mode, sites) {
    if (this.#waiting.profile) {
      const problem = 'profile: another one is being recorded; wait for it first';
      return { error: new LabError('BUSY', problem), begun: false };
    }
    // Every operation enqueued from here on is a row, also those of others while this waits.
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

  /** Notes the name by which the program calls the operation that computes an array: a trace shows it. @internal @param {number} x @param {string} name */
  called(x, name) {
    this.#waiting.profile?.call(x, name);
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

  /** The word of a float32 in a list of attributes. @param {number} value */
  bits(value) {
    const wrong = wrongNumber('a number', value);
    return wrong ? this.#fail(wrong) : toBits(value);
  }

  /** @param {number} device */
  #wrongDevice(device) {
    return wrongDevice(device, this.#stream.devices);
  }

  // Results.

  /** @param {Error} error @returns {0} */
  #fail(error) {
    this.#error = error;
    return 0;
  }

  /** The same for a call that returns no number. @param {Error} error @returns {undefined} */
  #none(error) {
    this.#error = error;
    return undefined;
  }

  /** @param {string} code @param {string} problem @returns {0} */
  #refuse(code, problem) {
    return this.#fail(new LabError(code, problem));
  }

  /** The engine refused the call, and has the reason. @returns {0} */
  #refused() {
    this.#error = undefined;
    return 0;
  }

  /** @param {Error} [error] @returns {0 | 1} */
  #done(error) {
    return error ? this.#fail(error) : 1;
  }

  /** @param {number} id @param {number} [gone] */
  #made(id, gone = 0) {
    // The chunk leaves no sooner than the call is counted, or a queue would be full before its program sleeps.
    const known = gone === 0 || this.#frontend.release(gone);
    if (id === 0) return this.#refused();
    let error = this.#stream.enqueued() ? this.#waiting.holdBack() : undefined;
    if (this.blocking) error ??= this.#waiting.sleepForAll();
    if (!known) error ??= released('release');
    if (!error) return id;
    this.#frontend.release(id); // The caller gets no handle.
    return this.#fail(error);
  }

  /** Operations were enqueued, and none of them has a new handle. @param {number} result of the engine */
  #several(result) {
    if (result === 0) return this.#refused();
    this.#stream.enqueued();
    const error =
      this.#waiting.holdBack() ?? (this.blocking ? this.#waiting.sleepForAll() : undefined);
    return error ? this.#fail(error) : result;
  }
}
