// The program that each experiment displays can be opened in the sandbox, and runs there to its end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presetValues } from '../../www/kit/parameters.js';
import { names } from '../../xtask/browser/sizes.mjs';
import { openPage, runExperiment } from './experiment-page.mjs';

const root = new URL('../../www/experiments/', import.meta.url);
/** A number so small that every program ends soon. */
const SMALL = 8;

/** The first preset, with every number as close to `SMALL` as allowed. */
function smallValues(experiment) {
  const [preset] = Object.keys(experiment.presets);
  const numbers = Object.entries(experiment.parameters)
    .filter(([, { min }]) => min !== undefined)
    .map(([name, { min, max }]) => [name, Math.min(max, Math.max(min, SMALL))]);
  return { ...presetValues(experiment, preset), ...Object.fromEntries(numbers) };
}

for (const name of names) {
  test(`${name}: its program runs to the end in the sandbox, and there is something to chart`, async (t) => {
    const { default: experiment } = await import(new URL(`${name}/experiment.js`, root));
    const program = experiment.program({ ...smallValues(experiment), device: 'cpu' });
    const page = await openPage(t);
    const end = 'console.log("the end");';
    const asked = { program: `${program}\n${end}` };
    const { result, lines } = await runExperiment(page, 'sandbox', asked, 'cpu');
    assert.equal(lines.at(-1), 'the end');
    assert.ok(result.trace.op.length > 0);
    assert.equal(result.info.device, 'cpu');
  });
}

test('in the sandbox stands what is shown, also where lines are numbered and marked', async (t) => {
  const page = await openPage(t);
  await runExperiment(page, 'hidden-sync', { n: 16, batches: 4, rounds: 1 }, 'cpu');
  const section = '[data-experiment="hidden-sync"]';
  assert.equal(await page.$$eval(`${section} .program mark`, ({ length }) => length), 2);
  await page.$eval(`${section} .to-sandbox button`, (button) => button.click());
  await page.waitForSelector('[data-experiment="sandbox"] >>> .cm-content');
  const text = await page.$eval('[data-experiment="sandbox"] textarea', ({ value }) => value);
  const { default: experiment } = await import(new URL('hidden-sync/experiment.js', root));
  const values = { wait: 'item', n: 16, batches: 4, seed: 1, device: 'cpu' };
  assert.equal(text, experiment.program(values));
});
