import { benchmarkLine, plain, uncertain } from '../../kit/format.js';
import { productTakes, drownedIn } from '../lib/foresee.js';
import { waysBars } from '../lib/ways.js';

const TIMERS = ['naive', 'right', 'queued', 'cold', 'device'];
/** @type {Record<string, {colour: import('../../charts/surface.js').Colour, bound?: '≤'}>} */
const STYLES = {
  naive: { colour: 'frontend' },
  right: { colour: 'backend', bound: '≤' },
  queued: { colour: 'wait', bound: '≤' },
  cold: { colour: 'wait', bound: '≤' },
  device: { colour: 'device' },
  once: { colour: 'backend', bound: '≤' },
  each: { colour: 'wait', bound: '≤' },
};
/** The measure that has each timer's time as a share or a multiple of the right timer's. @type {Record<string, string>} */
const ERRORS = {
  naive: 'naiveShare',
  queued: 'queuedTimes',
  cold: 'coldTimes',
  device: 'deviceShare',
  each: 'eachTimes',
};

/** Raises a bar to the clock's step, since a time of zero has no position on a logarithmic axis. @param {number} step ms @param {import('../../charts/bars.js').Bar} bar @returns {import('../../charts/bars.js').Bar} */
const atLeast = (step, { median, low, high, ...bar }) =>
  median < step
    ? { ...bar, median: step, low: step, high: Math.max(step, high), bound: '≤' }
    : { ...bar, median, low: Math.max(step, low), high };

/** @param {string} axis @param {(way: string) => boolean} shown @param {boolean} [log] @returns {import('../../kit/types.js').Figure['of']} */
const barsOf =
  (axis, shown, log = false) =>
  ({ ways, info }, say) => ({
    title: say(axis),
    unit: 'ms',
    log,
    least: info.clock.step,
    bars: waysBars(
      say,
      ways.filter(({ way }) => shown(way)),
      (way) => STYLES[way],
    ).map((bar) => atLeast(info.clock.step, bar)),
  });

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
    of: 'naiveShare',
    choices: [
      { key: 'little', below: 0.01 },
      { key: 'tenth', below: 0.1 },
      { key: 'part', below: 0.9 },
      { key: 'all', below: Infinity },
    ],
  },
  variations: {
    more: {
      set: ({ parameters: { repetitions } }) => ({ repetitions: 2 * Number(repetitions) }),
      watch: ['naive', 'right'],
    },
    tiny: { set: () => ({ n: 8 }), watch: ['naiveShare', 'eachTimes'] },
    cpu: { set: () => ({ device: 'cpu' }), watch: ['naiveShare'] },
  },
  figures: [
    {
      kind: 'bars',
      name: 'timers',
      of: barsOf('axis-timers', (way) => TIMERS.includes(way), true),
    },
    { kind: 'bars', name: 'reads', of: barsOf('axis-reads', (way) => !TIMERS.includes(way)) },
    { kind: 'trace', name: 'trace', more: true, charts: ['timeline'] },
  ],
  foresee: ({ n, repetitions }, pace) =>
    drownedIn(Number(repetitions) * productTakes(pace, Number(n)), pace, { n: 'auto' }),
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),

  program: ({ n, repetitions, device, seed }) => {
    const size = n === 'auto' ? 512 : n;
    return `import { connect } from './www/asynclab.js';

const lab = await connect({ device: '${device}' });
const { nd } = lab;
function work() {
  for (let i = 0; i < ${repetitions}; i++) {
    const a = nd.random.normal([${size}, ${size}], { seed: ${seed} + i });
    const b = nd.dot(a, a);
    a.dispose();
    b.dispose();
  }
}
await lab.benchmark('without warm-up', () => (work(), lab.waitAll()));
await lab.benchmark('naive', () => work()); // stops when all is enqueued
await lab.benchmark('no barrier before', () => (work(), lab.waitAll()));
await lab.benchmark('synchronised', () => (work(), lab.waitAll()));
const { started, ended } = await lab.profile(work);
console.log('device', Math.max(...ended) - Math.min(...started), 'ms');

async function losses(each) {
  let total = nd.zeros([]);
  for (let i = 0; i < ${repetitions}; i++) {
    const before = total;
    total = lab.tidy(() => {
      const a = nd.random.normal([${size}, ${size}], { seed: ${seed} + i });
      return total.add(nd.dot(a, a).mean());
    });
    before.dispose();
    if (each) await total.item();
  }
  await total.item();
  total.dispose();
}
await losses(true); // warm-up
await lab.benchmark('loss read in each step', () => losses(true));
await lab.benchmark('loss read once', () => losses(false));`;
  },

  lines: ({ ways }, say) =>
    ways.map(({ way, median }) => plain(benchmarkLine(say(`way-${way}`), median))),

  table: ({ ways, measures }, say) => ({
    columns: ['way', 'time', 'error'].map((key) => say(`column-${key}`)),
    rows: ways.map(({ way }) => [
      say(`way-${way}`),
      uncertain(measures[way]),
      ERRORS[way] ? uncertain(measures[ERRORS[way]]) : '–',
    ]),
  }),
};
