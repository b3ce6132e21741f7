// Repeats the same work in one headless Chromium, and measures what remains. Its one argument is the request, as JSON:
// { site, hours, parts, json }, `site` being the folder of the built site, `parts` the names of the parts to run (none for all) and
// `json` a file to write or null. Memory is that of processes, which Linux reports in /proc.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { checkNames, exitCodeOf } from './check.mjs';
import { launch } from './launch.mjs';
import { PARTS } from './soak-parts.mjs';
import { staticHost } from './static.mjs';
import { layOut } from './table.mjs';

/** Samples of each part, evenly over its course. */
const SAMPLES = 20;
/** The most growth, as a share, that is no fault. It is measured after the first tenth of a part. */
const LIMIT = 0.02;
/** The time for threads to end before those left are counted, ms. */
const SETTLING = 2000;
/** How long a browser takes to give free memory back, ms: it looks for free memory every few seconds. */
const RETURNING = 8000;
const HOUR = 3_600_000;
const MIB = 2 ** 20;

const request = JSON.parse(process.argv[2]);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A tab that is driven by few commands of the protocol: the driver's own pages keep what was loaded, which would count as growth. */
async function openTab(browser, url) {
  const tools = await browser.target().createCDPSession();
  const { targetId } = await tools.send('Target.createTarget', { url });
  const target = await browser.waitForTarget((one) => one._targetId === targetId);
  const session = await target.createCDPSession();
  const evaluate = async (fn, ...args) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: `(${fn})(...${JSON.stringify(args)})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await session.send('ServiceWorker.enable');
  // Until the document is there, commands go to the empty one before it.
  const loaded = () => location.protocol === 'http:' && document.readyState === 'complete';
  while (!(await evaluate(loaded).catch(() => false))) await pause(50);
  return { tools, session, evaluate };
}

/**
 * Bytes of a process in memory: `all`, and `own` without the pages of files, which are the browser's program: Linux reads them in and drops
 * them at its own times. @param {number} pid
 */
async function residentBytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const bytes = (name) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)[1]);
  return { own: bytes('RssAnon') + bytes('RssShmem'), all: bytes('VmRSS') };
}

/** Threads of dedicated workers. @param {number} pid */
async function workersIn(pid) {
  const tasks = await readdir(`/proc/${pid}/task`);
  const names = tasks.map((task) =>
    readFile(`/proc/${pid}/task/${task}/comm`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(names)).filter((name) => name.startsWith('DedicatedWorker')).length;
}

/** The objects and the bytes that are left once everything that ends has ended. */
async function sample({ tools, session }) {
  // The service worker serves the files of each new thread. It has a heap of its own in the same process, with 5 to 10 MiB of garbage that
  // cannot be collected from outside. Browsers end it after half a minute without a request.
  await session.send('ServiceWorker.stopAllWorkers');
  await pause(SETTLING);
  // When memory is short, the browser frees its caches, which vary by a tenth and are not the lab's.
  await session.send('Memory.simulatePressureNotification', { level: 'critical' });
  for (const then of [RETURNING, SETTLING / 2]) {
    for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
    await pause(then);
  }
  const heap = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  const { processInfo } = await tools.send('SystemInfo.getProcessInfo');
  const ids = (type) => processInfo.filter((one) => one.type === type).map(({ id }) => id);
  const most = async (pids) =>
    (await Promise.all(pids.map(residentBytes))).reduce((a, b) => (a.own > b.own ? a : b));
  const renderers = ids('renderer');
  const workers = await Promise.all(renderers.map(workersIn));
  const used = heap.usedSize + (heap.backingStorageSize ?? 0);
  // The tab's own renderer is the largest one: a spare one waits beside it.
  const [renderer, gpu] = [await most(renderers), await most(ids('GPU'))];
  return {
    workers: workers.reduce((sum, count) => sum + count, 0),
    nodes,
    heap: used,
    renderer: renderer.own,
    gpu: gpu.own,
    /** Growth is a share of these. */
    all: { heap: used, renderer: renderer.all, gpu: gpu.all },
  };
}

/** Growth from the end of the first tenth to the end, as a share, on the line with the median of all slopes: single samples count little. */
function growth(samples, what) {
  const late = samples.slice(Math.max(1, Math.floor(samples.length / 10)));
  const after = late.map((one) => one[what]);
  const slopes = after.flatMap((y, i) => after.slice(i + 1).map((z, k) => (z - y) / (k + 1)));
  if (slopes.length === 0) return NaN;
  slopes.sort((a, b) => a - b);
  const slope = (slopes[(slopes.length - 1) >> 1] + slopes[slopes.length >> 1]) / 2;
  const middle = late.map(({ all }) => all[what]).sort((a, b) => a - b)[after.length >> 1];
  return (slope * (after.length - 1)) / middle;
}

/**
 * V8 goes on compiling for thousands of rounds, and keeps the code on the heap: without these compilers, only data grows there.
 * WebAssembly is compiled as usual. The space for young objects would change by many MiB from sample to sample, so it is bounded.
 */
const V8 = '--js-flags=--no-sparkplug --no-maglev --no-turbofan --max-semi-space-size=1';

/** Runs one part in a browser of its own. */
async function soak(host, part, left) {
  const browser = await launch({ flags: [V8] });
  try {
    const tab = await openTab(browser, new URL(part.page, host.address).href);
    // Browsers keep a list of up to 250 loaded files of a page, which is not the lab's.
    await tab.evaluate(() => performance.setResourceTimingBufferSize(0));
    await tab.evaluate(part.start, host.address);
    const target = part.times ? Math.ceil(part.times * request.hours) : Infinity;
    const begin = Date.now();
    const length = Math.min(left, part.share * request.hours * HOUR);
    const sums = { held: 0, times: 0 };
    const samples = [await sample(tab)];
    const far = () => Math.max(sums.times / target, (Date.now() - begin) / length);
    while (far() < 1) {
      const { held, times } = await tab.evaluate(part.some);
      sums.held += held;
      sums.times += times;
      if (far() * SAMPLES < samples.length) continue;
      const now = await sample(tab);
      samples.push(now);
      console.error(`… ${part.name}: ${sums.times} times, ${line(now)}`);
    }
    const { held, ...found } = await tab.evaluate(part.end);
    sums.held += held ?? 0;
    if (samples.length <= SAMPLES) samples.push(await sample(tab));
    return {
      name: part.name,
      title: part.title,
      ...sums,
      target,
      ms: Date.now() - begin,
      ...found,
      samples,
    };
  } finally {
    await browser.close();
  }
}

const mib = (bytes) => (bytes / MIB).toFixed(1);
const percent = (share) => `${share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(2)} %`;
const line = ({ workers, nodes, heap, renderer, gpu }) =>
  `${workers} workers, ${nodes} nodes, heap ${mib(heap)}, renderer ${mib(renderer)}, GPU ${mib(gpu)} MiB`;
const MEMORY = ['heap', 'renderer', 'gpu'];

/** Why a part fails. */
function faultsOf({ name, held, samples, atLimit }) {
  const first = samples[0];
  const last = samples.at(-1);
  const grown = MEMORY.map((what) => [what, growth(samples, what)]);
  return [
    ...(held === 0 ? [] : [`${name}: ${held} bytes are held`]),
    ...(last.workers <= first.workers
      ? []
      : [`${name}: ${last.workers - first.workers} workers stay`]),
    ...(atLimit === false ? [`${name}: the memory limit was never reached`] : []),
    ...grown
      .filter(([, share]) => share > LIMIT)
      .map(([what, share]) => `${name}: ${what} grew by ${percent(share)}`),
  ];
}

function table(results) {
  const columns = [
    '',
    'times',
    'of',
    'min',
    'workers',
    'held',
    'heap, MiB',
    'grew',
    'renderer, MiB',
    'grew',
    'GPU process, MiB',
    'grew',
  ];
  const rows = results.map(({ title, times, target, ms, held, samples }) => {
    const [first, last] = [samples[0], samples.at(-1)];
    const memory = MEMORY.flatMap((what) => [
      `${mib(first[what])} → ${mib(last[what])}`,
      percent(growth(samples, what)),
    ]);
    const of = Number.isFinite(target) ? String(target) : '–';
    const minutes = (ms / 60_000).toFixed(1);
    return [
      title,
      String(times),
      of,
      minutes,
      `${first.workers} → ${last.workers}`,
      String(held),
      ...memory,
    ];
  });
  return { columns, rows };
}

try {
  checkNames(
    'part',
    request.parts,
    PARTS.map(({ name }) => name),
  );
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exit(exitCodeOf(error));
}
const wanted = PARTS.filter(
  ({ name }) => request.parts.length === 0 || request.parts.includes(name),
);
const host = await staticHost(pathToFileURL(`${request.site}/`), '/lab/', {
  headers: { 'cache-control': 'max-age=600' },
});
try {
  const results = [];
  let left = request.hours * HOUR;
  for (const part of wanted) {
    const result = await soak(host, { ...part, share: part.times ? part.share : 1 }, left);
    left -= result.ms;
    results.push(result);
  }
  console.log(layOut(table(results)));
  if (request.json) await writeFile(request.json, `${JSON.stringify(results, undefined, 1)}\n`);
  const faults = results.flatMap(faultsOf);
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
} finally {
  host.close();
}
