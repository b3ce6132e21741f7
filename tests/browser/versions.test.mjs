// An open page keeps the files of its own version until it is reloaded, even if the site has changed.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { allKept, build, kept, look, release, versionOf, visit } from './fixtures/reader.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Runs an experiment of the page. */
const run = (name) => (page) =>
  page.evaluate(async (experiment) => {
    const parameters = { n: 16, rounds: 1 };
    const { table } = await globalThis.asynclab.run(experiment, { device: 'cpu', parameters });
    return table.rows.length;
  }, name);

const example = (name) => (page) =>
  page.evaluate(async (one) => {
    const notebook = await globalThis.asynclabNotebook;
    const select = document.getElementById('example');
    const file = [...select.options].find(({ value }) => value.endsWith(one)).value;
    select.value = file;
    select.dispatchEvent(new Event('change'));
    while (notebook.name !== one) await new Promise((next) => setTimeout(next, 20));
    return notebook.codes.length;
  }, name);

/** Starts Python and runs a cell. */
const python = (page) =>
  page.evaluate(async () => {
    const notebook = await globalThis.asynclabNotebook;
    const cell = { cell_type: 'code', id: 'a', metadata: {}, outputs: [], source: 'print(6 * 7)' };
    const file = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] };
    notebook.open(JSON.stringify(file));
    document.getElementById('device').value = 'cpu';
    if (!(await notebook.run(notebook.codes))) throw new Error(document.body.innerText);
    return notebook.codes[0].cell.outputs.length;
  });

const check = (name) => (page) =>
  page.evaluate(
    async (only) => (await globalThis.asynclabSelftest.run([only])).checks.length,
    name,
  );

const inElement = (index) => (page) =>
  page.evaluate(async (at) => {
    const element = document.querySelectorAll('async-lab')[at];
    for (const [name, value] of Object.entries({ device: 'cpu', n: 16, rounds: 1 }))
      element.setAttribute(name, String(value));
    return (await element.run()).measures !== undefined;
  }, index);

const speak = (language) => (page) =>
  page.evaluate(async (tag) => {
    const select = document.querySelector('#language select');
    select.value = tag;
    select.dispatchEvent(new Event('change'));
    while (document.documentElement.lang !== tag) await new Promise((next) => setTimeout(next, 20));
    return true;
  }, language);

/** By page, the parts loaded while the site has new files and the old service worker, and the parts loaded with the new service worker. */
const PAGES = {
  '': [run('hidden-sync'), run('queued')],
  'notebook.html': [example('exercises.ipynb'), python],
  'gallery.html': [inElement(0), speak('pt')],
  'selftest.html': [check('limits'), check('sums')],
  'embed.html?experiment=warmup': [
    (page) => page.evaluate(() => document.querySelector('async-lab') !== null),
    inElement(0),
  ],
};

/** The folders that a page has loaded files from. */
const folders = (page) =>
  page.evaluate(() => {
    const names = performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/(www-\w+)\//.exec(name)?.[1]);
    return [...new Set(names.filter(Boolean))];
  });

/** Waits until `count` pages hold a version. @param {import('puppeteer-core').Page} page @param {number} count */
const holding = (page, count) =>
  page.waitForFunction(
    async (count) => {
      const { held } = await navigator.locks.query();
      return held.filter(({ name }) => name.startsWith('asynclab ')).length >= count;
    },
    { polling: 50 },
    count,
  );

