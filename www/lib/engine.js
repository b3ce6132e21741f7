// The wasm module: compiled once for each page or worker, shared with the workers it starts.
import init, { build, initSync } from '../pkg/asynclab.js';
import { engineAddress } from './addresses.js';
import { LabError } from './core/errors.js';
import { host } from './host.js';

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;
/** Whether the module is compiled, and whether a start has ended before it was. */
let [there, overdue] = [false, false];

/**
 * Compiles the module and instantiates it on this thread.
 *
 * @returns {Promise<WebAssembly.Module>} the module, which a worker can instantiate without compiling it again
 * @throws {LabError} `FILE_PROTOCOL`, `WASM_BLOCKED` or `WASM_TYPE`, each with what to do
 */
export function loadEngine() {
  if (compiled && !overdue) return compiled;
  // A late download may hang, or be about to end. A second one starts beside it, past the browser's cache, in which it would wait for the first.
  const late = compiled ? [compiled] : [];
  const another = compile(late.length ? 'reload' : 'default');
  const first = Promise.any([...late, another]).catch(({ errors }) => {
    if (compiled === first) compiled = undefined; // The next attempt may succeed.
    throw errors.at(-1);
  });
  overdue = false;
  compiled = first;
  return compiled;
}

/** A start has ended early. If the module has not arrived yet, the next start begins a second download. */
export function doubtEngine() {
  overdue = compiled !== undefined && !there;
}

/**
 * Instantiates a module that another thread, or the program, compiled.
 *
 * @param {WebAssembly.Module} module
 */
export function adoptEngine(module) {
  checkBuild(module);
  initSync({ module });
  compiled = Promise.resolve(module);
  there = true;
}

/** Module and glue call each other by names that differ between builds. @param {WebAssembly.Module} module */
function checkBuild(module, name = 'the module') {
  const [section] = WebAssembly.Module.customSections(module, 'build');
  if (section && new TextDecoder().decode(section) === build) return;
  throw new LabError(
    'WASM_TYPE',
    `${name} is of another build than the script that loads it; reload the page without the browser's cache`,
  );
}

/** @param {RequestCache} cache */
async function compile(cache) {
  if (globalThis.location?.protocol === 'file:') {
    throw new LabError(
      'FILE_PROTOCOL',
      'a page opened as a file cannot load WebAssembly; serve the folder, with `cargo xtask serve` for example',
    );
  }
  const url = engineAddress();
  const module = await compileFrom(url, cache);
  checkBuild(module, url.pathname);
  await init({ module_or_path: module });
  there = true;
  return module;
}

/**
 * Compiles a file in Node.js, whose `fetch` reads no files. `node:fs` is not imported, since bundlers would follow the import.
 *
 * @param {URL} url
 */
async function compileFile(url) {
  const files = host.process?.getBuiltinModule?.('node:fs');
  if (!files)
    throw new LabError('FILE_PROTOCOL', `${url.pathname} cannot be read here; serve it over http`);
  try {
    return await WebAssembly.compile(files.readFileSync(url));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LabError('WASM_TYPE', `${url.pathname} could not be loaded (${reason})`);
  }
}

/** @param {URL} url @param {RequestCache} cache */
async function compileFrom(url, cache) {
  if (url.protocol === 'file:') return compileFile(url);
  const response = await fetch(url, { cache }).catch((error) => {
    throw new LabError(
      'WASM_TYPE',
      `${url.pathname} could not be fetched (${error.message}); check the address and the connection`,
    );
  });
  if (!response.ok) {
    throw new LabError(
      'WASM_TYPE',
      `${url.pathname} was answered with status ${response.status}; reload the page, or give connect() the file's folder as base`,
    );
  }
  try {
    // With another type than application/wasm the module is compiled after its download, not during it.
    const streams = response.headers.get('Content-Type')?.startsWith('application/wasm');
    return streams
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/Content Security Policy|unsafe-eval|blocked/i.test(reason)) {
      throw new LabError(
        'WASM_BLOCKED',
        "the page's Content-Security-Policy blocks WebAssembly; add 'wasm-unsafe-eval' to script-src",
      );
    }
    throw new LabError(
      'WASM_TYPE',
      `${url.pathname} is not WebAssembly (${reason}); let the server send the file unchanged`,
    );
  }
}
