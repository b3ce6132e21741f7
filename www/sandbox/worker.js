/**
 * The script inside the sandbox. It is bundled into one classic script that the sandbox's frame loads as a blob, because a frame
 * without an origin may load nothing else. The script has three roles:
 *   in the frame's document it is the host. It starts the program's worker, and has the backend of the GPU, since browsers do
 *     not give WebGPU to workers without an origin. None of the reader's code runs here.
 *   in the program's worker it is the frontend, with the reader's code.
 *   in another worker it is the backend of the CPU.
 */
import { adoptEngine } from '../lib/engine.js';
import { serve } from '../lib/serve.js';
import { startBackends } from '../kit/backends.js';
import { checkedInfo, checkedLabs, checkedTrace } from './checked.js';
import { runProgram } from './program.js';
import { plain } from './plain.js';
import { HEAVIEST, TOO_HEAVY, weightOf } from './weight.js';

/** Most labs of a program at a time, since each has a thread or a device. Only an endless loop opens more. */
const MOST_LABS = 32;
/** Most messages of a program. Only a program that circumvents the limit in `program.js` sends more. */
const MOST_MESSAGES = 5000;
/** Most characters of a text; the page cuts longer ones. */
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
    // After a limit was exceeded, messages that are still queued are not read.
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
 * Only the parts of a recording that the page reads, since a message of a million small objects weighs little but takes seconds to be read. An
 * invalid trace becomes an empty object, which the page rejects.
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

/** A backend: the GPU's runs here, any other in a worker. The WebAssembly module is always the host's own. */
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
    if (!(port instanceof MessagePort) || this.#worker) return; // No engine sends this, but the reader's code may.
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
    // The reader's code may listen as well, but these messages have nothing that it could not make itself.
    scope.onmessage = null;
    if (data.serve) {
      adoptEngine(data.serve.module);
      serve(data.serve.port, data.serve.options);
    } else runProgram(data.run);
  };
