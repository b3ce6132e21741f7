import { spread } from '../../kit/statistics.js';
import { distortions, isGpu, TELLING } from '../lib/distortions.js';
import {
  atMost,
  count,
  floorOf,
  measured,
  ms,
  withStep,
  share,
  spreadOf,
  times,
  timesOf,
} from '../lib/quantities.js';
import { saved } from './model.js';

/** @typedef {import('../../kit/types.js').Quantity} Quantity */

/** A model whose predictions are off by no more than this, in the median, has predicted. */
const GOOD = 0.15;
/** Loops of so many operations should take the same each time. */
const STEADY = 10;
/** Loops shorter than this are run several times for one sample, */
const REPEATED = 20;
/** unless they take so long, ms; */
const ENOUGH = 40;
/** and so often that their clock has moved by so many steps. */
const STEPS = 12;

/**
 * The number of runs of a loop for one sample.
 * @param {number} n its length @param {number} takes about, ms @param {number} step of the clock, ms
 */
export const repeats = (n, takes, step) =>
  Math.max(
    1,
    Math.min(Math.ceil(REPEATED / n), Math.ceil(ENOUGH / Math.max(takes, 1e-3))),
    Math.ceil((STEPS * step) / Math.max(takes, 1e-3)),
  );
/** A longer batch takes so many times longer than an empty queue is reported late, or its length does not show. */
const SHOWS = 4;
/** Costs that differ by no more than this share are about the same. */
const EVEN = 0.1;
/** Quartiles that differ by more than this factor are no single cost. */
const UNEVEN = 1.5;

/**
 * Measures, finding and distortions, from the points and what the model says of them.
 * @param {object} run
 * @param {import('./model.js').Costs} run.costs with which the loops were predicted
 * @param {import('./model.js').Costs} run.unslowed
 * @param {Record<'loops'|'bend', import('../../kit/types.js').Curves>} run.curves
 * @param {import('../../kit/types.js').Info} run.info
 * @param {Partial<Record<'t1'|'t2'|'t3', {low: number, high: number}>>} [run.spreads] of the costs
 * @param {import('../../kit/types.js').Spread} run.single operations by themselves, each waited for
 * @param {number} [run.takes] an operation by itself, in the mean, ms
 * @param {{short: number, long: number, bent: number}} run.batches
 * @param {number} run.lone operations by themselves, in each round
 * @param {boolean} [run.bounded] t2 is known only not to be longer, and t3 not to be longer than it and t2 together
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({
  costs,
  unslowed,
  spreads = {},
  single,
  takes = single.median,
  curves,
  info,
  leftOut,
  batches,
  lone,
  bounded = false,
}) {
  const { points } = curves.loops;
  const both = points.once.find(({ x }) => x === points.each.at(-1)?.x);
  const exact = info.device === 'sim' && !info.machine;
  const step = exact ? 0 : info.clock.step;
  // The end of a loop is seen earlier or later by chance, which is no fault of the model: by less than a clock's step where that hides it,
  // and by no more than an operation takes that is waited for. The clock is read once for all repetitions of a short loop.
  const seen = Math.max(step, info.floor.high - info.floor.low, single.high - single.low);
  const scatter = (/** @type {number} */ time) =>
    Math.max(step / repeats(REPEATED, time, step), Math.min(seen, takes));
  const errors = [...errorsOf(curves.loops, 'each'), ...errorsOf(curves.loops, 'once')];
  const worst = errors.reduce((a, b) => (b.error > a.error ? b : a));
  const error = offBy(errors, scatter, (list) => spread(list).median);
  const bendError = offBy(errorsOf(curves.bend, 'once'), scatter, (list) => spread(list).median);
  const longest = points.each[points.each.length - 1].x;
  const { t1, t2, t3 } = spreads;
  const last = points.each[points.each.length - 1];
  const gain = divided(saved(costs, longest), last, both);
  // Short batches and long ones, by their difference, tell the time of one operation so well.
  const slope = step / (batches.long - batches.short);
  const measures = withStep(step, {
    // The clock is read once for many operations, and for one by itself.
    t1: known(measured(costs.t1, (2 * step) / batches.long), t1),
    t2: bounded ? atMost(costs.t2) : known(measured(costs.t2, slope), t2),
    t3: bounded ? atMost(costs.t2 + costs.t3) : known(measured(costs.t3, step), t3),
    rest: known(
      ms(costs.t2 + costs.t3),
      t2 && t3 && { low: t2.low + t3.low, high: t2.high + t3.high },
    ),
    savedReturn: gain.return,
    savedOverlap: gain.overlap,
    error,
    worst: offBy(errors, scatter, (list) => Math.max(...list)),
    worstAt: count(worst.x),
    bendError,
    bendAt: ms(Math.max(0, unslowed.t2 - unslowed.t1), { step: slope }),
    soon: ms(single.low),
    late: ms(single.high),
    lone: count(lone),
    floor: floorOf(info),
    short: count(batches.short),
    long: count(batches.long),
    bent: count(batches.bent),
    n: count(both?.x ?? NaN),
    each: spreadOf(last),
    once: both ? spreadOf(both) : ms(NaN),
    ratio: both ? timesOf(last, both, step) : times(NaN),
  });
  const shared = distortions({
    info,
    shortest: ms(points.once[0].median, { step }),
    even: [...points.each, ...points.once].filter(({ x }) => x >= STEADY),
    leftOut,
  });
  const uneven = shared.find(({ key }) => key === 'distortion-uneven');
  const scattered = !exact && t2 && t2.high > UNEVEN * t2.low;
  const key = finding(costs, spreads, curves, info, {
    changing: uneven ? 'uneven' : scattered && 'uneven-cost',
    bounded,
    exact,
    takes,
    off: error.low,
    bent: bendError.low,
    added: (batches.long - batches.short) * Math.max(costs.t1, costs.t2),
  });
  return {
    measures,
    finding: { key, values: { ...measures, ...uneven?.values } },
    distortions: [
      ...(isGpu(info) ? looks(single, step, measures) : []),
      ...crowd(measures),
      ...shared,
    ],
  };
}

