// Tests are skipped where a machine lacks a browser, or the browser an adapter.

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
