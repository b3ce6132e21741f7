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
import { run, settle, start, stop } from './worker.js';

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
  const backend = (/** @type {any} */ { options, port }) => {
    if (!(port instanceof MessagePort)) return; // No engine asks so; the reader's code may.
    if (options?.device !== 'webgpu') {
      const serve = { module, port, options };
      new Worker(url, { name: 'asynclab backend' }).postMessage({ serve }, [port]);
      return;
    }
    if (!adopted) adoptEngine(module);
    adopted = true;
    serve(port, options);
  };
  python.onmessage = ({ data }) => {
    if (data?.type === 'backend') backend(data);
    else page.postMessage(data);
  };
  python.onerror = ({ message }) =>
    page.postMessage({ type: 'refused', code: 'PYTHON_FAILED', message });
  page.onmessage = ({ data }) => {
    if (data.stop && interrupt) Atomics.store(new Int32Array(interrupt), 0, 2);
    python.postMessage(data);
  };
  const webgpu = navigator.gpu !== undefined;
  const start = { parts, module, options, interrupt, webgpu };
  python.postMessage({ start }, Object.values(parts));
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
