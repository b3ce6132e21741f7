import { benchmarkLine } from '../../kit/format.js';
import { waysBars, waysTable } from '../lib/ways.js';
import { drownedIn, productTakes } from '../lib/foresee.js';

const INTERMEDIATE = ['first', 'every'];

/** @param {string} way @returns {{colour: import('../../charts/surface.js').Colour, bound?: '≤'}} */
const style = (way) =>
  way === 'nothing' ? { colour: 'frontend' } : { colour: 'wait', bound: '≤' };

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  parameters: {
    n: { min: 8, max: 4096, default: 'auto', auto: true },
    behind: { min: 1, max: 1000, default: 20 },
    rounds: { min: 1, max: 100, default: 6, advanced: true },
    seed: { min: 0, max: 2 ** 31 - 1, default: 1, advanced: true },
  },
  presets: {
    auto: { n: 'auto', behind: 10 },
    course: { n: 1000 },
    'course-large': { n: 2000 },
  },
  prediction: {
    of: 'early',
    choices: [
      { key: 'all', below: 1.25 },
      { key: 'late', below: 2.5 },
      { key: 'early', below: Infinity },
    ],
  },
  variations: {
    double: { set: ({ parameters: { n } }) => ({ n: 2 * Number(n) }), watch: ['nothing', 'one'] },
    more: {
      set: ({ parameters: { behind } }) => ({ behind: 2 * Number(behind) }),
      watch: ['first', 'every'],
    },
    one: { set: () => ({ behind: 1 }), watch: ['first', 'every'] },
  },
  figures: [
    {
      kind: 'bars',
      name: 'blocked',
      of: ({ ways, info }, say) => ({
        title: say('axis-bars'),
        unit: 'ms',
        least: info.clock.step,
        log: true,
        bars: waysBars(
          say,
          ways.filter(({ way }) => !INTERMEDIATE.includes(way)),
          style,
        ),
      }),
    },
    {
      kind: 'bars',
      name: 'intermediate',
      of: ({ ways, measures }, say) => ({
        title: say('axis-intermediate'),
        unit: 'ms',
        bars: waysBars(
          (key) => say(`bar-${key}`, measures),
          ways.filter(({ way }) => INTERMEDIATE.includes(way)),
          (way) => ({ colour: way === 'first' ? 'wait' : 'muted', bound: '≤' }),
        ),
      }),
    },
    { kind: 'trace', name: 'trace', charts: ['timeline'] },
  ],
  foresee: ({ n }, pace) => drownedIn(productTakes(pace, Number(n)), pace, { n: 'auto' }),
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ n, behind, device, seed }) => {
    const size = n === 'auto' ? 512 : n;
    return `import { connect } from './www/asynclab.js';

const lab = await connect({ device: '${device}' });
const { nd } = lab;
const x = nd.random.uniform([${size}, ${size}], { seed: ${seed} });

await lab.benchmark('wait for all', () => (nd.dot(x, x), lab.waitAll()));
await lab.benchmark('wait for one', () => nd.dot(x, x).waitToRead());
await lab.benchmark('to host array', () => nd.dot(x, x).data());
await lab.benchmark('sum to scalar', () => nd.dot(x, x).sum().item());
await lab.benchmark('norm to scalar', () => nd.dot(x, x).norm().item());
await lab.benchmark('print', () => nd.dot(x, x).print());

const first = nd.dot(x, x);
for (let i = 0; i < ${behind}; i++) nd.dot(x, x); // behind it in the queue
await lab.benchmark('wait for the first', () => first.waitToRead());
await lab.benchmark('wait for the rest', () => lab.waitAll());`;
  },

  lines: ({ ways }, say) => {
    return ways.map(({ way, median }) => benchmarkLine(say(`line-${way}`), median));
  },

  table: (result, say) => waysTable(say, result),
};
