/** Estimates of a run's times before it runs: whether a size can give a finding on this device. */

/** @typedef {import('../../kit/types.js').Foresight} Foresight */
/** @typedef {import('../../kit/types.js').Pace} Pace */

/** The time of a product of two n×n matrices, ms: its work grows as n³. @param {Pace} pace @param {number} n */
export const productTakes = ({ product }, n) => product.ms * (n / product.n) ** 3;

/** Work that takes more than this many times the scatter of reports can be distinguished in nearly every run. */
const SEEN = 2;

/**
 * Work that ends with a notification cannot be distinguished from an empty queue if notifications scatter by about as much as the work
 * takes, with the error of the clock readings included.
 * @param {number} takes ms @param {Pace} pace @param {import('../../kit/types.js').Values} set the parameters that let the lab choose a size
 * @param {number} [readings] of the clock
 * @returns {Foresight|null} null if the size may give a finding
 */
export function drownedIn(takes, { info: { floor, clock } }, set, readings = 2) {
  const scatter = floor.high - floor.low + readings * clock.step;
  return takes > SEEN * scatter ? null : { key: 'short', takes, least: floor.high, set };
}

/** The step of the clock by which the device times its work, ms; undefined if it does not. @param {import('../../kit/types.js').Info} info */
const stepOf = ({ device, timestamps, clock }) =>
  // The CPU device reads the clock of its thread.
  device === 'cpu' ? clock.backendStep : timestamps?.quantum;

/** The foresight for a device that does not time its work, or null. @param {import('../../kit/types.js').Info} info @returns {Foresight|null} */
export const untimedOn = (info) =>
  stepOf(info) === undefined ? { key: 'untimed', takes: NaN, least: NaN, set: null } : null;

/**
 * Operations shorter than a step of the device's clock cannot be timed.
 * @param {Pace} pace @param {import('../../kit/types.js').Values} set
 * @returns {Foresight|null}
 */
export function unclocked({ info, operation }, set) {
  const step = stepOf(info);
  if (step === undefined) return untimedOn(info);
  return operation > step ? null : { key: 'clock', takes: operation, least: step, set };
}
