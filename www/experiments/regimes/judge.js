import { MARGINS, ratioOf, wide } from '../../kit/inference.js';
import { seldom } from '../../kit/polling.js';
import { distortions } from '../lib/distortions.js';
import {
  bytes,
  count,
  floorOf,
  ms,
  timeOf,
  timesOf,
  withoutBounds,
  withStep,
} from '../lib/quantities.js';
import { few, rangeOf } from '../lib/verdict.js';
import { byName } from '../lib/ways.js';
import { COSTS, LAYER_SIDE, UNCOUNTED } from './works.js';

/** @typedef {import('../lib/quantities.js').Sampled} Sampled */
/** @typedef {import('../../kit/types.js').Quantity} Quantity */
/** @typedef {import('../../kit/types.js').Info} Info */
/** @typedef {'compute'|'bytes'|'overhead'} Term */
/** @typedef {Record<Term, number[]>} Terms the time that each resource alone would take, by rounds, ms */

/**
 * @typedef {object} Regime
 * @property {Term|'uncounted'|'open'|'other'} key the resource that binds; `uncounted` if it is arithmetic whose amount the lab does not
 *   know, `open` if the rounds do not decide, `other` if no resource explains the time
 * @property {Quantity} by the time of the resource that binds, as a multiple of the next resource's; of `uncounted`, the same as `fit`
 * @property {Quantity} fit the measured time, as a multiple of the model's
 * @property {Quantity} time ms
 * @property {Record<Term, Quantity>} terms ms
 */

/** The part of a long loop that is left after the short loop is subtracted: 1 − 1/4. Each loop ends with a clock reading that may be a step off. */
const TAKEN = 0.75;
/** Bound of ridge points, FLOP/B: no device's is above it or below its inverse. */
const POSSIBLE = 1e6;
/** If the clock's steps are more than this part of a time, the finding is `coarse`. */
const COARSE = 0.2;

/** Most rounds and most sizes of products of a run. An imported document may have more; the rest is ignored to bound the cost. */
const MOST = { rounds: 24, sizes: 12 };
/** @template {Sampled} S @param {S} sampled @returns {S} */
const bounded = (sampled) => ({ ...sampled, samples: sampled.samples.slice(0, MOST.rounds) });

/** The finding if no resource of the model surely binds. @type {Record<string, string>} */
const KEYS = { open: 'unsteady', other: 'disagrees', uncounted: 'found-uncounted' };

/** Maps the values of all rounds. @param {number[]} a @param {(x: number, i: number) => number} of */
const each = (a, of) => a.map(of);

/**
 * The ceilings of the device by rounds: ms for an operation, a byte and a FLOP. The model is the roofline with an overhead: an
 * operation takes the longer of the times for its bytes and its arithmetic, plus its overhead.
 * @param {{tiny: Sampled, add: Sampled, product: Sampled, side: number, n: number}} run `side` of the large addition, `n` of the product
 */
export function ceilingsOf({ tiny, add, product, side, n }) {
  const overhead = tiny.samples;
  return {
    overhead,
    bytes: each(add.samples, (time, i) => (time - overhead[i]) / COSTS.add(side).bytes),
    compute: each(product.samples, (time, i) => (time - overhead[i]) / COSTS.product(n).flops),
  };
}

/** A time; if it may be zero, only its upper bound. @param {Sampled} sampled @param {number} step ms @returns {Quantity} */
function spent(sampled, step) {
  const { value, low, high = value } = timeOf(sampled, step);
  if (low === 0 || value <= 0) return ms(Math.max(0, high), { low: 0, high, step: 0, bound: '≤' });
  return timeOf(sampled, step);
}

/**
 * The regime of an operation.
 * @param {Sampled} sampled its times
 * @param {string} operation @param {number} n
 * @param {Terms} ceilings
 * @param {number} part the share by which a time may be off because of the clock's step
 * @param {Info} info
 * @returns {Regime}
 */
