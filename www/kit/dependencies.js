/** Dependencies between operations: layers, the longest chain, and how far each operation is at a moment. No drawing here. */

/**
 * For each operation, the length of the longest chain of operations that must come before it.
 * @param {number[][]} reads by operation: earlier ones that it reads
 * @returns {number[]}
 */
export function layersOf(reads) {
  const layers = /** @type {number[]} */ ([]);
  for (const inputs of reads) layers.push(1 + Math.max(-1, ...inputs.map((i) => layers[i])));
  return layers;
}

/**
 * The chain of operations, each reading the one before it, that takes longest: the critical path (Kelley and Walker 1959).
 * @param {number[][]} reads by operation: earlier ones that it reads
 * @param {number[]} durations ms; an unknown one counts as 0
 * @returns {{chain: number[], total: number}} from first to last, and their sum
 */
export function longestChain(reads, durations) {
  const totals = /** @type {number[]} */ ([]);
  const before = reads.map((inputs, i) => {
    const longest = inputs.reduce(
      (best, j) => (best < 0 || totals[j] > totals[best] ? j : best),
      -1,
    );
    totals.push((longest < 0 ? 0 : totals[longest]) + (durations[i] || 0));
    return longest;
  });
  const chain = [];
  const total = totals.reduce((most, one) => Math.max(most, one), 0);
  for (let i = totals.lastIndexOf(total); i >= 0; i = before[i]) chain.push(i);
  return { chain: chain.reverse(), total };
}

/**
 * Pairs of operations neither of which needs the other, directly or indirectly.
 * @param {number[][]} reads
 * @returns {[number, number][]}
 */
export function independentPairs(reads) {
  /** @type {Set<number>[]} */
  const needs = [];
  for (const inputs of reads) needs.push(new Set(inputs.flatMap((i) => [i, ...needs[i]])));
  return needs.flatMap((needed, later) =>
    Array.from({ length: later }, (_, i) => i)
      .filter((earlier) => !needed.has(earlier))
      .map((earlier) => /** @type {[number, number]} */ ([earlier, later])),
  );
}

/**
 * @typedef {object} Moments Of one operation, ms; NaN where unknown. An operation that waits has only `queued` and `ended`.
 * @property {number} queued
 * @property {number} started
 * @property {number} ended
 * @property {boolean} [waits] whether the program waits meanwhile
 *
 * @typedef {'unknown'|'queued'|'running'|'waiting'|'done'} Stage
 */

/** @param {Moments} moments @param {number} time ms @returns {Stage} `unknown` before the program has called it */
export function stageAt({ queued, started, ended, waits }, time) {
  if (time < queued) return 'unknown';
  if (time >= ended) return 'done';
  if (waits) return 'waiting';
  return time >= started ? 'running' : 'queued';
}

/** The operations that each operation of a trace reads. @param {import('./types.js').Trace} trace */
export function readsOf({ inputs, inputOffsets, op }) {
  return Array.from(op, (_, i) =>
    Array.from(inputs.subarray(inputOffsets[i], inputOffsets[i + 1])),
  );
}
