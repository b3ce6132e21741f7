// Runs the self-test in a headless browser. Its one argument is the request, as JSON: { url, browser, only, json, png }, `only` the
// checks to run or null for all, json and png files to write or null. Its exit code is 1 where something is wrong.
import { writeFile } from 'node:fs/promises';
import { names } from '../../www/selftest/examine.js';
import { checkNames } from './check.mjs';
import { withHeartbeat } from './heartbeat.mjs';
import { withPage } from './page.mjs';

const request = JSON.parse(process.argv[2]);

await withPage(drive, {
  check: () => checkNames('check', request.only ?? [], names),
  browser: request.browser,
});

async function drive(page) {
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
