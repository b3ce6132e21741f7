// States that a working device does not have, on a stand-in engine. The page, its threads and the browser are real.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changedSite } from './fixtures/site.mjs';
import { open as openPage } from './harness.mjs';

let site;
before(async () => {
  site = await changedSite();
});
after(() => site.close());

/** Opens the page with a change, for a new reader. */
async function open(t, change, viewport) {
  const path = change.includes(':') ? change : `${site.address}${change}/`;
  const { page } = await openPage(t, { path, viewport });
  return page;
}

/** Runs through the driver. Returns the answer, or the code of the error. */
const run = (page, options) =>
  page.evaluate(
    (given) =>
      globalThis.asynclab.run('warmup', given).then(
        ({ result, lines, table }) => ({ result, lines, table }),
        ({ code, message }) => ({ code, message }),
      ),
    { parameters: { n: 64, rounds: 6 }, ...options },
  );
const text = (page, selector) => page.$eval(selector, (element) => element.innerText);
const state = (page) =>
  page.$eval('[data-experiment="warmup"]', (element) => element.dataset.state);

test('a good run: order of the times, finding, and the same for reader and driver', async (t) => {
  const page = await open(t, 'good');
  const { result, lines, table } = await run(page);
  assert.equal(await state(page), 'found');
  assert.ok(result.measures.enqueued.value < result.measures.waited.value);
  assert.equal(result.schema, 2);
  assert.equal(result.trace.enqueued.length, result.trace.completed.length);
  assert.equal(lines.length, result.measures.ended.value > 0 ? 6 : 5);
  assert.match(lines[0], /^blocking: \d+\.\d{4} sec$/);
  const shown = await page.$$eval('table.ways tbody tr', (rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.innerText)),
  );
  assert.deepEqual(shown, table.rows);
  assert.equal((await text(page, '.printed')).trim(), lines.join('\n'));
});

test('where the device times nothing, bounds are drawn and named', async (t) => {
  const page = await open(t, 'untimed');
  const { result } = await run(page);
  assert.ok(result.trace.started.every((time) => time === null));
  assert.match(await text(page, '.distortions'), /does not time its own work/);
});

test('too coarse to decide', async (t) => {
  const page = await open(t, 'coarse');
  const { result } = await run(page);
  assert.equal(result.finding.key, 'coarse');
  assert.match(await text(page, '.finding'), /Too short to measure reliably here/);
});

test('the machine disagrees', async (t) => {
  const page = await open(t, 'flat');
  await run(page);
  assert.equal(await state(page), 'disagrees');
  assert.match(await text(page, '.finding'), /Choose a larger n/);
});

test('out of memory: it is reported, the last good result stays, and the next run works', async (t) => {
  const page = await open(t, 'memory');
  await run(page, { parameters: { n: 64, rounds: 1 } });
  const found = await text(page, '.finding');
  const failed = await run(page, { parameters: { n: 64, rounds: 1, repetitions: 11 } });
  assert.equal(failed.code, 'OUT_OF_MEMORY');
  assert.match(await text(page, '.message[role=alert]'), /no memory left/);
  assert.match(await text(page, '.kept'), /last run that succeeded/);
  assert.equal(await text(page, '.finding'), found);
  assert.ok((await run(page)).result);
  assert.equal(await page.$('.message'), null);
});

test('the engine came with a wrong type: ready rejects and the page says what to do', async (t) => {
  const page = await open(t, 'wasm-type');
  const code = await page.evaluate(() =>
    globalThis.asynclab.ready.then(String, (error) => error.code),
  );
  assert.equal(code, 'WASM_TYPE');
  assert.match(await text(page, '.message[role=alert]'), /application\/wasm/);
});

test('the experiment’s thread cannot start', async (t) => {
  const page = await open(t, 'no-worker');
  const code = await page.evaluate(() =>
    globalThis.asynclab.ready.then(String, (error) => error.code),
  );
  assert.equal(code, 'WORKER_FAILED');
  assert.match(await text(page, '.message[role=alert]'), /thread stopped/);
});

test('opened from a file, the page says how to serve it', async (t) => {
  const page = await open(t, new URL('../../index.html', import.meta.url).href);
  const message = await page.waitForSelector('#unstarted', { visible: true });
  assert.match(await message.evaluate((element) => element.innerText), /cargo xtask serve/);
});

