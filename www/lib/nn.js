import { callable, describe, options, text } from './arguments.js';
import { LabError } from './errors.js';
import { Block } from './nn/block.js';
import { arrays, notNegative, oneOf, positive } from './nn/checks.js';
import { Dense } from './nn/dense.js';
import { CrossEntropyLoss, L2Loss } from './nn/losses.js';
import { OPTIMIZERS, schedule } from './nn/optimizers.js';
import { decode, encode } from './nn/safetensors.js';

export { CrossEntropyLoss, L2Loss };

/** @typedef {import('./lab.js').Lab} Lab */
/** @import {NDArray} from './ndarray.js' */
/** @typedef {import('./nn/dense.js').Initializer} Initializer */

/**
 * @typedef {object} Layer What a network is made of: `nn.Dense`, a network, or anything else with these methods.
 * @property {(x: NDArray) => NDArray} forward computes the layer
 * @property {() => NDArray[]} parameters what training changes
 * @property {(options?: {seed?: number, initializer?: Initializer, device?: string}, index?: number) => void} initialize draws them
 * @property {() => void} dispose gives them up
 * @property {(prefix: string) => Record<string, NDArray>} [named] the parameters by their names in a file, of a layer that is saved
 * @property {(find: import('./nn/dense.js').Find, prefix: string) => () => void} [restored] what sets them to those of a file
 */

/** The methods that a layer cannot do without. */
const LAYER = ['forward', 'parameters', 'initialize', 'dispose'];

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
      if (LAYER.some((name) => typeof (/** @type {any} */ (layer)?.[name]) !== 'function'))
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

  /**
   * The parameters as a file of named arrays, as Python's `safetensors` reads it: `0.weight` is that of the first layer. A hidden wait.
   *
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   * @example
   * const [net, copy] = [1, 2].map(() => new lab.nn.Sequential([new lab.nn.Dense(2, { inputs: 3 })]));
   * net.initialize();
   * copy.load(await net.state());
   * copy.parameters()[0].shape; // → [2, 3]
   */
  async state() {
    const entries = Object.entries(this.named()).map(async ([name, array]) => {
      const tensor = { shape: [...array.shape], values: await array.data() };
      return /** @type {const} */ ([name, tensor]);
    });
    return encode(Object.fromEntries(await Promise.all(entries)));
  }

  /**
   * Sets the parameters to those of a file of named arrays, of all layers or of none. What the file has besides is left alone.
   *
   * @param {Uint8Array | ArrayBuffer} file
   * @param {(name: string) => string} [nameInFile] what the file calls the array that is called `0.weight` here
   * @throws {LabError} `INVALID_FILE`, `SHAPE_MISMATCH`
   */
  load(file, nameInFile = (name) => name) {
    callable('load', nameInFile, 'nameInFile');
    const tensors = decode(file);
    this.restored((name) => {
      const found = nameInFile(name);
      if (typeof found === 'string' && Object.hasOwn(tensors, found)) return tensors[found]();
      throw new LabError(
        'INVALID_FILE',
        `load: the file has no array ${text(found)}, but ${Object.keys(tensors).join(', ') || 'none'}; tell load how it calls ${name}`,
      );
    })();
  }

  /** @internal @param {string} [prefix] @returns {Record<string, NDArray>} */
  named(prefix = '') {
    return Object.assign(
      {},
      ...this.#layers.map((layer, index) => layer.named?.(`${prefix}${index}.`)),
    );
  }

  /** A function that restores all layers. @internal @param {import('./nn/dense.js').Find} find @param {string} [prefix] @returns {() => void} */
  restored(find, prefix = '') {
    const parts = this.#layers.map((layer, index) => layer.restored?.(find, `${prefix}${index}.`));
    return () => parts.forEach((restore) => restore?.());
  }

  /** Gives the parameters of every layer up. */
  dispose() {
    for (const layer of this.#layers) layer.dispose();
  }
}

