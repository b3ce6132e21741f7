// The first offer to a reader without a GPU: the same experiment on a modelled GPU, marked as such.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changedSite } from './fixtures/site.mjs';
import { open } from './harness.mjs';

let changed;
before(async () => {
  changed = await changedSite();
});
after(() => changed.close());

const MODELLED = 'machine:laptop-integrated';
const device = (page, name) => page.$eval(`#${name}-device`, ({ value }) => value);
const ribbons = (page, name) =>
  page.$$eval(`#${name} .ribbon`, (all) => all.map((one) => one.innerText));

test('on a software adapter, one press runs on a modelled GPU, marked as modelled', async (t) => {
  const { page, errors } = await open(t, { path: '#queued' });
  const offer = await page.waitForSelector('#queued .offer:not([hidden])');
  assert.match(await offer.evaluate((one) => one.innerText), /program on the CPU.*not measured/s);
  const order = await page.$eval('#queued .opened', (opened) => {
    const at = (selector) => opened.querySelector(selector).getBoundingClientRect().top;
    return at('.offer') < at('button.run') && at('.offer') < at('button.recorded');
  });
  assert.ok(order, 'before Run, and before the recording');
  await (await offer.$('button')).click();
  await page.waitForSelector('#queued .answer:not([hidden]) .finding');
  assert.equal(await device(page, 'queued'), MODELLED);
  const [whole, ...marks] = await ribbons(page, 'queued');
  assert.match(whole, /^Modelled, not measured: .*laptop with an integrated GPU, Chrome/);
  assert.deepEqual([...new Set(marks)], ['Modelled']);
  assert.match(
    await page.$eval('#queued .distortions', (one) => one.innerText),
    /^Modelled, not measured/,
  );
  const printed = await page.$eval('#queued .printed', (one) => one.innerText);
  assert.match(printed, /computes no values/);
  assert.doesNotMatch(printed, /nan/i);
  assert.match(await page.$eval('.adapter summary', (one) => one.innerText), /^modelled: laptop/);
  assert.equal(await page.$('#queued .offer:not([hidden])'), null, 'nothing more to offer');
  // Back on this machine, the mark disappears.
  await page.evaluate(() =>
    globalThis.asynclab
      .run('queued', { device: 'cpu', parameters: { n: 64, rounds: 2 } })
      .then(() => undefined),
  );
  assert.deepEqual(await ribbons(page, 'queued'), []);
  assert.ok(await page.$('#queued .offer:not([hidden])'));
  assert.deepEqual(errors, []);
});

test('an experiment on the CPU alone, or a program of the reader, has no such offer', async (t) => {
  const { page } = await open(t, { path: '#queued' });
  await page.waitForSelector('#queued .offer');
  for (const name of ['cpu-async', 'sandbox']) {
    await page.evaluate(
      (id) => document.querySelector(`#${id} details`).toggleAttribute('open'),
      name,
    );
    await page.waitForSelector(`#${name} .controls`);
    assert.equal(await page.$(`#${name} .offer`), null, name);
  }
});

test('without WebGPU the page offers it for all experiments, those opened later too', async (t) => {
  const { page } = await open(t, { path: `${changed.address}without-gpu/` });
  // Parts above the button are still loading. A locator clicks once the button no longer moves.
  await page.locator('.message[data-code="NO_WEBGPU"] button').click();
  await page.waitForFunction(() => document.querySelector('.message') === null);
  assert.equal(await device(page, 'warmup'), MODELLED);
  await page.locator('#queued summary').click();
  await page.waitForSelector('#queued .controls');
  assert.equal(await device(page, 'queued'), MODELLED);
  await page.evaluate(() => document.querySelector('#sandbox details').toggleAttribute('open'));
  await page.waitForSelector('#sandbox .controls');
  assert.equal(await device(page, 'sandbox'), 'cpu', 'where nothing is modelled, the CPU');
  await page.locator('#queued button.run').click();
  await page.waitForSelector('#queued .answer:not([hidden]) .finding');
  assert.match((await ribbons(page, 'queued'))[0], /^Modelled/);
});

test('a run without WebGPU fails with the modelled GPU as the first way out', async (t) => {
  const { page } = await open(t, { path: `${changed.address}without-gpu/#warmup` });
  await page.waitForSelector('#warmup .offer:not([hidden])');
  await page.locator('#warmup button.run').click();
  const message = await page.waitForSelector('#warmup .message[data-code="NO_WEBGPU"]');
  const ways = await message.$$eval('button', (all) => all.map((one) => one.innerText));
  assert.deepEqual(
    ways.map((way) => /modelled|CPU|recorded/.exec(way.toLowerCase().replace('cpu', 'CPU'))?.[0]),
    ['modelled', 'CPU', 'recorded'],
  );
  await (await message.$('button')).click();
  await page.waitForSelector('#warmup .answer:not([hidden]) .finding');
  assert.match((await ribbons(page, 'warmup'))[0], /^Modelled/);
});
