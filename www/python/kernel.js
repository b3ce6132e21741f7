/**
 * A notebook's Python, from the page's side: a frame without an origin that holds Python's worker. Neither reaches the page, its
 * storage or the network, and taking the frame away ends both at once. What comes out of it is checked: the reader's code can send
 * whatever it likes.
 */
import { engineAddress } from '../lib/addresses.js';
import { Fault } from '../kit/faults.js';
import { checkedSilence } from '../kit/silence.js';
import { GONE, watch } from '../sandbox/alive.js';
import { checkedInfo } from '../sandbox/checked.js';
import { isolatedFrame, loaded } from '../sandbox/isolated.js';
import { ASKED, fetchAsked, fetchParts, fetched, missing } from './parts.js';
import { recordedOf } from './recorded.js';

/** @typedef {{cell: string, type: 'text'|'result'|'error'|'cut'|'figure'|'clear', stream?: string, text?: string, name?: string, message?: string, traceback?: string}} Shown */
/** @typedef {{ok: boolean, ms: number, waited: number, operations: number, left: number, complete: boolean}} Ran ms, bytes */
/** @typedef {{info: any, ways: {blocks: boolean, switches: boolean}, start: number}} Ready */
/** @typedef {{device?: 'webgpu'|'cpu', allocator?: 'stream-ordered'|'on-completion', seed?: number, memoryLimit?: number, record?: boolean}} Options `record`: the lines of operations are known; true by default */

/** A frame that does not answer within this time is kept out by somebody, ms. */
const PATIENCE = 15_000;
/** Python that is not ready within this time after it was handed its parts never will be, ms. */
const BEGINNING = 120_000;
/** A program that does not end within this time after Stop is ended with its worker, ms. */
const GRACE = 2000;
const LONGEST = 250_000;
/** Most outputs of a cell that are shown, and characters in all: Python's own are fewer, and cut by itself (see `output.js`). */
const MOST_SHOWN = { pieces: 50_000, characters: 2 * LONGEST };
/** A recording that Stop has ended. */
const NOTHING = recordedOf({});
/** At one address for all versions of the site: no service worker serves a document without an origin. */
const FRAME = new URL('../../www/python/frame.html', import.meta.url);

/**
 * Whether Python can wait for a device: by sleeping, or by switching stacks. Where it can do neither, the CPU's calls return when their work
 * is done.
 */
export const canWait = () => globalThis.crossOriginIsolated || 'Suspending' in WebAssembly;

const text = (/** @type {any} */ value) =>
  typeof value === 'string' ? value.slice(0, LONGEST) : '';
const number = (/** @type {any} */ value) => (typeof value === 'number' ? value : NaN);

/** Reports 'shown' with what cells show, 'trace' with what was recorded, 'silent' of a device that does not answer, and 'died' when Python had to be ended or broke down. */
export class Kernel extends EventTarget {
  #frame = isolatedFrame(FRAME);
  #ended = new AbortController();
  /** @type {MessagePort | undefined} */
  #port;
  /** The cell that runs, or waits for what it asked for. @type {{cell: string, end: PromiseWithResolvers<Ran>, fetching?: AbortController} | undefined} */
  #running;
  /** @type {PromiseWithResolvers<any> | undefined} */
  #tracing;
  /** Rejects a start that is under way. @type {(reason: Error) => void} */
  #reject = () => {};
  /** Of `ASKED`, what Python has. @type {Set<string>} */
  #has = new Set();
  /** Outputs that the cell which runs has shown. */
  #shown = { pieces: 0, characters: 0 };

