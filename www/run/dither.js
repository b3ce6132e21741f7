import { randomOf } from '../kit/statistics.js';

/** A clock that has not moved after so many readings stands still, or moves so seldom that nobody waits for it. */
const PATIENCE = 1e6;
/** The readings that a step takes are the most of so many: another program may have had the thread in one. */
const TRIED = 3;
/** Another sequence than that of the order in which ways take turns, which is the seed's own. */
const OWN = 0x5eed;

/** A clock as it is read, ms. @typedef {() => number} Now */

/** How many readings of a clock there are until its next step. @param {Now} now */
function untilStep(now) {
  const before = now();
  let readings = 1;
  while (readings < PATIENCE && now() === before) readings += 1;
  return readings;
}

/** How many readings of a clock there are within a step; 0 of one that stands still. @param {Now} now */
function withinStep(now) {
  let most = 0;
  for (let i = 0; i <= TRIED; i += 1) {
    const readings = untilStep(now);
    if (readings === PATIENCE) return 0;
    // The first began somewhere within its step.
    if (i > 0) most = Math.max(most, readings);
  }
  return most;
}

/**
 * Lets a random part of a clock's step pass. Work that takes about as long each time, and begins at the same place within a step, is read as the
 * same number of steps each time, as if it took just so long: the mean of readings is that of the times only where their beginnings are spread
 * over the step (L. Schuchman, IEEE Trans. Commun. Technol. 12, 162 (1964)). No timer is as short as a part of a step, so the clock is read so often.
 */
export class Dither {
  #random;
  /** Readings within a step: of one kind of clock, as all labs of a run have. */
  #readings = NaN;

  /** @param {number} seed */
  constructor(seed) {
    this.#random = randomOf(Math.imul(seed + 1, OWN));
  }

  /** @param {Iterable<Now>} clocks of which each has a place within its step */
  wait(clocks) {
    for (const now of clocks) {
      if (Number.isNaN(this.#readings)) this.#readings = withinStep(now);
      for (let left = Math.floor(this.#random() * this.#readings); left > 0; left -= 1) now();
    }
  }
}
