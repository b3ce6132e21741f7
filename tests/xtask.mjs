// How tests start the commands of xtask.

/**
 * `cargo xtask …`. A run of tests names xtask's program itself, since cargo would delay each command until other builds have ended.
 * @param {...string} words
 * @returns {[string, string[]]} a program and its arguments
 */
export function xtask(...words) {
  const program = process.env.ASYNCLAB_XTASK;
  return program ? [program, words] : ['cargo', ['xtask', ...words]];
}
