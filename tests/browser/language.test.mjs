// The page in two languages, on the stand-in engine. The second language is English between angle brackets.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { changedSite } from './fixtures/site.mjs';
import { patient } from './fixtures/patient.mjs';

let site;
let browser;
before(async () => {
  site = await changedSite();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site.close();
});

/** Opens the page as a new reader with these languages. */
async function open(t, { query = '', languages = ['en-US'] } = {}) {
  const context = await browser.createBrowserContext();
  t.after(() => context.close());
  const page = await patient(context.newPage());
  const fetched = [];
  page.on('request', (request) => request.url().endsWith('.ftl') && fetched.push(request.url()));
  await page.evaluateOnNewDocument((given) => {
    Object.defineProperty(navigator, 'languages', { get: () => given });
  }, languages);
  await page.goto(`${site.address}two-languages/${query}`);
  await page.waitForSelector('.opened');
  return { page, fetched };
}
const text = (page, selector) => page.$eval(selector, (element) => element.innerText);
const language = (page) => page.$eval('html', (element) => element.lang);
const run = (page) =>
  page.evaluate(async () => {
    await globalThis.asynclab.run('warmup', { parameters: { n: 64, rounds: 3 } });
  });
async function choose(page, tag) {
  await page.select('select[name=language]', tag);
  await page.waitForFunction((tag) => document.documentElement.lang === tag, {}, tag);
}

test('the address chooses before the browser does, and the browser’s first language that is there', async (t) => {
  for (const [options, tag] of [
    [{ languages: ['fr-FR', 'pt-PT', 'en'] }, 'pt'],
    [{ languages: ['fr', 'de-AT'] }, 'en'],
    [{ languages: ['pt'], query: '?lang=en' }, 'en'],
    [{ query: '?lang=pt#warmup' }, 'pt'],
    [{ query: '?lang=../../x' }, 'en'],
  ]) {
    const { page } = await open(t, options);
    assert.equal(await language(page), tag, JSON.stringify(options));
    assert.equal(await page.$eval('[name=language]', (select) => select.value), tag);
  }
});

test('a page in another language: all of it, from its files alone but for what they lack', async (t) => {
  const { page, fetched } = await open(t, { query: '?lang=pt' });
  assert.match(await text(page, 'h1'), /^‹Asynchronous computation/);
  assert.match(await page.title(), /^‹/);
  assert.match(await text(page, '#warmup h2'), /^1\s+‹Warm-up/);
  await page.waitForFunction(() => document.querySelector('button.reset')?.innerText === 'Reset');
  const english = fetched.filter((url) => url.endsWith('/en.ftl'));
  assert.deepEqual(
    english.map((url) => url.split('/www/')[1]),
    ['page/words/en.ftl'],
  );
  await run(page);
  const spoken = await page.$$eval(
    'main h2, main h3, main label > span:not(.unbroken), main caption, main summary',
    (all) => all.map((element) => element.innerText.trim()).filter(Boolean),
  );
  assert.deepEqual(
    spoken.filter((said) => !said.includes('‹')),
    [],
  );
});

test('another language keeps what was chosen, predicted and found', async (t) => {
  const { page, fetched } = await open(t);
  assert.ok(fetched.every((url) => url.endsWith('/en.ftl')));
  await page.locator('#warmup input[value=tens]').click();
  await run(page);
  const shown = () =>
    page.evaluate(() => ({
      n: document.querySelector('#warmup-n').value,
      predicted: document.querySelector('#warmup input:checked').value,
      state: document.querySelector('#warmup').dataset.state,
      finding: document.querySelector('#warmup .finding').innerText,
      verdict: document.querySelector('#warmup .predicted').innerText,
      status: document.querySelector('#warmup .status').innerText,
      caption: document.querySelector('#warmup figcaption').innerText,
      rows: document.querySelectorAll('#warmup .ways tbody tr').length,
    }));
  const english = await shown();
  assert.equal(english.n, '64');
  await page.focus('select[name=language]');
  await choose(page, 'pt');
  const other = await shown();
  for (const name of ['n', 'predicted', 'state', 'rows']) assert.equal(other[name], english[name]);
  for (const name of ['finding', 'verdict', 'status', 'caption']) {
    assert.match(other[name], /^‹.*›/, name);
    assert.notEqual(other[name], english[name]);
  }
  // 1.5 in English is 1,5 in Portuguese.
  assert.equal(other.finding.replace(/[‹›]/g, ''), english.finding.replace(/(\d)\.(\d)/g, '$1,$2'));
  assert.equal(await page.evaluate(() => document.activeElement.name), 'language');
  await choose(page, 'en');
  assert.deepEqual(await shown(), english);
});

test('the choice is kept, also where the address names another language', async (t) => {
  const { page } = await open(t, { query: '?lang=en' });
  await choose(page, 'pt');
  await page.waitForFunction(() => location.search === '?lang=pt');
  await page.goto(`${site.address}two-languages/`);
  await page.waitForSelector('.opened');
  assert.equal(await language(page), 'pt');
});
