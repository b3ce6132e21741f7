// Death that nobody tells: a worker that was terminated, or whose thread hangs, sends no message and raises no event. While
// something is waited for, a backend that is silent for a beat is asked for a sign of life.
import { LabError } from './errors.js';

/** The silence of a backend after which it is asked, and the time between two questions, in ms. */
export const BEAT = 450;
/** After this many unanswered questions the backend counts as lost: at most 5 s after its last message, with the beat in which that came. */
const PATIENCE = 9;
/** The same while the CPU may be in the middle of a long operation, which is never cut: two minutes. */
const LONG_PATIENCE = 266;

/** @param {string} device @param {number} patience */
const dead = (device, patience) =>
  new LabError(
    'DEVICE_LOST',
    `the backend of ${device} has given no sign of life for over ${Math.floor((patience * BEAT) / 1000)} s; connect again`,
  );

/** The backends of one frontend, watched while it waits. */
export class Heartbeat {
  #devices;
  #isWaiting;
  #isLong;
  #lose;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** By device: whether a message came since the last beat, and questions without an answer. @type {{heard: boolean, asked: number}[]} */
  #signs = [];

  /**
   * @param {import('./channel.js').Device[]} devices
   * @param {() => boolean} isWaiting whether the program waits for anything
   * @param {(device: number) => boolean} isLong whether a device may be in the middle of an operation that takes seconds
   * @param {(error: LabError) => void} lose
   */
  constructor(devices, isWaiting, isLong, lose) {
    this.#devices = devices;
    this.#isWaiting = isWaiting;
    this.#isLong = isLong;
    this.#lose = lose;
  }

  /** The program waits for something from here on. */
  watch() {
    if (this.#timer !== undefined || !this.#devices.some(isElsewhere)) return;
    this.#signs = [];
    this.#schedule();
  }

  /** A message of a device's backend has come. @param {number} device */
  heard(device) {
    this.#sign(device).heard = true;
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
      const sign = this.#sign(index);
      sign.asked = sign.heard ? 0 : sign.asked + 1;
      sign.heard = false;
      const patience = this.#patienceWith(index);
      if (sign.asked > patience) {
        this.#lose(dead(device.name, patience));
        return;
      }
      if (sign.asked > 0) device.link.ping?.();
    }
    this.#schedule();
  }

  /** @param {number} device */
  #patienceWith(device) {
    return this.#isLong(device) ? LONG_PATIENCE : PATIENCE;
  }

  /** @param {number} device */
  #sign(device) {
    return (this.#signs[device] ??= { heard: false, asked: 0 });
  }

  /**
   * The same for a thread that sleeps: to be called after each beat without an answer. Backends answer it in shared memory.
   *
   * @param {number} waitedFor the device whose answer is waited for, which gives signs of its own besides
   * @returns {(signs: number) => void} takes those so far; throws `DEVICE_LOST`
   */
  whileBlocked(waitedFor) {
    const asked = new Int32Array(new SharedArrayBuffer(4 * this.#devices.length));
    const signs = this.#devices.map(() => ({ seen: 0, silent: 0 }));
    return (given) => {
      for (const [index, device] of this.#devices.entries()) {
        if (!isElsewhere(device)) continue;
        const sign = signs[index];
        const now = Atomics.load(asked, index) + (index === waitedFor ? given : 0);
        sign.silent = now === sign.seen ? sign.silent + 1 : 1;
        sign.seen = now;
        const patience = this.#patienceWith(index);
        if (sign.silent > patience) {
          const error = dead(device.name, patience);
          this.#lose(error);
          throw error;
        }
        device.link.ping?.({ buffer: asked.buffer, index });
      }
    };
  }
}

/** Whether a device's backend is on another thread, and there already. @param {import('./channel.js').Device} device */
const isElsewhere = ({ link }) => link.thread === 'worker' && link.info !== undefined;
