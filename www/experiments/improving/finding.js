/** The finding of `improving`, from what the judge knows of costs and loops. */
import { comparison, ratioOf } from '../../kit/inference.js';
import { NOTABLE } from '../lib/distortions.js';
import { finite } from './errors.js';
import { repeats } from './repeats.js';

/** A model whose predictions are off by no more than this, in the median, has predicted. */
export const GOOD = 0.15;
/** One that is off by more in the middle of the rounds has not been seen to predict, whatever late reports may explain. */
const FAR = 0.3;
/** A longer batch takes this many times longer than an empty queue is reported late, or its length does not show. */
const SHOWS = 4;

/**
 * @param {import('./model.js').Costs} costs
 * @param {import('./costs.js').Ranges} spreads
 * @param {Record<string, import('../../kit/types.js').Curves>} curves
 * @param {import('../../kit/types.js').Info} info
 * @param {{rounds?: {t1: number[], t2: number[], own: number[]}, few: string, changing?: string|false, pace: 'above'|'below'|'open', slope: number, late: number, exact: boolean, added: number, takes: number, off: {value: number, low: number}, bent: number}} known `changing`: the finding where costs change; `slope`: by which a clock may be off of t2, ms; `added` by a batch that is longer, and `late`, the notification latency, ms; `off`, by how much the model is off, and by how much surely, and `bent`, surely with slower frontends
 */
export function findingOf(
  { t1, t2 },
  spreads,
  { loops },
  info,
  { rounds, few: none, changing, pace, slope, late, exact, added, takes, off, bent },
) {
  // The shortest loops are repeated, which gives their mean more finely than a step of the clock.
  const [{ x, median }] = loops.points.once;
  const resolution = info.clock.step / repeats(x, takes, info.clock.step);
  if (!exact && resolution > NOTABLE * median) return 'coarse';
  if (none) return none;
  // The time that an operation adds to a longer batch drowns in the notification latency.
  if (added < SHOWS * late) return 'coarse-looks';
  // Nor is a batch that took no longer than a shorter one a device that works in no time.
  if (!exact && Math.min(t2, finite(spreads.t2?.low, t2)) <= 0) return 'coarse-looks';
  // Costs that change while they are measured are no fault of the model.
  if (off.low > GOOD) return changing || 'disagrees';
  if (bent > GOOD) return changing || 'disagrees-bend';
  // Perhaps because reports came early or late: but nobody has seen it predict.
  if (off.value > FAR) return changing || 'unsteady-model';
  if (pace !== 'above') return pace === 'below' ? 'found-limits' : 'unsteady';
  const compared = comparison(bottleneckOf({ t1, t2 }, spreads, rounds, slope));
  return { same: 'found-even', more: 'found-backend', less: 'found-frontend', open: 'unsteady' }[
    compared
  ];
}

/**
 * t2 as a multiple of t1: round by round, or, where t2 is by the device's clock in other rounds, by what is known of each.
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
