import { natural, options } from '../array/arguments.js';
import { LabError } from '../core/errors.js';
import { Block } from './block.js';
import { arrays, oneOf, whole } from './checks.js';

/** @typedef {import('../lab.js').Lab} Lab */
/** @typedef {import('../array/ndarray.js').NDArray} NDArray */

/**
 * @typedef {'xavier' | 'normal' | {name: 'xavier', magnitude?: number} | {name: 'normal', std?: number}} Initializer
 *   of weights, as in MXNet. `xavier` draws evenly from ±√(magnitude / ((inputs + units) / 2)), magnitude 3 by default
 *   (X. Glorot, Y. Bengio: "Understanding the difficulty of training deep feedforward neural networks", AISTATS 2010);
 *   `normal` with the standard deviation `std`, 0.01 by default. Biases start at 0.
 */

/** Weights of [units, inputs]. @type {Record<string, (lab: Lab, shape: number[], options: any) => NDArray>} */
const INITIALIZERS = {
  xavier(lab, shape, { magnitude = 3, ...options }) {
    const bound = Math.sqrt(magnitude / ((shape[0] + shape[1]) / 2));
    return lab.nd.random.uniform(shape, { low: -bound, high: bound, ...options });
  },
  normal: (lab, shape, { std = 0.01, ...options }) =>
    lab.nd.random.normal(shape, { std, ...options }),
};

/** @type {Record<string, (x: NDArray) => NDArray>} */
const ACTIVATIONS = { relu: (x) => x.relu(), sigmoid: (x) => x.sigmoid(), tanh: (x) => x.tanh() };

/** @typedef {(name: string) => import('./safetensors.js').Tensor} Find the array of a file by its name */

/**
 * A fully connected layer: x·Wᵀ + b over the last axis, then the activation.
 *
 * @example
 * const layer = new lab.nn.Dense(2, { inputs: 3 });
 * layer.initialize({ seed: 1 });
 * layer.weight.shape; // → [2, 3]
 */
export class Dense extends Block {
  #lab;
  #options;
  /** The options given to `initialize`. @type {any} */
  #start;
  /** @type {NDArray | undefined} */
  #weight;
  /** @type {NDArray | undefined} */
  #bias;

  /**
   * @param {Lab} lab
   * @param {number} units
   * @param {object} [given]
   * @param {'relu' | 'sigmoid' | 'tanh' | null} [given.activation]
   * @param {number} [given.inputs] length of the last axis; that of the first input by default
   * @param {Initializer} [given.initializer] instead of the network's
   * @param {boolean} [given.useBias]
   */
  constructor(lab, units, given) {
    super();
    const known = ['activation', 'inputs', 'initializer', 'useBias'];
    const {
      activation = null,
      inputs,
      initializer,
      useBias = true,
    } = options('Dense', given, known);
    this.#lab = lab;
    whole('Dense', 'units', units);
    if (inputs !== undefined) whole('Dense', 'inputs', inputs);
    if (activation !== null) oneOf('Dense', 'activation', activation, ACTIVATIONS, 'null');
    if (initializer !== undefined) check(initializer);
    this.#options = { units, activation, inputs, initializer, useBias };
  }

  /** [units, inputs]. */
  get weight() {
    return this.#weight ?? this.#missing();
  }

  /** [units], or null where there is none. */
  get bias() {
    return this.#options.useBias ? (this.#bias ?? this.#missing()) : null;
  }

  /**
   * Draws the parameters; now, or with the first input if the number of inputs is known only from that.
   *
   * @param {{seed?: number, initializer?: Initializer, device?: string}} [given] the lab's seed, `xavier` and the lab's device by default
   * @param {number} [index] of this layer in its network
   */
  initialize(given, index = 0) {
    const known = ['seed', 'initializer', 'device'];
    const {
      seed = this.#lab.seed,
      initializer = 'xavier',
      device,
    } = options('initialize', given, known);
    check(initializer);
    natural('initialize', 'seed', seed);
    natural('initialize', 'index', index);
    this.dispose();
    this.#start = { seed: derived(seed, index), initializer, device };
    if (this.#options.inputs !== undefined) this.#create(this.#options.inputs);
  }

  /** Its weights and biases. @returns {NDArray[]} */
  parameters() {
    return this.bias ? [this.weight, this.bias] : [this.weight];
  }

  /** Computes the layer; calling it does the same. @param {NDArray} x [..., inputs] @returns {NDArray} [..., units] */
  forward(x) {
    arrays('Dense', x);
    const { units, activation, inputs: expected } = this.#options;
    const inputs = x.shape.at(-1);
    if (this.#weight === undefined && this.#start && expected === undefined && inputs)
      this.#create(inputs);
    const { weight, bias } = this;
    if (inputs !== weight.shape[1])
      throw new LabError(
        'SHAPE_MISMATCH',
        `Dense(${units}): an input of shape [${x.shape.join(', ')}] does not fit weights of shape [${weight.shape.join(', ')}]; make its last dimension ${weight.shape[1]}`,
        'Dense',
      );
    return this.#lab.tidy(() => {
      const product = x.matmul(weight, { transposeB: true });
      const sum = bias ? product.add(bias) : product;
      return activation ? ACTIVATIONS[activation](sum) : sum;
    });
  }

