// Exports of results from the page: every file is saved as a reader saves it, and read back.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openPage, runExperiment } from './experiment-page.mjs';
import { readChrome } from './fixtures/chrome-trace.mjs';
import { readPerfetto } from './fixtures/perfetto.mjs';
import { staticHost } from '../../xtask/browser/static.mjs';
import { site, sources } from './harness.mjs';
import { assertResult } from './result-schema.mjs';
import { patient } from './fixtures/patient.mjs';

const ASKED = { n: 32, repetitions: 4, rounds: 2 };
const MENU = '[data-experiment="warmup"] .take-out';

/** A page after a run, with the menu open, and a folder for the files that it saves. */
async function menu(t, { before = () => {} } = {}) {
  const page = await openPage(t);
  page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
  await before(page);
  const folder = await mkdtemp(join(tmpdir(), 'asynclab-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const tools = await page.browser().target().createCDPSession();
  await tools.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  const { result } = await runExperiment(page, 'warmup', ASKED, 'cpu');
  await page.locator(`${MENU} > summary`).click();
  await page.waitForSelector(`${MENU} [data-format]`);
  return { page, folder, result };
}

/** A file that the page saves, once it is there. */
async function saved(folder, name) {
  let before = 0;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    // The browser names a file before all of it is written.
    const content = await readFile(join(folder, name)).catch(() => '');
    if (content.length > 0 && content.length === before) return content;
    before = content.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} was not saved; there are: ${await readdir(folder)}`);
}

test('each kind of file is saved under its name, and holds what the page shows', async (t) => {
  const { page, folder, result } = await menu(t);
  const day = result.date.slice(0, 10);
  const get = async (format, name) => {
    await page.locator(`${MENU} [data-format="${format}"]`).click();
    const content = await saved(folder, name);
    const listed = await page.waitForFunction(
      (place, name) => document.querySelector(`${place} .status`).textContent.includes(name),
      {},
      MENU,
      name,
    );
    assert.ok(listed);
    return content;
  };

  await t.test('JSON', async () => {
    const document = JSON.parse(await get('json', `asynclab-warmup-${day}.json`));
    assertResult(document);
    assert.deepEqual(document, result);
  });
  await t.test('CSV', async () => {
    const lines = String(await get('csv', `asynclab-warmup-${day}.csv`)).split('\r\n');
    const samples = lines.filter((line) => line.startsWith('warmup,samples,'));
    assert.equal(samples.length, 3 * ASKED.rounds);
    assert.match(lines[0], /^experiment,table,way,x,round,value,unit,bound,parameter n,/);
  });
  await t.test('PNG', async () => {
    const picture = await get('png', `asynclab-warmup-trace-${day}.png`);
    assert.equal(picture.toString('latin1', 1, 4), 'PNG');
    assert.equal(picture.readUInt32BE(16), 2 * 960);
    assert.ok(picture.readUInt32BE(20) > 2 * 400);
  });
  await t.test('SVG', async () => {
    const text = String(await get('svg', `asynclab-warmup-trace-${day}.svg`));
    // A new page, since the lab's policy forbids parsing of text.
    const reader = await patient(page.browser().newPage());
    const read = await reader.evaluate((text) => {
      const image = new DOMParser().parseFromString(text, 'image/svg+xml');
      const texts = [...image.querySelectorAll('text:not([aria-hidden])')];
      const marks = [...image.querySelectorAll('path')];
      return {
        wrong: image.querySelector('parsererror')?.textContent ?? '',
        title: image.querySelector('title')?.textContent,
        texts: texts.map((one) => one.textContent),
        colours: new Set(marks.map((one) => one.getAttribute('fill'))).size,
      };
    }, text);
    await reader.close();
    assert.equal(read.wrong, '');
    const heading = await page.$eval('#warmup-title', (element) => element.textContent);
    assert.ok(heading.endsWith(read.title), heading);
    const flat = (text) => text.replace(/\s+/g, ' ');
    const captions = await page.$$eval('#warmup figcaption', (all) =>
      all.map((element) => element.textContent),
    );
    const words = flat(read.texts.join(' '));
    assert.ok(
      captions.some((caption) => caption && words.includes(flat(caption))),
      'a caption of the page',
    );
    for (const part of ['32×32', result.info.browser, 'repetitions = 4'])
      assert.ok(words.includes(part), `no “${part}” in the figure`);
    assert.ok(read.texts.includes('device'), 'the lanes have names');
    assert.ok(read.colours > 3);
    assert.doesNotMatch(text, /NaN|undefined|Infinity/);
  });
  await t.test('trace as CSV', async () => {
    const lines = String(await get('trace-csv', `asynclab-warmup-${day}-trace.csv`)).split('\r\n');
    assert.equal(lines.length, result.trace.op.length + 2);
  });
  await t.test('trace for Perfetto', async () => {
    const bytes = await get('perfetto', `asynclab-warmup-${day}.pftrace`);
    const { flows, slices, traceAttributes } = readPerfetto(bytes);
    assert.equal(flows.size, result.trace.op.length);
    const executed = slices.filter(({ category }) => category === 'execution');
    assert.equal(executed.length, result.trace.op.length);
    const attributes = Object.fromEntries(
      traceAttributes.attribute.map(({ key, value }) => [key, value.value]),
    );
    assert.equal(attributes['parameter n'], '32');
    assert.equal(attributes.browser, result.info.browser);
  });
  await t.test('trace as Chrome’s JSON', async () => {
    const text = await get('chrome', `asynclab-warmup-${day}-trace.json`);
    assert.equal(readChrome(JSON.parse(text)).flows.size, result.trace.op.length);
  });
  assert.deepEqual(page.errors, []);
});

test('a picture leaves the figure on the page as it was', async (t) => {
  const { page, folder, result } = await menu(t);
  const shot = () =>
    page.$eval('[data-experiment="warmup"] canvas', (canvas) => canvas.toDataURL());
  const before = await shot();
  await page.select(`${MENU} select`, 'page');
  await page.locator(`${MENU} [data-format="svg"]`).click();
  await saved(folder, `asynclab-warmup-trace-${result.date.slice(0, 10)}.svg`);
  assert.equal(before === (await shot()), true);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), undefined);
});

test('the menu works by keyboard, and by thumb', async (t) => {
  const viewport = { width: 390, height: 800, hasTouch: true, isMobile: true };
  const { page, folder, result } = await menu(t, { before: (page) => page.setViewport(viewport) });
  const sizes = await page.$$eval(`${MENU} button, ${MENU} label, ${MENU} summary`, (all) =>
    all.map((one) => [one.textContent, one.getBoundingClientRect().height]),
  );
  for (const [name, height] of sizes) assert.ok(height >= 44, `${name} is ${height} px high`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} px wide`);
  await page.focus(`${MENU} > summary`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await saved(folder, `asynclab-warmup-${result.date.slice(0, 10)}.json`);
});

