import { WebFrontend, operationNames } from '../pkg/asynclab.js';
import { Buffers } from './buffers.js';
import { text } from './arguments.js';
import { block, canBlock, prepareToBlock } from './blocking.js';
import { introduce } from './backend.js';
import { LabError } from './errors.js';
import { BEAT, Heartbeat } from './heartbeat.js';

/** @typedef {import('./ndarray.js').NDArray} NDArray */
/** @typedef {import('./backend.js').Link} Link */

/**
 * A device of the lab, with what its backend last reported.
 *
 * @typedef {object} Device
 * @property {string} name
 * @property {Link} link the way to its backend
 * @property {Status} status
 * @property {Set<number>} failed operations that could not be run
 * @property {Record<string, string>} kernels by class of calls, as chosen
 *
 * @typedef {object} Progress
 * @property {number} decoded operations
 * @property {number} completed of them, in whatever order
 * @property {number} handedOverBefore every operation before this one was handed to the device
 * @property {number} completeBefore every operation before this one is complete
 *
 * @typedef {object} Memory Bytes: `allocated = used + pending + pooled`.
 * @property {number} used by arrays that the program holds, also those that are not computed yet
 * @property {number} pending disposed by the program, still needed by queued or running work
 * @property {number} pooled free, kept for reuse
 * @property {number} allocated on the device, once what was enqueued has its memory
 * @property {number} peak most ever allocated, as last reported, and no less than `allocated`
 *
 * @typedef {{progress: Progress, memory: Memory, failed: number[]}} Status
 */

/** Most operations of a chunk. A program that goes on without a pause enqueues fewer in 1 ms, after which a chunk leaves by itself. */
const CHUNK_OPERATIONS = 16_384;
/** The same on a virtual clock, where no chunk grows old. */
const VIRTUAL = 512;
/** A chunk leaves after this many flops and bytes: they occupy a device for longer than the message takes. A product of 500 x 500 has as many. */
const CHUNK_WORK = 2e8;

/** @param {string} op */
const released = (op) =>
  new LabError(
    'DISPOSED',
    `${op}: there is no array of this name, or it was released before; release each name once for each holder`,
  );

/**
 * The functions that the frontend in wasm calls. Wasm keeps them, so they must know nothing of the channel: a channel that it led back to would be kept for ever.
 *
 * @param {{now: boolean}} due
 */
const dueFor = (due) => () => (due.now = true);

/**
 * The frontend in wasm and its way to the backends: what is enqueued leaves in chunks, and the answers come back.
 */
