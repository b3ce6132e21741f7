// The built site without a network, and when it changes: what a reader who comes back finds.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createHash } from 'node:crypto';
import { launch } from '../../xtask/browser/launch.mjs';
import { staticHost } from '../../xtask/browser/static.mjs';
import { writtenSite } from './fixtures/written.mjs';

const folder = mkdtempSync(join(tmpdir(), 'asynclab-offline-'));
let built;
let browser;
before(async () => {
  built = writtenSite();
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** A reader's own profile in the browser, and a copy of the site of their own that a test may change. */
async function visit(t, name, profile) {
  const site = join(folder, name);
  cpSync(built, site, { recursive: true });
  const serve = (port) => staticHost(pathToFileURL(`${site}/`), '/some/course/', { port });
  const state = { site, host: await serve() };
  profile ??= await browser.createBrowserContext();
  t.after(async () => {
    await profile.close();
    state.host.close();
  });
  state.open = async () => {
    const page = await profile.newPage();
    await page.goto(state.host.address);
    await page.waitForFunction(() => globalThis.asynclab);
    return page;
  };
  /** The network goes away, and may come back with another site. */
  state.close = () => state.host.close();
  state.reopen = async () => (state.host = await serve(state.host.port));
  return state;
}

const kept = (page) =>
  page.evaluate(async () => {
    await globalThis.asynclab.ready;
    await navigator.serviceWorker.ready;
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length),
    );
    return all;
  });

const runs = (page) =>
  page.evaluate(async () => {
    const parameters = { n: 16, repetitions: 2, rounds: 1 };
    const { table } = await globalThis.asynclab.run('warmup', { device: 'cpu', parameters });
    return table.rows.length;
  });

/** The name of a changed site. */
const title = (page) => page.$eval('body', ({ dataset }) => dataset.build ?? 'the first');

/** Writes what a new build would be: the page has another name, and the service worker knows. */
function change(site, heading) {
  const [path, worker] = [join(site, 'index.html'), join(site, 'service-worker.js')];
  const hash = (text) => createHash('sha256').update(text).digest('base64');
  const old = readFileSync(path, 'utf8');
  const html = old.replace('<body', `<body data-build="${heading}"`);
  const [version] = readFileSync(worker, 'utf8').match(/(?<="version":")[^"]*/);
  const script = readFileSync(worker, 'utf8');
  assert.ok(script.includes(hash(old)), 'the page is in the list');
  writeFileSync(path, html);
  writeFileSync(worker, script.replace(hash(old), hash(html)).replace(version, heading));
}

/** Has the page look for a new version, and tells how that ended. */
const look = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    const { installing } = registration;
    if (!installing) return registration.waiting ? 'installed' : 'none';
    return new Promise((resolve) => {
      installing.onstatechange = () => resolve(installing.state);
    });
  });

test('the second visit needs no network: an experiment runs, and one that was never opened too', async (t) => {
  const reader = await visit(t, 'second');
  const first = await reader.open();
  assert.equal((await kept(first)).length, 1);
  await first.close();
  reader.close();
  const page = await reader.open();
  assert.equal(await runs(page), 3);
  const lines = await page.evaluate(async () => {
    const parameters = { n: 16, batches: 2, rounds: 1 };
    return (await globalThis.asynclab.run('hidden-sync', { device: 'cpu', parameters })).lines
      .length;
  });
  assert.ok(lines > 0);
  assert.match(await title(page), /the first/);
});

test('what a first run does not need is kept when the page is at rest', async (t) => {
  const reader = await visit(t, 'rest');
  const page = await reader.open();
  const files = readdirSync(reader.site, { recursive: true, withFileTypes: true });
  const worker = readFileSync(join(reader.site, 'service-worker.js'), 'utf8');
  const asked = Object.keys(JSON.parse(/"asked":(\{.*?\})/.exec(worker)[1]));
  assert.ok(
    asked.some((name) => name.includes('pyodide')),
    'Python waits until it is asked for',
  );
  // All but the licences, the service worker itself and the rest of what waits until it is asked for.
  const all = files.filter((entry) => entry.isFile()).length - 2 - asked.length;
  const [soon] = await kept(page);
  for (let i = 0; i < 100 && (await kept(page))[0] < all; i += 1)
    await new Promise((next) => setTimeout(next, 50));
  assert.deepEqual(await kept(page), [all]);
  assert.ok(soon <= all);
});

