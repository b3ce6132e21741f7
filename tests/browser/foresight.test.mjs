// Before a run, the page warns if the size of a chapter's preset is too small for the device, and offers a larger size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const FAST = 'machine:data-centre-card';
const announced = (page, name) =>
  page
    .waitForSelector(`#${name} .notice [data-foreseen]`)
    .then((one) => one.evaluate(({ dataset, innerText }) => [dataset.foreseen, innerText]));
const found = async (page, name) => {
  await page.waitForSelector(`#${name} .answer:not([hidden]) .finding`);
  return page.$eval(`#${name} .finding`, ({ dataset }) => dataset.finding);
};
const state = (page, name) => page.$eval(`#${name}`, ({ dataset }) => dataset.state);

test('chosen by the reader, it says so before Run, and runs a larger size on request', async (t) => {
  const { page, errors } = await open(t, { path: '#queued' });
  await page.waitForSelector('#queued-device');
  await page.evaluate(() => globalThis.asynclab.ready);
  await page.select('#queued-device', FAST);
  await page.select('#queued-preset', 'course');
  const [key, text] = await announced(page, 'queued');
  assert.equal(key, 'short');
  assert.match(text, /takes about .*\d.*s, and this browser takes up to .*\d.*s/);
  assert.equal(await state(page, 'queued'), 'idle', 'nothing has run');
  await page.locator('#queued [data-foreseen] button').click();
  assert.equal(await found(page, 'queued'), 'found');
  assert.equal(await page.$('#queued [data-foreseen]'), null);
  assert.equal(await page.$eval('#queued-preset', ({ value }) => value), 'own');
  assert.deepEqual(errors, []);
});

test('of a link, it is said at the first Run; the second runs the chapter’s size', async (t) => {
  const { page } = await open(t, { path: `#barriers?preset=course&device=${FAST}` });
  await page.waitForSelector('#barriers button.run');
  await page.evaluate(() => globalThis.asynclab.ready);
  assert.equal(await page.$('#barriers [data-foreseen]'), null);
  await page.waitForSelector('#barriers button.run:enabled');
  await page.locator('#barriers button.run').click();
  await announced(page, 'barriers');
  assert.equal(await state(page, 'barriers'), 'idle');
  await page.waitForSelector('#barriers button.run:enabled');
  await page.locator('#barriers button.run').click();
  assert.equal(await found(page, 'barriers'), 'coarse', 'as it was foreseen');
});

test('where the size may be large enough, it runs at once', async (t) => {
  const { page } = await open(t, { path: '#queued?preset=course&device=machine:software-adapter' });
  await page.waitForSelector('#queued button.run');
  await page.evaluate(() => globalThis.asynclab.ready);
  await page.waitForSelector('#queued button.run:enabled');
  await page.locator('#queued button.run').click();
  assert.equal(await found(page, 'queued'), 'found');
});

test('where the device does not time its work, the graph says so before its automatic run', async (t) => {
  const { page, errors } = await open(t, { path: '#graph?device=machine:laptop-apple-safari' });
  await page.waitForSelector('#graph button.run');
  await page.evaluate(() => globalThis.asynclab.ready);
  await page.waitForSelector('#graph button.run:enabled');
  await page.locator('#graph button.run').click();
  const [key, text] = await announced(page, 'graph');
  assert.equal(key, 'untimed');
  assert.match(text, /cannot answer.*does not time its own work/s);
  assert.equal(await state(page, 'graph'), 'idle');
  await page.waitForSelector('#graph button.run:enabled');
  await page.locator('#graph button.run').click();
  assert.equal(await found(page, 'graph'), 'coarse', 'as it was foreseen');
  assert.deepEqual(errors, []);
});

test('another preset or device takes it back', async (t) => {
  const { page } = await open(t, { path: '#barriers' });
  await page.waitForSelector('#barriers-device');
  await page.evaluate(() => globalThis.asynclab.ready);
  await page.select('#barriers-device', FAST);
  await page.select('#barriers-preset', 'course');
  await announced(page, 'barriers');
  await page.select('#barriers-preset', 'auto');
  await page.waitForFunction(() => !document.querySelector('#barriers [data-foreseen]'));
});
