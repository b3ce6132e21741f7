// Gives arrays a method, and `nd` a function, for each operation of the engine. A method that is written out, as in `operations.js`, has precedence.
import { operationKinds, operationNames } from '../../pkg/asynclab.js';
import { Compositions } from './compositions.js';
import { Creation } from './creation.js';
import { NDArray } from './ndarray.js';
import { Operations } from './operations.js';

/** @typedef {import('./calls.js').Calls} Calls */

/** By kind of operation. @type {Record<string, (calls: Calls, op: string, x: any, y?: any, z?: any) => NDArray>} */
const CALLS = {
  unary: (calls, op, x) => calls.unary(op, x),
  binary: (calls, op, left, right) => calls.elementwise(op, left, right),
  reduction: (calls, op, x, axes, options) => calls.reduce(op, x, axes, options),
};

/** Defines `x.op(…)` and `nd.op(x, …)` of each unary, binary and reducing operation, and a function of `nd` for each method that is written out. The engine has to be loaded. */
export function defineOperations() {
  const kinds = operationKinds();
  operationNames().forEach((op, opcode) => {
    const call = CALLS[kinds[opcode]];
    if (!call) return;
    define(Creation, op, function (x, y, z) {
      return call(this.calls, op, x, y, z);
    });
    define(NDArray, op, function (y, z) {
      return call(this.calls, op, this, y, z);
    });
  });
  for (const [name, { value }] of Object.entries({
    ...Object.getOwnPropertyDescriptors(Operations.prototype),
    ...Object.getOwnPropertyDescriptors(Compositions.prototype),
  })) {
    if (typeof value !== 'function') continue;
    define(Creation, name, function (x, ...given) {
      this.calls.checkOwn(name, x);
      return x[name](...given);
    });
  }
}

/**
 * @param {{prototype: object}} of
 * @param {string} name
 * @param {(this: {calls: Calls}, ...given: any[]) => any} value
 */
function define({ prototype }, name, value) {
  if (!(name in prototype))
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}