function regimeOf(sampled, operation, n, ceilings, part, info) {
  const { flops, bytes, operations } = COSTS[operation](n);
  const terms = {
    compute: ceilings.compute.map((time) => time * flops),
    bytes: ceilings.bytes.map((time) => time * bytes),
    overhead: ceilings.overhead.map((time) => time * operations),
  };
  const middles = /** @type {[Term, number][]} */ (
    Object.entries(terms).map(([key, samples]) => [key, timeOf({ samples }, 0).value])
  );
  const [[top], [second]] = middles.toSorted(([, a], [, b]) => b - a);
  const step = (/** @type {number[]} */ samples) => part * timeOf({ samples }, 0).value;
  const over = (/** @type {Term} */ other) =>
    timesOf({ samples: terms[top] }, { samples: terms[other] }, step(terms[other]));
  const by = over(second);
  const surely = middles.every(
    ([other]) => other === top || rangeOf(over(other), info).low > MARGINS.same,
  );
  // The overhead may be hidden behind bytes and arithmetic, or be added to them.
  const longest = each(terms.compute, (time, i) => Math.max(time, terms.bytes[i]));
  const added = each(longest, (time, i) => time + terms.overhead[i]);
  const hidden = each(longest, (time, i) => Math.max(time, terms.overhead[i]));
  // The loops of ceilings are twice as long as other loops, so times of other loops may be off by twice as much.
  const clock = 2 * step(sampled.samples);
  const against = (/** @type {number[]} */ model) => timesOf(sampled, { samples: model }, clock);
  const fit = against(added);
  const [slower, faster] = [rangeOf(fit, info), rangeOf(against(hidden), info)];
  const [slow, fast] = [slower.low > MARGINS.much, faster.high < 1 / MARGINS.much];
  const explained = slower.high < MARGINS.much && faster.low > 1 / MARGINS.much;
  // A rate whose interval reaches zero may be noise and explains nothing.
  const lost = [ceilings.bytes, ceilings.compute].some(
    (samples) => !(rangeOf(timeOf({ samples }, 0), info).low > 0),
  );
  const uncounted = slow && UNCOUNTED.includes(operation);
  const known = slow || fast ? 'other' : surely && explained ? top : 'open';
  const key = uncounted ? 'uncounted' : known;
  return {
    key: lost ? 'open' : key,
    by: uncounted ? fit : by,
    fit,
    time: spent(sampled, clock),
    terms: {
      compute: spent({ samples: terms.compute }, step(terms.compute)),
      bytes: spent({ samples: terms.bytes }, step(terms.bytes)),
      overhead: spent({ samples: terms.overhead }, step(terms.overhead)),
    },
  };
}

/**
 * Every operation of a run with its regime, as tables and figures show them.
 * @param {object} run
 * @param {import('../../kit/types.js').Way[]} run.ways
 * @param {Record<string, import('../../kit/types.js').Curves>} run.curves
 * @param {Info} run.info
 * @param {import('../../kit/types.js').Values} run.parameters
 * @param {number} run.side
 */
export function regimesOf({ ways, curves, info, parameters, side }) {
  const named = Object.fromEntries(
    Object.entries(byName(ways)).map(([name, way]) => [name, bounded(way)]),
  );
  const products = curves.products.points.each.slice(0, MOST.sizes).map(bounded);
  const best = products[products.length - 1];
  const ceilings = ceilingsOf({ tiny: named.tiny, add: named.add, product: best, side, n: best.x });
  const part = (2 * info.clock.step) / (TAKEN * Number(parameters.loop));
  const of = (
    /** @type {Sampled} */ sampled,
    /** @type {string} */ operation,
    /** @type {number} */ n,
    way = operation,
  ) => ({ way, operation, n, ...regimeOf(sampled, operation, n, ceilings, part, info) });
  const elementwise = ['add', 'exp', 'tanh', 'chain', 'fused'];
  return {
    ceilings,
    part,
    best,
    own: of(named.own, String(parameters.operation), Number(parameters.n), 'own'),
    works: [
      of(named.tiny, 'add', 1, 'tiny'),
      ...elementwise.map((name) => of(named[name], name, side)),
      ...products.map((point) => of(point, 'product', point.x, `product ${point.x}`)),
      ...['layers', 'replayed'].map((name) => of(named[name], name, LAYER_SIDE)),
    ],
  };
}

