/** The lines of an experiment's three programs that do the same. */

/** @typedef {import('../../kit/types.js').Pair} Pair */
/** @typedef {'javascript'|'pytorch'|'mxnet'} Language */
export const LANGUAGES = /** @type {Language[]} */ (['javascript', 'pytorch', 'mxnet']);

/**
 * The line of a program, from 1, that begins what a pair names; 0 where there is none.
 * @param {string} program
 * @param {string|null} text
 */
export function lineWith(program, text) {
  if (text === null) return 0;
  const at = `${program}\n\n`.indexOf(text);
  return at < 0 ? 0 : program.slice(0, at).split('\n').length;
}

/**
 * For each pair the lines in the three programs.
 * @param {Record<Language, string>} programs
 * @param {Pair[]} pairs
 * @returns {Record<Language, number>[]}
 */
export function linesOf(programs, pairs) {
  return pairs.map((pair) => {
    const lines = LANGUAGES.map((language, i) => [
      language,
      lineWith(programs[language], /** @type {string|null} */ (pair[i])),
    ]);
    return Object.fromEntries(lines);
  });
}