test('pages of an old version load its files while a new one waits, and after it was taken', async (t) => {
  const reader = await visit(t, browser);
  const old = versionOf(reader.site);
  await allKept(await reader.open(), reader.site);
  const pages = new Map();
  for (const path of Object.keys(PAGES)) pages.set(path, await reader.open(path));
  await holding(pages.get(''), pages.size + 1);
  const announce = release(reader.site, 'Another');
  for (const [path, [waiting]] of Object.entries(PAGES)) {
    await pages.get(path).bringToFront();
    assert.ok(await waiting(pages.get(path)), `${path}: the new version waits`);
  }
  announce();
  assert.equal(await look(pages.get('')), versionOf(reader.site));
  for (const [path, [, taken]] of Object.entries(PAGES)) {
    const page = pages.get(path);
    await page.bringToFront();
    assert.ok(await taken(page), `${path}: the new version was taken`);
    assert.deepEqual(await folders(page), [old], path);
    assert.equal(await build(page), 'the first', path);
  }
  const first = pages.get('');
  await first.bringToFront();
  await first.goto('about:blank');
  await first.goBack();
  assert.ok(await run('graph')(first), 'a page that comes back');
  for (const [path, page] of pages) {
    await page.reload();
    assert.equal(await build(page), 'Another', path);
  }
  for (const page of await reader.profile.pages()) await page.close();
  const page = await reader.open();
  // A closed page may hold its version for a moment longer. Then the next visit removes the unused version.
  for (let visits = 0; visits < 20; visits += 1) {
    await allKept(page, reader.site);
    if ((await kept(page)).length === 1) break;
    await page.reload();
  }
  assert.equal((await kept(page)).length, 1, 'nobody uses the old version any more');
});

test('a page of experiments offers the new version, and one tab takes it alone', async (t) => {
  const reader = await visit(t, browser);
  await allKept(await reader.open(), reader.site);
  const [one, other] = [await reader.open(), await reader.open()];
  await holding(one, 3);
  release(reader.site, 'Another')();
  assert.equal(await look(one), versionOf(reader.site));
  await one.bringToFront();
  const offer = await one.waitForSelector('.notice button');
  await Promise.all([one.waitForNavigation(), offer.click()]);
  assert.equal(await build(one), 'Another');
  assert.equal(await build(other), 'the first');
  await other.bringToFront();
  assert.ok(await run('hidden-sync')(other));
});

test('a newer service worker waits while pages are open, and they keep theirs', async (t) => {
  const reader = await visit(t, browser);
  const page = await reader.open();
  await allKept(page, reader.site);
  appendFileSync(join(reader.site, 'service-worker.js'), '// newer');
  const states = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { active } = registration;
    await registration.update();
    const found = registration.installing ?? registration.waiting;
    if (found.state === 'installing')
      await new Promise((resolve) => found.addEventListener('statechange', resolve));
    return [found.state, registration.active === active];
  });
  assert.deepEqual(states, ['installed', true]);
  release(reader.site, 'Another')();
  assert.equal(await look(page), versionOf(reader.site));
  assert.ok(await run('hidden-sync')(page), 'the page has the files of its version');
  await page.reload();
  assert.equal(await build(page), 'Another');
});

test('the first visit is kept, too: the page goes on when the site is replaced', async (t) => {
  const reader = await visit(t, browser);
  const page = await reader.open('selftest.html');
  await allKept(page, reader.site);
  release(reader.site, 'Another')();
  assert.ok(await check('limits')(page));
});

/** Without a service worker, as in some private windows: by page, the part that fails and its message. */
const opened = async (page) => {
  await page.locator('#hidden-sync summary').click();
  await page.waitForSelector('#hidden-sync .message');
  throw new Error('it is not opened');
};
const GONE = {
  '': [opened, '#hidden-sync'],
  'notebook.html': [python, '#status'],
  'selftest.html': [check('limits'), '#statement'],
  'embed.html?experiment=warmup': [inElement(0), 'async-lab'],
};
for (const [path, [act, place]] of Object.entries(GONE))
  test(`${path || 'index.html'}: where files of the page's version are gone it says reload, and takes no others`, async (t) => {
    const reader = await visit(t, browser);
    const old = versionOf(reader.site);
    const page = await reader.open(path, (page) =>
      page.evaluateOnNewDocument(() => {
        Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });
      }),
    );
    await page.evaluate(() => globalThis.asynclab?.ready ?? globalThis.asynclabNotebook);
    release(reader.site, 'Another')();
    await assert.rejects(act(page));
    const text = await page.$eval(place, (element) => (element.shadowRoot ?? element).textContent);
    assert.match(text, /reload the page/);
    assert.doesNotMatch(text, /xtask dist/);
    assert.deepEqual(await folders(page), [old]);
  });
