// The calls that the bench makes of every library: a workload is written once, and a library says which calls it lacks.

/**
 * An array of the library, left alone by every call but `free`.
 * @typedef {any} Handle
 *
 * A step of a chain: what is done to the value so far, and with what: a number, or the array `x` or `y`. The last may be a
 * reduction.
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
 * @property {() => void} step enqueues one
 * @property {() => Promise<void>} wait until all steps are done
 * @property {() => Promise<number>} loss of the parameters as they are
 * @property {() => void} close
 *
 * Methods may be missing: `lacks` says why, by name. Those of an `asynchronous` library give promises of handles.
 * @typedef {object} Library
 * @property {(values: Float32Array, shape: number[]) => Handle} array
 * @property {(value: number, shape: number[]) => Handle | number} constant what its operations take for a number
 * @property {(handle: Handle) => void} free
 * @property {(handles: Handle[]) => Promise<void>} wait until these, and all before them, are done
 * @property {(handle: Handle) => Promise<unknown>} ready until this one is
 * @property {(handle: Handle) => Promise<ArrayLike<number>>} read
 * @property {() => void} close
 * @property {boolean} [asynchronous]
 * @property {boolean} [lazy] what is freed before it is awaited is never computed
 * @property {Record<string, string>} [lacks]
 * @property {Record<string, string>} [notes] what a reader should know of a method
 * @property {(x: Handle, y: Handle | number) => Handle} [add] and likewise `sub`, `mul`, `exp`, `log`, `square`
 * @property {(a: Handle, b: Handle, transposed: {a?: boolean, b?: boolean}) => Handle} [matmul]
 * @property {(x: Handle) => Handle} [sum]
 * @property {(x: Handle) => Handle} [norm]
 * @property {(shape: number[], seed: number) => Handle} [normal]
 * @property {(steps: Step[], n: number) => (x: Handle, y: Handle) => Handle} [chain] in its own way; step by step without
 * @property {(weights: Handle[], biases: Handle[]) => (x: Handle) => Handle} [layers] dense layers one after the other, with tanh
 * @property {(training: Training) => Trained | Promise<Trained>} [train]
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {'eager' | 'fused' | 'graph' | 'limit'} kind what may be compared with what
 * @property {() => Promise<Library>} open
 * @property {Contender} [earlier] the same of another checkout, for `bench --against`
 */

/** A call that a library says that it lacks: no failure. */
export class Lacking extends Error {}

/**
 * @param {Library} library
 * @param {string[]} methods
 * @throws {Lacking} with the library's reason, where it has not all of them
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
