/**
 * Python's thread: a worker that runs the cells of a notebook over a lab. It reaches only what it is handed. Messages:
 *   ← {start: {parts, module, options, interrupt, webgpu}} → {type: 'ready', info, ways, start: ms}, or {type: 'rejected', code, message}
 *   ← {run: {cell, number, source, extras}}          → {type: 'text', cell, stream, text}, {type: 'result', cell, text},
 *                                                      {type: 'figure', cell, message, text} with its SVG, {type: 'clear', cell},
 *                                                      {type: 'error', cell, name, message, traceback}, and in the end {type: 'ran', cell, …};
 *                                                      {type: 'silent', device, silent, patience} of a device that does not answer,
 *                                                      {type: 'broken', message} where Python itself has broken down
 *   ← {finish: true}, when no cell is left to run    → {type: 'trace', …} of the cells since the last trace
 *   ← {stop: true}                                   ends a wait that is a promise; a wait that sleeps reads `interrupt`
 */
import { loadPyodide } from 'pyodide';
import { connect } from '../lib/connect.js';
import { silenceThrough } from '../kit/silence.js';
import { startBackendsWith } from '../lib/start-backend.js';
import { keepOpen } from '../sandbox/close.js';
import { bridge, stoppedByReader } from './bridge.js';
import { Output } from './output.js';
import { profiler } from './profiler.js';
import { Recording } from './recording.js';
import { warm } from './warm.js';

const post = /** @type {(message: any, transfer?: Transferable[]) => void} */ (
  postMessage.bind(globalThis)
);
const SITE = '/lib/python3.14/site-packages';

/** The folder of the addresses by which Python requests its files, which are handed in. */
const INDEX = 'https://handed.in/';

/** Whether this browser has JSPI. */
const switches = 'Suspending' in WebAssembly;

/** Names in a program that needs a value which only a promise brings. */
const PROMISES = /\bprofiler?\b|\belapsed_time\b/;

/** @type {PromiseWithResolvers<void>} */
let stopping = Promise.withResolvers();
/** @type {any} */
let kernel;

/**
 * @param {{parts: Record<'asm'|'wasm'|'library'|'package', ArrayBuffer>, module: WebAssembly.Module, options: any, interrupt?: SharedArrayBuffer, webgpu: boolean}} given
 */
export async function start({ parts, module, options, interrupt, webgpu }) {
  const since = performance.now();
  keepOpen();
  startBackendsWith(
    () => ({
      postMessage: (/** @type {any} */ { options, port }) =>
        post({ type: 'backend', options, port }, [port]),
      terminate: () => {},
    }),
    webgpu,
  );
  try {
    let began = false;
    const starting = python(parts).finally(() => (began = true));
    const [pyodide, lab, numbers] = await Promise.all([
      starting,
      open(module, options, () => began),
      connect({ device: 'cpu', blocking: true, engine: module, seed: 1 }),
    ]);
    const flag = new Int32Array(interrupt ?? new ArrayBuffer(4));
    await lab.calibrate();
    const given = bridge(lab, {
      stopped: () => stopping.promise,
      interrupted: () => Atomics.load(flag, 0) !== 0,
      revive: 'in a notebook: press Restart',
    });
    const recording = new Recording(lab, given.sites);
    const engine = {
      given: given.python,
      profiler: profiler(lab, given.sites, recording),
      numbers: bridge(numbers).python,
      connect: rejectConnect,
    };
    pyodide.registerJsModule('_asynclab_engine', engine);
    unpack(pyodide, [parts.package]);
    // Before any lab is made.
    if (options.isChecked) pyodide.runPython('from asynclab import _ownership\n_ownership.check()');
    pyodide.runPython('import asynclab.as_books, asynclab._kernel');
    kernel = {
      pyodide,
      flag,
      python: pyodide.pyimport('asynclab._kernel'),
      recording,
      blocks: given.python.canBlock,
      lab,
    };
    kernel.python.trace(options.record !== false);
    const ways = { blocks: given.python.canBlock, switches };
    post({ type: 'ready', info: lab.info(), ways, start: performance.now() - since });
  } catch (error) {
    const { code = 'PYTHON_FAILED', message = String(error) } = /** @type {any} */ (error);
    post({ type: 'rejected', code, message });
  }
}

