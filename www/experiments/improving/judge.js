import { MARGINS, middleOf, wide } from '../../kit/inference.js';
import { distortions, isGpu } from '../lib/distortions.js';
import {
  atMost,
  count,
  ends,
  latencyOf,
  measured,
  ms,
  timeOf,
  times,
  timesOf,
  withStep,
} from '../lib/quantities.js';
import { scatterOf } from '../lib/latency.js';
import { few, isExact } from '../lib/verdict.js';
import { endOf, predictionErrors } from './errors.js';
import { findingOf, GOOD } from './finding.js';
import { repeats } from './repeats.js';
import { saved } from './model.js';

/** @typedef {import('../../kit/types.js').Quantity} Quantity */

/** Loops of at least this many operations should take the same time in each round, */
const STEADY = 10;
/** if they take more than this many times the notification latency. */
const WORTH = 10;
/** If the quartiles of single operations differ by more than this factor, their reported end depends on when the browser polls. */
const UNEVEN = 1.5;

/** @typedef {import('../lib/quantities.js').Sampled} Sampled */
/** @typedef {import('./costs.js').Ranges} Ranges */

/**
 * @typedef {object} Run
 * @property {import('./model.js').Costs} costs with which the loops were predicted
 * @property {import('./model.js').Costs} unslowed with which the loops on slower frontends were predicted
 * @property {Record<'loops'|'bend', import('../../kit/types.js').Curves>} curves
 * @property {import('../../kit/types.js').Info} info
 * @property {Ranges} [spreads] the intervals of the costs; infinite if there are too few rounds
 * @property {{t1: number[], t2: number[], own: number[]}} [rounds] the costs by round; `own`: the device's own times of an operation, from other rounds
 * @property {import('../lib/quantities.js').Sampled} [latency] of the same rounds
 * @property {import('../../kit/types.js').Spread} single times of operations that are waited for one by one
 * @property {{short: number, long: number, bent: number}} batches
 * @property {number} lone operations that are waited for one by one, in each round
 * @property {'above'|'below'|'open'} [pace] t2 compared with t1, by `paceOf`. Unless it is `above`, `costs.t2` is only an upper bound of t2, and
 *   `costs.t2 + costs.t3` one of t3
 * @property {Record<string, number>} [leftOut]
 */

/**
 * Measures, finding and distortions, from the points and the model's predictions.
 * @param {Run} run
 */
