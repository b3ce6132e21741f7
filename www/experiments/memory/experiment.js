import { benchmarkLine, plain, quantity, significant, whole } from '../../kit/format.js';
import { spread } from '../../kit/statistics.js';
import { bytes } from '../lib/quantities.js';
import { curveOf } from '../lib/series.js';
import { byName } from '../lib/ways.js';

/** @typedef {import('../../kit/types.js').Result} Result */
/** @typedef {import('../../kit/say.js').Say} Say */

const MEGABYTE = 1e6;
/** Minibatches in the figure of open minibatches. */
const SHOWN = 12;

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  parameters: {
    features: { min: 1, max: 2048, default: 'auto', auto: true },
    batch: { min: 1, max: 8192, default: 'auto', auto: true },
    batches: { min: 2, max: 1000, default: 50 },
    ways: { choices: ['three', 'all'], default: 'three' },
    overlap: { min: 3, max: 100, default: 4, advanced: true },
    rate: { choices: ['0.005', '0.01'], default: '0.005', advanced: true },
    memory: { min: 1, max: 65_536, default: 2000, advanced: true },
    rounds: { min: 1, max: 100, default: 6, advanced: true },
    seed: { min: 0, max: 2 ** 31 - 1, default: 1, advanced: true },
  },
  presets: {
    auto: { features: 'auto', batches: 16 },
    // Without waits, each of the chapter's minibatches holds some 70 MB.
    course: { features: 512, batch: 1024, batches: 50, rounds: 1, memory: 4000 },
    'course-100': { features: 512, batch: 1024, batches: 100, rounds: 1, memory: 8000 },
    'course-150': { features: 512, batch: 1024, batches: 150, rounds: 1, memory: 12_000 },
  },
  prediction: {
    of: 'ratio',
    choices: [
      { key: 'same', below: 1.5 },
      // With 16 minibatches, up to about 16 times as much piles up.
      { key: 'few', below: 4 },
      { key: 'tens', below: 12 },
      { key: 'most', below: Infinity },
    ],
  },
  variations: {
    double: {
      set: ({ parameters: { batches } }) => ({ batches: 2 * Number(batches) }),
      watch: ['flat', 'pile'],
    },
    rows: {
      set: ({ parameters: { batch } }) => ({ batch: Math.ceil(Number(batch) / 2) }),
      watch: ['part'],
    },
    all: { set: () => ({ ways: 'all' }), watch: [] },
  },
  figures: [
    { kind: 'areas', name: 'flat', of: flat },
    { kind: 'counts', name: 'batches', of: batches },
    { kind: 'areas', name: 'pile', more: true, of: pile },
    { kind: 'bars', name: 'bytes', more: true, of: bars },
    { kind: 'counts', name: 'open', more: true, of: open },
  ],
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ features, batch, batches: epoch, rate, device, overlap }) => {
    const width = features === 'auto' ? 512 : Number(features);
    const rows = batch === 'auto' ? 2 * width : batch;
    return `import { connect } from './www/asynclab.js';

const lab = await connect({ device: '${device}', allocator: 'on-completion' });
const { nd, nn, autograd } = lab;
const relu = { activation: 'relu' };
const net = new nn.Sequential([new nn.Dense(${4 * width}, relu), new nn.Dense(${width}, relu), new nn.Dense(1)]);
net.initialize();
const trainer = new nn.Trainer(net, 'sgd', { learningRate: ${rate} });
const l2 = new nn.L2Loss();
let previous; // to let one minibatch overlap: the wait for the one before
const window = lab.window(${overlap}); // the same for any number of minibatches

await lab.benchmark('${epoch} minibatches', async () => {
  for (let t = 0; t < ${epoch}; t++) {
    const loss = lab.tidy(() => {
      const x = nd.random.normal([${rows}, ${width}], { seed: t });
      const loss = autograd.record(() => l2(net(x), nd.ones([${rows}])));
      loss.backward();
      trainer.step(${rows});
      return loss;
    });
    // await loss.waitToRead();
    // await loss.mean().item();
    // await previous; previous = lab.waitAll();
    // await window.next();
    loss.dispose();
  }
  await lab.waitAll();
});
console.log(lab.memory().peak / 1e6, 'MB at most');`;
  },

  lines: ({ ways, curves, measures, distortions }, say) => {
    const shrunk = distortions.find(({ key }) => key === 'distortion-shrunk');
    return [
      ...(shrunk ? [plain(say('line-shrunk', { ...measures, ...shrunk.values }))] : []),
      ...ways.flatMap(({ way, median, bytes: held = [] }) => [
        say(`way-${way}`),
        ...curves.passed.points[way].map(({ x, median: time }) =>
          indented(benchmarkLine(say('line-batches', { count: x }), time)),
        ),
        indented(benchmarkLine(say('line-epoch'), median)),
        indented(
          plain(say('line-memory', { megabytes: significant(increaseOf(held) / MEGABYTE) })),
        ),
      ]),
    ];
  },

  table: ({ ways, curves, info }, say) => {
    const time = (/** @type {number} */ ms) => significant(ms, info.clock.step);
    const columns = ['way', 'issued', 'epoch', 'low', 'high', 'bytes', 'rounds'];
    return {
      columns: columns.map((key) => say(`column-${key}`)),
      rows: ways.map(({ way, samples, median, low, high, bytes: held = [] }) => [
        say(`way-${way}`),
        time(curves.passed.points[way].at(-1)?.median ?? NaN),
        ...[median, low, high].map(time),
        quantity(bytes(increaseOf(held))),
        whole(samples.length),
      ]),
    };
  },
};

