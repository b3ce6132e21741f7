import { FluentNumber } from '../pkg/fluent.js';
import { uncertain } from './format.js';
import { askEnglish, complain, find } from './words.js';

/** @typedef {import('./types.js').Say} Say */

/** @param {number} number */
const whole = (number) => new FluentNumber(number, { maximumFractionDigits: 0 });

/** Letters that run from right to left, and marks that change the direction of text. */
const TURNING = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text that may come from elsewhere, isolated so that it does not change the direction of the text beside it. @param {string} text */
const isolated = (text) =>
  TURNING.test(text) ? `\u2068${text.replaceAll(MARKS, '')}\u2069` : text;

/** Counts stay numbers, because they choose a plural, unless they are known only within a range. @param {import('./types.js').Quantity|number|string} value */
function argument(value) {
  if (typeof value === 'number') return Number.isFinite(value) ? whole(value) : '–';
  if (typeof value === 'string') return isolated(value);
  return value.unit === 'count' &&
    !value.bound &&
    value.low === value.high &&
    Number.isFinite(value.value)
    ? whole(value.value)
    : uncertain(value);
}

/**
 * A function that returns a message, formatted, of the first of these folders that has it. It looks for a message only when
 * it is called, so it may be made before messages are loaded, and follows when the reader changes the language.
 * @param {...string} folders below www/, each with its folder `words`
 * @returns {Say}
 */
export function sayer(...folders) {
  const say = (
    /** @type {string} */ key,
    /** @type {import('./types.js').SayValues} */ values = {},
  ) => {
    const bundle = find(folders, key);
    if (!bundle) {
      if (askEnglish(folders)) return '…';
      complain(`there is no message "${key}" in ${folders.join(' or ')}`);
      return key;
    }
    const given = Object.entries(values).map(([name, value]) => [name, argument(value)]);
    /** @type {Error[]} */
    const errors = [];
    const pattern = bundle.getMessage(key)?.value ?? '';
    const formatted = bundle.formatPattern(
      pattern,
      Object.fromEntries(given),
      /** @type {any} */ (errors),
    );
    // A value known only by a bound does not equal the bound.
    const text = formatted.replaceAll('= ≤', '≤');
    if (errors.length > 0) complain(`the message "${key}": ${errors.join('; ')}`);
    return text;
  };
  return Object.assign(say, {
    has: (/** @type {string} */ key) => find(folders, key) !== undefined,
  });
}

/** A sayer for an experiment: of its own messages, then of those that all experiments share. @param {string} name */
export function sayerOf(name) {
  return sayer(`experiments/${name}`, 'experiments/lib');
}
