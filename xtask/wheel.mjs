// Writes the Python package as a pure wheel: `node xtask/wheel.mjs OUT VERSION`, in a checkout whose site was built. Beside the modules it
// holds the library with the backend's worker in one file, and the engine. Prints the wheel's path.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { loadPyodide } from 'pyodide';
import { rolldown } from 'rolldown';

const [out, version] = process.argv.slice(2);
const INFO = `asynclab-${version}.dist-info`;
/** @type {Record<string, Uint8Array>} */
const files = {};
/**
 * LZMA makes the engine a fifth smaller than zip does, and Pyodide has it, here and where the wheel is used; pb suits both wasm and text.
 * The wheel has checksums of its own, so the format is the one without.
 */
const PACK = `import lzma
def pack(data, lc):
    filters = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": lc, "lp": 0, "pb": 0, "mf": lzma.MF_BT4, "nice_len": 273}]
    return lzma.compress(data.to_bytes(), format=lzma.FORMAT_ALONE, filters=filters)`;
/**
 * zlib's own deflate makes 1 kB less than fflate's. What is packed already is stored: the engine, and the modules, which LZMA packs together.
 */
const ZIP = `import io, zipfile
def zipped(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, held in files.items():
            packed = zipfile.ZIP_STORED if name.endswith(".lzma") else zipfile.ZIP_DEFLATED
            wheel.writestr(zipfile.ZipInfo(name), held.to_bytes(), packed)
    return data.getvalue()`;
const zipped = (entries) =>
  // Python has no `Buffer`.
  pyodide.globals
    .get('zipped')(new Map(entries.map(([name, bytes]) => [name, new Uint8Array(bytes)])))
    .toJs();
const packed = (bytes, lc) => pyodide.globals.get('pack')(new Uint8Array(bytes), lc).toJs();
const text = (value) => new TextEncoder().encode(value);

const pyodide = await loadPyodide({ indexURL: resolve('node_modules/pyodide') });
pyodide.runPython(`${PACK}\n${readFileSync('xtask/bare.py', 'utf8')}\n${ZIP}`);
/** By their paths in the package. @type {[string, Uint8Array][]} */
const modules = [];
for (const entry of readdirSync('python/asynclab', { recursive: true })) {
  const path = join('python/asynclab', String(entry));
  const name = relative('python/asynclab', path).replaceAll('\\', '/');
  // The kernel is for the lab's own page, and so is the profiler, which reads the page's recording. The check of ownership is for tests.
  if (/\.(py|typed)$/.test(name) && !/^_kernel\/|^torch\/profiler\.py$|^_ownership/.test(name)) {
    const bare = text(
      pyodide.globals.get('bare')(
        readFileSync(path, 'utf8'),
        /^_(?!_)/.test(basename(path)),
        !/asynclab.(__init__|array|creation|errors|gradients|lab)\.py$/.test(path),
      ),
    );
    if (/^(__init__.py|py.typed)$/.test(name)) files[`asynclab/${name}`] = bare;
    else modules.push([name, bare]);
  }
}
const bundle = await rolldown({
  input: 'www/python/wheel.js',
  transform: { target: 'es2022' },
  // Python has no simulated devices, and it has layers of its own.
  external: /\/machines\//,
  plugins: [
    {
      name: 'no-networks',
      load: (id) => (/lib.nn\.js$/.test(id) ? 'export const networks = () => undefined;' : null),
    },
  ],
});
const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
await bundle.close();
// Modules of one library, JavaScript's included, have words in common: beside each other they compress better.
const depth = (/** @type {string} */ name) => name.split('/').length;
const decoded = modules
  .toSorted(([a], [b]) => depth(a) - depth(b) || (a < b ? -1 : 1))
  .map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
const named = [['js/engine.mjs', output[0].code], ...decoded];
files['asynclab/modules.lzma'] = packed(text(named.flat().join('\0')), 3);
files['asynclab/js/asynclab_bg.wasm.lzma'] = packed(readFileSync('www/pkg/asynclab_bg.wasm'), 4);
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
writeFileSync(path, zipped(Object.entries(files)));
console.log(path);
// Python leaves handles open that nothing waits for.
process.exit(0);
