import { callable, describe, text } from '../array/arguments.js';
import { LabError } from '../core/errors.js';
import { Block } from './block.js';
import { decode, encode } from './safetensors.js';

/** @typedef {import('../lab.js').Lab} Lab */
/** @import {NDArray} from '../array/ndarray.js' */
/** @typedef {import('./dense.js').Initializer} Initializer */

/**
 * @typedef {object} Layer A part of a network: `nn.Dense`, a network, or any other object with these methods.
 * @property {(x: NDArray) => NDArray} forward computes the layer
 * @property {() => NDArray[]} parameters the arrays that training changes
 * @property {(options?: {seed?: number, initializer?: Initializer, device?: string}, index?: number) => void} initialize draws them
 * @property {() => void} dispose disposes them
 * @property {(prefix: string, seen: Set<Layer>) => Record<string, NDArray>} [named] the parameters by their names in a file, for a layer that
 *   is saved; layers that were `seen` are not named again
 * @property {(find: import('./dense.js').Find, prefix: string, seen: Set<Layer>) => () => void} [restored] returns a function that sets them to those of a file
 */

/** The methods that a layer cannot do without. */
const LAYER = /** @type {const} */ (['forward', 'parameters', 'initialize', 'dispose']);

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
      throw LabError.of(
        'Sequential',
        'INVALID_OPTION',
        `the layers are ${describe(layers)}; give a list, as in new nn.Sequential([new nn.Dense(1)])`,
      );
    this.add(...layers);
  }

  /** Adds layers at the end. @param {...Layer} layers @returns {this} */
  add(...layers) {
    for (const layer of layers) {
      if (LAYER.some((name) => typeof layer?.[name] !== 'function'))
        throw LabError.of(
          'Sequential',
          'INVALID_OPTION',
          `a layer is ${describe(layer)}; give nn.Dense and its like`,
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
    for (const [index, layer] of this.#distinct()) layer.initialize(options, index);
  }

  /** The parameters of every layer, in order; one that several share is listed once. @returns {NDArray[]} */
  parameters() {
    return [...new Set(this.#layers.flatMap((layer) => layer.parameters()))];
  }

  /** The layers, each once, with its first index. @param {Set<Layer>} [seen] those that were met before */
  #distinct(seen = new Set()) {
    return [...this.#layers.entries()].filter(([, layer]) => !seen.has(layer) && seen.add(layer));
  }

  /** Computes the layers, one after the other; calling the network does the same. @param {NDArray} x @returns {NDArray} */
  forward(x) {
    return this.#lab.tidy(() => this.#layers.reduce((input, layer) => layer.forward(input), x));
  }

  /**
   * The parameters as a file of named arrays, as Python's `safetensors` reads it: `0.weight` is the weight of the first layer. A layer that
   * occurs several times is saved under its first index. A hidden wait.
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
   * Sets the parameters of all layers to those of a file of named arrays, or of none where it throws. Other arrays of the file are ignored.
   *
   * @param {Uint8Array | ArrayBuffer} file
   * @param {(name: string) => string} [nameInFile] returns the file's name of an array by its name here, such as `0.weight`
   * @throws {LabError} `INVALID_FILE`, `SHAPE_MISMATCH`
   */
  load(file, nameInFile = (name) => name) {
    callable('load', nameInFile, 'nameInFile');
    const tensors = decode(file);
    this.restored((name) => {
      const found = nameInFile(name);
      if (typeof found === 'string' && Object.hasOwn(tensors, found)) return tensors[found]();
      throw LabError.of(
        'load',
        'INVALID_FILE',
        `the file has no array ${text(found)}, but ${Object.keys(tensors).join(', ') || 'none'}; give load a function that returns its name of ${name}`,
      );
    })();
  }

  /** @internal @param {string} [prefix] @param {Set<Layer>} [seen] @returns {Record<string, NDArray>} */
  named(prefix = '', seen = new Set()) {
    return Object.assign(
      {},
      ...this.#distinct(seen).map(([index, layer]) => layer.named?.(`${prefix}${index}.`, seen)),
    );
  }

  /** A function that restores all layers. @internal @param {import('./dense.js').Find} find @param {string} [prefix] @param {Set<Layer>} [seen] @returns {() => void} */
  restored(find, prefix = '', seen = new Set()) {
    const parts = this.#distinct(seen).map(([index, layer]) =>
      layer.restored?.(find, `${prefix}${index}.`, seen),
    );
    return () => parts.forEach((restore) => restore?.());
  }

  /** Disposes the parameters of every layer. */
  dispose() {
    for (const layer of this.#layers) layer.dispose();
  }
}
