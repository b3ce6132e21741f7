/**
 * The program inside the sandbox, bundled into one classic script that the sandbox's frame loads as a blob, because a frame
 * without an origin may load nothing else. The same script has three parts:
 *   in the frame's document: the host. It starts the program's worker, and the backend of the GPU, which browsers do not give
 *     to workers without an origin. None of the reader's code runs here.
 *   in a worker that runs a program: the frontend, with the reader's code.
 *   in a worker that serves: the backend of the CPU.
 */
import { adoptEngine } from '../lib/engine.js';
import { serve } from '../lib/serve.js';
import { startBackends } from '../kit/backends.js';
import { checkedInfo, checkedLabs, checkedTrace } from './checked.js';
import { runProgram } from './program.js';
import { plain } from './plain.js';
import { HEAVIEST, TOO_HEAVY, weightOf } from './weight.js';

/** More labs than these at a time a program opens only in a loop that never ends, and each holds a thread or a device. */
const MOST_LABS = 32;
/** More messages than these come only from a program that went around its own count (see `program.js`). */
const MOST_MESSAGES = 5000;
/** Longer texts the page cuts, characters. */
const LONGEST = 4000;

/**
 * @param {string} url of this script
 * @param {{wasm: ArrayBuffer, request: any}} start
 * @param {MessagePort} page
 */
async function host(url, { wasm, request }, page) {
  const module = await WebAssembly.compile(wasm);
  const program = new Worker(url, { name: 'asynclab program' });
  const { port1, port2 } = new MessageChannel();
  startBackends(port1, () => new Backend(url, module), MOST_LABS);
  page.onmessage = () => page.postMessage({ type: 'alive' });
  let [messages, bytes] = [0, 0];
  program.onmessage = (event) => {
    // Messages that the program sent before its end are not read.
    if (messages > MOST_MESSAGES || bytes > HEAVIEST) return;
    const { data } = event;
    messages += 1;
    bytes += weightOf(data);
    if (messages <= MOST_MESSAGES && bytes <= HEAVIEST) {
      page.postMessage(data?.type === 'done' ? recorded(data) : plain(data, LONGEST));
      return;
    }
    program.terminate();
    const message =
      messages > MOST_MESSAGES ? `it sent more than ${MOST_MESSAGES} messages` : TOO_HEAVY;
    page.postMessage({ type: 'failed', name: '', message, line: 0 });
  };
  program.onmessageerror = () =>
    page.postMessage({ type: 'failed', name: '', message: 'a message could not be read', line: 0 });
  program.onerror = ({ message, lineno }) =>
    page.postMessage({ type: 'failed', name: '', message, line: lineno ?? 0 });
  program.postMessage({ run: { module, request, backends: port2 } }, [port2]);
}

/**
 * The parts of a recording that the page reads, however much a program sent with it: a message of a million small objects weighs little, and takes
 * seconds to be read. What is no trace stays one that the page rejects.
 * @param {any} message
 */
function recorded({ info, trace, labs }) {
  const checked = () => {
    try {
      return checkedTrace(trace);
    } catch {
      return null;
    }
  };
  const known = checkedInfo(info);
  return {
    type: 'done',
    info: known,
    trace: trace && known && (checked() ?? {}),
    labs: checkedLabs(labs),
  };
}

/** A backend: that of the GPU here, any other in a worker. The module is the host's own, whatever the program sends. */
class Backend {
  /** @type {any} */ onerror = null;
  /** @type {Worker|null} */ #worker = null;
  #url;
  #module;

  /** @param {string} url @param {WebAssembly.Module} module */
  constructor(url, module) {
    this.#url = url;
    this.#module = module;
  }

  /** @param {any} start */
  postMessage({ options, port }) {
    if (!(port instanceof MessagePort) || this.#worker) return; // No engine asks so; the reader's code may.
    if (options?.device === 'webgpu') {
      adoptEngine(this.#module);
      serve(port, options);
      return;
    }
    this.#worker = new Worker(this.#url, { name: 'asynclab backend' });
    this.#worker.onerror = (event) => this.onerror?.(event);
    this.#worker.postMessage({ serve: { module: this.#module, port, options } }, [port]);
  }

  terminate() {
    this.#worker?.terminate();
  }
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
