/** Time that a run should take if the lab chooses the size, ms. */
const BUDGET = 3000;
/** Runs of each way beside the timed ones: climbing the ladder, warming up, recording. */
const OVERHEAD = 3;
/** Sizes of square matrices. */
export const LADDER = [32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1000, 1500, 2000, 3000, 4000];

/**
 * The largest n of the ladder with which the whole run should stay within the budget. Each rung is tried, and the time of
 * the next is predicted from it by the n³ of a product, which is too much as long as fixed costs matter. If that is too
 * slow, the rung is tried again, since its first try may have compiled a shader. The time of a round without work is known
 * beforehand; while the work takes less than half of it, the search takes two rungs at a time.
 * @param {object} search
 * @param {(n: number) => Promise<number>} search.attempt runs all the ways once, and returns the time of a round, ms
 * @param {{arrayBytes: number}} search.limits
 * @param {number} search.rounds
 * @param {(n: number) => void} search.onAttempt
 * @param {number} [search.budget] ms
 * @param {number} [search.floor] time of a round without any work, ms
 * @param {number} [search.largest] n
 * @returns {Promise<number>}
 */
export async function climb({
  attempt,
  limits,
  rounds,
  onAttempt,
  budget = BUDGET,
  floor = 0,
  largest = Infinity,
}) {
  await attempt(LADDER[0]); // compiles; not counted
  const round = budget / (rounds + OVERHEAD);
  const fits = (/** @type {number} */ n) => n <= largest && 4 * n * n <= limits.arrayBytes;
  for (let rung = 0; ;) {
    const n = LADDER[rung];
    onAttempt(n);
    let work = Math.max(0, (await attempt(n)) - floor);
    const further = work < floor / 2 && fits(LADDER[rung + 2]) ? 2 : 1;
    const next = LADDER[rung + further];
    if (!fits(next)) return n;
    const tooLong = () => floor + work * (next / n) ** 3 > round;
    if (tooLong()) work = Math.max(0, (await attempt(n)) - floor);
    if (tooLong()) return n;
    rung += further;
  }
}
