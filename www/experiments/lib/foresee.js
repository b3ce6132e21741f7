/** Estimates of a run's times before it runs: whether a size can give a finding on this device. */

/** @typedef {import('../../kit/types.js').Foresight} Foresight */
/** @typedef {import('../../kit/types.js').Pace} Pace */

/** The time of a product of two n×n matrices, ms: its work grows as n³. @param {Pace} pace @param {number} n */
export const productTakes = ({ product }, n) => product.ms * (n / product.n) ** 3;

/** Work that takes this many times as long as reports scatter is seen in nearly every run. */
const SEEN = 2;

/**
 * Work that ends with the browser's report drowns in the notification latency where an empty queue may be reported as late, two readings
 * of the clock included: reports come earlier or later by chance.
 * @param {number} takes ms @param {Pace} pace @param {import('../../kit/types.js').Values} set what lets the lab choose a size
 * @param {number} [readings] of the clock
 * @returns {Foresight|null} null where the size may give a finding
 */
export function drownedIn(takes, { info: { floor, clock } }, set, readings = 2) {
  const scatter = floor.high - floor.low + readings * clock.step;
  return takes > SEEN * scatter ? null : { key: 'short', takes, least: floor.high, set };
}

/** The step of the clock by which the device times its work, ms; none where it does not. @param {import('../../kit/types.js').Info} info */
const stepOf = ({ device, timestamps, clock }) =>
  // The CPU device reads the clock of its thread.
  device === 'cpu' ? clock.backendStep : timestamps?.quantum;

/** A device that does not time its work. @param {import('../../kit/types.js').Info} info @returns {Foresight|null} */
export const untimedOn = (info) =>
  stepOf(info) === undefined ? { key: 'untimed', takes: NaN, least: NaN, set: null } : null;

/**
 * Tiny operations that the device times itself cannot be distinguished within a step of that clock.
 * @param {Pace} pace @param {import('../../kit/types.js').Values} set
 * @returns {Foresight|null}
 */
export function unclocked({ info, operation }, set) {
  const step = stepOf(info);
  if (step === undefined) return untimedOn(info);
  return operation > step ? null : { key: 'clock', takes: operation, least: step, set };
}
