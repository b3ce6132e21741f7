/** The loop of the chapter, y = x + 1 n times, in its two forms, on a frontend that may be slowed down. */

/** The least time of a spin that the clock measures well, ms. */
const CALIBRATION = 20;

let sink = 0;

/** Keeps the thread busy for this many turns of a loop. @param {number} turns */
function spin(turns) {
  let x = sink | 1;
  for (let i = 0; i < turns; i += 1) x = (Math.imul(x, 1664525) + 1013904223) | 0;
  sink = x; // Used, so that no compiler drops the loop.
}

/** The number of turns of the busy loop that take a millisecond on this machine: the fastest of several tries. */
export function turnsPerMs() {
  let turns = 1000;
  let best = 0;
  for (let tries = 0; tries < 5;) {
    const start = performance.now();
    spin(turns);
    const took = performance.now() - start;
    if (took < CALIBRATION) {
      turns *= 2;
      continue;
    }
    best = Math.max(best, turns / took);
    tries += 1;
  }
  return best;
}

/**
 * The two loops on a lab.
 * @param {any} lab
 * @param {any} x
 * @param {{turns?: number, handsOver?: boolean}} [frontend] `turns` of the busy loop are added to each enqueue;
 *   `handsOver`: each operation is sent to the backend at once. Otherwise operations are sent after 1 ms or at the wait,
 *   which makes no difference to a quick frontend but hides all overlap of a slow one.
 */
export function loopsOn(lab, x, { turns = 0, handsOver = false } = {}) {
  const one = () => {
    const y = x.add(1);
    if (turns) spin(turns);
    return y;
  };
  return {
    /** The lab's clock, ms. */
    now: () => lab.now(),
    /** The clock's step, ms. */
    step: lab.info().clock.step,

    /** Waits for y each time. @param {number} n @returns {Promise<number>} ms */
    async each(n) {
      const start = lab.now();
      for (let i = 0; i < n; i += 1) {
        const y = one();
        await y.waitToRead();
        y.dispose();
      }
      return lab.now() - start;
    },

    /** Waits once, at the end. @param {number} n @returns {Promise<{enqueued: number, done: number}>} ms since the start */
    async once(n) {
      const start = lab.now();
      for (let i = 1; i < n; i += 1) {
        one().dispose();
        if (handsOver) await null;
      }
      const y = one();
      const enqueued = lab.now() - start;
      await y.waitToRead();
      const done = lab.now() - start;
      y.dispose();
      return { enqueued, done };
    },

    /** Waits once, while the device times each operation. @param {number} n @returns {Promise<import('../../kit/types.js').Trace>} */
    profiled(n) {
      return lab.profile(() => this.once(n));
    },
  };
}
