// The chapter's warm-up: a matrix of random numbers, and its product with itself, ten times.
import { contenders } from '../contenders/index.js';
import { need } from '../contenders/library.js';
import { repeated } from '../programs.js';
import { checkNormal, checkProduct } from '../reference.js';

const SIDE = 1000;

/** @returns {import('../matrix.js').Case[]} */
export const cases = () => [
  {
    name: `warm-up: random normal and product, ${SIDE} × ${SIDE}`,
    figures: { enqueue: 'ms', done: 'ms' },
    work: { bytes: 12 * SIDE * SIDE, flops: 2 * SIDE ** 3, dispatches: 2 },
    count: 10,
    share: 2500,
    note: 'normal',
    contenders,
    program(library) {
      need(library, 'normal', 'matmul');
      let seed = 0;
      /** The last matrix is kept for the check. */
      let a;
      const free = () => {
        if (a) library.free(a);
        a = undefined;
      };
      const normal = () => library.normal([SIDE, SIDE], (seed = (seed + 1) % 8));
      const make = () => {
        free();
        a = normal();
        return library.matmul(a, a, {});
      };
      const makeAwaited = async () => {
        free();
        a = await normal();
        return library.matmul(a, a, {});
      };
      const program = repeated(library, library.asynchronous ? makeAwaited : make, []);
      return {
        ...program,
        read: async () => [await library.read(a), await program.read()],
        finish() {
          program.finish();
          free();
        },
      };
    },
    check: checkSquare,
  },
];

/** @param {Float32Array[]} read the last matrix and its product with itself */
function checkSquare([values, product]) {
  checkNormal(values);
  const a = { values, rows: SIDE, columns: SIDE };
  checkProduct(product, a, a);
}
