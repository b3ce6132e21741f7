// Timestamps as coarse as Chrome's by default, on the real engine: the lab measures their step, and findings allow for it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { runExperiment } from './experiment-page.mjs';
import { changedSite } from './fixtures/site.mjs';
import { patient } from './fixtures/patient.mjs';

/** Chrome's step, ms. */
const STEP = 2 ** 16 / 1e6;

let changed;
let browser;
before(async () => {
  [changed, browser] = await Promise.all([changedSite(), launch()]);
});
after(async () => {
  changed.close();
  await browser.close();
});

async function openQuantised(t) {
  const page = await patient(browser.newPage());
  t.after(() => page.close());
  page.errors = [];
  await page.goto(`${changed.address}quantised/`);
  return page;
}

test('the step of coarse timestamps is measured, and operations keep their order within it', async (t) => {
  const page = await openQuantised(t);
  const parameters = { expression: 'z = sum(x @ y) + sum(u @ v)', n: 128, rounds: 1 };
  const { result } = await runExperiment(page, 'graph', parameters, 'webgpu');
  const { quantum } = result.info.timestamps;
  assert.ok(Math.abs(quantum - STEP) < 1e-6, `${quantum} ms`);
  const { started, ended, inputs, inputOffsets } = result.trace;
  for (const [i, end] of ended.entries()) {
    const steps = (end - started[i]) / STEP;
    assert.ok(Math.abs(steps - Math.round(steps)) < 0.01, `${i} took ${steps} steps`);
  }
  for (let i = 0; i < started.length; i += 1)
    for (const j of inputs.slice(inputOffsets[i], inputOffsets[i + 1]))
      assert.ok(started[i] >= ended[j] - quantum, `${i} started before ${j} had ended`);
  assert.notEqual(result.finding.key, 'disagrees');
});
