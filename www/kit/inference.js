/**
 * Inference for the whole page: intervals of a time, of a ratio, of a difference, from rounds. No finding uses samples in another way.
 *
 * Comparisons are paired, as the rounds are interleaved: the ratio is taken round by round, so that a slow moment moves both sides.
 * The estimate is Hodges and Lehmann's, the median of the Walsh averages (means of all pairs of values, each with itself too). The
 * interval is Wilcoxon's by exact signed ranks: it leaves out as many Walsh averages at either end as the null distribution allows, and is
 * wider where successive rounds are alike (`widening`).
 * Sources: M. Hollander, D. A. Wolfe, E. Chicken, Nonparametric Statistical Methods, 3rd ed. (2014), sections 3.1 to 3.3 (the
 * recursion, the estimate, the interval); E. L. Lehmann, Nonparametrics (1975), chapters 3 and 4; for equivalence, D. J. Schuirmann,
 * J. Pharmacokinet. Biopharm. 15, 657 (1987). `docs/inference.md` has the reasons for these, by simulation.
 */

/** Level of the intervals, and the bound within which a standard normal variable stays with this probability. */
const LEVEL = 0.95;
const NORMAL = 1.959964;
/** Fewer rounds have no interval at 95 %: all signs of five agree by chance in 2 of 32 runs, those of six in 2 of 64. */
export const LEAST = 6;
/**
 * The least time between the beginnings of two rounds, ms: a disturbance of the machine lasts, and rounds within one are no independent samples.
 */
export const APART = 200;
/**
 * The margins of all experiments. Two times are about the same where the shorter one is surely at least nine tenths of the longer; one exceeds the other by
 * much where the ratio lies surely beyond `much`.
 */
export const MARGINS = { same: 1 / 0.9, much: 1.5 };

/** @typedef {{low: number, high: number}} Interval */
/** @typedef {Interval & {value: number, rounds: number}} Estimate `low` and `high` are infinite where there are too few rounds for an interval */

/** For more values the null distribution is not counted, and the means are not listed: both grow faster than the number of values. */
const COUNTED = 200;

/** @type {Map<number, number>} */
const critical = new Map();

/**
 * The largest c with P(T ≤ c) ≤ (1 − 0.95) / 2, where T is the sum of the ranks with a positive sign; −1 where there is none. P follows
 * from the counting recursion: each rank is in the sum or not. For more than 200 values T is taken as normal, with its own mean and variance.
 * @param {number} n values
 */
export function criticalRank(n) {
  const known = critical.get(n);
  if (known !== undefined) return known;
  if (n > COUNTED) {
    const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24);
    return Math.floor((n * (n + 1)) / 4 - deviation * NORMAL);
  }
  let chance = [1];
  for (let rank = 1; rank <= n; rank += 1) {
    const next = new Array(chance.length + rank).fill(0);
    for (const [sum, p] of chance.entries()) {
      next[sum] += p / 2;
      next[sum + rank] += p / 2;
    }
    chance = next;
  }
  let c = -1;
  for (let sum = chance[0]; sum <= (1 - LEVEL) / 2; sum += chance[c + 1]) c += 1;
  critical.set(n, c);
  return c;
}

/**
 * The Walsh averages, the means of all pairs of values, each with itself too, by their ranks.
 * @param {number[]} values at least one
 * @returns {{length: number, at: (rank: number) => number}}
 */
function walsh(values) {
  const halves = Float64Array.from(values, (value) => value / 2).sort();
  const length = (values.length * (values.length + 1)) / 2;
  if (values.length > COUNTED) return { length, at: (rank) => meanAt(halves, rank) };
  const means = new Float64Array(length);
  for (let i = 0, next = 0; i < halves.length; i += 1)
    for (let j = i; j < halves.length; j += 1, next += 1) means[next] = halves[i] + halves[j];
  means.sort();
  return { length, at: (rank) => means[rank] };
}

/** The sum of two numbers, or of one with itself, that has this rank among all such sums: by bisection. @param {Float64Array} sorted @param {number} rank */
function meanAt(sorted, rank) {
  let [low, high] = [2 * sorted[0], 2 * sorted[sorted.length - 1]];
  for (;;) {
    const middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return high;
    let [upTo, end] = [0, sorted.length - 1];
    for (let i = 0; i <= end; i += 1) {
      while (end >= i && sorted[i] + sorted[end] > middle) end -= 1;
      if (end >= i) upTo += end - i + 1;
    }
    if (upTo > rank) high = middle;
    else low = middle;
  }
}

/**
 * The distance between the places of two successive readings within a step, as a fraction of the step, for each side of a ratio. With (3 − √3) / 6
 * the places of successive readings are uncorrelated. The second one is the golden section, so that the places of the two sides differ.
 */
const SPREAD = [0.2113248654, 0.6180339887];

/**
 * Readings of a clock, each moved to a place within its step, always in the same way. Ties would make an interval too narrow; a whole
 * step added at either end would make it too wide where there are many readings. The n readings take n different places in the step,
 * at equal distances and evenly on both sides of the reading. Other places would move the middle of few readings.
 * @param {number[]} readings @param {number} step @param {number} [side]
 */
function spreadOver(readings, step, side = 0) {
  if (!step) return readings;
  const ranks = ranksOf(readings.length, side);
  return readings.map((time, i) => time + ((ranks[i] + 0.5) / ranks.length - 0.5) * step);
}

/** The last ranks of each side, kept since the samples of a result mostly have one length. */
const lastRanks = SPREAD.map(() => new Uint32Array(0));

