/** The verdict that a finding gives. */

/** Findings that say that the run cannot tell. */
const CANNOT_TELL = /^(coarse|uneven|unsteady|cramped)/;

/**
 * Whether a time that ends with the report of an end is not to be told from that of an empty queue: its lower quartile does not lie
 * beyond the upper one of those by more than two readings of the clock.
 * @param {{low: number}} seen ms @param {import('../../kit/types.js').Info} info @param {number} [step] by which the time may be wrong, ms
 */
export const drowned = ({ low }, { floor, clock }, step = 2 * clock.step) =>
  low <= floor.high + step;

/**
 * Whether a result leaves its question open, so that no guess about it is right or wrong.
 * @param {{finding: {key: string}}} result
 */
export const undecided = ({ finding }) => CANNOT_TELL.test(finding.key);

/** Whether more rounds may tell what these do not. @param {{finding: {key: string}}} result */
export const scattered = ({ finding }) => /^un(even|steady)/.test(finding.key);

/**
 * The choice that a measure belongs to; null where its uncertainty reaches into another one.
 * @param {import('../../kit/types.js').Quantity} measure `high` is null where nothing bounds it
 * @param {{key: string, below?: number}[]} choices by rising bounds
 * @returns {string|null}
 */
export function choiceOf({ value, low = value, high }, choices) {
  const at = (/** @type {number} */ x) =>
    (choices.find(({ below = Infinity }) => x < below) ?? choices[choices.length - 1]).key;
  const highest = high === undefined ? value : (high ?? Infinity);
  return at(low) === at(highest) ? at(value) : null;
}
