// Chains of elementwise operations, some with a reduction at the end: step by step in eager libraries, and in the others as few
// kernels as the library makes.
import { contenders } from '../contenders/index.js';
import { lazy } from '../contenders/lab.js';
import { eagerChain, need } from '../contenders/library.js';
import { repeated } from '../programs.js';
import { checkEach, checkLength, numbers } from '../reference.js';

const N = 2 ** 20;

/** @type {import('../contenders/library.js').Step[]} */
export const EIGHT = [
  ['sub', 2],
  ['mul', 0.5],
  ['exp'],
  ['add', 1],
  ['log'],
  ['mul', 'y'],
  ['square'],
  ['add', 'x'],
];
/** @type {Record<string, import('../contenders/library.js').Step[]>} */
const CHAINS = {
  'chain of 8': EIGHT,
  'sum of a chain of 8': [...EIGHT, ['sum']],
  'norm of a difference': [['sub', 'y'], ['norm']],
  '64 adds': Array.from({ length: 64 }, () => ['add', 1]),
};
/** `add`: the sum so far with one more value; `finish`: the result from the sum. */
const REDUCTIONS = {
  sum: { add: (sum, x) => sum + x, finish: (sum) => sum },
  norm: { add: (sum, x) => sum + x * x, finish: Math.sqrt },
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
    // The work of a fused chain: the operands are read and the result is written, once.
    work: {
      bytes: 4 * (N * (1 + steps.some(([, operand]) => operand === 'y')) + elements(steps)),
      flops: steps.length * N,
      dispatches: 1,
    },
    count: 100,
    contenders: [...contenders, lazy],
    program(library) {
      if (library.chain) need(library, 'chain');
      else need(library, ...new Set(steps.map(([op]) => op)));
      const [x, y] = [1, 2].map((seed) => library.array(numbers(N, seed), [N]));
      const chain = library.chain?.(steps, N) ?? eagerChain(library, steps, N);
      return repeated(library, () => chain(x, y), [x, y]);
    },
    check(values) {
      checkLength(values, elements(steps));
      const [x, y] = [numbers(N, 1), numbers(N, 2)];
      const reduction = REDUCTIONS[steps.at(-1)[0]];
      if (!reduction) return checkEach(values, (i) => valueOf(steps, x[i], y[i]), 1e-4);
      const each = x.reduce((sum, _, i) => reduction.add(sum, valueOf(steps, x[i], y[i])), 0);
      checkEach(values, () => reduction.finish(each), 1e-4);
    },
  }));

const elements = (steps) => (REDUCTIONS[steps.at(-1)[0]] ? 1 : N);

/** An element of the chain before the reduction. */
export function valueOf(steps, x, y) {
  const operand = (other) => (typeof other === 'number' ? other : { x, y }[other]);
  const elementwise = steps.filter(([op]) => OPERATIONS[op]);
  return elementwise.reduce((value, [op, other]) => OPERATIONS[op](value, operand(other)), x);
}
