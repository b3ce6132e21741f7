/**
 * Levels of detail, with which a million events are as quick to draw as a thousand. Columns of times are sorted. Events in
 * view are found by binary search, and events that share a pixel are drawn as one, from the least time to the greatest.
 * No event is left out: one that is narrower than a pixel still marks that pixel. No drawing here.
 */

/** One time in this many is copied to a sparse list, so that a long search stays in the processor's cache. */
const STRIDE = 64;
/** @type {WeakMap<Float64Array, Float64Array>} */
const sparse = new WeakMap();

/** @param {Float64Array} sorted */
function sparseOf(sorted) {
  const known = sparse.get(sorted);
  if (known) return known;
  const size = Math.ceil(sorted.length / STRIDE);
  const made = Float64Array.from({ length: size }, (_, k) => sorted[k * STRIDE]);
  sparse.set(sorted, made);
  return made;
}

/**
 * The first index of a sorted list whose value is at least t or, with `above`, more than t. The list must never change, since a sparse copy of it is kept.
 * @param {Float64Array} sorted
 * @param {number} t
 * @param {number} low
 * @param {number} high
 * @param {boolean} above
 * @returns {number}
 */
function bound(sorted, t, low, high, above) {
  if (high - low > STRIDE * STRIDE) {
    const first = Math.floor(low / STRIDE);
    const k = bound(sparseOf(sorted), t, first, Math.ceil(high / STRIDE), above);
    if (k > first) low = Math.max(low, (k - 1) * STRIDE + 1);
    high = Math.min(high, k * STRIDE);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < t || (above && sorted[middle] === t)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index whose value is not below t. @param {Float64Array} sorted @param {number} t @param {number} [low] @param {number} [high] */
export function lowerBound(sorted, t, low = 0, high = sorted.length) {
  return bound(sorted, t, low, high, false);
}

/** The first index whose value is above t. @param {Float64Array} sorted @param {number} t @param {number} [low] @param {number} [high] */
export function upperBound(sorted, t, low = 0, high = sorted.length) {
  return bound(sorted, t, low, high, true);
}

/**
 * `lowerBound` for an index that is probably not far behind `low`: searches in steps that double.
 * @param {Float64Array} sorted
 * @param {number} t
 * @param {number} low
 * @param {number} high
 */
export function seekAhead(sorted, t, low, high) {
  let step = 1;
  let end = low;
  while (end < high && sorted[end] < t) {
    if (step > STRIDE) return lowerBound(sorted, t, end, high);
    low = end + 1;
    end += step;
    step *= 2;
  }
  return lowerBound(sorted, t, low, Math.min(end, high));
}

/** Values that one entry of the next level covers. */
const FAN = 16;

/** The least and the greatest value of any range of a column, in logarithmic time, from a pyramid that is built once. */
export class Levels {
  /** The least and greatest value of the last `range`; NaN if it has no number. */
  least = NaN;
  most = NaN;

  /** @param {Float64Array} values NaN is ignored */
  constructor(values) {
    this.values = values;
    this.lows = [values];
    this.highs = [values];
    for (let size = values.length; size > FAN;) {
      const [low, high] = [this.lows[this.lows.length - 1], this.highs[this.highs.length - 1]];
      const next = Math.ceil(size / FAN);
      const [lows, highs] = [new Float64Array(next), new Float64Array(next)];
      for (let k = 0; k < next; k += 1) {
        let [least, most] = [Infinity, -Infinity];
        const end = Math.min(size, (k + 1) * FAN);
        for (let i = k * FAN; i < end; i += 1) {
          if (low[i] < least) least = low[i];
          if (high[i] > most) most = high[i];
        }
        lows[k] = least;
        highs[k] = most;
      }
      this.lows.push(lows);
      this.highs.push(highs);
      size = next;
    }
  }

  /** Finds `least` and `most` of values[from..to). @param {number} from @param {number} to */
  range(from, to) {
    this.least = Infinity;
    this.most = -Infinity;
    for (let level = 0; from < to; level += 1) {
      if (level === this.lows.length - 1) {
        this.#fold(level, from, to);
        break;
      }
      const start = Math.min(to, Math.ceil(from / FAN) * FAN);
      const stop = Math.max(start, Math.floor(to / FAN) * FAN);
      this.#fold(level, from, start);
      this.#fold(level, stop, to);
      from = start / FAN;
      to = stop / FAN;
    }
    if (this.least === Infinity) this.least = NaN;
    if (this.most === -Infinity) this.most = NaN;
  }

  /**
   * The first indices in values[from..to) whose values are at least `bound`, without visiting every value between them.
   * @param {number} from
   * @param {number} to
   * @param {number} bound
   * @param {number} most the most indices to return
   * @returns {number[]} rising
   */
  reaching(from, to, bound, most) {
    const found = /** @type {number[]} */ ([]);
    for (let at = from; found.length < most;) {
      at = this.#next(at, to, bound);
      if (at >= to) break;
      found.push(at);
      at += 1;
    }
    return found;
  }

  /** The first index from `at` on whose value is at least `bound`; `to` if there is none. @param {number} at @param {number} to @param {number} bound */
  #next(at, to, bound) {
    let level = 0;
    while (at < to) {
      // Goes up where an entry of the next level begins, and down into an entry that holds such a value.
      while (level + 1 < this.highs.length && at % FAN ** (level + 1) === 0) level += 1;
      while (level > 0 && this.highs[level][at / FAN ** level] >= bound) level -= 1;
      if (level === 0 && this.values[at] >= bound) return at;
      at += FAN ** level;
    }
    return to;
  }

  /** The last index in values[0..to) whose value is at least `bound`, or -1. @param {number} to @param {number} bound */
  last(to, bound) {
    let [level, at] = [0, to - 1];
    while (at >= 0) {
      const size = FAN ** level;
      const holds = this.highs[level][Math.floor(at / size)] >= bound;
      if (holds && level === 0) return at;
      if (holds) level -= 1;
      else {
        at = Math.floor(at / size) * size - 1;
        // Goes up if an entry of the next level ends at this index.
        while (level + 1 < this.highs.length && (at + 1) % FAN ** (level + 1) === 0) level += 1;
      }
    }
    return -1;
  }

  /** @param {number} level @param {number} from @param {number} to */
  #fold(level, from, to) {
    const [low, high] = [this.lows[level], this.highs[level]];
    for (let i = from; i < to; i += 1) {
      if (low[i] < this.least) this.least = low[i];
      if (high[i] > this.most) this.most = high[i];
    }
  }
}

