// A recording on the page: dropped or chosen like a result, and with its clock fitted by the engine.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { open as openOther, serve } from './fixtures/watched.mjs';
import { open, site, sources } from './harness.mjs';

/** The file of a recording of a loop that reads in each step. */
async function file(t, options) {
  const { page } = await openOther(t, await serve());
  const recording = await page.evaluate(async (options) => {
    const { often } = await import('/loops.js');
    await import('/watch.js');
    const watch = globalThis.asynclabWatch.watch(options);
    await often(6);
    return watch.stop();
  }, options);
  const folder = await mkdtemp(join(tmpdir(), 'asynclab-recording-'));
  t.after(() => rm(folder, { recursive: true }));
  const name = join(folder, 'loop.json');
  await writeFile(name, JSON.stringify(recording));
  return { name, recording };
}

async function shown(t, name) {
  const { page, errors } = await open(t);
  const input = await page.waitForSelector('#compare-files');
  await input.uploadFile(name);
  return { page, errors };
}

test('a recording is shown with its verdict, timeline and waits by line', async (t) => {
  const { name } = await file(t, { timestamps: true });
  const { page, errors } = await shown(t, name);
  await page.waitForSelector('.watched canvas');
  const texts = await page.$$eval('.watched', ([one]) => ({
    verdict: one.querySelector('.verdict').textContent,
    waits: one.querySelectorAll('details[open] tbody tr').length,
    place: one.textContent.includes('loops.js'),
    charts: one.querySelectorAll('canvas.chart').length,
  }));
  assert.ok(texts.verdict.length > 40, texts.verdict);
  assert.ok(!texts.verdict.startsWith('verdict-'));
  assert.equal(texts.waits, 3);
  assert.equal(texts.place, true);
  assert.ok(texts.charts >= 3);
  assert.deepEqual(errors, []);
});

test('the engine places the GPU’s times between submission and completion', async (t) => {
  const { name, recording } = await file(t, { timestamps: true });
  const { page } = await open(t, { path: await sources() });
  const { trace, gpu } = recording;
  const placed = await page.evaluate(
    async ({ trace, gpu }) => {
      const { loadEngine } = await import('/www/lib/engine.js');
      const { alignTimes } = await import('/www/pkg/asynclab.js');
      await loadEngine();
      const column = (list) => Float64Array.from(list, (time) => time ?? NaN);
      const found = alignTimes(
        ...[gpu.started, gpu.ended, trace.submitted, trace.completed].map(column),
      );
      return { ...found, started: [...found.started], ended: [...found.ended] };
    },
    { trace, gpu },
  );
  const { uncertainty, refused } = placed.fit;
  assert.equal(refused, false);
  assert.ok(placed.quantum > 0);
  for (let i = 0; i < trace.op.length; i += 1) {
    assert.ok(placed.started[i] >= trace.submitted[i] - uncertainty - placed.quantum);
    assert.ok(placed.ended[i] <= trace.completed[i] + uncertainty + placed.quantum);
  }
  assert.ok(name);
});

test('a file that is no recording is rejected, and what was shown stays', async (t) => {
  const { name, recording } = await file(t);
  const { page } = await shown(t, name);
  await page.waitForSelector('.watched');
  await writeFile(name, JSON.stringify({ ...recording, floor: 'late' }));
  await (await page.$('#compare-files')).uploadFile(name);
  const alert = await page.waitForSelector('.compare [role=alert]');
  assert.match(await alert.evaluate(({ textContent }) => textContent), /\/floor/);
  assert.equal((await page.$$('.watched')).length, 1);
});

/** Opens the page with such a link. Requests for `files` get these answers, others the site's. */
async function linked(t, link, files) {
  const asked = [];
  const answered = await open(t, {
    path: new URL(link, await site()).href,
    before: async (page) => {
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        const { pathname, origin, href } = new URL(request.url());
        const known = files[pathname.split('/').at(-1)];
        if (/recorded|recordings.*json/.test(href)) asked.push(`${origin}${pathname}`);
        void (known ? request.respond(known) : request.continue());
      });
    },
  });
  return { ...answered, asked };
}

