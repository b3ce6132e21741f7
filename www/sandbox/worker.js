/**
 * What runs inside the sandbox, bundled into one classic script that the sandbox's frame loads as a blob, because a frame
 * without an origin may load nothing else. The same script has three parts:
 *   in the frame's document: the host. It starts the program's worker, and the backend of the GPU, which browsers do not give
 *     to workers without an origin. None of the reader's code runs here.
 *   in a worker that is told to run a program: the frontend, with the reader's code.
 *   in a worker that is told to serve: the backend of the CPU.
 */
import { adoptEngine } from '../lib/engine.js';
import { serve } from '../lib/backend.js';
import { runProgram } from './program.js';

/**
 * @param {string} url of this script
 * @param {{wasm: ArrayBuffer, request: any}} start
 * @param {MessagePort} page
 */
async function host(url, { wasm, request }, page) {
  const module = await WebAssembly.compile(wasm);
  const program = new Worker(url, { name: 'asynclab program' });
  let adopted = false;
  const backend = (/** @type {any} */ { options, port }) => {
    if (!(port instanceof MessagePort)) return; // No engine asks so; the reader's code may.
    if (options?.device !== 'webgpu') {
      new Worker(url, { name: 'asynclab backend' }).postMessage(
        { serve: { module, port, options } },
        [port],
      );
      return;
    }
    if (!adopted) adoptEngine(module);
    adopted = true;
    serve(port, options);
  };
  program.onmessage = ({ data }) => {
    if (data?.type === 'backend') backend(data);
    else page.postMessage(data);
  };
  program.onerror = ({ message, lineno }) =>
    page.postMessage({ type: 'failed', name: '', message, line: lineno ?? 0 });
  program.postMessage({ run: { module, request } });
}

const scope = /** @type {any} */ (globalThis);
if (typeof document === 'object') scope.asynclabSandbox = host;
else
  scope.onmessage = (/** @type {MessageEvent} */ { data }) => {
    // The reader's code could listen too, but finds nothing here that it could not have made itself.
    scope.onmessage = null;
    if (data.serve) {
      adoptEngine(data.serve.module);
      serve(data.serve.port, data.serve.options);
    } else runProgram(data.run);
  };
