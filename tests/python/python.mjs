// Python for tests: Pyodide in Node.js over the blocking lab of the CPU. Every call computes its result before it returns, so these tests
// check semantics and printing. Asynchronous behaviour is tested in browsers.
import { readFile, readdir } from 'node:fs/promises';
import { after } from 'node:test';
import { loadPyodide } from 'pyodide';
import { connect } from '../../www/asynclab.js';
import { bridge } from '../../www/python/bridge.js';

// Python leaves handles open, which would keep the process alive.
after(() => void setTimeout(() => process.exit(), 500).unref());

const root = new URL('../../', import.meta.url);

/** Copies the package into Python's file system, below `into`. @param {any} pyodide @param {URL} folder @param {string} into */
async function copy(pyodide, folder, into) {
  pyodide.FS.mkdirTree(into);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === '__pycache__') continue;
    if (entry.isDirectory())
      await copy(pyodide, new URL(`${entry.name}/`, folder), `${into}/${entry.name}`);
    else pyodide.FS.writeFile(`${into}/${entry.name}`, await readFile(new URL(entry.name, folder)));
  }
}

/** The memory snapshot of a started Python and the standard library that it was started with, if the suite has made them. */
async function started() {
  const folder = process.env.ASYNCLAB_SNAPSHOT;
  if (!folder) return {};
  const stdLibURL = new URL('www/pkg/python/library.zip', root).pathname;
  return { stdLibURL, _loadSnapshot: await readFile(`${folder}/node.bin`) };
}

/**
 * Python with the package, over a blocking lab of the CPU.
 *
 * @param {{extras?: boolean}} [given] whether plots and the other optional packages are installed
 * @returns {Promise<{run: (code: string) => any, printed: () => string, labs: any[]}>}
 */
export async function python({ extras = true } = {}) {
  const engine = await WebAssembly.compile(
    await readFile(new URL('www/pkg/asynclab_bg.wasm', root)),
  );
  const lab = () => connect({ device: 'cpu', blocking: true, engine });
  const labs = [await lab(), await lab()];
  let text = '';
  const pyodide = await loadPyodide({
    indexURL: new URL('node_modules/pyodide/', root).pathname,
    ...(await started()),
  });
  pyodide.setStdout({ batched: (/** @type {string} */ line) => (text += `${line}\n`) });
  const site = '/lib/python3.14/site-packages';
  await copy(pyodide, new URL('python/asynclab/', root), `${site}/asynclab`);
  if (extras)
    for (const folder of ['extras', 'frameworks'])
      await copy(pyodide, new URL(`python/${folder}/`, root), site);
  pyodide.registerJsModule('_asynclab_engine', {
    given: bridge(labs[0]).python,
    numbers: bridge(labs[1]).python,
  });
  // The check has to be on before any lab is made.
  pyodide.runPython('from asynclab import _ownership\n_ownership.check()');
  return {
    labs,
    pyodide,
    run: (code) => pyodide.runPython(code),
    printed() {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

/**
 * Counts the replays of compiled programs. Each call of the returned function returns the count since its last call.
 * @param {{labs: any[]}} python @returns {() => number}
 */
export function replayCounter({ labs: [{ session }] }) {
  const { replay } = session;
  let replays = 0;
  session.replay = (...given) => {
    replays += 1;
    return replay.apply(session, given);
  };
  return () => {
    const counted = replays;
    replays = 0;
    return counted;
  };
}
