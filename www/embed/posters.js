/**
 * The parts of the experiments that are shown before they are loaded: a file for each language, made by `cargo xtask dist`.
 *
 * @typedef {object} Poster
 * @property {string} title
 * @property {string} question
 * @property {string} recorded where and when the picture was recorded
 * @property {[number, number]} size of the picture, px
 * @property {Record<string, string>} parameters the allowed values of each, by its name: a range or choices
 * @property {Record<string, string[]>} choices of preset and device
 *
 * @typedef {{words: Record<string, string>, experiments: Record<string, Poster>}} Posters
 */

/** The page's languages. A test compares them with the list in `index.html`, which an embed cannot read. */
export const LANGUAGES = ['en', 'zh', 'pt', 'ko'];

/** @type {Map<string, Promise<Posters>>} */
const loaded = new Map();

/**
 * @param {string} language
 * @returns {Promise<Posters>}
 */
export function posters(language) {
  const known = loaded.get(language) ?? load(language);
  loaded.set(language, known);
  // The next attempt may succeed.
  known.catch(() => loaded.delete(language));
  return known;
}

/** @param {string} language @returns {Promise<Posters>} */
async function load(language) {
  const answer = await fetch(new URL(`../pkg/posters/${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`the server says ${answer.status}`);
  return answer.json();
}

/** A message with values filled in. @param {string} text @param {Record<string, string>} values */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

/** The picture of an experiment's recorded run. @param {string} name @param {string} language */
export function pictureOf(name, language) {
  return new URL(`../experiments/${name}/poster/${language}.svg`, import.meta.url).href;
}
