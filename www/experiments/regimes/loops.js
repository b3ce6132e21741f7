/** Loops of operations that are long enough to be timed. Finds the operations of each loop, and the size of the arrays. */
import { seldom } from '../../kit/polling.js';
import { loop, prepare } from './works.js';

/** A ceiling's loop takes at least `LOOP` ms, `FLOORS` notification latencies and `STEPS` steps of the clock. Other loops take 1 / `SHARE` of that. */
const LOOP = 40;
const FLOORS = 16;
const STEPS = 24;
const SHARE = 2;
/** Most operations of a loop. */
const MOST = 16_384;
/** The short loop of each round has this many times fewer operations. Subtracting it from the long loop removes the time that both have in common. */
const PART = 4;

/**
 * @typedef {object} Timed
 * @property {(times: number) => Promise<number>} loop ms until this many operations are complete
 * @property {() => void} dispose
 * @property {number} count operations of the long loop
 * @property {number} takes the time of an operation, about, ms
 */

/** The operations with which a loop takes at least `target`, and the time of each, ms. @param {Timed['loop']} run @param {number} target ms */
async function countOf(run, target) {
  // The first call compiles shaders and captures compiled functions.
  await run(2);
  for (let count = PART; ;) {
    const took = await run(count);
    if (took >= target || count >= MOST) return { count, takes: took / count };
    const factor = took > 0 ? (1.25 * target) / took : 8;
    // The end of a short loop is mostly latency, so the factor is bounded.
    count = Math.min(MOST, Math.ceil(count * Math.min(8, Math.max(1.3, factor))));
  }
}

/** The loops of a run, by name. */
export class Loops {
  /** @type {Record<string, Timed>} */
  timed = {};
  #ctx;
  #lab;
  /** The browser's polling interval, about, ms; 0 if `hasty`. */
  #looks;
  /** Arrays of ones by their side. @type {Map<number, any>} */
  #inputs = new Map();

  /** @param {import('../../kit/types.js').Context} ctx @param {any} lab */
  constructor(ctx, lab) {
    this.#ctx = ctx;
    this.#lab = lab;
    const { floor, clock } = lab.info();
    /** Whether the browser polls so seldom that nothing will be found, so that the run should end soon. */
    this.hasty = seldom({ floor });
    this.#looks = this.hasty ? 0 : floor.median;
    const long = Math.max(LOOP, FLOORS * floor.median, STEPS * clock.step);
    const { loop: asked } = ctx.parameters;
    /** The least time of a ceiling's loop, ms. */
    this.target = asked !== 'auto' ? Number(asked) : this.hasty ? LOOP : Math.ceil(long);
  }

  /** Adds an operation's loop. @param {string} name @param {string} operation @param {number} n @returns {Promise<number>} the operation's time, about, ms */
  async add(name, operation, n) {
    this.#ctx.note('calibrating-work', { operation, n });
    if (!this.#inputs.has(n)) this.#inputs.set(n, this.#lab.nd.ones([n, n]));
    const work = prepare(this.#lab, operation, this.#inputs.get(n));
    this.timed[name]?.dispose();
    return this.time(name, (times) => loop(this.#lab, work, times), work.dispose);
  }

  /** Adds any loop. @param {string} name @param {Timed['loop']} run @param {() => void} [dispose] */
  async time(name, run, dispose = () => {}) {
    const { count, takes } = this.hasty
      ? { count: PART, takes: Infinity }
      : await countOf(run, this.target / SHARE);
    this.timed[name] = { loop: run, dispose, count, takes };
    return takes;
  }

  /**
   * Adds loops of growing sides until an operation takes long enough; returns the last side.
   * @param {string} operation @param {{sides: number[], enough: number}} tried `enough` in ms @param {(n: number) => string} nameOf
   */
  async climb(operation, { sides, enough }, nameOf) {
    const largest = Number(this.#ctx.parameters.largest);
    const { arrayBytes } = this.#lab.info().limits;
    const fits = sides.filter((n) => 8 * n * n <= arrayBytes && n <= largest);
    for (const n of fits.slice(0, -1))
      if ((await this.add(nameOf(n), operation, n)) > enough) return n;
    const last = fits[fits.length - 1] ?? largest;
    await this.add(nameOf(last), operation, last);
    return last;
  }

  /** Makes the loops longer on which the device's rates rest. @param {string[]} names */
  lengthen(names) {
    for (const name of names) this.timed[name].count *= SHARE;
  }

  /** The time of these loops in a round, about, ms. @param {string[]} names */
  lengthOf(names) {
    return names.reduce((sum, name) => sum + this.timed[name].count * this.timed[name].takes, 0);
  }

  /**
   * The time of an operation in each round: the long loop's time less the short loop's, for each operation between them. A browser that polls
   * every few ms reports the end of a loop at the next poll. That delay would be the same in each round if loops did not begin at a random
   * moment of the polling interval.
   */
  get ways() {
    const way = (/** @type {Timed} */ { loop: run, count }, /** @type {string} */ name) => {
      const few = Math.floor(count / PART);
      const timed = (/** @type {number} */ times) => {
        this.#ctx.scatter(this.#looks);
        return run(times);
      };
      return async (spare = false) => {
        const short = await timed(few);
        return spare ? {} : { [name]: ((await timed(count)) - short) / (count - few) };
      };
    };
    return Object.fromEntries(
      Object.entries(this.timed).map(([name, one]) => [name, way(one, name)]),
    );
  }

  dispose() {
    for (const one of Object.values(this.timed)) one.dispose();
  }
}