  /**
   * Fetches Python's parts and starts it.
   *
   * @param {Options} options
   * @param {(share: number, of: string) => void} progress from 0 to 1, and what is under way
   * @returns {Promise<Ready>}
   * @throws {{code: string, message: string}} `CLOSED` or `STOPPED` where it was ended meanwhile
   */
  start(options, progress) {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#start(options, progress).then(resolve, reject);
    });
  }

  /** @param {Options} options @param {(share: number, of: string) => void} progress @returns {Promise<Ready>} */
  async #start(options, progress) {
    const framed = loaded(this.#frame, this.#ended.signal, PATIENCE).catch(({ message }) => {
      throw new Fault('FRAME_BLOCKED', message);
    });
    // Where another part fails first, nobody reports this failure.
    framed.catch(() => {});
    const [parts, wasm, { source }] = await Promise.all([
      fetchParts(this.#ended.signal, (share) => progress(share * 0.7, 'fetching')),
      fetched(engineAddress(), this.#ended.signal),
      import('../pkg/python-source.js').catch((error) => {
        throw missing({ pathname: 'python-source.js' }, error.message);
      }),
    ]);
    await framed;
    progress(0.75, 'starting');
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const { signal } = this.#ended;
    const ready = new Promise((resolve, reject) => {
      const late = () =>
        reject(new Fault('NO_ANSWER', 'Python did not begin in two minutes; try again'));
      const beginning = setTimeout(late, BEGINNING);
      signal.addEventListener('abort', () => clearTimeout(beginning));
      port1.onmessage = ({ data }) => {
        const batch = Array.isArray(data?.messages) ? data.messages : [data];
        for (const one of batch) if (!signal.aborted) this.#receive(one ?? {}, resolve, reject);
        // The next one comes when this one is applied.
        port1.postMessage({ received: true });
      };
      port1.onmessageerror = () => reject(new Error('a message could not be read'));
      const { device = 'webgpu' } = options;
      // The frame has the backend of the GPU.
      const silent = (/** @type {any} */ silence) =>
        device === 'webgpu' && this.#silent({ device, ...silence });
      watch(port1, () => this.#die('PYTHON_FAILED', GONE), signal, silent);
    });
    // The page's tests set them: each handle of the engine has one owner in Python, or the program fails; and Python begins with a memory that
    // was written once it had started, without kernels that it may need.
    const { asynclabOwnership, asynclabSnapshot } = /** @type {any} */ (globalThis);
    const started = asynclabSnapshot && (await fetched(new URL(asynclabSnapshot), signal));
    const all = started ? { ...parts, started } : parts;
    const tested = { isChecked: asynclabOwnership === true, isCold: Boolean(started) };
    const given = { source, wasm, parts: all, options: { ...options, ...tested } };
    // It has no origin that could be named here; the port goes to this frame and to nobody else.
    this.#frame.contentWindow?.postMessage(given, '*', [port2, wasm, ...Object.values(all)]);
    const { info, ways, start } = /** @type {any} */ (await ready);
    if (signal.aborted) throw new Fault('CLOSED', 'Python was ended');
    progress(1, 'ready');
    const { blocks, switches } = ways ?? {};
    return {
      info: checkedInfo(info),
      ways: { blocks: blocks === true, switches: switches === true },
      start: number(start),
    };
  }

  /**
   * Runs a cell. Its output comes as 'shown'.
   *
   * @param {string} cell
   * @param {number} count of cells that were run, this one included
   * @param {string} source
   * @param {boolean} record
   * @returns {Promise<Ran>}
   */
  run(cell, count, source, record = true) {
    const end = Promise.withResolvers();
    const asked = Object.keys(ASKED).filter(
      (name) => !this.#has.has(name) && ASKED[name].test(source),
    );
    const fetching = asked.length ? new AbortController() : undefined;
    const running = (this.#running = { cell, end, fetching });
    this.#shown = { pieces: 0, characters: 0 };
    const begin = (/** @type {ArrayBuffer[]} */ extras) => {
      if (this.#running !== running) return; // It was stopped meanwhile.
      running.fetching = undefined;
      this.#port?.postMessage({ run: { cell, number: count, source, record, extras } });
    };
    // Where one cannot be had, Python says so at the import.
    const fetches = asked.map((name) =>
      fetchAsked(name, /** @type {AbortController} */ (fetching).signal).then(
        (extras) => (this.#has.add(name), [extras]),
        () => [],
      ),
    );
    if (fetching) Promise.all(fetches).then((found) => begin(found.flat()));
    else begin([]);
    return end.promise;
  }

  /** Has what was recorded sent, once all work is done. @returns {Promise<any>} */
  finishTrace() {
    this.#tracing = Promise.withResolvers();
    this.#port?.postMessage({ finish: true });
    return this.#tracing.promise;
  }

  /**
   * Ends what is under way: a cell with an exception, or with the whole program where that does not help; the start; the wait for what was
   * recorded.
   * @returns {Promise<boolean>} whether Python goes on
   */
  async stop() {
    const running = this.#running;
    this.#tracing?.resolve(NOTHING);
    this.#tracing = undefined;
    if (!running) {
      this.#reject(new Fault('STOPPED', 'Python was stopped before it had begun'));
      return true;
    }
    if (running.fetching) {
      running.fetching.abort();
      this.#running = undefined;
      running.end.reject(new Fault('STOPPED', 'the program was stopped before it had begun'));
      return true;
    }
    this.#port?.postMessage({ stop: true });
    // A program may catch an interrupt: it is interrupted more than once.
    const again = setInterval(() => this.#port?.postMessage({ stop: true }), 100);
    const late = new Promise((resolve) => setTimeout(resolve, GRACE, 'late'));
    const outcome = await Promise.race([running.end.promise.catch(() => 'ended'), late]);
    clearInterval(again);
    if (outcome !== 'late') return true;
    this.#die(
      'STOPPED',
      'the program did not end by itself, so Python was ended with it: its variables are gone',
    );
    return false;
  }

  /** @param {string} code @param {string} message */
  #die(code, message) {
    this.close(code, message);
    this.dispatchEvent(new CustomEvent('died', { detail: { code, message } }));
  }

  /** Takes everything away. */
  close(code = 'CLOSED', message = 'Python was ended') {
    this.#ended.abort();
    this.#frame.remove();
    this.#port?.close();
    const gone = new Fault(code, message);
    this.#reject(gone);
    this.#running?.fetching?.abort();
    this.#running?.end.promise.catch(() => {});
    this.#running?.end.reject(gone);
    this.#tracing?.promise.catch(() => {});
    this.#tracing?.reject(gone);
    this.#running = this.#tracing = undefined;
  }

  /** @param {any} message whatever the program likes @param {(ready: any) => void} resolve @param {(error: any) => void} reject */
  #receive(message, resolve, reject) {
    const { type } = message;
    if (type === 'ready') resolve(message);
    else if (type === 'rejected') reject(new Fault(text(message.code), text(message.message)));
    else if (type === 'ran') this.#ran(message);
    else if (type === 'silent') this.#silent(checkedSilence(message));
    else if (type === 'broken') this.#die('PYTHON_FAILED', text(message.message).slice(0, 500));
    else if (type === 'trace') {
      const recorded = recordedOf(message);
      this.#tracing?.resolve(recorded);
      this.#tracing = undefined;
      this.dispatchEvent(new CustomEvent('trace', { detail: recorded }));
    } else if (['text', 'result', 'error', 'cut', 'figure', 'clear'].includes(type)) {
      const shown = {
        type,
        cell: text(message.cell),
        stream: message.stream === 'stderr' ? 'stderr' : 'stdout',
        text: text(message.text),
        name: text(message.name),
        message: text(message.message),
        traceback: text(message.traceback),
      };
      this.#show(shown);
    }
  }

  /** Of a cell that runs. @param {import('../kit/silence.js').Silence | null} silence */
  #silent(silence) {
    if (silence && (this.#running || silence.silent === 0))
      this.dispatchEvent(new CustomEvent('silent', { detail: silence }));
  }

  /** A loop that sends without end would bury the page, and Stop. @param {any} shown */
  #show(shown) {
    const { pieces, characters } = MOST_SHOWN;
    if (shown.type === 'clear') this.#shown = { pieces: this.#shown.pieces, characters: 0 };
    const so = this.#shown;
    if (so.pieces > pieces || so.characters > characters) return;
    so.pieces += 1;
    so.characters += shown.text.length + shown.message.length + shown.traceback.length;
    const full = so.pieces > pieces || so.characters > characters;
    this.dispatchEvent(
      new CustomEvent('shown', { detail: full ? { ...shown, type: 'cut' } : shown }),
    );
  }

  /** @param {any} message */
  #ran({ cell, ok, ms, waited, operations, left, complete }) {
    const running = this.#running;
    if (!running || cell !== running.cell) return;
    this.#running = undefined;
    running.end.resolve({
      ok: ok === true,
      ms: number(ms),
      waited: number(waited),
      operations: number(operations),
      left: number(left),
      complete: complete === true,
    });
  }
}
