// Records a run of each named experiment, or of all, which the page shows to readers without WebGPU; or draws the posters
// of their recordings, one in each language. Its one argument is the request, as JSON: { url, folder, names, parameters,
// device, posters }, `folder` being that of the experiments, `parameters` and `device` null for those of the last
// recording, `posters` whether posters are drawn.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkRun } from './check.mjs';
import { openLab, runInPage } from './drive.mjs';
import { withHeartbeat } from './heartbeat.mjs';
import { withPage } from './page.mjs';
import { LANGUAGES } from '../../www/embed/posters.js';
import { TIMES } from '../../www/lib/core/protocol.js';

/** The most bytes of a gzipped recording. */
const MOST = 40_000;
/** Times of a trace are rounded to multiples of this, ms: 0.1 µs, finer than any browser's clock. */
const STEP = 1e-4;

const request = JSON.parse(process.argv[2]);

await withPage(drive, {
  async check() {
    for (const experiment of request.names) await checkRun({ ...request, experiment });
  },
});

async function drive(page) {
  await openLab(page, request.url);
  const there = await page.evaluate(() => globalThis.asynclab.experiments);
  const names = request.names.length ? request.names : there;
  const bare = names.find(
    (name) => there.includes(name) && !existsSync(join(request.folder, name, 'recording.json')),
  );
  if (request.posters && bare)
    throw new Error(`${bare} has no recording: \`cargo xtask record ${bare}\` makes one`);
  if (request.posters) for (const language of LANGUAGES) await drawPosters(page, names, language);
  else for (const name of names) await record(page, name);
}

async function record(page, name) {
  const path = join(request.folder, name, 'recording.json');
  await mkdir(join(request.folder, name), { recursive: true });
  const last = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  const asked = {
    experiment: name,
    parameters: request.parameters ?? last?.parameters ?? {},
    device: request.device ?? last?.device,
  };
  console.error(`» recording ${name}`);
  const outcome = await withHeartbeat(page.evaluate(runInPage, asked));
  if (outcome.error) throw new Error(outcome.error);
  const result = JSON.parse(outcome.json);
  if (result.trace) shorten(result.trace);
  const text = `${JSON.stringify(result)}\n`;
  const { length } = gzipSync(text);
  if (length > MOST) {
    const size = `${(length / 1e3).toFixed(0)} kB gzipped, more than ${MOST / 1e3} kB`;
    throw new Error(`the recording of ${name} has ${size}: give --set values that make less of it`);
  }
  await writeFile(path, text);
  console.log(
    `${name.padEnd(14)}${(length / 1e3).toFixed(1).padStart(6)} kB  ${result.finding.key}`,
  );
}

/** Rounds the trace's times; their order stays. */
function shorten(trace) {
  const round = (time) =>
    time === null ? null : Number((Math.round(time / STEP) * STEP).toFixed(4));
  for (const name of TIMES) trace[name] = trace[name].map(round);
  for (const wait of trace.waits) [wait.from, wait.to] = [round(wait.from), round(wait.to)];
}

async function drawPosters(page, names, language) {
  console.error(`» drawing posters (${language})`);
  const url = new URL(request.url);
  url.searchParams.set('lang', language);
  await openLab(page, url.href);
  for (const name of names) {
    const text = await page.evaluate((asked) => globalThis.asynclab.poster(asked), name);
    const folder = join(request.folder, name, 'poster');
    await mkdir(folder, { recursive: true });
    // So that a poster of an older recording is found.
    const { date } = JSON.parse(readFileSync(join(request.folder, name, 'recording.json'), 'utf8'));
    const dated = text.replace('<svg', `<svg data-recorded="${date}"`);
    await writeFile(join(folder, `${language}.svg`), dated);
  }
}
