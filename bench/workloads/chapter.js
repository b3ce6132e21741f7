// The chapter's warm-up: a matrix of random numbers, and its product with itself, ten times.
import { contenders } from '../contenders/index.js';
import { need } from '../contenders/library.js';
import { repeated } from '../programs.js';
import { checkLength } from '../reference.js';

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
      const make = () => {
        const a = library.normal([SIDE, SIDE], (seed = (seed + 1) % 8));
        const product = library.matmul(a, a, {});
        library.free(a);
        return product;
      };
      const makeAwaited = async () => {
        const a = await library.normal([SIDE, SIDE], (seed = (seed + 1) % 8));
        const product = await library.matmul(a, a, {});
        library.free(a);
        return product;
      };
      return repeated(library, library.asynchronous ? makeAwaited : make, []);
    },
    check: checkSquare,
  },
];

/** Of the square of a matrix of independent standard normal numbers: the diagonal aside, mean 0 and variance SIDE. */
function checkSquare(values) {
  checkLength(values, SIDE * SIDE);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    sum += values[i];
    squares += values[i] ** 2;
  }
  const [mean, variance] = [sum / values.length, squares / values.length];
  // Elements of one row or column are not independent, so the mean has the spread of SIDE samples and not of SIDE².
  if (Math.abs(mean) > 6 || Math.abs(variance / SIDE - 1) > 0.1) {
    throw new Error(`mean ${mean} and variance ${variance}, not 0 and ${SIDE}`);
  }
}
