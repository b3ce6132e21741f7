// The adapter that a browser computes on: software, which is the same on every machine, or the machine's own GPU.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';

/** @typedef {'software'|'hardware'} Kind */
/** @typedef {{name: string, software: boolean}} Adapter */

/** Kinds by what a command asks for, in the order in which they are tried. @type {Record<string, Kind[]>} */
const KINDS = { software: ['software'], hardware: ['hardware'], auto: ['hardware', 'software'] };

/** A browser that has not answered after this long, ms, has no adapter. */
const PATIENCE = 20_000;

/** Device files of GPUs on Linux: of its own drivers, of NVIDIA's, of WSL, and of phones. */
const GPUS = [
  '/dev/dri',
  '/dev/nvidia0',
  '/dev/nvhost-gpu',
  '/dev/dxg',
  '/dev/mali0',
  '/dev/kgsl-3d0',
];

/**
 * Whether the machine may have a GPU. Where it has none, a browser that is started on a GPU searches for one until the time limit.
 * @param {string} [platform] Node's
 * @param {(path: string) => boolean} [exists]
 */
export function mayHaveGpu(platform = process.platform, exists = existsSync) {
  return platform !== 'linux' || GPUS.some((path) => exists(path));
}

/**
 * Starts a browser on the adapter that is asked for, and reports on standard error which one it is.
 * @param {string} choice `software`, `hardware` or `auto`: the machine's own GPU where the browser offers it, else software
 * @param {string} name the browser's, for the report
 * @param {(kind: Kind) => Promise<import('puppeteer-core').Browser>} start
 * @param {(browser: import('puppeteer-core').Browser) => Promise<Adapter|null>} [examine] the adapter of a browser's pages
 * @param {() => boolean} [mayBe] whether there may be a GPU
 * @returns {Promise<{browser: import('puppeteer-core').Browser, kind: Kind}>} the browser is to be closed by the caller
 * @throws {Error} where the browser offers no adapter of the kind that is asked for
 */
export async function startOn(choice, name, start, examine = adapterOf, mayBe = mayHaveGpu) {
  const kinds = KINDS[choice];
  if (!kinds) throw new Error(`ASYNCLAB_ADAPTER is ${choice}; give software, hardware or auto`);
  let found = null;
  for (const kind of kinds) {
    if (kind === 'hardware' && !mayBe()) continue;
    const browser = await start(kind);
    found = await examine(browser).catch(() => null);
    // Some browsers offer no choice: with `auto`, whatever is there is right.
    if (fits(kind, found) || (kind !== choice && kind === kinds.at(-1))) {
      console.error(`adapter: ${described(found)}${kind === choice ? '' : ` [${choice}]`}`);
      return { browser, kind };
    }
    await browser.close();
  }
  const remedy =
    choice === 'hardware' ? 'See chrome://gpu or about:support, or' : 'Leave it out, or';
  throw new Error(
    `--adapter ${choice}: ${name} offers ${found ? described(found) : 'no adapter'}. ${remedy} give --adapter auto.`,
  );
}

/** Whether an adapter is of a kind. `null` counts as software, since some devices need none. @param {Kind} kind @param {Adapter|null} adapter */
function fits(kind, adapter) {
  return kind === 'hardware' ? adapter?.software === false : adapter?.software !== false;
}

/** @param {Adapter|null} adapter */
function described(adapter) {
  return adapter ? `${adapter.name} (${adapter.software ? 'software' : 'hardware'})` : 'none';
}

/** The adapter of the browser's pages. @param {import('puppeteer-core').Browser} browser @returns {Promise<Adapter|null>} */
async function adapterOf(browser) {
  // WebGPU exists only in secure contexts, such as this machine's own pages.
  const host = createServer((_, response) => response.setHeader('content-type', 'text/html').end());
  await once(host.listen(0, '127.0.0.1'), 'listening');
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${host.address().port}/`);
    const info = await page.evaluate(infoInPage, PATIENCE);
    return info && adapterFrom(info);
  } finally {
    await page.close();
    host.close();
  }
}

/** Runs inside the page. @param {number} patience ms */
async function infoInPage(patience) {
  const late = new Promise((resolve) => setTimeout(resolve, patience, null));
  const adapter = await Promise.race([navigator.gpu?.requestAdapter(), late]);
  if (!adapter) return null;
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info;
  return { vendor, architecture, device, description, isFallbackAdapter };
}

/** An adapter by the engine's rule, src/device/webgpu/signals/web.rs. @param {Partial<GPUAdapterInfo>} info @returns {Adapter} */
export function adapterFrom({ vendor, architecture, device, description, isFallbackAdapter }) {
  const name = [vendor, architecture, device, description].filter(Boolean).join(' ');
  const program = /swiftshader|llvmpipe|lavapipe|warp|basic render/i.test(name);
  return { name: name || 'unnamed', software: Boolean(isFallbackAdapter) || program };
}
