// The core of the page in Firefox: it loads, an experiment runs, its charts are drawn. Firefox's WebGPU may have no adapter on a
// machine without a GPU, so the CPU device computes. The page is the subject.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { found } from './fixtures/firefox.mjs';
import { site } from './harness.mjs';
import { patient } from './fixtures/patient.mjs';

// Continuous integration installs Firefox, so the tests fail there without it.
const options = found || process.env.CI === 'true' ? {} : { skip: 'Firefox is not installed' };

let browser;
after(async () => (await browser)?.close());

/** @param {import('node:test').TestContext} t */
async function openInFirefox(t, path = '') {
  browser ??= launch({ browser: 'firefox' });
  const page = await patient((await browser).newPage());
  t.after(() => page.close());
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(new URL(path, await site()).href);
  await page.waitForFunction(() => globalThis.asynclab, { polling: 50 });
  return { page, errors };
}

const run = (page, name, parameters) =>
  page.evaluate(
    async (experiment, asked) => {
      const { result, table, lines } = await globalThis.asynclab.run(experiment, asked);
      return { info: result.info, rows: table.rows.length, lines };
    },
    name,
    { device: 'cpu', parameters },
  );

/** The number of colours of each canvas of an experiment once it is drawn. A blank canvas has one. */
const coloursOf = (page, name) =>
  page.evaluate(async (experiment) => {
    const drawn = () =>
      [...document.querySelectorAll(`[data-experiment="${experiment}"] canvas`)].filter(
        // A chart without data is hidden.
        (canvas) => canvas.getClientRects().length > 0,
      );
    for (let i = 0; i < 100 && drawn().length === 0; i += 1)
      await new Promise((next) => setTimeout(next, 50));
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 100)));
    return drawn().map((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  }, name);

for (const [name, parameters] of [
  ['warmup', { n: 32, repetitions: 4, rounds: 2 }],
  ['queued', {}],
]) {
  test(`${name} runs in Firefox and its charts are drawn`, options, async (t) => {
    const { page, errors } = await openInFirefox(t, `#${name}`);
    const { info, rows } = await run(page, name, parameters);
    assert.match(info.browser, /Firefox/);
    assert.ok(rows > 0);
    const colours = await coloursOf(page, name);
    assert.ok(colours.length > 0, 'there are charts');
    assert.ok(Math.min(...colours) > 2, `colours of each canvas: ${colours}`);
    assert.deepEqual(errors, []);
  });
}

test('the sandbox keeps the network out in Firefox too', options, async (t) => {
  const { page } = await openInFirefox(t);
  const program = `import { connect } from './www/asynclab.js';
const lab = await connect();
const reached = await fetch(${JSON.stringify(await site())}).then(() => true, () => false);
console.log(reached, origin, await lab.nd.ones([3]).sum().item());`;
  const { lines } = await run(page, 'sandbox', { program, record: 'nothing' });
  assert.deepEqual(lines, ['false null 3']);
});

test('a link is restored in Firefox, and runs nothing by itself', options, async (t) => {
  const { page, errors } = await openInFirefox(t, '#queued?n=64&device=cpu&seed=7&lang=pt');
  const restored = await page.waitForFunction(
    () => {
      const [n, seed, device] = ['n', 'seed', 'device'].map((name) =>
        document.querySelector(`#queued [data-control="${name}"] :is(input, select)`),
      );
      return n?.value && { n: n.value, seed: seed.value, device: device.value };
    },
    { polling: 50 },
  );
  assert.deepEqual(await restored.jsonValue(), { n: '64', seed: '7', device: 'cpu' });
  assert.equal(await page.$eval('html', (html) => html.lang), 'pt');
  assert.equal(await page.$eval('#queued', (section) => section.dataset.state), 'idle');
  assert.deepEqual(errors, []);
});
