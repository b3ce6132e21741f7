/** The outcome of a check: the number of cases, the wrong cases, and the undecided ones. No drawing here. */

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
 * @property {Message[]} unknown reasons why something could not be decided
 * @property {number} failed cases
 * @property {Record<string, Quantity>} values measured
 * @property {Record<string, number[]>} samples of measured values, in order, ms
 * @property {Record<string, any>} [more] further data of a check
 */

/** The most wrong cases that are listed; further cases are only counted. */
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

  /** Counts a case. @param {boolean} holds @param {string} key of a word @param {Message['values']} [values] */
  expect(holds, key, values = {}) {
    this.cases += 1;
    if (holds) return;
    this.failed += 1;
    if (this.wrong.length < MOST) this.wrong.push({ key, values });
  }

  /** Records something that cannot be decided. @param {string} key of a word @param {Message['values']} [values] */
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

/** A number in the digits that identify it. @param {number|undefined} x */
const text = (x) => (x === undefined ? '–' : Object.is(x, -0) ? '-0' : String(x));

/**
 * Compares a result with an expected result, element by element, as one case.
 * @param {Outcome} outcome
 * @param {string} what the name of the case
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

/** Equality in which 0 equals −0 and NaN equals NaN. @param {number} a @param {number} b */
export const exact = (a, b) => a === b || (a !== a && b !== b);

/** Results of fewer elements have scale 1, since they do not show the size of their operands: a sum may be small by chance. */
const ENOUGH = 8;

/** The greatest absolute value of many numbers, but at most 1. Rounding errors are smaller by this factor. @param {ArrayLike<number>} expected */
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
