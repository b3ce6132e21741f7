import { plain, quantity, significant, whole } from '../../kit/format.js';
import { curveOf } from '../lib/series.js';
import { rateOf, share } from '../lib/quantities.js';
import { turnsOf } from './queue.js';

/** @typedef {import('../../kit/types.js').Result} Result */
/** @typedef {import('../../kit/say.js').Say} Say */

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  parameters: {
    bound: { min: 2, max: 100_000, default: 1024 },
    count: { min: 64, max: 32_768, default: 4096 },
    side: { min: 1, max: 1024, default: 64 },
    rounds: { min: 1, max: 100, default: 6, advanced: true },
  },
  presets: { auto: { count: 3072 } },
  prediction: {
    of: 'part',
    choices: [
      { key: 'hundredth', below: 0.03 },
      { key: 'tenth', below: 0.3 },
      { key: 'half', below: 0.7 },
      { key: 'same', below: Infinity },
    ],
  },
  variations: {
    tight: {
      set: ({ parameters: { bound } }) => ({ bound: Math.max(2, Math.floor(Number(bound) / 4)) }),
      watch: ['deepest', 'done'],
    },
    more: {
      set: ({ parameters: { count } }) => ({ count: 2 * Number(count) }),
      watch: ['deepestFree', 'deepest'],
    },
    larger: { set: ({ parameters: { side } }) => ({ side: 4 * Number(side) }), watch: ['part'] },
  },
  figures: [
    { kind: 'counts', name: 'depth', of: depth },
    { kind: 'areas', name: 'bytes', more: true, of: bytes },
    { kind: 'curves', name: 'price', of: price },
  ],
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ bound, count, side, device }) => {
    const step = Math.max(1, Math.floor(Number(bound) / 4));
    return `import { connect } from './www/asynclab.js';

const lab = await connect({ device: '${device}', maxQueued: ${bound} });
const x = lab.nd.ones([${side}, ${side}]);

for (let i = 0; i < ${count}; i++) {
  // Without this, the thread blocks at the bound or, where it may not,
  // the program is rejected with QUEUE_FULL.
  if (i % ${step} === 0) await lab.room(${step});
  x.add(1).dispose();
  if (i % 500 === 0) console.log(lab.progress().inFlight, 'in the queue');
}
await lab.waitAll();`;
  },

  lines: ({ curves, finding, measures }, say) => {
    return [
      ...curves.price.points.each.map((each) =>
        say('line-bound', { bound: each.x, rate: rateOf(each.median) }),
      ),
      say('line-depth', measures),
      say('line-refused', { ...measures, refusal: finding.values.refusal || '–' }),
    ].map(plain);
  },

  table: ({ curves, info, parameters }, say) => {
    const { each } = curves.price.points;
    const best = Math.min(...each.map(({ median }) => median));
    return {
      columns: ['bound', 'each', 'low', 'high', 'rate', 'share'].map((key) => say(`column-${key}`)),
      rows: each.map(({ x, median, low, high }) => {
        const step = (1000 * info.clock.step) / turnsOf(x, Number(parameters.count));
        return [
          whole(x),
          ...[median, low, high].map((time) => significant(time * 1000, step)),
          quantity(rateOf(median)),
          quantity(share(best / median)),
        ];
      }),
    };
  },
};

/** @param {Result} result @param {Say} say @returns {import('../../charts/counts.js').CountsData} */
function depth({ series, measures }, say) {
  return {
    title: say('axis-depth'),
    lines: [
      curveOf(series.free, 'operations', { label: say('curve-free'), colour: 'frontend' }),
      curveOf(series.bounded, 'operations', { label: say('curve-bounded'), colour: 'device' }),
    ],
    bound: { y: measures.bound.value, label: say('rule-bound', { bound: measures.bound }) },
  };
}

/** @param {Result} result @param {Say} say @returns {import('../../charts/areas.js').AreasData} */
function bytes({ series, measures }, say) {
  return {
    title: say('axis-bytes'),
    areas: [],
    lines: [
      curveOf(series.free, 'bytes', { label: say('curve-free'), colour: 'frontend' }),
      curveOf(series.inBytes, 'bytes', { label: say('curve-bounded'), colour: 'device' }),
    ],
    bound: {
      y: measures.bytesBound.value,
      label: say('rule-bound', { bound: measures.bytesBound }),
    },
  };
}

/** @param {Result} result @param {Say} say @returns {import('../../charts/curves.js').CurvesData} */
function price({ curves, measures }, say) {
  const at = curves.price.points.each.map((each) => {
    const [median, low, high] = [each.median, each.high, each.low].map((ms) => rateOf(ms).value);
    return { x: each.x, median, low, high };
  });
  return {
    x: { title: say('axis-bound'), name: say('column-bound'), unit: 'count', log: true },
    y: { title: say('axis-rate'), unit: 'per-s', log: true },
    points: [{ label: say('curve-rate'), colour: 'device', mark: 'square', at }],
    lines: [],
    rule: { x: measures.enough.value, label: say('rule-enough') },
  };
}