/** Whether no value is below its predecessor or NaN. @param {Float64Array} values */
function rising(values) {
  for (let i = 0; i < values.length; i += 1)
    if (!(values[i] >= (values[i - 1] ?? -Infinity))) return false;
  return true;
}

/**
 * The rows of a column by rising time, without the rows that have no time; null if all rows are in that order already.
 * @param {Float64Array} times
 * @returns {Uint32Array|null}
 */
export function orderOf(times) {
  if (rising(times)) return null;
  const rows = Uint32Array.from(times, (_, i) => i).filter((i) => !Number.isNaN(times[i]));
  return rows.sort((a, b) => times[a] - times[b]);
}

/** Times in order, and the row of each. */
export class Moments {
  /** @param {Float64Array} column by row */
  constructor(column) {
    this.rows = orderOf(column);
    this.times = this.rows ? Float64Array.from(this.rows, (row) => column[row]) : column;
  }

  /** The row whose moment is nearest to a time, or -1 if none is within reach. @param {number} time @param {number} reach ms */
  nearest(time, reach) {
    const after = lowerBound(this.times, time);
    const later = this.times[after] - time;
    const earlier = time - this.times[after - 1];
    // Comparisons with NaN, beyond either end, are false.
    const at = earlier <= later || !(later >= 0) ? after - 1 : after;
    if (!(Math.abs(this.times[at] - time) <= reach)) return -1;
    return this.rows ? this.rows[at] : at;
  }
}

/** Spans of time, sorted by their beginning, that are drawn pixel by pixel. */
export class Spans {
  /**
   * @param {Float64Array} from rising, ms
   * @param {Float64Array} to ms
   * @param {Uint32Array|null} [rows] the row of each span; null if that is its index
   */
  constructor(from, to, rows = null) {
    this.from = from;
    this.to = to;
    this.rows = rows;
    this.ends = new Levels(to);
    /** The greatest end of the spans up to each span. It never falls, so it can be searched. */
    this.reach = new Float64Array(to.length);
    let most = -Infinity;
    for (let i = 0; i < to.length; i += 1) {
      if (to[i] > most) most = to[i];
      this.reach[i] = most;
    }
  }

  /** @param {number} i */
  row(i) {
    return this.rows ? this.rows[i] : i;
  }

  /**
   * Visits the visible spans between two times, from left to right. Spans that begin in the same pixel are visited as a
   * group. Pixels are counted from the first span, so that the groups stay the same while the view moves.
   * @param {number} from ms
   * @param {number} to ms
   * @param {number} pixel ms
   * @param {(first: number, end: number, start: number, stop: number) => void} visit spans first..end (exclusive), which
   *   cover start..stop, ms
   */
  visible(from, to, pixel, visit) {
    const end = upperBound(this.from, to);
    const zero = this.from[0];
    let i = upperBound(this.reach, from);
    // Of the spans that begin before the view, the first is visited by itself and the others as a group.
    const inside = lowerBound(this.from, from, i, end);
    if (i < inside) {
      visit(i, i + 1, this.from[i], this.to[i]);
      if (i + 1 < inside) this.#together(i + 1, inside, visit);
      i = inside;
    }
    while (i < end) {
      const next = zero + (Math.floor((this.from[i] - zero) / pixel) + 1) * pixel;
      let after = i + 1;
      if (after < end && this.from[after] < next) after = seekAhead(this.from, next, after, end);
      const last = after - 1;
      // The last span of a pixel may be long, and is then visited by itself, so that it can be named.
      if (last > i && this.to[last] - this.from[last] > 2 * pixel) {
        this.#together(i, last, visit);
        visit(last, after, this.from[last], this.to[last]);
      } else if (last > i) this.#together(i, after, visit);
      else visit(i, after, this.from[i], this.to[i]);
      i = after;
    }
  }

  /** @param {number} first @param {number} end @param {(first: number, end: number, start: number, stop: number) => void} visit */
  #together(first, end, visit) {
    // If the greatest end so far grew within this group, it is the group's.
    let most = this.reach[end - 1];
    if (first > 0 && most === this.reach[first - 1]) {
      this.ends.range(first, end);
      most = this.ends.most;
    }
    visit(first, end, this.from[first], most);
  }

  /** The row of the span at a time or else of the nearest span within reach; -1 for none. @param {number} time @param {number} reach ms */
  nearest(time, reach) {
    const after = upperBound(this.from, time);
    const over = this.reach[after - 1] >= time ? this.ends.last(after, time) : -1;
    if (over >= 0) return this.row(over);
    const before = time - this.reach[after - 1];
    const later = this.from[after] - time;
    if (before <= reach && !(later < before)) {
      // The span that reaches furthest is the last one, except in tangled cases.
      return this.row(after - 1);
    }
    return later <= reach ? this.row(after) : -1;
  }
}
