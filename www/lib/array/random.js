import { dimensions, invalid, natural, number, options, text, toBits } from './arguments.js';

/** @typedef {import('./arguments.js').ShapeLike} ShapeLike */
/** @typedef {import('./calls.js').Calls} Calls */
/** @typedef {import('./ndarray.js').NDArray} NDArray */

/** The options of uniform random numbers. */
const EVENLY = ['low', 'high', 'seed', 'device'];

/**
 * Random arrays from a counter-based generator (Threefry2x32): the same seed gives the same numbers on every device, up to
 * the rounding of log and cos.
 */
export class Random {
  /** @type {Calls} */
  #calls;
  /** Arrays made without a seed of their own. */
  #drawn = 0;

  /** @param {Calls} calls */
  constructor(calls) {
    this.#calls = calls;
  }

  /**
   * Normally distributed numbers.
   *
   * @param {ShapeLike} shape
   * @param {{mean?: number, std?: number, seed?: number, device?: string}} [given] the default seed is made of the lab's seed and the
   *   count of random arrays made without a seed
   * @returns {NDArray}
   * @example
   * const [a, b] = [1, 1].map((seed) => nd.random.normal([8], { seed }));
   * await a.equal(b).sum().item(); // → 8
   */
  normal(shape, given) {
    const known = ['mean', 'std', 'seed', 'device'];
    const { mean = 0, std = 1, seed, device } = options('normal', given, known);
    const attrs = [toBits(number('normal', 'mean', mean)), toBits(number('normal', 'std', std))];
    const all = [...this.#key('normal', seed), ...attrs];
    return this.#calls.create('normal', all, dimensions('normal', shape), { device });
  }

  /**
   * Numbers distributed evenly over `low <= x < high`.
   *
   * @param {ShapeLike} shape
   * @param {{low?: number, high?: number, seed?: number, device?: string}} [given] the default seed is made of the lab's seed and the
   *   count of random arrays made without a seed
   * @returns {NDArray}
   * @example
   * const x = nd.random.uniform([100], { low: 2, high: 3 });
   * (await x.max().item()) < 3; // → true
   */
  uniform(shape, given) {
    return this.#evenly('uniform', shape, options('uniform', given, EVENLY));
  }

  /** @param {string} op @param {ShapeLike} shape @param {{low?: number, high?: number, seed?: number, device?: string}} given */
  #evenly(op, shape, { low = 0, high = 1, seed, device }) {
    const attrs = [toBits(number(op, 'low', low)), toBits(number(op, 'high', high))];
    const all = [...this.#key(op, seed), ...attrs];
    return this.#calls.create('uniform', all, dimensions(op, shape), { device });
  }

  /**
   * Whole numbers, distributed evenly over `low <= x < high`. If these are more than 2^24 numbers, some do not occur.
   *
   * @param {ShapeLike} shape
   * @param {{low?: number, high: number, seed?: number, device?: string}} given the default seed is made of the lab's seed and the
   *   count of random arrays made without a seed
   * @returns {NDArray}
   * @example
   * const dice = nd.random.integers([100], { low: 1, high: 7 });
   * await dice.max().item() <= 6; // → true
   */
  integers(shape, given) {
    const { low = 0, high, ...others } = options('integers', given, EVENLY);
    for (const [name, value] of Object.entries({ low, high })) {
      if (Number.isInteger(value) && Math.abs(Number(value)) <= 2 ** 24) continue;
      throw invalid('integers', `${name} is ${text(value)}; give a whole number of at most 2^24`);
    }
    const count = Number(high) - low;
    if (count <= 0)
      throw invalid('integers', `high is ${high}; give a whole number above low, ${low}`);
    return this.#calls.composed('integers', () =>
      this.#evenly('integers', shape, { high: count, ...others })
        .floor()
        .add(low),
    );
  }

  /**
   * The whole numbers below `count` in random order.
   *
   * @param {number} count
   * @param {{seed?: number, device?: string}} [given] the default seed is made of the lab's seed and the count of random arrays made without one
   * @returns {NDArray}
   * @example
   * await nd.random.permutation(10).sum().item(); // → 45
   */
  permutation(count, given) {
    const { seed, device } = options('permutation', given, ['seed', 'device']);
    const order = this.#calls.vector('permutation', count, (i) => i);
    const next = mulberry(this.#key('permutation', seed));
    for (let i = count - 1; i > 0; i -= 1) {
      const j = Math.floor(next() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    return this.#calls.write(order, Float64Array.of(count), { device }, 'permutation');
  }

  /**
   * @param {string} op
   * @param {number | undefined} seed
   */
  #key(op, seed) {
    const { capture } = this.#calls.lab.session;
    if (op === 'permutation' && capture) throw capture.reject(op, 'permutes on the host');
    const next = () => this.#wordsOf(op, seed);
    return capture?.varies(0, next) ?? next();
  }

  /**
   * @param {string} op
   * @param {number | undefined} seed
   */
  #wordsOf(op, seed) {
    // A call with a seed must not repeat the numbers of a call without one.
    const [value, stream] = seed === undefined ? [this.#calls.lab.seed, ++this.#drawn] : [seed, 0];
    natural(op, 'seed', value);
    return [value >>> 0, (Math.floor(value / 2 ** 32) ^ Math.imul(stream, 0x9e3779b9)) >>> 0];
  }
}

/** Numbers from 0 to 1 for the host: Mulberry32, by T. Ettinger. @param {number[]} key */
function mulberry([low, high]) {
  let state = (low ^ Math.imul(high, 0x9e3779b1)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}
