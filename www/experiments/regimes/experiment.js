import { plain, quantity, uncertain, whole } from '../../kit/format.js';
import { waysBars } from '../lib/ways.js';
import { regimesOf } from './judge.js';
import { program } from './program.js';
import { COSTS, LAYER_SIDE } from './works.js';

/** @typedef {import('../../charts/curves.js').CurvesData} CurvesData */
/** @typedef {import('../../kit/types.js').Result} Result */
/** @typedef {import('../../kit/types.js').Spread} Spread */

const ELEMENTWISE = ['add', 'exp', 'tanh', 'chain', 'fused'];
/** The printed measures, and the messages that name them. */
const LINES = {
  arithmetic: 'measure-arithmetic',
  bandwidth: 'measure-bandwidth',
  cost: 'measure-cost',
  ridge: 'measure-ridge',
  peakArithmetic: 'line-peakArithmetic',
  peakBandwidth: 'line-peakBandwidth',
};
const LAYERED = ['layers', 'replayed'];

/** The arithmetic intensity, FLOP/B. @param {string} operation @param {number} n */
const intensity = (operation, n) => COSTS[operation](n).flops / COSTS[operation](n).bytes;

/** A point of the roofline: rates of arithmetic at the intensity of an operation. The longest time is the lowest rate. @param {Spread} spread ms @param {string} operation @param {number} n */
function pointOf({ median, low, high }, operation, n) {
  const rate = (/** @type {number} */ ms) => (1000 * COSTS[operation](n).flops) / ms;
  const x = intensity(operation, n);
  return { x, median: rate(median), low: rate(high), high: rate(low) };
}

/** The least time of an operation by the model, ms. @param {Result} result @param {import('./works.js').Cost} cost @param {boolean} [roof] whether to leave out the overhead */
function modelOf({ measures: { bandwidth, arithmetic, cost: each } }, cost, roof = false) {
  const time = 1000 * Math.max(cost.flops / arithmetic.value, cost.bytes / bandwidth.value);
  return roof ? time : time + cost.operations * each.value;
}

/** The times of an operation in a run. @param {Result} result @param {string} way @returns {import('../../kit/types.js').Way[]} */
const wayOf = ({ ways }, way) => ways.filter((one) => one.way === way);

/** @param {Result} result @param {import('../../kit/say.js').Say} say */
function roofline(result, say) {
  const { measures, curves, parameters } = result;
  const [side, n] = [measures.side.value, Number(parameters.n)];
  const operation = String(parameters.operation);
  const point = (/** @type {string} */ way, named = way, size = side) =>
    wayOf(result, way).map((one) => pointOf(one, named, size));
  const products = curves.products.points.each.map((one) => pointOf(one, 'product', one.x));
  const own = point('own', operation, n);
  const layers = LAYERED.flatMap((way) => point(way, way, LAYER_SIDE));
  const elementwise = ['add', 'fused'].flatMap((way) => point(way));
  const all = [...products, ...layers, ...elementwise, ...own].map(({ x }) => x);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  /** @param {number} bandwidth @param {number} arithmetic */
  const roof = (bandwidth, arithmetic) =>
    [least, arithmetic / bandwidth, most]
      .filter((x) => x >= least && x <= most)
      .toSorted((a, b) => a - b)
      .map((x) => ({ x, y: Math.min(arithmetic, x * bandwidth) }));
  const { peakBandwidth, peakArithmetic, bandwidth, arithmetic } = measures;
  return /** @satisfies {CurvesData} */ ({
    x: { title: say('axis-intensity'), name: say('column-intensity'), unit: 'FLOP/B', log: true },
    y: { title: say('axis-rate'), unit: 'FLOP/s', log: true },
    points: [
      { label: say('curve-product'), colour: 'device', mark: 'square', at: products },
      { label: say('curve-elementwise'), colour: 'backend', mark: 'circle', at: elementwise },
      { label: say('curve-layers'), colour: 'frontend', mark: 'triangle', at: layers },
      { label: say('curve-own'), colour: 'wait', mark: 'diamond', at: own },
    ],
    lines: [
      {
        label: say('curve-roof'),
        colour: 'ink',
        at: roof(bandwidth.value, arithmetic.value),
      },
      ...(peakBandwidth
        ? [
            {
              label: say('curve-peak'),
              colour: /** @type {const} */ ('muted'),
              dashed: true,
              at: roof(peakBandwidth.value, peakArithmetic.value),
            },
          ]
        : []),
    ],
  });
}

