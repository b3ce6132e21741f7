// Methods for the operations that have none written out: what a new file in `src/ops` brings is there without a line here.
import { operationKinds, operationNames } from '../../pkg/asynclab.js';
import { dimensions, number, toBits } from './arguments.js';
import { Compositions } from './compositions.js';
import { Creation } from './creation.js';
import { NDArray } from './ndarray.js';
import { Operations } from './operations.js';

/** @typedef {import('./calls.js').Calls} Calls */

/** By kind of operation. @type {Record<string, (calls: Calls, op: string, ...given: any[]) => NDArray>} */
const CALLS = {
  unary: (calls, op, x) => calls.unary(op, x),
  binary: (calls, op, left, right) => calls.elementwise(op, left, right),
  reduction: (calls, op, x, axes, options) => calls.reduce(op, x, axes, options),
  creation: (calls, op, shape, ...values) =>
    calls.create(
      op,
      values.map((value) => toBits(number(op, 'a value', value))),
      dimensions(op, shape),
    ),
};

/** Once the engine is loaded: `x.op(…)` and `nd.op(x, …)`, or `nd.op(shape, …values)` for what creates arrays. Every method of arrays is a function too. */
export function defineOperations() {
  const kinds = operationKinds();
  operationNames().forEach((op, opcode) => {
    const kind = kinds[opcode];
    const enqueue = CALLS[kind];
    if (!enqueue) return;
    const name = op.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    /** @type {typeof enqueue} */
    const call =
      name === op ? enqueue : (calls, ...given) => calls.as(name, () => enqueue(calls, ...given));
    define(Creation, name, function (...given) {
      return call(this.calls, op, ...given);
    });
    if (kind === 'creation') return;
    define(NDArray, name, function (...given) {
      return call(this.calls, op, this, ...given);
    });
  });
  for (const [name, { value }] of Object.entries({
    ...Object.getOwnPropertyDescriptors(Operations.prototype),
    ...Object.getOwnPropertyDescriptors(Compositions.prototype),
  })) {
    if (typeof value !== 'function') continue;
    define(Creation, name, function (x, ...given) {
      this.calls.own(name, x);
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
