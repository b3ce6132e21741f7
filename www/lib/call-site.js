/** Where in a program a call was made, from the stack of an error; the same in browsers that write stacks differently. */

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

/** A call further from its mark than this is another one. A minified file is one line, so columns count too. */
const NEAR = { lines: 1, columns: 160 };

/**
 * Names for places in a program that outlive minifying: `here('read')` stands right before the call that is meant, and
 * `nameOf` finds it again from a stack that goes through this call.
 */
export class Marks {
  /** @type {Map<string, Frame>} */
  #marks = new Map();

  /** The next call is known by this name. @param {string} name */
  here(name) {
    if (this.#marks.has(name)) return;
    const [, caller] = framesOf(new Error().stack);
    if (caller) this.#marks.set(name, caller);
  }

  /**
   * The name of the nearest mark before one of the calls of a stack.
   *
   * @param {string} [stack]
   * @returns {string | undefined} undefined where none is near
   */
  nameOf(stack) {
    /** @type {{name: string, lines: number, columns: number} | undefined} */
    let nearest;
    for (const frame of framesOf(stack)) {
      for (const [name, mark] of this.#marks) {
        const lines = frame.line - mark.line;
        const columns = lines === 0 ? frame.column - mark.column : 0;
        if (frame.url !== mark.url || lines < 0 || lines > NEAR.lines) continue;
        if (columns < 0 || columns > NEAR.columns) continue;
        if (
          !nearest ||
          lines < nearest.lines ||
          (lines === nearest.lines && columns < nearest.columns)
        )
          nearest = { name, lines, columns };
      }
    }
    return nearest?.name;
  }
}
