// The experiment in an iframe: sized to its content where the page has the lab's script, and sandboxed as in learning-management
// systems.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SAMPLE, snippet } from '../../www/embed/snippets.js';
import { courseHost, filledExample, labHost } from './hosts.mjs';
import { assertRuns, findElement, findFrame, visit } from './reader.mjs';
import { firefox } from './tools.mjs';

/** On the CPU, since Firefox may have no adapter where there is no GPU. The frame is the subject. */
const ON_CPU = { ...SAMPLE, device: 'cpu' };

for (const [browser, attributes, skip] of [
  ['chromium', SAMPLE, false],
  ['firefox', ON_CPU, firefox.missing],
]) {
  test(
    `an iframe runs an experiment in ${browser}, as high as its content`,
    { skip },
    async (t) => {
      const lab = await labHost(t);
      const folder = filledExample(t, 'iframe', {
        snippet: snippet('iframe', lab.address, attributes),
      });
      const { page, errors } = await visit(t, await courseHost(t, folder), browser);
      const frame = await findFrame(page, lab.address);
      await assertRuns(await findElement(frame), attributes);
      for (const width of [1000, 400]) {
        await page.setViewport({ width, height: 800 });
        await page.waitForFunction(() => document.readyState === 'complete');
        const fits = await fitted(page, frame);
        assert.ok(fits.within <= 2, `${fits.outer} px high, its content ${fits.inner}`);
      }
      assert.deepEqual(errors, []);
    },
  );

  test(`the element runs an experiment in ${browser}`, { skip }, async (t) => {
    const lab = await labHost(t);
    const { origin } = new URL(lab.address);
    const line = snippet('html', lab.address, attributes);
    const folder = filledExample(t, 'html', { snippet: line, origin });
    const { page, errors } = await visit(t, await courseHost(t, folder), browser);
    await assertRuns(await findElement(page), attributes);
    assert.deepEqual(errors, []);
  });
}

// The `sandbox` attributes that systems add to a teacher's iframe. Without `allow-same-origin` a document has no storage, and even
// its own host is another origin.
for (const sandbox of ['allow-scripts allow-same-origin', 'allow-scripts']) {
  test(`an iframe with sandbox="${sandbox}" runs an experiment`, async (t) => {
    const lab = await labHost(t);
    const folder = filledExample(t, 'lms', { snippet: snippet('lms', lab.address) });
    const file = join(folder, 'index.html');
    const sandboxed = readFileSync(file, 'utf8').replace('<iframe', `<iframe sandbox="${sandbox}"`);
    writeFileSync(file, sandboxed);
    const { page, errors } = await visit(t, await courseHost(t, folder));
    const frame = await findFrame(page, lab.address);
    const opaque = (await frame.evaluate(() => globalThis.origin)) === 'null';
    assert.equal(opaque, !sandbox.includes('allow-same-origin'));
    await assertRuns(await findElement(frame), SAMPLE);
    assert.deepEqual(errors, []);
  });
}

/** The heights of the iframe and of its content in CSS pixels, once they agree or after five seconds. */
async function fitted(page, frame) {
  for (let attempt = 0; ; attempt += 1) {
    const outer = await page.$eval('iframe', (iframe) => iframe.clientHeight);
    const inner = await frame.evaluate(
      () => document.documentElement.getBoundingClientRect().height,
    );
    const within = Math.abs(outer - inner);
    if (within <= 2 || attempt === 50) return { outer, inner, within };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
