// Compositions of the JavaScript library for Python, which calls them by name, with arrays as handles.
import { CrossEntropyLoss } from '../lib/nn/losses.js';
import { OPTIMIZERS } from '../lib/nn/optimizers.js';

/** @typedef {import('../lib/lab.js').Lab} Lab */
/** @typedef {import('../lib/array/ndarray.js').NDArray} NDArray */

/** An index among all elements, or along an axis. @param {'argmax' | 'argmin'} name @returns {(lab: Lab, arrays: NDArray[], numbers: number[]) => NDArray[]} */
const extremeIndex =
  (name) =>
  (_, [x], [axis, keep]) => [x[name](axis < 0 ? undefined : axis, { keepDims: keep === 1 })];

/** @type {Record<string, (lab: Lab, arrays: NDArray[], numbers: number[]) => NDArray[]>} */
const COMPOSITIONS = {
  argmax: extremeIndex('argmax'),
  argmin: extremeIndex('argmin'),
  softmax: (_, [x], [axis]) => [x.softmax(axis)],
  logSoftmax: (_, [x], [axis]) => [x.logSoftmax(axis)],
  crossEntropy: (lab, [scores, label]) => [new CrossEntropyLoss(lab).forward(scores, label)],
  /** The parameter after a step, and the optimizer's state of it. */
  adam(_, [w, g, mean, square], [learningRate, beta1, beta2, epsilon, weightDecay, step]) {
    const number = (/** @type {(now: object) => number} */ of) => of({ learningRate, step });
    const given = { beta1, beta2, epsilon, weightDecay, batchSize: 1, number };
    return [OPTIMIZERS.adam.next(w, g, [mean, square], given), mean, square];
  },
};

/**
 * The handles of the arrays that a composition makes, each with a reference for the caller.
 *
 * @param {Lab} lab
 * @param {string} name
 * @param {number[]} given handles of arrays, then numbers
 * @param {number} count of the arrays
 * @returns {number[]}
 */
export function composed(lab, name, given, count) {
  const arrays = given.slice(0, count).map((x) => lab.arrayOf(x));
  try {
    /** @type {number[]} */
    let handles = [];
    lab.tidy(() => {
      const numbers = given.slice(count).map(Number);
      handles = COMPOSITIONS[name](lab, arrays, numbers).map((made) => lab.handleOf(made));
    });
    return handles;
  } finally {
    for (const array of arrays) array.dispose();
  }
}
