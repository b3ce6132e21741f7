/** The verdict that a finding gives. */
import { LEAST, MARGINS, middleOf, sideOf } from '../../kit/inference.js';
import { seldom } from '../../kit/polling.js';
import { ends } from './quantities.js';

/** @typedef {import('./quantities.js').Sampled} Sampled */
/** @typedef {import('../../kit/types.js').Info} Info */

/** Findings that leave the question open. */
const UNDECIDED = /^(few|coarse|uneven|unsteady|cramped)/;

/** A loop that loses this share of its time becomes shorter by the margin of “the same”. */
const NOTABLE = 1 - 1 / MARGINS.same;

/** Whether a device's times are given and not measured: a virtual clock gives them in one round. @param {Info} info */
export const isExact = ({ device, machine }) => device === 'sim' && !machine;

/**
 * The finding where there are too few rounds for an interval; empty where there are enough.
 * @param {Sampled} sampled @param {Info} info @param {string} [late] the finding of a browser that looks so seldom that there was no time for more
 */
export function few({ samples }, info, late = 'coarse') {
  if (samples.length >= LEAST || isExact(info)) return '';
  return seldom(info) ? late : 'few';
}

/**
 * Whether the interval of a reported time reaches within two readings of the clock of the time of next to no work in the same round.
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
 * Whether control came back before the end: surely more of the time was left than `NOTABLE`, surely less, or neither.
 * @param {import('../../kit/types.js').Quantity} free share
 */
export const ahead = ({ value, low = value, high = value }) =>
  ({ above: 'found', below: 'disagrees', open: 'unsteady' })[sideOf({ low, high }, NOTABLE)];

/**
 * The interval of a quantity; of one that has none, the value where it is exact, and else everything.
 * @param {import('../../kit/types.js').Quantity} quantity @param {Info} info @returns {import('../../kit/inference.js').Interval}
 */
export function rangeOf({ value, low, high }, info) {
  if (low !== undefined && high !== undefined) return { low, high };
  return isExact(info) ? { low: value, high: value } : { low: -Infinity, high: Infinity };
}

/**
 * Whether a result leaves its question open, so that no guess about it is right or wrong.
 * @param {{finding: {key: string}}} result
 */
export const undecided = ({ finding }) => UNDECIDED.test(finding.key);

/**
 * The choice that a measure belongs to; null where its uncertainty reaches into another one, or is not known.
 * @param {import('../../kit/types.js').Quantity} measure `high` is null where nothing bounds it
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
