import { comparison, MARGINS, middleOf, ratioOf, wide } from '../../kit/inference.js';
import { quantile } from '../../kit/statistics.js';
import { distortions, isGpu, TELLING } from '../lib/distortions.js';
import {
  atMost,
  count,
  ends,
  floorOf,
  measured,
  ms,
  timeOf,
  times,
  timesOf,
  withStep,
} from '../lib/quantities.js';
import { few, isExact } from '../lib/verdict.js';
import { errorsOf, finite, offBy } from './errors.js';
import { once, saved } from './model.js';

/** @typedef {import('../../kit/types.js').Quantity} Quantity */

/** A model whose predictions are off by no more than this, in the median, has predicted. */
const GOOD = 0.15;
/** Loops of so many operations should take the same each time, */
const STEADY = 10;
/** where they take so many times as long as an empty queue's report. */
const WORTH = 10;
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
/** A single operation whose quartiles differ by more than this factor is seen soon or late, as it meets the browser's looks: so it is drawn. */
const UNEVEN = 1.5;

/** @typedef {import('../lib/quantities.js').Sampled} Sampled */
/** @typedef {Partial<Record<'t1'|'t2'|'t3', {low: number, high: number}>>} Ranges */

/**
 * Measures, finding and distortions, from the points and what the model says of them.
 * @param {object} run
 * @param {import('./model.js').Costs} run.costs with which the loops were predicted
 * @param {import('./model.js').Costs} run.unslowed
 * @param {Record<'loops'|'bend', import('../../kit/types.js').Curves>} run.curves
 * @param {import('../../kit/types.js').Info} run.info
 * @param {Ranges} [run.spreads] the intervals of the costs; infinite where there are too few rounds
 * @param {{t1: number[], t2: number[], own: number[]}} [run.rounds] the costs that each round found, and the device's own times of an operation, which are of other rounds
 * @param {import('../../kit/types.js').Spread} run.single operations by themselves, each waited for
 * @param {{short: number, long: number, bent: number}} run.batches
 * @param {number} run.lone operations by themselves, in each round
 * @param {boolean} [run.bounded] t2 is known only not to be longer, and t3 not to be longer than it and t2 together
 * @param {Record<string, number>} [run.leftOut]
 */
export function judge({
  costs,
  unslowed,
  spreads = {},
  rounds,
  single,
  curves,
  info,
  leftOut,
  batches,
  lone,
  bounded = false,
}) {
  const { points } = curves.loops;
  const both = points.once.find(({ x }) => x === points.each.at(-1)?.x);
  // t3 is what is left of one, in the mean: a coarse clock tells no single one.
  const takes = costs.t1 + costs.t2 + costs.t3;
  const exact = isExact(info);
  const step = exact ? 0 : info.clock.step;
  // The end of a loop is seen earlier or later by chance, which is no fault of the model: by less than a clock's step where that hides it,
  // and by no more than an operation takes that is waited for. The clock is read once for all repetitions of a short loop, which even
  // both out.
  const seen = Math.max(step, info.floor.high - info.floor.low, single.high - single.low);
  const scatter = (/** @type {number} */ n, /** @type {number} */ time) =>
    Math.max(step, Math.min(seen, takes)) / repeats(n, time, step);
  const of = (
    /** @type {'low'|'high'} */ end,
    /** @type {import('./model.js').Costs} */ middle,
  ) => ({
    t1: finite(spreads.t1?.[end], middle.t1),
    t2: finite(spreads.t2?.[end], middle.t2),
    t3: finite(spreads.t3?.[end], middle.t3),
  });
  const errors = errorsOf(curves.loops, 'once', {
    scatter: (x, time) => scatter(x, time),
    range: (n) => [once(of('low', costs), n), once(of('high', costs), n)],
  });
  // The frontend that is slowed down is another one: its own t1 was measured apart.
  const [least, most] = [of('low', unslowed), of('high', unslowed)].map((one) => ({
    ...one,
    t1: unslowed.t1,
  }));
  const bends = errorsOf(curves.bend, 'once', {
    scatter: (_, time) => scatter(batches.bent, time),
    range: (x) => [least, most].map((one) => once({ ...one, t1: one.t1 + x }, batches.bent)),
  });
  const worst = errors.reduce((a, b) => (b.error > a.error ? b : a));
  const middle = (/** @type {number[]} */ list) => quantile(list, 0.5);
  const error = offBy(errors, middle);
  const bendError = offBy(bends, middle);
  const longest = points.each[points.each.length - 1].x;
  const { t1, t2, t3 } = spreads;
  const last = points.each[points.each.length - 1];
  const [low, middling, high] = [of('low', costs), costs, of('high', costs)].map((one) =>
    saved(one, longest),
  );
  const gain = divided({ low, middling, high }, last, both, step);
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
    worst: offBy(errors, (list) => Math.max(...list)),
    // Of the loops that wait each time: t3 was fitted to operations that are waited for, so that this tests proportionality alone.
    fitted: offBy(
      errorsOf(curves.loops, 'each', {
        scatter: (x, time) => scatter(x, time),
        range: (n) => {
          const model = curves.loops.models.each.find(({ x }) => x === n)?.y ?? NaN;
          return [model, model];
        },
      }),
      middle,
    ),
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
    each: timeOf(last, step),
    once: both ? timeOf(both, step) : ms(NaN),
    ratio: both ? timesOf(last, both, step) : times(NaN),
  });
  const shared = distortions({
    info,
    shortest: ms(points.once[0].median, { step }),
    even: [...points.each, ...points.once].filter(({ x }) => x >= STEADY),
    leftOut,
  });
  const changed = exact ? undefined : unsteadyOf([...points.each, ...points.once], info);
  const key = finding(costs, spreads, curves, info, {
    rounds,
    few: few(last, info, 'coarse-looks'),
    changing: changed ? 'uneven' : !exact && t2 && wide(t2, MARGINS.much) && 'uneven-cost',
    bounded,
    exact,
    takes,
    off: Number(error.low),
    bent: Number(bendError.low),
    added: (batches.long - batches.short) * Math.max(costs.t1, costs.t2),
  });
  return {
    measures,
    finding: { key, values: { ...measures, ...changed, rounds: count(last.samples.length) } },
    distortions: [
      ...(isGpu(info) ? looks(single, step, measures) : []),
      ...crowd(measures),
      ...shared,
    ],
  };
}

