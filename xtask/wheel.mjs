// Writes the Python package as a pure wheel: `node xtask/wheel.mjs OUT VERSION`, in a checkout whose site was built. Beside the modules it
// holds the library with the backend's worker in one file, and the engine. Prints the wheel's path.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { zipSync } from 'fflate';
import { loadPyodide } from 'pyodide';
import { rolldown } from 'rolldown';

const [out, version] = process.argv.slice(2);
const INFO = `asynclab-${version}.dist-info`;
/** @type {Record<string, Uint8Array>} */
const files = {};
/** LZMA makes the engine a fifth smaller than zip does, and Pyodide has it, here and where the wheel is used; lc and pb suit wasm. */
const PACK = `import lzma
def pack(data):
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]
    return lzma.compress(data.to_bytes(), format=lzma.FORMAT_XZ, filters=filters)`;
/**
 * A module without its comments, which readers have in the sources, and without asking for what Python does by itself from 3.14 on: 4 kB
 * of the wheel. Lines stay where they were, and so do docstrings.
 */
const BARE = `import io, tokenize
def bare(text):
    lines = text.replace("from __future__ import annotations\\n", "\\n").splitlines(True)
    for kind, _, (row, column), _, _ in tokenize.generate_tokens(io.StringIO(text).readline):
        if kind == tokenize.COMMENT:
            lines[row - 1] = lines[row - 1][:column].rstrip() + "\\n"
    return "".join(lines)`;
const packed = (bytes) => pyodide.globals.get('pack')(new Uint8Array(bytes)).toJs();
const text = (value) => new TextEncoder().encode(value);

const pyodide = await loadPyodide({ indexURL: resolve('node_modules/pyodide') });
pyodide.runPython(`${PACK}\n${BARE}`);
for (const entry of readdirSync('python/asynclab', { recursive: true })) {
  const path = join('python/asynclab', String(entry));
  // The kernel is for the lab's own page.
  if (/\.(py|typed)$/.test(path) && !path.endsWith('_kernel.py'))
    files[relative('python', path).replaceAll('\\', '/')] = text(
      pyodide.globals.get('bare')(readFileSync(path, 'utf8')),
    );
}
const bundle = await rolldown({ input: 'www/python/wheel.js', transform: { target: 'es2022' } });
const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
await bundle.close();
files['asynclab/js/engine.mjs.xz'] = packed(text(output[0].code));
files['asynclab/js/asynclab_bg.wasm.xz'] = packed(readFileSync('www/pkg/asynclab_bg.wasm'));
for (const licence of ['LICENSE-APACHE', 'LICENSE-MIT'])
  files[`${INFO}/licenses/${licence}`] = readFileSync(licence);
files[`${INFO}/METADATA`] = text(`Metadata-Version: 2.4
Name: asynclab
Version: ${version}
Summary: An asynchronous array library for Pyodide: Python enqueues, Rust drives WebGPU.
License-Expression: MIT OR Apache-2.0
License-File: LICENSE-APACHE
License-File: LICENSE-MIT
Requires-Python: >=3.14
Description-Content-Type: text/markdown

${readFileSync('python/README.md', 'utf8')}`);
files[`${INFO}/WHEEL`] = text(
  'Wheel-Version: 1.0\nGenerator: asynclab\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
);
const digest = (bytes) => createHash('sha256').update(bytes).digest('base64url');
const rows = Object.entries(files).map(
  ([name, bytes]) => `${name},sha256=${digest(bytes)},${bytes.length}`,
);
files[`${INFO}/RECORD`] = text([...rows, `${INFO}/RECORD,,`, ''].join('\n'));
mkdirSync(out, { recursive: true });
const path = join(out, `asynclab-${version}-py3-none-any.whl`);
writeFileSync(path, zipSync(files, { level: 9, mtime: new Date('1980-01-01T12:00:00Z') }));
console.log(path);
// Python leaves handles open that nothing waits for.
process.exit(0);
