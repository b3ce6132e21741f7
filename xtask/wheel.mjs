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
/** LZMA makes the engine a fifth smaller than zip does, and Pyodide has it, here and where the wheel is used; lc and pb suit wasm. */
const PACK = `import lzma
def pack(data):
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]
    return lzma.compress(data.to_bytes(), format=lzma.FORMAT_XZ, filters=filters)`;
/**
 * A module without what only readers of the sources need: comments, docstrings of all but the lab's own arrays and functions, the types of arguments, results
 * and variables, more than one space for each level of indentation, and the request for what Python does by itself from 3.14 on. 22 kB of
 * the wheel. Lines stay where they were. A class keeps the types of its own names, which may be its fields.
 */
const BARE = `import ast, io, re, tokenize
def bare(text, private, every):
    lines = text.replace("from __future__ import annotations\\n", "\\n").splitlines(True)
    for kind, _, (row, column), _, _ in tokenize.generate_tokens(io.StringIO(text).readline):
        if kind == tokenize.COMMENT:
            lines[row - 1] = lines[row - 1][:column].rstrip() + "\\n"
    def strip(node, private):
        if private and len(node.body) > 1 and ast.get_docstring(node):
            docstring = node.body[0]
            lines[docstring.lineno - 1 : docstring.end_lineno] = ["\\n"] * (docstring.end_lineno - docstring.lineno + 1)
        for inner in node.body:
            if isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
                strip(inner, every or re.match("_(?!_)", inner.name))
    tree = ast.parse(text)
    fields = {id(one) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for one in node.body}
    gone = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation:
            gone.append((node.lineno, node.col_offset + len(node.arg.encode()), node.annotation))
        elif isinstance(node, ast.AnnAssign) and node.value and id(node) not in fields:
            gone.append((node.target.end_lineno, node.target.end_col_offset, node.annotation))
        elif isinstance(node, ast.FunctionDef) and node.returns:
            row = node.returns.lineno
            gone.append((row, lines[row - 1].encode().rfind(b" ->", 0, node.returns.col_offset), node.returns))
    for row, column, mark in sorted(gone, key=lambda one: one[:2], reverse=True):
        if row == mark.end_lineno and column >= 0:
            line = lines[row - 1].encode()
            lines[row - 1] = (line[:column] + line[mark.end_col_offset :]).decode()
    strip(tree, private or every)
    return re.sub("(?m)^(    )+", lambda found: " " * (len(found[0]) // 4), "".join(lines))`;
/** zlib's own deflate makes 1 kB less than fflate's. What is packed already is stored. */
const ZIP = `import io, zipfile
def zipped(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, held in files.items():
            packed = zipfile.ZIP_STORED if name.endswith(".xz") else zipfile.ZIP_DEFLATED
            wheel.writestr(zipfile.ZipInfo(name), held.to_bytes(), packed)
    return data.getvalue()`;
const packed = (bytes) => pyodide.globals.get('pack')(new Uint8Array(bytes)).toJs();
const text = (value) => new TextEncoder().encode(value);

const pyodide = await loadPyodide({ indexURL: resolve('node_modules/pyodide') });
pyodide.runPython(`${PACK}\n${BARE}\n${ZIP}`);
for (const entry of readdirSync('python/asynclab', { recursive: true })) {
  const path = join('python/asynclab', String(entry));
  // The kernel is for the lab's own page, and so is the profiler, which reads the page's recording.
  if (/\.(py|typed)$/.test(path) && !/\/_kernel\/|torch\/profiler\.py$/.test(path))
    files[relative('python', path).replaceAll('\\', '/')] = text(
      pyodide.globals.get('bare')(
        readFileSync(path, 'utf8'),
        /^_(?!_)/.test(basename(path)),
        !/asynclab.(__init__|array|creation|errors|gradients|lab|nn)\.py$/.test(path),
      ),
    );
}
const bundle = await rolldown({
  input: 'www/python/wheel.js',
  transform: { target: 'es2022' },
  // Simulated devices are not for Python, and it has networks of its own.
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
// Python knows no Buffer.
const entries = new Map(
  Object.entries(files).map(([name, bytes]) => [name, new Uint8Array(bytes)]),
);
writeFileSync(path, pyodide.globals.get('zipped')(entries).toJs());
console.log(path);
// Python leaves handles open that nothing waits for.
process.exit(0);
