// y = x + 1 many times, every handle disposed: the cost of enqueuing, and the time until it is done.
import { contenders } from '../contenders/index.js';
import { perOperation } from '../contenders/hand-written.js';
import { sameThread, sameThreadTracing, tracing } from '../contenders/lab.js';
import { need } from '../contenders/library.js';
import { chained, repeated } from '../programs.js';
import { checkEach, checkLength } from '../reference.js';

/** The size for all other measurements of enqueuing. */
const COMMON = 1024;
const COUNT = 10_000;
/** Large arrays have fewer operations: 10,000 of them take minutes. */
const SIZES = [
  { n: 1, count: COUNT },
  { n: COMMON, count: COUNT, share: 6000 },
  { n: 65_536, count: 1000 },
  { n: 2 ** 20, count: 100 },
];
/** Additions in one graph or compiled function, where a library has them. */
const BLOCK = 100;

/** @returns {import('../matrix.js').Case[]} */
export function cases() {
  const figures = { enqueue: 'µs', done: 'µs' };
  const common = { figures };
  return SIZES.flatMap(({ n, ...size }) => {
    // A library may compute few numbers elsewhere.
    const note = n < 1000 ? 'small' : undefined;
    const work = { bytes: 8 * n, flops: n, dispatches: 1 };
    const others = n === COMMON ? [sameThread, tracing, sameThreadTracing, perOperation] : [];
    return [
      {
        ...common,
        ...size,
        note,
        name: `y = x + 1, n = ${n}`,
        work,
        contenders: [...contenders, ...others],
        program: (library) => additions(library, n),
        check: (values) => checkAll(values, n, 2),
      },
      {
        ...common,
        ...size,
        note,
        name: `y = y + 1, n = ${n}`,
        work,
        contenders,
        program: (library) => chainOfAdditions(library, n),
        check: (values, count) => checkAll(values, n, 1 + count),
      },
    ];
  });
}

/** @param {import('../contenders/library.js').Library} library @param {number} n */
export function additions(library, n) {
  if (library.additions) return library.additions(n, false);
  need(library, 'add');
  const [x, one] = operands(library, n);
  return repeated(library, () => library.add(x, one), [x, one]);
}

/** @param {import('../contenders/library.js').Library} library @param {number} n */
function chainOfAdditions(library, n) {
  if (library.additions) return library.additions(n, true);
  if (!library.chain) need(library, 'add');
  const [x, one] = operands(library, n);
  if (!library.chain) return chained(library, (y) => library.add(y, one), x, [x, one]);
  const steps = Array.from({ length: BLOCK }, () => ['add', 1]);
  const block = library.chain(steps, n);
  return { ...chained(library, (y) => block(y, y), x, [x]), per: BLOCK };
}

function operands(library, n) {
  return [library.array(new Float32Array(n).fill(1), [n]), library.constant(1, [n])];
}

function checkAll(values, n, expected) {
  checkLength(values, n);
  checkEach(values, () => expected, 0);
}