/** The ranks of the places of n readings. @param {number} n @param {number} side */
function ranksOf(n, side) {
  if (lastRanks[side].length === n) return lastRanks[side];
  const places = Float64Array.from({ length: n }, (_, i) => (0.5 + i * SPREAD[side]) % 1);
  const ranks = new Uint32Array(n);
  const order = Array.from(places.keys()).sort((a, b) => places[a] - places[b]);
  for (const [rank, i] of order.entries()) ranks[i] = rank;
  return (lastRanks[side] = ranks);
}

/** The median of Walsh averages. @param {ReturnType<typeof walsh>} means */
function median(means) {
  const half = (means.length - 1) / 2;
  const [below, above] = [means.at(Math.floor(half)), means.at(Math.ceil(half))];
  return below === above ? below : (below + above) / 2;
}

/** With fewer values than the first number, the correlation of successive ones is not estimated. A correlation above the second counts as the second. */
const [ORDERED, MOST_ALIKE] = [12, 0.8];

/**
 * The factor by which an interval is widened because successive values are correlated: a disturbance of the machine lasts longer than a
 * round. If each of n values has the correlation r with the one before, their middle scatters like that of n (1 − r) / (1 + r) independent values. The
 * estimate of r is the correlation of ranks at a lag of 1, with its bias of 1 / n added. An estimate below one standard error counts as 0.
 * @param {number[]} values in the order in which they were taken
 */
export function widening(values) {
  const n = values.length;
  if (n < ORDERED) return 1;
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
  const ranks = new Float64Array(n);
  for (const [rank, i] of order.entries()) ranks[i] = rank - (n - 1) / 2;
  let products = 0;
  for (let i = 1; i < n; i += 1) products += ranks[i] * ranks[i - 1];
  const alike = products / ((n * (n ** 2 - 1)) / 12) + 1 / n;
  if (alike <= 1 / Math.sqrt(n)) return 1;
  const kept = Math.min(alike, MOST_ALIKE);
  return Math.sqrt((1 + kept) / (1 - kept));
}

/**
 * The interval of the middle of values, by signed ranks.
 * @param {number[]} values in the order in which they were taken
 * @returns {Interval}
 */
function intervalOf(values) {
  const c = values.length < LEAST ? -1 : criticalRank(values.length);
  if (c < 0) return { low: -Infinity, high: Infinity };
  const means = walsh(values);
  const [low, high] = [means.at(c), means.at(means.length - 1 - c)];
  const [value, wider] = [median(means), widening(values) - 1];
  return { low: low - wider * (value - low), high: high + wider * (high - value) };
}

/**
 * The middle of a sample, with its interval.
 * @param {number[]} values
 * @param {object} [options]
 * @param {number} [options.step] of the clock that they were read from
 * @returns {Estimate} NaN of no values
 */
export function middleOf(values, { step = 0 } = {}) {
  const value = values.length ? median(walsh(values)) : NaN;
  const { low, high } = intervalOf(spreadOver(values, step));
  // The clock may have read the same time again and again.
  return { value, low: Math.min(low, value), high: Math.max(high, value), rounds: values.length };
}

/**
 * The ratio of two times of the same rounds. A time that the clock reads as 0 lies between 0 and half a
 * step: each end of the interval is computed with whichever of these two puts it farther out.
 * @param {number[]} a @param {number[]} b of the same rounds
 * @param {object} [options]
 * @param {number} [options.step] of the clock that both were read from
 * @returns {Estimate}
 */
export function ratioOf(a, b, { step = 0 } = {}) {
  const atLeast = (/** @type {number[]} */ times) => times.map((time) => Math.max(time, step / 2));
  const logs = (/** @type {number[]} */ over, /** @type {number[]} */ under) =>
    over.map((time, i) => logOf(time) - logOf(under[i]));
  const { value, rounds } = middleOf(
    logs(
      a,
      b.map((time) => time || step / 2),
    ),
  );
  const [over, under] = [spreadOver(a, step, 0), spreadOver(b, step, 1)];
  const { low } = intervalOf(logs(over, atLeast(under)));
  const { high } = intervalOf(logs(atLeast(over), under));
  const from = (/** @type {number} */ log) => {
    if (log > UNKNOWN / 4) return Infinity;
    return log < -UNKNOWN / 4 ? 0 : Math.exp(log);
  };
  return {
    value: from(value),
    low: from(Math.min(low, value)),
    high: from(Math.max(high, value)),
    rounds,
  };
}

/** The logarithm of a time that cannot be distinguished from zero: finite, so that a difference of two is a number. */
const UNKNOWN = 1e3;
/** @param {number} time */
const logOf = (time) => (time > 0 ? Math.log(time) : -UNKNOWN);

/**
 * The finding from a ratio and a margin. `same`: surely within the margin of 1, on either side (two one-sided tests); `more`: surely above 1;
 * `less`: surely below 1; `open`: none of these.
 * @param {Interval} ratio @param {number} [margin] @returns {'same'|'more'|'less'|'open'}
 */
export function comparison({ low, high }, margin = MARGINS.same) {
  if (low > 1 / margin && high < margin) return 'same';
  if (low > 1) return 'more';
  return high < 1 ? 'less' : 'open';
}

/** On which side of a bound something lies, or `open` where its interval holds the bound. @param {Interval} interval @param {number} bound @returns {'above'|'below'|'open'} */
export function sideOf({ low, high }, bound) {
  if (low > bound) return 'above';
  return high < bound ? 'below' : 'open';
}

/**
 * Whether an interval of a ratio is so wide that it may leave a comparison open: one that spans less than the margin is `same`, `more`
 * or `less`, wherever it lies. Asking for more rounds by the width alone keeps the level (C. Stein, Ann. Math. Stat. 16, 243 (1945)); asking for them
 * because the comparison is open would cause more errors.
 * @param {Interval} ratio @param {number} [margin]
 */
export const wide = ({ low, high }, margin = MARGINS.same) => !(high / low < margin);
