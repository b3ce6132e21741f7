// Takes pictures of every experiment after a small real run, in both themes and at the sizes of a phone, a laptop and a
// projector; of the top of the page, of presentation mode, and of the page's messages when something is missing.
// Its one argument is the request, as JSON: { url, out, device, names }, `out` being a folder, `device` null for each
// experiment's own. Where experiments are named, only they have pictures; "libraries" is the picture of two libraries side by side.
import { join } from 'node:path';
import { withHeartbeat } from './heartbeat.mjs';
import { launch } from './launch.mjs';
import { SMALL } from './sizes.mjs';

const SIZES = { phone: [390, 844], laptop: [1280, 800], projector: [1920, 1080] };
const THEMES = ['light', 'dark'];
const LIBRARIES = 'libraries';
/** Recordings that come with the page. */
const PAIR = ['tensorflow-once', 'onnx-once'];
const request = JSON.parse(process.argv[2]);
let taken = 0;

let browser;
try {
  browser = await launch();
  await withHeartbeat(all());
  console.log(`${taken} pictures in ${request.out}`);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser?.close();
}

async function all() {
  const page = await open();
  const names = await page.evaluate(() => globalThis.asynclab.experiments);
  const known = [...names, LIBRARIES];
  const unknown = request.names.find((name) => !known.includes(name));
  if (unknown)
    throw new Error(`there is no experiment "${unknown}"; there are ${known.join(', ')}`);
  if (request.names.length) {
    await page.close();
    for (const name of request.names) await (name === LIBRARIES ? libraries() : experiment(name));
    return;
  }
  await views(page, 'top');
  await page.click('.adapter summary');
  await views(page, 'top-clock');
  await page.close();
  for (const name of names) await experiment(name);
  await faults();
  await withoutGpu();
}

/** The timelines of one loop in two libraries side by side, as docs/watch.md has them. */
async function libraries() {
  const page = await open();
  await page.setViewport({ width: 2000, height: 1200 });
  await page.evaluate((pair) => (location.hash = `#compare?recording=${pair}`), PAIR.join(','));
  await page.waitForFunction(
    (count) => document.querySelectorAll('.watched canvas.chart').length >= 2 * count,
    {},
    PAIR.length,
  );
  // Only the figures: the document has their text.
  await page.$$eval(
    '.watched > :not(h3, .linked-figure), .watched :is(figcaption, .linked-figure details)',
    (all) => all.forEach((one) => one.remove()),
  );
  const views = await page.$('div:has(> .watched + .watched)');
  await views.screenshot({ path: join(request.out, `${LIBRARIES}.png`) });
  taken += 1;
  await page.close();
}

/**
 * The page, ready or with its message.
 * @param {import('puppeteer-core').Browser} [inBrowser]
 * @param {(page: import('puppeteer-core').Page) => Promise<void>} [before]
 */
async function open(inBrowser = browser, before = undefined) {
  const page = await inBrowser.newPage();
  await before?.(page);
  await page.goto(request.url);
  await page.waitForFunction(() => globalThis.asynclab !== undefined, { polling: 50 });
  await page.evaluate(() => globalThis.asynclab.ready.catch(() => {}));
  return page;
}

async function experiment(name) {
  console.error(`» ${name}`);
  const page = await open();
  const section = `[data-experiment="${name}"]`;
  const failure = await page.evaluate(
    (...[run, options]) =>
      globalThis.asynclab.run(run, options).then(
        () => null,
        ({ code, message }) => `${code}: ${message}`,
      ),
    name,
    { parameters: SMALL[name] ?? {}, device: request.device ?? undefined },
  );
  if (failure) console.error(`page: ${name}: ${failure}`);
  await views(page, name, section);
  await page.$eval(section, (element) => element.scrollIntoView());
  await present(page, name);
  await page.close();
}

/** Presentation mode, as the button and its keys make it. */
async function present(page, name) {
  await page.setViewport({ width: 1280, height: 800 });
  await page.waitForFunction(
    (wanted) => document.querySelector('[aria-current]')?.hash === `#${wanted}`,
    { polling: 50 },
    name,
  );
  await page.click('.topbar .present');
  await page.waitForSelector('.present-bar');
  await views(page, `${name}-presented`);
}

/** The page where there is no GPU. */
async function withoutGpu() {
  const other = await launch({ adapter: 'software', flags: ['--disable-software-rasterizer'] });
  try {
    await views(await open(other), 'without-gpu');
  } finally {
    await other.close();
  }
}

/** The page's messages on a value out of range, and on a thread that does not start. */
async function faults() {
  const page = await open();
  await page.type('#warmup-n', '5000');
  await page.click('[data-experiment="warmup"] .run');
  await views(page, 'out-of-range', '[data-experiment="warmup"] .controls');
  await page.close();
  const broken = await open(browser, async (opened) => {
    await opened.setRequestInterception(true);
    opened.on('request', (asked) =>
      asked.url().endsWith('/experiment-worker.js') ? asked.abort() : asked.continue(),
    );
  });
  await views(broken, 'without-thread');
  await broken.close();
}

/** Pictures in every size and theme; of one element, or of what the window shows. */
async function views(page, name, selector) {
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewport({ width, height });
    for (const theme of THEMES) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const path = join(request.out, `${name}-${size}-${theme}.png`);
      // The bar would cover a part of a picture that is taller than the window.
      await page.$eval(
        '.topbar',
        (bar, still) => (bar.style.position = still ? 'static' : ''),
        !!selector,
      );
      await (selector ? await page.$(selector) : page).screenshot({ path });
      taken += 1;
    }
  }
}
