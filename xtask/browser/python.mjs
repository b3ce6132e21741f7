// The cost of Python, beside JavaScript, native PyTorch and bare Pyodide, in one run. Its one argument is the request, as JSON:
// { url, dist, pyodide, wheel, torch, rounds, json }: a served checkout, the folders of the built site and of Pyodide's package, the
// wheel's path, a Python that may have PyTorch, how often each is measured, and a file to write or null.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { median } from '../../bench/measure.js';
import { launch } from './launch.mjs';
import { measureEnqueue, measureTraining } from './python-cost.mjs';
import { staticHost } from './static.mjs';

const request = JSON.parse(process.argv[2]);
const { rounds } = request;
/** Files that a first run of a cell downloads. */
const PARTS = ['pyodide.txt', 'pyodide.wasm', 'library.zip', 'asynclab.zip'];
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'max-age=600',
};

const rows = [];
const samples = {};
/** @param {string} what @param {string} found @param {string} goal @param {boolean | null} holds */
const row = (what, found, goal, holds) =>
  rows.push([what, found, goal, holds === null ? 'not measured' : holds ? 'holds' : 'falls short']);

/** A process of native PyTorch, which makes a measurement for each line of input: its import takes longer than a measurement. */
const PYTORCH = `import json, sys, time
import torch
def enqueue(x):
    for _ in range(10000):
        y = x + 1
def measured(n):
    x = torch.ones(n)
    enqueue(x)
    begin = time.perf_counter()
    enqueue(x)
    return (time.perf_counter() - begin) * 100
for _ in sys.stdin:
    print(json.dumps({"one": measured(1), "many": measured(1024), "version": torch.__version__}), flush=True)`;

