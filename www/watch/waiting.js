/** Notes what takes a program's time: waits, reads that block, compilations. */
import { labelOf, lastSerial, live, MOST, nameOf, Note, now, stackOf } from './notes.js';

/** A wait has ended. @param {any} wait @param {any} mine */
function ended(wait, mine) {
  if (mine !== live.run) return;
  const { counts, waits } = mine;
  const { work, ...kept } = wait;
  // A promise proves no wait: a program that submitted work meanwhile did not wait. Empty submissions, which hasten the answer, do not count.
  if (mine.work !== work) counts.overlapped += 1;
  else if (waits.length >= MOST.waits) counts.waitsLeftOut += 1;
  else waits.push({ ...kept, to: now() });
}

/** @param {string} kind @param {number} serial of the submission waited for, -1 for all */
function begun(kind, serial) {
  const stack = stackOf(live.run.stacksOf !== 'none');
  return { kind, serial, from: now(), stack, work: live.run.work };
}

/** A new promise for the program: a rejection of the old one, which is handled here, would never be reported as unhandled. @param {Promise<any>} promise @param {() => void} over */
const noted = (promise, over) =>
  promise.then(
    (value) => {
      over();
      return value;
    },
    (error) => {
      over();
      throw error;
    },
  );

/** @param {(self: any, given: any[]) => [kind: string, serial: number]} of @param {boolean} [fails] whether the promise may reject */
export const waiting = (of, fails = true) => ({
  before: (/** @type {any} */ self, /** @type {any[]} */ given) => begun(...of(self, given)),
  after(
    /** @type {any} */ _,
    /** @type {any} */ __,
    /** @type {Promise<any>} */ promise,
    /** @type {any} */ wait,
  ) {
    const mine = live.run;
    const over = () => ended(wait, mine);
    if (fails) return noted(promise, over);
    // The program gets the browser's own promise, and so goes on no later than without the script.
    promise.then(over, () => {});
    return promise;
  },
});

/** A call that blocks the thread. @param {string} kind @param {(self: any, given: any[]) => boolean} applies */
export const blocking = (kind, applies) => ({
  before: (/** @type {any} */ self, /** @type {any[]} */ given) =>
    applies(self, given) ? begun(kind, lastSerial()) : null,
  after(
    /** @type {any} */ self,
    /** @type {any} */ _,
    /** @type {any} */ __,
    /** @type {any} */ wait,
  ) {
    if (!wait) return;
    live.run.counts.canvasReads += 1;
    Note.set(self, { run: live.run });
    ended(wait, live.run);
  },
});

/** @param {string} kind */
export const compiling = (kind) => ({
  before: () => now(),
  after(
    /** @type {any} */ _,
    /** @type {any[]} */ [descriptor],
    /** @type {any} */ made,
    /** @type {number} */ from,
  ) {
    const { compilations, counts } = live.run;
    counts.compilations += 1;
    const name = nameOf(labelOf(descriptor)) || `pipeline ${counts.compilations}`;
    const stack = stackOf(live.run.stacksOf !== 'none');
    const mine = live.run;
    const over = (/** @type {any} */ pipeline) => {
      Note.set(pipeline, { run: mine, name });
      if (compilations.length < MOST.compilations)
        compilations.push({ kind, name, from, to: now(), stack });
    };
    if (typeof made.then !== 'function') return over(made);
    return made.then((/** @type {any} */ pipeline) => {
      over(pipeline);
      return pipeline;
    });
  },
});
