// The verdict of `improving` by hand: its costs, the model's predictions from them, and their distance from the measured loops.
import { centre, interval, mid, NINE_TENTHS, quotient } from './arithmetic.mjs';

/** The time of a loop that waits once: the slower of t1 and t2 sets the pace, and one result is handed back. */
const looped = ([t1, t2, t3], n) => (t1 > t2 ? n * t1 + t2 : t1 + n * t2) + t3;

/** How often a loop was run for one sample. */
function runs(n, takes, step) {
  const each = Math.max(takes, 0.001);
  const wanted = Math.min(Math.ceil(20 / n), Math.ceil(40 / each));
  return Math.max(1, wanted, Math.ceil((12 * step) / each));
}

/** The ends of an interval, moved by `by`, and at least 0. */
function moved(samples, by) {
  const { low, high } = interval(samples);
  return [low, high].map((end) => Math.max(0, end + by));
}

/** The median relative error of the predictions: first as they are, then the least that the uncertainties of times and predictions allow. */
function off(points, predictions, late) {
  const each = points.map(({ x, samples, median }, i) => {
    const known = interval(samples);
    const [low, high] = Number.isFinite(known.low) ? [known.low, known.high] : [median, median];
    const [under, over] = [Math.min(...predictions(x, i)), Math.max(...predictions(x, i))];
    const slack = late(x, median);
    const [first] = predictions(x, i);
    return [
      Math.abs(first - median) / median,
      Math.max(0, low - slack - over, under - high - slack) / median,
    ];
  });
  return [0, 1].map((of) => mid(each.map((both) => both[of])));
}

/** Which of t2 and t1 is longer, where the browser may have observed each batch too late: t2 may be off by `by` either way. */
function pace(t2, t1, by) {
  const moved = (sign) => t2.map((time) => time + sign * by);
  if (quotient(moved(-1), t1).low * NINE_TENTHS > 1) return 'device';
  return quotient(moved(1), t1).high * NINE_TENTHS < 1 ? 'frontend' : 'open';
}

/** The finding from the interval of t2 / t1. */
function bottleneck({ low, high }) {
  if (low > NINE_TENTHS && high * NINE_TENTHS < 1) return 'found-even';
  return low > 1 ? 'found-backend' : high < 1 ? 'found-frontend' : 'unsteady';
}

const apart = ({ low, high }) => high >= 1.5 * low;

export function improving({ curves, info, raw, measures, nothing = [] }) {
  const { loops, bend } = curves;
  const { step } = info.clock;
  const [short, long, many] = ['short', 'long', 'bent'].map((name) => measures[name].value);
  const own = curves.device?.points.own[0].samples ?? [];
  const timed = own.length > 0 && mid(own) < mid(raw.t2);
  const shift = timed ? mid(raw.t2) - mid(own) : 0;
  const t2 = timed ? own : raw.t2;
  const costs = [mid(raw.t1), mid(t2), Math.max(0, mid(raw.t3) + shift)];
  const takes = costs.reduce((sum, cost) => sum + cost);
  const most = nothing.length ? Math.max(...nothing) - Math.min(...nothing) : 0;
  const scatter = nothing.length ? most : 2 * (info.floor.high - info.floor.low);
  const late = nothing.length ? Math.max(centre(nothing), step) : info.floor.median;

  const [shortest] = loops.points.once;
  if (step / runs(shortest.x, takes, step) > shortest.median / 10) return ['coarse', {}];
  const seldom = info.floor.median >= 50;
  if (loops.points.each.at(-1).samples.length < 6) return [seldom ? 'coarse-looks' : 'few', {}];
  const ends = [moved(raw.t1, 0), moved(t2, 0), moved(raw.t3, shift)];
  const longer = (long - short) * Math.max(costs[0], costs[1]);
  if (longer < 4 * late || Math.min(costs[1], ends[1][0]) <= 0)
    return ['coarse-looks', { longer, late }];

  const at = (end) => ends.map((pair) => pair[end]);
  const seen = (n, time) =>
    Math.max(step, Math.min(Math.max(step, scatter), takes)) / runs(n, time, step);
  const [wrongBy, wrong] = off(
    loops.points.once,
    (n, i) => [loops.models.once[i].y, looped(at(0), n), looped(at(1), n)],
    seen,
  );
  const handed = mid(bend.points.handing[0].samples);
  const [, slower] = off(
    bend.points.once,
    (x, i) => [
      bend.models.once[i].y,
      ...[0, 1].map((end) => looped([handed + x, at(end)[1], at(end)[2]], many)),
    ],
    (_, time) => seen(many, time),
  );
  const figures = { wrong, slower, costs };
  if (wrong > 0.15 || slower > 0.15 || wrongBy > 0.3) {
    const changed = [...loops.points.each, ...loops.points.once]
      .filter(({ x, median }) => x >= 10 && median > 10 * late)
      .map(({ samples }) => interval(samples))
      .some((known) => Number.isFinite(known.high) && apart(known));
    const [low, high] = ends[1];
    const why = changed ? 'uneven' : apart({ low, high }) ? 'uneven-cost' : '';
    const key = wrong > 0.15 ? 'disagrees' : slower > 0.15 ? 'disagrees-bend' : 'unsteady-model';
    return [why || key, figures];
  }
  if (own.length) {
    if (timed) {
      const ratio = {
        low: ends[1][0] / ends[0][1],
        high: ends[0][0] ? ends[1][1] / ends[0][0] : Infinity,
      };
      return [bottleneck(ratio), { ...figures, ratio }];
    }
  } else {
    const limit = pace(raw.t2, raw.t1, (scatter + 2 * step) / (long - short));
    if (limit === 'frontend') return ['found-limits', figures];
    if (limit === 'open') return ['unsteady', figures];
  }
  return [bottleneck(quotient(raw.t2, raw.t1)), figures];
}
