/** What a run should take where the size is left to the lab, ms. */
const BUDGET = 3000;
/** Runs of each way beside the timed ones: climbing the ladder, warming up, recording. */
const OVERHEAD = 3;
/** Sizes of square matrices. */
export const LADDER = [32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1000, 1500, 2000, 3000, 4000];

/**
 * The largest n of the ladder with which the whole run should stay within the budget. Each rung is tried; the next one
 * is predicted from it by the n³ of a product, which overstates it as long as fixed costs matter. A rung that seems too
 * slow is tried again: it may have been the first to need some program of the GPU, whose compilation takes longer than
 * the work.
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
    if (!next || 4 * next * next > limits.arrayBytes) return n;
    const most = budget / ((next / n) ** 3 * (rounds + OVERHEAD));
    onAttempt(n);
    if ((await attempt(n)) > most && (await attempt(n)) > most) return n;
  }
}
