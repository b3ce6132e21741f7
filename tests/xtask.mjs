// The commands, as tests start them.

/**
 * `cargo xtask …`. A run of tests names the program behind it: cargo would wait with each command until the builds beside are over.
 * @param {...string} words
 * @returns {[string, string[]]} a program and its arguments
 */
export function xtask(...words) {
  const program = process.env.ASYNCLAB_XTASK;
  return program ? [program, words] : ['cargo', ['xtask', ...words]];
}
