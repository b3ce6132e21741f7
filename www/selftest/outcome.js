/** The outcome of a check: how much was tried, and how much of it is wrong or not known. No drawing here. */

/** @typedef {import('../kit/types.js').Message} Message */
/** @typedef {import('../kit/types.js').Quantity} Quantity */
/** @typedef {'right'|'wrong'|'unknown'} Verdict */

/**
 * @typedef {object} Found
 * @property {string} name of the check
 * @property {Verdict} verdict
 * @property {number} took ms
 * @property {number} cases that were tried
 * @property {Message[]} wrong at most `MOST`; `cases` and `failed` count all
 * @property {Message[]} unknown what could not be decided, and why
 * @property {number} failed cases
 * @property {Record<string, Quantity>} values that were measured
 * @property {Record<string, number[]>} samples behind them, in order, ms
 * @property {Record<string, any>} [more] documents of a check of its own
 */

/** The most wrong cases that are listed; of more their number. */
export const MOST = 12;

export class Outcome {
  #begun = performance.now();
  cases = 0;
  failed = 0;
  /** @type {Message[]} */ wrong = [];
  /** @type {Message[]} */ unknown = [];
  /** @type {Record<string, Quantity>} */ values = {};
  /** @type {Record<string, number[]>} */ samples = {};
  /** @type {Record<string, any>|undefined} */ more;

  /** @param {string} name of the check */
  constructor(name) {
    this.name = name;
  }

  /** One case. @param {boolean} holds @param {string} key of a word @param {Message['values']} [values] */
  expect(holds, key, values = {}) {
    this.cases += 1;
    if (holds) return;
    this.failed += 1;
    if (this.wrong.length < MOST) this.wrong.push({ key, values });
  }

  /** Something that cannot be decided. @param {string} key of a word @param {Message['values']} [values] */
  open(key, values = {}) {
    if (this.unknown.length < MOST) this.unknown.push({ key, values });
  }

  /** @returns {Found} */
  get found() {
    const { name, cases, failed, wrong, unknown, values, samples, more } = this;
    const unsure = unknown.length || !cases ? 'unknown' : 'right';
    const verdict = failed ? 'wrong' : unsure;
    const took = performance.now() - this.#begun;
    return {
      name,
      verdict,
      took,
      cases,
      failed,
      wrong,
      unknown,
      values,
      samples,
      ...(more && { more }),
    };
  }
}

/** A number in as many digits as identify it. @param {number|undefined} x */
const text = (x) => (x === undefined ? '–' : Object.is(x, -0) ? '-0' : String(x));

/**
 * Compares results with those of the CPU reference, element by element: one case.
 * @param {Outcome} outcome
 * @param {string} what was computed
 * @param {ArrayLike<number>} got
 * @param {ArrayLike<number>} expected
 * @param {(got: number, expected: number, scale: number, index: number) => boolean} [same]
 */
export function compare(outcome, what, got, expected, same = exact) {
  if (got.length !== expected.length) {
    const values = { case: what, got: `${got.length}`, expected: `${expected.length}` };
    outcome.expect(false, 'length', values);
    return;
  }
  const scale = scaleOf(expected);
  let at = 0;
  while (at < got.length && same(got[at], expected[at], scale, at)) at += 1;
  const values = { case: what, element: at, got: text(got[at]), expected: text(expected[at]) };
  outcome.expect(at === got.length, 'differs', values);
}

/** Equal, where both zeros and all NaN are. @param {number} a @param {number} b */
export const exact = (a, b) => a === b || (a !== a && b !== b);

/** Fewer elements say nothing of the size of the numbers that they were made of: a sum may be next to nothing by chance. */
const ENOUGH = 8;

/** The greatest of many numbers, if it is below 1: then rounding is as much smaller. @param {ArrayLike<number>} expected */
function scaleOf(expected) {
  if (expected.length < ENOUGH) return 1;
  let greatest = 0;
  for (let i = 0; i < expected.length; i += 1) {
    const size = Math.abs(expected[i]);
    if (!(size <= 1)) return 1;
    if (size > greatest) greatest = size;
  }
  return greatest;
}

/** Equal up to rounding. @param {number} tolerance of the larger of the expected value and the array's scale */
export const within =
  (tolerance) =>
  (/** @type {number} */ got, /** @type {number} */ expected, /** @type {number} */ scale = 1) =>
    exact(got, expected) ||
    Math.abs(got - expected) <= tolerance * Math.max(scale, Math.abs(expected));
