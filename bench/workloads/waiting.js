// y = x + 1, waiting each time: what a round trip costs.
import { contenders } from '../contenders/index.js';
import { measureCases } from '../matrix.js';
import { checkEach, checkLength } from '../reference.js';
import { additions } from './enqueue.js';

const SIZES = [1024, 2 ** 20];

/** @param {{rounds: number, quick?: boolean}} options */
export const run = (options) =>
  measureCases(
    SIZES.map((n) => ({
      name: `y = x + 1, waiting each time, n = ${n}`,
      figures: { done: 'µs' },
      work: { bytes: 8 * n, flops: n, dispatches: 1, waits: 1 },
      count: 1000,
      waiting: true,
      contenders,
      program: (library) => additions(library, n),
      check(values) {
        checkLength(values, n);
        checkEach(values, () => 2, 0);
      },
    })),
    options,
  );
