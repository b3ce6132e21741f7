// The notebooks of the examples from top to bottom on the page: on both devices, isolated and not; in Firefox on what it has.
// One after the other in one Python, which takes longer to start than they take; `notebook.test.mjs` runs each in its own. By day each
// device and each way to wait once; the nightly run has all four.
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

/** In the page: runs notebooks one after the other on a device; the end of each, or why it failed. */
async function runOn(texts, device) {
  const notebook = await globalThis.asynclabNotebook;
  const cells = texts.flatMap((text, i) =>
    JSON.parse(text)
      .cells.filter(({ cell_type: type }) => type === 'code')
      .map((cell, j) => ({ ...cell, id: `c${i}-${j}` })),
  );
  notebook.open(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }));
  document.getElementById('device').value = device;
  const ok = await notebook.run(notebook.codes);
  const failed = notebook.codes.find(({ ran }) => !ran?.ok)?.cell;
  return {
    ok,
    device: notebook.info?.device,
    isolated: globalThis.crossOriginIsolated,
    why: failed && [failed.id, failed.outputs.at(-1)?.traceback],
    status: document.getElementById('status').textContent,
  };
}

/** Where a notebook runs: on a page that is isolated or not, and on which device. */
const PLACES = [
  ['isolated', 'webgpu'],
  ['not isolated', 'cpu'],
  ...(process.env.ASYNCLAB_NIGHTLY
    ? [
        ['isolated', 'cpu'],
        ['not isolated', 'webgpu'],
      ]
    : []),
];

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
  const texts = files.map((file) => readFileSync(new URL(file, folder), 'utf8'));
  for (const [kind, device] of PLACES)
    test(`${files.length} notebooks in ${name}, ${kind}, on ${device}`, async (t) => {
      if (!browser) return t.skip(absent);
      const page = await browser.newPage();
      t.after(() => page.close());
      await page.goto(`${hosts[kind].address}notebook.html?lang=en`);
      const gpu = await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()));
      if (device === 'webgpu' && !gpu) return t.skip(`${name} has no adapter here`);
      const run = await page.evaluate(runOn, texts, device);
      assert.ok(run.ok, JSON.stringify(run));
      assert.equal(run.device, device);
      assert.equal(run.isolated, kind === 'isolated');
    });
}