/**
 * The loop of many operations whose middle its rounds know worst, where they hardly know it: it changed while it was measured. One that
 * ends long after the browser's delay.
 * @param {import('../../kit/types.js').Point[]} loops @param {import('../../kit/types.js').Info} info
 */
function unsteadyOf(loops, info) {
  const known = loops
    .filter(({ x, median }) => x >= STEADY && median > WORTH * info.floor.median)
    .map(({ samples }) => middleOf(samples))
    .filter((one) => wide(one, MARGINS.much) && Number.isFinite(one.high))
    .sort((a, b) => b.high / b.low - a.high / a.low)[0];
  return known && { low: ms(known.low), high: ms(known.high) };
}

/**
 * The time that waiting once saved, divided as the model divides it: together the two parts are what was measured, round by round. How it is
 * divided is known as well as the costs are.
 * @param {Record<'low'|'middling'|'high', {return: number, overlap: number}>} gain by the model, with the ends of its costs, ms
 * @param {Sampled} each @param {Sampled|undefined} once @param {number} step ms
 */
function divided({ low: least, middling, high: most }, each, once, step) {
  if (!once) return { return: ms(NaN), overlap: ms(NaN) };
  const saving = { samples: each.samples.map((time, i) => time - once.samples[i]) };
  const { value, low, high } = timeOf(saving, step);
  // A cost that came out below nothing, by the browser's looks, has saved nothing.
  const of = (
    /** @type {number} */ mine,
    /** @type {number} */ other,
    /** @type {number} */ time,
  ) => (mine > 0 ? Math.max(0, time) * (mine / (mine + Math.max(0, other))) : 0);
  const part = (/** @type {'return'|'overlap'} */ mine, /** @type {'return'|'overlap'} */ other) =>
    ms(
      of(middling[mine], middling[other], value),
      low === undefined || high === undefined
        ? {}
        : { low: of(least[mine], most[other], low), high: of(most[mine], least[other], high) },
    );
  return { return: part('return', 'overlap'), overlap: part('overlap', 'return') };
}

/** A cost with its interval, in which the clock's step is, unless it is only bounded. @param {Quantity} cost @param {{low: number, high: number}|undefined} interval @returns {Quantity} */
const known = (cost, interval) =>
  cost.bound ? cost : { ...cost, ...(interval && ends(interval)), step: 0 };

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

/**
 * @param {import('./model.js').Costs} costs
 * @param {Ranges} spreads
 * @param {Record<string, import('../../kit/types.js').Curves>} curves
 * @param {import('../../kit/types.js').Info} info
 * @param {{rounds?: {t1: number[], t2: number[], own: number[]}, few: string, changing?: string|false, bounded: boolean, exact: boolean, added: number, takes: number, off: number, bent: number}} known `changing`: the finding where costs change; `added` by a batch that is longer, ms
 */
function finding(
  { t1, t2 },
  spreads,
  { loops },
  info,
  { rounds, few: none, changing, bounded, exact, added, takes, off, bent },
) {
  // The shortest loops are run again and again, which tells their mean better than a step of the clock.
  const [{ x, median }] = loops.points.once;
  const resolution = info.clock.step / repeats(x, takes, info.clock.step);
  if (!exact && resolution > TELLING * median) return 'coarse';
  if (none) return none;
  // The time that an operation adds to a longer batch drowns in the notification latency.
  if (added < SHOWS * info.floor.median) return 'coarse-looks';
  // Nor is a batch that took no longer than a shorter one a device that works in no time.
  if (!exact && Math.min(t2, finite(spreads.t2?.low, t2)) <= 0) return 'coarse-looks';
  // Costs that change while they are measured are no fault of the model.
  if (off > GOOD) return changing || 'disagrees';
  if (bent > GOOD) return changing || 'disagrees-bend';
  if (bounded) return 'found-limits';
  const told = comparison(bottleneckOf({ t1, t2 }, spreads, rounds));
  return { same: 'found-even', more: 'found-backend', less: 'found-frontend', open: 'unsteady' }[
    told
  ];
}

/**
 * t2 as a multiple of t1: round by round, or, where t2 is by the device's clock in other rounds, by what is known of each.
 * @param {{t1: number, t2: number}} costs @param {Ranges} spreads
 * @param {{t1: number[], t2: number[], own: number[]}|undefined} rounds
 */
function bottleneckOf({ t1, t2 }, spreads, rounds) {
  if (rounds && !rounds.own.length) return ratioOf(rounds.t2, rounds.t1);
  const { t1: first = { low: t1, high: t1 }, t2: second = { low: t2, high: t2 } } = spreads;
  return {
    low: Math.max(0, second.low) / first.high,
    high: first.low > 0 ? second.high / first.low : Infinity,
  };
}
