// Reads and checks the attributes that an author writes.
import { fill } from './posters.js';

/** Parts that are hidden by default, since they take too much space in another page. */
const ASIDE = ['program', 'to-sandbox', 'binding', 'variations', 'pipeline', 'freedom'];
/** The names that the attribute `controls` may list beside the parameters. */
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
 * @typedef {object} Said The settings in the attributes.
 * @property {Record<string, string>} given parameters, preset and device, by their names in a link
 * @property {string[]} hidden controls
 * @property {{attribute: string, value: string, allowed: string}[]} wrong
 */

/** Whether a parameter accepts a text: the experiment's own rule, by the poster's description of the allowed values. @param {string} allowed @param {string} value */
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

/** Most words of a list in an attribute, since each wrong word is reported. */
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
    // Names of attributes are lower-case in HTML.
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

/** A sentence for each wrong attribute. @param {Said['wrong']} wrong @param {Record<string, string>} words */
export function complaints(wrong, words) {
  return wrong.map((one) => fill(words['unknown-value'], one));
}
