// The programs of the chapter's frameworks that experiments show run as they stand, with a trace like that of JavaScript.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presetValues } from '../../www/kit/parameters.js';
import { names } from '../../xtask/browser/sizes.mjs';
import { attempt, openPage, runExperiment } from './experiment-page.mjs';

const root = new URL('../../www/experiments/', import.meta.url);
const SMALL = 8;
const SECTION = '[data-experiment="sandbox"]';

/** The first preset, with every number as near to `SMALL` as it may be. */
function smallValues(experiment) {
  const [preset] = Object.keys(experiment.presets);
  const numbers = Object.entries(experiment.parameters)
    .filter(([, { min }]) => min !== undefined)
    .map(([name, { min, max }]) => [name, Math.min(max, Math.max(min, SMALL))]);
  return { ...presetValues(experiment, preset), ...Object.fromEntries(numbers) };
}

for (const [at, name] of names.entries()) {
  const { default: experiment } = await import(new URL(`${name}/experiment.js`, root));
  if (!experiment.programs) continue;
  const { default: programs } = await experiment.programs();
  for (const language of ['pytorch', 'mxnet']) {
    const device = at % 2 ? 'cpu' : 'webgpu';
    test(`${name}: its ${language} program runs to the end on ${device}, and is charted`, async (t) => {
      const program = programs({ ...smallValues(experiment), device })[language];
      const page = await openPage(t);
      const asked = { language, program: `${program}\nprint("the end")` };
      const { result, lines } = await runExperiment(page, 'sandbox', asked, device);
      assert.equal(lines.at(-1), 'the end');
      assert.equal(result.parameters.language, language);
      const { trace } = result;
      assert.ok(trace.op.length > 0);
      const last = program.split('\n').length + 1;
      for (const { line } of trace.waits) assert.ok(line > 0 && line <= last, `line ${line}`);
    });
  }
}

test('“Run this program” runs the tab that is shown, with the lines of its waits', async (t) => {
  const page = await openPage(t);
  await page.evaluate(() =>
    globalThis.asynclab.run('warmup', { parameters: { n: 16 }, device: 'cpu' }),
  );
  const warmup = '[data-experiment="warmup"]';
  await page.waitForSelector(`${warmup} [role=tab][data-language="pytorch"]`);
  await page.$eval(`${warmup} [role=tab][data-language="pytorch"]`, (tab) => tab.click());
  await page.$eval(`${warmup} .to-sandbox button:last-of-type`, (button) => button.click());
  await page.waitForSelector(`${SECTION} .finding`, { timeout: 120_000 });
  const language = await page.$eval(`${SECTION} [name="language"]`, ({ value }) => value);
  assert.equal(language, 'pytorch');
  await page.waitForSelector(`${SECTION} >>> .cm-content`);
  assert.match(await page.$eval(`${SECTION} textarea`, ({ value }) => value), /import torch/);
  const kinds = await page.$$eval(`${SECTION} tbody tr`, (rows) =>
    rows.map((row) => row.textContent),
  );
  assert.ok(
    kinds.some((text) => /synchronize/.test(text)),
    kinds.join('\n'),
  );
  assert.deepEqual(page.errors, []);
});

test('a Python program that fails names its line; one that never ends is stopped within a second', async (t) => {
  const page = await openPage(t);
  const wrong = { language: 'pytorch', program: 'import torch\ntorch.ones(2) @ torch.ones(3)' };
  const { failure } = await attempt(page, 'sandbox', wrong, 'cpu');
  assert.match(failure, /^PROGRAM_FAILED: line 2: LabValueError: matmul/);
  const took = await page.evaluate(async () => {
    const asked = { language: 'pytorch', program: 'print("begun")\nwhile True: pass' };
    const running = globalThis.asynclab.run('sandbox', { parameters: asked, device: 'cpu' });
    running.catch(() => {});
    const printed = () =>
      document.querySelector('[data-experiment="sandbox"] .live-output')?.textContent;
    while (!/begun/.test(printed() ?? '')) await new Promise((done) => setTimeout(done, 20));
    const from = performance.now();
    const buttons = [...document.querySelectorAll('[data-experiment="sandbox"] .controls button')];
    buttons.find(({ textContent }) => textContent === 'Stop').click();
    const code = await running.then(
      () => 'ended',
      (error) => error.code,
    );
    return { code, ms: performance.now() - from };
  });
  assert.equal(took.code, 'STOPPED');
});
