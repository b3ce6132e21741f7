/** What the whole run may take, ms. */
const BUDGET = 3000;
/** Runs of each way beside the timed ones: climbing the ladder, warming up, recording. */
const OVERHEAD = 3;
const LADDER = [32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1000, 1500, 2000, 3000, 4000];

/**
 * The largest n of the ladder with which the whole run should stay within the budget. Each rung is tried once; the
 * next one is predicted from it by the n³ of a product, which overstates it as long as fixed costs matter.
 * @param {(n: number) => ReturnType<typeof import('./run.js').threeWays>} waysAt
 * @param {{arrayBytes: number}} limits
 * @param {number} rounds
 * @param {(n: number) => void} onAttempt
 */
export async function calibrate(waysAt, limits, rounds, onAttempt) {
  /** @param {number} n */
  const attempt = async (n) => {
    const { blocking, waited } = waysAt(n);
    // Enqueued and not waited for, the work still has to be waited out: as long as the way that waits.
    return (await blocking()).blocking + 2 * (await waited()).waited;
  };
  await attempt(LADDER[0]); // compiles; not counted
  for (let rung = 0; ; rung += 1) {
    const n = LADDER[rung];
    const next = LADDER[rung + 1];
    onAttempt(n);
    const time = await attempt(n);
    if (!next || 4 * next * next > limits.arrayBytes) return n;
    if (time * (next / n) ** 3 * (rounds + OVERHEAD) > BUDGET) return n;
  }
}
