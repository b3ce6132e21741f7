// Finds a backend that is dead and reports nothing: a worker that was terminated, or whose thread hangs, sends no message and raises no event.
// While the program waits, a backend that is silent for a beat is asked for a sign of life. It counts its signs in memory that both threads
// share, or sends a message where they share none. How long it may be silent follows from its outstanding work.
import { LabError } from './errors.js';
import { unref } from './timers.js';

/** @import {Device} from './stream.js' */

/** The silence of a backend after which it is asked, and the time between two questions, in ms. */
export const BEAT = 450;
/** Up to this many silent beats never count as death, whatever is outstanding. With nothing outstanding one more does, at most 5 s after the last message. */
const LEAST = 9;
/** Flops and bytes a second that every device computes: a fiftieth of a thread's rate, for machines that are slow or busy. */
const RATE = 2e7;
/** Outstanding work may be this many times slower, by flop and byte, than the work that the device has completed. */
const SPREAD = 100;
/** Less completed work says nothing about the rate: its time is that of the messages. */
const ENOUGH = 1e7;
/** Beats of silence after which a listener is asked although outstanding work explains them: 10 s. */
const LONG = 22;

/**
 * @typedef {object} Silence a backend that does not answer
 * @property {string} device its name
 * @property {number} silent ms since its last message; 0 once it answers again
 * @property {number} outstanding flops and bytes of the work that it has not reported complete; for the CPU those of its largest chunk alone
 * @property {number} patience ms of silence after which the lab counts as lost, where the listener allows no more
 */

/** @typedef {(silence: Silence) => unknown} OnSilence a listener to silence: `connect({onSilence})` */

/** One backend's silence, in beats, and the rate that its device has shown. */
class Watch {
  silent = 0;
  /** Silence that the listener allows, in beats. */
  allowed = 0;
  /** Silence after which the listener is asked, in beats. */
  asks = 0;
  #load;
  #largest;
  /** Signs of life so far, as last seen. */
  signs = 0;
  /** Flops and bytes completed in windows with at least `ENOUGH` of them, and the beats of these windows. */
  #shown = { work: 0, beats: 0 };
  #window = { complete: 0, beats: 0 };

  /**
   * @param {() => Float64Array | number[]} load flops and bytes outstanding, of the largest chunk, and complete
   * @param {boolean} largest whether the device answers between operations: no silence then lasts longer than its largest chunk
   */
  constructor(load, largest) {
    this.#load = load;
    this.#largest = largest;
  }

  /** A wait begins: the time before it was not watched. @param {number} signs of life so far */
  begin(signs) {
    [this.silent, this.allowed, this.asks] = [0, 0, 0];
    this.signs = signs;
    this.#window = { complete: this.#load()[2], beats: 0 };
  }

  /** A beat has passed. @param {number} signs of life so far */
  beat(signs) {
    const heard = signs !== this.signs;
    this.signs = signs;
    if (heard) [this.allowed, this.asks] = [0, 0];
    this.silent = heard ? 0 : this.silent + 1;
    const [outstanding, , complete] = this.#load();
    const work = complete - this.#window.complete;
    this.#window.beats += 1;
    if (work >= ENOUGH) {
      this.#shown.work += work;
      this.#shown.beats += this.#window.beats;
    }
    if (work > 0 || outstanding === 0) this.#window = { complete, beats: 0 };
  }

  get outstanding() {
    const [all, largest] = this.#load();
    return this.#largest ? largest : all;
  }

  /** Beats of silence that outstanding work explains. */
  get explained() {
    const { work, beats } = this.#shown;
    const shown = beats > 0 ? (1000 * work) / (beats * BEAT) : RATE;
    const rate = Math.min(shown, Math.max(RATE, shown / SPREAD));
    return LEAST + Math.floor((1000 * this.outstanding) / rate / BEAT);
  }

  /** Nothing explains the silence, and no listener allows it. */
  get isOver() {
    return this.silent > Math.max(this.explained, this.allowed);
  }
}

/** The backends of one frontend, watched while it waits. */
export class Heartbeat {
  #devices;
  #isWaiting;
  #load;
  #lose;
  #listener;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** By device. @type {Watch[]} */
  #watches = [];

