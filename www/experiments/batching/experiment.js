import { plain, quantity, significant, whole } from '../../kit/format.js';
import { rateOf as rate } from '../lib/quantities.js';

/** @typedef {import('../../charts/curves.js').CurvesData} CurvesData */

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  parameters: {
    count: { min: 16, max: 16_384, default: 'auto', auto: true },
    side: { min: 1, max: 1024, default: 16 },
    rounds: { min: 1, max: 100, default: 6, advanced: true },
  },
  presets: { auto: {}, course: { count: 10_000, side: 2 } },
  prediction: {
    of: 'gain',
    choices: [
      { key: 'same', below: 1.5 },
      { key: 'few', below: 4 },
      { key: 'many', below: 20 },
      { key: 'most', below: Infinity },
    ],
  },
  variations: {
    tiny: { set: () => ({ side: 1 }), watch: ['eachMany'] },
    larger: { set: ({ parameters: { side } }) => ({ side: 8 * Number(side) }), watch: ['gain'] },
    more: {
      set: ({ parameters: { count } }) => ({ count: 2 * Number(count) }),
      watch: ['eachMany'],
    },
  },
  figures: [
    {
      kind: 'curves',
      name: 'cost',
      of: ({ curves }, say) =>
        /** @satisfies {CurvesData} */ ({
          x: { title: say('axis-x'), name: say('column-x'), unit: 'count', log: true },
          y: { title: say('axis-cost'), unit: 'ms', log: true },
          points: [
            {
              label: say('curve-each'),
              colour: 'device',
              mark: 'square',
              at: curves.cost.points.each,
            },
            {
              label: say('curve-enqueue'),
              colour: 'frontend',
              mark: 'circle',
              at: curves.cost.points.enqueue,
            },
          ],
          lines: [],
        }),
    },
    {
      kind: 'curves',
      name: 'throughput',
      more: true,
      of: ({ curves }, say) =>
        /** @satisfies {CurvesData} */ ({
          x: { title: say('axis-x'), name: say('column-x'), unit: 'count', log: true },
          y: { title: say('axis-throughput'), unit: 'per-s', log: true },
          points: [
            {
              label: say('curve-throughput'),
              colour: 'device',
              mark: 'square',
              // The longest time is the lowest rate.
              at: curves.cost.points.each.map(({ x, median, low, high }) => ({
                x,
                median: 1000 / median,
                low: 1000 / high,
                high: 1000 / low,
              })),
            },
          ],
          lines: [],
        }),
    },
    {
      kind: 'curves',
      name: 'age',
      more: true,
      of: ({ curves }, say) =>
        /** @satisfies {CurvesData} */ ({
          x: { title: say('axis-x'), name: say('column-x'), unit: 'count', log: true },
          y: { title: say('axis-age'), unit: 'ms', log: true },
          points: [
            {
              label: say('curve-age'),
              colour: 'device',
              mark: 'square',
              at: curves.age.points.age,
            },
            {
              label: say('curve-first'),
              colour: 'wait',
              mark: 'triangle',
              at: curves.age.points.first,
            },
          ],
          lines: [],
        }),
    },
  ],
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ count, side, device }) => `import { connect } from './www/asynclab.js';

for (const opsPerSubmit of [1, 16, 256, 4096]) {
  const lab = await connect({ device: '${device}', opsPerSubmit });
  let y = lab.nd.ones([${side}, ${side}]);
  await lab.benchmark(opsPerSubmit + ' per submit', async () => {
    for (let i = 0; i < ${count === 'auto' ? 4096 : count}; i++) y = y.add(1);
    await lab.waitAll();
  });
}`,

  lines: ({ curves }, say) => {
    return curves.cost.points.each.map(({ x, median }) =>
      plain(say('line-point', { x, rate: rate(median) })),
    );
  },

  table: ({ curves, info: { clock }, parameters }, say) => {
    /** Microseconds of an operation: all of them are timed together. */
    const each = (/** @type {number} */ ms) =>
      significant(ms * 1000, (clock.step / Number(parameters.count)) * 1000);
    const { cost, age } = curves;
    const columns = ['x', 'enqueue', 'each', 'throughput', 'first', 'age'];
    return {
      columns: columns.map((key) => say(`column-${key}`)),
      rows: cost.points.each.map(({ x, median }, i) => [
        whole(x),
        each(cost.points.enqueue[i].median),
        each(median),
        quantity(rate(median)),
        significant(age.points.first[i].median, clock.step),
        significant(age.points.age[i].median, clock.step),
      ]),
    };
  },
};
