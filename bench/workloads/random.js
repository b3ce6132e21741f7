// A million random numbers, normally distributed. Generators differ, so only the distribution is checked.
import { contenders } from '../contenders/index.js';
import { need } from '../contenders/library.js';
import { repeated } from '../programs.js';
import { checkLength, checkNormal } from '../reference.js';

const SIDE = 1000;

/** @returns {import('../matrix.js').Case[]} */
export const cases = () => [
  {
    name: `random normal, ${SIDE} × ${SIDE}`,
    figures: { done: 'ms' },
    // Generators compute in different ways, but all must write their results.
    work: { bytes: 4 * SIDE * SIDE, flops: 0, dispatches: 1 },
    count: 100,
    note: 'normal',
    contenders,
    program(library) {
      need(library, 'normal');
      let seed = 0;
      return repeated(library, () => library.normal([SIDE, SIDE], (seed = (seed + 1) % 8)), []);
    },
    check(values) {
      checkLength(values, SIDE * SIDE);
      checkNormal(values);
    },
  },
];
