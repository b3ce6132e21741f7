// Code that tests of experiments share: opening the page in a new tab, and running an experiment with its document checked.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { site } from './harness.mjs';
import { assertResult } from './result-schema.mjs';
import { patient } from './fixtures/patient.mjs';
import { startPython } from './fixtures/started.mjs';

let browser;
after(async () => (await browser)?.close());

/** @param {import('node:test').TestContext} t @param {Promise<string>} [address] @param {{isStarted?: boolean}} [options] as in `harness.mjs` */
export async function openPage(t, address = site(), { isStarted = true } = {}) {
  browser ??= launch();
  const page = await patient((await browser).newPage());
  t.after(() => page.close());
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  // Missing messages and values are reported there, too.
  page.on('console', (line) => line.type() === 'error' && page.errors.push(line.text()));
  if (isStarted) await startPython(page, await address);
  await page.goto(await address);
  return page;
}

/** Runs an experiment through the driver. Returns its answer, or the error as text. */
export function attempt(page, name, parameters, device) {
  return page.evaluate(
    (...[experiment, options]) =>
      globalThis.asynclab.run(experiment, options).catch(({ code, message }) => ({
        failure: `${code}: ${message}`,
      })),
    name,
    { parameters, device },
  );
}

/** As `attempt`, where the run must succeed. */
export async function runExperiment(page, name, parameters, device) {
  const { failure, ...given } = await attempt(page, name, parameters, device);
  assert.equal(failure, undefined);
  assertResult(given.result);
  assert.deepEqual(page.errors, []);
  return { ...given, ways: Object.fromEntries(given.result.ways.map((way) => [way.way, way])) };
}
