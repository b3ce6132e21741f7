// The page with the real engine in a real browser: its claims, its drawings, and its errors. Only orders and invariants
// are tested, since times depend on the machine.
// Alone: it compares times.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lanesOf } from '../../www/charts/lanes.js';
import { changedSite } from './fixtures/site.mjs';
import { open, site } from './harness.mjs';
import { assertResult } from './result-schema.mjs';

const TINY = { n: 96, repetitions: 6, rounds: 6, seed: 7 };

let changed;
before(async () => {
  await site(); // builds the engine if it is not built
  changed = await changedSite();
});
after(() => changed.close());

const section = '[data-experiment="warmup"]';
const state = (page) => page.$eval(section, (element) => element.dataset.state);
const text = (page, selector) => page.$eval(selector, (element) => element.innerText);

/** Runs through the driver. Returns the answer, or the code of the error. */
const run = (page, options = {}) =>
  page.evaluate(
    (given) =>
      globalThis.asynclab.run('warmup', given).then(
        ({ result, lines, table }) => ({ result, lines, table }),
        ({ code, message }) => ({ code, message }),
      ),
    { parameters: TINY, ...options },
  );

/** Fills the form as a reader would and presses Run. Resolves when the run is over. */
async function pressRun(page, { n, repetitions, rounds, seed }) {
  await page.evaluate(() => globalThis.asynclab.ready);
  await page.$eval('form.controls details', (details) => details.setAttribute('open', ''));
  for (const [name, value] of Object.entries({ n, repetitions, rounds, seed })) {
    await page.$eval(`#warmup-${name}`, (input) => input.select());
    await page.type(`#warmup-${name}`, String(value));
  }
  await page.locator('button.run').click();
  await page.waitForFunction(
    (selector) => document.querySelector(selector).dataset.state !== 'running',
    { timeout: 0 },
    section,
  );
}

/**
 * The number of pixels of a canvas, between two heights in CSS pixels, that have the colour of a lane. Without a lane, the
 * number of pixels of translucent lines (hairlines of the grid are opaque, the gap is fainter).
 */
const drawn = (page, canvas, { top, bottom }, lane) =>
  page.$eval(
    canvas,
    (element, from, to, name) => {
      element.style.color = `var(--${name})`;
      const wanted = getComputedStyle(element).color.match(/\d+/g).map(Number).slice(0, 3);
      element.style.color = '';
      const ratio = element.height / element.getBoundingClientRect().height;
      const margin = Math.round(90 * ratio); // beside the lanes’ names
      const { data } = element
        .getContext('2d')
        .getImageData(margin, from * ratio, element.width - margin, (to - from) * ratio);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        const [alpha, near] = [
          data[i + 3],
          wanted.every((part, k) => Math.abs(part - data[i + k]) < 24),
        ];
        if (name ? near && alpha > 100 : alpha > 60 && alpha < 250) count += 1;
      }
      return count;
    },
    top,
    bottom,
    lane ?? '',
  );

for (const device of ['webgpu', 'cpu']) {
  test(`the warm-up on ${device}: control is back before the work is done`, async (t) => {
    const { page, errors } = await open(t);
    const { result, lines, table, ...failure } = await run(page, { device });
    assert.deepEqual(failure, {});
    const way = (name) => result.ways.find((one) => one.way === name);
    for (const { samples, low, median, high } of result.ways) {
      assert.equal(samples.length, TINY.rounds);
      assert.ok(samples.every((time) => time >= 0));
      assert.ok(low <= median && median <= high);
    }
    assert.ok(way('enqueued').median < way('waited').median);
    assert.equal(result.device, device);
    assert.deepEqual(result.parameters, TINY);
    assert.equal(result.info.device, device);
    assert.equal(lines.length, result.measures.ended.value > 0 ? 6 : 5);
    assert.equal(table.rows.length, 3);
    assert.match(result.finding.key, /^(found|coarse|unsteady)$/);
    assertResult(result);
    checkTrace(result.trace);
    assert.deepEqual(errors, []);
  });
}

/** Checks invariants of every trace on any device. */
function checkTrace(trace) {
  const { enqueued, decoded, submitted, started, ended, completed, inputOffsets, inputs } = trace;
  assert.equal(enqueued.length, 2 * TINY.repetitions);
  const timed = started[0] !== null;
  for (let i = 0; i < enqueued.length; i += 1) {
    assert.ok(enqueued[i] <= decoded[i], `operation ${i} was decoded before it was enqueued`);
    assert.ok(decoded[i] <= submitted[i], `operation ${i} was submitted before it was decoded`);
    assert.ok(submitted[i] <= completed[i], `operation ${i} was done before it was submitted`);
    if (i > 0) assert.ok(enqueued[i - 1] <= enqueued[i]);
    if (timed) assert.ok(started[i] <= ended[i]);
    for (const input of inputs.slice(inputOffsets[i], inputOffsets[i + 1])) assert.ok(input < i);
  }
  assert.ok(trace.waits.length > 0);
  for (const { from, to } of trace.waits) assert.ok(from <= to);
}

