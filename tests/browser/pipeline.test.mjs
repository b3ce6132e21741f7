// The pipeline that a reader drags on the page, and its model compared with the simulated device, operation by operation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schedule } from '../../www/kit/schedule.js';
import { open } from './harness.mjs';
import { blank, onPage } from './lab.mjs';

/** A link that sets the pipeline. Without it, the page displays no pipeline before a run. */
const BEGINNING = { path: '#improving?pipeline=2,6,4,6' };
const lengths = (page) =>
  page.$$eval('#improving .schedule .length', (all) =>
    all.map((one) => one.textContent.replace(/\D/g, '')),
  );
const there = (page) => page.waitForSelector('#improving .costs');

test('no schedule answers what the reader is about to guess', async (t) => {
  const { page, errors } = await open(t, { path: '#improving' });
  await page.waitForSelector('#improving .pipeline-container', { hidden: false });
  await page.waitForSelector('#improving .more-figures', { hidden: true }); // what is loaded behind all else is there
  assert.equal(await page.$('.pipeline, .schedule'), null);
  await page.evaluate(() =>
    globalThis.asynclab
      .run('improving', { device: 'sim', parameters: { rounds: 1 } })
      .then(() => undefined),
  );
  await there(page);
  assert.deepEqual(errors, []);
});

test('sliders change both schedules, by keyboard, and what they say is read out once', async (t) => {
  const { page, errors } = await open(t, BEGINNING);
  await there(page);
  assert.deepEqual(await lengths(page), ['72', '42']);
  await page.focus('#improving-pipeline-t2');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
  assert.deepEqual(await lengths(page), ['96', '66']);
  const [now, text] = await page.evaluate(() => [
    document.querySelector('#improving-pipeline-t2').getAttribute('aria-valuetext'),
    document.querySelector('#improving .pipeline [role=status]').textContent,
  ]);
  assert.match(now, /^10.µs$/);
  assert.match(text, /96.µs.*66.µs.*critical path/);
  assert.doesNotMatch(text, /\$/);
  assert.deepEqual(errors, []);
});

test('a bar is dragged as long as its cost, with the pointer', async (t) => {
  const { page } = await open(t, BEGINNING);
  await there(page);
  const svg = await page.$('#improving [data-mode=once] svg');
  await svg.scrollIntoView();
  const { x, y, width, height } = await svg.boundingBox();
  const device = y + (5 / 6) * height;
  // Drags the device's first bar 4 µs to the right, on an axis of 80 µs.
  await page.mouse.move(x + (5 / 80) * width, device);
  await page.mouse.down();
  await page.mouse.move(x + (9 / 80) * width, device, { steps: 4 });
  await page.mouse.up();
  assert.deepEqual(await lengths(page), ['96', '66']);
});

test('the address carries the state', async (t) => {
  const { page } = await open(t, { path: '#improving?pipeline=8,3,1,10,once' });
  await there(page);
  const [hidden, t1, text] = await page.$eval('#improving .pipeline', (figure) => [
    figure.querySelector('[data-mode=each]').hidden,
    figure.querySelector('[data-cost=t1] input').value,
    figure.querySelector('.path').textContent,
  ]);
  assert.deepEqual([hidden, t1], [true, '8']);
  assert.match(text, /all enqueues/);
  await page.focus('#improving-pipeline-n');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => location.hash.includes('pipeline=8,3,1,9,once'));
  assert.match(await page.evaluate(() => location.hash), /^#improving\?/);
});

test('costs that were measured are drawn after the run, and changes of them stand in the address', async (t) => {
  const { page } = await open(t, { path: '#improving' });
  await page.waitForSelector('#improving .opened');
  const order = await page.$eval('#improving .opened', (all) =>
    [...all.children].map(({ className }) => className.split(' ')[0]),
  );
  assert.ok(
    order.indexOf('pipeline-container') > order.indexOf('answer'),
    'after the guess and the run',
  );
  await page.evaluate(() =>
    globalThis.asynclab
      .run('improving', { device: 'sim', parameters: { t1: 2, t2: 20, t3: 500, rounds: 1 } })
      .then(() => undefined),
  );
  const costs = (here) =>
    here.$$eval('#improving .cost input', (all) =>
      all.map((input) => Number(Number(input.value).toPrecision(3))),
    );
  await page.waitForFunction(() => document.querySelector('#improving-pipeline-t3')?.value > 400);
  assert.deepEqual(await costs(page), [2, 20, 500, 6]);
  await page.focus('#improving-pipeline-t3');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => /pipeline=2,20,5\d\d/.test(location.hash));
  const address = await page.evaluate(() => location.href);
  const [, , t3] = await costs(page);
  assert.ok(t3 > 500);
  const other = await open(t, { path: address });
  await there(other.page);
  assert.deepEqual(await costs(other.page), [2, 20, t3, 6]);
});

test('both loops on the simulated device take as long as the schedules', async (t) => {
  const page = await blank(t);
  for (const [t1, t2, t3, n] of [
    [2, 6, 4, 6],
    [8, 3, 1, 10],
    [5, 5, 0, 4],
  ]) {
    const measured = await onPage(
      page,
      async ({ connect }, sim, count) => {
        const lab = await connect({ device: 'sim', sim, opsPerSubmit: 1 });
        const x = lab.nd.ones([1]);
        await lab.waitAll();
        let start = lab.now();
        for (let i = 0; i < count; i += 1) await x.add(1).waitToRead();
        const each = lab.now() - start;
        start = lab.now();
        for (let i = 0; i < count; i += 1) {
          x.add(1);
          await null; // leaves for the backend at once
        }
        await lab.waitAll();
        return { each, once: lab.now() - start };
      },
      { t1, t2, t3 },
      n,
    );
    for (const mode of ['each', 'once']) {
      const { total } = schedule({ t1, t2, t3 }, n, mode);
      assert.ok(
        Math.abs(measured[mode] - total) <= 0.01 * total,
        `${mode} ${[t1, t2, t3, n]}: ${measured[mode]} on the device, ${total} in the schedule`,
      );
    }
  }
});
