// The time that the built page takes to start, from a static host on this machine that compresses and lets browsers keep files for
// ten minutes, as many do. Every round has a browser and a profile of its own: a cold visit, then a warm one.
import { pathToFileURL } from 'node:url';
import { median, quantile } from '../../bench/measure.js';
import { launch } from './launch.mjs';
import { staticHost } from './static.mjs';

const KINDS = ['cold', 'warm'];
const FIGURES = {
  paint: 'first paint',
  enabled: 'Run enabled',
  ready: 'ready to run',
  result: 'first result',
};

/**
 * @param {object} request
 * @param {string} request.site the folder of the built site
 * @param {number} request.rounds
 * @returns {Promise<import('../../bench/measure.js').Outcome>}
 */
export async function measureStart({ site, rounds }) {
  let bytes = 0;
  const host = await staticHost(pathToFileURL(`${site}/`), '/course/', {
    compress: true,
    headers: { 'cache-control': 'max-age=600' },
    onSent: (_, sent) => (bytes += sent),
  });
  const samples = Object.fromEntries(KINDS.map((kind) => [kind, []]));
  try {
    // The first is not counted: files and compressed bodies are not in memory yet.
    for (let round = -1; round < rounds; round += 1) {
      const browser = await launch();
      try {
        for (const kind of KINDS) {
          const before = bytes;
          const visit = await start(browser, host.address, () => bytes - before);
          if (round >= 0) samples[kind].push(visit);
        }
      } finally {
        await browser.close();
      }
    }
  } finally {
    host.close();
  }
  const columns = ['visit', ...Object.values(FIGURES), 'bytes until ready', 'bytes in all'];
  const rows = KINDS.map((kind) => {
    const column = (name) => samples[kind].map((visit) => visit[name]);
    const times = Object.keys(FIGURES).map((name) => spread(column(name)));
    return [kind, ...times, median(column('bytes')), median(column('allBytes'))].map(String);
  });
  return { tables: [{ title: 'start of the page, ms', columns, rows }], samples };
}

/** One visit, ms since navigation began. */
async function start(browser, address, sent) {
  const page = await browser.newPage();
  try {
    await page.evaluateOnNewDocument(listen);
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => globalThis.moments?.ready, { polling: 10 });
    const bytes = sent();
    const moments = await page.evaluate(firstResult);
    // The service worker caches the rest when the page is at rest.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await quiet(sent);
    return { ...moments, bytes, allBytes: sent() };
  } finally {
    await page.close();
  }
}

/** Waits until nothing has been sent for half a second. */
async function quiet(sent) {
  for (let last = -1; sent() !== last;) {
    last = sent();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Runs inside the page before its own scripts. */
function listen() {
  const moments = (globalThis.moments = {});
  let driver;
  Object.defineProperty(globalThis, 'asynclab', {
    get: () => driver,
    set(value) {
      driver = value;
      value.ready.then(() => (moments.ready = performance.now()));
    },
  });
  const usable = new MutationObserver(() => {
    if (!document.querySelector('button.run:not([disabled])')) return;
    moments.enabled = performance.now();
    usable.disconnect();
  });
  usable.observe(document, { subtree: true, childList: true, attributes: true });
}

/** Runs inside the page. */
async function firstResult() {
  const { moments, asynclab } = globalThis;
  const before = performance.now();
  await asynclab.run('warmup', { parameters: { n: 64, repetitions: 1, rounds: 1 } });
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  // The driver's own wait between ready and this call is not the page's.
  const result = moments.ready + performance.now() - before;
  return { ...moments, paint: paint?.startTime ?? NaN, result };
}

function spread(values) {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => quantile(values, part).toFixed(0));
  return `${middle} (${low}–${high})`;
}