function nativePyTorch() {
  const child = spawn(request.torch, ['-W', 'ignore', '-c', PYTORCH], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  // Without Python or PyTorch the process ends, and with it the lines.
  for (const one of [child, child.stdin]) one.on('error', () => {});
  return {
    /** @returns {Promise<{one: number, many: number, version: string} | null>} µs for each call */
    async measure() {
      child.stdin.write('\n');
      const { value } = await lines.next();
      return value ? JSON.parse(value) : null;
    },
    end: () => child.kill(),
  };
}

/** The measurements and the time for each, s: one that hangs is reported. */
const PARTS_OF_THE_RUN = [
  ['what calls cost', costs, 240],
  ['starts', starts, 240],
  ['who never opens Python', unopened, 60],
  ['bytes', bytes, 120],
];
try {
  for (const [what, measure, seconds] of PARTS_OF_THE_RUN) {
    console.error(`» ${what}`);
    await within(seconds, what, measure());
  }
} catch (error) {
  console.error(`error: ${error.stack}`);
  process.exitCode = 1;
}
const widths = [0, 1, 2].map((at) => Math.max(...rows.map((one) => one[at].length)));
for (const one of rows) console.log(one.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  '));
if (request.json) writeFileSync(request.json, `${JSON.stringify({ rows, samples }, null, 1)}\n`);
// A part that was abandoned may still hold a browser.
process.exit();

/** @param {number} seconds @param {string} what @param {Promise<void> | void} measured */
async function within(seconds, what, measured) {
  const late = setTimeout(seconds * 1000, 'late', { ref: false });
  if ((await Promise.race([measured, late])) === 'late')
    throw new Error(`${what}: not measured after ${seconds} s`);
}

/** Python beside JavaScript and PyTorch, in turns. */
async function costs() {
  const browser = await launch();
  const torch = nativePyTorch();
  const native = [];
  try {
    await torch.measure(); // It warms up.
    const page = await browser.newPage();
    // Any file of the site will do: an isolated document of its origin, without scripts.
    await page.goto(new URL('www/asynclab.js', request.url).href);
    const one = await measureEnqueue(page, rounds, async () => {
      const found = await torch.measure();
      if (found) native.push(found);
    });
    Object.assign(samples, { enqueue: one, torch: native });
    const python = median(one.python.map(({ enqueue }) => enqueue));
    const many = native.length ? median(native.map((found) => found.many)) : NaN;
    row(
      `enqueue y = x + 1 from Python, n = 1024`,
      `${python.toFixed(2)} µs`,
      native.length
        ? `≤ PyTorch ${native[0].version}, native: ${many.toFixed(2)} µs`
        : `≤ PyTorch, native: ${request.torch} has none; give --torch PYTHON`,
      native.length ? python <= many : null,
    );
    const shortest = least(one.python.map(({ enqueue }) => enqueue));
    row('  its least', `${shortest.toFixed(2)} µs`, '≤ 1.20 µs', shortest <= 1.2);
    const javascript = median(one.javascript.map(({ enqueue }) => enqueue));
    row('  the same from JavaScript', `${javascript.toFixed(2)} µs`, '', true);
    ratio('until done, 10,000 of them', one, ({ done }) => done, 1.15);
    const training = await measureTraining(page, Math.min(rounds, 5));
    samples.training = training;
    ratio('a training step, 512-2048-512-1, batch 1024', training, ({ done }) => done, 1.05);
  } finally {
    torch.end();
    await browser.close();
  }
}

/** @param {string} what @param {{python: any[], javascript: any[]}} found @param {(sample: any) => number} of ms @param {number} most */
function ratio(what, { python, javascript }, of, most) {
  // Ratios of samples that were measured next to each other, when the machine was in the same state.
  const each = median(python.map((one, round) => of(one) / of(javascript[round])));
  const [p, j] = [python, javascript].map((list) => median(list.map(of)));
  const best = least(python.map(of)) / least(javascript.map(of));
  row(
    what,
    // Other work on the machine makes a round longer, never shorter.
    `${each.toFixed(3)} × (${p.toFixed(1)} and ${j.toFixed(1)} ms), of the least ${best.toFixed(3)} ×`,
    `≤ ${most} × from JavaScript`,
    each <= most,
  );
}

/** Each round has browsers and profiles of its own: the notebook, the notebook again, and Pyodide alone. */
async function starts() {
  let sent = 0;
  const options = { compress: true, headers: ISOLATED, onSent: (_, bytes) => (sent += bytes) };
  const site = await staticHost(pathToFileURL(`${request.dist}/`), '/', options);
  const bare = await staticHost(pathToFileURL(`${request.pyodide}/`), '/', {
    compress: true,
    headers: ISOLATED,
  });
  const found = { first: [], second: [], bare: [], shown: [], sent: [], again: [] };
  try {
    // The first is not counted: compressed bodies are not in memory yet.
    for (let round = -1; round < Math.min(rounds, 3); round += 1) {
      const [ours, other] = [await launch(), await launch()];
      try {
        const alone = await bareStart(other, bare.address);
        const visits = [];
        for (let visit = 0; visit < 2; visit += 1) {
          const before = sent;
          visits.push({ ...(await notebookStart(ours, site.address)), sent: sent - before });
        }
        if (round < 0) continue;
        found.bare.push(alone);
        found.first.push(visits[0].output);
        found.shown.push(visits[0].progress);
        found.second.push(visits[1].output);
        found.sent.push(visits[0].sent);
        found.again.push(visits[1].sent);
      } finally {
        await ours.close();
        await other.close();
      }
    }
  } finally {
    site.close();
    bare.close();
  }
  samples.starts = found;
  const times = median(found.first.map((first, round) => first / found.bare[round]));
  row(
    'first output of a cell, first visit',
    `${times.toFixed(2)} × (${median(found.first).toFixed(0)} and ${median(found.bare).toFixed(0)} ms)`,
    '≤ 1.3 × bare Pyodide',
    times <= 1.3,
  );
  const shown = median(found.shown);
  row('the progress bar is there after', `${shown.toFixed(0)} ms`, '≤ 200 ms', shown <= 200);
  row(
    'second visit',
    `${median(found.second).toFixed(0)} ms, ${kilobytes(median(found.again))} sent (first ${kilobytes(median(found.sent))})`,
    "from the browser's own store",
    median(found.again) < 0.05 * median(found.sent),
  );
}

async function notebookStart(browser, address) {
  const page = await browser.newPage();
  try {
    await page.goto(new URL('notebook.html?lang=en', address).href);
    return await page.evaluate(async () => {
      const notebook = await globalThis.asynclabNotebook;
      const cell = {
        cell_type: 'code',
        id: 'c',
        metadata: {},
        source: 'print("hello")',
        outputs: [],
      };
      notebook.open(JSON.stringify({ nbformat: 4, metadata: {}, cells: [cell] }));
      const began = performance.now();
      const bar = document.getElementById('progress');
      let progress = NaN;
      const look = () =>
        bar.hidden ? requestAnimationFrame(look) : (progress = performance.now() - began);
      const output = new Promise((resolve) => {
        const cells = document.getElementById('cells');
        const printed = () =>
          Array.from(cells.querySelectorAll('pre')).some((pre) => pre.textContent === 'hello\n');
        new MutationObserver(() => printed() && resolve(performance.now() - began)).observe(cells, {
          childList: true,
          subtree: true,
        });
      });
      document.getElementById('run-all').click();
      look();
      return { output: await output, progress };
    });
  } finally {
    await page.close();
  }
}

async function bareStart(browser, address) {
  const page = await browser.newPage();
  try {
    await page.goto(new URL('package.json', address).href);
    return await page.evaluate(async (address) => {
      const began = performance.now();
      const { loadPyodide } = await import(`${address}pyodide.mjs`);
      const pyodide = await loadPyodide({ indexURL: address });
      let printed = NaN;
      pyodide.setStdout({ batched: () => (printed = performance.now() - began) });
      pyodide.runPython('print("hello")');
      return printed;
    }, address);
  } finally {
    await page.close();
  }
}

/** Counts the files of Python that a reader downloads who opens the lab and runs an experiment, but no Python. */
async function unopened() {
  const site = await staticHost(pathToFileURL(`${request.dist}/`), '/', { headers: ISOLATED });
  const browser = await launch();
  const asked = [];
  try {
    const page = await browser.newPage();
    page.on('request', (one) => asked.push(one.url()));
    await page.goto(new URL('index.html?lang=en', site.address).href);
    await page.waitForFunction(() => globalThis.asynclab !== undefined);
    await page.evaluate(() =>
      globalThis.asynclab.run('warmup', { parameters: { n: 16 }, device: 'cpu' }),
    );
    await page.waitForNetworkIdle();
  } finally {
    await browser.close();
    site.close();
  }
  const python = asked.filter((url) => /pkg\/python|python-source|notebook|pyodide/.test(url));
  row(
    'who never opens Python downloads of it',
    `${python.length} files of ${asked.length}`,
    '0',
    python.length === 0,
  );
}

function bytes() {
  const version = readdirSync(request.dist).find((name) => name.startsWith('www-'));
  const files = PARTS.map((name) => readFileSync(join(request.dist, version, 'pkg/python', name)));
  const sum = (pack) => files.reduce((all, file) => all + pack(file).length, 0);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const brotli = sum((file) => brotliCompressSync(file, { params }));
  const gzip = sum((file) => gzipSync(file, { level: 9 }));
  row("Python's parts, brotli", kilobytes(brotli), '≤ 5,000 kB', brotli <= 5e6);
  row("Python's parts, gzip", kilobytes(gzip), '≤ 6,500 kB', gzip <= 6.5e6);
  const { size } = statSync(request.wheel);
  row('the wheel', `${size.toLocaleString('en')} B`, '≤ 300,000 B', size <= 300_000);
  Object.assign(samples, { brotli, gzip, wheel: size });
}

/** @param {number[]} list */
function least(list) {
  return Math.min(...list);
}
/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} kB`;
}
