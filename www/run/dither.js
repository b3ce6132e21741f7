import { randomOf } from '../kit/statistics.js';

/** A clock that has not moved after this many readings stands still, or moves too seldom to wait for. */
const PATIENCE = 1e6;
/** The number of readings within a step is the most of this many trials: another program may have had the thread in one of them. */
const TRIED = 3;
/** Makes the random sequence differ from that of the order in which ways take turns, which uses the seed itself. */
const OWN = 0x5eed;

/** A clock as it is read, ms. @typedef {() => number} Now */

/** How many readings of a clock there are until its next step, and by how much it then moves, ms. @param {Now} now @returns {[number, number]} */
function untilStep(now) {
  const before = now();
  let [readings, after] = [1, now()];
  for (; readings < PATIENCE && after === before; readings += 1) after = now();
  return [readings, after - before];
}

/** How many readings of a clock there are within a step, and how long that is, ms; 0 readings for a clock that stands still. @param {Now} now @returns {[number, number]} */
function withinStep(now) {
  let [most, least] = [0, Infinity];
  for (let i = 0; i <= TRIED; i += 1) {
    const [readings, step] = untilStep(now);
    if (readings === PATIENCE) return [0, Infinity];
    // The first trial began somewhere within a step.
    if (i > 0) [most, least] = [Math.max(most, readings), Math.min(least, step)];
  }
  return [most, least];
}

/**
 * Lets a random part of a clock's step pass. Work that takes about the same time each time, and begins at the same place within a step, always reads
 * as the same number of steps. The mean of readings is that of the times only if the beginnings are spread over the step (L. Schuchman, IEEE
 * Trans. Commun. Technol. 12, 162 (1964)). No timer is as short as a part of a step, so the time is passed by reading the clock.
 */
export class Dither {
  #random;
  /** Readings within a step. The clocks of all labs of a run are of one kind. */
  #readings = NaN;
  /** A step, ms. */
  #step = NaN;

  /** @param {number} seed */
  constructor(seed) {
    this.#random = randomOf(Math.imul(seed + 1, OWN));
  }

  /** @param {Iterable<Now>} clocks each of which is at a place within its step @param {number} [ms] of which a random part passes instead */
  wait(clocks, ms) {
    for (const now of clocks) {
      if (Number.isNaN(this.#readings)) [this.#readings, this.#step] = withinStep(now);
      const most = ms === undefined ? this.#readings : (this.#readings * ms) / this.#step;
      for (let left = Math.floor(this.#random() * most); left > 0; left -= 1) now();
    }
  }
}
