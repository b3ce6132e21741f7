import {
  axisFromZero,
  dimensions,
  flatten,
  invalid,
  isTyped,
  number,
  toBits,
} from './arguments.js';
import { Random } from './random.js';

/** @typedef {import('./arguments.js').ShapeLike} ShapeLike */
/** @typedef {import('./calls.js').Place} Place */
/** @typedef {import('./calls.js').Calls} Calls */
/** @import {NDArray, Operand} from './ndarray.js' */

/**
 * @typedef {'add' | 'sub' | 'mul' | 'div' | 'equal' | 'greater' | 'greaterEqual' | 'less' | 'lessEqual' | 'maximum' | 'minimum' | 'pow' | 'masked'} TwoSided the functions of two operands, either of which may be a number
 */

/**
 * @typedef {{[Name in Exclude<keyof import('./compositions.js').Compositions, keyof Creation | 'T' | 'id' | TwoSided>]:
 *   import('./compositions.js').Compositions[Name] extends (...given: infer G) => infer R
 *     ? (x: NDArray, ...given: G) => R : never}
 *   & {[Name in TwoSided]: (left: Operand, right: Operand) => NDArray}} Functions the methods of arrays as functions, with the array first; with two operands either may be a number
 */

/**
 * @typedef {Creation & Functions} ND `lab.nd`: functions that create and combine arrays
 */

/**
 * Functions that create and combine arrays. Beside the functions below, each operation of arrays is a function too, with the array (or, for
 * two operands, a number) first: `nd.exp(x)`, `nd.sub(1, x)`, `nd.dot(x, y)`, `nd.mean(x, 0)`.
 */
export class Creation {
  /** @param {Calls} calls @hideconstructor */
  constructor(calls) {
    /** @internal @readonly */
    this.calls = calls;
    /** Random numbers. @readonly */
    this.random = new Random(calls);
  }

  /**
   * An array of zeros.
   *
   * @param {ShapeLike} shape
   * @param {Place} [given]
   * @returns {NDArray}
   * @example
   * await nd.zeros(2).data(); // → [0, 0]
   */
  zeros(shape, given) {
    return this.calls.create('zeros', [], dimensions('zeros', shape), given);
  }

  /**
   * An array of ones.
   *
   * @param {ShapeLike} shape
   * @param {Place} [given]
   * @returns {NDArray}
   * @example
   * await nd.ones([2, 2]).data(); // → [1, 1, 1, 1]
   */
  ones(shape, given) {
    return this.calls.create('ones', [], dimensions('ones', shape), given);
  }

  /**
   * An array filled with one value.
   *
   * @param {ShapeLike} shape
   * @param {number} value
   * @param {Place} [given]
   * @returns {NDArray}
   * @example
   * await nd.full([2], 7).data(); // → [7, 7]
   */
  full(shape, value, given) {
    const attrs = [toBits(number('full', 'value', value))];
    return this.calls.create('full', attrs, dimensions('full', shape), given);
  }

  /**
   * The numbers `start, start + step, …` below `stop` (above it, for a negative step). A single argument is the stop, and start is 0.
   *
   * @param {number} start
   * @param {number} [stop]
   * @param {number} [step] 1 by default
   * @param {Place} [given]
   * @returns {NDArray}
   * @example
   * await nd.arange(1, 7, 2).data(); // → [1, 3, 5]
   */
  arange(start, stop, step = 1, given = undefined) {
    const [from, to] = stop === undefined ? [0, start] : [start, stop];
    for (const [name, value] of Object.entries({ start: from, stop: to, step })) {
      if (Number.isFinite(number('arange', name, value)) && (name !== 'step' || value !== 0))
        continue;
      const expected = `a finite number${name === 'step' ? ' other than 0' : ''}`;
      throw invalid('arange', `${name} is ${value}; give ${expected}`);
    }
    const count = Math.max(0, Math.ceil((to - from) / step));
    return this.calls.create('arange', [toBits(from), toBits(step)], Float64Array.of(count), given);
  }

  /**
   * Ones on the diagonal, zeros elsewhere.
   *
   * @param {number} rows
   * @param {number} [columns] as many as rows by default
   * @param {Place} [given]
   * @returns {NDArray}
   * @example
   * await nd.eye(2, 3).data(); // → [1, 0, 0, 0, 1, 0]
   */
  eye(rows, columns = rows, given = undefined) {
    return this.calls.create('eye', [], dimensions('eye', [rows, columns]), given);
  }

