// Obstacles for a keyboard, a screen reader and a narrow screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SMALL } from '../../xtask/browser/sizes.mjs';
import { open } from './harness.mjs';

const ready = (page) => page.evaluate(() => globalThis.asynclab.ready);
const focused = (page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement.closest('[data-experiment]')
      ? `${activeElement.closest('[data-experiment]').id} ${activeElement.tagName} ${activeElement.className}`.trim()
      : activeElement.tagName;
  });

test('the question keeps the focus when Enter opens it; Stop takes it during a run, and Run has it again', async (t) => {
  const { page } = await open(t);
  await ready(page);
  await page.focus('#queued summary');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#queued .run');
  assert.equal(await focused(page), 'queued SUMMARY');
  await page.$eval('#queued-n', (input) => {
    input.value = '64';
    input.dispatchEvent(new Event('input'));
  });
  await page.focus('#queued .run');
  await page.keyboard.press('Enter');
  assert.equal(await focused(page), 'queued BUTTON stop');
  await page.waitForSelector('#queued .finding', { timeout: 120_000 });
  await page.waitForFunction(() => document.activeElement.matches('#queued .run'));
});

test('a run is read out a few times, not at every tick of its clock', async (t) => {
  const { page } = await open(t);
  await ready(page);
  const said = await page.evaluate(async () => {
    let [count, ticks] = [0, 0];
    const watch = (selector, listener) =>
      new MutationObserver(listener).observe(document.querySelector(selector), {
        childList: true,
        characterData: true,
        subtree: true,
      });
    watch('#warmup .run-state [role=status]', () => (count += 1));
    watch('#warmup .status', () => (ticks += 1));
    const start = performance.now();
    await globalThis.asynclab.run('warmup', { parameters: { n: 192, repetitions: 6, rounds: 5 } });
    return { count, ticks, seconds: (performance.now() - start) / 1000 };
  });
  assert.ok(said.count >= 2 && said.count <= 4 + said.seconds / 5, JSON.stringify(said));
  assert.ok(said.ticks >= 2, JSON.stringify(said));
});

test('skip links lead to the experiment, and to its Run', async (t) => {
  const { page } = await open(t);
  await ready(page);
  for (const [tabs, place] of [
    [2, 'warmup SUMMARY'],
    [3, 'warmup BUTTON run'],
  ]) {
    await page.evaluate(() => document.activeElement.blur());
    await page.focus('.skip');
    for (let i = 1; i < tabs; i += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement.closest('#warmup'));
    assert.equal(await focused(page), place);
  }
});

for (const link of [
  'memory?colour=red',
  'hidden-sync?batches=0',
  'warmup?n=7',
  'nothing-of-the-kind',
])
  test(`a rejected setting of a link is reported in sight: ${link}`, async (t) => {
    const { page } = await open(t, { path: `#${link}`, viewport: { width: 390, height: 844 } });
    await page.waitForSelector('.notice .message[role=alert]');
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector('.notice .message').getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  });

/** Elements that extend beyond the right edge of the screen, without elements inside scrollable parts. */
const tooWide = (page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth > innerWidth
      ? Array.from(document.querySelectorAll('main *'))
          .filter(
            (one) =>
              one.getBoundingClientRect().right > innerWidth + 1 &&
              !one.closest('.scroll, pre, svg'),
          )
          .map((one) => `${one.tagName}.${one.className}`)
          .slice(0, 8)
      : [],
  );

test('no experiment, and no long word, is wider than a screen of 320 px', async (t) => {
  const long = 'a'.repeat(300);
  const { page } = await open(t, {
    path: `#warmup?${long}=1&hide=${long}`,
    viewport: { width: 320, height: 640 },
  });
  await page.waitForSelector('.notice .message');
  assert.deepEqual(await tooWide(page), [], 'a long wrong name');
  for (const name of Object.keys(SMALL)) {
    await page.evaluate(async (one) => {
      document.querySelector(`#${one} details`).open = true;
      while (!document.querySelector(`#${one} .recorded`))
        await new Promise((r) => setTimeout(r, 20));
      document.querySelector(`#${one} .recorded`).click();
      while (!document.querySelector(`#${one} .finding`))
        await new Promise((r) => setTimeout(r, 20));
    }, name);
    assert.deepEqual(await tooWide(page), [], name);
    for (const language of ['pytorch', 'mxnet']) {
      const tab = await page.$(`#${name}-tab-${language}`);
      await tab?.click();
      assert.deepEqual(await tooWide(page), [], `${name}, ${language}`);
    }
  }
});

test('results side by side are not wider than a screen of 320 px', async (t) => {
  const { page } = await open(t, { viewport: { width: 320, height: 640 } });
  await ready(page);
  const file = (name) =>
    fileURLToPath(new URL(`../../www/experiments/${name}/recording.json`, import.meta.url));
  const input = await page.$('.compare input[type=file]');
  const names = ['cpu-async', 'backpressure', 'warmup'];
  await input.uploadFile(...names.flatMap((name) => [file(name), file(name)]));
  await page.waitForSelector('.comparison table, .compared table');
  assert.deepEqual(await tooWide(page), []);
});

for (const language of ['en', 'zh', 'pt', 'ko'])
  test(`${language}: the bar of a phone cuts nothing off, and no menu shows the id of a machine`, async (t) => {
    const { page } = await open(t, {
      path: `?lang=${language}#queued`,
      viewport: { width: 320, height: 640 },
    });
    await ready(page);
    await page.waitForSelector('#queued-device');
    for (const width of [320, 390]) {
      await page.setViewport({ width, height: 640 });
      const cut = await page.$$eval('.topbar .adapter summary, .topbar button', (all) =>
        all
          .filter(
            (one) =>
              one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1,
          )
          .map((one) => one.innerText),
      );
      assert.deepEqual(cut, [], `${width} px`);
    }
    const devices = await page.$$eval('#queued-device option', (all) =>
      all.map((one) => one.textContent),
    );
    assert.equal(new Set(devices).size, devices.length);
    assert.deepEqual(
      devices.filter((text) => /machine|-(apple|card|firefox|safari)|unnudged/.test(text)),
      [],
    );
  });

test('before the first run there is no empty figure; with a result they are there', async (t) => {
  const { page } = await open(t);
  await ready(page);
  const shown = (name) =>
    page.$$eval(
      `#${name} .linked-figure`,
      (all) => all.filter((one) => one.checkVisibility()).length,
    );
  for (const name of ['warmup', 'hidden-sync']) {
    await page.$eval(`#${name} .experiment-body`, (body) => (body.open = true));
    await page.waitForSelector(`#${name} .nothing`);
    assert.equal(await shown(name), 0);
    const { height } = await (await page.$(`#${name} .nothing`)).boundingBox();
    assert.ok(height < 150, `${height} px of nothing`);
    await page.$eval(`#${name} button.recorded`, (button) => button.click());
    await page.waitForSelector(`#${name} .finding`);
    assert.ok((await shown(name)) >= 1);
  }
});
