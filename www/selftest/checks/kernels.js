import { operationKinds, operationNames } from '../../pkg/asynclab.js';
import { quarters, sizeOf, thousandths } from '../bench.js';
import { compare, within } from '../outcome.js';

/** Tolerance, relative to the larger of 1 and the expected value. It allows rounding in another order, and functions as imprecise as WGSL permits. */
const TOLERANCE = 5e-5;

const UNARY = [[1], [3, 5], [70_001], [0]];
const BINARY = [
  [[1], [1]],
  [
    [3, 5],
    [3, 5],
  ],
  [[4099], [4099]],
  [
    [300, 301],
    [300, 301],
  ],
  [
    [0, 3],
    [0, 3],
  ],
  [[], []],
  [[5, 7], [7]],
  [
    [5, 1],
    [1, 7],
  ],
  [
    [2, 3, 4],
    [3, 1],
  ],
  [[257, 129], [1]],
  [
    [64, 1, 33],
    [1, 17, 33],
  ],
];
/** Shapes, and the axes that are reduced. @type {[number[], number[]|undefined, boolean?][]} */
const REDUCTIONS = [
  [[1], undefined],
  [[3, 5], undefined],
  [[3, 5], [0]],
  [[3, 5], [1], true],
  [[4099], undefined],
  [[100_003], undefined],
  [[3, 30_001], [1]],
  [[257, 129], [0]],
  [[257, 129], [1]],
  [
    [7, 9, 11],
    [0, 2],
  ],
  [[7, 9, 11], [1], true],
];
/** Operands of products: odd shapes, vectors, batches, a long k, either operand transposed. @type {[number[], number[], object?][]} */
export const PRODUCTS = [
  [
    [1, 1],
    [1, 1],
  ],
  [
    [2, 3],
    [3, 5],
  ],
  [
    [257, 67],
    [67, 263],
  ],
  [[67, 257], [263, 67], { transposeA: true, transposeB: true }],
  [
    [64, 32],
    [32, 64],
  ],
  [
    [65, 33],
    [33, 67],
  ],
  [[33, 65], [33, 67], { transposeA: true }],
  [[65, 35], [67, 35], { transposeB: true }],
  [[34, 66], [70, 34], { transposeA: true, transposeB: true }],
  [
    [5, 9001],
    [9001, 3],
  ],
  [
    [3, 1, 17, 19],
    [2, 19, 23],
  ],
  [[300], [300]],
  [
    [0, 3],
    [3, 2],
  ],
];

/** Other operations, each tried on an array of every shape in `SHAPES`. @type {[string, (x: any, nd: any) => any][]} */
const OTHERS = [
  ['x.T', (x) => x.transpose()],
  ['x.reshape(-1)', (x) => x.reshape([-1]).add(0)],
  ['nd.broadcastTo', (x, nd) => nd.broadcastTo(x, [2, ...x.shape])],
  ['x.sin()', (x) => x.sin()],
  ['x.cos()', (x) => x.cos()],
  ['x.clip(-1, 0.5)', (x) => x.clip(-1, 0.5)],
  ['nd.where', (x, nd) => nd.where(x.greater(0), x, 7)],
  ['x.slice', (x) => x.slice([null, null, -1])],
  ['x.slice by 2', (x) => x.slice([0, x.shape[0], 2])],
  ['x.take', (x) => x.take([0, x.shape[0] - 1, 0])],
  ['x.pad', (x) => x.pad(1, 2, -1, 9)],
  ['nd.concat', (x, nd) => nd.concat([x, x.neg(), x], -1)],
  ['nd.stack', (x, nd) => nd.stack([x, x.neg()], -1)],
  ['x.segmentSum', (x, nd) => x.segmentSum(nd.arange(x.shape[0]).mul(0.5).floor(), x.shape[0])],
  ['x.cumsum', (x) => x.cumsum(-1)],
  ['x.cumsum reversed', (x) => x.cumsum(0, { reverse: true })],
  ['x.sort', (x) => x.sort(0)],
  ['x.argsort', (x) => x.argsort(-1, { descending: true })],
  ['x.argmax', (x) => x.argmax(-1)],
  ['x.argmin', (x) => x.argmin()],
  ['x.softmax', (x) => x.softmax(-1)],
  ['x.logSoftmax', (x) => x.logSoftmax(0)],
  ['x.var', (x) => x.var(-1)],
  ['x.std', (x) => x.std()],
];
const SHAPES = [[5], [1, 1], [65, 33], [3, 7, 5], [2, 1031]];

