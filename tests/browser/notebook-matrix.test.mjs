// The example notebooks from top to bottom on the page: on both devices, isolated and not, and in Firefox on its devices. They run one after
// another in one Python, whose start takes longer than they do. tests/python/notebooks.test.mjs runs each in a new Python. By day one notebook
// of each library runs on the GPU of an isolated page. The nightly run has all notebooks and places.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch } from '../../xtask/browser/launch.mjs';
import { staticHost } from '../../xtask/browser/static.mjs';
import { skipMissing } from '../missing.mjs';
import { patient } from './fixtures/patient.mjs';

const folder = new URL('../../examples/notebooks/', import.meta.url);
const BY_DAY = ['jax', 'mxnet', 'pytorch', 'tensorflow'].map(
  (name) => `asynchronous-${name}.ipynb`,
);
const notebooks = process.env.ASYNCLAB_NIGHTLY
  ? readdirSync(folder).filter((name) => name.endsWith('.ipynb'))
  : [...BY_DAY, 'both-devices.ipynb'];
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

/** Runs notebooks one after another on a device. Returns the end of each, or why it failed. Runs in the page. */
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
  await notebook.charted;
  const misplaced = notebook.codes.flatMap(({ cell, ran }) => {
    const { from, operations, waits } = notebook.lives.get(cell.id);
    return [
      ...(operations.length === ran?.operations ? [] : [[cell.id, operations.length, ran]]),
      // The clocks of the program and of a device agree within a step of either clock.
      ...operations.filter(({ enqueued, ended }) => !(enqueued <= ended + 1)),
      ...waits.filter((wait) => !(wait.from >= from && wait.from <= wait.to)),
    ];
  });
  const failed = notebook.codes.find(({ ran }) => !ran?.ok)?.cell;
  return {
    ok,
    misplaced,
    device: notebook.info?.device,
    isolated: globalThis.crossOriginIsolated,
    why: failed && [failed.id, failed.outputs.at(-1)?.traceback],
    status: document.getElementById('status').textContent,
  };
}

/** Where a notebook runs: on an isolated page or not, and on which device. */
const PLACES = [
  ['isolated', 'webgpu'],
  ...(process.env.ASYNCLAB_NIGHTLY
    ? [
        ['not isolated', 'cpu'],
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
      if (!browser) return skipMissing(t, absent);
      const page = await patient(browser.newPage());
      t.after(() => page.close());
      const errors = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`${hosts[kind].address}notebook.html?lang=en`);
      const gpu = await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()));
      if (device === 'webgpu' && !gpu) return skipMissing(t, `${name} has no adapter here`);
      const run = await page.evaluate(runOn, texts, device);
      assert.ok(run.ok, JSON.stringify(run));
      assert.deepEqual(run.misplaced, []);
      assert.equal(run.device, device);
      assert.equal(run.isolated, kind === 'isolated');
      // Firefox reports a script with which Pyodide detects its environment.
      const own = errors.filter((message) => !message.includes('data:text/javascript'));
      assert.deepEqual(own, []);
    });
}
