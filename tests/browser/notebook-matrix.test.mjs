// Every notebook of the examples from top to bottom on the page: on both devices, isolated and not; in Firefox on what it has.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch } from '../../xtask/browser/launch.mjs';
import { staticHost } from '../../xtask/browser/static.mjs';

const folder = new URL('../../examples/notebooks/', import.meta.url);
const notebooks = readdirSync(folder).filter((name) => name.endsWith('.ipynb'));
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Two hosts of the same site. @type {Record<string, Awaited<ReturnType<typeof staticHost>>>} */
const hosts = {};
before(async () => {
  const site = pathToFileURL(`${process.env.ASYNCLAB_DIST}/`);
  hosts.isolated = await staticHost(site, '/', { headers: ISOLATED });
  hosts['not isolated'] = await staticHost(site, '/');
});
after(() => Object.values(hosts).forEach((host) => host.close()));

/** In the page: runs a notebook on each device, in Pythons of their own. */
async function runOn(text, devices) {
  const notebook = await globalThis.asynclabNotebook;
  const runs = [];
  for (const device of devices) {
    notebook.open(text);
    document.getElementById('device').value = device;
    const ok = await notebook.run(notebook.codes);
    const failed = notebook.codes.find(({ ran }) => !ran?.ok)?.cell.outputs.at(-1);
    runs.push({
      ok,
      device: notebook.info?.device,
      isolated: globalThis.crossOriginIsolated,
      why: failed?.traceback ?? document.getElementById('status').textContent,
    });
  }
  return runs;
}

for (const [name, files] of [
  ['chromium', notebooks],
  ['firefox', notebooks.slice(-1)],
]) {
  let browser;
  let absent;
  before(async () => {
    try {
      browser = await launch({ browser: name });
    } catch (error) {
      if (name === 'chromium') throw error;
      absent = error.message;
    }
  });
  after(() => browser?.close());
  for (const [at, file] of files.entries())
    for (const kind of ['isolated', 'not isolated'])
      test(`${file} in ${name}, ${kind}`, { timeout: 180_000 }, async (t) => {
        if (!browser) {
          t.skip(absent);
          return;
        }
        const page = await browser.newPage();
        t.after(() => page.close());
        await page.goto(`${hosts[kind].address}notebook.html?lang=en`);
        const gpu = await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()));
        if (!gpu) t.diagnostic(`${name} has no adapter here: on the CPU alone`);
        // `notebook.test.mjs` runs each on one device in Chromium, isolated, and looks closer.
        const elsewhere = name === 'chromium' && kind === 'isolated' && (at % 2 ? 'cpu' : 'webgpu');
        const devices = (gpu ? ['webgpu', 'cpu'] : ['cpu']).filter((one) => one !== elsewhere);
        const text = readFileSync(new URL(file, folder), 'utf8');
        for (const [nth, run] of (await page.evaluate(runOn, text, devices)).entries()) {
          assert.ok(run.ok, `${devices[nth]}: ${run.why}`);
          assert.equal(run.device, devices[nth]);
          assert.equal(run.isolated, kind === 'isolated');
        }
      });
}
