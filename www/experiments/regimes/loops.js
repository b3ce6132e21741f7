/** Loops of operations, long enough to be timed: how many each needs, and how large an array a device needs. */
import { seldom } from '../../kit/polling.js';
import { loop, prepare } from './works.js';

/** A loop of a ceiling takes so long, ms; and this many notification latencies and steps of the clock, which are in its end. Others take a part of it. */
const LOOP = 40;
const FLOORS = 16;
const STEPS = 24;
const SHARE = 2;
/** Of a loop. */
const MOST = 16_384;
/** The short loop of each round has this many times fewer operations. What both have in common goes when one is taken from the other. */
const PART = 4;

/**
 * @typedef {object} Timed
 * @property {(times: number) => Promise<number>} loop ms until this many operations are complete
 * @property {() => void} dispose
 * @property {number} count operations of the long loop
 * @property {number} takes what each of them takes, about, ms
 */

/** Operations that a loop needs to take that long, and what each takes, ms. @param {Timed['loop']} run @param {number} target ms */
async function countOf(run, target) {
  // The first compiles, and the compiled ones are captured.
  await run(2);
  for (let count = PART; ;) {
    const took = await run(count);
    if (took >= target || count >= MOST) return { count, takes: took / count };
    const factor = took > 0 ? (1.25 * target) / took : 8;
    // What the end of a short loop takes is not the operations'.
    count = Math.min(MOST, Math.ceil(count * Math.min(8, Math.max(1.3, factor))));
  }
}

/** The loops of a run, by name. */
export class Loops {
  /** @type {Record<string, Timed>} */
  timed = {};
  #ctx;
  #lab;
  /** How long a browser takes to look for ended work again, about, ms. */
  #looks;
  /** Arrays of ones by their side. @type {Map<number, any>} */
  #inputs = new Map();

  /** @param {import('../../kit/types.js').Context} ctx @param {any} lab */
  constructor(ctx, lab) {
    this.#ctx = ctx;
    this.#lab = lab;
    const { floor, clock } = lab.info();
    /** Each look of this browser takes long: nothing will be found, and the run is to end soon. */
    this.hasty = seldom({ floor });
    this.#looks = this.hasty ? 0 : floor.median;
    const long = Math.max(LOOP, FLOORS * floor.median, STEPS * clock.step);
    const { loop: asked } = ctx.parameters;
    /** Of a ceiling's loop, ms. */
    this.target = asked !== 'auto' ? Number(asked) : this.hasty ? LOOP : Math.ceil(long);
  }

  /** An operation of the lab. @param {string} name @param {string} operation @param {number} n @returns {Promise<number>} what it takes, about, ms */
  async add(name, operation, n) {
    this.#ctx.note('calibrating-work', { operation, n });
    if (!this.#inputs.has(n)) this.#inputs.set(n, this.#lab.nd.ones([n, n]));
    const work = prepare(this.#lab, operation, this.#inputs.get(n));
    this.timed[name]?.dispose();
    return this.time(name, (times) => loop(this.#lab, work, times), work.dispose);
  }

  /** Any other. @param {string} name @param {Timed['loop']} run @param {() => void} [dispose] */
  async time(name, run, dispose = () => {}) {
    const { count, takes } = this.hasty
      ? { count: PART, takes: Infinity }
      : await countOf(run, this.target / SHARE);
    this.timed[name] = { loop: run, dispose, count, takes };
    return takes;
  }

  /**
   * Sides one after the other, until an operation takes long enough.
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

  /** The rates of the device rest on these: their loops are longer. @param {string[]} names */
  lengthen(names) {
    for (const name of names) this.timed[name].count *= SHARE;
  }

  /** The time that these take in a round, about, ms. @param {string[]} names */
  lengthOf(names) {
    return names.reduce((sum, name) => sum + this.timed[name].count * this.timed[name].takes, 0);
  }

  /**
   * The time of an operation in each round: what a long loop takes more than a short one. A browser that looks for ended work every few ms reports
   * the end of a loop so much later as its length leaves until the next look, which is the same in each round unless loops begin at any time
   * between two looks.
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