/**
 * The ways of operations whose time has too wide an interval, which may leave their regime open.
 * @param {Parameters<typeof regimesOf>[0]} run
 */
export function wideIn(run) {
  const { own, works } = regimesOf(run);
  return [own, ...works]
    .filter(({ fit }) => wide(rangeOf(fit, run.info), MARGINS.much))
    .map(({ way }) => way);
}

/** The rate of something that takes these times, ms, for each byte or FLOP. @param {number[]} samples @param {number} part @param {'B/s'|'FLOP/s'} unit @returns {Quantity} */
function rateOf(samples, part, unit) {
  const one = timeOf({ samples }, 0);
  const { value, low, high } = timeOf({ samples }, part * one.value);
  if (low === undefined || high === undefined) return { value: 1000 / value, unit };
  const [least, most] = [1000 / high, low > 0 ? 1000 / low : Infinity];
  return { value: value > 0 ? 1000 / value : least, unit, low: least, high: most };
}

/**
 * @typedef {object} Amounts The amounts of the hand-written kernels.
 * @property {number} bytes that the copy reads and writes
 * @property {number} compute FLOP of the multiply-adds
 */

/** Rates of the hand-written kernels; empty if they were not measured. @param {Record<string, import('../../kit/types.js').Way>} named @param {Amounts|null|undefined} amounts @param {number} part @returns {Record<string, Quantity>} */
function peakOf({ copied, multiplied }, amounts, part) {
  if (!amounts || !copied || !multiplied) return {};
  const of = (/** @type {Sampled} */ { samples }, /** @type {number} */ amount) =>
    samples.map((time) => time / amount);
  return {
    peakBandwidth: rateOf(of(copied, amounts.bytes), part, 'B/s'),
    peakArithmetic: rateOf(of(multiplied, amounts.compute), part, 'FLOP/s'),
    copied: bytes(amounts.bytes),
    multiplied: count(amounts.compute),
  };
}

/**
 * Measures, finding and distortions, from the samples.
 * @param {Parameters<typeof regimesOf>[0] & {amounts?: Amounts|null, leftOut?: Record<string, number>}} run
 */
export function judge(run) {
  const { ways, info, side, amounts, leftOut } = run;
  const named = byName(ways);
  const { ceilings, part, best, own } = regimesOf(run);
  const ratio = (/** @type {string} */ a, /** @type {string} */ b) => {
    // `a` may have more rounds than `b`.
    const samples = named[a].samples.slice(0, named[b].samples.length);
    return timesOf({ samples }, named[b], 2 * part * named[b].median);
  };
  const { value, low, high } = ratioOf(ceilings.bytes, ceilings.compute);
  const measures = withStep(0, {
    bandwidth: rateOf(ceilings.bytes, part, 'B/s'),
    arithmetic: rateOf(ceilings.compute, part, 'FLOP/s'),
    cost: spent(named.tiny, part * named.tiny.median),
    ridge: /** @type {Quantity} */ ({
      // Times that noise has made negative give no ratio.
      value: value > 1 / POSSIBLE && value < POSSIBLE ? value : NaN,
      unit: 'FLOP/B',
      ...(low > 0 && high < Infinity ? { low, high } : {}),
    }),
    time: own.time,
    compute: own.terms.compute,
    bytes: own.terms.bytes,
    overhead: own.terms.overhead,
    by: own.by,
    fit: own.fit,
    tanh: ratio('tanh', 'add'),
    fusing: ratio('chain', 'fused'),
    fused: ratio('fused', 'add'),
    replaying: ratio('layers', 'replayed'),
    side: count(side),
    largest: count(best.x),
    ...peakOf(named, amounts, 2 * part),
    floor: floorOf(info),
  });
  const rounds = named.own.samples.length;
  const coarse = seldom(info) || part > COARSE ? 'coarse' : '';
  const none = few(named.own, info) || coarse;
  return {
    measures,
    finding: {
      key: none || (KEYS[own.key] ?? 'found'),
      values: {
        ...withoutBounds(measures),
        rounds: count(rounds),
        regime: own.key === 'uncounted' ? 'compute' : own.key,
      },
    },
    distortions: distortions({ info, leftOut }),
  };
}
