/** The text of the operation as a reader would write it, with a timer that subtracts a short loop's time from a long loop's. */
import { CHAIN, LAYERS, LAYER_SIDE } from './works.js';

/** Operations of the two loops. */
export const [SHORT, LONG] = [8, 32];

/** The program's size. `auto` is `LAYER_SIDE` for layers, and 1024 for other operations. @param {import('../../kit/types.js').Values} values */
export const sizeOf = ({ n, operation }) =>
  n !== 'auto' ? Number(n) : ['layers', 'replayed'].includes(String(operation)) ? LAYER_SIDE : 1024;

/** @param {string} compile */
const chain = (compile) => [
  `const operation = ${compile}(x) => {`,
  `  for (let i = 0; i < ${CHAIN / 2}; i++) x = x.mul(0.5).add(1);`,
  '  return x;',
  compile ? '});' : '};',
];

/** @param {number} n @param {string} compile */
const layers = (n, compile) => [
  `const w = nd.full([${n}, ${n}], 1 / ${n});`,
  `const b = nd.zeros([${n}]);`,
  `const operation = ${compile}(x) => {`,
  `  for (let i = 0; i < ${LAYERS}; i++) x = x.dot(w).add(b).relu();`,
  '  return x;',
  compile ? '});' : '};',
];

/** @type {Record<string, (n: number) => string[]>} */
const OPERATIONS = {
  add: () => ['const operation = (x) => x.add(1);'],
  tanh: () => ['const operation = (x) => x.tanh();'],
  chain: () => chain(''),
  fused: () => chain('lab.compile('),
  product: () => ['const operation = (x) => x.dot(x);'],
  layers: (n) => layers(n, ''),
  replayed: (n) => layers(n, 'lab.compile('),
};

/** @param {import('../../kit/types.js').Values} values */
export function program(values) {
  const n = sizeOf(values);
  return `import { connect } from './www/asynclab.js';

const lab = await connect({ device: '${values.device}' });
const { nd } = lab;
const x = nd.ones([${n}, ${n}]);
${OPERATIONS[String(values.operation)](n).join('\n')}

async function timed(count) {
  const start = lab.now();
  for (let i = 0; i < count; i++) lab.tidy(() => void operation(x));
  await lab.waitAll();
  return lab.now() - start;
}

await timed(2); // warm-up
const short = await timed(${SHORT});
console.log('ms each', ((await timed(${LONG})) - short) / ${LONG - SHORT});`;
}
