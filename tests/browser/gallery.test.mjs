// The gallery: each experiment as another page embeds it, with the snippet that an author pastes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { snippet, systems } from '../../www/embed/snippets.js';
import { open, site } from './harness.mjs';

const pasted = (page) => page.$$eval('.gallery pre', (all) => all.map((pre) => pre.textContent));
const ready = (page) =>
  page.waitForFunction(() => document.querySelectorAll('.gallery > section').length > 0);

test('every experiment is there with what is pasted into each system', async (t) => {
  const { page, errors } = await open(t, { path: 'gallery.html?lang=en' });
  await ready(page);
  const names = await page.$$eval('async-lab', (all) => all.map(({ experiment }) => experiment));
  const { experiments } = await import('../../www/experiments/index.js');
  assert.deepEqual(
    names,
    experiments.map(({ name }) => name),
  );
  const lab = await site();
  for (const { name } of systems) {
    await page.select('.systems select', name);
    const expected = names.map((experiment) => snippet(name, lab, { experiment, lang: 'en' }));
    assert.deepEqual(await pasted(page), expected, name);
  }
  assert.deepEqual(errors, []);
});

test('it speaks each language, and what is pasted asks for it', async (t) => {
  const { page, errors } = await open(t, { path: 'gallery.html?lang=ko' });
  await ready(page);
  assert.match((await pasted(page))[0], /lang="ko"/);
  await page.select('#language select', 'pt');
  await page.waitForFunction(() => document.querySelector('h1').textContent.includes('curso'));
  assert.match((await pasted(page))[0], /lang="pt"/);
  assert.equal(await page.title(), 'asynclab: experimentos para o seu curso');
  assert.deepEqual(errors, []);
});

test('an experiment runs in it, and Copy copies', async (t) => {
  const { page, errors } = await open(t, {
    path: 'gallery.html?lang=en',
    before: (page) =>
      page.evaluateOnNewDocument(() => {
        const writeText = async (text) => void (globalThis.copied = text);
        Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
      }),
  });
  await ready(page);
  await page.$eval('async-lab', async (element) => {
    for (const [name, value] of Object.entries({ n: 64, repetitions: 4, rounds: 2 }))
      element.setAttribute(name, value);
    await element.run();
  });
  assert.equal(await page.$eval('async-lab', ({ state }) => state), 'shown');
  await page.locator('.gallery .buttons button').click();
  await page.waitForFunction(() => globalThis.copied);
  const [first] = await pasted(page);
  assert.equal(await page.evaluate(() => globalThis.copied), first);
  assert.equal(
    await page.$eval('.gallery .buttons [role=status]', (e) => e.textContent),
    'Copied.',
  );
  assert.deepEqual(errors, []);
});