test('the browser’s profiler sees this run and the next, until it is switched off', async (t) => {
  const { page } = await menu(t);
  const written = () =>
    page.evaluate(
      () => performance.getEntriesByType('measure').filter(({ detail }) => detail?.devtools).length,
    );
  assert.equal(await written(), 0);
  await page.locator(`${MENU} input[type="checkbox"]`).click();
  const first = await written();
  assert.ok(first >= 8 * 2, `${first} entries`);
  const { result } = await runExperiment(page, 'warmup', { ...ASKED, repetitions: 40 }, 'cpu');
  assert.ok((await written()) >= result.trace.op.length * 2);
  await page.locator(`${MENU} input[type="checkbox"]`).click();
  assert.equal(await written(), 0);
});

/** A page at another origin that accepts traces as Perfetto's does. */
async function viewer(t) {
  const script = `addEventListener('message', ({ data, source, origin }) => {
    if (data === 'PING') source.postMessage('PONG', origin);
    else fetch('/got', { method: 'POST', body: JSON.stringify({
      title: data.perfetto.title, bytes: [...new Uint8Array(data.perfetto.buffer)] }) });
  });`;
  let resolve;
  const got = new Promise((settle) => (resolve = settle));
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') resolve(JSON.parse(Buffer.concat(await request.toArray())));
    response.setHeader('content-type', 'text/html');
    response.end(`<script>${script}</script>`);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://localhost:${server.address().port}/`, got };
}

/** Hands three bytes to a viewer. */
const handOver = (page, address) =>
  page.evaluate(
    async (module, address) => {
      const { openInPerfetto } = await import(module);
      return openInPerfetto(Promise.resolve(Uint8Array.of(1, 2, 3).buffer), 'a trace', address);
    },
    new URL('page/export/perfetto-window.js', page.url()).href,
    address,
  );

test('a viewer in another tab gets the trace, once it listens', async (t) => {
  const { address, got } = await viewer(t);
  const host = await staticHost(new URL('../../', import.meta.url), '/lab/');
  t.after(() => host.close());
  const page = await openPage(t);
  await page.goto(`${host.address}www/asynclab.js`);
  assert.equal(await handOver(page, address), 'opened');
  assert.deepEqual(await got, { title: 'a trace', bytes: [1, 2, 3] });
});

test('a page that is isolated says that it cannot reach the viewer', async (t) => {
  const { address } = await viewer(t);
  const page = await openPage(t);
  await page.goto(new URL('www/asynclab.js', await sources()).href);
  assert.equal(await handOver(page, address), 'unreachable');
});

test('the command line writes the same files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'asynclab-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const at = (name) => join(folder, name);
  const files = { csv: at('a.csv'), svg: at('a.svg'), trace: at('a.pftrace') };
  const asked = { experiment: 'warmup', parameters: ASKED, device: 'cpu', url: await site() };
  const driver = fileURLToPath(new URL('../../xtask/browser/run.mjs', import.meta.url));
  const child = spawn('node', [driver, JSON.stringify({ ...asked, ...files })], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  assert.match(String(await readFile(files.csv)), /^experiment,/);
  assert.match(String(await readFile(files.svg)), /^<\?xml/);
  assert.equal(readPerfetto(await readFile(files.trace)).flows.size, 2 * ASKED.repetitions);
});

test('a file is written on a thread of its own, which Stop ends', async (t) => {
  const { page, folder } = await menu(t);
  const writers = () => page.workers().filter((worker) => worker.url().endsWith('page/writer.js'));
  await page.evaluate(() => {
    // The thread never answers. The page stays usable, with a button to stop.
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message?.format !== 'chrome') post.call(this, message, ...more);
    };
  });
  await page.locator(`${MENU} [data-format="chrome"]`).click();
  const stop = await page.waitForSelector(`${MENU} .status button`);
  // The browser reports the start and the end of a thread with a delay.
  const until = async (count) => {
    for (let i = 0; i < 100 && writers().length !== count; i += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(writers().length, count);
  };
  await until(1);
  await stop.click();
  await page.waitForFunction(
    (place) => document.querySelector(`${place} .status`).textContent === '',
    {},
    MENU,
  );
  await until(0);
  assert.deepEqual(await readdir(folder), []);
  assert.deepEqual(page.errors, []);
});
