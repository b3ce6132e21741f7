import { benchmarkLine, plain } from '../../kit/format.js';
import { list } from '../../kit/listing.js';
import { waysBars, waysTable } from '../lib/ways.js';
import { lineOf, program } from './program.js';

const LOOPS = ['with', 'without'];
/** @type {Record<string, import('../../charts/surface.js').Colour>} */
const COLOURS = { read: 'wait', upload: 'frontend' };

/**
 * Numbers the lines, and marks the line that waits and the line that replaces it.
 * @param {HTMLElement} code
 * @param {string} text
 * @param {import('../../kit/say.js').Say} say of the experiment
 * @param {import('../../kit/types.js').Result} [result]
 */
function listed(code, text, say, result) {
  const { value: line = 0 } = result?.measures.line ?? {};
  if (!result || !line) return list(code, text);
  const { parameters, measures, device } = result;
  const instead = lineOf({ ...parameters, device }, 'instead').line;
  list(code, text, [
    { line, kind: 'before', text: say('mark-before', measures) },
    { line: instead, kind: 'after', text: say('mark-after') },
  ]);
}

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  parameters: {
    wait: { choices: ['item', 'print', 'copy'], default: 'item' },
    n: { min: 8, max: 2048, default: 'auto', auto: true },
    batches: { min: 2, max: 500, default: 20 },
    read: { choices: ['after', 'before'], default: 'after', advanced: true },
    task: { choices: ['training', 'inference'], default: 'training', advanced: true },
    rounds: { min: 1, max: 100, default: 6, advanced: true },
    seed: { min: 0, max: 2 ** 31 - 1, default: 1, advanced: true },
  },
  presets: {
    auto: { n: 'auto' },
    print: { wait: 'print', n: 'auto' },
    course: { n: 1000, batches: 50 },
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
  variations: {
    copy: { set: () => ({ wait: 'copy' }), watch: ['each'] },
    before: { set: () => ({ read: 'before' }), watch: ['each', 'eachIdle'] },
    inference: { set: () => ({ task: 'inference' }), watch: ['ratio'] },
  },
  figures: [
    { kind: 'trace', name: 'trace', charts: ['timeline'] },
    {
      kind: 'bars',
      name: 'cost',
      of: ({ ways, info }, say) =>
        ways.some(({ way }) => way === 'idle')
          ? {
              title: say('axis-cost'),
              unit: 'ms',
              least: info.clock.step,
              bars: waysBars(
                say,
                ways.filter(({ way }) => !LOOPS.includes(way)),
                (way) => ({ colour: COLOURS[way] ?? 'muted' }),
              ),
            }
          : null,
    },
    {
      kind: 'bars',
      name: 'ways',
      of: ({ ways }, say) => ({
        title: say('axis-ways'),
        unit: 'ms',
        bars: waysBars(
          say,
          ways.filter(({ way }) => LOOPS.includes(way)),
          (way) => ({ colour: way === 'with' ? 'wait' : 'device', bound: '≤' }),
        ),
      }),
    },
  ],
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),
  program,
  list: listed,

  lines: ({ ways, measures, finding }, say) => {
    const timed = ways.map(({ way, median }) => benchmarkLine(say(`line-${way}`), median));
    const values = { ...measures, code: String(finding.values.code) };
    const site = Number.isFinite(measures.during.value) ? 'line-site' : 'line-site-untimed';
    return [...timed, say(site, values)].map(plain);
  },

  table: (result, say) => waysTable(say, result),
};
