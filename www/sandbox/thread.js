/**
 * The sandbox as a thread for one run, with the interface of a Worker. A frame without an origin has a worker that runs the
 * program. Neither can reach the page, its storage or the network, and removing the frame ends both immediately.
 */
import { Fault } from '../kit/faults.js';
import { checkedSilence } from '../kit/silence.js';
import { engineAddress } from '../lib/addresses.js';
import { GONE, watch } from './alive.js';
import {
  checkedFailure,
  checkedInfo,
  checkedLabs,
  checkedOutput,
  checkedTrace,
  MOST_LINES,
} from './checked.js';
import { isolatedFrame, loaded } from './isolated.js';

/** A frame that does not answer within this time counts as blocked, ms. */
const PATIENCE = 10_000;
/** A program that does not begin within this time, ms, never will. Its running time has no limit, since the reader has Stop. */
const BEGINNING = 60_000;
/** The frame's document. Its address is the same for all versions of the site, since no service worker serves a document without an origin. */
const FRAME = new URL('../../www/sandbox/frame.html', import.meta.url);

/** Dispatches 'start', 'line' with each printed line, 'begun' with an unfinished line, which the next event replaces, and 'done' or 'failed'. */
export const output = new EventTarget();

/**
 * @typedef {object} SandboxRun A run of a reader's program, checked.
 * @property {any} request
 * @property {import('../kit/types.js').Info} info
 * @property {any} trace
 * @property {{count: number, shown: number}} labs the number of labs that the program opened, and the number of the lab with the trace
 * @property {string[]} lines
 * @property {boolean} hidden whether the tab was hidden meanwhile
 */

export class SandboxThread extends EventTarget {
  #frame = isolatedFrame(FRAME);
  #ended = new AbortController();
  /** @type {string[]} */ #lines = [];
  #result;
  /** @type {ReturnType<typeof setTimeout>|undefined} */ #beginning;
  /** Whether the tab was hidden at any time. */
  #hidden = document.hidden;

  /** @param {(run: SandboxRun) => any} result makes the document of a run */
  constructor(result) {
    super();
    this.#result = result;
    const { signal } = this.#ended;
    document.addEventListener('visibilitychange', () => (this.#hidden ||= document.hidden), {
      signal,
    });
  }

  /** @param {any} request */
  postMessage(request) {
    if (request.type !== 'run') return;
    output.dispatchEvent(new Event('start'));
    const late = () => this.#fail('SANDBOX_FAILED', 'the program did not begin');
    this.#beginning = setTimeout(late, BEGINNING);
    this.#start(request).catch((error) =>
      this.#fail(error instanceof Fault ? error.code : 'SANDBOX_FAILED', error.message),
    );
  }

  terminate() {
    clearTimeout(this.#beginning);
    this.#ended.abort();
    this.#frame.remove();
  }

  /** @param {any} request */
  async #start(request) {
    const ready = loaded(this.#frame, this.#ended.signal, PATIENCE);
    const source = import('../pkg/sandbox-source.js').catch(({ message }) => {
      throw new Fault('NOT_LOADED', message);
    });
    // If one of the two fails first, the other's failure would otherwise be an unhandled rejection.
    for (const one of [ready, source]) one.catch(() => {});
    const answer = await fetch(engineAddress(), { signal: this.#ended.signal });
    if (!answer.ok) throw new Fault('NOT_LOADED', `the engine: ${answer.status}`);
    const wasm = await answer.arrayBuffer();
    const { source: text } = await source;
    await ready;
    const { program, record, seed } = request.parameters;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => this.#receive(data ?? {}, request);
    port1.onmessageerror = () => this.#fail('PROGRAM_FAILED', 'a message could not be read');
    const { device } = request;
    // The backend of the GPU runs in the frame, so the frame's silence is the device's.
    const silent = (/** @type {any} */ silence) =>
      device === 'webgpu' && this.#post({ type: 'silent', device, ...silence });
    watch(port1, () => this.#fail('PROGRAM_FAILED', GONE), this.#ended.signal, silent);
    const start = {
      source: text,
      wasm,
      request: { program, record: record === 'operations', device: request.device, seed },
    };
    // The frame has no origin that could be named here, but the message is sent to this frame only.
    this.#frame.contentWindow?.postMessage(start, '*', [port2, wasm]);
  }

  /** @param {any} message of any content @param {any} request */
  #receive(message, request) {
    if (this.#ended.signal.aborted || message.type === 'alive') return;
    clearTimeout(this.#beginning);
    if (message.type === 'output') {
      const line = checkedOutput(message);
      if (!line || this.#lines.length >= MOST_LINES) return;
      this.#lines.push(line.text);
      output.dispatchEvent(new CustomEvent('line', { detail: line }));
    } else if (message.type === 'silent') {
      const silence = checkedSilence(message);
      if (silence) this.#post(silence);
    } else if (message.type === 'failed') {
      const { line, message: text } = checkedFailure(message);
      output.dispatchEvent(new CustomEvent('failed', { detail: line }));
      this.#fail('PROGRAM_FAILED', line ? `line ${line}: ${text}` : text);
    } else if (message.type === 'broken') {
      this.#fail('SANDBOX_FAILED', checkedFailure(message).message);
    } else if (message.type === 'done') this.#finish(message, request);
  }

  /** @param {any} message @param {any} request */
  #finish(message, request) {
    try {
      const info = checkedInfo(message.info);
      if (!info) {
        this.#fail('NO_LAB', 'connect() was not called');
        return;
      }
      const trace = checkedTrace(message.trace);
      if (message.trace && !trace) throw new Error('what it sent as its trace is none');
      const labs = checkedLabs(message.labs);
      const run = { request, info, trace, labs, lines: this.#lines, hidden: this.#hidden };
      const result = this.#result(run);
      output.dispatchEvent(new Event('done'));
      this.#post({ type: 'result', result });
    } catch (error) {
      // The message was forged: its form is wrong, or no recording can have this content.
      this.#fail('PROGRAM_FAILED', /** @type {Error} */ (error).message);
    }
  }

  /** @param {string} code @param {string} message */
  #fail(code, message) {
    this.#post({ type: 'error', error: { code, message } });
  }

  /** @param {any} data */
  #post(data) {
    clearTimeout(this.#beginning);
    if (this.#ended.signal.aborted) return;
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
