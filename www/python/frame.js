/**
 * The program behind a notebook, bundled into one classic script that the notebook's frame loads as a blob, because a frame without an
 * origin may load nothing else. The same script has three parts:
 *   in the frame's document: the host. It starts Python's worker, and the backend of the GPU, which browsers do not give to
 *     workers without an origin. None of the reader's code runs here.
 *   in a worker that starts Python: the frontend, with the reader's cells.
 *   in a worker that serves: the backend of the CPU.
 */
import { adoptEngine } from '../lib/engine.js';
import { serve } from '../lib/serve.js';
import { plain } from '../sandbox/plain.js';
import { checkedInfo } from '../sandbox/checked.js';
import { HEAVIEST, weightOf } from '../sandbox/weight.js';
import { watchKernels } from './kernels.js';
import { Outbox } from './outbox.js';
import { recordedOf } from './recorded.js';
import { finishTrace, run, start, stop } from './worker.js';

/** The most backends of a program. Only a loop without end asks for more, and each holds a thread or a device. */
const MOST_BACKENDS = 32;
/** The most messages of a cell, and characters of one and of all. Only a cell that evades Python's own limits (see `output.js`) sends more. */
const MOST_MESSAGES = 100_000;
const LONGEST = 250_000;
const MOST_CHARACTERS = 1_000_000;
/** Types of messages with output. */
const SHOWN = new Set(/** @type {any[]} */ (['text', 'result', 'error', 'cut', 'figure']));

/** The parts of an answer that the page reads; the type alone where it is too heavy or invalid. @param {any} answer @param {import('./kernels.js').Compiled[]} kernels compiled since the last one */
function answerOf(answer, kernels) {
  const { type, info, ways, start } = answer;
  if (weightOf(answer) > HEAVIEST) return { type };
  if (type === 'ready')
    return {
      type,
      info: checkedInfo(info),
      ways: { blocks: ways?.blocks === true, switches: ways?.switches === true },
      start: Number(start),
    };
  try {
    return { type, ...recordedOf({ ...answer, kernels }) };
  } catch {
    return { type };
  }
}

/** Bounds the messages of a cell. */
class Cell {
  #messages = 0;
  #characters = 0;

  /** Whether the cell has sent more messages than it may. */
  get isEndless() {
    return this.#messages > MOST_MESSAGES;
  }

  /** Counts a message, and returns it in the form that the page may get; undefined beyond the limits. @param {any} data */
  message(data) {
    this.#messages += 1;
    if (this.isEndless) return undefined;
    const message = plain(data, LONGEST);
    const { text, traceback } = /** @type {any} */ (message);
    // Output that the page clears makes room.
    if (message.type === 'clear') this.#characters = 0;
    const isShown = SHOWN.has(message.type);
    if (isShown) this.#characters += (text ?? '').length + (traceback ?? '').length;
    return isShown && this.#characters > MOST_CHARACTERS ? undefined : message;
  }
}

/** Serves backends to a program, each behind a port that it sends. @param {string} url of this script @param {WebAssembly.Module} module */
function backendsOf(url, module) {
  let adopted = false;
  let count = 0;
  return (/** @type {any} */ { options, port }) => {
    // The engine never asks for this; the reader's code may.
    if (!(port instanceof MessagePort) || count >= MOST_BACKENDS) return;
    count += 1;
    if (options?.device !== 'webgpu') {
      const serve = { module, port, options };
      new Worker(url, { name: 'asynclab backend' }).postMessage({ serve }, [port]);
      return;
    }
    if (!adopted) adoptEngine(module);
    adopted = true;
    serve(port, options);
  };
}

/**
 * @param {string} url of this script
 * @param {{wasm: ArrayBuffer, parts: Record<string, ArrayBuffer>, options: any}} given
 * @param {MessagePort} page
 */
async function host(url, { wasm, parts, options }, page) {
  const module = await WebAssembly.compile(wasm);
  const compiled = watchKernels(/** @type {any} */ (globalThis).GPUDevice);
  const python = new Worker(url, { name: 'asynclab Python' });
  // A program that computes receives no message, but reads shared memory, where there is any.
  const interrupt = globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : undefined;
  const backend = backendsOf(url, module);
  let cell = new Cell();
  /** Answers that the page waits for. */
  const expected = new Set(['ready']);
  const outbox = new Outbox((batch) => page.postMessage(batch));
  const end = (/** @type {string} */ message) => {
    python.terminate();
    outbox.send({ type: 'broken', message });
  };
  const short = (/** @type {any} */ data) => {
    const message = cell.message(data);
    if (cell.isEndless) end(`it sent more than ${MOST_MESSAGES} messages`);
    if (message) outbox.send(message);
  };
  python.onmessage = (event) => {
    // Messages that it sent before its end are not read.
    if (cell.isEndless) return;
    const { data } = event;
    const type = data?.type;
    if (type === 'backend') backend(data);
    else if (expected.delete(type)) outbox.send(answerOf(data, type === 'trace' ? compiled() : []));
    // Answers that were not asked for are dropped.
    else if (type !== 'ready' && type !== 'trace') short(data);
  };
  python.onmessageerror = () => end('a message could not be read');
  python.onerror = ({ message }) =>
    outbox.send({ type: 'rejected', code: 'PYTHON_FAILED', message });
  page.onmessage = ({ data }) => {
    if (data.alive) {
      page.postMessage({ type: 'alive' });
      return;
    }
    if (data.received) {
      outbox.answered();
      return;
    }
    if (data.run) cell = new Cell();
    if (data.finish) expected.add('trace');
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
    else if (data.finish) finishTrace();
    else if (data.stop) stop();
  };