  /**
   * @param {Device[]} devices
   * @param {() => boolean} isWaiting whether the program waits for anything
   * @param {(device: number) => Float64Array | number[]} load flops and bytes: outstanding, of the largest chunk, complete
   * @param {(error: LabError) => void} lose
   * @param {OnSilence} [listener] is called at a silence of 10 s or before the lab counts as lost, and each time the silence has doubled. `false` ends
   *   the lab. `true` lets the lab wait until the next call. A promise counts as its value once it is resolved, unless this thread sleeps
   */
  constructor(devices, isWaiting, load, lose, listener) {
    this.#devices = devices;
    this.#isWaiting = isWaiting;
    this.#load = load;
    this.#lose = lose;
    this.#listener = listener;
  }

  /** The program waits for something from here on. */
  watch() {
    if (this.#timer !== undefined || !this.#devices.some(isElsewhere)) return;
    this.#begin();
    this.#schedule();
  }

  /**
   * The same while this thread sleeps.
   *
   * @template T
   * @param {(beat: () => LabError | undefined) => T} sleep calls `beat` after each beat without an answer; an error, `DEVICE_LOST`, ends the wait
   */
  asleep(sleep) {
    this.#begin();
    const result = sleep(() => this.#beat(true));
    this.#answered();
    return result;
  }

  #begin() {
    for (const [index, { transport }] of this.#devices.entries())
      this.#watch(index).begin(transport.signs);
  }

  #schedule() {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#isWaiting()) this.#answered();
      else if (!this.#beat(false)) this.#schedule();
    }, BEAT);
    unref(this.#timer);
  }

  /** A beat has passed. Returns the error if the lab is lost. @param {boolean} asleep whether this thread sleeps, and receives nothing */
  #beat(asleep) {
    this.#answered();
    for (const [index, device] of this.#devices.entries()) {
      if (!isElsewhere(device)) continue;
      const error = this.#judge(index, asleep);
      if (error) return error;
      if (this.#watch(index).silent > 0) device.transport.ping();
    }
    return undefined;
  }

  /** A beat of a device has passed. Returns the error if the lab is lost. @param {number} index @param {boolean} asleep */
  #judge(index, asleep) {
    const watch = this.#watch(index);
    watch.beat(this.#devices[index].transport.signs);
    const { silent, asks } = watch;
    if (this.#listener && silent >= asks && (silent >= LONG || watch.isOver)) {
      const error = this.#ask(index, watch, asleep);
      if (error) return error;
    }
    return watch.isOver ? this.#end(index, watch) : undefined;
  }

  /** Asks the listener, who may end the lab. @param {number} index @param {Watch} watch @param {boolean} asleep */
  #ask(index, watch, asleep) {
    const { silent } = watch;
    watch.asks = 2 * silent;
    const answer = this.#report(index, watch);
    const take = (/** @type {unknown} */ goesOn) => {
      if (goesOn === false) return this.#end(index, watch);
      watch.allowed = goesOn === true ? 2 * watch.silent : 0;
      return undefined;
    };
    if (!(answer instanceof Promise)) return take(answer);
    // A thread that sleeps receives no answer.
    if (asleep) return take(undefined);
    watch.allowed = Infinity;
    answer
      .catch(() => {})
      .then((goesOn) => watch.silent >= silent && this.#isWaiting() && take(goesOn));
    return undefined;
  }

  /** Reports to the listener each device that has answered since the listener was asked about it: `silent` is 0. */
  #answered() {
    for (const [index, { transport }] of this.#devices.entries()) {
      const watch = this.#watch(index);
      if (watch.asks === 0 || watch.signs === transport.signs) continue;
      watch.silent = watch.asks = 0;
      this.#report(index, watch);
    }
  }

  /** @param {number} index @param {Watch} watch */
  #report(index, { silent, outstanding, explained }) {
    const { name: device } = this.#devices[index];
    return this.#listener?.({
      device,
      silent: silent * BEAT,
      outstanding,
      patience: explained * BEAT,
    });
  }

  /** The lab is lost. @param {number} index @param {Watch} watch */
  #end(index, { silent, outstanding }) {
    const seconds = Math.floor((silent * BEAT) / 1000);
    const work = outstanding > 0 ? ` with ${outstanding} flops and bytes outstanding` : '';
    const error = new LabError(
      'DEVICE_LOST',
      `the backend of ${this.#devices[index].name} has given no sign of life for over ${seconds} s${work}; connect again`,
    );
    this.#lose(error);
    return error;
  }

  /** @param {number} device */
  #watch(device) {
    return (this.#watches[device] ??= new Watch(
      () => this.#load(device),
      this.#devices[device].name === 'cpu',
    ));
  }
}

/** Whether a device's backend is on another thread, and has connected. @param {Device} device */
const isElsewhere = ({ transport }) =>
  transport.thread === 'worker' && transport.info !== undefined;
