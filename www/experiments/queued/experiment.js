import { benchmarkLine, plain } from '../../kit/format.js';
import { endedLine } from '../lib/ended.js';
import { waysBars, waysTable } from '../lib/ways.js';
import { drownedIn, productTakes } from '../lib/foresee.js';

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  parameters: {
    n: { min: 8, max: 4096, default: 'auto', auto: true },
    rounds: { min: 1, max: 100, default: 6, advanced: true },
    seed: { min: 0, max: 2 ** 31 - 1, default: 1, advanced: true },
  },
  presets: {
    auto: { n: 'auto' },
    course: { n: 2000 },
  },
  prediction: {
    of: 'part',
    choices: [
      { key: 'next', below: 0.01 },
      { key: 'little', below: 0.1 },
      { key: 'part', below: 0.5 },
      { key: 'most', below: Infinity },
    ],
  },
  variations: {
    double: { set: ({ parameters: { n } }) => ({ n: 2 * Number(n) }), watch: ['queued'] },
    tiny: { set: () => ({ n: 16 }), watch: ['wait'] },
    cpu: { set: () => ({ device: 'cpu' }), watch: ['queued', 'printed'] },
  },
  figures: [
    {
      kind: 'bars',
      name: 'bars',
      of: ({ ways, info }, say) => ({
        title: say('axis-bars'),
        unit: 'ms',
        least: info.clock.step,
        log: true,
        bars: waysBars(say, ways, (way) =>
          way === 'queued' ? { colour: 'frontend' } : { colour: 'device', bound: '≤' },
        ),
      }),
    },
    { kind: 'trace', name: 'trace', charts: ['timeline'] },
  ],
  foresee: ({ n }, pace) => drownedIn(productTakes(pace, Number(n)), pace, { n: 'auto' }),
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ n, device, seed }) => {
    const size = n === 'auto' ? 512 : n;
    return `import { connect } from './www/asynclab.js';

const lab = await connect({ device: '${device}' });
const { nd } = lab;

const start = lab.now();
const x = nd.random.uniform([${size}, ${size}], { seed: ${seed} });
const y = nd.dot(x, x).sum();
console.log('queued after', lab.now() - start, 'ms');
await y.print(); // needs the value, so it waits
console.log('printed after', lab.now() - start, 'ms');`;
  },

  // Older results lack the printed text.
  lines: ({ ways, output, measures }, say) => {
    const [queued, printed] = ways.map(({ way, median }) =>
      benchmarkLine(say(`line-${way}`), median),
    );
    const ended = endedLine(measures, say).map(plain);
    return [queued, ...(output ?? [say('not-printed')]), printed, ...ended];
  },

  table: (result, say) => waysTable(say, result),
};
