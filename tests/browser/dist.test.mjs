// The site as `cargo xtask dist` writes it, on a host that adds no headers for isolation and has the site in a folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { staticHost } from '../../xtask/browser/static.mjs';
import { xtask } from '../xtask.mjs';
import { open } from './harness.mjs';

const checkout = new URL('../../', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'asynclab-dist-'));
const other = mkdtempSync(join(tmpdir(), 'asynclab-budget-'));
const dist = pathToFileURL(`${folder}/`);

const budget = JSON.parse(readFileSync(new URL('budget.json', checkout), 'utf8'));
/** The part that gets too small a limit, so that one run shows both outcomes: parts within their limits and one beyond. */
const charts = budget.find(({ name }) => name === 'charts');
const { limit } = charts;

let written;
let host;
before(async () => {
  charts.limit = 1000;
  const file = join(other, 'budget.json');
  writeFileSync(file, JSON.stringify(budget));
  const [program, words] = xtask('dist', '--budget', file, '--out', folder);
  written = spawnSync(program, words, { cwd: checkout, encoding: 'utf8' });
  host = await staticHost(dist, '/some/course/');
});
after(() => {
  host.close();
  for (const made of [folder, other]) rmSync(made, { recursive: true });
});

/** Every file of the site, as an address. */
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => pathToFileURL(join(entry.parentPath, entry.name)));

test('every part of the site is within its budget', () => {
  const over = [...written.stderr.matchAll(/^(\S+) is (\d+) bytes over its (\d+):/gm)];
  const [[, name, more, least]] = over;
  assert.deepEqual([over.length, name], [1, 'charts'], written.stderr);
  assert.ok(
    Number(least) + Number(more) <= limit,
    `charts has ${least} + ${more} bytes of ${limit}`,
  );
  for (const part of budget)
    assert.match(
      written.stdout,
      new RegExp(`^${part.name} +\\d+ +[\\d.]+ kB of +[\\d.]+ kB: `, 'm'),
    );
});

test('a site that is over its budget is an error that names what is too large', () => {
  assert.equal(written.status, 1);
  assert.match(written.stderr, /charts is \d+ bytes over its 1000:\n +\d+ www\/lib\//);
});

test('the crates of the engine are named, with the texts of their licences', () => {
  const text = readFileSync(new URL('licences.txt', dist), 'utf8');
  for (const name of ['wgpu', 'wasm-bindgen']) {
    assert.match(text, new RegExp(`^${name} [\\d.]+ +MIT OR Apache-2\\.0$`, 'm'));
    assert.match(text, new RegExp(`^${name} [\\d.]+: LICENSE.MIT$`, 'm'));
  }
  assert.match(text, /^Permission is hereby granted/m);
});

test('so are the packages of the editor, which is apart from what every reader downloads', () => {
  const text = readFileSync(new URL('licences.txt', dist), 'utf8');
  for (const name of [
    '@codemirror/view',
    '@codemirror/state',
    '@lezer/javascript',
    '@lezer/python',
  ])
    assert.match(text, new RegExp(`^${name} [\\d.]+ +MIT$`, 'm'));
  assert.match(text, /Pyodide.*\n?.*Mozilla Public License 2\.0/);
  const editor = files().filter((file) => readFileSync(file, 'latin1').includes('cm-tooltip'));
  const names = editor.map((file) => inVersion(file.pathname)).sort();
  // The editors of JavaScript and of Python.
  assert.equal(names.length, 2, names.join());
  assert.match(names.join(), /^lib\/editor-[^,]*,lib\/python-editor-[^,]*$/);
});

test('every address in the site leads to a file of it', () => {
  const patterns = {
    html: /(?:src|href)="(www(?:-\w+)?\/[^"]+)"/g,
    js: /new URL\([`"]([^`"$]+)[`"],import\.meta\.url\)|from"(\.[^"]+)"|import\([`"](\.[^`"$]+)[`"]\)|import"(\.[^"]+)"/g,
  };
  let found = 0;
  for (const file of files()) {
    const pattern = patterns[file.pathname.split('.').pop()];
    if (!pattern) continue;
    for (const [, ...named] of readFileSync(file, 'utf8').matchAll(pattern)) {
      const target = new URL(named.find(Boolean), file);
      assert.ok(existsSync(target), `${file.pathname} names ${target.pathname}`);
      found += 1;
    }
  }
  // At least the page's own addresses: three styles, two scripts, two workers and the engine.
  assert.ok(found >= 8, `${found} addresses`);
});

/** The path of a file below its version's folder. @param {string} path */
const inVersion = (path) => path.split(/\/www-\w+\//).pop() ?? '';

test('each style that a module loads by its address is shipped', () => {
  const www = new URL('www/', checkout);
  const styles = readdirSync(www, { recursive: true })
    .filter((name) => name.endsWith('.js') && !name.startsWith('pkg/'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, www), 'utf8').matchAll(/\bstyled\('([^']+)'\)/g),
    ])
    .map(([, style]) => style);
  assert.ok(styles.includes('charts/charts.css'));
  const shipped = files().map(({ pathname }) => inVersion(pathname));
  assert.deepEqual(
    styles.filter((style) => !shipped.includes(style)),
    [],
  );
});