/**
 * The time that waiting once saved, divided as the model divides it: together the two parts are what was measured.
 * @param {{return: number, overlap: number}} gain by the model, ms
 * @param {import('../../kit/types.js').Spread} each @param {import('../../kit/types.js').Spread} [once]
 */
function divided(gain, each, once) {
  if (!once) return { return: ms(NaN), overlap: ms(NaN) };
  const all = gain.return + gain.overlap;
  const part = (/** @type {number} */ mine) => {
    // A cost that came out below nothing, by the browser's looks, has saved nothing.
    const share = all > 0 ? Math.min(1, Math.max(0, mine / all)) : 0;
    const [low, value, high] = [
      each.low - once.high,
      each.median - once.median,
      each.high - once.low,
    ].map((time) => share * Math.max(0, time));
    return ms(value, { low, high });
  };
  return { return: part(gain.return), overlap: part(gain.overlap) };
}

/** A cost with its quartiles, in which the clock's step is, unless it is only bounded. @param {Quantity} cost @param {{low: number, high: number}|undefined} spread @returns {Quantity} */
const known = (cost, spread) => (cost.bound ? cost : { ...cost, ...spread, step: 0 });

/**
 * An operation by itself is seen done soon or late, as it just meets or just misses one of the browser's looks; a clock may read the same
 * time a step longer, too.
 * @param {import('../../kit/types.js').Spread} single @param {number} step of the clock, ms
 * @param {Record<string, import('../../kit/types.js').Quantity>} values @returns {import('../../kit/types.js').Message[]}
 */
function looks({ low, high }, step, values) {
  return high - step > UNEVEN * low ? [{ key: 'distortion-looks', values }] : [];
}

/** A frontend that spins takes time from whoever shares its cores. @param {Record<string, import('../../kit/types.js').Quantity>} values @returns {import('../../kit/types.js').Message[]} */
function crowd(values) {
  return values.bendError.value > GOOD ? [{ key: 'distortion-crowd', values }] : [];
}

/** The distance of each prediction from the measured median. @param {import('../../kit/types.js').Curves} curves @param {string} name @returns {{x: number, way: string, error: number, median: number}[]} */
export function errorsOf({ points, models }, name) {
  return points[name].map(({ x, median }, i) => ({
    x,
    way: name,
    error: Math.abs(models[name][i].y - median) / median,
    median,
  }));
}

/**
 * One of the errors of predictions, from the least to the most that it may be, where a time may be so much longer or shorter.
 * @param {{error: number, median: number}[]} errors @param {(time: number) => number} scatter ms @param {(list: number[]) => number} which of them
 */
function offBy(errors, scatter, which) {
  const at = (/** @type {-1|0|1} */ side) =>
    which(
      errors.map(({ error, median }) => Math.max(0, error + (side * scatter(median)) / median)),
    );
  return { ...share(at(0)), low: at(-1), high: at(1) };
}

/**
 * @param {import('./model.js').Costs} costs
 * @param {Partial<Record<'t1'|'t2'|'t3', {low: number, high: number}>>} spreads
 * @param {Record<string, import('../../kit/types.js').Curves>} curves
 * @param {import('../../kit/types.js').Info} info
 * @param {{changing?: string|false, bounded: boolean, exact: boolean, added: number, takes: number, off: number, bent: number}} known `changing`: the finding where costs change; `added` by a batch that is longer, ms
 */
function finding(
  { t1, t2 },
  spreads,
  { loops },
  info,
  { changing, bounded, exact, added, takes, off, bent },
) {
  // The shortest loops are run again and again, which tells their mean better than a step of the clock.
  const [{ x, median }] = loops.points.once;
  const resolution = info.clock.step / repeats(x, takes, info.clock.step);
  if (!exact && resolution > TELLING * median) return 'coarse';
  // The time that an operation adds to a longer batch drowns in the notification latency.
  if (added < SHOWS * info.floor.median) return 'coarse-looks';
  // Nor is a batch that took no longer than a shorter one a device that works in no time.
  if (!exact && Math.min(t2, spreads.t2?.low ?? t2) <= 0) return 'coarse-looks';
  // Costs that change while they are measured are no fault of the model.
  if (off > GOOD) return changing || 'disagrees';
  if (bent > GOOD) return changing || 'disagrees-bend';
  if (bounded) return 'found-limits';
  if (Math.abs(t1 - t2) <= EVEN * Math.max(t1, t2)) return 'found-even';
  const { t1: first = { low: t1, high: t1 }, t2: second = { low: t2, high: t2 } } = spreads;
  if (second.low > first.high) return 'found-backend';
  return first.low > second.high ? 'found-frontend' : 'unsteady';
}