test('a new version waits, is offered, and is taken as a whole', async (t) => {
  const reader = await visit(t, 'new');
  await kept(await reader.open());
  const page = await reader.open();
  await kept(page);
  change(reader.site, 'Another');
  assert.equal(await look(page), 'installed');
  assert.match(await title(page), /the first/, 'the open page keeps what it has');
  assert.match(await title(await reader.open()), /the first/, 'and so does a tab beside it');
  await page.bringToFront();
  const offer = await page.waitForSelector('.notice button');
  // Most often it takes a second; at times Chromium sees only half a minute later that the old version is idle.
  await Promise.all([page.waitForNavigation({ timeout: 120_000 }), offer.click()]);
  await page.waitForFunction(() => globalThis.asynclab);
  assert.equal(await title(page), 'Another');
  assert.equal((await kept(page)).length, 1, 'the old version is deleted');
  assert.equal(await runs(page), 3);
});

test('without being asked it takes the place of the old one when all pages are closed', async (t) => {
  const reader = await visit(t, 'later');
  await kept(
    await reader.open().then(async (page) => (await kept(page), page.close(), reader.open())),
  );
  const page = await reader.open();
  change(reader.site, 'Another');
  await look(page);
  const profile = page.browserContext();
  const other = await profile.newPage();
  for (const open of await profile.pages()) if (open !== other) await open.close();
  for (let i = 0; i < 20; i += 1) {
    const next = await reader.open();
    const found = await title(next);
    await next.close();
    if (found === 'Another') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail('the old version is still shown');
});

for (const [what, damage] of [
  ['lacks a file', (site, chunk) => rmSync(join(site, chunk))],
  ['has a file of another build', (site, chunk) => writeFileSync(join(site, chunk), 'export {};')],
  [
    'answers with a page for it',
    (site, chunk) => writeFileSync(join(site, chunk), '<!doctype html>'),
  ],
]) {
  test(`a deploy that ${what} changes nothing for who was here before`, async (t) => {
    const reader = await visit(t, `broken ${what}`);
    await kept(await reader.open());
    const page = await reader.open();
    await kept(page);
    change(reader.site, 'Another');
    const chunk = readFileSync(join(reader.site, 'service-worker.js'), 'utf8').match(
      /www\/lib\/run-[^"]*/,
    )[0];
    const script = readFileSync(join(reader.site, 'service-worker.js'), 'utf8');
    // Of another content, so that it has to be fetched.
    writeFileSync(
      join(reader.site, 'service-worker.js'),
      script.replace(new RegExp(`("${chunk}":")[^"]*`), `$1${'A'.repeat(43)}=`),
    );
    damage(reader.site, chunk);
    assert.equal(await look(page), 'redundant');
    reader.close();
    const again = await reader.open();
    assert.match(await title(again), /the first/);
    assert.equal(await runs(again), 3);
    assert.equal((await kept(again)).length, 1);
  });
}

test('a checkout that is served from the same address gets rid of it', async (t) => {
  const reader = await visit(t, 'checkout');
  await kept(await reader.open());
  const page = await reader.open();
  await kept(page);
  const source = readFileSync(new URL('../../xtask/src/server.rs', import.meta.url), 'utf8');
  const [, leave] = source.match(/NO_WORKER: &str = "\\\n([^"]*)"/);
  writeFileSync(join(reader.site, 'service-worker.js'), leave);
  // A checkout's page registers none.
  const html = join(reader.site, 'index.html');
  writeFileSync(html, readFileSync(html, 'utf8').replace(/.*offline\.js.*/, ''));
  const reloaded = page.waitForNavigation();
  await page.evaluate(() => navigator.serviceWorker.ready.then((all) => void all.update()));
  await reloaded;
  const left = () =>
    page.evaluate(async () => [
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).length,
    ]);
  for (let i = 0; i < 50 && (await left())[1]; i += 1)
    await new Promise((next) => setTimeout(next, 50));
  assert.deepEqual(await left(), [[], 0]);
});

test('the page can be installed', async (t) => {
  // Nothing can be installed in a profile that is forgotten: this takes the browser's own.
  const whole = await launch();
  const reader = await visit(t, 'install', whole);
  const page = await reader.open();
  await kept(page);
  const tools = await page.createCDPSession();
  const { installabilityErrors } = await tools.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors, []);
  const { data, errors } = await tools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  assert.equal(JSON.parse(data).display, 'standalone');
});
