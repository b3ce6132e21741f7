// Chains of elementwise operations: eager ones step by step, others as few kernels as the library makes of them.
import { contenders } from '../contenders/index.js';
import { lazy } from '../contenders/lab.js';
import { eagerChain, need } from '../contenders/library.js';
import { repeated } from '../programs.js';
import { checkEach, checkLength, numbers } from '../reference.js';

const N = 2 ** 20;

/** @type {Record<string, import('../contenders/library.js').Step[]>} */
const CHAINS = {
  'chain of 8': [
    ['sub', 2],
    ['mul', 0.5],
    ['exp'],
    ['add', 1],
    ['log'],
    ['mul', 'y'],
    ['square'],
    ['add', 'x'],
  ],
  '64 adds': Array.from({ length: 64 }, () => ['add', 1]),
};
const OPERATIONS = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  exp: Math.exp,
  log: Math.log,
  square: (x) => x * x,
};

/** @returns {import('../matrix.js').Case[]} */
export const cases = () =>
  Object.entries(CHAINS).map(([name, steps]) => ({
    name: `${name}, n = ${N}`,
    figures: { done: 'ms' },
    // Fused: the operands are read and the result is written, once.
    work: {
      bytes: 4 * N * (2 + steps.some(([, operand]) => operand === 'y')),
      flops: steps.length * N,
      dispatches: 1,
    },
    count: 100,
    contenders: [...contenders, lazy],
    program(library) {
      need(library, library.chain ? 'chain' : 'add');
      const [x, y] = [1, 2].map((seed) => library.array(numbers(N, seed), [N]));
      const chain = library.chain?.(steps, N) ?? eagerChain(library, steps, N);
      return repeated(library, () => chain(x, y), [x, y]);
    },
    check(values) {
      checkLength(values, N);
      const [x, y] = [numbers(N, 1), numbers(N, 2)];
      checkEach(values, (i) => valueOf(steps, x[i], y[i]), 1e-4);
    },
  }));

function valueOf(steps, x, y) {
  const operand = (other) => (typeof other === 'number' ? other : { x, y }[other]);
  return steps.reduce((value, [op, other]) => OPERATIONS[op](value, operand(other)), x);
}
