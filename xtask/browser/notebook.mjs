// Runs a notebook from top to bottom in a headless browser. Its one argument is the request, as JSON:
// { url, notebook, device, binds, settings, json, ipynb, png }: `notebook` a file, the last three files to write or null. Prints the output of
// each cell with its times once it has ended; the exit code is 1 where a cell raises or anything else fails.
import { readFile, writeFile } from 'node:fs/promises';
import { withPage } from './page.mjs';

const SIZE = { width: 1280, height: 900, deviceScaleFactor: 2 };
/** The greatest height of a window, in CSS pixels: more is not drawn. */
const HIGHEST = 8000;
const request = JSON.parse(process.argv[2]);

await withPage(drive, { viewport: SIZE });

async function drive(page, complaints) {
  await page.goto(request.url);
  const text = await readFile(request.notebook, 'utf8');
  await page.exposeFunction('asynclabEnded', (cell) => console.log(printed(cell)));
  const found = await page.evaluate(runAll, text, request);
  if (found.error) throw new Error(found.error);
  if (request.json) await writeFile(request.json, `${JSON.stringify(found, null, 1)}\n`);
  if (request.ipynb) await writeFile(request.ipynb, await page.evaluate(saved));
  if (request.png) await picture(page, request.png);
  if (found.ok) return;
  for (const complaint of complaints) console.error(`page: ${complaint}`);
  process.exitCode = 1;
}

/** Pictures the whole page. Editors draw only visible lines, so the window gets its height. @param {import('puppeteer-core').Page} page @param {string} path */
async function picture(page, path) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewport({ ...SIZE, height: Math.min(height, HIGHEST) });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 300))),
  );
  await page.screenshot({ path, fullPage: true });
}

/** A cell as printed text: its number and times, then its outputs. */
function printed({ count, ran, outputs }) {
  const shown = outputs.map(({ type, text, traceback, message }) => {
    if (type === 'figure') return `<figure: ${message}>`;
    return type === 'error' ? traceback : text;
  });
  const times = ran
    ? `${ran.ms.toFixed(1)} ms, ${ran.waited.toFixed(1)} of them waiting, ${ran.operations} operations`
    : 'not run';
  return [`[${count ?? ' '}] ${times}`, ...shown.map((text) => text.trimEnd())].join('\n');
}

/** In the page. */
async function runAll(text, { device, binds, settings, notebook }) {
  const page = await globalThis.asynclabNotebook;
  try {
    page.open(text, notebook.split(/[\\/]/).at(-1));
  } catch (error) {
    return {
      error: `${notebook} is no notebook: ${error.key ?? error.message} ${JSON.stringify(error.values ?? '')}`,
    };
  }
  const choose = (id, value) => {
    const select = document.getElementById(id);
    if (![...select.options].some((option) => option.value === value))
      throw new Error(
        `${id} is ${value}; give one of ${[...select.options].map((option) => option.value).join(', ')}`,
      );
    select.value = value;
  };
  try {
    if (device) choose('device', device);
    for (const [id, value] of Object.entries(settings ?? {})) choose(id, value);
  } catch (error) {
    return { error: error.message };
  }
  const described = ({ cell, ran }) => ({
    id: cell.id,
    count: cell.count,
    source: cell.source,
    outputs: cell.outputs,
    ran: ran ?? null,
  });
  // Each cell is reported once, in order. Cells run without a wait between them: work of one may still run during the next.
  const ahead = [...page.codes];
  const report = async () => {
    while (ahead[0]?.ran) await globalThis.asynclabEnded(described(ahead.shift()));
  };
  const reporting = setInterval(report, 200);
  const ok = await page.run(page.codes);
  clearInterval(reporting);
  if (!page.info) return { error: document.getElementById('status').textContent };
  for (const code of ahead.splice(0)) await globalThis.asynclabEnded(described(code));
  const lives = page.lives ?? new Map();
  const bound = new Map();
  if (binds) for (const code of page.codes) bound.set(code, await code.bind());
  const cells = page.codes.map((code) => ({
    ...described(code),
    life: lives.get(code.cell.id) ?? null,
    ...(binds && { binding: bound.get(code) }),
  }));
  return { ok, info: page.info, cells };
}

/** In the page. */
async function saved() {
  return (await globalThis.asynclabNotebook).save();
}
