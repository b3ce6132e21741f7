import { WebFrontend } from '../../pkg/asynclab.js';
import { canBlock } from './blocking.js';
import { Buffers } from './buffers.js';
import { introduce } from './transport.js';

/** @import {Answers} from './answers.js' */
/** @import {Blocked} from './blocking.js' */
/** @import {Memory, Policy, Reply, Status} from './protocol.js' */
/** @import {Transport} from './transport.js' */

/**
 * A device of the lab, with what its backend last reported.
 *
 * @typedef {object} Device
 * @property {string} name
 * @property {Transport} transport
 * @property {Status} status
 * @property {Set<number>} failed operations that could not be run
 * @property {Record<string, string>} kernels the kernel chosen for each class of calls
 * @property {Record<string, string>} trials for each class of calls, the times by which its kernel was chosen
 *
 * @typedef {{operations: number, bytes: number}} Bounds of the operations, and the bytes of their results, on their way to a device
 */

/** Most operations of a chunk. A program that enqueues without a pause seldom reaches it within 1 ms, after which a chunk leaves anyway. */
const CHUNK_OPERATIONS = 16_384;
/** The same on a virtual clock, on which no time passes while a program enqueues: no chunk leaves by its age. */
const VIRTUAL = 512;
/** A chunk leaves after this many flops and bytes: they occupy a device for longer than the message takes. A product of 500 x 500 has as many. */
const CHUNK_WORK = 2e8;

/**
 * The function that the frontend in wasm calls. Wasm keeps it for ever, so it must not refer to the stream, which would be kept with it.
 *
 * @param {{now: boolean}} due
 */
const dueFor = (due) => () => (due.now = true);

/**
 * The engine's frontend and its connection to the backends: operations leave in chunks, and status comes back.
 */
export class Stream {
  /** Operations since the last chunk. */
  #count = 0;
  #flushing = false;
  /** Set by the frontend when the chunk should leave although the program goes on. */
  #due = { now: false };
  /** Made once: a method that contains a closure allocates at every call, also when it returns early. */
  #leave = () => this.flush();
  #buffers = new Buffers();
  #answers;
  #bounds;
  /** Most operations of a chunk, however large the queue is. */
  #longest;
  #capacity;
  /** Most operations of a chunk, for the queue as it is bounded now. */
  most;
  /** By index, the lab's own first. @type {Device[]} */
  devices = [];
  /** Whether half of a device's queue is taken. A program that does not sleep at the bound should then wait with `room`. */
  crowded = false;
  /** Called before chunks leave. */
  onLeave = () => {};

  /**
   * @param {Answers} answers
   * @param {WebFrontend | undefined} frontend one on the backend's own clock, where that is virtual
   * @param {Bounds} bounds
   * @param {Policy} policy of the backends; a chunk ends a submission, so its bound is no lower than that of a submission
   */
  constructor(answers, frontend, bounds, policy) {
    const { opsPerSubmit, workPerSubmit, lazy, memoryLimit, allocator } = policy;
    this.#answers = answers;
    this.#bounds = bounds;
    this.#longest = Math.max(frontend ? VIRTUAL : CHUNK_OPERATIONS, opsPerSubmit);
    this.most = this.#chunkFor(bounds.operations);
    // With the allocator 'on-completion' a result keeps its memory until it is complete, whether the program holds it or not. Only
    // the backend then sees whether memory is left, as in MXNet's engine. A lazy result may never be stored.
    const later = allocator === 'on-completion';
    this.#capacity = {
      memory: later || lazy ? Infinity : memoryLimit,
      queued: later ? memoryLimit : Infinity,
    };
    this.frontend =
      frontend ??
      new WebFrontend(
        bounds.operations,
        bounds.bytes,
        lazy ? Infinity : Math.max(CHUNK_WORK, workPerSubmit),
        dueFor(this.#due),
      );
    // Every call fails once the lab is lost, so the hot path need not check first.
    answers.onLost = ({ code, message }) => this.frontend.lose(code, message);
  }

  /**
   * Adds a device to enqueue for.
   *
   * @param {string} name
   * @param {Transport} transport
   * @returns {number} its index
   */
  add(name, transport) {
    const { memory: limit, queued } = this.#capacity;
    const { adapter, arrayBytes = NaN } = transport.info ?? {};
    const software = name === 'cpu' || adapter?.software === true;
    const index = this.frontend.addDevice(name, arrayBytes, limit, queued, software);
    for (const [other, device] of this.devices.entries())
      introduce(device.transport, other, transport, index);
    const memory = { used: 0, pending: 0, pooled: 0, allocated: 0, peak: 0 };
    const progress = { decoded: 0, completed: 0, handedOverBefore: 0, completeBefore: 0 };
    const status = { progress, memory, failed: [] };
    this.devices.push({ name, transport, status, failed: new Set(), kernels: {}, trials: {} });
    transport.listen((reply) => this.#receive(index, reply));
    return index;
  }

  /** @param {number} index of the device @param {Reply} reply */
  #receive(index, reply) {
    const { status, chosen, calibrated, used = [] } = reply;
    const { kernels, trials, transport } = this.devices[index];
    if (status) this.reported(index, status, status.failed);
    for (const [calls, kernel, evidence] of chosen) {
      kernels[calls] = kernel;
      if (evidence) trials[calls] = evidence;
    }
    if (calibrated && transport.info) Object.assign(transport.info, calibrated);
    for (const buffer of used) this.#buffers.reuse(buffer);
    this.#answers.receive(reply);
  }

