// The same program in other libraries: its tab, the lines that do the same, and the table of calls in the languages that a reader chooses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEYS, LANGUAGES } from '../../www/kit/languages.js';
import { openPage } from './experiment-page.mjs';

const SECTION = '[data-experiment="barriers"]';
const TABLE = `${SECTION} .correspondences`;
const tab = (/** @type {string} */ language) =>
  `${SECTION} [role=tab][data-language="${language}"]`;

/** The page with one experiment open, at the width of a phone or a desktop. */
async function opened(t, width) {
  const page = await openPage(t);
  await page.setViewport({ width, height: 900 });
  await page.evaluate(() => (location.hash = '#barriers'));
  await page.waitForSelector(tab('jax'));
  return page;
}
const names = (/** @type {string[]} */ languages) => languages.map((one) => LANGUAGES[one].name);
/** The languages in the table, which are the same for each effect. */
const rows = async (/** @type {any} */ page) => {
  const groups = await page.$$eval(`${TABLE} tbody`, (bodies) =>
    bodies.map((body) =>
      [...body.querySelectorAll('th[scope=row]')].map(({ textContent }) => textContent),
    ),
  );
  for (const group of groups) assert.deepEqual(group, groups[0]);
  return groups[0];
};

test('each library has its tab, and a line says which lines of the others do the same', async (t) => {
  const page = await opened(t, 1280);
  const shown = await page.$$eval(`${SECTION} [role=tab]`, (tabs) =>
    tabs.map(({ textContent }) => textContent),
  );
  assert.deepEqual(shown, names(KEYS));
  await page.$eval(tab('jax'), (one) => one.click());
  const program = `${SECTION} #barriers-python`;
  assert.match(await page.$eval(program, (pre) => pre.textContent), /import jax/);
  const line = await page.evaluateHandle(
    (selector) =>
      [...document.querySelectorAll(`${selector} .line`)].find((one) =>
        one.textContent.includes("'wait for one'"),
      ),
    program,
  );
  await line.evaluate((one) => one.click());
  const note = await page.$eval(`${SECTION} .listing .note[role=status]`, (one) => one.textContent);
  assert.match(note, /JavaScript \d+, JAX \d+, MXNet \d+\./);
  assert.match(note, /No counterpart: PyTorch, TensorFlow\./);
  assert.equal((await page.$$(`${SECTION} .programs .paired`)).length, 2);
  assert.deepEqual(page.errors, []);
});

test('the table of calls has the languages that are chosen, and a telephone shows all of them', async (t) => {
  const page = await opened(t, 390);
  await page.$eval(TABLE, (details) => (details.open = true));
  assert.deepEqual(await rows(page), ['JavaScript', 'PyTorch']);
  await page.$eval(tab('tensorflow'), (one) => one.click());
  assert.deepEqual(await rows(page), ['JavaScript', 'PyTorch', 'TensorFlow']);
  const box = (/** @type {string} */ language) => `${TABLE} input[value="${language}"]`;
  await page.$eval(box('javascript'), (one) => one.click());
  assert.deepEqual(await rows(page), ['PyTorch', 'TensorFlow']);
  for (const language of ['javascript', 'jax', 'mxnet'])
    await page.$eval(box(language), (one) => one.click());
  assert.deepEqual(await rows(page), names(KEYS));
  const wide = await page.$$eval(`${TABLE} :is(.scroll, td)`, (parts) =>
    parts
      .filter(
        (one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > 390,
      )
      .map(({ textContent }) => textContent),
  );
  assert.deepEqual(wide, []);
  assert.deepEqual(page.errors, []);
});
