/**
 * The chapter's model: an operation costs t1 (the frontend enqueues it), t2 (the backend runs it) and t3 (the backend
 * hands the result back), ms.
 * @typedef {import('../../kit/schedule.js').Costs} Costs
 */

/** Waiting each time: n·(t1 + t2 + t3). @param {Costs} costs @param {number} n */
export function each({ t1, t2, t3 }, n) {
  return n * (t1 + t2 + t3);
}

/**
 * Waiting once: operation i is enqueued by i·t1 and begins when the one before it has ended, so the last one ends after
 * max(t1 + n·t2, n·t1 + t2). It bends at t1 = t2, whatever n is.
 * @param {Costs} costs @param {number} n
 */
export function once({ t1, t2, t3 }, n) {
  return Math.max(t1 + n * t2, n * t1 + t2) + t3;
}

/**
 * Waiting once, by the chapter's formula: t1 + n·t2 + t3 if n·t2 > (n − 1)·t1, and n·t1 + t2 + t3 otherwise. Between t1 = t2
 * and the chapter's bend the backend already runs dry, and the first formula leaves (n − 1)·(t1 − t2) out.
 * @param {Costs} costs @param {number} n
 */
export function onceInTheChapter({ t1, t2, t3 }, n) {
  return n * t2 > (n - 1) * t1 ? t1 + n * t2 + t3 : n * t1 + t2 + t3;
}

/** The time that waiting once saves for n operations, by fewer returns and by overlap. @param {Costs} costs @param {number} n */
export function saved({ t1, t2, t3 }, n) {
  return { return: (n - 1) * t3, overlap: (n - 1) * Math.min(t1, t2) };
}
