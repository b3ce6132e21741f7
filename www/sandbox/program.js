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
// The program may replace it.
const clone = structuredClone;
/** Most messages that a program sends by printing or by itself: a loop that sends without end would bury the page, and Stop. */
const MOST_MESSAGES = 2000;
/** Longer lines the page cuts, characters. */
const LONGEST = 4000;
/** `import { connect } from './www/asynclab.js';` as the page's programs begin; the only import there is. */
const IMPORT = /^([ \t]*)import\s*(\{[^}]*\})\s*from\s*(['"])[^'"]*asynclab\.js\3/gm;

/** Records a lab from its connection until the program ends, or until the program records for itself. */
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
    // A lab that is lost leaves no trace; the program gets the reason itself.
    this.#trace?.catch(() => {});
    // A lab that the program closes is closed once its recording is here.
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
 * @param {MessagePort} asked.backends where they are asked for
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
    // Here, or it would delay the program's first operations.
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
    // The program may have written into these, and a getter may give something else each time.
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
 * The lab whose trace is shown: the one with most operations, of those that do not block, as nothing runs ahead in one
 * that does.
 * @param {Recorder[]} recorders
 * @param {any[]} traces
 */
function richest(recorders, traces) {
  const rank = (/** @type {number} */ i) =>
    (traces[i]?.op.length ?? 0) + (recorders[i].lab.blocking ? 0 : Number.MAX_SAFE_INTEGER / 2);
  return recorders.reduce((best, _, i) => (rank(i) > rank(best) ? i : best), 0);
}

/** Printed text goes to the page. */
function catchOutput() {
  let [sent, bytes] = [0, 0];
  const send = (/** @type {any} */ message) => {
    sent += 1;
    if (sent <= MOST_MESSAGES) post(message);
  };
  // The program has no other way to the frame, which would have to take in what it is sent before it could weigh it.
  const weighed = (/** @type {any} */ message) => {
    if (sent >= MOST_MESSAGES || bytes > HEAVIEST) return;
    // A getter may give something else each time.
    const copy = clone(message);
    bytes += weightOf(copy);
    const heavy = { type: 'failed', name: '', message: TOO_HEAVY, line: 0 };
    // Of a message of its own nobody reads more, and each object of it takes time to be read.
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

/** A trace as it may be posted: each wait with its line. @param {any} trace @param {string} url of the program */
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
  // Firefox names the line of an error of syntax in the error itself.
  return line ?? (error?.fileName === url ? error.lineNumber : 0) ?? 0;
}

/**
 * The line of an error of syntax where the error has none: as the body of a function that is never called, in a worker,
 * whose `error` event has it.
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
