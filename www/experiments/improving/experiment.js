import { benchmarkLine, plain, quantity, significant, whole } from '../../kit/format.js';
import { errorOf } from './errors.js';

/** @typedef {import('../../kit/types.js').Result} Result */

/** µs. */
const MOST_SLOWER = 10_000;

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  devices: ['webgpu', 'cpu', 'sim'],
  parameters: {
    slower: { min: 0, max: MOST_SLOWER, default: 0, slider: 50 },
    most: { min: 2, max: 10_000, default: 'auto', auto: true },
    side: { min: 1, max: 4096, default: 'auto', auto: true },
    rounds: { min: 1, max: 100, default: 6, advanced: true },
    t1: { min: 0, max: 10_000, default: 2, advanced: true },
    t2: { min: 1, max: 10_000, default: 20, advanced: true },
    t3: { min: 0, max: 100_000, default: 500, advanced: true },
  },
  presets: {
    auto: { most: 'auto' },
    course: { most: 1000, side: 1, rounds: 6 },
    'course-large': { most: 10_000, side: 1, rounds: 1 },
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
    // Slows the frontend so far that it is slower than the backend.
    slower: {
      set: ({ measures: { t1, t2 } }) => ({
        slower: Math.min(
          MOST_SLOWER,
          Math.ceil(Math.max(0.05, 2 * (t2.value - t1.value)) * 20) * 50,
        ),
      }),
      watch: ['once'],
    },
    tiny: { set: () => ({ side: 1 }), watch: ['t1', 't2', 't3'] },
    double: {
      set: ({ parameters: { side } }) => ({ side: 2 * Number(side) }),
      watch: ['t1', 't2', 't3'],
    },
  },
  figures: [
    { kind: 'curves', name: 'loops', of: loops },
    { kind: 'curves', name: 'bend', of: bend },
  ],
  costs: ({ measures: { t1, t2, t3 } }) => ({ t1: t1.value, t2: t2.value, t3: t3.value }),
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ most, side, device, t1, t2, t3, slower }) => {
    const sim =
      device === 'sim'
        ? `, sim: { t1: ${(+t1 + +slower) / 1000}, t2: ${+t2 / 1000}, t3: ${+t3 / 1000} }`
        : '';
    const size = side === 'auto' ? 512 : side;
    return `import { connect } from './www/asynclab.js';

const lab = await connect({ device: '${device}'${sim} });
const x = lab.nd.ones([${size}, ${size}]);
const n = ${most === 'auto' ? 1000 : most};

await lab.benchmark('synchronous', async () => {
  for (let i = 0; i < n; i++) await x.add(1).waitToRead();
});
await lab.benchmark('asynchronous', async () => {
  let y;
  for (let i = 0; i < n; i++) y = x.add(1);
  await y.waitToRead();
});`;
  },

  lines: ({ measures }, say) => {
    return [
      benchmarkLine(say('line-each', measures), measures.each.value),
      benchmarkLine(say('line-once', measures), measures.once.value),
      say('line-costs', measures),
      say('line-error', measures),
      say('line-bend', measures),
    ].map(plain);
  },

  table: ({ curves, info }, say) => {
    const { points, models } = curves.loops;
    // The loop that waits each time is measured at fewer n.
    const cells = (/** @type {'each'|'once'} */ name, /** @type {number} */ n) => {
      const point = points[name].find(({ x }) => x === n);
      const model = models[name].find(({ x }) => x === n);
      if (!point || !model) return ['–', '–', '–'];
      return [
        significant(point.median, info.clock.step),
        significant(model.y),
        quantity({ value: errorOf(model.y, point.median), unit: 'share' }),
      ];
    };
    return {
      columns: ['n', 'each', 'each-model', 'each-error', 'once', 'once-model', 'once-error'].map(
        (key) => say(`column-${key}`),
      ),
      rows: points.once.map(({ x }) => [whole(x), ...cells('each', x), ...cells('once', x)]),
    };
  },
};

/** @param {Result} result @param {import('../../kit/say.js').Say} say @returns {import('../../charts/curves.js').CurvesData} */
function loops({ curves, measures }, say) {
  const { points, models } = curves.loops;
  const dry = measures.t1.value > measures.t2.value;
  return {
    x: { title: say('axis-n'), name: say('column-n'), unit: 'count', log: true },
    y: { title: say('axis-time'), unit: 'ms', log: true },
    points: [
      { label: say('way-each'), colour: 'wait', mark: 'circle', at: points.each },
      { label: say('way-once'), colour: 'device', mark: 'square', at: points.once },
    ],
    lines: [
      { label: say('model-each'), colour: 'wait', dashed: true, at: models.each },
      {
        label: say(dry ? 'model-dry' : 'model-once'),
        colour: 'device',
        dashed: true,
        at: models.once,
      },
      // Older documents lack this model.
      ...(models.chapter
        ? [
            {
              label: say('model-chapter'),
              colour: /** @type {const} */ ('muted'),
              dashed: true,
              at: models.chapter,
            },
          ]
        : []),
    ],
  };
}

/** @param {Result} result @param {import('../../kit/say.js').Say} say @returns {import('../../charts/curves.js').CurvesData} */
function bend({ curves, measures }, say) {
  const { points, models } = curves.bend;
  return {
    x: { title: say('axis-slower'), unit: 'ms' },
    y: { title: say('axis-bend', measures), unit: 'ms' },
    points: [{ label: say('way-once'), colour: 'device', mark: 'square', at: points.once }],
    lines: [{ label: say('model-bend'), colour: 'device', dashed: true, at: models.once }],
    rule: { x: measures.bendAt.value, label: say('rule-bend') },
  };
}