export class Channel {
  /** Arrays created since the last chunk; a list that is emptied would leave as much garbage as the arrays. @type {(NDArray | undefined)[]} */
  #created = [];
  #named = 0;
  /** Operations since the last chunk. */
  #count = 0;
  #flushing = false;
  /** The chunk should leave although the program goes on: the frontend says so. */
  #due = { now: false };
  /** Made once: a function that makes a closure leaves garbage at every call, also where it returns before. */
  #leave = () => this.#flush();
  #buffers = new Buffers();
  #bounds;
  /** Most operations of a chunk, however large the queue is. */
  #longest;
  /** Most operations of a chunk. */
  #most;
  #heartbeat;
  /** @type {{memory: number, queued: number}} */
  #capacity;
  /** Releases arrays that the program forgot to dispose. */
  #finalizer = new FinalizationRegistry((/** @type {number} */ id) => {
    this.frontend.release(id);
    this.flushSoon();
  });

  /**
   * @param {import('./answers.js').Answers} answers
   * @param {WebFrontend | undefined} frontend one on the backend's own clock, where that is virtual
   * @param {{operations: number, bytes: number}} bounds of what is on its way to a device
   * @param {{opsPerSubmit?: number, workPerSubmit?: number, lazy?: boolean, memoryLimit: number, allocator: string}} policy of the backends; a
   *   chunk ends a submission, so it has no fewer operations
   * @param {import('./heartbeat.js').OnSilence} [onSilence]
   */
  constructor(answers, frontend, bounds, policy, onSilence) {
    const { opsPerSubmit = 0, workPerSubmit = 0, lazy, memoryLimit, allocator } = policy;
    this.answers = answers;
    this.#bounds = bounds;
    this.#longest = Math.max(frontend ? VIRTUAL : CHUNK_OPERATIONS, opsPerSubmit);
    this.#most = this.#chunkFor(bounds.operations);
    // On completion a result keeps its memory until it is complete, held or not: as MXNet's engine does, the backend finds out when it
    // allocates it. What is computed lazily may never be stored.
    const later = allocator === 'on-completion';
    this.#capacity = {
      memory: later || lazy ? Infinity : memoryLimit,
      queued: later ? memoryLimit : Infinity,
    };
    /** @type {any} */
    this.frontend =
      frontend ??
      new WebFrontend(
        bounds.operations,
        bounds.bytes,
        lazy ? Infinity : Math.max(CHUNK_WORK, workPerSubmit),
        dueFor(this.#due),
      );
    /** By index, the lab's own first. @type {Device[]} */
    this.devices = [];
    /** By the operation's name. @type {Record<string, number>} */
    this.opcodes = Object.fromEntries(operationNames().map((name, opcode) => [name, opcode]));
    /** The recorder of waits, while there is one. @type {import('./profile.js').Profile | undefined} */
    this.profile = undefined;
    /** Called every 50 ms while this thread sleeps; it throws to end the wait. @type {(() => void) | undefined} */
    this.whileAsleep = undefined;
    /** Half of a queue is taken: who never waits by itself should, with `room`. */
    this.crowded = false;
    // Every call fails from then on, and the hot path need not ask first.
    answers.onLost = ({ code, message }) => this.frontend.lose(code, message);
    this.#heartbeat = new Heartbeat(
      this.devices,
      () => answers.isWaiting,
      (index) => this.frontend.load(index),
      (error) => answers.lose(error),
      onSilence,
    );
  }

  /**
   * One more device to enqueue for.
   *
   * @param {string} name
   * @param {Link} link
   * @param {number} arrayBytes of its largest array
   * @returns {number} its index
   */
  add(name, link, arrayBytes) {
    const { memory: limit, queued } = this.#capacity;
    const software = name === 'cpu' || link.info?.adapter?.software === true;
    const index = this.frontend.addDevice(name, arrayBytes, limit, queued, software);
    const memory = { used: 0, pending: 0, pooled: 0, allocated: 0, peak: 0 };
    const progress = { decoded: 0, completed: 0, handedOverBefore: 0, completeBefore: 0 };
    for (const [other, device] of this.devices.entries())
      introduce(device.link, other, link, index);
    /** @type {Status} */
    const status = { progress, memory, failed: [] };
    this.devices.push({ name, link, status, failed: new Set(), kernels: {} });
    this.profile?.start(this.frontend, index);
    return index;
  }

  /** A message of a device's backend. @param {number} index @param {any} message */
  receive(index, message) {
    if (message.status && this.devices[index]) {
      this.#heard(index, message.status);
      this.#failed(index, message.status.failed);
      Object.assign(this.devices[index].kernels, Object.fromEntries(message.chosen));
    }
    if (message.calibrated) Object.assign(this.devices[index].link.info, message.calibrated);
    this.#buffers.reuse(message.used);
    this.answers.receive(message);
  }

  /** Operations could not be run. @param {number} device @param {number[]} operations */
  #failed(device, operations) {
    if (operations.length === 0) return;
    for (const operation of operations) this.devices[device].failed.add(operation);
    this.frontend.fail(device, Float64Array.from(operations));
  }

  /**
   * Bytes on a device. What the program holds is counted here, as of now; the rest is as the backend last reported, less what has been
   * taken of the pool since, and more what has been disposed.
   *
   * @param {number} device
   * @returns {Memory}
   */
  memory(device) {
    const reported = this.devices[device].status.memory;
    if (this.answers.lost) return { ...reported };
    const used = this.frontend.used(device);
    const more = used - reported.used;
    const pending = reported.pending + Math.max(0, -more);
    const pooled = Math.max(0, reported.pooled - Math.max(0, more));
    const allocated = used + pending + pooled;
    return { used, pending, pooled, allocated, peak: Math.max(reported.peak, allocated) };
  }

  /**
   * Bounds the operations on their way to each device from here on, as `maxQueued` does.
   *
   * @param {number} operations
   */
  boundOperations(operations) {
    this.#bounds = { ...this.#bounds, operations };
    this.#most = this.#chunkFor(operations);
    this.frontend.boundOperations(operations);
  }

  /** Operations that are half of a queue. */
  get half() {
    return Math.ceil(this.#bounds.operations / 2);
  }

  /** Several chunks fit into the queue, or it would run empty while the next one is being written. @param {number} operations */
  #chunkFor(operations) {
    return Math.min(this.#longest, Math.ceil(operations / 4));
  }

  /** A backend has reported its progress and memory. @param {number} index @param {Status} status */
  #heard(index, status) {
    const { status: last } = this.devices[index];
    // A message that was on its way while the thread slept tells less than the answer that woke it.
    const { decoded, completed, completeBefore } = last.progress;
    if (status.progress.decoded < decoded || status.progress.completed < completed) return;
    this.devices[index].status = status;
    this.completeBefore(index, Math.max(completeBefore, status.progress.completeBefore));
  }

  /**
   * A wait has shown that the first operations on a device are complete: a thread that sleeps hears no other message.
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

  /** Now, in ms on the lab's clock. @returns {number} */
  now() {
    return this.frontend.now();
  }

  /** An array was named. @param {NDArray} array */
  created(array) {
    this.#created[this.#named++] = array;
    this.enqueued();
  }

  /** An operation was enqueued. */
  enqueued() {
    this.#count += 1;
    if (this.#count >= this.#most) this.#flush();
    else this.flushSoon();
    if (this.#count === 0) this.holdBack();
  }

  /** The program gives an array up. @param {NDArray} array */
  dispose(array) {
    if (array.finalized) this.#finalizer.unregister(array);
    else if (this.#created[this.#named - 1] === array) this.#created[--this.#named] = undefined; // The chunk need not look at it.
    this.release(array.id);
    array.id = 0;
  }

  /**
   * A name has one holder less.
   *
   * @param {number} id
   * @throws {LabError} `DISPOSED` where it has none: a handle that two owners took for theirs
   */
  release(id) {
    if (!this.frontend.release(id)) throw released('release');
    this.flushSoon();
  }

  /** A name has one holder more. @param {number} id @throws {LabError} `DISPOSED` */
  retain(id) {
    if (!this.frontend.retain(id)) throw this.answers.lost ?? released('retain');
  }

  /** From now on another name is behind an array. @param {NDArray} array @param {number} id */
  rename(array, id) {
    array.id = id;
    if (!array.finalized) return; // The chunk that it leaves with will register the name.
    this.#finalizer.unregister(array);
    this.#finalizer.register(array, id, array);
  }

  /** A token or a name; the error of the last call where there is none. @param {number} number */
  check(number) {
    if (number === 0) throw this.failure();
    return number;
  }

  /** Why the last call gave 0. */
  failure() {
    return LabError.from(this.answers.lost ?? this.frontend.takeError());
  }

  /** Enqueued operations leave when the program's turn ends, or now if it is due. */
  flushSoon() {
    if (this.#due.now) {
      this.#flush();
      return;
    }
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(this.#leave);
  }

  /** Enqueued operations leave now: a program that goes on computing something else need not keep them. @throws {LabError} where nothing answers any more */
  flush() {
    if (this.answers.lost) throw LabError.from(this.answers.lost);
    this.#flush();
  }

  /** @param {import('./blocking.js').Blocked} [blocked] @param {number} [on] the device that is to answer it */
  #flush(blocked, on) {
    this.#flushing = false;
    this.#due.now = false;
    // Most arrays are disposed before their chunk leaves, and cost the finalizer nothing.
    for (let at = 0; at < this.#named; at += 1) {
      const array = this.#created[at];
      this.#created[at] = undefined;
      if (!array || array.id === 0 || array.finalized) continue;
      array.finalized = true;
      this.#finalizer.register(array, array.id, array);
    }
    this.#named = 0;
    if (this.#count > 0) this.#seeIfCrowded();
    this.#count = 0;
    for (let index = 0; index < this.devices.length; index += 1) {
      const length = this.frontend.endChunk(index);
      if (length === 0) continue;
      const words = this.#buffers.take(length);
      this.frontend.takeWords(index, words);
      const { link } = this.devices[index];
      this.#buffers.reuse(link.send({ words, blocked: index === on ? blocked : undefined }));
    }
  }

  #seeIfCrowded() {
    const { bytes } = this.#bounds;
    const half = bytes < Infinity ? bytes / 2 : 0;
    this.crowded = this.devices.some((_, at) => this.frontend.room(at, this.half, half) >= 0);
  }

  /**
   * Waits for an answer.
   *
   * @param {number} token
   * @param {string} [kind] of wait, for the profile
   * @param {{id: number}} [array] waited for
   */
  async ask(token, kind, array) {
    const end = kind ? this.profile?.begin(this.frontend, kind, array, this.now()) : undefined;
    const answer = this.answers.wait(token);
    this.#heartbeat.watch();
    this.#flush();
    const value = await answer;
    end?.(this.now());
    return value;
  }

  /**
   * Waits for an answer of every device; what one of them fails with is thrown once all have answered.
   *
   * @param {(device: number) => number} ask gives the token
   * @param {string} [kind] of wait, for the profile
   * @returns {Promise<any[]>} by device
   */
  async askAll(ask, kind) {
    const end = kind ? this.profile?.begin(this.frontend, kind, undefined, this.now()) : undefined;
    const answers = this.devices.map((_, index) => this.answers.wait(ask(index)));
    this.#heartbeat.watch();
    this.#flush();
    const outcomes = await Promise.allSettled(answers);
    end?.(this.now());
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }

  /**
   * Sleeps until an answer is there.
   *
   * @param {string} op who asks
   * @param {number} device who answers
   * @param {() => number} ask gives the token
   * @param {number} bytes of the answer
   * @param {{id: number}} [array] waited for
   */
  askSync(op, device, ask, bytes, array) {
    const { direct } = this.devices[device].link;
    if (this.answers.lost) throw this.answers.lost;
    const reason = this.whyNotBlock();
    if (reason)
      throw new LabError('CANNOT_BLOCK', `${op}: ${reason}; use the form without Sync, with await`);
    const end = this.profile?.begin(this.frontend, op, array, this.now());
    const token = ask();
    if (direct) {
      this.answers.expect(token);
      this.#flush();
      const value = this.answers.take(token);
      end?.(this.now());
      return value;
    }
    const blocked = prepareToBlock(token, bytes);
    this.#flush(blocked, device);
    const {
      value,
      error,
      status,
      failed = [],
    } = this.#heartbeat.asleep((beat) => block(blocked, BEAT, beat, this.whileAsleep));
    end?.(this.now());
    if (status) this.#heard(device, { ...status, failed: [] });
    this.#failed(device, failed);
    if (error) throw error;
    return value;
  }

  /** Refuses what is no amount; more than ever fits waits for an empty queue. @param {number} operations @param {number} bytes */
  checkRoom(operations, bytes) {
    if (this.answers.lost) throw this.answers.lost;
    const isAmount = (/** @type {unknown} */ n) => typeof n === 'number' && n >= 0;
    if (isAmount(operations) && isAmount(bytes)) return;
    const asked = `${text(operations)} operations and ${text(bytes)} bytes`;
    throw new LabError('INVALID_NUMBER', `room: asked for ${asked}; give numbers of 0 or more`);
  }

  /** Waits until there is room in every queue. @param {number} operations @param {number} bytes of results */
  async room(operations, bytes) {
    for (const [, mark] of this.#full(operations, bytes)) await this.ask(mark(), 'room');
  }

  /** Sleeps until there is room in every queue. @param {number} operations @param {number} bytes of results */
  roomSync(operations, bytes) {
    for (const [device, mark] of this.#full(operations, bytes))
      this.askSync('roomSync', device, mark, 0);
  }

  /**
   * The devices whose queue has no room, each with what asks for the answer to wait for.
   *
   * @param {number} operations
   * @param {number} bytes
   * @returns {Generator<[number, () => number]>}
   */
  *#full(operations, bytes) {
    for (const device of this.devices.keys()) {
      for (;;) {
        const back = this.frontend.room(device, operations, bytes);
        if (back < 0) break;
        const complete = this.frontend.enqueued(device) - back;
        yield [device, () => this.frontend.mark(device, back)];
        this.completeBefore(device, complete);
      }
    }
  }

  /** A frontend that may block does so at the bound of the queue; any other is refused by the next call. */
  holdBack() {
    if (this.answers.lost || this.whyNotBlock() !== undefined) return;
    // Half of the bytes are left for what the next operation makes.
    const { bytes } = this.#bounds;
    this.roomSync(this.#most, bytes < Infinity ? Math.floor(bytes / 2) : 0);
  }

  /** Why this thread cannot sleep until the backend answers; undefined where it can. */
  whyNotBlock() {
    const [{ link }] = this.devices;
    if (link.direct) return undefined;
    if (!canBlock()) return 'only a worker of a cross-origin isolated page may block';
    if (this.devices.some((device) => device.link.thread === 'same'))
      return 'the backend is on this thread and could not answer';
    const starting = this.devices.find((device) => device.link.info === undefined);
    if (starting)
      return `${starting.name} is still starting, which it cannot while this thread sleeps; give connect() all devices`;
    return undefined;
  }
}