test('a reader presses Run: table, finding and figure are there', async (t) => {
  const { page, errors } = await open(t);
  const [timeline, series] = [
    `${section} canvas[data-chart=timeline]`,
    `${section} canvas[data-chart=series]`,
  ];
  const places = lanesOf(1);
  const lanes = { ...places, device: places.devices[0].work };
  await page.waitForSelector(timeline); // the first experiment opens by itself
  const room = { top: lanes.backend.bottom + 8, bottom: lanes.devices[0].queue.top - 8 };
  const there = () => page.$eval(timeline, (canvas) => canvas.checkVisibility());
  assert.equal(await there(), false, 'there is no figure before anything is measured');

  await pressRun(page, TINY);
  assert.ok(
    ['found', 'coarse'].includes(await state(page)),
    await text(page, `${section} .notice`),
  );
  const rows = await page.$$eval('table.ways tbody tr', (all) =>
    all.map((row) => [...row.cells].map((cell) => cell.innerText)),
  );
  assert.deepEqual(
    rows.map(([way]) => way),
    ['blocking, on the CPU', 'asynchronous, not waited for', 'asynchronous, waited for'],
  );
  const median = (row) => Number(rows[row][1].replaceAll(',', ''));
  assert.ok(median(1) < median(2));
  assert.match(await text(page, '.finding'), /\d/);
  for (const name of ['frontend', 'backend', 'device']) {
    assert.ok((await drawn(page, timeline, lanes[name], name)) > 50, `the ${name} lane is empty`);
  }
  assert.ok((await drawn(page, timeline, room)) > 50, 'the operations are not linked');
  for (const name of ['frontend', 'device']) {
    const curve = await drawn(page, series, { top: 0, bottom: 200 }, name);
    assert.ok(curve > 200, `the ${name}’s curve is missing`);
  }
  assert.match(await page.$eval(timeline, (canvas) => canvas.ariaLabel), /12 operations enqueued/);
  assert.deepEqual(errors, []);
});

test('the automatic size suits the device', async (t) => {
  const { page } = await open(t);
  const { result } = await run(page, { parameters: { rounds: 2, repetitions: 2 } });
  assert.ok(Number.isInteger(result.parameters.n) && result.parameters.n >= 32);
});

test('the same seed, run twice, asks for the same work', async (t) => {
  const { page } = await open(t);
  const traces = [await run(page), await run(page)].map(({ result }) => result.trace);
  assert.deepEqual(traces[0].op, traces[1].op);
  assert.deepEqual(traces[0].inputs, traces[1].inputs);
});

/** Presses the button of a message that has this text. */
const press = (page, message, name) =>
  page.$$eval(
    `${message} button`,
    (all, wanted) => all.find((one) => one.innerText.includes(wanted)).click(),
    name,
  );

test('no WebGPU: the page says so, offers the CPU, and the CPU works', async (t) => {
  const page = await openChanged(t, 'without-gpu');
  await page.waitForSelector('.message[data-code="NO_WEBGPU"]');
  assert.match(await text(page, '.message[role=alert]'), /no WebGPU/);
  await press(page, '.message', 'CPU');
  await page.waitForFunction(() =>
    document.querySelector('.topbar summary').innerText.includes('CPU'),
  );
  assert.equal(await page.$('.message'), null);
  assert.equal(await page.$eval('#warmup-device', (select) => select.value), 'cpu');
  await pressRun(page, TINY);
  assert.ok(['found', 'coarse'].includes(await state(page)));
});

test('no WebGPU and Run pressed all the same: one click runs it on the CPU', async (t) => {
  const page = await openChanged(t, 'without-gpu');
  assert.equal((await run(page)).code, 'NO_WEBGPU');
  assert.equal(await state(page), 'failed');
  await press(page, `${section} .message`, 'CPU');
  await page.waitForFunction(
    (selector) => !['running', 'failed'].includes(document.querySelector(selector).dataset.state),
    { timeout: 0 },
    section,
  );
  assert.equal(await page.$(`${section} .message`), null);
});

test('the device is lost in the middle of a run: the page says so, and Run works again', async (t) => {
  const page = await openChanged(t, 'losing');
  assert.ok((await run(page)).result);
  const found = await text(page, '.finding');
  const failed = page.evaluate(() =>
    globalThis.asynclab
      .run('warmup', { parameters: { n: 256, repetitions: 4, rounds: 100 } })
      .then(String, ({ code }) => code),
  );
  await page.waitForFunction(
    () => /round [2-9]/.test(document.querySelector('.status').innerText),
    { timeout: 0 },
  );
  await page.evaluate(() => new BroadcastChannel('device').postMessage('lose'));
  assert.equal(await failed, 'DEVICE_LOST');
  assert.match(await text(page, '.message[role=alert]'), /device was lost/);
  assert.equal(await text(page, '.finding'), found, 'the last good result stays');
  assert.ok((await run(page)).result);
  assert.equal(await page.$('.message'), null);
});

/** Opens the page with a change. */
async function openChanged(t, change) {
  const { page } = await open(t, { path: `${changed.address}${change}/` });
  return page;
}