test('a link opens recordings of this site', async (t) => {
  const { recording } = await file(t);
  const body = JSON.stringify(recording);
  const files = { 'recorded.json': { body }, 'recorded-too.json': { body } };
  const link = '#compare?recording=recorded.json,recorded-too.json';
  const { page, errors } = await linked(t, link, files);
  await page.waitForFunction(() => document.querySelectorAll('.watched .verdict').length === 2);
  const titles = await page.$$eval('.watched h3', (all) => all.map((one) => one.textContent));
  assert.ok(titles[0].includes('recorded.json') && titles[1].includes('recorded-too.json'));
  assert.deepEqual(errors, []);
  const tops = () => page.$$eval('.watched', (all) => all.map((one) => one.offsetTop));
  const [first, second] = await tops();
  assert.ok(first < second);
  await page.setViewport({ width: 2000, height: 1000 });
  const [left, right] = await tops();
  assert.equal(left, right);
  // Another link, while the page is open.
  await page.evaluate(() => (location.hash = '#compare?recording=recorded.json'));
  await page.waitForFunction(() => document.querySelectorAll('.watched .verdict').length === 3);
});

test('a link that comes just when the page starts is opened once', async (t) => {
  const { page, errors } = await open(t, {
    before: (page) =>
      page.evaluateOnNewDocument(() => {
        const listen = globalThis.addEventListener;
        globalThis.addEventListener = (type, ...rest) => {
          listen.call(globalThis, type, ...rest);
          // The page reads its address in this task, and gets the event in a later task.
          if (type === 'hashchange') location.hash = '#compare?recording=lab-each';
        };
      }),
  });
  await page.waitForSelector('.watched');
  // If there were a second reading, it would have begun before the end of this one.
  await page.evaluate(() => (location.hash = '#compare?recording=torch-each'));
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.watched h3')].at(-1)?.textContent.includes('torch-each'),
  );
  assert.equal((await page.$$('.watched')).length, 2);
  assert.deepEqual(errors, []);
});

test('a link to another site is not followed, and what is no recording is rejected', async (t) => {
  const elsewhere = 'http://127.0.0.1:9/recorded.json';
  const files = {
    'recorded-long.json': { body: `{"recording":1,"page":"${'x'.repeat(32e6)}"}` },
    'recorded-wrong.json': { body: '{"recording":1}' },
    'recorded-not-there.json': { status: 404, body: '' },
  };
  const list = [elsewhere, 'recorded-long.json', 'recorded-wrong.json', 'data:,{}'];
  list.push(...Array(6).fill('recorded-not-there.json'));
  const link = `#compare?recording=${list.map(encodeURIComponent).join(',')}`;
  const { page, asked } = await linked(t, link, files);
  const alert = await page.waitForSelector('.compare [role=alert] li');
  const said = await alert.evaluate((one) =>
    [...one.parentElement.children].map(({ textContent }) => textContent),
  );
  const { origin } = new URL(await site());
  // Only the first eight of ten addresses are opened. Commas separate them, since no address has a comma.
  assert.equal(said.length, 8);
  assert.ok(said[0].includes(origin), said[0]);
  assert.match(said[1], /too large/);
  assert.match(said[2], /is missing/);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(origin)),
    [],
  );
  assert.equal((await page.$$('.watched')).length, 0);
});

test('a recording that is not there is named with what the server says', async (t) => {
  const files = { 'recorded.json': { status: 404, body: '' } };
  const { page } = await linked(t, '#compare?recording=recorded.json', files);
  const alert = await page.waitForSelector('.compare [role=alert] li');
  assert.match(await alert.evaluate(({ textContent }) => textContent), /recorded\.json.*404/);
});

test('the recordings that the page brings along are opened by a link of their names, and nothing of them is loaded before', async (t) => {
  const { page, errors, asked } = await linked(t, '', {});
  assert.deepEqual(asked, []);
  const names = ['by-hand', 'tensorflow', 'jax', 'onnx', 'torch', 'lab'];
  const link = `#compare?recording=${names.map((name) => `${name}-each`)}`;
  await page.evaluate((hash) => (location.hash = hash), link);
  // The table of all recordings appears once the last recording is read.
  await page.waitForFunction(
    () => document.querySelector('.comparison table')?.tBodies[0].rows.length === 6,
  );
  const table = await page.$$eval('.comparison table', ([first]) =>
    [...first.querySelectorAll('tbody tr')].map((row) =>
      [...row.cells].map(({ textContent }) => textContent),
    ),
  );
  assert.equal(table.length, 6);
  const tensorflow = table.find(([name]) => name === 'tensorflow-each');
  assert.deepEqual(tensorflow.slice(1, 3), ['10', '30']);
  assert.deepEqual(errors, []);
});