/**
 * Sets some elements to 0, each with a probability of `rate`, and makes the others as much larger, while `autograd.record` records;
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
    if (!(typeof rate === 'number' && rate >= 0 && rate < 1))
      throw new LabError(
        'INVALID_NUMBER',
        `Dropout: rate is ${text(rate)}; give a number from 0 to below 1`,
      );
    this.#lab = lab;
    this.#rate = rate;
  }

  /** Does nothing: there are no parameters. */
  initialize() {}

  /** It has none. @returns {NDArray[]} */
  parameters() {
    return [];
  }

  /** @internal @returns {Record<string, NDArray>} */
  named() {
    return {};
  }

  /** @internal */
  restored() {
    return () => {};
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
  /** The optimizer's state of each parameter. @type {Map<NDArray, NDArray[]>} */
  #kept = new Map();

  /**
   * @param {Lab} lab
   * @param {NDArray[] | {parameters(): NDArray[]}} parameters or a network, whose parameters may come with its first input
   * @param {'sgd' | 'adam'} optimizer
   * @param {{learningRate?: number | ((step: number) => number), momentum?: number, weightDecay?: number, beta1?: number, beta2?: number,
   *   epsilon?: number}} [given] the learning rate is 0.01 by default (0.001 for `adam`), or by the steps done so far, as
   *   `nn.schedule` has some; momentum 0, weightDecay 0; beta1 0.9, beta2 0.999 and epsilon 1e-8 are those of `adam`
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
    const network = /** @type {any} */ (parameters);
    const list = [network].flat();
    const grows = typeof network?.parameters === 'function';
    if (!grows) arrays('Trainer', ...list);
    for (const [name, value] of Object.entries(own)) notNegative('Trainer', name, value);
    if (typeof learningRate === 'function') this.#schedule = learningRate;
    else positive('Trainer', 'learningRate', learningRate);
    this.#lab = lab;
    this.#parameters = grows ? () => [network.parameters()].flat() : () => list;
    this.#options = { ...this.#optimizer.options, ...own };
    /** Of the next step, unless a schedule says otherwise. @type {number} */
    this.learningRate = typeof learningRate === 'function' ? learningRate(0) : learningRate;
    /** How many were done. */
    this.steps = 0;
  }

  /**
   * Moves every parameter once, or none where one of them has no gradient.
   *
   * @param {number} batchSize what the gradients are divided by, as those of a batch are added up; 1 for those of a mean
   * @throws {LabError} `INVALID_NUMBER`, `NO_GRADIENT`
   */
  step(batchSize) {
    positive('step', 'batchSize', batchSize);
    if (this.#schedule) this.learningRate = this.#schedule(this.steps);
    notNegative('step', 'learningRate', this.learningRate);
    const given = {
      ...this.#options,
      learningRate: this.learningRate,
      batchSize,
      step: this.steps + 1,
    };
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
      arrays('step', ...parameters);
      const gradients = parameters.map(gradientOf);
      this.steps += 1;
      for (const [index, parameter] of parameters.entries()) {
        const kept = this.#keptOf(parameter);
        parameter.assign(this.#optimizer.next(parameter, gradients[index], kept, given));
      }
    };
    autograd.pause(() => this.#lab.tidy(update));
  }

  /** Gives up what the optimizer keeps of the parameters. */
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
 * @property {OfLab<typeof Dropout>} Dropout sets some elements to 0
 * @property {OfLab<typeof L2Loss>} L2Loss half the squared difference
 * @property {OfLab<typeof CrossEntropyLoss>} CrossEntropyLoss that of classes
 * @property {OfLab<typeof Trainer>} Trainer moves parameters against their gradients
 * @property {typeof schedule} schedule learning rates by the number of steps
 */

/** Networks for the arrays of one lab. @param {Lab} lab @returns {Networks} */
export const networks = (lab) => ({
  Dense: of(lab, Dense),
  Sequential: of(lab, Sequential),
  Dropout: of(lab, Dropout),
  L2Loss: of(lab, L2Loss),
  CrossEntropyLoss: of(lab, CrossEntropyLoss),
  Trainer: of(lab, Trainer),
  schedule,
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
