// The same loops in several libraries, from the page's own recordings: their findings, and the reader's guess.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const texts = (page, selector) =>
  page.$$eval(selector, (all) => all.map(({ textContent }) => textContent.trim()));

test('the recordings are opened by Run, and nothing of them before; the guess is judged', async (t) => {
  const asked = [];
  const { page, errors } = await open(t, {
    before: (page) => page.on('request', (request) => asked.push(request.url())),
  });
  const recordings = () => asked.filter((url) => url.includes('/recordings/'));
  await page.evaluate(() => (location.hash = '#libraries'));
  await page.waitForSelector('#libraries button.run');
  assert.deepEqual(recordings(), []);
  // Only a site with the libraries offers to run them.
  assert.equal(await page.$('#libraries button.run-live'), null);
  await page.select('#libraries-loop', 'train');
  await page.locator('#libraries input[value=all]').click();
  await page.locator('#libraries button.run').click();
  await page.waitForSelector('#libraries table');
  assert.equal(recordings().length, 12);
  const [table] = await texts(page, '#libraries .answer table caption, #libraries .answer table');
  assert.match(table, /TensorFlow\.js 4\./);
  const rows = await page.$$eval('#libraries .answer tbody tr', (all) =>
    all.map((row) => [...row.cells].map(({ textContent }) => textContent)),
  );
  assert.equal(rows.length, 12);
  const findings = (await texts(page, '#libraries .finding')).join('\n');
  assert.match(
    findings,
    /jax-js 0\.\S+ computes no number that nobody reads: 62 dispatches .* 80 /,
  );
  assert.match(findings, /ONNX Runtime Web \S+ the program awaits each step, 10 times/);
  const predicted = (await texts(page, '#libraries .predicted')).join('\n');
  assert.match(predicted, /You predicted “of all”\. The recordings show “of some”/);
  assert.match(predicted, /may keep it/);
  await page.locator('#libraries .answer details:nth-of-type(3) summary').click();
  await page.waitForFunction(
    () => document.querySelectorAll('#libraries .watched canvas').length > 1,
  );
  assert.equal((await page.$$('#libraries .watched')).length, 2);
  assert.deepEqual(errors, []);
});
