import { connect } from '../asynclab.js';

/** @typedef {import('./outcome.js').Outcome} Outcome */
/** @typedef {(bench: Bench, outcome: Outcome) => Promise<void>} Check */
/** @typedef {(silence: import('../kit/silence.js').Silence, end: () => void) => void} OnSilence `end` ends what is under way */

/**
 * Less than all that a check tries.
 * @typedef {object} Part
 * @property {boolean} [quick] fewer random programs, and each kernel of the product on fewer shapes
 * @property {string} [cases] only kernels' cases whose label matches this expression
 * @property {Record<string, Record<string, unknown>>} [parameters] of experiments, over their automatic ones
 */

/** So many results are on their way at once. */
const AT_ONCE = 24;

/**
 * The means that checks work with: labs, progress, and a way to be stopped.
 * @typedef {{label: string, of: (lab: any) => any}} Case `of` gives an array
 */
export class Bench {
  /** @type {any[]} */ #labs = [];

  /**
   * @param {object} setup
   * @param {AbortSignal} setup.signal
   * @param {(done: number, total: number) => void} setup.onProgress
   * @param {OnSilence} [setup.silent] asks the reader about a device that does not answer; without one labs decide by themselves
   * @param {Part} [setup.part]
   */
  constructor({ signal, onProgress, silent, part = {} }) {
    this.part = part;
    this.signal = signal;
    this.onProgress = onProgress;
    this.silent = silent;
  }

  /** A lab that is closed with the bench. @param {import('../asynclab.js').Options} options */
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

  /** Closes what is open. */
  async end() {
    await Promise.allSettled(this.#labs.splice(0).map((lab) => lab.close()));
  }

  /**
   * The results of cases on labs, one after the other.
   * @param {Outcome} outcome gets those that fail
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

/** Has a lab wait for the reader's answer about its silence. @param {OnSilence} silent @returns {import('../lib/core/heartbeat.js').OnSilence} */
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
 * Numbers of either sign with zeros and equal ones among them, quarters, the same on every machine.
 * @param {number} count
 * @param {number} [seed]
 */
export const quarters = (count, seed = 0) =>
  Float32Array.from({ length: count }, (_, i) => (((i * 7919 + seed * 1049) % 17) - 8) / 4);

/** Numbers between −2 and 2, a thousandth apart. @param {number} count @param {number} [seed] */
export const thousandths = (count, seed = 0) =>
  Float32Array.from({ length: count }, (_, i) => ((i * 7919 + seed * 104_729) % 4001) / 1000 - 2);

/** Whole numbers from −2 to 2. @param {number} count @param {number} [seed] */
export const whole = (count, seed = 0) =>
  Float32Array.from({ length: count }, (_, i) => (((i * 31 + seed * 17) ^ (i >> 3)) % 5) - 2);

/** @param {number[]} shape */
export const sizeOf = (shape) => shape.reduce((size, length) => size * length, 1);
