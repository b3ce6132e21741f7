/** What a run would time, estimated before it runs: whether a size can tell anything on this device. */

/** @typedef {import('../../kit/types.js').Foresight} Foresight */
/** @typedef {import('../../kit/types.js').Pace} Pace */

/** The time of a product of two n×n matrices, ms: its work grows as n³. @param {Pace} pace @param {number} n */
export const productTakes = ({ product }, n) => product.ms * (n / product.n) ** 3;

/** Work that takes so many times as long as reports scatter is seen in nearly every run. */
const SEEN = 2;

/**
 * Work that ends with the browser's report drowns in the notification latency where an empty queue may be reported as late, two readings
 * of the clock included: reports come earlier or later by chance.
 * @param {number} takes ms @param {Pace} pace @param {import('../../kit/types.js').Values} set what lets the lab choose a size
 * @param {number} [readings] of the clock
 * @returns {Foresight|null} null where the size may tell
 */
export function drownedIn(takes, { info: { floor, clock } }, set, readings = 2) {
  const scatter = floor.high - floor.low + readings * clock.step;
  return takes > SEEN * scatter ? null : { key: 'short', takes, least: floor.high, set };
}

/**
 * Tiny operations that the device times itself are not told apart within a step of that clock.
 * @param {Pace} pace @param {import('../../kit/types.js').Values} set
 * @returns {Foresight|null}
 */
export function unclocked({ info: { device, timestamps, clock }, operation }, set) {
  // The CPU device reads the clock of its thread.
  const step = device === 'cpu' ? clock.backendStep : timestamps?.quantum;
  if (step === undefined) return { key: 'untimed', takes: operation, least: NaN, set: null };
  return operation > step ? null : { key: 'clock', takes: operation, least: step, set };
}
