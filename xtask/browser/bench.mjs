// Runs workloads of the bench page in one headless Chromium. Its one argument is the request, as JSON:
// { url, site, names, rounds, quick, json, html }, `names` being empty for all of them, `site` the folder of the built site where
// `start` is asked for, and `json` and `html` files to write or null.
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { ceilingsOf, ceilingsTable } from '../../bench/ceilings.js';
import { goalsTable } from '../../bench/goals.js';
import { limitsTable } from '../../bench/limits.js';
import { checkNames, exitCodeOf } from './check.mjs';
import { withHeartbeat } from './heartbeat.mjs';
import { launch } from './launch.mjs';
import { writeReport } from './report.mjs';
import { measureStart } from './start.mjs';
import { layOut } from './table.mjs';

const request = JSON.parse(process.argv[2]);

/** The one workload that is not run by the bench page: it starts browsers of its own. */
const START = 'start';
/** The machine's ceilings, which workloads are compared with. They are also measured after each workload, since the machine changes. */
const CEILINGS = 'ceilings';
/** Rounds of the ceilings after each workload. */
const CEILING_ROUNDS = 2;

/** The bench page takes each workload from the file of its name. */
const FILES = readdirSync(new URL('../../bench/workloads/', import.meta.url));
const WORKLOADS = [START, CEILINGS, ...FILES.map((file) => file.replace(/\.js$/, ''))];

let browser;
try {
  checkNames('workload', request.names, WORKLOADS);
  await drive();
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = exitCodeOf(error);
} finally {
  await browser?.close();
}

/** Closes the browser, if there is one, and opens the bench page in a new one. */
async function open() {
  await browser?.close();
  browser = await launch();
  const page = await browser.newPage();
  page.on('console', (message) => console.error(`page: ${message.text()}`));
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(request.url);
  await page
    .waitForFunction(() => globalThis.bench !== undefined, { polling: 50 })
    .catch((cause) => {
      throw new Error('the bench page did not start', { cause });
    });
  return page;
}

async function drive() {
  let page = await open();
  const names = request.names.length
    ? request.names
    : [START, CEILINGS, ...(await page.evaluate(() => globalThis.bench.names))];
  const result = { date: new Date().toISOString(), rounds: request.rounds, workloads: {} };
  const note = { browser: await browser.version(), load: [load()] };
  const ended = [];
  const measurePart = async (name, part, title) => {
    console.error(`» ${title}`);
    try {
      const { tables, cases, ...found } = await withHeartbeat(
        name === START ? measureStart(request) : page.evaluate(runInPage, name, part, request),
      );
      tables.forEach(show);
      const all = (result.workloads[name] ??= {});
      Object.assign(all, found, cases && { cases: [...(all.cases ?? []), ...cases] });
    } catch (error) {
      if (!page.isClosed()) throw error;
      // A library may take the whole browser with it.
      ended.push(title);
      page = await open();
    }
  };
  /** @type {Record<string, import('../../bench/measure.js').Samples>} */
  const ceilings = {};
  const measureCeilings = async (rounds) => {
    const samples = await page.evaluate((count) => globalThis.bench.ceilings(count), rounds);
    for (const [kernel, figures] of Object.entries(samples)) {
      const all = (ceilings[kernel] ??= {});
      for (const [figure, values] of Object.entries(figures)) {
        all[figure] = [...(all[figure] ?? []), ...values];
      }
    }
  };
  const measure = async (name) => {
    if (name === CEILINGS) return measureCeilings(request.rounds);
    const parts = name === START ? [name] : await page.evaluate(partsInPage, name, request);
    for (const [part, title] of parts.entries()) await measurePart(name, part, title);
    if (result.workloads[name]?.cases?.some(({ work }) => work))
      await measureCeilings(CEILING_ROUNDS);
    note.load.push(load());
  };
  for (const name of names) await measure(name);
  const cases = Object.values(result.workloads).flatMap((found) => found.cases ?? []);
  if (Object.keys(ceilings).length > 0) {
    const reached = ceilingsOf(ceilings);
    result.workloads[CEILINGS] = { samples: { ceilings }, ceilings: reached };
    show(ceilingsTable(ceilings));
    if (cases.some(({ work }) => work)) show(limitsTable(cases, reached));
  }
  const goals = goalsTable(cases);
  if (goals.rows.length > 0) show(goals);

  const about = await page.evaluate(() => globalThis.bench.about());
  await write({ ...result, ...note, about });
  const wrong = failuresOfLab(cases);
  if (wrong.length > 0) throw new Error(`the lab failed: ${wrong.join('; ')}`);
  if (ended.length > 0) throw new Error(`the browser ended in: ${ended.join('; ')}`);
}

/** The cases in which the lab failed, in any mode. Peers may fail. @param {any[]} cases */
function failuresOfLab(cases) {
  return cases.flatMap(({ name, contenders }) =>
    Object.entries(contenders)
      .filter(([contender, { wrong: failed }]) => failed && /^lab(,|$)/.test(contender))
      .map(([contender]) => `${name} (${contender})`),
  );
}

/** Prints where and how a run was measured, and writes the requested files. @param {any} document */
async function write(document) {
  console.log(
    `\n${document.browser} · ${document.about.adapter.name} · medians of ${request.rounds} rounds (quartiles)`,
  );
  // A high load shows other work on the machine: figures taken beside it are unreliable.
  console.log(`load of the machine before and after: ${document.load.join(' ')}`);
  if (request.json) {
    await writeFile(request.json, `${JSON.stringify(document, undefined, 1)}\n`);
  }
  if (request.html) await writeReport(request.html, document);
}

/** @param {import('../../bench/measure.js').Table} table */
function show(table) {
  console.log(`\n${table.title}\n${layOut(table)}`);
}

/** Runs inside the page. */
function runInPage(name, part, { rounds, quick }) {
  return globalThis.bench.run(name, { part, rounds, quick });
}

/** Runs inside the page. */
function partsInPage(name, { quick }) {
  return globalThis.bench.parts(name, { quick });
}

/** Processes that wanted a core during the last minute. */
function load() {
  return loadavg()[0].toFixed(2);
}
