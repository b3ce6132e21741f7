import { invalid, natural, options } from '../array/arguments.js';
import { notNegative, whole } from './checks.js';

/** @typedef {import('../array/ndarray.js').NDArray} NDArray */

/** @typedef {{learningRate: number, step: number}} Now */

/**
 * @typedef {object} Optimizer
 * @property {Record<string, number>} options with their default values
 * @property {string[]} keeps the names of the arrays that it keeps of each parameter, zeros at first
 * @property {(w: NDArray, g: NDArray, kept: NDArray[], o: any) => NDArray} next the parameter after a step, from the gradient of
 *   a batch; `o` has the options, the size of the batch and `number`, which returns a number for the next operation by a function of the
 *   learning rate and the step's number, from 1 on; each replay of a compiled step computes it anew
 */

/** The mean gradient of the batch, plus the weight decay. @param {NDArray} w @param {NDArray} g @param {any} o */
function slopeOf(w, g, { weightDecay, batchSize }) {
  const mean = batchSize === 1 ? g : g.div(batchSize);
  return weightDecay === 0 ? mean : mean.add(w.mul(weightDecay));
}

/** By name. @type {Record<string, Optimizer>} */
export const OPTIMIZERS = {
  // I. Sutskever et al.: "On the importance of initialization and momentum in deep learning", ICML 2013.
  sgd: {
    options: { momentum: 0, weightDecay: 0 },
    keeps: ['velocity'],
    next(w, g, [velocity], o) {
      const { momentum, weightDecay, batchSize, number } = o;
      if (!velocity && weightDecay === 0)
        return w.sub(g.mul(number((/** @type {Now} */ now) => now.learningRate / batchSize)));
      const slope = slopeOf(w, g, o);
      const step = velocity ? velocity.assign(velocity.mul(momentum).add(slope)) : slope;
      return w.sub(step.mul(number((/** @type {Now} */ now) => now.learningRate)));
    },
  },
  // D. Kingma, J. Ba: "Adam: a method for stochastic optimization", ICLR 2015.
  adam: {
    options: { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 },
    keeps: ['mean', 'square'],
    next(w, g, [mean, square], o) {
      const { beta1, beta2, epsilon, number } = o;
      const slope = slopeOf(w, g, o);
      mean.assign(mean.mul(beta1).add(slope.mul(1 - beta1)));
      square.assign(square.mul(beta2).add(slope.square().mul(1 - beta2)));
      const size = square
        .div(number((/** @type {Now} */ { step }) => 1 - beta2 ** step))
        .sqrt()
        .add(epsilon);
      const rate = (/** @type {Now} */ now) => now.learningRate / (1 - beta1 ** now.step);
      return w.sub(mean.mul(number(rate)).div(size));
    },
  },
};

/**
 * Learning rates by the number of steps done before.
 *
 * @example
 * const rate = lab.nn.schedule.cosine({ from: 0.1, steps: 100 });
 * [0, 50, 100].map((step) => rate(step).toFixed(3)); // → ["0.100", "0.050", "0.000"]
 */
export const schedule = {
  /**
   * Rises evenly over `warmup` steps, then falls as half a cosine until `steps` steps are done (I. Loshchilov, F. Hutter: "SGDR", ICLR 2017).
   *
   * @param {{from: number, to?: number, steps: number, warmup?: number}} given
   * @returns {(step: number) => number}
   */
  cosine(given) {
    const known = ['from', 'to', 'steps', 'warmup'];
    const { from = NaN, to = 0, steps = NaN, warmup = 0 } = options('cosine', given, known);
    notNegative('cosine', 'from', from);
    notNegative('cosine', 'to', to);
    whole('cosine', 'steps', steps);
    if (natural('cosine', 'warmup', warmup) >= steps)
      throw invalid('cosine', `warmup is ${warmup}; give fewer than all ${steps} steps`);
    return (step) => {
      if (step < warmup) return (from * (step + 1)) / warmup;
      const part = Math.min(1, (step - warmup) / (steps - warmup));
      return to + ((from - to) * (1 + Math.cos(Math.PI * part))) / 2;
    };
  },

  /**
   * Multiplied by a factor each time this many steps are done.
   *
   * @param {{from: number, factor: number, every: number}} given
   * @returns {(step: number) => number}
   */
  steps(given) {
    const known = ['from', 'factor', 'every'];
    const { from = NaN, factor = NaN, every = NaN } = options('steps', given, known);
    notNegative('steps', 'from', from);
    notNegative('steps', 'factor', factor);
    whole('steps', 'every', every);
    return (step) => from * factor ** Math.floor(step / every);
  },
};