/** @param {Record<'asm'|'wasm'|'library', ArrayBuffer> & {started?: ArrayBuffer}} parts @returns {Promise<any>} */
async function python({ asm, wasm, library, started }) {
  const files = /** @type {Record<string, [ArrayBuffer, string]>} */ ({
    'pyodide.asm.wasm': [wasm, 'application/wasm'],
    'python_stdlib.zip': [library, 'application/zip'],
  });
  // There is no network here, and Pyodide knows files by addresses only.
  globalThis.fetch = async (address) => {
    const file = files[String(address).split('/').at(-1) ?? ''];
    if (!file) throw new TypeError(`${address}: there is no network here`);
    return new Response(file[0], { headers: { 'Content-Type': file[1] } });
  };
  const url = URL.createObjectURL(new Blob([asm], { type: 'text/javascript' }));
  const { default: createPyodideModule } = await import(url);
  URL.revokeObjectURL(url);
  return loadPyodide({
    indexURL: INDEX,
    createPyodideModule,
    lockFileContents: EMPTY_LOCK,
    packageBaseUrl: INDEX,
    _loadSnapshot: started,
  });
}

/** No packages beside Python's own library. */
const EMPTY_LOCK = JSON.stringify({
  info: {
    abi_version: '2026_0',
    arch: 'wasm32',
    platform: 'emscripten',
    python: '3.14.2',
    version: '314.0.7',
  },
  packages: {},
});

/** Opens the lab that `torch` and `mxnet` use, and compiles its common kernels. @param {WebAssembly.Module} engine @param {any} options @param {() => boolean} enough whether Python has started */
async function open(engine, { device, allocator, memoryLimit, seed = 0, isCold }, enough) {
  const devices = /** @type {('webgpu'|'cpu')[]} */ (
    device === 'cpu' ? ['cpu'] : ['webgpu', 'cpu']
  );
  const limits = memoryLimit === undefined ? {} : { memoryLimit };
  // A thread that can neither sleep nor switch stacks cannot wait: the CPU computes inside its calls.
  const blocking = device === 'cpu' && !globalThis.crossOriginIsolated && !switches;
  const onSilence = silenceThrough(post);
  const lab = await connect({ devices, allocator, seed, engine, blocking, onSilence, ...limits });
  // Where that fails, the program's own operations report it.
  if (lab.device === 'webgpu' && !isCold) await warm(lab, enough).catch(() => {});
  return lab;
}

async function rejectConnect() {
  return 'ONE_LAB\nconnect: a notebook has one lab; asynclab.default() gives it, and the page chooses its device and allocator';
}

/** Lets Python import the modules that were fetched for a program. @param {any} pyodide @param {ArrayBuffer[]} archives */
function unpack(pyodide, archives) {
  if (archives.length === 0) return;
  for (const one of archives)
    pyodide.unpackArchive(new Uint8Array(one), 'zip', { extractDir: SITE });
  pyodide.runPython('import importlib\nimportlib.invalidate_caches()');
}

/** @param {{cell: string, number: number, source: string, record: boolean, extras?: ArrayBuffer[]}} asked */
export async function run({ cell, number, source, record, extras = [] }) {
  const { pyodide, python, recording, flag, blocks, lab } = kernel;
  const output = new Output((/** @type {any} */ message) => post({ ...message, cell }));
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    const write = (/** @type {Uint8Array} */ bytes) => output.write(stream, bytes);
    pyodide[stream === 'stdout' ? 'setStdout' : 'setStderr']({ write });
  }
  const show = (/** @type {string} */ kind, /** @type {string} */ text) => output.show(kind, text);
  stopping = Promise.withResolvers();
  Atomics.store(flag, 0, 0);
  if (record) recording.begin();
  kernel.promises ||= switches && PROMISES.test(source);
  const held = lab.memory().used;
  const from = lab.now();
  recording.cell(cell, number, from);
  let ok = false;
  // Python reads interrupts within a cell only: a late one would end a later call of Python.
  pyodide.setInterruptBuffer(new Uint8Array(flag.buffer));
  try {
    unpack(pyodide, extras);
    // The second form switches stacks: for a thread that cannot sleep, or a program that needs promises.
    ok =
      blocks && !kernel.promises
        ? python.run(source, number, show)
        : await python.run.callPromising(source, number, show);
  } catch (error) {
    const { name } = /** @type {any} */ (error);
    if (name !== 'PythonError') {
      // The error is not the program's: Python itself has failed, since its stack or its memory was full.
      post({ type: 'broken', message: String(error) });
      return;
    }
    output.show('error', `${name}\0${error}\0`);
  }
  pyodide.setInterruptBuffer(undefined);
  const to = lab.now();
  recording.ended(to);
  output.end();
  const left = lab.memory().used - held;
  post({
    type: 'ran',
    cell,
    number,
    ok,
    ms: to - from,
    left,
    ...recording.facts(),
    complete: lab.progress().inFlight === 0,
  });
}

/** Sends the recording to the page, when no cell is left to run or nothing is under way. */
export async function finishTrace() {
  const { recording, python } = kernel;
  const trace = await recording.finish((/** @type {number} */ since) => python.lines(since));
  post({ type: 'trace', ...trace });
}

export function stop() {
  if (kernel) Atomics.store(kernel.flag, 0, 2);
  stopping.reject(stoppedByReader());
  stopping.promise.catch(() => {});
}