test('a parameter out of range is rejected at the control and by the driver', async (t) => {
  const page = await open(t, 'good');
  await page.evaluate(() => globalThis.asynclab.ready);
  await page.type('#warmup-n', '5000');
  assert.match(await text(page, '#warmup-n-error'), /8 to 4,096/);
  await page.locator('button.run').click();
  assert.equal(await state(page), 'idle');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'warmup-n');
  const rejected = await run(page, { parameters: { n: 5000 } });
  assert.deepEqual(rejected, {
    code: 'INVALID_OPTION',
    message: 'warmup: n is 5000; give a whole number from 8 to 4096, or auto',
  });
  assert.equal((await run(page, { device: 'abacus' })).code, 'INVALID_OPTION');
});

test('Stop ends a run at once, Run works again, Reset clears', async (t) => {
  const page = await open(t, 'slow');
  await page.evaluate(() => globalThis.asynclab.ready);
  await page.type('#warmup-n', '64');
  await page.locator('button.run').click();
  assert.equal(await state(page), 'running');
  assert.equal((await run(page)).code, 'BUSY');
  await page.locator('button.stop').click();
  assert.equal(await state(page), 'idle');
  assert.match(await text(page, '.message.calm'), /Stopped/);
  await run(page, { parameters: { n: 64, rounds: 1, repetitions: 1 } });
  assert.equal(await page.$eval('.result', (element) => element.hidden), false);
  await page.locator('button.reset').click();
  assert.equal(await page.$eval('.result', (element) => element.hidden), true);
  assert.equal(await page.$eval('#warmup-n', (input) => input.value), '');
});

/** Sets the visibility of the tab, as the page reads it. */
const hide = (page, hidden) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('a tab that is hidden at Run measures nothing, until it is seen again', async (t) => {
  const page = await open(t, 'good');
  await hide(page, true);
  assert.equal((await run(page)).code, 'TAB_HIDDEN');
  assert.match(await text(page, '.message[role=alert]'), /tab was hidden/);
  await hide(page, false);
  assert.equal((await run(page)).result.leftOut.hidden, 0);
});

test('the rounds during which the tab was hidden are left out, and counted', async (t) => {
  const page = await open(t, 'slow');
  const running = run(page, { parameters: { n: 64, rounds: 6 } });
  const round = (number) =>
    page.waitForFunction(
      (words) => document.querySelector('.status')?.innerText.includes(words),
      {},
      `round ${number}`,
    );
  await round(1);
  await hide(page, true);
  await round(3);
  await hide(page, false);
  const { result } = await running;
  const { hidden } = result.leftOut;
  assert.ok(hidden >= 3, `${hidden} rounds were left out, and the tab was hidden in three`);
  assert.ok(result.ways.every(({ samples }) => samples.length === 6 - hidden));
  assert.match(await text(page, '.distortions'), new RegExp(`${hidden} rounds were left out`));
});

test('the prediction stands beside what was measured', async (t) => {
  const page = await open(t, 'good');
  await page.evaluate(() => globalThis.asynclab.ready);
  await page.locator('input[value=same]').click();
  await run(page);
  assert.match(
    await text(page, '.predicted'),
    /You predicted “about as long”\. (Right: m|M)easured:? [\d.,]+(\s±\s[\d.,]+)?\s×/,
  );
});

test('the slider walks from operation to operation and shows each one’s life', async (t) => {
  const page = await open(t, 'good');
  await run(page);
  await page.focus('.cursor input');
  await page.keyboard.press('ArrowRight');
  assert.match(await text(page, '.life'), /dot 384×384, operation 2 of 20/);
  await page.keyboard.press('End');
  assert.match(await text(page, '.life'), /GPU clock ± 120\sµs, residual 0\sms/);
  assert.match(await text(page, '.life'), /operation 20 of 20[^]*reported complete\s*≤ [\d.]+/);
  assert.match(
    await page.$eval(
      '.cursor input',
      (input) => input.ariaValueText ?? input.getAttribute('aria-valuetext'),
    ),
    /operation 20 of 20, dot/,
  );
});

test('the operations are there as a table', async (t) => {
  const page = await open(t, 'good');
  await run(page);
  await page.locator('.operations summary').click();
  // The first figure's table. Other figures have their own tables.
  await page.waitForFunction(() => document.querySelector('.operations').querySelector('tbody tr'));
  const rows = await page.$eval('.operations', (table) =>
    [...table.querySelectorAll('tbody tr')].map((row) => row.cells[1].innerText),
  );
  assert.match(await text(page, '.operations caption'), /GPU clock ± 120\sµs, residual 0\sms/);
  assert.equal(rows.length, 20);
  assert.deepEqual(rows.slice(0, 2), ['random.normal', 'dot']);
});

for (const width of [390, 1440]) {
  test(`nothing is wider than a screen of ${width} px`, async (t) => {
    const page = await open(t, 'good', { width, height: 900 });
    await run(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  });
}
