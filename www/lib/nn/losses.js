import { options } from '../array/arguments.js';
import { LabError } from '../core/errors.js';
import { Block } from './block.js';
import { arrays, oneOf } from './checks.js';

/** @typedef {import('../lab.js').Lab} Lab */
/** @typedef {import('../array/ndarray.js').NDArray} NDArray */

const REDUCTIONS = { none: true, mean: true };

/** @param {string} name @param {{reduction?: 'none' | 'mean'} | undefined} given whether to average over the batch */
function averages(name, given) {
  const { reduction = 'none' } = options(name, given, ['reduction']);
  oneOf(name, 'reduction', reduction, REDUCTIONS);
  return reduction === 'mean';
}

/** @param {string} name @param {NDArray} prediction @param {NDArray} label @param {string} remedy @returns {never} */
function mismatch(name, prediction, label, remedy) {
  const [predicted, expected] = [prediction, label].map(({ shape }) => `[${shape.join(', ')}]`);
  const problem = `a prediction of shape ${predicted} and a label of shape ${expected}; ${remedy}`;
  throw LabError.of(name, 'SHAPE_MISMATCH', problem);
}

/**
 * Half the squared difference, averaged over all axes but the first, as in MXNet.
 *
 * @example
 * const loss = new lab.nn.L2Loss();
 * await loss(nd.array([[3], [1]]), nd.zeros([2, 1])).data(); // → [4.5, 0.5]
 */
export class L2Loss extends Block {
  #lab;
  #mean;

  /** @param {Lab} lab @param {{reduction?: 'none' | 'mean'}} [given] `mean` averages over the batch too */
  constructor(lab, given) {
    super();
    this.#lab = lab;
    this.#mean = averages('L2Loss', given);
  }

  /**
   * Computes the loss of each example, or their mean; calling the loss does the same.
   *
   * @param {NDArray} prediction [batch, ...]
   * @param {NDArray} label with as many elements
   * @returns {NDArray} [batch], or a scalar
   */
  forward(prediction, label) {
    arrays('L2Loss', prediction, label);
    const { shape } = prediction;
    if (label.size !== prediction.size)
      mismatch('L2Loss', prediction, label, 'give one label for each element');
    return this.#lab.tidy(() => {
      const same = String(label.shape) === String(shape) ? label : label.reshape(shape);
      const halves = prediction.sub(same).square().mul(0.5);
      if (this.#mean) return halves.mean();
      return shape.length > 1 ? halves.mean(shape.map((_, axis) => axis).slice(1)) : halves;
    });
  }
}

/**
 * Cross-entropy between labels and the softmax of a network's scores: −log of the probability of the label. A label that is no class
 * gives NaN.
 *
 * @example
 * const loss = new lab.nn.CrossEntropyLoss({ reduction: 'mean' });
 * const scores = nd.array([[0, 0], [0, 100]]);
 * (await loss(scores, nd.array([0, 1])).item()).toFixed(4); // → 0.3466
 */
export class CrossEntropyLoss extends Block {
  #lab;
  #mean;

  /** @param {Lab} lab @param {{reduction?: 'none' | 'mean'}} [given] `mean` averages over the batch */
  constructor(lab, given) {
    super();
    this.#lab = lab;
    this.#mean = averages('CrossEntropyLoss', given);
  }

  /**
   * Computes the loss of each label, or their mean; calling the loss does the same.
   *
   * @param {NDArray} scores [batch, ..., classes], before any softmax
   * @param {NDArray} label the class of each, [batch, ...], or the probability of every class, [batch, ..., classes]
   * @returns {NDArray} [batch, ...], or a scalar
   */
  forward(scores, label) {
    arrays('CrossEntropyLoss', scores, label);
    const [shape, given] = [scores.shape, String(label.shape)];
    const classes = shape.at(-1);
    const remedy = 'give a class for each, or a probability for each class';
    if (classes === undefined || ![String(shape), String(shape.slice(0, -1))].includes(given))
      mismatch('CrossEntropyLoss', scores, label, remedy);
    return this.#lab.tidy(() => {
      const logs = scores.logSoftmax();
      const loss =
        given === String(shape) ? logs.mul(label).sum(-1).neg() : this.#ofClasses(logs, label);
      return this.#mean ? loss.mean() : loss;
    });
  }

  /** @param {NDArray} logs @param {NDArray} label */
  #ofClasses(logs, label) {
    const classes = Number(logs.shape.at(-1));
    const all = this.#lab.nd.arange(0, classes, 1, { device: logs.device });
    const hits = label.reshape([...label.shape, 1]).equal(all);
    // A label that is no class hits nothing, and 0 / 0 is NaN.
    return logs.masked(hits).sum(-1).div(hits.sum(-1)).neg();
  }
}
