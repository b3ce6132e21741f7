// Runs the self-test in a headless browser. Its one argument is the request, as JSON: { url, browser, only, json, png }, `only` the
// checks to run or null for all, json and png files to write or null. Its exit code is 1 where something is wrong.
import { writeFile } from 'node:fs/promises';
import { names } from '../../www/selftest/examine.js';
import { checkNames, exitCodeOf } from './check.mjs';
import { withHeartbeat } from './heartbeat.mjs';
import { launch } from './launch.mjs';

const SIZE = { width: 1280, height: 900 };
const request = JSON.parse(process.argv[2]);
const complaints = [];
let browser;
try {
  checkNames('check', request.only ?? [], names);
  browser = await launch({ browser: request.browser, viewport: SIZE });
  await drive(await browser.newPage());
} catch (error) {
  for (const complaint of complaints) console.error(`page: ${complaint}`);
  console.error(`error: ${error.message}`);
  process.exitCode = exitCodeOf(error);
} finally {
  await browser?.close();
}

async function drive(page) {
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(request.url);
  await page.waitForFunction(() => globalThis.asynclabSelftest, { polling: 50 });
  const { lines, statement, report, error } = await withHeartbeat(
    page.evaluate(examined, request.only),
  );
  for (const [verdict, name, cases, why] of lines ?? [])
    console.log(`${verdict.padEnd(8)} ${name}, ${cases} cases${why && `\n${indented(why)}`}`);
  if (error) throw new Error(error);
  console.log(`\n${statement}`);
  if (request.json) await writeFile(request.json, `${report}\n`);
  if (request.png) await page.screenshot({ path: request.png, fullPage: true });
  if (JSON.parse(report).verdicts.wrong) process.exitCode = 1;
}

function indented(text) {
  return text.replaceAll(/^/gm, '           ');
}

/** In the page. The report comes as text: that crosses in every browser. */
async function examined(only) {
  const page = globalThis.asynclabSelftest;
  try {
    const report = JSON.stringify(await page.run(only ?? undefined), null, 1);
    return { report, lines: page.lines(), statement: page.statement() };
  } catch (error) {
    return { error: String(error?.message ?? error), lines: page.lines() };
  }
}
