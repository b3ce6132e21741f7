/** Finds the corresponding lines of an experiment's programs. */
import { KEYS } from '../../kit/languages.js';

/** @typedef {import('../../kit/types.js').Pair} Pair */
/** @typedef {import('../../kit/languages.js').Language} Language */

/**
 * The text that a pair's line in a program contains; null if the program has no such line.
 * @param {Pair} pair
 * @param {Language} language
 */
function textIn(pair, language) {
  const own = pair[language];
  if (own !== undefined || language === 'javascript') return own ?? null;
  return pair.python ?? null;
}

/**
 * The line of a program, from 1, in which a text begins; 0 if there is none.
 * @param {string} program
 * @param {string|null} text
 */
export function lineWith(program, text) {
  if (text === null) return 0;
  const at = `${program}\n\n`.indexOf(text);
  return at < 0 ? 0 : program.slice(0, at).split('\n').length;
}

/**
 * The line of each pair in each program.
 * @param {Record<Language, string>} programs
 * @param {Pair[]} pairs
 * @returns {Record<Language, number>[]}
 */
export function linesOf(programs, pairs) {
  return pairs.map((pair) => {
    const lines = KEYS.map((one) => [one, lineWith(programs[one], textIn(pair, one))]);
    return Object.fromEntries(lines);
  });
}
