import { describe, options } from './arguments.js';
import { LabError } from './errors.js';
import { Block } from './nn/block.js';
import { arrays, oneOf, positive } from './nn/checks.js';
import { Dense } from './nn/dense.js';

/** @typedef {import('./lab.js').Lab} Lab */
/** @typedef {import('./ndarray.js').NDArray} NDArray */
/** @typedef {import('./nn/dense.js').Initializer} Initializer */

/**
 * @typedef {object} Layer What a network is made of: `nn.Dense`, a network, or anything else with these methods.
 * @property {(x: NDArray) => NDArray} forward computes the layer
 * @property {() => NDArray[]} parameters what training changes
 * @property {(options?: {seed?: number, initializer?: Initializer, device?: string}, index?: number) => void} initialize draws them
 * @property {() => void} dispose gives them up
 */

const OPTIMIZERS = { sgd: true };
const REDUCTIONS = { none: true, mean: true };

/**
 * Layers one after the other.
 *
 * @example
 * const { nn } = lab;
 * const net = new nn.Sequential([new nn.Dense(4, { activation: 'relu' }), new nn.Dense(1)]);
 * net.initialize({ seed: 1 });
 * net(nd.ones([8, 3])).shape; // → [8, 1]
 */
export class Sequential extends Block {
  #lab;
  /** @type {Layer[]} */
  #layers = [];

  /** @param {Lab} lab @param {Layer[]} [layers] */
  constructor(lab, layers = []) {
    super();
    this.#lab = lab;
    if (!Array.isArray(layers))
      throw new LabError(
        'INVALID_OPTION',
        `Sequential: the layers are ${describe(layers)}; give a list, as in new nn.Sequential([new nn.Dense(1)])`,
      );
    this.add(...layers);
  }

  /** Puts layers behind those there are. @param {...Layer} layers @returns {this} */
  add(...layers) {
    for (const layer of layers) {
      if (typeof layer?.forward !== 'function' || typeof layer.parameters !== 'function')
        throw new LabError(
          'INVALID_OPTION',
          `Sequential: a layer is ${describe(layer)}; give nn.Dense and its like`,
        );
    }
    this.#layers.push(...layers);
    return this;
  }

  /**
   * Draws the parameters of every layer, each with a seed derived from the network's.
   *
   * @param {{seed?: number, initializer?: Initializer, device?: string}} [options] the lab's seed and `xavier` by default
   */
  initialize(options) {
    this.#layers.forEach((layer, index) => layer.initialize(options, index));
  }

  /** The parameters of every layer, in order. @returns {NDArray[]} */
  parameters() {
    return this.#layers.flatMap((layer) => layer.parameters());
  }

  /** Computes the layers, one after the other; calling the network does the same. @param {NDArray} x @returns {NDArray} */
  forward(x) {
    return this.#lab.tidy(() => this.#layers.reduce((input, layer) => layer.forward(input), x));
  }

  /** Gives the parameters of every layer up. */
  dispose() {
    for (const layer of this.#layers) layer.dispose();
  }
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
    const { reduction = 'none' } = options('L2Loss', given, ['reduction']);
    oneOf('L2Loss', 'reduction', reduction, REDUCTIONS);
    this.#lab = lab;
    this.#mean = reduction === 'mean';
  }

  /**
   * Computes the loss; calling it does the same.
   *
   * @param {NDArray} prediction [batch, ...]
   * @param {NDArray} label as many elements
   * @returns {NDArray} [batch], or a scalar
   */
  forward(prediction, label) {
    arrays('L2Loss', prediction, label);
    const { shape } = prediction;
    if (label.size !== prediction.size)
      throw new LabError(
        'SHAPE_MISMATCH',
        `L2Loss: a prediction of shape [${shape.join(', ')}] and a label of shape [${label.shape.join(', ')}]; give one label for each element`,
      );
    return this.#lab.tidy(() => {
      const same = String(label.shape) === String(shape) ? label : label.reshape(shape);
      const halves = prediction.sub(same).square().mul(0.5);
      if (this.#mean) return halves.mean();
      return shape.length > 1 ? halves.mean(shape.map((_, axis) => axis).slice(1)) : halves;
    });
  }
}

