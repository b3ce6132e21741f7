// The attributes that an author writes, and which of them are not possible.
import { fill } from './posters.js';

/** Shown where the author does not say what the reader may change: all but what only takes room in another page. */
const ASIDE = ['program', 'to-sandbox', 'binding', 'variations', 'pipeline', 'freedom'];
/** The controls that a reader may use beside the parameters. */
const CONTROLS = [
  'prediction',
  ...ASIDE,
  'preset',
  'device',
  'run',
  'modelled',
  'reset',
  'recorded',
  'link',
];
const THEMES = ['auto', 'light', 'dark'];

/** @typedef {import('./posters.js').Poster} Poster */
/**
 * @typedef {object} Said What the attributes say.
 * @property {Record<string, string>} given parameters, preset and device, by the names that a link gives them
 * @property {string[]} hidden controls
 * @property {{attribute: string, value: string, allowed: string}[]} wrong
 */

/** Whether a text spells what a parameter accepts: the same rule as the experiment's own, from what the poster says of it. @param {string} allowed @param {string} value */
function fits(allowed, value) {
  const range = /^(-?\d+) … (\d+)(, auto)?$/.exec(allowed);
  if (range) {
    const [, min, max, auto] = range;
    const number = Number(value);
    const inside = Number.isInteger(number) && number >= Number(min) && number <= Number(max);
    return (value.trim() !== '' && inside) || (auto !== undefined && value === 'auto');
  }
  return allowed.startsWith('≤ ') || allowed.split(', ').includes(value);
}

/** More than a list in an attribute has: each wrong word of it is reported. */
const MOST = 100;

/** A list in an attribute. @param {string|null} text @returns {string[]|null} */
export function listed(text) {
  return text === null ? null : text.split(/[\s,]+/, MOST).filter(Boolean);
}

/**
 * @param {Element} element
 * @param {Poster} poster of its experiment
 * @returns {Said}
 */
export function read(element, poster) {
  const given = /** @type {Record<string, string>} */ ({});
  const wrong = /** @type {Said['wrong']} */ ([]);
  const take = (/** @type {string} */ name, /** @type {string} */ allowed) => {
    // HTML writes names of attributes small.
    const value = element.getAttribute(name.toLowerCase());
    if (value === null) return;
    if (fits(allowed, value)) given[name] = value;
    else wrong.push({ attribute: name.toLowerCase(), value, allowed });
  };
  for (const [name, choices] of Object.entries(poster.choices)) take(name, choices.join(', '));
  for (const [name, allowed] of Object.entries(poster.parameters)) take(name, allowed);
  const theme = element.getAttribute('theme') ?? 'auto';
  if (!THEMES.includes(theme))
    wrong.push({ attribute: 'theme', value: theme, allowed: THEMES.join(', ') });
  const names = [...CONTROLS, ...Object.keys(poster.parameters)];
  const controls = listed(element.getAttribute('controls'));
  const wanted = controls?.map((one) => one.toLowerCase());
  const known = names.map((name) => name.toLowerCase());
  for (const value of wanted?.filter((one) => !known.includes(one)) ?? [])
    wrong.push({ attribute: 'controls', value, allowed: known.join(', ') });
  const hidden = wanted ? names.filter((name) => !wanted.includes(name.toLowerCase())) : ASIDE;
  return { given, hidden, wrong };
}

/** A sentence for each wrong one. @param {Said['wrong']} wrong @param {Record<string, string>} words */
export function complaints(wrong, words) {
  return wrong.map((one) => fill(words['unknown-value'], one));
}
