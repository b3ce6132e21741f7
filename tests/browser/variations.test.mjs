// After a run a reader changes one thing at a time: a press sets it, runs, and says what to look for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const ran = (page, name, parameters) =>
  page.evaluate(
    (...[experiment, asked]) =>
      globalThis.asynclab
        .run(experiment, { parameters: asked, device: 'cpu' })
        .then(() => undefined),
    name,
    parameters,
  );
const offered = (page, name) =>
  page.$$eval(`#${name} .variations button:not([hidden])`, (all) =>
    all.map((one) => one.innerText),
  );
const looked = (page, name) => page.$eval(`#${name} .look`, (look) => look.innerText);
const valueOf = (page, id) => page.$eval(`#${id}`, (input) => input.value);

test('a variation changes one thing of the run before, by keyboard, and says what changed', async (t) => {
  const { page, errors } = await open(t);
  await page.evaluate(() => globalThis.asynclab.ready);
  await page.waitForSelector('#warmup .variations[hidden]'); // none before the first run
  await ran(page, 'warmup', { n: 64, repetitions: 4, rounds: 2 });
  await page.waitForSelector('#warmup .variations:not([hidden]) button');
  const all = await offered(page, 'warmup');
  assert.deepEqual(all, ['Double n', 'Twice as many products', 'Tiny matrices (n = 8)']);
  assert.equal(await looked(page, 'warmup'), '');

  await page.focus('#warmup .variations button:nth-child(2)');
  await page.keyboard.press('Enter');
  assert.match(await looked(page, 'warmup'), /Look at/, 'told at once, while it runs');
  await page.waitForFunction(() =>
    / now\.$/.test(document.querySelector('#warmup .look').innerText),
  );
  assert.deepEqual(
    [await valueOf(page, 'warmup-n'), await valueOf(page, 'warmup-repetitions')],
    ['64', '8'],
  );
  assert.match(await looked(page, 'warmup'), /: [\d.,]+\s×\sbefore, [\d.,]+\s×\snow\.$/);
  assert.equal(
    await page.evaluate(() => document.activeElement.innerText),
    'Twice as many products',
    'the focus stays where it was',
  );

  // A run of the reader's own is no variation.
  await page.click('#warmup button.run');
  await page.waitForFunction(() => document.querySelector('#warmup .look').innerText === '');
  await page.waitForFunction(() => document.querySelector('#warmup').dataset.state !== 'running');
  await page.click('#warmup button.reset');
  assert.equal(await page.$eval('#warmup .variations', ({ hidden }) => hidden), true);
  assert.deepEqual(errors, []);
});

test('what a run has already is not offered, and memory measures the rest on request', async (t) => {
  const { page, errors } = await open(t);
  await page.evaluate(() => globalThis.asynclab.ready);
  const asked = { features: 16, batch: 16, batches: 6, rounds: 1 };
  await ran(page, 'memory', asked);
  await page.waitForSelector('#memory .variations:not([hidden]) button');
  const rows = () => page.$$eval('#memory table.ways tbody tr', ({ length }) => length);
  assert.equal(await rows(), 3);
  const shown = () =>
    page.$$eval(
      '#memory .opened > .plot',
      (all) => all.filter((one) => one.checkVisibility()).length,
    );
  assert.equal(await shown(), 2);
  const before = await offered(page, 'memory');
  await page.$$eval('#memory .variations button', (all) => all.at(-1).click());
  await page.waitForFunction(
    () => document.querySelectorAll('#memory table.ways tbody tr').length === 10,
  );
  assert.deepEqual(await offered(page, 'memory'), before.slice(0, -1));
  await page.click('#memory .more-figures button');
  assert.equal(await shown(), 5);
  assert.deepEqual(errors, []);
});

test('another language says what to look for, too', async (t) => {
  const { page, errors } = await open(t);
  await page.evaluate(() => globalThis.asynclab.ready);
  await ran(page, 'cpu-async', { n: 32, repetitions: 3, rounds: 2 });
  await page.waitForSelector('#cpu-async .variations:not([hidden]) button');
  await page.click('#cpu-async .variations button');
  await page.waitForFunction(
    () =>
      document.querySelector('#cpu-async').dataset.state !== 'running' &&
      document.querySelector('#cpu-async-n').value === '64',
  );
  await page.select('.topbar select', 'ko');
  await page.waitForFunction(() => document.querySelector('html').lang === 'ko');
  await page.waitForFunction(() =>
    /보세요/.test(document.querySelector('#cpu-async .look')?.innerText),
  );
  assert.deepEqual(errors, []);
});
