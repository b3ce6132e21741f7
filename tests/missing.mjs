// What a machine may lack: a browser, or an adapter in it.

/**
 * Skips a test for something that the machine lacks. Continuous integration (`CI=true`) installs it, so the test fails there.
 * @param {import('node:test').TestContext} t
 * @param {string} reason
 */
export function skipMissing(t, reason) {
  if (process.env.CI === 'true')
    throw new Error(`missing where everything is installed: ${reason}`);
  t.skip(reason);
}
