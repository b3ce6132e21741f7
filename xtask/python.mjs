// Writes the files that Python needs in a browser below `www/pkg/python/`: Pyodide's parts as npm has them, its library without compression,
// since servers compress better than zip does, and the lab's package. `node xtask/python.mjs`, in the checkout.
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unzipSync, zipSync } from 'fflate';

const FROM = 'node_modules/pyodide';
const TO = 'www/pkg/python';
const PACKAGE = 'python';
/** A fixed date, so that the same content gives the same bytes. */
const MTIME = new Date('1980-01-01T12:00:00Z');

mkdirSync(TO, { recursive: true });
// As text: the page hands it to a frame, and nothing loads it by its address.
write('pyodide.txt', readFileSync(join(FROM, 'pyodide.asm.mjs')));
write('pyodide.wasm', readFileSync(join(FROM, 'pyodide.asm.wasm')));
write('library.zip', stored(unzipSync(readFileSync(join(FROM, 'python_stdlib.zip')))));
write('asynclab.zip', stored(sources(PACKAGE, 'asynclab')));
// Fetched when a program plots, and when it names a framework that the book's older chapters do not use.
write('extras.zip', stored(sources(join(PACKAGE, 'extras'))));
const frameworks = sources(join(PACKAGE, 'frameworks'));
for (const name of ['jax', 'tensorflow']) {
  const own = Object.keys(frameworks).filter(
    (path) => path.startsWith(`${name}/`) || path.match(/^asynclab\/d2l\/_?([a-z]+)/)?.[1] === name,
  );
  write(`${name}.zip`, stored(Object.fromEntries(own.map((path) => [path, frameworks[path]]))));
}

// The page offers them.
mkdirSync('www/pkg/notebooks', { recursive: true });
for (const name of readdirSync('examples/notebooks').filter((name) => name.endsWith('.ipynb')))
  write(`../notebooks/${name}`, readFileSync(join('examples/notebooks', name)));

/** @param {Record<string, Uint8Array>} files */
function stored(files) {
  const names = Object.keys(files).sort();
  return zipSync(Object.fromEntries(names.map((name) => [name, files[name]])), {
    level: 0,
    mtime: MTIME,
  });
}

/** The modules of a folder, or of its package `part`, by path in the folder. @param {string} folder @param {string} [part] @returns {Record<string, Uint8Array>} */
function sources(folder, part = '') {
  /** @type {Record<string, Uint8Array>} */
  const found = {};
  for (const entry of readdirSync(join(folder, part), { recursive: true })) {
    const path = join(folder, part, String(entry));
    if (/\.(py|typed)$/.test(path) && statSync(path).isFile())
      found[relative(folder, path).replaceAll('\\', '/')] = readFileSync(path);
  }
  return found;
}

/** Writes a file only if its content differs, so that time stamps stay valid. @param {string} name @param {Uint8Array} content */
function write(name, content) {
  const path = join(TO, name);
  try {
    if (readFileSync(path).equals(Buffer.from(content))) return;
  } catch {
    // There is no such file yet.
  }
  writeFileSync(path, content);
}
