// Finds why a device had nothing to do between two operations, where a recording proves the cause.
import { reasonOf } from '../charts/idle.js';
import { idleTimes } from '../kit/analysis.js';
import { countWhile } from '../kit/lazy.js';

/** @typedef {{kind: string, line: number, file: string, from: number, to: number}} Wait ms */
/** @typedef {{name: string, from: number, to: number}} Kernel that was compiled, ms since 1970 */
/** @typedef {{from: number, to: number, next: number, cause: 'wait'|'frontend'|'compiling'|'memory', wait?: Wait, names?: string[]}} Gap ms; `next` the row that ended it */

/**
 * The gaps of the lab's own device whose cause is known, in the order of time.
 *
 * @param {any} trace @param {Wait[]} waits with their lines, in the order of time @param {Kernel[]} kernels that were compiled, on the trace's clock
 * @param {{memory?: any, limit?: number}} [room] the memory over time, and the most bytes that may be allocated
 * @returns {Gap[]}
 */
export function gapsOf(trace, waits, kernels, room = {}) {
  const sorted = kernels.toSorted((a, b) => a.from - b.from);
  const gaps = /** @type {Gap[]} */ ([]);
  for (const { from, to, next } of idleTimes(trace, 0) ?? []) {
    const during = sorted.filter((kernel) => kernel.from < to && kernel.to > from);
    if (covered(during, from, to) > (to - from) / 2) {
      const names = [...new Set(during.map(({ name }) => name))];
      gaps.push({ from, to, next, cause: 'compiling', names });
      continue;
    }
    const reason = reasonOf(trace, from, next);
    if (reason === 'backend' && lacksMemory(trace, next, from, room))
      gaps.push({ from, to, next, cause: 'memory' });
    if (reason === 'empty') gaps.push({ from, to, next, cause: 'frontend' });
    if (reason !== 'wait') continue;
    const wait = waits[countWhile(waits, (one) => one.to <= trace.enqueued[next]) - 1];
    if (wait) gaps.push({ from, to, next, cause: 'wait', wait });
  }
  return gaps;
}

/** Whether the memory in use at a time leaves no room for the result of an operation. @param {any} trace @param {number} row @param {number} at ms @param {{memory?: any, limit?: number}} room */
function lacksMemory(trace, row, at, { memory, limit }) {
  if (!memory || !limit) return false;
  const bytes = 4 * trace.shapes[trace.shape[row]].reduce(product, 1);
  const sample = countWhile(memory.at, (/** @type {number} */ time) => time <= at) - 1;
  return sample >= 0 && memory.allocated[sample] - memory.pooled[sample] + bytes > limit;
}

const product = (/** @type {number} */ a, /** @type {number} */ b) => a * b;

/** How long a kernel was being compiled within a time, ms. @param {Kernel[]} sorted @param {number} from @param {number} to */
function covered(sorted, from, to) {
  let [sum, end] = [0, from];
  for (const kernel of sorted) {
    const until = Math.min(to, kernel.to);
    if (until <= end) continue;
    sum += until - Math.max(end, kernel.from);
    end = until;
  }
  return sum;
}
