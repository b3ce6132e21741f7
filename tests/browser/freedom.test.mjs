// The value of free time: the page draws frames while work is queued, and cannot while its own thread computes.
// Alone: it compares times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

/** Presses one of the two buttons and reads its sentence: the longest pause between two frames, ms, and the number of frames. */
async function pressed(page, index) {
  const before = await page.$eval('#warmup .freedom .status', (status) => status.textContent);
  const buttons = await page.$$('#warmup .freedom button');
  await buttons[index].click();
  await page.waitForFunction(
    (old) => {
      const text = document.querySelector('#warmup .freedom .status').textContent;
      return text !== old && /\d/.test(text);
    },
    {},
    before,
  );
  const text = await page.$eval('#warmup .freedom .status', (status) => status.textContent);
  const times = Array.from(text.matchAll(/([\d.,]+)\s(µs|ms|s)\b/g), ([, value, unit]) => {
    return Number(value.replace(',', '')) * { µs: 1e-3, ms: 1, s: 1000 }[unit];
  });
  return { text, returned: times[0], longest: times.at(-1) };
}

for (const motion of ['no-preference', 'reduce'])
  test(`blocked, no frame is drawn; queued, frames go on (motion: ${motion})`, async (t) => {
    const { page, errors } = await open(t, {
      before: (page) =>
        page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: motion }]),
    });
    await page.evaluate(() => globalThis.asynclab.ready);
    // The part appears with the first result, since it contains the answer.
    assert.equal(
      await page.$eval('#warmup .freedom', (part) => part.checkVisibility()).catch(() => false),
      false,
    );
    await page.evaluate(() =>
      globalThis.asynclab.run('warmup', {
        parameters: { n: 16, repetitions: 2, rounds: 1 },
        device: 'cpu',
      }),
    );
    await page.waitForSelector('#warmup .freedom', { visible: true });
    const moves = () => page.$eval('#warmup .dot', (dot) => dot.style.insetInlineStart);
    const blocking = await pressed(page, 0);
    const queued = await pressed(page, 1);
    assert.equal((await moves()) !== '', motion !== 'reduce');
    assert.ok(queued.returned < blocking.returned, `${queued.text}\n${blocking.text}`);
    assert.ok(queued.longest < blocking.longest, `${queued.text}\n${blocking.text}`);
    // No frame is drawn during a call that blocks.
    assert.ok(blocking.longest >= 0.95 * blocking.returned, blocking.text);
    t.diagnostic(blocking.text);
    t.diagnostic(queued.text);
    assert.deepEqual(errors, []);
  });
