/** Numbers and dates for people, in their language: three significant digits, a unit, and "≤" where only a bound is known. */

const SPACE = '\u202f'; // narrow and unbreakable

let spoken = '';

/** The language of texts: the page's own, unless another one was chosen; English where there is no page. */
export function locale() {
  return spoken || globalThis.document?.documentElement.lang || 'en';
}

/** Sets the language of texts, whatever the language of the page around. @param {string} language */
export function setLocale(language) {
  spoken = language;
}

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number} value @param {Intl.NumberFormatOptions} options */
function format(value, options) {
  if (!Number.isFinite(value)) return '–';
  const key = locale() + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale(), options));
  return /** @type {Intl.NumberFormat} */ (formats.get(key)).format(value);
}

/** The power of ten of the first digit. A clock's step of 0.1 ms is measured as 0.09999999. @param {number} value */
const exponent = (value) => Math.floor(Math.log10(Math.abs(Number(value.toPrecision(6)))));

/**
 * Three significant digits; fewer where the clock's step makes the last ones meaningless.
 * @param {number} value
 * @param {number} [step] in the unit of the value
 */
export function significant(value, step = 0) {
  if (Math.abs(value) >= 1000) return format(value, { maximumSignificantDigits: 3 });
  const digits = Math.min(3, Math.max(1, exponent(value) - exponent(step) + 1)) || 3;
  return format(value, { minimumSignificantDigits: digits, maximumSignificantDigits: digits });
}

/** @param {number} value */
export function whole(value) {
  return format(value, { maximumFractionDigits: 0 });
}

