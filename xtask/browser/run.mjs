// Runs one experiment of the page in a headless browser. Its one argument is the request, as JSON:
// { url, experiment, parameters, device, binds, browser, json, png, csv, svg, trace, patience }, json to trace being files to write
// or null, and `patience` the milliseconds after which a page that offers nothing to run counts as broken. Its exit code is 2
// where there is no such experiment or a value is rejected, 1 where anything else fails.
import { writeFile } from 'node:fs/promises';
import { checkRun } from './check.mjs';
import { openLab, runInPage } from './drive.mjs';
import { withHeartbeat } from './heartbeat.mjs';
import { withPage } from './page.mjs';
import { layOut } from './table.mjs';

const request = JSON.parse(process.argv[2]);

await withPage(drive, {
  check: () => checkRun(request),
  browser: request.browser,
  viewport: { width: 1280, height: 900, deviceScaleFactor: 2 },
});

async function drive(page) {
  await openLab(page, request.url, request.patience);
  const outcome = await withHeartbeat(page.evaluate(runInPage, request));
  if (outcome.error) throw Object.assign(new Error(outcome.error), { code: outcome.code });
  for (const line of outcome.lines) console.log(line);
  console.log(`\n${layOut(outcome.table)}`);
  if (request.json) await writeFile(request.json, `${outcome.json}\n`);
  if (request.png) await picture(page);
  if (request.csv) await exported(page, 'csv', request.csv);
  if (request.svg) await exported(page, 'svg', request.svg);
  if (request.trace)
    await exported(page, /\.json$/.test(request.trace) ? 'chrome' : 'perfetto', request.trace);
}

/** The files that a reader would save from the page. */
async function exported(page, format, file) {
  const { base64, error } = await page.evaluate(
    async (experiment, format) => {
      try {
        const blob = await globalThis.asynclab.export(experiment, format);
        const url = await new Promise((resolve) => {
          const reader = new FileReader();
          reader.onload = () => resolve(reader.result);
          reader.readAsDataURL(blob);
        });
        return { base64: url.slice(url.indexOf(',') + 1) };
      } catch (error) {
        return { error: error.message };
      }
    },
    request.experiment,
    format,
  );
  if (error) throw new Error(`${file} was not written: ${error}`);
  await writeFile(file, Buffer.from(base64, 'base64'));
}

async function picture(page) {
  const figure = await page.$(`[data-experiment="${request.experiment}"] figure`);
  if (!figure)
    throw new Error(`${request.experiment} shows no figure, so there is no picture to write`);
  await writeFile(request.png, await figure.screenshot({ type: 'png' }));
}