const indented = (/** @type {string} */ line) => `  ${line}`;

/** @param {number[]} samples bytes */
const increaseOf = (samples) => spread(samples).median;

/** The uses of the bytes over time. @param {Result} result @param {Say} say @returns {import('../../charts/areas.js').AreasData} */
function pile({ series }, say) {
  const one = series['never-on-completion'];
  return {
    title: say('axis-bytes'),
    areas: [
      curveOf(one, 'used', { label: say('curve-used'), colour: 'device' }),
      curveOf(one, 'pending', { label: say('curve-pending'), colour: 'wait', hatched: true }),
    ],
    lines: [curveOf(one, 'allocated', { label: say('curve-allocated'), colour: 'ink' })],
  };
}

/** All bytes over time, of several ways. @param {Result} result @param {Say} say @returns {import('../../charts/areas.js').AreasData} */
function flat({ series }, say) {
  const line = (/** @type {string} */ way, /** @type {any} */ style) =>
    curveOf(series[way], 'allocated', { ...style, label: say(`curve-${way}`) });
  return {
    title: say('axis-allocated'),
    areas: [],
    lines: [
      line('never-on-completion', { colour: 'wait' }),
      line('loss-on-completion', { colour: 'frontend', dashed: true }),
      line('never-stream-ordered', { colour: 'device' }),
    ],
  };
}

/** @param {Result} result @param {Say} say @returns {import('../../charts/counts.js').CountsData} */
function batches({ series }, say) {
  const [never, loss] = [
    series['batches-never-on-completion'],
    series['batches-loss-on-completion'],
  ];
  return {
    title: say('axis-batches'),
    lines: [
      curveOf(never, 'issued', { label: say('curve-never-issued'), colour: 'frontend' }),
      curveOf(never, 'finished', { label: say('curve-never-finished'), colour: 'device' }),
      curveOf(loss, 'issued', {
        label: say('curve-loss-issued'),
        colour: 'frontend',
        dashed: true,
      }),
      curveOf(loss, 'finished', {
        label: say('curve-loss-finished'),
        colour: 'device',
        dashed: true,
      }),
    ],
  };
}

/** The number of minibatches begun and not yet finished, until `SHOWN` are finished: lines of more would run together. @param {Result} result @param {Say} say @returns {import('../../charts/counts.js').CountsData|null} null if this was not measured */
function open({ series, parameters }, say) {
  if (!series['batches-one-on-completion']) return null;
  const line = (/** @type {string} */ way, /** @type {any} */ style) => {
    const { times, values } = series[`batches-${way}-on-completion`];
    const open = values.begun.map((begun, i) => begun - values.finished[i]);
    const end = values.finished.findIndex((count) => count >= SHOWN) + 1 || times.length;
    const label = say(`curve-open-${way}`, parameters);
    return { ...style, label, times: times.slice(0, end), values: open.slice(0, end) };
  };
  return {
    title: say('axis-open'),
    lines: [
      line('one', { colour: 'frontend' }),
      line('several', { colour: 'backend', dashed: true }),
    ],
  };
}

/** @param {Result} result @param {Say} say @returns {import('../../charts/bars.js').BarsData|null} null if only a few ways were measured, which the areas show */
function bars({ ways }, say) {
  const all = byName(ways);
  if (!all['one-on-completion']) return null;
  return {
    title: say('axis-increase'),
    unit: 'B',
    bars: Object.keys(all).map((way) => ({
      label: say(`way-${way}`, {}),
      colour: way.startsWith('never') ? 'frontend' : 'wait',
      ...spread(all[way].bytes ?? []),
    })),
  };
}
