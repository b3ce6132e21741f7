// The examples of the documentation and the samples of the documents: each compiles in strict mode, ends when it is run in a browser,
// and has the values that its comments state.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { site } from '../browser/harness.mjs';
import { blank, onPage } from '../browser/lab.mjs';
import { archive, checkout, folder as temporary, shell } from './packed.mjs';
import { documents, examples, module, runnable, samplesOf } from './samples.mjs';

/** The folder of the documentation. `cargo xtask test` has written it. For a test file that is run by hand it is written now. */
function docs() {
  if (process.env.ASYNCLAB_DOCS) return process.env.ASYNCLAB_DOCS;
  spawnSync('cargo', ['xtask', 'docs'], { cwd: checkout, stdio: 'inherit' });
  return join(checkout, 'target/docs');
}

/** Runs a sample. This function itself runs in the page. */
async function run({ connect }, body) {
  const shown = (value) => {
    if (ArrayBuffer.isView(value)) return `[${[...value].join(', ')}]`;
    if (Array.isArray(value)) return JSON.stringify(value).replaceAll(',', ', ');
    return String(value);
  };
  const lab = await connect({ device: 'cpu' });
  const AsyncFunction = run.constructor;
  const example = new AsyncFunction('connect', 'lab', 'nd', 'shown', body);
  const pairs = await example(connect, lab, lab.nd, shown);
  lab.close();
  return pairs;
}

let api;
let folder;
before(() => {
  folder = docs();
  api = JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8'));
});

test('the documentation has a page for each part of the API', () => {
  for (const page of [
    'index',
    'functions/connect',
    'classes/Lab',
    'classes/NDArray',
    'classes/LabError',
  ])
    assert.ok(existsSync(join(folder, `${page}.html`)), page);
});

test('the README’s program runs, and prints what it says', async (t) => {
  const page = await blank(t);
  const readme = readFileSync(join(checkout, 'npm/README.md'), 'utf8');
  const [, program] = readme.match(/```js\n([^]*?)```/);
  const body = program.replace(/^import .*$/m, '');
  const printed = await onPage(
    page,
    `async ({ connect }) => {
      const printed = [];
      const console = { log: (...values) => printed.push(values.map((value) => [...value])) };
      ${body}
      return printed;
    }`,
  );
  const [[values], [enqueued, completed]] = printed;
  assert.deepEqual(values, [2, 4, 6]);
  // Two arrays of ones, and their product.
  assert.deepEqual([enqueued.length, completed.length], [3, 3]);
});

const samples = documents.flatMap(samplesOf);
const programs = samples.filter(({ language, excuse }) => language === 'js' && !excuse);
const pages = samples.filter(({ language, excuse }) => language === 'html' && !excuse);

test('the documents have samples, and few that cannot run', () => {
  for (const name of ['README.md', 'npm/README.md', 'npm/pages/programs.md'])
    assert.ok(
      programs.some(({ where }) => where.startsWith(`${name}:`)),
      name,
    );
  const excused = samples.filter(({ excuse }) => excuse);
  for (const { where, excuse } of excused) console.log(`not run: ${where}: ${excuse}`);
  assert.ok(excused.length <= 4, 'more than a few samples cannot run');
});

test('every example and every sample compiles under strict TypeScript', async () => {
  const project = temporary('samples');
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  await shell(modules, 'tar', '-xzf', archive());
  await shell(modules, 'mv', 'package', 'asynclab');
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  const all = [...examples(api)].map(([code, where]) => ({ where, code }));
  const files = [...all, ...programs].map(({ where, code }, at) => {
    const file = `${where.replace(/[^\w.]+/g, '-')}.${at}.ts`;
    writeFileSync(join(project, file), module(code));
    return file;
  });
  const options = [
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--lib',
    'es2022,esnext.disposable,dom,dom.iterable',
  ];
  const resolved = ['--module', 'esnext', '--moduleResolution', 'bundler', '--pretty', 'false'];
  await shell(project, join(checkout, 'node_modules/.bin/tsc'), ...options, ...resolved, ...files);
});

test('every sample of the documents runs, and gives what it says', async (t) => {
  const page = await blank(t);
  for (const { where, code } of programs)
    await t.test(where, async () => {
      const source = `async (api, body) => { ${run}; return run(api, body); }`;
      const pairs = await onPage(page, source, runnable(code));
      assert.equal(pairs.length, code.match(/\/\/ → /g)?.length ?? 0, code);
      for (const [got, expected] of pairs) assert.equal(got, expected, code);
    });
});

test('every page of the documents shows its experiment', async (t) => {
  const own = new URL('.', await site()).href;
  for (const { where, code } of pages)
    await t.test(where, async () => {
      const page = await blank(t);
      // The placeholder is the address of the site, or of the package's folder `site` on a host.
      const body = code.replace(/https:\/\/[\w.]+\/(asynclab\/site\/)?/g, own);
      await page.setRequestInterception(true);
      page.on('request', (request) =>
        request.url() === `${own}sample.html`
          ? request.respond({ contentType: 'text/html', body: `<!doctype html>${body}` })
          : request.continue(),
      );
      await page.goto(`${own}sample.html`);
      const state = () => globalThis.document.querySelector('async-lab')?.state;
      await page.waitForFunction(`(${state})() && (${state})() !== 'waiting'`);
      assert.equal(await page.evaluate(state), 'poster', code);
    });
});

test('every example ends, and gives what it says', async (t) => {
  const page = await blank(t);
  const all = examples(api);
  const names = new Set(all.values());
  for (const name of ['connect', 'Lab.profile', 'NDArray.data', 'Creation.array', 'Trainer'])
    assert.ok(names.has(name), `${name} has no example; there are ${[...names].join(', ')}`);
  let said = 0;
  for (const [code, name] of all) {
    await t.test(name, async () => {
      const source = `async (api, body) => { ${run}; return run(api, body); }`;
      const pairs = await onPage(page, source, runnable(code));
      assert.equal(pairs.length, code.match(/\/\/ → /g)?.length ?? 0, code);
      for (const [got, expected] of pairs) assert.equal(got, expected, code);
      said += pairs.length;
    });
  }
  assert.ok(said >= 30, `only ${said} values are stated`);
});

/** Names without documentation. Inherited names are documented in their own class. */
function unsaid(reflection, path = []) {
  const { name, comment, children = [], signatures = [], getSignature, inheritedFrom } = reflection;
  const own = [comment, ...[...signatures, getSignature].map((one) => one?.comment)];
  const said = own.some((one) => one?.summary.some(({ text }) => text.trim() !== ''));
  const counts = path.length > 0 && !inheritedFrom && name !== 'constructor' && !said;
  const whole = [...path, name];
  return [
    ...(counts ? [whole.slice(1).join('.')] : []),
    ...children.flatMap((child) => unsaid(child, whole)),
  ];
}

test('every name of the API is documented', () => {
  assert.deepEqual(unsaid(api), []);
});
