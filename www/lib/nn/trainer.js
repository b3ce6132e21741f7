import { options } from '../array/arguments.js';
import { LabError } from '../core/errors.js';
import { arrays, notNegative, oneOf, positive } from './checks.js';
import { OPTIMIZERS } from './optimizers.js';

/** @typedef {import('../lab.js').Lab} Lab */
/** @import {NDArray} from '../array/ndarray.js' */

/** Whether a value is a network or a layer. @param {unknown} value @returns {value is {parameters(): NDArray[]}} */
function hasParameters(value) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  return 'parameters' in value && typeof value.parameters === 'function';
}

/**
 * Moves parameters against their gradients. `sgd`, with its momentum v and the gradient g of a batch divided by its size: v ← momentum · v
 * + g + weightDecay · w, then w ← w − learningRate · v. `adam` as in its paper, with the same weight decay.
 *
 * @example
 * const w = nd.array([1]).attachGrad();
 * const trainer = new lab.nn.Trainer([w], 'sgd', { learningRate: 0.25 });
 * lab.autograd.record(() => w.square()).backward();
 * trainer.step(1);
 * await w.item(); // → 0.5
 */
export class Trainer {
  #lab;
  #parameters;
  #optimizer;
  #options;
  /** @type {((step: number) => number) | undefined} */
  #schedule;
  #rate;
  /** The last capture whose function chose the learning rate. @type {object | undefined} */
  #chosen;
  /** The optimizer's state of each parameter. @type {Map<NDArray, NDArray[]>} */
  #kept = new Map();

  /**
   * @param {Lab} lab
   * @param {NDArray[] | {parameters(): NDArray[]}} parameters or a network, whose parameters may come with its first input
   * @param {'sgd' | 'adam'} optimizer
   * @param {{learningRate?: number | ((step: number) => number), momentum?: number, weightDecay?: number, beta1?: number, beta2?: number,
   *   epsilon?: number}} [given] the learning rate is 0.01 by default (0.001 for `adam`); a function returns it by the steps
   *   done so far, as those of `nn.schedule` do; momentum 0, weightDecay 0; beta1 0.9, beta2 0.999 and epsilon 1e-8 are those of `adam`
   */
  constructor(lab, parameters, optimizer, given) {
    oneOf('Trainer', 'optimizer', optimizer, OPTIMIZERS);
    this.#optimizer = OPTIMIZERS[optimizer];
    const known = ['learningRate', ...Object.keys(this.#optimizer.options)];
    const { learningRate = optimizer === 'adam' ? 0.001 : 0.01, ...own } = options(
      'Trainer',
      given,
      known,
    );
    const list = hasParameters(parameters) ? [] : [parameters].flat();
    arrays('Trainer', ...list);
    for (const [name, value] of Object.entries(own)) notNegative('Trainer', name, value);
    if (typeof learningRate === 'function') this.#schedule = learningRate;
    else positive('Trainer', 'learningRate', learningRate);
    this.#lab = lab;
    // A parameter that two layers share is one parameter: it has one gradient, and moves once.
    this.#parameters = () => [
      ...new Set(hasParameters(parameters) ? [parameters.parameters()].flat() : list),
    ];
    this.#options = { ...this.#optimizer.options, ...own };
    this.#rate = typeof learningRate === 'function' ? learningRate(0) : learningRate;
    /** The number of steps that were done. */
    this.steps = 0;
  }

  /** The learning rate of the next step, unless a schedule says otherwise. @returns {number} */
  get learningRate() {
    return this.#rate;
  }

  set learningRate(rate) {
    this.#rate = rate;
    this.#chosen = this.#lab.session.capture;
  }

  /**
   * Moves every parameter once, or none where one of them has no gradient.
   *
   * @param {number} batchSize divides the gradients, which are sums over a batch; 1 for gradients of a mean
   * @throws {LabError} `INVALID_NUMBER`, `NO_GRADIENT`
   */
  step(batchSize) {
    positive('step', 'batchSize', batchSize);
    const { autograd, session } = this.#lab;
    const { capture } = session;
    const before = capture?.turns.get(this) ?? 0;
    /** The learning rate and the number of the step that comes after `turns` other steps. */
    const numbers = (/** @type {number} */ turns) => {
      const learningRate = this.#schedule?.(this.steps + turns) ?? this.#rate;
      notNegative('step', 'learningRate', learningRate);
      return { learningRate, step: this.steps + turns + 1 };
    };
    let now = numbers(0);
    this.#rate = now.learningRate;
    // A rate that the compiled function itself sets is a constant of the capture.
    if (capture && this.#chosen === capture) capture.guard(() => this.#rate);
    /** @param {(now: {learningRate: number, step: number}) => number} of */
    const number = (of) => (capture ? capture.number(() => of(now)) : of(now));
    const given = { ...this.#options, batchSize, number };
    const gradientOf = (/** @type {NDArray} */ parameter) => {
      const gradient = parameter.grad;
      if (!gradient)
        throw LabError.of(
          'step',
          'NO_GRADIENT',
          `a parameter of shape [${parameter.shape.join(', ')}] has no gradient; call backward() on the loss first, and give it new values with assign()`,
        );
      return gradient;
    };
    const update = () => {
      // Every gradient is found before any parameter moves.
      const parameters = this.#parameters();
      arrays('step', ...parameters);
      const gradients = parameters.map(gradientOf);
      this.steps += 1;
      for (const [index, parameter] of parameters.entries()) {
        const kept = this.#keptOf(parameter);
        parameter.assign(this.#optimizer.next(parameter, gradients[index], kept, given));
      }
    };
    autograd.pause(() => this.#lab.tidy(update));
    if (!capture) return;
    capture.turns.set(this, before + 1);
    capture.prepares.push(() => (now = numbers(before)));
    capture.effects.push(() => {
      this.#rate = now.learningRate;
      this.steps += 1;
    });
  }

  /** Disposes the optimizer's state of the parameters. */
  dispose() {
    for (const kept of this.#kept.values()) for (const array of kept) array.dispose();
    this.#kept.clear();
  }

  /** @param {NDArray} parameter @returns {NDArray[]} none where the optimizer has no use for them */
  #keptOf(parameter) {
    if (this.#options.momentum === 0) return [];
    const known = this.#kept.get(parameter);
    if (known) return known;
    /** @type {NDArray[]} */
    const kept = [];
    const { shape, device } = parameter;
    this.#lab.untidied(() => {
      this.#optimizer.keeps.forEach(() => kept.push(this.#lab.nd.zeros([...shape], { device })));
    });
    this.#kept.set(parameter, kept);
    return kept;
  }
}
