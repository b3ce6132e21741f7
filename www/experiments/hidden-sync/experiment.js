import { benchmarkLine, plain } from '../../page/format.js';
import { waysBars, waysTable } from '../lib/ways.js';
import { program } from './program.js';

/** @type {Omit<import('../../page/types.js').Experiment, 'name'>} */
export default {
  parameters: {
    wait: { choices: ['item', 'print'], default: 'item' },
    n: { min: 8, max: 2048, default: 'auto', auto: true },
    batches: { min: 2, max: 500, default: 20 },
    rounds: { min: 1, max: 100, default: 5, advanced: true },
    seed: { min: 0, max: 2 ** 31 - 1, default: 1, advanced: true },
  },
  presets: {
    auto: { n: 'auto' },
    print: { wait: 'print', n: 'auto' },
    small: { n: 16, batches: 50 },
  },
  prediction: {
    of: 'ratio',
    choices: [
      { key: 'same', below: 1.1 },
      { key: 'half', below: 1.5 },
      { key: 'double', below: 3 },
      { key: 'more', below: Infinity },
    ],
  },
  figures: [
    { kind: 'trace', name: 'trace', charts: ['timeline'] },
    {
      kind: 'bars',
      name: 'cost',
      of: ({ measures }, say) =>
        Number.isFinite(measures.during.value)
          ? {
              title: say('axis-cost'),
              unit: 'ms',
              bars: ['blocked', 'during', 'after'].map((name) => {
                const { value } = measures[name];
                const colour = name === 'blocked' ? 'wait' : 'muted';
                return {
                  label: say(`cost-${name}`),
                  colour,
                  median: value,
                  low: value,
                  high: value,
                };
              }),
            }
          : null,
    },
    {
      kind: 'bars',
      name: 'ways',
      of: ({ ways }, say) => ({
        title: say('axis-ways'),
        unit: 'ms',
        bars: waysBars(say, ways, (way) => ({
          colour: way === 'with' ? 'wait' : 'device',
          bound: '≤',
        })),
      }),
    },
  ],
  load: () => import('./run.js'),
  program,

  lines: ({ ways, measures, finding }, say) => {
    const timed = ways.map(({ way, median }) => benchmarkLine(say(`line-${way}`), median));
    const told = { ...measures, code: String(finding.values.code) };
    return [...timed, say('line-site', told)].map(plain);
  },

  table: ({ ways }, say) => waysTable(say, ways),
};
