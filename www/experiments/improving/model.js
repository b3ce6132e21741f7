/**
 * The chapter's model: an operation costs t1 (the frontend enqueues it), t2 (the backend runs it) and t3 (the backend
 * hands the result back), ms.
 * @typedef {{t1: number, t2: number, t3: number}} Costs
 */

/** Waiting each time: n·(t1 + t2 + t3). @param {Costs} costs @param {number} n */
export function each({ t1, t2, t3 }, n) {
  return n * (t1 + t2 + t3);
}

/** Whether the backend is the slower one, so that it never runs dry: n·t2 > (n − 1)·t1. @param {Costs} costs @param {number} n */
export function backendIsBusy({ t1, t2 }, n) {
  return n * t2 > (n - 1) * t1;
}

/** Waiting once: t1 + n·t2 + t3 or, where the frontend is the slower one, n·t1 + t2 + t3. @param {Costs} costs @param {number} n */
export function once(costs, n) {
  const { t1, t2, t3 } = costs;
  return backendIsBusy(costs, n) ? t1 + n * t2 + t3 : n * t1 + t2 + t3;
}
