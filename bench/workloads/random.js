// A million random numbers, normally distributed. Every generator is another, so what is checked is the distribution.
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
    // The computation of a generator is up to it; its results must be written.
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
