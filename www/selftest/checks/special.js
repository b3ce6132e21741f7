import { operationKinds, operationNames } from '../../pkg/asynclab.js';
import { compare, exact } from '../outcome.js';

const VALUES = [
  NaN,
  Infinity,
  -Infinity,
  0,
  -0,
  1e30,
  -1e-30,
  3.4028234663852886e38,
  -3.4028234663852886e38,
].concat([1, -1, 2.5, -3]);
/** Reductions are of `LONG` elements: ones, and the value at index `AT`. */
const [LONG, AT] = [2000, 777];
/** The smallest normal float32. A device may replace smaller (subnormal) numbers by zero. */
const NORMAL = 1.1754943508222875e-38;
const TOLERANCE = 5e-5;

/** Equal up to rounding, and up to subnormal results, which a device may replace by zero. @param {number} got @param {number} expected */
function same(got, expected) {
  if (exact(got, expected)) return true;
  if (Math.abs(expected) <= NORMAL) return Math.abs(got) <= NORMAL;
  return Number.isFinite(expected) && Math.abs(got - expected) <= TOLERANCE * Math.abs(expected);
}

/**
 * Computes unary operations, binary operations and reductions of NaN, infinities, zeros and the largest numbers, eagerly and lazily. Shader
 * compilers may assume that NaN and infinities do not occur, so the kernels have to handle them explicitly.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  const cpu = await bench.connect({ device: 'cpu' });
  const labs = [
    await bench.connect({ device: 'webgpu' }),
    await bench.connect({ device: 'webgpu', lazy: true }),
  ];
  const cases = casesOf();
  const givenOf = new Map(cases.map(({ label, given }) => [label, given]));
  for (const [i, gpu] of labs.entries()) {
    await bench.each(outcome, cases, [gpu, cpu], (label, [got, expected]) => {
      const at = Array.from(got).findIndex((value, index) => !same(value, expected[index]));
      const given = at < 0 ? '' : `, ${givenOf.get(label)?.(at)}`;
      compare(outcome, `${i ? 'lazy ' : ''}${label}${given}`, got, expected, same);
    });
  }
}

/** The cases; `given` names the operands of an element. A lazy lab fuses an operation with the product by 1 before it. */
function casesOf() {
  const pairs = VALUES.flatMap((a) => VALUES.map((b) => [a, b]));
  const rows = VALUES.flatMap((x) => Array.from({ length: LONG }, (_, i) => (i === AT ? x : 1)));
  const column = (/** @type {any} */ nd, /** @type {number} */ at) =>
    nd.array(Float32Array.from(pairs, (pair) => pair[at])).mul(1);
  const unary = (/** @type {string} */ method) => ({
    label: `${method}(x)`,
    given: (/** @type {number} */ at) => `${VALUES[at]}`,
    of: (/** @type {any} */ { nd }) => nd[method](nd.array(Float32Array.from(VALUES)).mul(1)),
  });
  const binary = (/** @type {string} */ method) => ({
    label: `${method}(x, y)`,
    given: (/** @type {number} */ at) => `${pairs[at]}`,
    of: (/** @type {any} */ { nd }) => nd[method](column(nd, 0), column(nd, 1)),
  });
  const reduction = (/** @type {string} */ method) => ({
    label: `${method} of ${LONG}`,
    given: (/** @type {number} */ at) => `${VALUES[at]} among ones`,
    of: (/** @type {any} */ { nd }) =>
      nd[method](nd.array(Float32Array.from(rows), [VALUES.length, LONG]), 1),
  });
  const forms = /** @type {Record<string, (method: string) => ReturnType<typeof unary>>} */ ({
    unary,
    binary,
    reduction,
  });
  const kinds = operationKinds();
  return operationNames().flatMap((/** @type {string} */ name, /** @type {number} */ i) => {
    return forms[kinds[i]]?.(name) ?? [];
  });
}