  /**
   * A backend has reported its progress and memory.
   *
   * @param {number} index
   * @param {Status | undefined} status
   * @param {number[]} failed operations that could not be run
   */
  reported(index, status, failed) {
    const device = this.devices[index];
    const { decoded, completed, completeBefore } = device.status.progress;
    // A message that was on its way while the thread slept is older than the answer that woke it.
    if (status && status.progress.decoded >= decoded && status.progress.completed >= completed) {
      device.status = status;
      this.completeBefore(index, Math.max(completeBefore, status.progress.completeBefore));
    }
    if (failed.length === 0) return;
    for (const operation of failed) device.failed.add(operation);
    this.frontend.fail(index, Float64Array.from(failed));
  }

  /**
   * A wait has shown that the first operations on a device are complete: a thread that sleeps receives no other message.
   *
   * @param {number} device
   * @param {number} operations
   */
  completeBefore(device, operations) {
    const { progress } = this.devices[device].status;
    progress.completed = Math.max(progress.completed, operations);
    progress.completeBefore = Math.max(progress.completeBefore, operations);
    this.frontend.completeBefore(device, operations);
    if (this.crowded) this.#seeIfCrowded();
  }

  /**
   * Bytes on a device. The bytes that the program holds are counted here. The others are as the backend last reported them, less what has
   * been taken from the pool since then, plus what has been disposed.
   *
   * @param {number} device
   * @returns {Memory}
   */
  memory(device) {
    const reported = this.devices[device].status.memory;
    if (this.#answers.lost) return { ...reported };
    const used = this.frontend.used(device);
    const more = used - reported.used;
    const pending = reported.pending + Math.max(0, -more);
    const pooled = Math.max(0, reported.pooled - Math.max(0, more));
    const allocated = used + pending + pooled;
    return { used, pending, pooled, allocated, peak: Math.max(reported.peak, allocated) };
  }

  /** Bounds the operations on their way to each device from here on, as `maxQueued` does. @param {number} operations */
  boundOperations(operations) {
    this.#bounds = { ...this.#bounds, operations };
    this.most = this.#chunkFor(operations);
    this.frontend.boundOperations(operations);
  }

  /** Half of a device's queue; 0 bytes where bytes are unbounded. */
  get half() {
    const { operations, bytes } = this.#bounds;
    return { operations: Math.ceil(operations / 2), bytes: bytes < Infinity ? bytes / 2 : 0 };
  }

  /** Several chunks fit into the queue; otherwise it would run empty while the next one is being written. @param {number} operations */
  #chunkFor(operations) {
    return Math.min(this.#longest, Math.ceil(operations / 4));
  }

  /** Operations were enqueued. Returns whether a chunk has left with them. */
  enqueued(operations = 1) {
    this.#count += operations;
    if (this.#count >= this.most) this.flush();
    else this.flushSoon();
    return this.#count === 0;
  }

  /** Enqueued operations leave when the program's synchronous code ends (in a microtask), or now if it is due. */
  flushSoon() {
    if (this.#due.now) {
      this.flush();
      return;
    }
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(this.#leave);
  }

  /**
   * Enqueued operations leave now.
   *
   * @param {Blocked} [blocked] where a backend is to answer
   * @param {number} [on] the device whose backend that is
   */
  flush(blocked, on) {
    this.#flushing = false;
    this.#due.now = false;
    this.onLeave();
    if (this.#count > 0) this.#seeIfCrowded();
    this.#count = 0;
    for (let index = 0; index < this.devices.length; index += 1) {
      const length = this.frontend.endChunk(index);
      if (length === 0) continue;
      const words = this.#buffers.take(length);
      this.frontend.takeWords(index, words);
      const { transport } = this.devices[index];
      const read = transport.send({ words, blocked: index === on ? blocked : undefined });
      if (read) this.#buffers.reuse(read);
    }
  }

  #seeIfCrowded() {
    const { operations, bytes } = this.half;
    this.crowded = this.devices.some((_, at) => this.frontend.room(at, operations, bytes) >= 0);
  }

  /** Why this thread cannot sleep until the backend answers; undefined where it can. */
  whyNotBlock() {
    const [{ transport }] = this.devices;
    if (transport.inline) return undefined;
    if (!canBlock) return 'only a worker of a cross-origin isolated page may block';
    if (this.devices.some((device) => device.transport.thread === 'same'))
      return 'the backend is on this thread and could not answer';
    const starting = this.devices.find((device) => device.transport.info === undefined);
    if (starting)
      return `${starting.name} is still starting, which it cannot while this thread sleeps; give connect() all devices`;
    return undefined;
  }
}