/** @type {[string, (nd: any) => any][]} */
const CREATED = [
  ['nd.zeros', (nd) => nd.zeros([7, 3])],
  ['nd.ones', (nd) => nd.ones([257, 3])],
  ['nd.full', (nd) => nd.full([70_001], -1.5)],
  ['nd.arange', (nd) => nd.arange(4, -9, -0.25)],
  ['nd.linspace', (nd) => nd.linspace(0, 1, 1001)],
  ['nd.eye', (nd) => nd.eye(37, 41)],
  ['nd.random.uniform', (nd) => nd.random.uniform([70_001], { seed: 3 })],
  ['nd.random.normal', (nd) => nd.random.normal([257, 129], { seed: 3 })],
  ['nd.random.integers', (nd) => nd.random.integers([1001], { low: 0, high: 9, seed: 3 })],
];

/** Discontinuous operations. They get multiples of a quarter, which are exact, so that no result depends on rounding. */
const STEPS = [
  'floor',
  'sign',
  'equal',
  'greater',
  'greaterEqual',
  'less',
  'lessEqual',
  'masked',
  'reluGrad',
];

/** @param {number[]} shape */
const text = (shape) => `[${shape.join(', ')}]`;

/** @param {string} name @param {number[]} shape @param {number} [seed] */
function valuesOf(name, shape, seed = 0) {
  const size = sizeOf(shape);
  const take = STEPS.includes(name) || size < 40 ? quarters : thousandths;
  const values = take(size, seed);
  // Products of many values overflow, underflow, or depend on the order of rounding. Products of 1 and −1 do not.
  return name === 'prod' ? values.map((x) => (x < 1 ? 1 : -1)) : values;
}

/** @returns {import('../bench.js').Case[]} */
function cases() {
  const kinds = operationKinds();
  const all = /** @type {import('../bench.js').Case[]} */ ([]);
  const add = (/** @type {string} */ label, /** @type {(lab: any) => any} */ of) =>
    all.push({ label, of });
  operationNames().forEach((/** @type {string} */ name, /** @type {number} */ i) => {
    const array = (/** @type {any} */ lab, /** @type {number[]} */ shape, seed = 0) =>
      lab.nd.array(valuesOf(name, shape, seed), shape);
    if (kinds[i] === 'unary')
      for (const shape of UNARY)
        add(`${name} ${text(shape)}`, (lab) => lab.nd[name](array(lab, shape)));
    if (kinds[i] === 'binary') {
      for (const [a, b] of BINARY)
        add(`${name} ${text(a)} ${text(b)}`, (lab) =>
          lab.nd[name](array(lab, a), array(lab, b, 5)),
        );
      for (const size of [1, 70_001]) {
        add(`${name} [${size}] 0.5`, (lab) => lab.nd[name](array(lab, [size]), 0.5));
        add(`${name} 0.5 [${size}]`, (lab) => lab.nd[name](0.5, array(lab, [size])));
      }
    }
    if (kinds[i] === 'reduction')
      for (const [shape, axes, keepDims = false] of REDUCTIONS)
        add(`${name} ${text(shape)} axes ${axes ?? 'all'}`, (lab) =>
          lab.nd[name](array(lab, shape), axes, { keepDims }),
        );
  });
  for (const [label, of] of CREATED) add(label, ({ nd }) => of(nd));
  for (const shape of SHAPES)
    for (const [label, of] of OTHERS)
      add(`${label} ${text(shape)}`, ({ nd }) => of(nd.array(quarters(sizeOf(shape)), shape), nd));
  for (const [a, b, options = {}] of PRODUCTS)
    add(`matmul ${text(a)} ${text(b)} ${Object.keys(options)}`, ({ nd }) =>
      nd
        .array(thousandths(sizeOf(a)), a)
        .matmul(nd.array(thousandths(sizeOf(b), 3), b), options)
        .div(Math.max(1, Math.sqrt(a.at(-1) ?? 1))),
    );
  return all;
}

/**
 * Compares every operation on the device with the CPU reference: odd, empty and large shapes, broadcasting, every axis.
 * @type {import('../bench.js').Check}
 */
export async function check(bench, outcome) {
  const gpu = await bench.connect({ device: 'webgpu' });
  const cpu = await bench.connect({ device: 'cpu' });
  const wanted = new RegExp(bench.part.cases ?? '');
  const all = cases().filter(({ label }) => wanted.test(label));
  const same = within(TOLERANCE);
  // Operations that no case reached are reported.
  const { names, op } = await gpu.profile(
    () =>
      bench.each(outcome, all, [gpu, cpu], (label, [got, expected]) =>
        compare(outcome, label, got, expected, same),
      ),
    { measure: false },
  );
  if (bench.part.cases) return;
  const reached = new Set(Array.from(op, (/** @type {number} */ index) => names[index]));
  for (const name of operationNames())
    if (!reached.has(name)) outcome.open('untried', { case: name });
}
