// Shared by page tests: the address of the served site, and pages in a real browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { patient } from './fixtures/patient.mjs';
import { startPython } from './fixtures/started.mjs';

let server;
let starting;
let browser;
// At the top level, because a hook that is registered within a test ends with that test.
after(async () => {
  await (await browser)?.close();
  server?.kill();
});

/**
 * The address of the page, with a trailing slash. `cargo xtask test` serves the site as `dist` writes it, as for readers, which
 * opens in half the time. A test file that is run by hand (`node --test tests/browser/page.test.mjs`) serves the checkout.
 * @returns {Promise<string>}
 */
export const site = async () => process.env.ASYNCLAB_SITE ?? sources();

/**
 * The address of the checkout, for tests that load or change a single module: the built site's files have other names.
 * @returns {Promise<string>} with a trailing slash
 */
export async function sources() {
  return process.env.ASYNCLAB_SOURCES ?? (starting ??= serve());
}

/**
 * Opens a page of the site for a new reader, in a new profile, where nothing is kept from another test. It closes with the
 * test. All tests of a file share one browser, since starting a browser takes longer than most tests.
 * @param {import('node:test').TestContext} t
 * @param {object} [options]
 * @param {string} [options.path] below the site's address, or a whole address
 * @param {object} [options.viewport] Puppeteer's viewport
 * @param {(page: import('puppeteer-core').Page) => Promise<void>} [options.before] runs before the page is loaded
 * @param {boolean} [options.isChecked] whether its Python checks that each handle of the engine has one owner, which takes time
 * @param {boolean} [options.isStarted] whether Python begins from the memory snapshot of a started Python, where the suite has one.
 *   Otherwise it starts as for readers
 * @returns {Promise<{page: import('puppeteer-core').Page, errors: string[]}>} the page once loaded, and a list that
 *   grows by each uncaught exception, console error and failed request
 */
export async function open(
  t,
  { path = '', viewport, before, isChecked = true, isStarted = true } = {},
) {
  browser ??= launch();
  const profile = await (await browser).createBrowserContext();
  t.after(() => profile.close());
  const page = await patient(profile.newPage());
  if (viewport) await page.setViewport(viewport);
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('requestfailed', (request) =>
    errors.push(`${request.url()}: ${request.failure()?.errorText}`),
  );
  if (isChecked) await page.evaluateOnNewDocument(() => (globalThis.asynclabOwnership = true));
  const address = URL.canParse(path) ? path : new URL(path, await site()).href;
  if (isStarted) await startPython(page, address);
  await before?.(page);
  await page.goto(address);
  return { page, errors };
}

async function serve() {
  server = spawn('cargo', ['xtask', 'serve', '--port', '0'], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(server, 'exit').then(([code]) => {
    throw new Error(`\`cargo xtask serve\` ended with ${code}`);
  });
  const answered = once(createInterface(server.stdout), 'line');
  const [line] = await Promise.race([answered, gone]);
  return line.match(/http:\S+/)[0];
}
