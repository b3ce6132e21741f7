// A million numbers reduced to one.
import { contenders } from '../contenders/index.js';
import { need } from '../contenders/library.js';
import { repeated } from '../programs.js';
import { checkEach, checkLength, numbers } from '../reference.js';

const N = 2 ** 20;
/** The tolerance of sums in single precision, in any order. */
const TOLERANCE = 1e-4;
const REDUCTIONS = {
  sum: { flops: N, of: (values) => values.reduce((sum, x) => sum + x, 0) },
  norm: { flops: 2 * N, of: (values) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0)) },
};

/** @returns {import('../matrix.js').Case[]} */
export const cases = () =>
  Object.entries(REDUCTIONS).map(([name, { flops, of }]) => ({
    name: `${name}, n = ${N}`,
    figures: { done: 'ms' },
    work: { bytes: 4 * N, flops, dispatches: 1 },
    count: 100,
    contenders,
    program(library) {
      need(library, name);
      const x = library.array(input(), [N]);
      return repeated(library, () => library[name](x), [x]);
    },
    check(values) {
      checkLength(values, 1);
      const expected = of(Float64Array.from(input()));
      checkEach(values, () => expected, TOLERANCE);
    },
  }));

/** Between 1/2 and 3/2, so that nothing cancels out. */
const input = () => numbers(N).map((x) => 1 + x / 2);
