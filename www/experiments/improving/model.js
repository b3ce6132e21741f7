/**
 * The chapter's model: an operation costs t1 (the frontend enqueues it), t2 (the backend runs it) and t3 (the backend
 * hands the result back), ms.
 * @typedef {import('../../kit/schedule.js').Costs} Costs
 */

/** Waiting each time: n·(t1 + t2 + t3). @param {Costs} costs @param {number} n */
export function each({ t1, t2, t3 }, n) {
  return n * (t1 + t2 + t3);
}

/** Whether the backend is the slower one, so that it never runs dry. @param {Costs} costs @param {number} n */
export function backendIsBusy({ t1, t2 }, n) {
  return t1 + n * t2 >= n * t1 + t2;
}

/**
 * Waiting once: t1 + n·t2 + t3 where the backend is the slower one, n·t1 + t2 + t3 where the frontend is.
 * `kit/schedule.js` draws the same operation by operation.
 * @param {Costs} costs @param {number} n
 */
export function once({ t1, t2, t3 }, n) {
  return Math.max(t1 + n * t2, n * t1 + t2) + t3;
}
