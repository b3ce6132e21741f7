// The common part of most commands: a program that drives one page of a headless browser.
import { exitCodeOf } from './check.mjs';
import { launch } from './launch.mjs';

/**
 * Runs `drive` with the page of a new browser. Where anything fails, prints the page's own errors and sets the exit code.
 * @param {(page: import('puppeteer-core').Page, complaints: string[]) => Promise<void>} drive `complaints`: the page's errors so far
 * @param {{check?: () => unknown} & Parameters<typeof launch>[0]} [options] `check` throws where the request is wrong, before a browser
 *   starts; the others are those of `launch`
 */
export async function withPage(drive, { check, ...options } = {}) {
  const complaints = [];
  let browser;
  try {
    await check?.();
    browser = await launch(options);
    const page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await drive(page, complaints);
  } catch (error) {
    for (const complaint of complaints) console.error(`page: ${complaint}`);
    console.error(`error: ${error.message}`);
    process.exitCode = exitCodeOf(error);
  } finally {
    await browser?.close();
  }
}
