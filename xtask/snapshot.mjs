// Snapshots of Python after its start, for tests: the memory of Pyodide's module with the standard library's modules that the package imports.
// A restore takes a tenth of the time of a start. `node xtask/snapshot.mjs FOLDER`, in the checkout, once its site is built, writes node.bin and
// browser.bin: the memory depends on the features of WebAssembly where Python was started. They stay valid while Pyodide, the library, Node and
// this program are the same.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadPyodide } from 'pyodide';
import { launch } from './browser/launch.mjs';
import { staticHost } from './browser/static.mjs';

/** The modules of the standard library that the package and the tests' programs import. */
const MODULES = `
  ast asyncio atexit base64 bisect builtins codeop collections contextlib copy dataclasses difflib dis encodings.cp437 enum functools gc
  importlib.util inspect itertools json keyword linecache locale math operator pickle random re shutil statistics string tempfile textwrap
  threading time timeit tokenize traceback types typing warnings weakref zipfile`;
const IMPORTS = `import ${MODULES.trim().split(/\s+/).join(', ')}`;
/** The site's library. The snapshot refers to places in this archive. */
const LIBRARY = resolve('www/pkg/python/library.zip');

const [folder] = process.argv.slice(2);
const key = createHash('sha256').update(process.version);
for (const part of [LIBRARY, 'node_modules/pyodide/pyodide.asm.wasm', import.meta.filename])
  key.update(readFileSync(part));
const digest = key.digest('hex');
const current = join(folder, 'sha256');
if (!existsSync(current) || readFileSync(current, 'utf8') !== digest) {
  mkdirSync(folder, { recursive: true });
  rmSync(current, { force: true });
  writeFileSync(join(folder, 'node.bin'), await started(loadPyodide, LIBRARY, IMPORTS));
  writeFileSync(join(folder, 'browser.bin'), Buffer.from(await inBrowser(), 'base64'));
  writeFileSync(current, digest);
}

/** @param {typeof loadPyodide} load @param {string} stdLibURL @param {string} imports a program */
async function started(load, stdLibURL, imports) {
  const pyodide = await load({ stdLibURL, _makeSnapshot: true });
  pyodide.runPython(imports);
  return pyodide.makeMemorySnapshot();
}

/** The same in Chromium. @returns {Promise<string>} in base64 */
async function inBrowser() {
  const host = await staticHost(pathToFileURL(`${resolve('.')}/`), '/');
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${host.address}package.json`);
    return await page.evaluate(
      async (started, imports) => {
        const { loadPyodide } = await import('/node_modules/pyodide/pyodide.mjs');
        const library = new URL('/www/pkg/python/library.zip', location.href).href;
        const memory = await (0, eval)(`(${started})`)(loadPyodide, library, imports);
        const reader = new FileReader();
        reader.readAsDataURL(new Blob([memory]));
        await new Promise((resolve) => (reader.onload = resolve));
        return String(reader.result).split(',')[1];
      },
      String(started),
      IMPORTS,
    );
  } finally {
    await browser.close();
    host.close();
  }
}