  /**
   * This many evenly spaced numbers from `start` to `stop`, which is the last of them.
   *
   * @param {number} start
   * @param {number} stop
   * @param {number} [count] 50 by default
   * @param {Place} [given]
   * @returns {NDArray}
   * @example
   * await nd.linspace(0, 1, 5).data(); // → [0, 0.25, 0.5, 0.75, 1]
   */
  linspace(start, stop, count = 50, given = undefined) {
    const [from, to] = [number('linspace', 'start', start), number('linspace', 'stop', stop)];
    const value = (/** @type {number} */ i) =>
      i === count - 1 && i > 0 ? to : from + (i * (to - from)) / Math.max(1, count - 1);
    const values = this.calls.vector('linspace', count, value);
    return this.calls.write(values, Float64Array.of(count), given, 'linspace');
  }

  /**
   * An array of values of the host, nested as deep as it has dimensions, or flat with a shape.
   *
   * @param {number | ArrayLike<any>} values
   * @param {ShapeLike} [shape]
   * @param {Place} [given]
   * @returns {NDArray}
   * @example
   * nd.array([[1, 2, 3], [4, 5, 6]]).shape; // → [2, 3]
   */
  array(values, shape, given) {
    if (isTyped(values)) {
      const { length, 0: first = 0 } = values;
      number('array', 'a value', first); // A typed array's elements are all of one type.
      return this.calls.write(values, dimensions('array', shape ?? [length]), given);
    }
    /** @type {number[]} */
    const flat = [];
    const nested = flatten(values, flat);
    return this.calls.write(flat, dimensions('array', shape ?? nested), given);
  }

  /**
   * The elements of `yes` where a condition is not 0, and those of `no` elsewhere. Gradients are split in the same way.
   *
   * @param {NDArray} condition
   * @param {Operand} yes
   * @param {Operand} no
   * @returns {NDArray}
   * @example
   * const x = nd.array([-1, 4]);
   * await nd.where(x.greater(0), x.sqrt(), 0).data(); // → [0, 2]
   */
  where(condition, yes, no) {
    this.calls.checkOwn('where', condition);
    this.calls.checkOperands('where', yes, no);
    return this.calls.composed('where', () => {
      const chosen = this.calls.elementwise('masked', yes, condition);
      return chosen.add(this.calls.elementwise('masked', no, condition.equal(0)));
    });
  }

  /**
   * Arrays one after the other along an axis.
   *
   * @param {NDArray[]} arrays one at least
   * @param {number} [axis] the first by default
   * @returns {NDArray}
   * @example
   * await nd.concat([nd.zeros(1), nd.ones(2)]).data(); // → [0, 1, 1]
   */
  concat(arrays, axis = 0) {
    const { calls } = this;
    const first = calls.shapeOfFirst('concat', arrays);
    axisFromZero('concat', axis, first.length);
    return calls.composed('concat', () => {
      let rest = arrays;
      if (rest.length === 1) return rest[0].reshape(first);
      // In pairs, so that each element is copied about log₂ of the list's length times at most.
      while (rest.length > 1)
        rest = rest.flatMap((left, i) => {
          if (i % 2) return [];
          return i + 1 < rest.length ? [calls.along('concat', [left, rest[i + 1]], axis)] : [left];
        });
      return rest[0];
    });
  }

  /**
   * Arrays of one shape side by side along a new axis.
   *
   * @param {NDArray[]} arrays one at least
   * @param {number} [axis] where the new axis is, the first by default
   * @returns {NDArray}
   * @example
   * nd.stack([nd.zeros([2, 3]), nd.ones([2, 3])], 1).shape; // → [2, 2, 3]
   */
  stack(arrays, axis = 0) {
    const { calls } = this;
    const { length } = calls.shapeOfFirst('stack', arrays);
    const at = axisFromZero('stack', axis, length + 1);
    return calls.composed('stack', () =>
      this.concat(
        arrays.map((array) => array.reshape(calls.shapeOf(array).toSpliced(at, 0, 1))),
        at,
      ),
    );
  }
}
