// Compiled functions beside the same calls one by one: the cost of enqueuing, many tiny layers, and a chain beside one operation of the same bytes.
import { jax, jaxJit } from '../contenders/jax.js';
import { compiled, lab } from '../contenders/lab.js';
import { eagerChain, need } from '../contenders/library.js';
import { tensorflow } from '../contenders/tensorflow.js';
import { repeated } from '../programs.js';
import { checkEach, checkLength, numbers } from '../reference.js';
import { EIGHT, valueOf } from './chain.js';
import { caseOf } from './training.js';

const N = 2 ** 20;
const LAYERS = 120;
const UNITS = 16;

const contenders = [lab, compiled, tensorflow, jax, jaxJit];

/** @type {import('../contenders/library.js').Step[]} */
const ONE = [['add', 'y']];

/** Eight operations whose arithmetic costs little on any device, so that bytes decide. @type {import('../contenders/library.js').Step[]} */
const LIGHT = [
  ['sub', 2],
  ['mul', 0.5],
  ['add', 'y'],
  ['add', 1],
  ['mul', 0.25],
  ['mul', 'y'],
  ['square'],
  ['add', 'x'],
];

/** @returns {import('../matrix.js').Case[]} */
export const cases = () => [
  ...[
    { name: `compiled chain of 8, n = ${N}`, steps: EIGHT },
    { name: `compiled chain of 8 without exp and log, n = ${N}`, steps: LIGHT },
    { name: `one operation of the same bytes, n = ${N}`, steps: ONE },
  ].map(chainOf),
  layers(),
  caseOf({
    name: 'compiled training step',
    sizes: [64, 64, 64, 1],
    batch: 32,
    count: 200,
    contenders,
  }),
];

/** @returns {import('../matrix.js').Case} */
const chainOf = ({ name, steps }) => ({
  name,
  figures: { done: 'ms' },
  work: { bytes: 12 * N, flops: steps.length * N, dispatches: 1 },
  count: 100,
  contenders,
  program(library) {
    if (!library.chain) need(library, ...new Set(steps.map(([op]) => op)));
    const [x, y] = [1, 2].map((seed) => library.array(numbers(N, seed), [N]));
    const chain = library.chain?.(steps, N) ?? eagerChain(library, steps, N);
    return repeated(library, () => chain(x, y), [x, y]);
  },
  check(values) {
    checkLength(values, N);
    const [x, y] = [numbers(N, 1), numbers(N, 2)];
    checkEach(values, (i) => valueOf(steps, x[i], y[i]), 1e-4);
  },
});

/** @returns {import('../matrix.js').Case} */
function layers() {
  const scaled = (count, seed) => numbers(count, seed).map((x) => x * 0.4);
  const weights = Array.from({ length: LAYERS }, (_, i) => scaled(UNITS * UNITS, 2 * i + 1));
  const biases = Array.from({ length: LAYERS }, (_, i) => scaled(UNITS, 2 * i + 2));
  const input = numbers(UNITS, 7);
  return {
    name: `${LAYERS} layers of ${UNITS} units`,
    figures: { enqueue: 'ms', done: 'ms' },
    work: {
      bytes: 4 * LAYERS * (UNITS * UNITS + 3 * UNITS),
      flops: 2 * LAYERS * UNITS * UNITS,
      dispatches: LAYERS,
    },
    count: 100,
    contenders,
    program(library) {
      need(library, 'layers');
      const all = [
        ...weights.map((values) => library.array(values, [UNITS, UNITS])),
        ...biases.map((values) => library.array(values, [1, UNITS])),
      ];
      const x = library.array(input, [1, UNITS]);
      const run = library.layers(all.slice(0, LAYERS), all.slice(LAYERS));
      return repeated(library, () => run(x), [x, ...all]);
    },
    check(values) {
      checkLength(values, UNITS);
      let y = Array.from(input);
      for (const [i, weight] of weights.entries())
        y = y.map((_, to) => {
          let sum = biases[i][to];
          for (let from = 0; from < UNITS; from += 1) sum += y[from] * weight[from * UNITS + to];
          return Math.tanh(sum);
        });
      checkEach(values, (i) => y[i], 1e-3);
    },
  };
}
