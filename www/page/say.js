import { quantity, whole } from './format.js';

/** @typedef {Record<string, import('./types.js').Quantity|number|string>} SayValues */
/** @typedef {(key: string, values?: SayValues) => string} Say */

/** @param {import('./types.js').Quantity|number|string} value */
function text(value) {
  if (typeof value === 'object') return quantity(value);
  return typeof value === 'number' ? whole(value) : value;
}

/**
 * A function that says words: `{name}` in a word is replaced by the value of that name. A word given as an object has
 * one form for each plural category of `count`. Everything the page says goes through here, so that a localisation
 * library can take its place.
 * @param {Record<string, string|Record<string, string>>} words
 * @returns {Say}
 */
export function sayer(words) {
  const plurals = new Intl.PluralRules(globalThis.document?.documentElement.lang || 'en');
  return (key, values = {}) => {
    const word = words[key];
    if (word === undefined) throw new Error(`there is no word "${key}"`);
    const form =
      typeof word === 'string' ? word : (word[plurals.select(Number(values.count))] ?? word.other);
    return form.replace(/\{(\w+)\}/g, (_, name) => {
      if (!(name in values)) throw new Error(`the word "${key}" needs a value for {${name}}`);
      return text(values[name]);
    });
  };
}
