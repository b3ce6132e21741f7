// Death that nobody reports: a worker that was terminated, or whose thread hangs, sends no message and raises no event. While something is
// waited for, a backend that is silent for a beat is asked for a sign of life. How long it may be silent follows from its outstanding work.
import { LabError } from './errors.js';

/** The silence of a backend after which it is asked, and the time between two questions, in ms. */
export const BEAT = 450;
/** Beats of silence that are no death, whatever is outstanding: with the beat of the last message at most 5 s. */
const LEAST = 9;
/** Flops and bytes a second that every device computes: a fiftieth of a thread's rate, for machines that are slow or busy. */
const RATE = 2e7;
/** An operation may need so many times longer for its flops and bytes than those that the device has completed. */
const SPREAD = 100;
/** Less completed work says nothing about the rate: its time is that of the messages. */
const TELLING = 1e7;
/** Beats of silence after which a listener is asked although outstanding work explains them: 10 s. */
const LONG = 22;

/**
 * @typedef {object} Silence a backend that does not answer
 * @property {string} device its name
 * @property {number} silent ms since its last message; 0 once it answers again
 * @property {number} outstanding flops and bytes of the work that it has not reported complete
 * @property {number} patience ms of silence after which the lab counts as lost
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
  /** Flops and bytes completed in windows that tell, and beats of these windows. */
  #shown = { work: 0, beats: 0 };
  #window = { complete: 0, beats: 0 };

  /**
   * @param {() => Float64Array | number[]} load flops and bytes outstanding, of the largest chunk, and complete
   * @param {boolean} largest whether the device answers between operations: its largest chunk then explains all silence
   */
  constructor(load, largest) {
    this.#load = load;
    this.#largest = largest;
  }

  /** A wait begins: the time before it was not watched. */
  begin() {
    [this.silent, this.allowed, this.asks] = [0, 0, 0];
    this.#window = { complete: this.#load()[2], beats: 0 };
  }

  /** A beat has passed. @param {boolean} heard whether a message came in it */
  beat(heard) {
    if (heard) [this.allowed, this.asks] = [0, 0];
    this.silent = heard ? 0 : this.silent + 1;
    const [outstanding, , complete] = this.#load();
    const work = complete - this.#window.complete;
    this.#window.beats += 1;
    if (work >= TELLING) {
      this.#shown.work += work;
      this.#shown.beats += this.#window.beats;
    }
    if (work > 0 || outstanding === 0) this.#window = { complete, beats: 0 };
  }

  get outstanding() {
    const [all, largest] = this.#load();
    return this.#largest ? largest : all;
  }

  /** Beats of silence that are no death. */
  get patience() {
    const { work, beats } = this.#shown;
    const shown = beats > 0 ? (1000 * work) / (beats * BEAT) : RATE;
    const rate = Math.min(shown, Math.max(RATE, shown / SPREAD));
    return Math.max(LEAST + Math.floor((1000 * this.outstanding) / rate / BEAT), this.allowed);
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
  /** Devices that sent a message since the last beat. @type {Set<number>} */
  #heard = new Set();

  /**
   * @param {import('./channel.js').Device[]} devices
   * @param {() => boolean} isWaiting whether the program waits for anything
   * @param {(device: number) => Float64Array | number[]} load flops and bytes: outstanding, of the largest chunk, complete
   * @param {(error: LabError) => void} lose
   * @param {OnSilence} [listener] is called at a silence of 10 s, and each time it has doubled; `false`, or a promise of it, ends the lab, `true` lets it
   *   wait until the next call
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
    for (const index of this.#devices.keys()) this.#watch(index).begin();
    this.#heard.clear();
    this.#schedule();
  }

  /** A message of a device's backend has come. @param {number} device */
  heard(device) {
    this.#heard.add(device);
  }

  #schedule() {
    this.#timer = setTimeout(() => this.#beat(), BEAT);
    // Elsewhere than in a browser a timer keeps the process alive.
    /** @type {any} */ (this.#timer).unref?.();
  }

  #beat() {
    this.#timer = undefined;
    if (!this.#isWaiting()) return;
    for (const [index, device] of this.#devices.entries()) {
      if (!isElsewhere(device)) continue;
      if (this.#judge(index, this.#heard.delete(index))) return;
      if (this.#watch(index).silent > 0) device.link.ping?.();
    }
    this.#schedule();
  }

  /**
   * The same for a thread that sleeps: to be called after each beat without an answer. Backends answer it in shared memory.
   *
   * @param {number} waitedFor the device whose answer is waited for, which gives signs of its own besides
   * @returns {(signs: number) => void} takes those so far; throws `DEVICE_LOST`
   */
  whileBlocked(waitedFor) {
    const asked = new Int32Array(new SharedArrayBuffer(4 * this.#devices.length));
    /** By device, as last seen. @type {number[]} */
    const seen = [];
    return (given) => {
      for (const [index, device] of this.#devices.entries()) {
        if (!isElsewhere(device)) continue;
        if (seen[index] === undefined) this.#watch(index).begin();
        const now = Atomics.load(asked, index) + (index === waitedFor ? given : 0);
        const error = this.#judge(index, now > (seen[index] ?? 0));
        if (error) throw error;
        seen[index] = now;
        device.link.ping?.({ buffer: asked.buffer, index });
      }
    };
  }

  /** A beat of a device has passed. Gives why the lab is lost, if it is. @param {number} index @param {boolean} heard */
  #judge(index, heard) {
    const watch = this.#watch(index);
    const answersAgain = heard && watch.asks > 0;
    watch.beat(heard);
    if (answersAgain || (watch.silent >= Math.max(LONG, watch.asks) && this.#listener)) {
      watch.asks = 2 * watch.silent;
      const error = this.#ask(index, watch);
      if (error) return error;
    }
    return watch.silent > watch.patience ? this.#end(index, watch) : undefined;
  }

  /** Tells the listener, who may end the lab. @param {number} index @param {Watch} watch */
  #ask(index, watch) {
    const { outstanding, patience, silent } = watch;
    const { name: device } = this.#devices[index];
    const ms = (/** @type {number} */ beats) => beats * BEAT;
    const answer = this.#listener?.({
      device,
      silent: ms(silent),
      outstanding,
      patience: ms(patience),
    });
    if (answer === false) return this.#end(index, watch);
    if (answer === true) watch.allowed = 2 * silent;
    else if (answer instanceof Promise)
      answer.then((goesOn) => {
        if (watch.silent < silent) return; // It has answered meanwhile.
        if (goesOn === false) this.#end(index, watch);
        else if (goesOn === true) watch.allowed = 2 * watch.silent;
      });
    return undefined;
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

/** Whether a device's backend is on another thread, and there already. @param {import('./channel.js').Device} device */
const isElsewhere = ({ link }) => link.thread === 'worker' && link.info !== undefined;
