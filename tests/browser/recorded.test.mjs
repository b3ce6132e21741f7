// The recordings that come with the experiments, and the page for readers without WebGPU.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { experiments } from '../../www/experiments/index.js';
import { jsonSafe } from '../../www/kit/result.js';
import { revive } from '../../www/page/revive.js';
import { launch } from '../../xtask/browser/launch.mjs';
import { changedSite } from './fixtures/site.mjs';
import './fixtures/words.mjs';
import { site } from './harness.mjs';
import { assertResult } from './result-schema.mjs';
import { patient } from './fixtures/patient.mjs';

const names = experiments.map(({ name }) => name);
const textOf = (name) =>
  readFileSync(new URL(`../../www/experiments/${name}/recording.json`, import.meta.url), 'utf8');

for (const name of names) {
  test(`${name}: its recording is a result with its provenance, and small`, () => {
    const text = textOf(name);
    const result = JSON.parse(text);
    assertResult(result);
    assert.equal(result.experiment, name);
    assert.ok(result.info.adapter.name || result.info.adapter.vendor);
    assert.match(result.info.browser, /\w+ \d+/);
    assert.ok(gzipSync(text).length <= 40_000);
    const same = jsonSafe(revive(result));
    if (same.trace) delete same.trace.value;
    if (result.trace) delete result.trace.value;
    assert.deepEqual(same.trace?.completed, result.trace?.completed);
    assert.deepEqual(same.measures, result.measures);
  });
}

let browser;
let changed;
before(async () => {
  await site(); // builds the engine if it is not built
  [browser, changed] = await Promise.all([launch(), changedSite()]);
});
after(async () => {
  changed.close();
  await browser.close();
});

/** The page, in a new tab. */
async function open(t, address) {
  const page = await patient(browser.newPage());
  t.after(() => page.close());
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  await page.goto(address ?? (await site()));
  await page.evaluate(() => globalThis.asynclab.ready);
  return page;
}

test('every experiment plays its recording in its own charts, marked as recorded', async (t) => {
  const page = await open(t);
  for (const name of names) {
    const seen = await page.evaluate(async (id) => {
      const section = document.getElementById(id);
      section.querySelector('details').open = true;
      const until = async (selector) => {
        while (!section.querySelector(selector)) await new Promise((next) => setTimeout(next, 20));
        return section.querySelector(selector);
      };
      (await until('button.recorded')).click();
      await until('.result .ribbon');
      return {
        state: section.dataset.state,
        ribbons: [...section.querySelectorAll('.ribbon')].map((one) => one.innerText),
        captions: [...section.querySelectorAll('figcaption')].map((one) => one.innerText),
        canvases: section.querySelectorAll('canvas').length,
        finding: section.querySelector('.finding').innerText,
      };
    }, name);
    assert.equal(seen.state, 'recorded', name);
    assert.ok(seen.ribbons.length >= 2 && seen.canvases > 0, name);
    const [whole, ...marks] = seen.ribbons;
    assert.match(whole, /^Software, not a GPU: recorded on .* in \w+ \d+.*not on your/);
    assert.deepEqual([...new Set(marks)], ['Recorded'], `${name}: the rest is marked, and no more`);
    assert.ok(!seen.captions.join().match(/recorded on/i), `${name} says it twice`);
    assert.doesNotMatch(
      seen.captions.join() + seen.finding,
      /\{\s*\$/,
      `${name}: a value is missing`,
    );
    assert.match(seen.finding, /\d/);
  }
  assert.deepEqual(page.errors, []);
});

test('a run here takes the ribbon away, and Reset the recording', async (t) => {
  const page = await open(t);
  await page.waitForSelector('#warmup button.recorded');
  await page.locator('#warmup button.recorded').click();
  await page.waitForSelector('#warmup .ribbon');
  await page.locator('#warmup button.reset').click();
  assert.equal(await page.$('#warmup .ribbon'), null);
  assert.equal(await page.$eval('#warmup .result', ({ hidden }) => hidden), true);
  await page.locator('#warmup button.recorded').click();
  await page.waitForSelector('#warmup .ribbon');
  const parameters = { n: 64, repetitions: 3, rounds: 2 };
  await page.evaluate(
    (given) => globalThis.asynclab.run('warmup', { parameters: given, device: 'cpu' }),
    parameters,
  );
  assert.equal(await page.$('#warmup .ribbon'), null);
});

test('no WebGPU: what is missing is named, and a modelled GPU, the CPU and the recordings are offered', async (t) => {
  const page = await open(t, `${changed.address}without-gpu/`);
  const message = await page.waitForSelector('.message[data-code="NO_WEBGPU"]');
  const [modelled, cpu, recorded] = await message.$$('button');
  assert.match(await modelled.evaluate((one) => one.innerText), /modelled laptop GPU/);
  assert.match(await cpu.evaluate((one) => one.innerText), /CPU/);
  assert.match(await recorded.evaluate((one) => one.innerText), /software, no GPU/);
  await recorded.focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#warmup .result .ribbon');
  assert.equal(await page.$eval('#warmup', ({ dataset }) => dataset.state), 'recorded');
  // The recording judges an earlier or a new guess as a run does. The explanation is below the verdict.
  await page.locator('#warmup button.reset').click();
  await page.locator('#warmup .choices input').click();
  await page.locator('#warmup button.recorded').click();
  await page.waitForSelector('#warmup .answer:not([hidden]) .predicted');
  const present = await page.$eval('#warmup .opened', (opened) =>
    ['.introduction', '.finding', '.predicted', '.why', '.finding-more', 'figcaption'].map(
      (part) => opened.querySelector(part)?.innerText.length > 20,
    ),
  );
  assert.deepEqual(
    [...new Set(present)],
    [true],
    'question, guess, figure, verdict and explanation',
  );
  // An experiment that is opened later displays its own recording.
  await page.locator('#queued summary').click();
  await page.waitForSelector('#queued .result .ribbon');
  await cpu.click();
  await page.waitForFunction(() => document.querySelector('.message') === null);
});
