import { Block } from './block.js';
import { arrays, checkOf } from './checks.js';

/** @typedef {import('../lab.js').Lab} Lab */
/** @import {NDArray} from '../array/ndarray.js' */

const checkRate = checkOf((rate) => rate >= 0 && rate < 1, 'a number from 0 to below 1');

/**
 * While `autograd.record` records, sets each element to 0 with a probability of `rate`, and divides the others by 1 − `rate`;
 * elsewhere it changes nothing (N. Srivastava et al.: "Dropout", JMLR 2014).
 *
 * @example
 * const dropout = new lab.nn.Dropout(0.5);
 * await dropout(nd.ones([3])).data(); // → [1, 1, 1]
 */
export class Dropout extends Block {
  #lab;
  #rate;

  /** @param {Lab} lab @param {number} rate from 0 to below 1 */
  constructor(lab, rate) {
    super();
    checkRate('Dropout', 'rate', rate);
    this.#lab = lab;
    this.#rate = rate;
  }

  /** Does nothing: there are no parameters. */
  initialize() {}

  /** There are none. @returns {NDArray[]} */
  parameters() {
    return [];
  }

  /** Sets elements to 0 while `autograd.record` records; calling the layer does the same. @param {NDArray} x @returns {NDArray} */
  forward(x) {
    arrays('Dropout', x);
    const { nd, autograd } = this.#lab;
    if (!autograd.recording || this.#rate === 0) return x;
    return this.#lab.tidy(() => {
      const drawn = nd.random.uniform([...x.shape], { device: x.device });
      return x.mul(drawn.greaterEqual(this.#rate)).div(1 - this.#rate);
    });
  }

  /** Does nothing: there are no parameters. */
  dispose() {}
}
