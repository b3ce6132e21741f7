// The calls that the bench makes to every library: a workload is written once, and a library states which calls it lacks.

/**
 * An array of the library. No call but `free` changes it.
 * @typedef {any} Handle
 *
 * A step of a chain: an operation on the value so far, with an operand that is a number, or the array `x` or `y`. The last step
 * may be a reduction.
 * @typedef {[op: 'add' | 'sub' | 'mul' | 'exp' | 'log' | 'square' | 'sum' | 'norm', operand?: number | 'x' | 'y']} Step
 *
 * A network of dense layers: rectifiers between them, half the mean squared error, gradient descent.
 * @typedef {object} Training
 * @property {number[]} sizes units of the input and of each layer
 * @property {number} batch
 * @property {number} rate of learning
 * @property {Float32Array} x [batch, inputs]
 * @property {Float32Array[]} weights [inputs, units] of each layer; biases start at 0, targets are 1
 *
 * @typedef {object} Trained
 * @property {() => void} step enqueues one step
 * @property {() => Promise<void>} wait until all steps are done
 * @property {() => Promise<number>} loss of the present parameters
 * @property {() => void} close
 *
 * Methods may be missing: `lacks` has the reasons, by name. The methods of an `asynchronous` library return promises of handles.
 * @typedef {object} Library
 * @property {(values: Float32Array, shape: number[]) => Handle} array
 * @property {(value: number, shape: number[]) => Handle | number} constant a number in the form that the operations take
 * @property {(handle: Handle) => void} free
 * @property {(handles: Handle[]) => Promise<void>} wait until these arrays, and all before them, are computed
 * @property {(handle: Handle) => Promise<unknown>} ready waits until this array is computed
 * @property {(handle: Handle) => Promise<ArrayLike<number>>} read
 * @property {() => void} close
 * @property {boolean} [asynchronous]
 * @property {boolean} [lazy] an array that is freed before it is awaited is never computed
 * @property {Record<string, string>} [lacks]
 * @property {Record<string, string>} [notes] notes for readers, by method
 * @property {(x: Handle, y: Handle | number) => Handle} [add] and likewise `sub`, `mul`, `exp`, `log`, `square`
 * @property {(a: Handle, b: Handle, transposed: {a?: boolean, b?: boolean}) => Handle} [matmul]
 * @property {(x: Handle) => Handle} [sum]
 * @property {(x: Handle) => Handle} [norm]
 * @property {(shape: number[], seed: number) => Handle} [normal]
 * @property {(steps: Step[], n: number) => (x: Handle, y: Handle) => Handle} [chain] in the library's own way; if missing, step by step
 * @property {(weights: Handle[], biases: Handle[]) => (x: Handle) => Handle} [layers] dense layers one after the other, with tanh
 * @property {(training: Training) => Trained | Promise<Trained>} [train]
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {'eager' | 'fused' | 'graph' | 'limit'} kind contenders of one kind may be compared
 * @property {() => Promise<Library>} open
 * @property {Contender} [earlier] the same contender from another checkout, for `bench --against`
 */

/** A library lacks a call, by its own statement. This is not a failure. */
export class Lacking extends Error {}

/**
 * @param {Library} library
 * @param {string[]} methods
 * @throws {Lacking} with the library's reason, where it lacks one of them
 */
export function need(library, ...methods) {
  const lack = methods.find((method) => library.lacks?.[method] || !library[method]);
  if (lack) throw new Lacking(library.lacks?.[lack] ?? `has no ${lack}`);
}

/**
 * An elementwise chain step by step, each intermediate result freed as soon as it has been used.
 * @param {Library} library
 * @param {Step[]} steps
 * @param {number} n
 * @returns {(x: Handle, y: Handle) => Handle}
 */
export function eagerChain(library, steps, n) {
  // Made once, outside the timing.
  const prepared = steps.map(([op, operand]) => [
    op,
    typeof operand === 'number' ? library.constant(operand, [n]) : operand,
  ]);
  return (x, y) => {
    let value = x;
    for (const [op, operand] of prepared) {
      const other = operand === 'x' ? x : operand === 'y' ? y : operand;
      const next = other === undefined ? library[op](value) : library[op](value, other);
      if (value !== x) library.free(value);
      value = next;
    }
    return value;
  };
}
