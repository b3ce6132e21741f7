// No view of the page breaks a rule of axe: WCAG 2.2 to level AA and its best practices, in both themes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { SMALL } from '../../xtask/browser/sizes.mjs';
import { languages } from './fixtures/words.mjs';
import { site, sources } from './harness.mjs';
import { patient } from './fixtures/patient.mjs';

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 800 };

let browser;
let axe;
before(async () => {
  axe = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
  browser = await launch({ viewport: LAPTOP });
});
after(() => browser?.close());

/** The page in a new tab, ready. */
async function open(t, path = '') {
  const page = await patient(browser.newPage());
  t.after(() => page.close());
  await page.goto((await site()) + path);
  await page.evaluate(() => globalThis.asynclab.ready);
  await page.evaluate(axe);
  return page;
}

/** The themes and the rules checked in each. The second theme differs only in colours. */
const THEMES = {
  light: { rules: { 'target-size': { enabled: true } } },
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
};

/** Fails with the findings of axe, one a line. */
async function check(page, view, themes = Object.keys(THEMES)) {
  const found = [];
  for (const theme of themes) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    const violations = await page.evaluate(async (rules) => {
      const { violations: all } = await globalThis.axe.run(document, {
        resultTypes: ['violations'],
        ...rules,
      });
      return all.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)} (${nodes.length})`);
    }, THEMES[theme]);
    found.push(...violations.map((line) => `${view}, ${theme}: ${line}`));
  }
  assert.deepEqual(found, []);
}

test('axe itself works here: it finds an image without a name', async (t) => {
  const page = await open(t);
  await page.evaluate(() => document.querySelector('main').append(document.createElement('img')));
  await assert.rejects(check(page, 'broken'), /image-alt/);
});

/** Unfolds every experiment. */
async function unfold(page) {
  for (const name of Object.keys(SMALL)) {
    await page.$eval(`#${name} .experiment-body`, (body) => (body.open = true));
    await page.waitForSelector(`#${name} .opened`);
  }
}

test('every experiment, before and after a run, with everything unfolded', async (t) => {
  const page = await open(t);
  await unfold(page);
  await check(page, 'before');
  for (const [name, parameters] of Object.entries(SMALL))
    await page.evaluate(
      (...[experiment, asked]) =>
        globalThis.asynclab
          .run(experiment, { parameters: asked, device: 'cpu' })
          .then(() => undefined),
      name,
      parameters,
    );
  await page.$$eval('[data-experiment] details', (all) =>
    all.forEach((details) => (details.open = true)),
  );
  await check(page, 'after');
  await page.setViewport(PHONE);
  await check(page, 'after, on a phone', ['light']);
});

// Languages differ only in their messages, which words.test.mjs checks, so these run at night. By day, the gallery below is checked in each.
for (const language of process.env.ASYNCLAB_NIGHTLY ? ['zh', 'pt', 'ko'] : [])
  test(`${language}: the top and every experiment, before a run and with a recorded one`, async (t) => {
    const page = await open(t, `?lang=${language}`);
    assert.equal(await page.$eval('html', ({ lang }) => lang), language);
    await unfold(page);
    for (const name of Object.keys(SMALL))
      await page.$eval(`#${name} .choices input`, (input) => input.click());
    await check(page, 'before', ['light']);
    for (const name of Object.keys(SMALL)) {
      await page.$eval(`#${name} button.recorded`, (button) => button.click());
      await page.waitForSelector(`#${name} .variations:not([hidden]) button`);
    }
    await page.$$eval('[data-experiment] details', (all) =>
      all.forEach((details) => (details.open = true)),
    );
    await check(page, 'with recorded runs', ['light']);
  });

test('the bar, the drawer and presentation mode', async (t) => {
  const page = await open(t);
  await page.locator('.adapter summary').click();
  await check(page, 'the bar unfolded');
  await page.locator('.adapter summary').click();
  await page.setViewport(PHONE);
  await page.locator('.menu').click();
  await check(page, 'the drawer');
  await page.keyboard.press('Escape');
  await page.setViewport(LAPTOP);
  await page.locator('.present').click();
  await page.waitForSelector('.present-bar');
  await check(page, 'presenting');
});

for (const language of languages)
  test(`${language}: the gallery, and an embedded experiment before and after a run`, async (t) => {
    const page = await patient(browser.newPage());
    t.after(() => page.close());
    await page.goto(`${await site()}gallery.html?lang=${language}`);
    const until = (...states) =>
      page.waitForFunction(
        (wanted) => wanted.includes(document.querySelector('async-lab')?.state),
        { polling: 50 },
        states,
      );
    await until('poster');
    await page.evaluate(axe);
    await check(page, 'the gallery');
    if (language !== 'en') return;
    await page.$eval('async-lab', (element) => {
      for (const [name, value] of Object.entries({
        n: 64,
        repetitions: 3,
        rounds: 2,
        device: 'cpu',
      }))
        element.setAttribute(name, value);
      element.shadowRoot.querySelector('[data-control=run]').click();
    });
    await until('shown', 'failed', 'wrong');
    assert.equal(await page.$eval('async-lab', ({ state }) => state), 'shown');
    await page.$eval('async-lab', (element) => {
      for (const details of element.shadowRoot.querySelectorAll('details')) details.open = true;
    });
    await check(page, 'an embedded experiment after a run');
    await page.setViewport(PHONE);
    await check(page, 'the same on a phone', ['light']);
  });

test('messages: a value out of range, and a thread that does not come', async (t) => {
  const page = await open(t);
  await page.type('#warmup-n', '5000');
  await page.locator('[data-experiment="warmup"] .run').click();
  await check(page, 'out of range');

  const broken = await patient(browser.newPage());
  t.after(() => broken.close());
  await broken.setRequestInterception(true);
  broken.on('request', (asked) =>
    asked.url().endsWith('/experiment-worker.js') ? asked.abort() : asked.continue(),
  );
  await broken.goto(await sources());
  await broken.waitForSelector('.message[role=alert]');
  await broken.evaluate(axe);
  await check(broken, 'without a thread');
});