export function judge({
  costs,
  unslowed,
  spreads = {},
  rounds,
  single,
  curves,
  latency = { samples: [] },
  info,
  leftOut,
  batches,
  lone,
  pace = 'above',
}) {
  const { points } = curves.loops;
  const last = points.each[points.each.length - 1];
  const exact = isExact(info);
  const step = exact ? 0 : info.clock.step;
  // The mean time of an operation that is waited for: a coarse clock does not resolve a single operation.
  const takes = costs.t1 + costs.t2 + costs.t3;
  // The difference of long and short batches gives the time of one operation with this resolution.
  const slope = step / (batches.long - batches.short);
  const measures = measuresOf(
    { costs, unslowed, spreads, single, curves, latency, info, batches, lone, pace },
    { step, slope, takes },
  );
  const shared = distortions({
    info,
    latency: measures.floor,
    shortest: ms(points.once[0].median, { step }),
    even: [...points.each, ...points.once].filter(({ x }) => x >= STEADY),
    leftOut,
  });
  const late = measures.floor.value;
  const changed = exact ? undefined : unsteadyOf([...points.each, ...points.once], late);
  const uneven = !exact && spreads.t2 && wide(spreads.t2, MARGINS.much) && 'uneven-cost';
  const key = findingOf(costs, spreads, curves, info, {
    rounds,
    few: few(last, info, 'coarse-looks'),
    changing: changed ? 'uneven' : uneven,
    pace,
    slope,
    late,
    exact,
    takes,
    off: { value: measures.error.value, low: Number(measures.error.low) },
    bent: Number(measures.bendError.low),
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
 * @param {Required<Omit<Run, 'rounds'|'leftOut'>>} run
 * @param {{step: number, slope: number, takes: number}} known the clock's step, the resolution of t2, and an awaited operation's time, ms
 */
function measuresOf(
  { costs, unslowed, spreads, single, curves, latency, info, batches, lone, pace },
  { step, slope, takes },
) {
  const { points } = curves.loops;
  const last = points.each[points.each.length - 1];
  const both = points.once.find(({ x }) => x === last.x);
  const scatter = scatterIn(Math.max(step, scatterOf(latency, info)), takes, step);
  return withStep(step, {
    ...costsOf(costs, spreads, { step, slope, long: batches.long, bounded: pace !== 'above' }),
    ...savedOf({ costs, spreads }, last, both, step),
    ...predictionErrors({ curves, costs, unslowed, spreads, bent: batches.bent }, scatter),
    bendAt: ms(Math.max(0, unslowed.t2 - unslowed.t1), { step: slope }),
    soon: ms(single.low),
    late: ms(single.high),
    lone: count(lone),
    floor: latencyOf(latency, info),
    short: count(batches.short),
    long: count(batches.long),
    bent: count(batches.bent),
    n: count(both?.x ?? NaN),
    each: timeOf(last, step),
    once: both ? timeOf(both, step) : ms(NaN),
    ratio: both ? timesOf(last, both, step) : times(NaN),
  });
}

/**
 * The time by which chance may move the reported end of a loop, ms, so that it is no error of the model. It is the amount by which reports
 * differed in these rounds, at most the time of an operation that is waited for, and at least a step of the clock. It is divided by the
 * repetitions of a short loop, for which the clock is read once.
 * @param {number} seen by which reports differ, ms @param {number} takes an operation that is waited for, ms @param {number} step of the clock, ms
 * @returns {(n: number, time: number) => number} of a loop of `n` operations that takes `time` ms
 */
const scatterIn = (seen, takes, step) => (n, time) =>
  Math.max(step, Math.min(seen, takes)) / repeats(n, time, step);

/**
 * The three costs, with their intervals or bounds.
 * @param {import('./model.js').Costs} costs @param {Ranges} spreads
 * @param {{step: number, slope: number, long: number, bounded: boolean}} known the clock's step and the resolution of t2, ms, the operations of a
 *   long batch, and whether the given t2 is only an upper bound
 */
function costsOf(costs, { t1, t2, t3 }, { step, slope, long, bounded }) {
  return {
    // For t1 and t2 the clock is read once for many operations, for t3 once for a single one.
    t1: known(measured(costs.t1, (2 * step) / long), t1),
    t2: bounded ? atMost(costs.t2) : known(measured(costs.t2, slope), t2),
    t3: bounded ? atMost(costs.t2 + costs.t3) : known(measured(costs.t3, step), t3),
    rest: known(
      ms(costs.t2 + costs.t3),
      t2 && t3 && { low: t2.low + t3.low, high: t2.high + t3.high },
    ),
  };
}

/**
 * The two parts of the time that waiting once saved.
 * @param {{costs: import('./model.js').Costs, spreads: Ranges}} known @param {import('../../kit/types.js').Point} each the longest loop
 * @param {Sampled|undefined} once @param {number} step ms
 */
function savedOf({ costs, spreads }, each, once, step) {
  const [low, middling, high] = [
    endOf('low', spreads, costs),
    costs,
    endOf('high', spreads, costs),
  ];
  const [least, likely, most] = [low, middling, high].map((one) => saved(one, each.x));
  const gain = divided({ low: least, middling: likely, high: most }, each, once, step);
  return { savedReturn: gain.return, savedOverlap: gain.overlap };
}

/**
 * The interval of the loop whose median is known worst, if that interval is too wide: the loop changed while it was measured. Only loops of
 * many operations count that take much longer than the notification latency.
 * @param {import('../../kit/types.js').Point[]} loops @param {number} late notification latency, ms
 */
function unsteadyOf(loops, late) {
  const known = loops
    .filter(({ x, median }) => x >= STEADY && median > WORTH * late)
    .map(({ samples }) => middleOf(samples))
    .filter((one) => wide(one, MARGINS.much) && Number.isFinite(one.high))
    .sort((a, b) => b.high / b.low - a.high / a.low)[0];
  return known && { low: ms(known.low), high: ms(known.high) };
}

/**
 * The time that waiting once saved, divided in the model's proportions: together the two parts are the measured saving, round by round. The
 * proportions are known as well as the costs.
 * @param {Record<'low'|'middling'|'high', {return: number, overlap: number}>} gain by the model, with the ends of its costs, ms
 * @param {Sampled} each @param {Sampled|undefined} once @param {number} step ms
 */
function divided({ low: least, middling, high: most }, each, once, step) {
  if (!once) return { return: ms(NaN), overlap: ms(NaN) };
  const saving = { samples: each.samples.map((time, i) => time - once.samples[i]) };
  const { value, low, high } = timeOf(saving, step);
  // A cost that the browser's polling made negative has saved nothing.
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

/** A cost with its interval, which includes the clock's step. A cost that is only a bound stays as it is. @param {Quantity} cost @param {{low: number, high: number}|undefined} interval @returns {Quantity} */
const known = (cost, interval) =>
  cost.bound ? cost : { ...cost, ...(interval && ends(interval)), step: 0 };

/**
 * An operation that is waited for by itself is reported soon or late, depending on when the browser polls. A difference of
 * one step of the clock does not count.
 * @param {import('../../kit/types.js').Spread} single @param {number} step of the clock, ms
 * @param {Record<string, import('../../kit/types.js').Quantity>} values @returns {import('../../kit/types.js').Message[]}
 */
function looks({ low, high }, step, values) {
  return high - step > UNEVEN * low ? [{ key: 'distortion-looks', values }] : [];
}

/** A frontend that spins takes time from threads that share its cores. @param {Record<string, import('../../kit/types.js').Quantity>} values @returns {import('../../kit/types.js').Message[]} */
function crowd(values) {
  return values.bendError.value > GOOD ? [{ key: 'distortion-crowd', values }] : [];
}
