/** Decisions that the experiments' findings share. */
import { LEAST, MARGINS, middleOf, sideOf } from '../../kit/inference.js';
import { seldom } from '../../kit/polling.js';
import { ends } from './quantities.js';

/** @typedef {import('./quantities.js').Sampled} Sampled */
/** @typedef {import('../../kit/types.js').Info} Info */

/** Findings that leave the question open. */
const UNDECIDED = /^(few|coarse|uneven|unsteady|cramped)/;

/** A loop that becomes shorter by this share of its time is no longer “the same” by the margin. */
const NOTABLE = 1 - 1 / MARGINS.same;

/** Whether a device's times are given and not measured, so that one round is enough. @param {Info} info */
export const isExact = ({ device, machine }) => device === 'sim' && !machine;

/**
 * The finding if there are too few rounds for an interval; empty if there are enough.
 * @param {Sampled} sampled @param {Info} info @param {string} [late] the finding for a browser that polls so seldom that there was no time for more
 */
export function few({ samples }, info, late = 'coarse') {
  if (samples.length >= LEAST || isExact(info)) return '';
  return seldom(info) ? late : 'few';
}

/**
 * Whether a reported time cannot be distinguished from the latency of the same round: the interval of their difference begins at no more
 * than two steps of the clock.
 * @param {Sampled} seen ms @param {Sampled} latency ms, of the same rounds @param {number} step by which the time may be wrong, ms
 */
export function drowned(seen, latency, step) {
  if (latency.samples.length === 0) return false;
  const later = seen.samples.map((time, i) => time - latency.samples[i]);
  const { value, ...interval } = middleOf(later);
  const { low = value } = ends(interval);
  return low <= 2 * step;
}

/**
 * The finding on whether control came back before the end: the share of the time that was left is surely above `NOTABLE`, surely below, or open.
 * @param {import('../../kit/types.js').Quantity} free share
 */
export const ahead = ({ value, low = value, high = value }) =>
  ({ above: 'found', below: 'disagrees', open: 'unsteady' })[sideOf({ low, high }, NOTABLE)];

/**
 * The interval of a quantity. Without one it is the value alone if that is exact, and else unbounded.
 * @param {import('../../kit/types.js').Quantity} quantity @param {Info} info @returns {import('../../kit/inference.js').Interval}
 */
export function rangeOf({ value, low, high }, info) {
  if (low !== undefined && high !== undefined) return { low, high };
  return isExact(info) ? { low: value, high: value } : { low: -Infinity, high: Infinity };
}

/**
 * Whether a result leaves its question open, so that no prediction is right or wrong.
 * @param {{finding: {key: string}}} result
 */
export const undecided = ({ finding }) => UNDECIDED.test(finding.key);

/**
 * The choice that a measure belongs to; null if its interval reaches into another choice or is not known.
 * @param {import('../../kit/types.js').Quantity} measure `high` is null if it is unbounded
 * @param {{key: string, below?: number}[]} choices by rising bounds
 * @param {Info} info
 * @returns {string|null}
 */
export function choiceOf(measure, choices, info) {
  const at = (/** @type {number} */ x) =>
    (choices.find(({ below = Infinity }) => x < below) ?? choices[choices.length - 1]).key;
  const { low, high } = rangeOf(measure, info);
  return at(low) === at(high ?? Infinity) ? at(measure.value) : null;
}
