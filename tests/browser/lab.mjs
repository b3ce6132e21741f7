// Runs programs that use the public API in a real browser, on a page of the site or in a worker of that page.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { sources } from './harness.mjs';
import { patient } from './fixtures/patient.mjs';

export const DEVICES = ['webgpu', 'cpu', 'sim'];

let browser;
after(async () => (await browser)?.close());

/**
 * An empty page of the site, on which a test runs programs. It closes with the test.
 * @param {import('node:test').TestContext} t
 * @param {(page: import('puppeteer-core').Page) => Promise<void>} [before] runs before the page is loaded
 */
export async function blank(t, before) {
  browser ??= launch();
  const page = await patient((await browser).newPage());
  t.after(() => page.close());
  await before?.(page);
  // Any file of the site suffices: it is an isolated document of the site's origin, without scripts.
  await page.goto(new URL('www/asynclab.js', await sources()).href);
  return page;
}

/**
 * Runs `fn(api, ...args)` on a page's main thread. `api` has the exports of /www/asynclab.js, and `thrown(fn)` and
 * `rejected(fn)`, which return the error of a call or of its promise.
 * @param {import('puppeteer-core').Page} page
 * @param {(api: any, ...args: any[]) => any} fn is sent as text, and cannot use variables of its module
 * @param {...any} args JSON
 * @returns {Promise<any>} the function's result, by value
 */
export const onPage = (page, fn, ...args) => page.evaluate(program(page, fn, args));

/** As `onPage`, in a worker of the page. */
export const inWorker = (page, fn, ...args) =>
  page.evaluate(
    async (source) => {
      const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
      const worker = new Worker(url);
      try {
        return await new Promise((resolve, reject) => {
          worker.onmessage = ({ data: { value, error } }) =>
            error ? reject(new Error(error)) : resolve(value);
          worker.onerror = ({ message }) => reject(new Error(message));
        });
      } finally {
        worker.terminate();
      }
    },
    `${program(page, fn, args)}.then(
      (value) => postMessage({ value }),
      (error) => postMessage({ error: String(error.stack) }))`,
  );

/** Runs `fn` in the place of the frontend: the page or a worker. */
export const run = (place, ...rest) => (place === 'worker' ? inWorker : onPage)(...rest);

function program(page, fn, args) {
  const address = new URL('/www/asynclab.js', page.url()).href;
  return `(async () => {
    const api = await import(${JSON.stringify(address)});
    const described = (error) => ({
      code: error.code, message: error.message, typed: error instanceof api.LabError && error instanceof Error,
    });
    const thrown = (call) => { try { call(); } catch (error) { return described(error); } };
    const rejected = async (call) => { try { await call(); } catch (error) { return described(error); } };
    return (${fn})({ ...api, thrown, rejected }, ...${JSON.stringify(args)});
  })()`;
}

/**
 * Collects garbage until the page's `globalThis.lab` holds no bytes, at most a hundred times.
 * @param {import('puppeteer-core').Page} page
 * @returns {Promise<number>} the bytes it still holds
 */
export async function usedAfterCollection(page) {
  const tools = await page.createCDPSession();
  for (let attempt = 0; ; attempt += 1) {
    await tools.send('HeapProfiler.collectGarbage');
    const left = await onPage(page, async () => {
      await new Promise((resolve) => setTimeout(resolve));
      await globalThis.lab.waitAll();
      return globalThis.lab.memory().used;
    });
    if (left === 0 || attempt === 100) return left;
  }
}

/** Asserts that an error has this code, and that its message matches all patterns. */
export function assertError(error, code, ...patterns) {
  assert.ok(error, `nothing was thrown, not even ${code}`);
  assert.equal(error.code, code, error.message);
  assert.ok(error.typed, `${error.message} is no LabError`);
  for (const pattern of patterns) assert.match(error.message, pattern);
}
