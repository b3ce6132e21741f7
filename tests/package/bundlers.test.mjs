// The package in a project created for the test: installed from its archive, bundled by each bundler, opened in a browser.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch } from '../../xtask/browser/launch.mjs';
import { staticHost } from '../../xtask/browser/static.mjs';
import { project, shell } from './packed.mjs';

let path;
let browser;
before(async () => {
  [path, browser] = await Promise.all([project(), launch()]);
});
after(() => browser?.close());

const bin = (name) => join(path, 'node_modules/.bin', name);
const version = () =>
  JSON.parse(readFileSync(join(path, 'node_modules/asynclab/package.json'), 'utf8')).version;

/** Serves a folder of the project as a static host. */
async function host(t, folder) {
  const site = await staticHost(pathToFileURL(`${join(path, folder)}/`), '/course/');
  t.after(() => site.close());
  return site.address;
}

/** Opens the project's page and has both devices compute, each in a worker. */
async function assertComputes(t, address, options = {}) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address);
  await page.waitForFunction(() => globalThis.version);
  assert.equal(await page.evaluate(() => globalThis.version), version());
  for (const device of ['webgpu', 'cpu']) {
    const answer = await page.evaluate((all) => globalThis.compute(all), { ...options, device });
    assert.deepEqual(answer, { data: [1, 2, 3], device, backendThread: 'worker' });
  }
  assert.deepEqual(errors, []);
}

/** Copies the page beside a bundle. */
const withPage = (folder) => cpSync(join(path, 'index.html'), join(path, folder, 'index.html'));

test('without a bundler', async (t) => {
  // The installed folder, and a page with an import map.
  const map = JSON.stringify({ imports: { asynclab: './node_modules/asynclab/dist/asynclab.js' } });
  const html = readFileSync(join(path, 'index.html'), 'utf8');
  writeFileSync(
    join(path, 'plain.html'),
    html.replace('<script', `<script type="importmap">${map}</script>\n<script`),
  );
  await assertComputes(t, `${await host(t, '.')}plain.html`);
});

test('vite build', async (t) => {
  await shell(path, bin('vite'), 'build', '--base', './', '--outDir', 'vite', '--logLevel', 'warn');
  await assertComputes(t, await host(t, 'vite'));
});

test('vite build, with a worker of the program, as the README says', async (t) => {
  const config = ['--config', 'vite.own.config.js', '--outDir', '../vite-own'];
  await shell(path, bin('vite'), 'build', 'own', '--base', './', ...config, '--logLevel', 'error');
  await assertComputes(t, await host(t, 'vite-own'));
});

test('webpack', async (t) => {
  await webpack();
  withPage('webpack');
  await assertComputes(t, await host(t, 'webpack'));
});

test('webpack, with a worker of the program', async (t) => {
  const output = { path: join(path, 'webpack-own'), filename: 'main.js' };
  await webpack({ entry: './own/main.js', output });
  cpSync(join(path, 'own/index.html'), join(path, 'webpack-own/index.html'));
  await assertComputes(t, await host(t, 'webpack-own'));
});

function webpack(options = {}) {
  const required = createRequire(join(path, 'app.js'));
  return new Promise((resolve, reject) => {
    required('webpack')({ ...required('./webpack.config.cjs'), ...options }, (error, stats) => {
      const problems = stats?.toJson({ all: false, errors: true, warnings: true });
      const all = [...(problems?.errors ?? []), ...(problems?.warnings ?? [])];
      if (error || all.length > 0) reject(error ?? new Error(all.map((one) => one.message).join()));
      else resolve();
    });
  });
}

/** The arguments that the README recommends for esbuild. */
const ESBUILD = [
  'app.js',
  'asynclab/backend-worker.js',
  'asynclab/asynclab_bg.wasm',
  '--bundle',
  '--loader:.wasm=copy',
  '--entry-names=[name]',
  '--log-level=warning',
];

test('esbuild, as the README says', async (t) => {
  await shell(path, bin('esbuild'), ...ESBUILD, '--format=esm', '--minify', '--outdir=esbuild');
  withPage('esbuild');
  await assertComputes(t, await host(t, 'esbuild'));
});

test('a script that is no module, with the option base', async (t) => {
  const silent = '--log-override:empty-import-meta=silent';
  await shell(path, bin('esbuild'), ...ESBUILD, '--format=iife', silent, '--outdir=classic');
  withPage('classic');
  await assertComputes(t, await host(t, 'classic'), { base: '.' });
});

test('an engine that was left behind is missed in words', async (t) => {
  await shell(path, bin('esbuild'), 'app.js', '--bundle', '--format=esm', '--outdir=alone');
  withPage('alone');
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(await host(t, 'alone'));
  await page.waitForFunction(() => globalThis.compute);
  const error = await page.evaluate(() =>
    globalThis.compute().catch(({ code, message }) => ({ code, message })),
  );
  assert.equal(error.code, 'WASM_TYPE');
  assert.match(error.message, /asynclab_bg\.wasm was answered with status 404; .* folder as base$/);
});

test('vite’s development server', async (t) => {
  const server = spawn(bin('vite'), ['--port', '0', '--host', '127.0.0.1'], { cwd: path });
  t.after(() => server.kill());
  let address;
  for await (const line of createInterface(server.stdout)) {
    // eslint-disable-next-line no-control-regex
    address = line.replace(/\u001b\[\d+m/g, '').match(/http:\S+/)?.[0];
    if (address) break;
  }
  await assertComputes(t, address);
});
