/**
 * A notebook's Python, from the page's side: a frame without an origin that holds Python's worker. Neither of them reaches the page,
 * its storage or the network, and removing the frame ends both at once. All messages from it are checked: the reader's code can send
 * any.
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
/** @typedef {{ok: boolean, ms: number, waited: number, operations: number, left: number, complete: boolean}} Ran times in ms; `left` in bytes */
/** @typedef {{info: any, ways: {blocks: boolean, switches: boolean}, start: number}} Ready */
/** @typedef {{device?: 'webgpu'|'cpu', allocator?: 'stream-ordered'|'on-completion', seed?: number, memoryLimit?: number, record?: boolean}} Options `record`: the lines of operations are known; true by default */

/** A frame that does not answer within this time counts as blocked, ms. */
const PATIENCE = 15_000;
/** The most time for Python to be ready after it got its parts, ms. */
const BEGINNING = 120_000;
/** A program that does not end within this time after Stop is ended with its worker, ms. */
const GRACE = 2000;
const LONGEST = 250_000;
/** The most outputs of a cell that are shown, and their characters. Python's own limits are lower (see `output.js`). */
const MOST_SHOWN = { pieces: 50_000, characters: 2 * LONGEST };
/** A recording that Stop has ended. */
const NOTHING = recordedOf({});
/** Its address is the same for all versions of the site: no service worker serves a document without an origin. */
const FRAME = new URL('../../www/python/frame.html', import.meta.url);

/**
 * Whether Python can wait for a device: by sleeping, or by switching stacks. Where it can do neither, the CPU's calls return when their work
 * is done.
 */
export const canWait = () => globalThis.crossOriginIsolated || 'Suspending' in WebAssembly;

const text = (/** @type {any} */ value) =>
  typeof value === 'string' ? value.slice(0, LONGEST) : '';
const number = (/** @type {any} */ value) => (typeof value === 'number' ? value : NaN);

/** Dispatches 'shown' with an output, 'trace' with a recording, 'silent' for a device that does not answer, and 'died' when Python had to be ended or failed. */
export class Kernel extends EventTarget {
  #frame = isolatedFrame(FRAME);
  #ended = new AbortController();
  /** @type {MessagePort | undefined} */
  #port;
  /** The cell that runs, or waits for files of `ASKED`. @type {{cell: string, end: PromiseWithResolvers<Ran>, fetching?: AbortController} | undefined} */
  #running;
  /** @type {PromiseWithResolvers<any> | undefined} */
  #tracing;
  /** Rejects a start that is under way. @type {(reason: Error) => void} */
  #reject = () => {};
  /** The files of `ASKED` that Python has. @type {Set<string>} */
  #has = new Set();
  /** The outputs of the running cell so far. */
  #shown = { pieces: 0, characters: 0 };

  /**
   * Fetches Python's parts and starts it.
   *
   * @param {Options} options
   * @param {(share: number, of: string) => void} progress takes the share that is done, 0 to 1, and the name of the step
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
    // Where another part fails first, this failure is not handled elsewhere.
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
        // The next batch comes when this one is applied.
        port1.postMessage({ received: true });
      };
      port1.onmessageerror = () => reject(new Error('a message could not be read'));
      const { device = 'webgpu' } = options;
      // The GPU's backend runs in the frame, so a silent frame is a silent GPU.
      const silent = (/** @type {any} */ silence) =>
        device === 'webgpu' && this.#silent({ device, ...silence });
      watch(port1, () => this.#die('PYTHON_FAILED', GONE), signal, silent);
    });
    // The page's tests set these. `asynclabOwnership`: the program fails unless each handle of the engine has one owner in Python.
    // `asynclabSnapshot`: Python begins with the saved memory of a Python that had started, and no kernels are compiled in advance.
    const { asynclabOwnership, asynclabSnapshot } = /** @type {any} */ (globalThis);
    const started = asynclabSnapshot && (await fetched(new URL(asynclabSnapshot), signal));
    const all = started ? { ...parts, started } : parts;
    const tested = { isChecked: asynclabOwnership === true, isCold: Boolean(started) };
    const given = { source, wasm, parts: all, options: { ...options, ...tested } };
    // The frame has no origin that could be named here. The message goes to this frame only.
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
    // Where a file cannot be fetched, the program's import fails.
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

  /** Has the recording sent, once all work is done. @returns {Promise<any>} */
  finishTrace() {
    this.#tracing = Promise.withResolvers();
    this.#port?.postMessage({ finish: true });
    return this.#tracing.promise;
  }

  /**
   * Ends whatever is under way: the start; the wait for a recording; or a cell, by an exception or, where that does not end it, together with
   * Python.
   * @returns {Promise<boolean>} whether Python still runs
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

  /** Ends Python and removes its frame. */
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

  /** @param {any} message of any form @param {(ready: any) => void} resolve @param {(error: any) => void} reject */
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

  /** Reports a silence while a cell runs, and the end of a silence at any time. @param {import('../kit/silence.js').Silence | null} silence */
  #silent(silence) {
    if (silence && (this.#running || silence.silent === 0))
      this.dispatchEvent(new CustomEvent('silent', { detail: silence }));
  }

  /** Reports an output. Beyond `MOST_SHOWN` it does not: a loop that prints without end would leave the page no time to handle Stop. @param {any} shown */
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
