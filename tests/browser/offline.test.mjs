// The built site for a returning reader: without a network, and after the site has changed.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import {
  allKept,
  build,
  kept,
  known,
  look,
  release,
  versionOf,
  visit,
} from './fixtures/reader.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const runs = (page) =>
  page.evaluate(async () => {
    const parameters = { n: 16, repetitions: 2, rounds: 1 };
    const { table } = await globalThis.asynclab.run('warmup', { device: 'cpu', parameters });
    return table.rows.length;
  });

test('the second visit needs no network: an experiment runs, and one that was never opened too', async (t) => {
  const reader = await visit(t, browser);
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
  assert.equal(await build(page), 'the first');
});

test('what a first run does not need is kept when the page is at rest, but Python when it is asked for', async (t) => {
  const reader = await visit(t, browser);
  const page = await reader.open();
  await allKept(page, reader.site);
  const { asked } = known(reader.site);
  assert.ok(Object.keys(asked).every((name) => name.includes('/python/')));
  assert.equal(Object.keys(asked).length, 6, Object.keys(asked).join());
});

test('a new version is shown from the next page on', async (t) => {
  const reader = await visit(t, browser);
  await kept(await reader.open());
  const page = await reader.open();
  await kept(page);
  release(reader.site, 'Another')();
  assert.equal(await look(page), versionOf(reader.site));
  assert.equal(await build(page), 'the first', 'the open page keeps what it has');
  const next = await reader.open();
  assert.equal(await build(next), 'Another');
  assert.equal(await runs(next), 3);
  reader.close();
  assert.equal(await build(await reader.open()), 'Another');
});

/** Damages to a site. By day only the first is tested, since the consequences are the same for all. */
const DAMAGES = [
  ['lacks a file', (site, chunk) => rmSync(join(site, chunk))],
  ['has a file of another build', (site, chunk) => writeFileSync(join(site, chunk), 'export {};')],
  [
    'answers with a page for it',
    (site, chunk) => writeFileSync(join(site, chunk), '<!doctype html>'),
  ],
];
for (const [what, damage] of process.env.ASYNCLAB_NIGHTLY ? DAMAGES : DAMAGES.slice(0, 1)) {
  test(`a deploy that ${what} changes nothing for who was here before`, async (t) => {
    const reader = await visit(t, browser);
    await kept(await reader.open());
    const page = await reader.open();
    await kept(page);
    const old = versionOf(reader.site);
    release(reader.site, 'Another')();
    const chunk = Object.keys(known(reader.site).first).find((name) => /lib\/run-/.test(name));
    damage(reader.site, chunk);
    assert.equal(await look(page), old);
    reader.close();
    const again = await reader.open();
    assert.equal(await build(again), 'the first');
    assert.equal(await runs(again), 3);
    assert.equal((await kept(again)).length, 1);
  });
}

test('a checkout that is served from the same address gets rid of it', async (t) => {
  const reader = await visit(t, browser);
  await kept(await reader.open());
  const page = await reader.open();
  await kept(page);
  const source = readFileSync(new URL('../../xtask/src/server.rs', import.meta.url), 'utf8');
  const [, leave] = source.match(/NO_WORKER: &str = "\\\n([^"]*)"/);
  writeFileSync(join(reader.site, 'service-worker.js'), leave);
  // The page of a checkout registers no service worker.
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
  // Nothing can be installed in a temporary profile, so this test uses the browser's own.
  const whole = await launch();
  const reader = await visit(t, browser, whole);
  const page = await reader.open();
  await kept(page);
  const tools = await page.createCDPSession();
  const { installabilityErrors } = await tools.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors, []);
  const { data, errors } = await tools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  assert.equal(JSON.parse(data).display, 'standalone');
});
