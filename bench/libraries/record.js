// Records one loop of one library by the watching script, which the page has loaded before.

/**
 * Records the loop alone: compiling and uploading are done before, in a first pass.
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
