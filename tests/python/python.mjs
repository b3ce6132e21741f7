// Python for tests: Pyodide in Node over the blocking lab of the CPU. What it computes is done inside the call, so these tests are of
// semantics and printing; what is asynchronous is tested in browsers.
import { readFile, readdir } from 'node:fs/promises';
import { after } from 'node:test';
import { loadPyodide } from 'pyodide';
import { connect } from '../../www/asynclab.js';
import { bridge } from '../../www/python/bridge.js';

// Python leaves handles open that nothing waits for.
after(() => void setTimeout(() => process.exit(), 500).unref());

const root = new URL('../../', import.meta.url);

/** Writes the package below a folder of Python's. @param {any} pyodide @param {URL} folder @param {string} into */
async function copy(pyodide, folder, into) {
  pyodide.FS.mkdirTree(into);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === '__pycache__') continue;
    if (entry.isDirectory())
      await copy(pyodide, new URL(`${entry.name}/`, folder), `${into}/${entry.name}`);
    else pyodide.FS.writeFile(`${into}/${entry.name}`, await readFile(new URL(entry.name, folder)));
  }
}

/** Where the suite has made that: the memory of a Python that has started, and the library that it was started with. */
async function started() {
  const folder = process.env.ASYNCLAB_SNAPSHOT;
  if (!folder) return {};
  const stdLibURL = new URL('www/pkg/python/library.zip', root).pathname;
  return { stdLibURL, _loadSnapshot: await readFile(`${folder}/node.bin`) };
}

/**
 * Python with the package, whose lab is a blocking one of the CPU.
 *
 * @param {{extras?: boolean}} [given] whether plots and their like are there, too
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
  // Before any lab is made.
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
 * Counts the replays of compiled programs. A call of what is returned gives those since the last one.
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
