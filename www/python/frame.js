/**
 * The program behind a notebook, bundled into one classic script that the notebook's frame loads as a blob, because a frame without an
 * origin may load nothing else. The same script has three parts:
 *   in the frame's document: the host. It starts Python's worker, and the backend of the GPU, which browsers do not give to
 *     workers without an origin. None of the reader's code runs here.
 *   in a worker that is told to start Python: the frontend, with the reader's cells.
 *   in a worker that is told to serve: the backend of the CPU.
 */
import { adoptEngine } from '../lib/engine.js';
import { serve } from '../lib/serve.js';
import { HEAVIEST, weightOf } from '../sandbox/weight.js';
import { run, settle, start, stop } from './worker.js';

/** More backends than these a program asks for only in a loop that never ends, and each holds a thread or a device. */
const MOST_BACKENDS = 32;
/** More than these a cell sends only by going around Python's own count (see `output.js`): messages, and characters of one. */
const MOST_MESSAGES = 100_000;
const LONGEST = 250_000;

/**
 * @param {string} url of this script
 * @param {{wasm: ArrayBuffer, parts: Record<string, ArrayBuffer>, options: any}} given
 * @param {MessagePort} page
 */
async function host(url, { wasm, parts, options }, page) {
  const module = await WebAssembly.compile(wasm);
  const python = new Worker(url, { name: 'asynclab Python' });
  // A program that computes hears no message: it looks at shared memory, where there is such.
  const interrupt = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : undefined;
  let adopted = false;
  let backends = 0;
  const backend = (/** @type {any} */ { options, port }) => {
    // No engine asks so; the reader's code may.
    if (!(port instanceof MessagePort) || backends >= MOST_BACKENDS) return;
    backends += 1;
    if (options?.device !== 'webgpu') {
      const serve = { module, port, options };
      new Worker(url, { name: 'asynclab backend' }).postMessage({ serve }, [port]);
      return;
    }
    if (!adopted) adoptEngine(module);
    adopted = true;
    serve(port, options);
  };
  /** Of the cell that runs; answers that the page waits for. */
  let messages = 0;
  const expected = new Set(['ready']);
  python.onmessage = ({ data }) => {
    const type = data?.type;
    if (type === 'backend') backend(data);
    else if (expected.delete(type)) page.postMessage(weightOf(data) <= HEAVIEST ? data : { type });
    else if (type === 'ready' || type === 'trace')
      return; // Nobody has asked.
    else if ((messages += 1) <= MOST_MESSAGES) page.postMessage(plain(data));
    else {
      python.terminate();
      const message = `it sent more than ${MOST_MESSAGES} messages`;
      page.postMessage({ type: 'broken', message });
    }
  };
  python.onmessageerror = () =>
    page.postMessage({ type: 'broken', message: 'a message could not be read' });
  python.onerror = ({ message }) =>
    page.postMessage({ type: 'refused', code: 'PYTHON_FAILED', message });
  page.onmessage = ({ data }) => {
    if (data.alive) {
      page.postMessage({ type: 'alive' });
      return;
    }
    if (data.run) messages = 0;
    if (data.settle) expected.add('trace');
    if (data.stop && interrupt) Atomics.store(new Int32Array(interrupt), 0, 2);
    python.postMessage(data);
  };
  const webgpu = navigator.gpu !== undefined;
  const start = { parts, module, options, interrupt, webgpu };
  python.postMessage({ start }, Object.values(parts));
}

/** The first short texts, numbers and truths of a message: what lies on its way to the page takes memory there. @param {any} message */
function plain(message) {
  const known = Object.entries(message ?? {}).slice(0, 16);
  return Object.fromEntries(
    known.flatMap(([name, value]) => {
      if (typeof value === 'string') return [[name, value.slice(0, LONGEST)]];
      return ['number', 'boolean'].includes(typeof value) ? [[name, value]] : [];
    }),
  );
}

const scope = /** @type {any} */ (globalThis);
if (typeof document === 'object') scope.asynclabNotebook = host;
else
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
    if (data.serve) {
      adoptEngine(data.serve.module);
      serve(data.serve.port, data.serve.options);
      scope.onmessage = null;
    } else if (data.start) start(data.start);
    else if (data.run) run(data.run);
    else if (data.settle) settle();
    else if (data.stop) stop();
  };