test('nothing is shipped that is already in the bundle', () => {
  const names = files().map((file) => file.pathname.slice(dist.pathname.length));
  const own = names.filter((name) => /^www-\w+\//.test(name)).map((name) => inVersion(`/${name}`));
  assert.deepEqual(
    own.filter((name) => name.startsWith('pkg/')),
    [
      'pkg/asynclab_bg.wasm',
      'pkg/embed.css',
      'pkg/watch.js',
      ...readdirSync(new URL('examples/notebooks/', checkout))
        .filter((name) => name.endsWith('.ipynb'))
        .map((name) => `pkg/notebooks/${name}`),
      ...['en', 'ko', 'pt', 'zh'].map((language) => `pkg/posters/${language}.json`),
      ...[
        'asynclab.zip',
        'extras.zip',
        'jax.zip',
        'library.zip',
        'pyodide.txt',
        'pyodide.wasm',
        'tensorflow.zip',
      ].map((name) => `pkg/python/${name}`),
    ],
  );
  assert.deepEqual(
    names.filter((name) => name.endsWith('.ts')),
    [],
  );
});

for (const device of ['cpu', 'webgpu']) {
  test(`an experiment runs on the ${device} device`, async (t) => {
    const { page, errors } = await open(t, { path: host.address });
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    const { result, table } = await page.evaluate(
      (options) => globalThis.asynclab.run('warmup', options),
      { device, parameters: { n: 64, repetitions: 4, rounds: 2, seed: 7 } },
    );
    assert.equal(result.device, device);
    assert.equal(result.info.device, device);
    assert.equal(result.info.backendThread, 'worker');
    assert.equal(table.rows.length, 3);
    assert.deepEqual(errors, []);
  });
}

test('programs find the library at the address it has in the checkout', async (t) => {
  const { page } = await open(t, { path: host.address });
  const data = await page.evaluate(async () => {
    const { connect } = await import(new URL('www/asynclab.js', document.baseURI));
    const lab = await connect({ device: 'cpu' });
    return Array.from(await lab.nd.ones([2]).add(1).data());
  });
  assert.deepEqual(data, [2, 2]);
});

test('the sandbox works, and a wait’s line is found in what was minified', async (t) => {
  const { page } = await open(t, { path: host.address });
  const output = await page.evaluate(async () => {
    const run = (name, parameters) => globalThis.asynclab.run(name, { parameters, device: 'cpu' });
    const program = `import { connect } from './www/asynclab.js';
const lab = await connect();
console.log(await lab.nd.ones([2, 2]).sum().item());`;
    const { lines, result } = await run('sandbox', { program });
    const hidden = await run('hidden-sync', { n: 16, batches: 3, rounds: 1 });
    return { lines, line: result.trace.waits[0].line, site: hidden.lines.at(-1) };
  });
  assert.deepEqual(output.lines, ['4']);
  assert.equal(output.line, 3);
  assert.match(output.site, /^line 21, total \+= await loss\.item\(\);: 3 waits/);
});
