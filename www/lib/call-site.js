/** Finds where in a program a call was made, from the stack of an error in any browser's form. */

/** @typedef {{url: string, line: number, column: number}} Frame line and column from 1 */

/** `at name (url:1:2)`, `at url:1:2`, `name@url:1:2`. */
const FRAME = /(?:^|\(|@|at (?:async )?)([a-z][a-z-]*:[^()\s]*?):(\d+):(\d+)\)?$/;

/**
 * The frames of a stack that lie in a file, the innermost first.
 *
 * @param {string} [stack]
 * @returns {Frame[]}
 */
export function framesOf(stack = '') {
  return stack.split('\n').flatMap((text) => {
    const [, url, line, column] = FRAME.exec(text.trim()) ?? [];
    return url ? [{ url, line: Number(line), column: Number(column) }] : [];
  });
}
