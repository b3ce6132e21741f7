// One loop of one library, recorded by the script, which the page has loaded before.

/**
 * The loop alone: what compiles and what is uploaded comes before, in a first pass.
 * @param {string} library
 * @param {string} loop
 * @param {number} n
 * @returns {Promise<any>} the recording
 */
export async function record(library, loop, n) {
  const { watch } = globalThis.asynclabWatch;
  // Devices that are made while it is watched have timestamps.
  const first = watch({ timestamps: true });
  const { libraries } = await import('./libraries.js');
  const loops = await libraries[library](n);
  await loops[loop]();
  await first.stop();
  const watching = watch({ timestamps: true });
  await loops[loop]();
  return watching.stop();
}
