// How everything here is measured: contenders take turns, so that a disturbance of the machine slows all of them, and medians
// of one run are compared.

/**
 * Something that is measured: `run` does its work once, checks the result and returns its figures by name.
 * @typedef {{name: string, run: () => Promise<Record<string, number>>}} Contender
 *
 * Figures of a contender, by name: a value for each round.
 * @typedef {Record<string, number[]>} Samples
 *
 * @typedef {{title: string, columns: string[], rows: string[][]}} Table
 *
 * @typedef {object} Outcome
 * @property {Table[]} tables for readers
 * @property {Record<string, Record<string, Samples>>} samples for programs, by part of the workload and contender
 */

/** Rounds that do not count: shaders are compiled, pools and caches filled, code optimised. */
const WARM_UP = 1;
/** Pause between contenders, so that garbage and freed buffers of one do not burden the next, ms. */
const PAUSE = 30;

/**
 * Runs every contender once a round. The order is reversed from round to round, so that no contender always follows the same other one.
 * @param {Contender[]} contenders
 * @param {number} rounds that count
 * @returns {Promise<Record<string, Samples>>}
 */
export async function interleave(contenders, rounds) {
  const samples = Object.fromEntries(contenders.map(({ name }) => [name, {}]));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const { name, run } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      await pause();
      const figures = await run();
      if (round < 0) continue;
      for (const [figure, value] of Object.entries(figures)) {
        (samples[name][figure] ??= []).push(value);
      }
    }
  }
  return samples;
}

/**
 * Quantile by linear interpolation between the sorted samples.
 * @param {number[]} samples
 * @param {number} q from 0 to 1
 */
export function quantile(samples, q) {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

/** @param {number[]} samples */
export const median = (samples) => quantile(samples, 0.5);

/**
 * Median and quartiles as text: `0.16 (0.15–0.18)`.
 * @param {number[]} samples
 */
export function spread(samples) {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => short(quantile(samples, q)));
  return `${middle} (${low}–${high})`;
}

/**
 * The ratio of two medians, and the quartiles of the ratios round by round: `1.05 × (1.01–1.08)`.
 * @param {number[]} samples
 * @param {number[]} base of the same rounds
 */
export function ratio(samples, base) {
  const rounds = samples.map((value, round) => value / base[round]);
  const [low, high] = [0.25, 0.75].map((q) => short(quantile(rounds, q)));
  return `${short(median(samples) / median(base))} × (${low}–${high})`;
}

/**
 * Stops the workload when a result is wrong: a fast wrong answer must not count.
 * @param {string} who
 * @param {ArrayLike<number>} values
 * @param {(index: number) => number} expected exact, or within rounding
 * @param {number} [tolerance] relative
 */
export function check(who, values, expected, tolerance = 0) {
  for (let i = 0; i < values.length; i += 1) {
    const right = expected(i);
    if (Math.abs(values[i] - right) <= tolerance * Math.abs(right)) continue;
    throw new Error(`${who}: element ${i} is ${values[i]}, not ${right}`);
  }
}

/** Three significant digits. @param {number} value */
export function short(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
