import { clockStep, summary } from '../pkg/asynclab.js';
import { Calls } from './calls.js';
import { Channel } from './channel.js';
import { Creation } from './creation.js';
import { LabError } from './errors.js';
import { browserName } from './info.js';
import { Profile } from './profile.js';
import { Scopes } from './scopes.js';
import { Waits } from './waits.js';

/** Empty waits measured when connecting. */
const ROUND_TRIPS = 24;

/**
 * A frontend with its arrays, connected to a backend with its device.
 */
export class Lab {
  #channel;
  #waits;
  #scopes = new Scopes();
  #info;

  /**
   * @param {import('./backend.js').Link} link
   * @param {import('./answers.js').Answers} answers
   * @param {{seed: number, blocking: boolean}} options
   * @hideconstructor
   */
  constructor(link, answers, { seed, blocking }) {
    this.#channel = new Channel(link, answers);
    this.#waits = new Waits(this.#channel);
    /** Where the arrays are. @type {string} @readonly */
    this.device = link.info.device;
    /** Of the random arrays. @readonly */
    this.seed = seed;
    /** Every call returns when it is done: because the backend works inside it, or because this thread may block. */
    this.blocking = blocking && this.#channel.whyNotBlock() === undefined;
    /** Creates arrays. @readonly */
    this.nd = new Creation(new Calls(this, this.#channel, this.#waits, this.#scopes));
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

  /**
   * Where an array is, as far as the backend has told: it may be further by now. Never waits.
   *
   * @param {import('./ndarray.js').NDArray} array
   * @returns {'queued' | 'running' | 'done' | 'failed'}
   */
  stateOf(array) {
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
   * Disposes every array that `fn` creates, except those it returns (an array, or a list or an object of arrays).
   *
   * @template T
   * @param {() => T} fn
   * @returns {T}
   */
  tidy(fn) {
    return this.#scopes.tidy(fn);
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
}

/** The version of the package. */
export const VERSION = '0.1.0';
