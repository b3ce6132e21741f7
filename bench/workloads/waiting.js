// y = x + 1, with a wait each time: the cost of a round trip.
import { contenders } from '../contenders/index.js';
import { sameThread } from '../contenders/lab.js';
import { checkEach, checkLength } from '../reference.js';
import { additions } from './enqueue.js';

const SIZES = [1024, 2 ** 20];

/** @returns {import('../matrix.js').Case[]} */
export const cases = () =>
  SIZES.map((n) => ({
    name: `y = x + 1, waiting each time, n = ${n}`,
    figures: { done: 'µs' },
    work: { bytes: 8 * n, flops: n, dispatches: 1, waits: 1 },
    count: 1000,
    waiting: true,
    // The contender without a second thread shows the cost of that thread's messages.
    contenders: [...contenders, sameThread],
    program: (library) => additions(library, n),
    check(values) {
      checkLength(values, n);
      checkEach(values, () => 2, 0);
    },
  }));
