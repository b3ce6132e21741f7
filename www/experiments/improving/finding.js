/** The finding of `improving`, from costs and loops. */
import { comparison, ratioOf } from '../../kit/inference.js';
import { NOTABLE } from '../lib/distortions.js';
import { finite } from './errors.js';
import { repeats } from './repeats.js';

/** The model has predicted the loops if its median error is at most this. */
export const GOOD = 0.15;
/** With a larger median error the model has not been shown to predict, even if late reports may explain the error. */
const FAR = 0.3;
/** The longer batch has to add this many times the notification latency, or its length does not show. */
const SHOWS = 4;

/**
 * @param {import('./model.js').Costs} costs
 * @param {import('./costs.js').Ranges} spreads
 * @param {Record<string, import('../../kit/types.js').Curves>} curves
 * @param {import('../../kit/types.js').Info} info
 * @param {{rounds?: {t1: number[], t2: number[], own: number[]}, few: string, changing?: string|false, pace: 'above'|'below'|'open', slope: number, late: number, exact: boolean, added: number, takes: number, off: {value: number, low: number}, bent: number}} known `changing`: the finding where costs change; `slope`: the resolution of t2, ms; `added`: the time that the longer batch adds, ms; `late`: the notification latency, ms; `off`: the model's error and the least that it may be; `bent`: the least that it may be with slower frontends
 */
export function findingOf(
  { t1, t2 },
  spreads,
  { loops },
  info,
  { rounds, few: none, changing, pace, slope, late, exact, added, takes, off, bent },
) {
  // The shortest loops are repeated, so their mean is finer than a step of the clock.
  const [{ x, median }] = loops.points.once;
  const resolution = info.clock.step / repeats(x, takes, info.clock.step);
  if (!exact && resolution > NOTABLE * median) return 'coarse';
  if (none) return none;
  // The time that an operation adds to a longer batch drowns in the notification latency.
  if (added < SHOWS * late) return 'coarse-looks';
  // A longer batch that took no longer than the shorter one does not show that the device works in no time.
  if (!exact && Math.min(t2, finite(spreads.t2?.low, t2)) <= 0) return 'coarse-looks';
  // If costs changed while they were measured, the model is not to blame.
  if (off.low > GOOD) return changing || 'disagrees';
  if (bent > GOOD) return changing || 'disagrees-bend';
  // Early or late reports may be the cause, but the model has not been shown to predict.
  if (off.value > FAR) return changing || 'unsteady-model';
  if (pace !== 'above') return pace === 'below' ? 'found-limits' : 'unsteady';
  const compared = comparison(bottleneckOf({ t1, t2 }, spreads, rounds, slope));
  return { same: 'found-even', more: 'found-backend', less: 'found-frontend', open: 'unsteady' }[
    compared
  ];
}

/**
 * t2 as a multiple of t1: round by round, or from their intervals if the device's clock timed t2 in other rounds.
 * @param {{t1: number, t2: number}} costs @param {import('./costs.js').Ranges} spreads
 * @param {{t1: number[], t2: number[], own: number[]}|undefined} rounds @param {number} step ms
 */
function bottleneckOf({ t1, t2 }, spreads, rounds, step) {
  if (rounds && !rounds.own.length) return ratioOf(rounds.t2, rounds.t1, { step });
  const { t1: first = { low: t1, high: t1 }, t2: second = { low: t2, high: t2 } } = spreads;
  return {
    low: Math.max(0, second.low) / first.high,
    high: first.low > 0 ? second.high / first.low : Infinity,
  };
}