  /** @internal @param {string} prefix @returns {Record<string, NDArray>} */
  named(prefix) {
    const { weight, bias } = this;
    return { [`${prefix}weight`]: weight, ...(bias && { [`${prefix}bias`]: bias }) };
  }

  /** Checks the arrays of a file, and returns a function that sets the parameters to them. @internal @param {Find} find @param {string} prefix @returns {() => void} */
  restored(find, prefix) {
    const { units, useBias, inputs = this.#weight?.shape[1] } = this.#options;
    const fitting = (
      /** @type {string} */ name,
      /** @type {(number | undefined)[]} */ expected,
    ) => {
      const tensor = find(prefix + name);
      const fits =
        expected.length === tensor.shape.length &&
        expected.every((dim, i) => dim === undefined || dim === tensor.shape[i]);
      if (fits) return tensor;
      throw LabError.of(
        'load',
        'SHAPE_MISMATCH',
        `${prefix}${name} is [${tensor.shape.join(', ')}] in the file, [${expected.map((dim) => dim ?? '?').join(', ')}] here; make the layers alike`,
      );
    };
    const weight = fitting('weight', [units, inputs]);
    const bias = useBias ? fitting('bias', [units]) : undefined;
    return () =>
      this.#lab.untidied(() => {
        this.#weight = this.#set(this.#weight, weight);
        if (bias) this.#bias = this.#set(this.#bias, bias);
      });
  }

  /** @param {NDArray | undefined} parameter @param {import('./safetensors.js').Tensor} tensor */
  #set(parameter, { shape, values }) {
    const device = parameter?.device ?? this.#start?.device;
    const array = this.#lab.nd.array(values, shape, { device });
    if (!parameter) return array.attachGrad();
    parameter.assign(array);
    array.dispose();
    return parameter;
  }

  /** Disposes its parameters. */
  dispose() {
    this.#weight?.dispose();
    this.#bias?.dispose();
    this.#weight = this.#bias = undefined;
  }

  /** @param {number} inputs */
  #create(inputs) {
    const { units, useBias } = this.#options;
    const { seed, device } = this.#start;
    const { name, ...options } = named(this.#options.initializer ?? this.#start.initializer);
    // The parameters outlive a `tidy` in which the first input comes.
    this.#lab.untidied(() => {
      this.#weight = INITIALIZERS[name](this.#lab, [units, inputs], { ...options, seed, device });
      this.#weight.attachGrad();
      if (!useBias) return;
      this.#bias = this.#lab.nd.zeros([units], { device });
      this.#bias.attachGrad();
    });
  }

  /** @returns {never} */
  #missing() {
    throw new LabError(
      'NOT_INITIALIZED',
      `Dense(${this.#options.units}): there are no parameters yet; call initialize() and give the layer its inputs, or run it once`,
      'Dense',
    );
  }
}

/** A seed for each layer, unlike the small ones that programs give. @param {number} seed @param {number} index */
function derived(seed, index) {
  const HALF = 2 ** 32;
  return (seed % HALF) + ((Math.floor(seed / HALF) + index + 1) % 2 ** 21) * HALF;
}

/** @param {Initializer} initializer @returns {{name: string, [option: string]: any}} */
function named(initializer) {
  return typeof initializer === 'string' ? { name: initializer } : initializer;
}

/** @param {Initializer} initializer */
function check(initializer) {
  oneOf('initialize', 'initializer', named(initializer)?.name, INITIALIZERS);
}
