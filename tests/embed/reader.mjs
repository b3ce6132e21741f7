// A reader of a course: opens its page in a real browser, finds the experiment and runs it.
import assert from 'node:assert/strict';
import { launch } from '../../xtask/browser/launch.mjs';

/** The limit of waits, ms, with a software GPU on a busy machine. */
const PATIENCE = 120_000;

/** Options of waits. A wait for visible elements polls in every animation frame: mutations in shadow roots would not be reported. */
const seen = { visible: true, timeout: PATIENCE };

/**
 * @typedef {object} Visit
 * @property {import('puppeteer-core').Page} page
 * @property {string[]} errors grows by each uncaught exception, each console error, and each request that the page's policy blocked
 */

/**
 * Opens a page in a fresh browser, which closes with the test.
 * @param {import('node:test').TestContext} t
 * @param {string} address
 * @param {'chromium'|'firefox'} [name]
 * @returns {Promise<Visit>}
 */
export async function visit(t, address, name = 'chromium') {
  const browser = await launch({ browser: name });
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(address);
  return { page, errors };
}

/**
 * Finds the element anywhere in a page, also in other widgets' shadow roots, but not in frames.
 * @param {import('puppeteer-core').Page | import('puppeteer-core').Frame} document
 * @throws {Error} with the page's text, if the element is missing
 */
export async function findElement(document) {
  try {
    return await document.waitForSelector('>>> async-lab:defined', seen);
  } catch (cause) {
    const text = await document.evaluate(() => globalThis.document.body.innerText.slice(0, 2000));
    throw new Error(`there is no async-lab; the page says: ${text}`, { cause });
  }
}

/**
 * The document that a page frames.
 * @param {import('puppeteer-core').Page} page
 * @param {string} lab its address
 * @returns {Promise<import('puppeteer-core').Frame>}
 */
export const findFrame = (page, lab) =>
  page.waitForFrame((frame) => frame.url().startsWith(`${lab}embed.html`), { timeout: PATIENCE });

/**
 * Presses Run as a reader would, and waits until the element reports the outcome.
 * @param {import('puppeteer-core').ElementHandle} element
 * @returns {Promise<{state: string, result?: object, failure?: {code: string, message: string}, finding?: string,
 *   colours: number[], text: string}>} `colours` has the number of colours of each figure's canvas (a blank canvas has one);
 *   `text` is the element's whole text
 */
export async function runExperiment(element) {
  await element.scrollIntoView();
  const button = await element.waitForSelector('>>> [data-control="run"]:enabled', seen);
  // The listeners come before the click, since a blocked request fails at once.
  const events = await element.evaluateHandle((lab) => {
    const events = {};
    lab.addEventListener('error', ({ detail: { code, message } }) => {
      events.failure ??= { code, message };
    });
    lab.addEventListener('result', ({ detail: { experiment, parameters } }) => {
      events.result = { experiment, parameters };
    });
    return events;
  });
  await button.click();
  return element.evaluate(look, events, PATIENCE);
}

/** Runs inside the page. */
async function look(lab, events, patience) {
  const end = performance.now() + patience;
  while (!events.result && !events.failure && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await new Promise((resolve) => setTimeout(resolve, 300)); // charts are drawn with the next frames
  const shown = lab.shadowRoot;
  const canvases = [...shown.querySelectorAll('figure canvas')].filter(
    (canvas) => canvas.getClientRects().length > 0 && canvas.width > 0,
  );
  const colours = canvases.map((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  const finding = shown.querySelector('.finding[data-finding]')?.textContent.trim();
  return { ...events, state: lab.state, finding, colours, text: shown.textContent };
}

/**
 * Runs the experiment and checks that it has a result.
 * @param {import('puppeteer-core').ElementHandle} element
 * @param {{experiment: string, n: number}} attributes what the author wrote
 */
export async function assertRuns(element, attributes) {
  assert.equal(await element.evaluate((lab) => lab.result), null, 'nothing runs by itself');
  const { state, finding, result, colours, failure } = await runExperiment(element);
  assert.equal(failure, undefined);
  assert.equal(state, 'shown');
  assert.match(finding, /\d/, 'the finding has numbers');
  assert.equal(result.experiment, attributes.experiment);
  assert.equal(Number(result.parameters.n), attributes.n);
  assert.ok(colours.length > 0 && Math.min(...colours) > 2, `colours of each canvas: ${colours}`);
}