/** @param {Result} result @param {import('../../kit/say.js').Say} say */
function throughput(result, say) {
  const { points } = result.curves.products;
  const at = (/** @type {boolean} */ roof) =>
    points.each.map(({ x }) => {
      const cost = COSTS.product(x);
      return { x, y: (1000 * cost.flops) / modelOf(result, cost, roof) };
    });
  return /** @satisfies {CurvesData} */ ({
    x: { title: say('axis-n'), name: 'n', unit: 'count', log: true },
    y: { title: say('axis-rate'), unit: 'FLOP/s', log: true },
    points: [
      {
        label: say('curve-product'),
        colour: 'device',
        mark: 'square',
        at: points.each.map((one) => ({ ...pointOf(one, 'product', one.x), x: one.x })),
      },
    ],
    lines: [
      { label: say('curve-roof'), colour: 'ink', at: at(true) },
      { label: say('curve-model'), colour: 'ink', dashed: true, at: at(false) },
    ],
  });
}

/** @param {string[]} names @param {string} axis @returns {import('../../kit/types.js').Figure['of']} */
const barsOf =
  (names, axis) =>
  ({ ways }, say) => ({
    title: say(axis),
    unit: 'ms',
    bars: waysBars(
      say,
      ways.filter(({ way }) => names.includes(way)),
      (way) => ({ colour: ['fused', 'replayed'].includes(way) ? 'frontend' : 'device' }),
    ),
  });

/** @type {import('../../kit/types.js').ExperimentFile} */
export default {
  parameters: {
    operation: {
      choices: ['tanh', 'add', 'chain', 'fused', 'product', 'layers', 'replayed'],
      default: 'tanh',
    },
    n: { min: 1, max: 4096, default: 'auto', auto: true },
    rounds: { min: 1, max: 24, default: 8, advanced: true },
    largest: { min: 32, max: 4096, default: 4096, advanced: true },
    loop: { min: 1, max: 1000, default: 'auto', auto: true, advanced: true },
    seed: { min: 0, max: 2 ** 31 - 1, default: 1, advanced: true },
  },
  presets: {
    auto: {},
    product: { operation: 'product' },
    fused: { operation: 'fused' },
    layers: { operation: 'layers' },
  },
  prediction: {
    of: ({ finding: { key, values } }) => (key.startsWith('found') ? String(values.regime) : null),
    choices: [{ key: 'compute' }, { key: 'bytes' }, { key: 'overhead' }],
  },
  variations: {
    add: { set: () => ({ operation: 'add' }), watch: ['time'] },
    small: { set: () => ({ n: 16 }), watch: ['time', 'by'] },
    product: { set: () => ({ operation: 'product' }), watch: ['by'] },
  },
  figures: [
    { kind: 'curves', name: 'roofline', of: roofline },
    { kind: 'bars', name: 'elementwise', of: barsOf(ELEMENTWISE, 'axis-elementwise') },
    { kind: 'bars', name: 'layers', of: barsOf(LAYERED, 'axis-layers') },
    { kind: 'curves', name: 'throughput', more: true, of: throughput },
  ],
  load: () => import('./run.js'),
  programs: () => import('./programs.js'),
  program,

  lines: ({ measures }, say) =>
    Object.entries(LINES)
      .filter(([name]) => measures[name])
      .map(([name, word]) => plain(`${say(word)}: ${uncertain(measures[name])}`)),

  table: (result, say) => {
    const { works, own } = regimesOf({ ...result, side: result.measures.side.value });
    const columns = ['operation', 'n', 'intensity', 'time', 'rate', 'regime', 'by'];
    const row = (/** @type {typeof own} */ { operation, n, time, key, by }, name = '') => {
      const { flops, bytes } = COSTS[operation](n);
      return [
        name || say(`way-${operation}`),
        whole(n),
        quantity({ value: flops / bytes, unit: 'FLOP/B' }),
        uncertain(time),
        time.bound ? '–' : quantity({ value: (1000 * flops) / time.value, unit: 'FLOP/s' }),
        say(`regime-${key}`),
        uncertain(by),
      ];
    };
    return {
      columns: columns.map((key) => say(`column-${key}`)),
      rows: [row(own, say('way-own')), ...works.map((one) => row(one))],
    };
  },
};
