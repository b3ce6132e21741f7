/** What a run should take where the size is left to the lab, ms. */
const BUDGET = 3000;
/** Runs of each way beside the timed ones: climbing the ladder, warming up, recording. */
const OVERHEAD = 3;
/** Sizes of square matrices. */
export const LADDER = [32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1000, 1500, 2000, 3000, 4000];

/**
 * The largest n of the ladder with which the whole run should stay within the budget. Each rung is tried once; the
 * next one is predicted from it by the n³ of a product, which overstates it as long as fixed costs matter.
 * @param {object} search
 * @param {(n: number) => Promise<number>} search.attempt runs all the ways once, and says how long a round takes, ms
 * @param {{arrayBytes: number}} search.limits
 * @param {number} search.rounds
 * @param {(n: number) => void} search.onAttempt
 * @param {number} [search.budget] ms
 * @returns {Promise<number>}
 */
export async function climb({ attempt, limits, rounds, onAttempt, budget = BUDGET }) {
  await attempt(LADDER[0]); // compiles; not counted
  for (let rung = 0; ; rung += 1) {
    const n = LADDER[rung];
    const next = LADDER[rung + 1];
    onAttempt(n);
    const time = await attempt(n);
    if (!next || 4 * next * next > limits.arrayBytes) return n;
    if (time * (next / n) ** 3 * (rounds + OVERHEAD) > budget) return n;
  }
}
