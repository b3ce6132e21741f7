// Python as it is once started, for tests: the memory of Pyodide's module with the standard library's modules that the package imports, which
// restores in a tenth of the time that a start takes. `node xtask/snapshot.mjs FILE`, in the checkout, once its site is built. The file is as
// good as before where Pyodide and this program are.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { loadPyodide } from 'pyodide';

/** Of the standard library, what the package and programs of the tests import. */
const MODULES = `
  ast asyncio atexit base64 bisect builtins codeop collections contextlib copy dataclasses difflib dis encodings.cp437 enum functools gc
  importlib.util inspect itertools json keyword linecache locale math operator pickle random re shutil statistics string tempfile textwrap
  threading time timeit tokenize traceback types typing warnings weakref zipfile`;
/** The library as the site has it: what was read of an archive is known by its places there. */
const LIBRARY = resolve('www/pkg/python/library.zip');

const [file] = process.argv.slice(2);
const key = createHash('sha256');
for (const part of [LIBRARY, 'node_modules/pyodide/pyodide.asm.wasm', import.meta.filename])
  key.update(readFileSync(part));
const current = `${file}.sha256`;
const digest = key.digest('hex');
if (!existsSync(file) || !existsSync(current) || readFileSync(current, 'utf8') !== digest)
  await write();

async function write() {
  const pyodide = await loadPyodide({ stdLibURL: LIBRARY, _makeSnapshot: true });
  pyodide.runPython(`import ${MODULES.trim().split(/\s+/).join(', ')}`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(current, { force: true });
  writeFileSync(`${file}.part`, pyodide.makeMemorySnapshot());
  renameSync(`${file}.part`, file);
  writeFileSync(current, digest);
}
