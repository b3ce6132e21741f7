// Matrix products, plain and with operands that are read transposed.
import { contenders } from '../contenders/index.js';
import { need } from '../contenders/library.js';
import { repeated } from '../programs.js';
import { checkProduct, numbers, transposed } from '../reference.js';

const TRANSPOSES = [{}, { a: true }, { b: true }];
/** Rows, inner length and columns. */
const SHAPES = [
  { shape: [256, 256, 256] },
  { shape: [1000, 1000, 1000] },
  { shape: [1024, 1024, 1024] },
  { shape: [999, 1001, 1003] },
  // The even size that the odd one is compared with.
  { shape: [1000, 1002, 1004], transposes: [{}] },
  { shape: [2000, 2000, 2000], slow: true },
];

/** @returns {import('../matrix.js').Case[]} */
export const cases = () => SHAPES.flatMap(casesOf);

/** @returns {import('../matrix.js').Case[]} */
function casesOf({ shape: [m, k, n], transposes = TRANSPOSES, slow = false }) {
  return transposes.map((t) => ({
    name: `${t.a ? 'Aᵀ' : 'A'}·${t.b ? 'Bᵀ' : 'B'}, ${m} × ${k} × ${n}`,
    figures: { done: 'ms' },
    work: { bytes: 4 * (m * k + k * n + m * n), flops: 2 * m * k * n, dispatches: 1 },
    count: 100,
    slow,
    contenders,
    program(library) {
      need(library, 'matmul');
      const [a, b] = [held(operand(m, k, 1), t.a), held(operand(k, n, 2), t.b)].map((matrix) =>
        library.array(matrix.values, [matrix.rows, matrix.columns]),
      );
      return repeated(library, () => library.matmul(a, b, t), [a, b]);
    },
    check: (values) => checkProduct(values, operand(m, k, 1), operand(k, n, 2)),
  }));
}

/** @returns {import('../reference.js').Matrix} */
const operand = (rows, columns, seed) => ({ values: numbers(rows * columns, seed), rows, columns });

/** The matrix as it is in memory: transposed where it is read transposed. */
const held = (matrix, turned) => (turned ? transposed(matrix) : matrix);
