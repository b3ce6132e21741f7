import { benchmarkLine, plain } from '../../kit/format.js';
import { endedLine } from '../lib/ended.js';
import { waysBars, waysTable } from '../lib/ways.js';

const COLOURS = /** @type {const} */ ({
  synchronous: 'wait',
  returned: 'frontend',
  done: 'device',
});

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  devices: ['cpu'],
  parameters: {
    n: { min: 8, max: 2048, default: 'auto', auto: true },
    repetitions: { min: 1, max: 1000, default: 10 },
    rounds: { min: 1, max: 100, default: 6, advanced: true },
    seed: { min: 0, max: 2 ** 31 - 1, default: 1, advanced: true },
  },
  presets: {
    auto: { n: 'auto' },
    course: { n: 1000 },
  },
  prediction: {
    of: ({ finding }) => (finding.key === 'found' ? 'soon' : 'late'),
    choices: [{ key: 'late' }, { key: 'soon' }],
  },
  variations: {
    double: { set: ({ parameters: { n } }) => ({ n: 2 * Number(n) }), watch: ['returned', 'done'] },
    more: {
      set: ({ parameters: { repetitions } }) => ({ repetitions: 2 * Number(repetitions) }),
      watch: ['price'],
    },
    tiny: { set: () => ({ n: 8 }), watch: ['free'] },
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
        bars: waysBars(say, ways, (way) => ({
          colour: COLOURS[/** @type {keyof typeof COLOURS} */ (way)],
          ...(way === 'done' ? { bound: '≤' } : {}),
        })),
      }),
    },
    { kind: 'trace', name: 'trace', charts: ['timeline'] },
  ],
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ n, repetitions, seed }) => {
    const size = n === 'auto' ? 256 : n;
    return `import { connect } from './www/asynclab.js';

function products({ nd }) {
  for (let i = 0; i < ${repetitions}; i++) {
    const a = nd.random.normal([${size}, ${size}], { seed: ${seed} + i });
    nd.dot(a, a).dispose();
    a.dispose();
  }
}
const blocking = await connect({ device: 'cpu', blocking: true });
const lab = await connect({ device: 'cpu' });
await lab.benchmark('synchronous', () => products(blocking));
await lab.benchmark('asynchronous', () => products(lab));
await lab.benchmark('and its rest', () => lab.waitAll());`;
  },

  lines: ({ ways, measures }, say) => {
    return [
      ...ways.map(({ way, median }) => benchmarkLine(say(`line-${way}`), median)),
      ...[say('line-price', measures), ...endedLine(measures, say)].map(plain),
    ];
  },

  table: (result, say) => waysTable(say, result),
};
