// After a run a reader changes one parameter at a time: a press sets it, runs, and displays a sentence on what to look for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, sources } from './harness.mjs';

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
  assert.match(await looked(page, 'warmup'), /Look at/, 'shown at once, while it runs');
  await page.waitForFunction(() =>
    / now[.;]|Not compared/.test(document.querySelector('#warmup .look').innerText),
  );
  assert.deepEqual(
    [await valueOf(page, 'warmup-n'), await valueOf(page, 'warmup-repetitions')],
    ['64', '8'],
  );
  const quantity = String.raw`(≥\s)?[\d.,]+(\s±\s[\d.,]+|\s\([^)]+\))?\s×`;
  assert.match(
    await looked(page, 'warmup'),
    new RegExp(`: ${quantity} before, ${quantity} now[.;]|Not compared`),
  );
  assert.equal(
    await page.evaluate(() => document.activeElement.innerText),
    'Twice as many products',
    'the focus stays where it was',
  );

  // A run by the Run button is no variation.
  await page.locator('#warmup button.run').click();
  await page.waitForFunction(() => document.querySelector('#warmup .look').innerText === '');
  await page.waitForFunction(() => document.querySelector('#warmup').dataset.state !== 'running');
  await page.locator('#warmup button.reset').click();
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
  await page.locator('#memory .more-figures button').click();
  assert.equal(await shown(), 5);
  assert.deepEqual(errors, []);
});

test('another language says what to look for, too', async (t) => {
  const { page, errors } = await open(t);
  await page.evaluate(() => globalThis.asynclab.ready);
  await ran(page, 'cpu-async', { n: 32, repetitions: 3, rounds: 2 });
  await page.waitForSelector('#cpu-async .variations:not([hidden]) button');
  await page.locator('#cpu-async .variations button').click();
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

/** The sentences about a variation of the warm-up, for two made-up results. */
const shown = (page, name, before, now) =>
  page.evaluate(
    async (...[variation, results]) => {
      const [{ mount }, { open: load }, { sayerOf }, { learn }] = await Promise.all(
        ['page/variations/variations.js', 'experiments/index.js', 'kit/say.js', 'kit/words.js'].map(
          (path) => import(new URL(`www/${path}`, document.baseURI).href),
        ),
      );
      await learn('experiments/warmup', 'experiments/lib');
      const [from, result] = results.map(({ key, measures }) => ({
        finding: { key, values: {} },
        parameters: { n: 64, repetitions: 10 },
        measures,
      }));
      const view = {
        experiment: await load('warmup'),
        controls: Object.assign(new EventTarget(), { device: { value: 'cpu' } }),
        runner: { busy: false },
        outcome: { result, varied: { name: variation, from } },
        sayOwn: sayerOf('warmup'),
      };
      const element = document.createElement('div');
      (await mount(view, element)).show(result);
      return Array.from(element.querySelectorAll('.look strong'), (one) => one.textContent);
    },
    name,
    [before, now],
  );

test('each variation shows its own measures, with their spread, and says when two runs cannot be distinguished', async (t) => {
  const { page } = await open(t, { path: await sources() });
  await page.evaluate(() => globalThis.asynclab.ready);
  const run = (gap, low, high, key = 'found') => ({
    key,
    measures: {
      enqueued: { value: 0.1, unit: 'ms', low: 0.09, high: 0.11 },
      gap: { value: gap, unit: 'ms', bound: '≤', low, high },
      ratio: { value: gap * 10, unit: 'x', low: low * 10, high: null },
    },
  });
  const narrow = (text) => text.replaceAll('\u202f', ' ');
  const plain = async (...given) => (await shown(page, ...given)).map(narrow);
  const [control, gap] = await plain('double', run(2, 1.9, 2.1), run(16, 15, 17));
  assert.equal(gap, 'gap: 2.00 ± 0.1 ms before, 16.0 ± 1 ms now.');
  assert.match(control, /^time until control is back: 100 ± 10 µs before, .* the two overlap/);
  assert.match((await plain('tiny', run(2, 1, 3), run(2.9, 2, 4)))[0], /^gap: .* the two overlap/);
  const [ratio, ...rest] = await plain('more', run(2, 1.9, 2.1), run(1, 0.9, 1.1));
  assert.deepEqual(rest, []);
  assert.match(ratio, /^waited for \/ not waited for: .* the two overlap/, 'nothing bounds them');
  for (const key of ['coarse', 'uneven'])
    assert.deepEqual(await plain('double', run(2, 1.9, 2.1), run(16, 15, 17, key)), [
      'Not compared: one of the two runs could not measure this reliably.',
    ]);
});
