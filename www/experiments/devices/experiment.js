import { benchmarkLine, plain, quantity, significant, whole } from '../../kit/format.js';
import { share } from '../lib/quantities.js';
import { choiceOf } from '../lib/verdict.js';
import { waysBars } from '../lib/ways.js';
import { drownedIn, productTakes } from '../lib/foresee.js';

/** @typedef {import('../../kit/types.js').Result} Result */
/** @typedef {import('../../kit/say.js').Say} Say */

/** The speed of both devices at once, as a multiple of their speed in turn. */
const CHOICES = [{ key: 'same', below: 1.15 }, { key: 'some', below: 1.6 }, { key: 'twice' }];
/** Ways in which both devices work. */
const BOTH = /^(turn|beside)-/;

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  parameters: {
    n: { min: 8, max: 4096, default: 'auto', auto: true },
    m: { min: 8, max: 2048, default: 'auto', auto: true },
    products: { min: 1, max: 1000, default: 4 },
    batches: { min: 1, max: 1000, default: 10 },
    rounds: { min: 1, max: 100, default: 6, advanced: true },
    seed: { min: 0, max: 2 ** 31 - 1, default: 1, advanced: true },
  },
  presets: {
    auto: { n: 'auto', m: 'auto', batches: 3 },
    course: { n: 1000, m: 1000, products: 1, batches: 5, rounds: 6 },
  },
  prediction: {
    of: ({ measures: { gain }, info }) =>
      gain.value > 0 ? choiceOf(gain, CHOICES, info) : 'unknown',
    choices: CHOICES,
  },
  variations: {
    more: {
      set: ({ parameters: { products } }) => ({ products: 2 * Number(products) }),
      watch: ['price'],
    },
    gpu: { set: ({ parameters: { n } }) => ({ n: 2 * Number(n) }), watch: ['beside'] },
    host: { set: ({ parameters: { m } }) => ({ m: 2 * Number(m) }), watch: ['beside'] },
  },
  figures: [
    {
      kind: 'bars',
      name: 'times',
      of: ({ ways, info }, say) => ({
        title: say('axis-times'),
        unit: 'ms',
        least: info.clock.step,
        bars: waysBars(say, ways, (way) => ({
          colour: way.endsWith('-each') ? 'wait' : 'device',
          bound: '≤',
        })),
      }),
    },
    { kind: 'trace', name: 'trace', charts: ['timeline'] },
    { kind: 'bars', name: 'use', more: true, of: use },
  ],
  foresee: ({ n, products }, pace) =>
    // With the CPU alone there is no comparison that could stay open.
    pace.info.device === 'cpu'
      ? null
      : drownedIn(
          Number(products) * productTakes(pace, Number(n)),
          pace,
          { n: 'auto', m: 'auto' },
          1, // A minibatch ends when the next one begins: one reading serves both.
        ),
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ n, m, products, batches, device, seed }) => {
    const sizes = [n, m].map((size) => (size === 'auto' ? 256 : size));
    const connect = device === 'cpu' ? `{ device: 'cpu' }` : `{ devices: ['${device}', 'cpu'] }`;
    return `import { connect } from './www/asynclab.js';

const lab = await connect(${connect});
const uniform = (n, device) => lab.nd.random.uniform([n, n], { seed: ${seed}, device });
const x = uniform(${sizes[0]}, '${device}');
const y = uniform(${sizes[1]}, 'cpu');
const minibatch = (x) => {
  for (let i = 0; i < ${products}; i++) x.dot(x).dispose();
};
await lab.benchmark('side by side', async () => {
  for (let t = 0; t < ${batches}; t++) {
    minibatch(x);
    minibatch(y);
    // await lab.waitAll(); // after every minibatch
  }
  await lab.waitAll();
});`;
  },

  lines: ({ ways, measures }, say) => {
    return [
      ...ways.map(({ way, median }) => benchmarkLine(say(`way-${way}`), median)),
      ...(measures.gain.value > 0 ? [plain(say('line-gain', measures))] : []),
    ];
  },

  table: ({ ways, curves, info }, say) => {
    const devices = Object.keys(curves.use.points);
    return {
      columns: [
        ...['way', 'median', 'low', 'high', 'rounds'].map((key) => say(`column-${key}`)),
        ...devices.map((device) => say(`column-used-${device}`)),
      ],
      rows: ways.map(({ way, samples, median, low, high }, i) => [
        say(`way-${way}`),
        ...[median, low, high].map((time) => significant(time, info.clock.step)),
        whole(samples.length),
        ...devices.map((device) => quantity(share(curves.use.points[device][i].median))),
      ]),
    };
  },
};

/** The share of time that each device was busy. @param {Result} result @param {Say} say @returns {import('../../charts/bars.js').BarsData} */
function use({ ways, curves }, say) {
  const devices = Object.entries(curves.use.points);
  const shown = ways
    .map(({ way }, i) => ({ way, i }))
    .filter(({ way }) => devices.length < 2 || BOTH.test(way));
  return {
    title: say('axis-use'),
    unit: 'share',
    bars: shown.flatMap(({ way, i }) =>
      devices.map(([device, points]) => {
        const { median, low, high } = points[i];
        return {
          label: say(`use-${device}`, { way: say(`way-${way}`) }),
          colour: device === 'cpu' ? 'backend' : 'device',
          median,
          low,
          high,
        };
      }),
    ),
  };
}