/**
 * Moves parameters against their gradients: w ← w − learningRate / batchSize · gradient.
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

  /**
   * @param {Lab} lab
   * @param {NDArray[] | {parameters(): NDArray[]}} parameters or a network, whose parameters may come with its first input
   * @param {'sgd'} optimizer
   * @param {{learningRate?: number}} [given]
   */
  constructor(lab, parameters, optimizer, given) {
    const { learningRate = 0.01 } = options('Trainer', given, ['learningRate']);
    const network = /** @type {any} */ (parameters);
    if (typeof network?.parameters !== 'function') arrays('Trainer', ...[parameters].flat());
    oneOf('Trainer', 'optimizer', optimizer, OPTIMIZERS);
    positive('Trainer', 'learningRate', learningRate);
    this.#lab = lab;
    this.#parameters = Array.isArray(parameters) ? () => parameters : () => parameters.parameters();
    /** May be set between steps. */
    this.learningRate = learningRate;
  }

  /** Moves every parameter against its gradient. @param {number} batchSize what the gradients are divided by, as those of a batch are added up */
  step(batchSize) {
    positive('step', 'batchSize', batchSize);
    const rate = this.learningRate / batchSize;
    const { autograd } = this.#lab;
    const gradientOf = (/** @type {NDArray} */ parameter) => {
      const gradient = parameter.grad;
      if (!gradient)
        throw new LabError(
          'NO_GRADIENT',
          `step: a parameter of shape [${parameter.shape.join(', ')}] has no gradient; call backward() on the loss first, and give it new values with assign()`,
        );
      return gradient;
    };
    const update = () => {
      // All of them or none.
      const parameters = this.#parameters();
      const gradients = parameters.map(gradientOf);
      for (const [index, parameter] of parameters.entries())
        parameter.assign(parameter.sub(gradients[index].mul(rate)));
    };
    autograd.pause(() => this.#lab.tidy(update));
  }
}

/**
 * An object that is a function too: calling it calls its `forward`.
 *
 * @template T
 * @typedef {T extends {forward: infer F} ? T & F : T} Callable an object that is a function too: calling it calls its `forward`
 */

/**
 * A class for the arrays of one lab, which its constructor need not be given.
 *
 * @template {new (lab: import('./lab.js').Lab, ...given: any[]) => any} C
 * @typedef {C extends new (lab: import('./lab.js').Lab, ...given: infer G) => infer T ? new (...given: G) => Callable<T> : never} OfLab a class for the arrays of one lab, which its constructor need not be given
 */

/**
 * @typedef {object} Networks `lab.nn`: layers, losses and trainers for the arrays of one lab.
 * @property {OfLab<typeof Dense>} Dense a fully connected layer
 * @property {OfLab<typeof Sequential>} Sequential layers one after the other
 * @property {OfLab<typeof L2Loss>} L2Loss half the squared difference
 * @property {OfLab<typeof Trainer>} Trainer moves parameters against their gradients
 */

/** Networks for the arrays of one lab. @param {Lab} lab @returns {Networks} */
export const networks = (lab) => ({
  Dense: of(lab, Dense),
  Sequential: of(lab, Sequential),
  L2Loss: of(lab, L2Loss),
  Trainer: of(lab, Trainer),
});

/**
 * @template {new (lab: Lab, ...given: any[]) => any} C
 * @param {Lab} lab
 * @param {C} Class
 * @returns {OfLab<C>}
 */
function of(lab, Class) {
  const { name } = Class;
  /** @type {any} */
  const OfThis = function (/** @type {any[]} */ ...given) {
    if (new.target) return Reflect.construct(Class, [lab, ...given], new.target);
    throw new LabError('INVALID_ARGUMENT', `${name}: it is a class; write new nn.${name}(…)`);
  };
  Object.setPrototypeOf(OfThis, Class);
  OfThis.prototype = Object.create(Class.prototype, { constructor: { value: OfThis } });
  return Object.defineProperty(OfThis, 'name', { value: name });
}
