// The wheel in a JupyterLite site, which is made of JupyterLite's PyPI packages and Pyodide from npm: a notebook installs the wheel without a network,
// and runs. Pages that are not isolated use the site exactly as JupyterLite builds it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { launch } from '../../xtask/browser/launch.mjs';
import { staticHost } from '../../xtask/browser/static.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The folder of an environment with `jupyterlite/requirements.txt`. With ASYNCLAB_LITE=all every notebook runs, on both devices, isolated and not. */
const made = process.env.ASYNCLAB_JUPYTERLITE;
const skip =
  !made && 'ASYNCLAB_JUPYTERLITE names no environment; `cargo xtask test python` makes one';
/** The limit of a whole test, ms. Each part has its own limit, so that an error names the part that hangs. */
const options = { skip, timeout: 600_000 };
const BUILD = 240_000;
const RUN = 300_000;
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

let browser;
/** The wheel's bytes. */
let bytes;
before(
  async () => {
    if (!made) return;
    const folder = mkdtempSync(join(tmpdir(), 'asynclab-wheel-'));
    await run('node', ['xtask/wheel.mjs', folder, '0.0.0']);
    const [wheel] = readdirSync(folder);
    bytes = statSync(join(folder, wheel)).size;
    const build = join(root, 'tests/python/jupyterlite/build.py');
    const pyodide = join(root, 'node_modules/pyodide');
    await run(join(made, 'bin/python'), [build, pyodide, join(folder, wheel), join(made, 'site')]);
    rmSync(folder, { recursive: true });
    browser = await launch();
  },
  { timeout: 2 * BUILD },
);
after(() => browser?.close(), { timeout: 30_000 });

test('the wheel is a download of at most 300 kB', options, () =>
  assert.ok(bytes <= 300_000, `${bytes} bytes`),
);

/** Runs a program to its end, or until its limit. @param {string} program @param {string[]} words */
async function run(program, words) {
  try {
    await promisify(execFile)(program, words, { cwd: root, timeout: BUILD });
  } catch (error) {
    const why = error.killed ? `was not done after ${BUILD / 1000} s` : 'failed';
    throw new Error(`${program} ${words.join(' ')} ${why}: ${error.stderr}`, { cause: error });
  }
}

const code = (source) => ({
  cell_type: 'code',
  metadata: {},
  source,
  outputs: [],
  execution_count: null,
});

/** An example notebook behind two more cells: one installs the wheel, the other prints what `torch` is before and after its import. */
function notebookOf(name, device) {
  const text = readFileSync(join(root, 'examples/notebooks', name), 'utf8');
  const { cells } = JSON.parse(text);
  const first = [
    code('%pip install asynclab'),
    code(`import asynclab
try:
    import torch
except ModuleNotFoundError:
    print("no surprise")
${device === 'cpu' ? 'asynclab.use(asynclab.connect("cpu"))' : ''}
import asynclab.as_books
import torch
print(asynclab.default().device, torch.__name__)`),
  ];
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'python', display_name: 'Python', language: 'python' } },
    cells: [...first, ...cells.filter(({ cell_type: type }) => type === 'code')],
  };
}

/** Runs a notebook in JupyterLite. This function runs in the page. @returns {Promise<any[][]>} the outputs of its cells */
async function runInLite(content) {
  const { jupyterapp } = globalThis;
  await jupyterapp.restored;
  const path = 'course.ipynb';
  const file = { type: 'notebook', format: 'json', content };
  await jupyterapp.serviceManager.contents.save(path, file);
  const widget = await jupyterapp.commands.execute('docmanager:open', {
    path,
    factory: 'Notebook',
    kernel: { name: 'python' },
  });
  await widget.context.ready;
  await widget.sessionContext.ready;
  jupyterapp.shell.activateById(widget.id);
  await jupyterapp.commands.execute('notebook:run-all-cells');
  const { cells } = widget.content.model.sharedModel.toJSON();
  return cells.map(({ outputs }) => outputs);
}

/** The progress of a notebook. This function runs in the page. */
function progress() {
  const widget = globalThis.jupyterapp?.shell.currentWidget;
  const { cells = [] } = widget?.content?.model?.sharedModel?.toJSON() ?? {};
  const counts = cells.map(({ execution_count: count }) => count ?? '-').join(' ');
  const kernel = widget?.sessionContext?.kernelDisplayStatus ?? 'none';
  return `cells run: ${counts || 'there are none'}; the kernel: ${kernel}`;
}

/** The value of a promise. Past the limit `RUN`, throws an error with the page's progress. @template T @param {Promise<T>} promise @returns {Promise<T>} */
async function withinRun(page, said, promise) {
  const late = Symbol('late');
  const timer = new AbortController();
  const value = await Promise.race([promise, setTimeout(RUN, late, { signal: timer.signal })]);
  timer.abort();
  if (value !== late) return value;
  const state = await Promise.race([
    page.evaluate(progress),
    setTimeout(5000, 'it does not answer'),
  ]);
  throw new Error(`not done after ${RUN / 1000} s; ${state}\n${said.join('\n')}`);
}

/** Notebook, device, isolated: the most different cases, since all take minutes. By day, each library and each way to wait once. */
const FEW = [
  ['pytorch.ipynb', 'webgpu', true],
  ['mxnet-np.ipynb', 'webgpu', false],
  ...(process.env.ASYNCLAB_NIGHTLY
    ? [
        ['pytorch.ipynb', 'webgpu', false],
        ['mxnet-np.ipynb', 'webgpu', true],
        ['both-devices.ipynb', 'webgpu', false],
      ]
    : []),
];
/** Whether a notebook uses only parts of the wheel, which lacks jax, tensorflow and profilers. */
const whole = (name) =>
  !/\b(jax|tensorflow|profiler)\b/.test(
    readFileSync(join(root, 'examples/notebooks', name), 'utf8'),
  );
const ALL = readdirSync(join(root, 'examples/notebooks'))
  .filter(whole)
  .flatMap((name) =>
    ['webgpu', 'cpu'].flatMap((device) =>
      [true, false].map((isolated) => [name, device, isolated]),
    ),
  );

for (const [name, device, isolated] of process.env.ASYNCLAB_LITE === 'all' ? ALL : FEW)
  test(
    `${name} runs in JupyterLite on ${device}, ${isolated ? '' : 'not '}isolated`,
    options,
    async (t) => {
      const folder = pathToFileURL(`${join(made, isolated ? 'site' : 'site-stock')}/`);
      const host = await staticHost(folder, '/', isolated ? { headers: ISOLATED } : {});
      t.after(() => host.close());
      const page = await browser.newPage();
      t.after(() => page.close());
      const elsewhere = [];
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && !request.url().startsWith(host.address))
          elsewhere.push(request.url());
      });
      const said = [];
      page.on('console', (message) => said.push(message.text()));
      page.on('pageerror', (error) => said.push(error.message));
      await page.goto(new URL('lab/index.html', host.address).href);
      await page.waitForFunction(() => globalThis.jupyterapp, { timeout: 120_000 });
      const running = page.evaluate(runInLite, notebookOf(name, device));
      const outputs = await withinRun(page, said, running);
      const errors = outputs.flat().filter(({ output_type: type }) => type === 'error');
      assert.deepEqual(
        errors.map(({ traceback }) => traceback.join('\n')),
        [],
      );
      const printed = outputs.map((list) =>
        list.map(({ text = '' }) => [text].flat().join('')).join(''),
      );
      assert.match(printed[1], new RegExp(`^no surprise\n${device} asynclab.torch`));
      assert.deepEqual(elsewhere, [], 'nothing comes from elsewhere');
    },
  );
