import { FluentNumber } from '../pkg/fluent.js';
import { quantity } from './format.js';
import { askEnglish, complain, find } from './words.js';

/** @typedef {import('./types.js').Say} Say */

/** @param {number} number */
const whole = (number) => new FluentNumber(number, { maximumFractionDigits: 0 });

/** Counts stay numbers, because they choose a plural. @param {import('./types.js').Quantity|number|string} value */
function argument(value) {
  if (typeof value === 'number') return whole(value);
  if (typeof value === 'string') return value;
  return value.unit === 'count' && !value.bound ? whole(value.value) : quantity(value);
}

/**
 * A function that says messages of these folders, from the first that has one. It looks for a message only when it is
 * called, so it may be made before messages are loaded, and goes along when the reader changes the language.
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
    // A value of which only a bound is known does not equal the bound.
    const text = formatted.replaceAll('= ≤', '≤');
    if (errors.length > 0) complain(`the message "${key}": ${errors.join('; ')}`);
    return text;
  };
  return Object.assign(say, {
    has: (/** @type {string} */ key) => find(folders, key) !== undefined,
  });
}

/** Says what an experiment says: its own messages, then those that all of them share. @param {string} name */
export function sayerOf(name) {
  return sayer(`experiments/${name}`, 'experiments/lib');
}
