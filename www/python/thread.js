/**
 * Runs one Python program, with the interface of the sandbox's thread for JavaScript: the same messages, the same document.
 * Python itself is loaded with the first run.
 */
import { Fault } from '../kit/faults.js';
import { LANGUAGES } from '../kit/languages.js';
import { checkedOutput, MOST_LINES } from '../sandbox/checked.js';
import { output } from '../sandbox/thread.js';
import { Printed } from './printed.js';
import { traceOf } from './trace.js';

/** The one cell of the program; tracebacks call it by its number. */
const CELL = 'program';
const CANNOT_WAIT =
  'Python cannot wait for a device here: the page is not isolated, and the browser has no JSPI; choose the CPU, whose calls return when ' +
  'their work is done, or use a current Chrome, Edge or Firefox; programs in JavaScript wait in every browser';
const LINE = /File "<cell 1>", line (\d+)/g;

export class PythonThread extends EventTarget {
  #result;
  #ended = false;
  /** @type {import('./kernel.js').Kernel | undefined} */
  #kernel;
  /** @type {string[]} */
  #lines = [];
  #printed = new Printed();
  /** The part of the line being printed that nothing can overwrite any more. */
  #begun = '';
  /** @type {import('./kernel.js').Shown | undefined} */
  #error;
  #hidden = document.hidden;
  #see = () => (this.#hidden ||= document.hidden);

  /** @param {(run: import('../sandbox/thread.js').SandboxRun) => any} result makes the document of a run */
  constructor(result) {
    super();
    this.#result = result;
    document.addEventListener('visibilitychange', this.#see);
  }

  /** @param {any} request */
  postMessage(request) {
    if (request.type !== 'run') return;
    output.dispatchEvent(new Event('start'));
    this.#run(request).catch(({ code = 'PYTHON_FAILED', message }) =>
      this.#post({ type: 'error', error: { code, message } }),
    );
  }

  terminate() {
    this.#ended = true;
    document.removeEventListener('visibilitychange', this.#see);
    this.#kernel?.close();
  }

  /** @param {any} request */
  async #run({ device, parameters, ...others }) {
    const { program, record, seed, language } = parameters;
    if (device === 'sim')
      throw new Fault('NO_DEVICE', 'Python runs on the GPU and on the CPU; choose one of them');
    const { Kernel, canWait } = await import('./kernel.js');
    if (this.#ended) return;
    if (device !== 'cpu' && !canWait()) throw new Fault('CANNOT_BLOCK', CANNOT_WAIT);
    const kernel = (this.#kernel = new Kernel());
    kernel.addEventListener('shown', (event) => this.#show(/** @type {any} */ (event).detail));
    kernel.addEventListener('silent', (event) =>
      this.#post({ type: 'silent', .../** @type {any} */ (event).detail }),
    );
    const { allocator } =
      LANGUAGES[/** @type {import('../kit/languages.js').Language} */ (language)];
    const { info, ways } = await kernel.start(
      { device, allocator, seed, record: record === 'operations' },
      (share, of) => this.#progress(share, `progress-${of}`),
    );
    if (!info)
      throw new Fault('PYTHON_FAILED', 'what the lab said of itself is nothing that labs say');
    if (!ways.blocks && !ways.switches) throw new Fault('CANNOT_BLOCK', CANNOT_WAIT);
    this.#progress(1, 'progress-running');
    const { ok } = await kernel.run(CELL, 1, program, record === 'operations');
    if (!ok) throw this.#failure();
    const trace = record === 'operations' ? traceOf(await kernel.finishTrace()) : null;
    if (this.#line) this.#print('log', '\n');
    const run = { request: { device, parameters, ...others }, info, trace };
    const result = this.#result({
      ...run,
      labs: { count: 1, shown: 1 },
      lines: this.#lines,
      hidden: this.#hidden,
    });
    output.dispatchEvent(new Event('done'));
    this.#post({ type: 'result', result });
  }

  /** @param {import('./kernel.js').Shown} shown */
  #show(shown) {
    const { type, stream, text = '' } = shown;
    if (type === 'error') this.#error = shown;
    else if (type === 'text') this.#print(stream === 'stderr' ? 'error' : 'log', text);
    else if (type === 'result') this.#print('log', `${text}\n`);
    else if (type === 'figure') this.#print('log', `<figure: ${shown.message}>\n`);
  }

  /** The line that is being printed. */
  get #line() {
    return this.#begun + this.#printed.line;
  }

  /** @param {string} level @param {string} text */
  #print(level, text) {
    this.#printed.write(text);
    const lines = `${this.#begun}${this.#printed.take()}`.split('\n');
    this.#begun = /** @type {string} */ (lines.pop());
    const print = (/** @type {string} */ type, /** @type {string} */ text) => {
      const line = /** @type {{level: string, text: string}} */ (checkedOutput({ level, text }));
      output.dispatchEvent(new CustomEvent(type, { detail: line }));
      return line.text;
    };
    for (const text of lines) {
      if (this.#lines.length >= MOST_LINES) return;
      this.#lines.push(print('line', text));
    }
    print('begun', this.#line);
  }

  /** Why the program failed, with the line of the program. */
  #failure() {
    const { name, message, traceback = '' } = this.#error ?? {};
    const line = Number([...traceback.matchAll(LINE)].at(-1)?.[1] ?? 0);
    output.dispatchEvent(new CustomEvent('failed', { detail: line }));
    const text = [name, message].filter(Boolean).join(': ') || 'the program failed';
    return new Fault('PROGRAM_FAILED', line ? `line ${line}: ${text}` : text);
  }

  /** @param {number} share @param {string} key */
  #progress(share, key) {
    this.#post({ type: 'progress', key, values: {}, done: share, total: 1, left: null });
  }

  /** @param {any} data */
  #post(data) {
    if (!this.#ended) this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
