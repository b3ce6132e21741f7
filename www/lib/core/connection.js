import { Answers } from './answers.js';
import { wrongDevice } from './checks.js';
import { LabError } from './errors.js';
import { Stream } from './stream.js';
import { Waiting } from './waiting.js';

/** @import {Transport} from './transport.js' */
/** @typedef {[name: string, transport: Transport][]} Devices the policy of the first applies to all */
/** @typedef {{bounds: import('./stream.js').Bounds, blocking: boolean, onSilence?: import('./heartbeat.js').OnSilence}} ConnectionOptions */

/** A frontend connected to its backends, and the reason why the last call of its session was rejected. */
export class Connection {
  /** Undefined where the engine has the reason. @type {Error | undefined} */
  #error;
  /** Whether calls are captured. A captured call does not block: nothing was sent, so no answer would come. */
  capturing = false;

  /** @param {Devices} devices @param {ConnectionOptions} options */
  constructor(devices, { bounds, blocking, onSilence }) {
    const [[, { frontend, info }]] = devices;
    if (!info) throw LabError.of('connect', 'NO_ANSWER', 'the first device has not started');
    this.answers = new Answers();
    this.stream = new Stream(this.answers, frontend, bounds, info.policy);
    this.waiting = new Waiting(this.answers, this.stream, onSilence);
    this.frontend = this.stream.frontend;
    for (const [name, transport] of devices) this.stream.add(name, transport);
    this.blocking = blocking && this.stream.whyNotBlock() === undefined;
  }

  /** Takes the reason why the last call was rejected. */
  takeError() {
    const error = this.#error;
    this.#error = undefined;
    if (error) return error;
    /** @type {import('./protocol.js').Report | undefined} */
    const report = this.answers.lost ?? this.frontend.takeError();
    return report && LabError.from(report);
  }

  /** A call is rejected. @param {Error} error @returns {0} */
  fail(error) {
    this.#error = error;
    return 0;
  }

  /** The same for a call that returns no number. @param {Error} error @returns {undefined} */
  none(error) {
    this.#error = error;
    return undefined;
  }

  /** The engine rejected the call, and has the reason. @returns {0} */
  rejected() {
    this.#error = undefined;
    return 0;
  }

  /** @param {Error} [error] @returns {0 | 1} */
  done(error) {
    return error ? this.fail(error) : 1;
  }

  /**
   * The end of a call that enqueues several operations and returns no new handle.
   *
   * @param {number} result 0 where it was rejected
   * @param {number} [operations]
   */
  several(result, operations) {
    if (result === 0) return this.rejected();
    this.stream.enqueued(operations);
    // At every call: any of the operations may have exceeded the bound, and then the next call would be rejected.
    const error = this.waiting.holdBack() ?? this.block();
    return error ? this.fail(error) : result;
  }

  /** Sleeps until everything is computed, where calls block. @returns {Error | undefined} */
  block() {
    return this.blocking && !this.capturing ? this.waiting.sleepForAll() : undefined;
  }

  /** @param {number} device */
  wrongDevice(device) {
    return wrongDevice(device, this.stream.devices);
  }
}