/** @param {number} value @param {number} decimals */
export function fixed(value, decimals) {
  return format(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A number that was chosen, with all of its digits. @param {number} value */
export function decimal(value) {
  return format(value, { maximumSignificantDigits: 15 });
}

/** Whole percents; two digits below a tenth; above 99 % one decimal, rounded down, so that only the whole is 100 %. @param {number} share */
function percent(share) {
  if (share > 0 && share < 0.1) return format(share * 100, { maximumSignificantDigits: 2 });
  return share > 0.99 && share < 1
    ? significant(Math.floor(share * 1000) / 10)
    : whole(share * 100);
}

const TIMES = /** @type {const} */ ([
  [1e-3, 1e6, 'ns'],
  [1, 1e3, 'µs'],
  [1e3, 1, 'ms'],
  [Infinity, 1e-3, 's'],
]);

/** The unit that suits a value. @param {readonly (readonly [number, number, string])[]} units by rising bounds @param {number} value */
function unitOf(units, value) {
  // 0.9996 ms rounds to 1.00 ms, never to 1,000 µs.
  return units.find(([below]) => Math.abs(value) < below * 0.9995) ?? units[units.length - 1];
}

/** @param {number} ms */
const timeUnit = (ms) => unitOf(TIMES, ms);

/** A time in the unit that suits it. @param {number} ms @param {number} [step] of its clock, ms */
export function duration(ms, step = 0) {
  if (!Number.isFinite(ms)) return '–';
  if (ms === 0) return `0${SPACE}ms`;
  const [, factor, unit] = timeUnit(ms);
  return `${significant(ms * factor, step * factor)}${SPACE}${unit}`;
}

/**
 * A time between two readings of a clock: only a bound where it is below the clock's step.
 * @param {number} ms
 * @param {number} [least] that the clock resolves, ms
 * @returns {import('./types.js').Quantity}
 */
export function between(ms, least = 0) {
  const known = /** @type {const} */ ({ unit: 'ms', step: least });
  return Math.abs(ms) < least
    ? { ...known, value: ms + least, bound: '≤' }
    : { ...known, value: ms };
}

/** The same as a text. @param {number} ms @param {number} [least] ms */
export const span = (ms, least) => quantity(between(ms, least));

/**
 * A time whose end was noticed only later: an upper bound.
 * @param {number} ms
 * @param {number} least that the clock resolves, ms
 * @returns {import('./types.js').Quantity}
 */
export const until = (ms, least) => ({
  value: Math.max(ms, least),
  unit: 'ms',
  bound: '≤',
  step: least,
});

/** The same as a text. @param {number} ms @param {number} least ms */
export const seenAfter = (ms, least) => quantity(until(ms, least));

const SIZES = /** @type {const} */ ([
  [1e3, 1, 'B'],
  [1e6, 1e-3, 'kB'],
  [1e9, 1e-6, 'MB'],
  [Infinity, 1e-9, 'GB'],
]);

/** An amount of memory in the unit that suits it. @param {number} value bytes */
export function bytes(value) {
  const [, factor, unit] = unitOf(SIZES, value);
  return `${unit === 'B' ? whole(value) : significant(value * factor)}${SPACE}${unit}`;
}

/** @param {string} unit */
const rates = (unit) =>
  /** @type {[number, number, string][]} */ ([
    [1e3, 1, unit],
    [1e6, 1e-3, `k${unit}`],
    [1e9, 1e-6, `M${unit}`],
    [1e12, 1e-9, `G${unit}`],
    [Infinity, 1e-12, `T${unit}`],
  ]);

/** Units that are written with a prefix, each with its prefixed forms. */
const PREFIXED = { ms: TIMES, B: SIZES, 'B/s': rates('B/s'), 'FLOP/s': rates('FLOP/s') };

/** @param {import('./types.js').Quantity['unit']} unit @returns {readonly (readonly [number, number, string])[]|undefined} */
const prefixedIn = (unit) =>
  unit in PREFIXED ? PREFIXED[/** @type {keyof typeof PREFIXED} */ (unit)] : undefined;

/** A round value, as the marks of an axis are: no more digits than it needs, with its unit. @param {number} value @param {import('./types.js').Quantity['unit']} unit */
export function round(value, unit) {
  const short = (/** @type {number} */ number) => decimal(Number(number.toPrecision(3)));
  if (value === 0) return '0';
  const units = prefixedIn(unit);
  if (units) {
    const [, factor, named] = unitOf(units, value);
    // The title of an axis has the whole unit.
    const name = unit.endsWith('/s') ? named.slice(0, -unit.length) : named;
    return `${short(value * factor)}${SPACE}${name}`;
  }
  if (unit === 'share') return `${short(value * 100)}${SPACE}%`;
  if (unit === 'x') return `${short(value)}${SPACE}×`;
  if (unit === 'FLOP/B') return short(value);
  return value < 10 && !Number.isInteger(value) ? short(value) : whole(value);
}

/** A rate in the unit that suits it. @param {number} value @param {'B/s'|'FLOP/s'} unit */
function rate(value, unit) {
  if (!Number.isFinite(value)) return '–';
  const [, factor, name] = unitOf(PREFIXED[unit], value);
  return `${significant(value * factor)}${SPACE}${name}`;
}

/** @param {import('./types.js').Quantity} quantity */
export function quantity({ value, unit, bound, step }) {
  const text = {
    ms: () => duration(value, step),
    x: () => `${significant(value)}${SPACE}×`,
    share: () => `${percent(value)}${SPACE}%`,
    count: () => whole(value),
    B: () => bytes(value),
    'per-s': () => `${significant(value)}/s`,
    'B/s': () => rate(value, 'B/s'),
    'FLOP/s': () => rate(value, 'FLOP/s'),
    'FLOP/B': () => `${significant(value)}${SPACE}FLOP/B`,
  }[unit]();
  return bound ? `${bound}${SPACE}${text}` : text;
}

/** The factor by which a value is written, and its unit. @param {import('./types.js').Quantity} quantity @returns {readonly [number, number, string]} */
function written({ value, unit }) {
  const units = prefixedIn(unit);
  if (units) return unitOf(units, value);
  if (unit === 'FLOP/B') return [0, 1, unit];
  return unit === 'share' ? [0, 100, '%'] : [0, 1, unit === 'x' ? '×' : '/s'];
}

/**
 * A quantity ± half of its range, in one unit. Both ends are written where it lies far from their middle, or where half of the range is as
 * much as the quantity itself; `≥` and the lower end where nothing bounds it above. Either end may lie a step of the clock farther away than it was read.
 * A time below the step is only a bound. A count that is only known within a range is that range.
 * @param {import('./types.js').Quantity} quantified
 */
export function uncertain(quantified) {
  const { value, unit, bound, step = 0, low: least = value, high: most = value } = quantified;
  if (most === Infinity && !bound) return `≥${SPACE}${quantity({ value: least, unit })}`;
  const high = most + step;
  const low = Math.max(least - step, Math.min(least, 0));
  if (Math.abs(value) < step && !bound) return quantity({ value: high, unit, bound: '≤', step });
  const half = (high - low) / 2;
  if (unit === 'count' && half > 0) return `${whole(low)}–${whole(high)}`;
  // A range within the last digit says nothing.
  if (bound || unit === 'count' || !(half > 10 ** exponent(value) / 200))
    return quantity(quantified);
  const [, factor, name] = written(quantified);
  const inUnit = (/** @type {number} */ one) =>
    unit === 'share' ? percent(one) : significant(one * factor, step * factor);
  const shown = format(half * factor, { maximumSignificantDigits: unit === 'share' ? 1 : 2 });
  const end = `${unit === 'per-s' ? '' : SPACE}${name}`;
  const even = Math.abs(high + low - 2 * value) <= half && (half < Math.abs(value) || low < 0);
  if (!even && inUnit(low) === inUnit(high)) return quantity(quantified);
  return even
    ? `${inUnit(value)}${SPACE}±${SPACE}${shown}${end}`
    : `${inUnit(value)}${SPACE}(${inUnit(low)}–${inUnit(high)})${end}`;
}

/**
 * A median with its uncertainty.
 * @param {import('./types.js').Spread} spread ms
 * @param {number} [step] of the clock, ms
 */
export function withSpread({ median, low, high }, step = 0) {
  return uncertain({ value: median, unit: 'ms', low, high, step });
}

/**
 * The quartiles as a range, in one unit; only a bound where the lower one is below the clock's step.
 * @param {import('./types.js').Spread} spread ms
 * @param {number} [step] of the clock, ms
 */
export function range({ low, high }, step = 0) {
  if (high < step) return quantity({ value: step, unit: 'ms', bound: '≤' });
  const [, factor, unit] = timeUnit(high);
  const [from, to] = [low, high].map((value) =>
    format(value * factor, { maximumSignificantDigits: 2 }),
  );
  if (low < step || low === 0) return `≤${SPACE}${to}${SPACE}${unit}`;
  return from === to ? `${to}${SPACE}${unit}` : `${from}–${to}${SPACE}${unit}`;
}

/** A time that is only guessed: tens of seconds, or minutes. @param {number} ms */
export function roughly(ms) {
  const [unit, value] =
    ms < 100_000 ? ['second', Math.ceil(ms / 10_000) * 10] : ['minute', Math.round(ms / 60_000)];
  return format(value, { style: 'unit', unit, unitDisplay: 'long' });
}

/** A day. @param {string} date ISO 8601 */
export function day(date) {
  return new Date(date).toLocaleDateString(locale(), { dateStyle: 'medium' });
}

/** @param {number[]} shape @param {string} scalar the text for no axes */
export function shapeText(shape, scalar) {
  return shape.length ? shape.join('×') : scalar;
}

/** Plain spaces, for a terminal. @param {string} text */
export function plain(text) {
  return text.replaceAll(SPACE, ' ');
}

/**
 * A time as the course's benchmark prints it: seconds with four decimals, more where they would show nothing.
 * @param {string} label
 * @param {number} ms
 */
export function benchmarkLine(label, ms) {
  const seconds = ms / 1000;
  const decimals = seconds > 0 ? Math.min(9, Math.max(4, 1 - Math.floor(Math.log10(seconds)))) : 4;
  return `${label}: ${seconds.toFixed(decimals)} sec`;
}
