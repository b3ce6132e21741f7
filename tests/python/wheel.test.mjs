// The wheel: its size, and that Python imports its modules.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { loadPyodide } from 'pyodide';
import { connect } from '../../www/asynclab.js';
import { bridge } from '../../www/python/bridge.js';

const MOST = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'asynclab-wheel-'));
let wheel, pyodide, lab;

before(async () => {
  await promisify(execFile)('node', ['xtask/wheel.mjs', folder, '0.0.0']);
  wheel = readFileSync(join(folder, readdirSync(folder)[0]));
  pyodide = await loadPyodide({ indexURL: 'node_modules/pyodide/' });
  pyodide.unpackArchive(new Uint8Array(wheel), 'wheel', {
    extractDir: '/lib/python3.14/site-packages',
  });
  const engine = await WebAssembly.compile(readFileSync('www/pkg/asynclab_bg.wasm'));
  lab = await connect({ device: 'cpu', blocking: true, engine });
  const { python } = bridge(lab);
  pyodide.registerJsModule('_asynclab_engine', { given: python, numbers: python });
});

after(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
  // Python leaves handles open, which would keep the process alive.
  setTimeout(() => process.exit(), 500).unref();
});

test('the wheel has at most 300 kB', () =>
  assert.ok(wheel.length <= MOST, `${wheel.length} bytes`));

test('the modules of the wheel compute what PyTorch does', async () => {
  const at = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
  pyodide.FS.writeFile('pytorch.py', at('pytorch.py'));
  const answers = at('pytorch.txt').trimEnd().split('\n');
  const given = answers.map((line) => line.slice(0, line.indexOf(':')));
  pyodide.globals.set('given', pyodide.toPy(given));
  const got = pyodide
    .runPython(
      `
import sys
sys.path.insert(0, "")
import asynclab.as_books, pytorch
[f'{name}: {" | ".join(str(pytorch.CASES[name]()).splitlines())}' for name in given]`,
    )
    .toJs();
  assert.deepEqual(got, answers);
});

test('every module of the wheel can be imported, and computes', async () => {
  const { imported, sum, line } = pyodide
    .runPython(
      `
import asynclab, importlib, pkgutil
import asynclab.as_books, torch, traceback
imported = [importlib.import_module(one.name).__name__ for one in pkgutil.walk_packages(asynclab.__path__, "asynclab.") if not one.name.endswith("._plots")]
try:
    torch.ones(2) @ torch.ones(3)
except RuntimeError as error:
    line = traceback.extract_tb(error.__traceback__)[-1].line
dict(imported=imported, sum=torch.ones(3).sum().item(), line=line)`,
      { filename: '<program>' },
    )
    .toJs({ dict_converter: Object.fromEntries });
  assert.ok(imported.includes('asynclab.torch.nn.functional'), `${imported}`);
  assert.ok(imported.length > 60, `${imported.length} modules`);
  assert.equal(sum, 3);
  assert.ok(line, 'a traceback has lines of the modules');
});
