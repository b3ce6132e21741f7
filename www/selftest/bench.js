import { connect } from '../asynclab.js';

/** @typedef {import('./outcome.js').Outcome} Outcome */
/** @typedef {(bench: Bench, outcome: Outcome) => Promise<void>} Check */
/** @typedef {(silence: import('../kit/silence.js').Silence, end: () => void) => void} OnSilence `end` ends the work on the device */

/**
 * A reduction of the cases that a check tries.
 * @typedef {object} Part
 * @property {boolean} [quick] whether to try fewer random programs, and each kernel of the product on fewer shapes
 * @property {string} [cases] only kernels' cases whose label matches this expression
 * @property {Record<string, Record<string, unknown>>} [parameters] by experiment; they replace automatic values
 */

/** Most results that are requested at the same time. */
const AT_ONCE = 24;

/**
 * The interface that checks use: labs, progress, and a signal that stops them.
 * @typedef {{label: string, of: (lab: any) => any}} Case `of` gives an array
 */
export class Bench {
  /** @type {any[]} */ #labs = [];

  /**
   * @param {object} setup
   * @param {AbortSignal} setup.signal
   * @param {(done: number, total: number) => void} setup.onProgress
   * @param {OnSilence} [setup.silent] asks the reader about a device that does not respond; without it, labs decide by themselves
   * @param {Part} [setup.part]
   */
  constructor({ signal, onProgress, silent, part = {} }) {
    this.part = part;
    this.signal = signal;
    this.onProgress = onProgress;
    this.silent = silent;
  }

  /** Opens a lab that is closed with the bench. @param {import('../asynclab.js').Options} options */
  async connect(options) {
    this.signal.throwIfAborted();
    const { silent } = this;
    const lab = await connect({ ...options, ...(silent && { onSilence: asking(silent) }) });
    this.#labs.push(lab);
    return lab;
  }

  /** @param {any} lab */
  async close(lab) {
    this.#labs = this.#labs.filter((one) => one !== lab);
    await lab.close();
  }

  /** Closes all open labs. */
  async end() {
    await Promise.allSettled(this.#labs.splice(0).map((lab) => lab.close()));
  }

  /**
   * Computes cases on labs, and passes on the results in order.
   * @param {Outcome} outcome records the cases that throw
   * @param {Case[]} cases
   * @param {any[]} labs
   * @param {(label: string, results: Float32Array[]) => void} take the results of one case, by lab
   */
  async each(outcome, cases, labs, take) {
    for (let from = 0; from < cases.length; from += AT_ONCE) {
      this.signal.throwIfAborted();
      const some = cases.slice(from, from + AT_ONCE);
      const results = some.map(({ of }) => Promise.all(labs.map((lab) => dataOf(lab, of))));
      for (const [i, result] of (await Promise.allSettled(results)).entries()) {
        const { label } = some[i];
        if (result.status === 'fulfilled') take(label, result.value);
        else
          outcome.expect(false, 'raised', { case: label, error: String(result.reason?.message) });
      }
      this.onProgress(Math.min(from + AT_ONCE, cases.length), cases.length);
    }
  }
}

/** Makes a lab wait for the reader's answer about its silence. @param {OnSilence} silent @returns {import('../lib/core/heartbeat.js').OnSilence} */
const asking =
  (silent) =>
  ({ device, silent: ms, patience }) =>
    new Promise((resolve) => {
      const wait = () => resolve(true);
      const name = device === 'cpu' ? 'cpu' : 'webgpu';
      silent({ device: name, silent: ms, patience, wait }, () => resolve(false));
    });

/** The result of a case on a lab; its arrays are disposed. @param {any} lab @param {Case['of']} of @returns {Promise<Float32Array>} */
async function dataOf(lab, of) {
  const array = lab.tidy(() => of(lab));
  try {
    return await array.data();
  } finally {
    array.dispose();
  }
}

/**
 * Multiples of a quarter between −2 and 2, with zeros and equal numbers among them, the same on every machine.
 * @param {number} count
 * @param {number} [seed]
 */
export const quarters = (count, seed = 0) =>
  Float32Array.from({ length: count }, (_, i) => (((i * 7919 + seed * 1049) % 17) - 8) / 4);

/** Multiples of a thousandth between −2 and 2. @param {number} count @param {number} [seed] */
export const thousandths = (count, seed = 0) =>
  Float32Array.from({ length: count }, (_, i) => ((i * 7919 + seed * 104_729) % 4001) / 1000 - 2);

/** Whole numbers from −2 to 2. @param {number} count @param {number} [seed] */
export const whole = (count, seed = 0) =>
  Float32Array.from({ length: count }, (_, i) => (((i * 31 + seed * 17) ^ (i >> 3)) % 5) - 2);

/** @param {number[]} shape */
export const sizeOf = (shape) => shape.reduce((size, length) => size * length, 1);
