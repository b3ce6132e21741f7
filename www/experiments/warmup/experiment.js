import { benchmarkLine, plain } from '../../kit/format.js';
import { times } from '../lib/quantities.js';
import { byName, waysBars, waysTable } from '../lib/ways.js';
import { endedLine } from '../lib/ended.js';
import { drownedIn, productTakes } from '../lib/foresee.js';

/** The times that the chapter prints in two of its versions, on machines that it does not name. */
const PRINTED = {
  blocking: '0.378 s; 1.469 s',
  enqueued: '0.0015 s; 0.0022 s',
  waited: '0.0083 s; 0.0058 s',
};

/** @type {Record<string, {colour: import('../../charts/surface.js').Colour, bound?: '≤'}>} */
const STYLES = {
  blocking: { colour: 'wait' },
  enqueued: { colour: 'frontend' },
  waited: { colour: 'device', bound: '≤' },
};

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  parameters: {
    n: { min: 8, max: 4096, default: 'auto', auto: true },
    repetitions: { min: 1, max: 1000, default: 10 },
    rounds: { min: 1, max: 100, default: 6, advanced: true },
    seed: { min: 0, max: 2 ** 31 - 1, default: 1, advanced: true },
  },
  presets: {
    auto: { n: 'auto', repetitions: 10 },
    course: { n: 1000, repetitions: 10 },
  },
  prediction: {
    of: 'ratio',
    choices: [
      { key: 'same', below: 2 },
      { key: 'few', below: 10 },
      { key: 'tens', below: 100 },
      { key: 'hundreds', below: Infinity },
    ],
  },
  variations: {
    double: { set: ({ parameters: { n } }) => ({ n: 2 * Number(n) }), watch: ['enqueued', 'gap'] },
    more: {
      set: ({ parameters: { repetitions } }) => ({ repetitions: 2 * Number(repetitions) }),
      watch: ['ratio'],
    },
    tiny: { set: () => ({ n: 8 }), watch: ['gap'] },
  },
  figures: [
    { kind: 'trace', name: 'trace', charts: ['timeline', 'series'] },
    {
      kind: 'bars',
      name: 'bars',
      of: ({ ways, info }, say) => ({
        title: say('axis-bars'),
        unit: 'ms',
        least: info.clock.step,
        log: true,
        bars: waysBars(say, ways, (way) => STYLES[way]),
      }),
    },
  ],
  freedom: true,
  // The speed of the asynchronous loop as a multiple of the blocking loop's, as it seems and as it is.
  // Results of schema 1 lack these measures, so they are computed here, without an uncertainty.
  derived: ({ schema, ways, info }) => {
    /** @type {Record<string, import('../../kit/types.js').Quantity>} */
    const known = {};
    if (schema !== 1) return known;
    const { blocking, enqueued, waited } = byName(ways);
    const returned = Math.max(enqueued.median, info.clock.step);
    return {
      seeming: times(blocking.median / returned),
      real: times(blocking.median / waited.median),
    };
  },
  foresee: ({ n, repetitions }, pace) =>
    drownedIn(Number(repetitions) * productTakes(pace, Number(n)), pace, { n: 'auto' }),
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ n, repetitions, device, seed }) => {
    const size = n === 'auto' ? 512 : n;
    return `import { connect } from './www/asynclab.js';

function products({ nd }) {
  for (let i = 0; i < ${repetitions}; i++) {
    const a = nd.random.normal([${size}, ${size}], { seed: ${seed} + i });
    const b = nd.dot(a, a);
    a.dispose(); // the loop needs neither any longer
    b.dispose();
  }
}
const blocking = await connect({ device: 'cpu', blocking: true });
const lab = await connect({ device: '${device}' });
products(lab); // warm-up: the first use compiles the kernels
await lab.waitAll();
await lab.benchmark('blocking', () => products(blocking)); // back when all is done
await lab.benchmark('enqueued', () => products(lab)); // back when all is enqueued
await lab.waitAll();
await lab.benchmark('enqueued and waited for', () => (products(lab), lab.waitAll()));`;
  },

  lines: ({ ways, measures }, say) => {
    return [
      ...ways.map(({ way, median }) => benchmarkLine(say(`line-${way}`), median)),
      say('line-ratio', measures),
      say('line-gap', measures),
      ...endedLine(measures, say),
    ].map(plain);
  },

  table: (result, say) => waysTable(say, result, PRINTED),
};
