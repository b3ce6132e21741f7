/** Runs the reader's program in this worker, and posts its output, its failure, and the trace of its lab. */
import * as asynclab from '../asynclab.js';
import { startBackendsWith } from '../lib/start-backend.js';
import { framesOf } from '../lib/call-site.js';
import { adoptEngine } from '../lib/engine.js';
import { backendsThrough } from '../kit/backends.js';
import { silenceThrough } from '../kit/silence.js';
import { keepOpen } from './close.js';
import { plain } from './plain.js';
import { printable } from './printable.js';
import { HEAVIEST, TOO_HEAVY, weightOf } from './weight.js';

const post = /** @type {(message: any, transfer?: Transferable[]) => void} */ (
  postMessage.bind(globalThis)
);
// The program may replace the global function.
const clone = structuredClone;
/** Most messages of a program, printed or posted. A loop that sends without end would block the page, and with it Stop. */
const MOST_MESSAGES = 2000;
/** Most characters of a line; the page cuts longer ones. */
const LONGEST = 4000;
/** The import at the beginning of the page's programs, `import { connect } from './www/asynclab.js';`. No other import works. */
const IMPORT = /^([ \t]*)import\s*(\{[^}]*\})\s*from\s*(['"])[^'"]*asynclab\.js\3/gm;

/** Records a lab from its connection until the program ends or calls `lab.profile` itself. */
class Recorder {
  #end = () => {};
  /** @type {Promise<any>|null} */ #trace = null;

  /** @param {any} lab @param {boolean} wanted */
  constructor(lab, wanted) {
    this.lab = lab;
    if (!wanted) return;
    const profile = lab.profile.bind(lab);
    const ended = new Promise((resolve) => (this.#end = () => resolve(undefined)));
    this.#trace = profile(() => ended, { sites: true });
    // A lab whose device is lost has no trace; the program gets the error itself.
    this.#trace?.catch(() => {});
    // A lab that the program closes is closed after its recording has been fetched.
    const close = lab.close.bind(lab);
    lab.close = () => void this.finish().finally(close);
    lab.profile = async (/** @type {any} */ fn, /** @type {any} */ options) => {
      await this.finish();
      const trace = profile(fn, { ...options, sites: true });
      this.#trace = trace;
      return trace;
    };
  }

  /** @returns {Promise<any>} the trace, or null */
  async finish() {
    this.#end();
    return this.#trace?.catch(() => null) ?? null;
  }
}

/**
 * @param {object} asked
 * @param {WebAssembly.Module} asked.module
 * @param {{program: string, record: boolean, device: string, seed: number}} asked.request
 * @param {MessagePort} asked.backends on which backends are requested
 */
export async function runProgram({ module, request, backends }) {
  post({ type: 'started' });
  adoptEngine(module);
  startBackendsWith(backendsThrough(backends));
  const recorders = /** @type {Recorder[]} */ ([]);
  const connect = async (/** @type {any} */ options = {}) => {
    const chosen = options.devices ? options : { device: request.device, ...options };
    const onSilence = silenceThrough(post);
    const lab = await asynclab.connect({ seed: request.seed, onSilence, ...chosen });
    // The lab is calibrated here, so that calibration does not delay the program's first operations.
    await lab.calibrate();
    recorders.push(new Recorder(lab, request.record));
    return lab;
  };
  Object.assign(globalThis, { asynclab: { ...asynclab, connect }, connect });
  catchOutput();
  const source = request.program.replace(IMPORT, '$1const $2 = globalThis.asynclab');
  const url = URL.createObjectURL(new Blob([source, '\nexport {};'], { type: 'text/javascript' }));
  try {
    await import(url);
    const traces = await Promise.all(recorders.map((recorder) => recorder.finish()));
    const best = richest(recorders, traces);
    const trace = traces[best];
    // The program may have changed these objects, and a getter may return another value each time.
    const done = clone({
      type: 'done',
      info: recorders[best]?.lab.info() ?? null,
      trace: trace && withLines(trace, url),
      labs: { count: recorders.length, shown: best + 1 },
    });
    if (weightOf(done) > HEAVIEST) throw new RangeError(TOO_HEAVY);
    post(done);
  } catch (error) {
    const line = lineOf(error, url) || (await lineOfSyntaxError(error, source));
    const { name = '', message = String(error), code = '' } = /** @type {any} */ (error) ?? {};
    post({ type: 'failed', name: code || name, message, line });
  }
}

/**
 * The index of the lab whose trace is shown: the lab with most operations, but a blocking lab only if all labs block, since
 * in a blocking lab nothing runs ahead.
 * @param {Recorder[]} recorders
 * @param {any[]} traces
 */
function richest(recorders, traces) {
  const rank = (/** @type {number} */ i) =>
    (traces[i]?.op.length ?? 0) + (recorders[i].lab.blocking ? 0 : Number.MAX_SAFE_INTEGER / 2);
  return recorders.reduce((best, _, i) => (rank(i) > rank(best) ? i : best), 0);
}

/** Sends printed text to the page, and limits the program's messages. */
function catchOutput() {
  let [sent, bytes] = [0, 0];
  const send = (/** @type {any} */ message) => {
    sent += 1;
    if (sent <= MOST_MESSAGES) post(message);
  };
  // This replaces the program's only way to the frame, since the frame would have to receive a message before it could weigh it.
  const weighed = (/** @type {any} */ message) => {
    if (sent >= MOST_MESSAGES || bytes > HEAVIEST) return;
    // A getter may return another value each time.
    const copy = clone(message);
    bytes += weightOf(copy);
    const heavy = { type: 'failed', name: '', message: TOO_HEAVY, line: 0 };
    // The page reads only these properties of a program's own message, and each further object would take time.
    send(bytes > HEAVIEST ? heavy : plain(copy, LONGEST));
  };
  for (let scope = globalThis; scope; scope = Object.getPrototypeOf(scope))
    if (scope === globalThis || Object.hasOwn(scope, 'postMessage'))
      Object.defineProperty(scope, 'postMessage', { value: weighed });
  keepOpen();
  for (const level of /** @type {const} */ (['log', 'info', 'warn', 'error', 'debug'])) {
    console[level] = (/** @type {any[]} */ ...values) => {
      const text = values.map((value) => printable(value)).join(' ');
      send({ type: 'output', level, text: text.slice(0, LONGEST) });
    };
  }
  addEventListener('unhandledrejection', ({ reason }) => console.error('not caught:', reason));
}

/** A trace that can be posted: each wait has its line instead of its stack. @param {any} trace @param {string} url of the program */
function withLines(trace, url) {
  const waits = trace.waits.map((/** @type {any} */ { stack, ...wait }) => ({
    ...wait,
    line: framesOf(stack).find((frame) => frame.url === url)?.line ?? 0,
  }));
  return { ...trace, waits, value: null };
}

/** The line of the program at which an error arose, or 0. @param {any} error @param {string} url */
function lineOf(error, url) {
  const line = framesOf(error?.stack).find((frame) => frame.url === url)?.line;
  // Firefox has the line of a syntax error as a property of the error.
  return line ?? (error?.fileName === url ? error.lineNumber : 0) ?? 0;
}

/**
 * The line of a syntax error that has none itself. The program becomes the body of a function that is never called, in a
 * worker, whose `error` event has the line.
 * @param {any} error
 * @param {string} source
 * @returns {Promise<number>}
 */
function lineOfSyntaxError(error, source) {
  if (!(error instanceof SyntaxError)) return Promise.resolve(0);
  return new Promise((resolve) => {
    const url = URL.createObjectURL(new Blob(['async () => {', source, '\n}; postMessage(0);']));
    const worker = new Worker(url);
    const settle = (/** @type {number} */ line) => {
      worker.terminate();
      resolve(line);
    };
    worker.onmessage = () => settle(0);
    worker.onerror = (event) => {
      event.preventDefault?.();
      settle(event.lineno ?? 0);
    };
  });
}
