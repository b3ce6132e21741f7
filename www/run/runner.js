import { notStarted, startWorker } from '../lib/start-worker.js';
import { startBackends } from '../kit/backends.js';
import { Fault } from '../kit/faults.js';
import { machineOf } from '../kit/parameters.js';
import { lostTo } from '../kit/silence.js';

/**
 * @typedef {{type: 'progress', key: string, values: Record<string, any>, done: number, total: number, left: number|null}} Progress
 *   `left`: ms, where it is known
 * @typedef {{type: 'silent'} & import('../kit/silence.js').Silence} Silent
 * @typedef {{type: 'live', figure: string, data: any}} Live data for a figure while the run goes on
 */

/** The most time for a run to give its devices back, ms. */
const CLOSING = 2000;
/** A device that does not answer within this time counts as missing, ms. */
const PROBE_LIMIT = 20_000;
/** Codes of a machine without a GPU that the page can use. */
const NO_GPU = new Set(['NO_WEBGPU', 'NO_DEVICE']);

/**
 * Runs experiments in a worker, one at a time. The worker is kept between successful runs (what it has loaded and compiled is
 * used again) and replaced after a stop or an error, so that a lost device never outlives its run. Events: 'busy', 'idle', 'info' with the device's description, and 'gpu' once `gpu` is known.
 */
export class Runner extends EventTarget {
  /** @type {Worker|null} */ #worker = null;
  /** @type {((fault: Fault, spare?: boolean) => void)|null} */ #abort = null;
  /** Whether this machine has a GPU that the page can use; undefined while that is not known. @type {undefined|'hardware'|'software'|'none'} */
  gpu;
  /** The last descriptions of devices. @type {Map<string, import('../kit/types.js').Info>} */
  #infos = new Map();
  /** Measurements, each made once, by kind and device. @type {Map<string, Promise<any>>} */ #measured =
    new Map();

  constructor() {
    super();
    document.addEventListener('visibilitychange', () => {
      if (this.#worker) sendVisibility(this.#worker);
    });
  }

  get busy() {
    return this.#abort !== null;
  }

  /** Information on the device. @param {string} device @returns {Promise<import('../kit/types.js').Info>} */
  async probe(device) {
    const expiry = setTimeout(
      () => this.#abort?.(new Fault('NO_DEVICE', 'the device did not answer')),
      PROBE_LIMIT,
    );
    try {
      return this.#report(device, (await this.#ask({ type: 'probe', device })).info);
    } catch (fault) {
      if (device === 'webgpu' && NO_GPU.has(/** @type {Fault} */ (fault).code)) this.#know('none');
      throw fault;
    } finally {
      clearTimeout(expiry);
    }
  }

  /**
   * How fast a device is, roughly; measured once.
   * @param {string} device or a modelled machine
   * @returns {Promise<import('../kit/types.js').Pace>}
   */
  pace(device) {
    return this.#once('pace', device).then(({ pace }) => pace);
  }

  /**
   * The times of a FLOP, a byte and an operation on a device; measured once, in some seconds.
   * @param {string} device or a modelled machine
   * @returns {Promise<{rates: import('../kit/binding-model.js').Rates, info: import('../kit/types.js').Info}>}
   */
  rates(device) {
    return this.#once('rates', device);
  }

  /** @param {'pace'|'rates'} type @param {string} device */
  #once(type, device) {
    const key = `${type} ${device}`;
    const known = this.#measured.get(key);
    if (known) return known;
    const asked = this.#ask({ type, device });
    this.#measured.set(key, asked);
    asked.catch(() => this.#measured.delete(key));
    return asked;
  }

  /**
   * @param {{name: string, device: string, parameters: import('../kit/types.js').Values}} request
   * @param {(event: Progress|Live|Silent) => void} onProgress
   * @param {(request: any) => any} [thread] makes the experiment's own thread, for this run
   * @returns {Promise<import('../kit/types.js').Result>}
   */
  async run(request, onProgress, thread) {
    const own = thread && (() => thread(request));
    const { result } = await this.#ask({ type: 'run', ...request }, onProgress, own);
    this.#report(request.device, result.info);
    return result;
  }

  /**
   * A device's description of itself. A known one is returned at once. That of a modelled machine comes from the worker, and is rejected with
   * `BUSY` during a run. For other devices it is undefined.
   * @param {string} device
   * @returns {Promise<import('../kit/types.js').Info|undefined>}
   */
  async infoOf(device) {
    const known = this.#infos.get(device);
    return known ?? (machineOf(device) ? (await this.pace(device)).info : undefined);
  }

  /** @param {string} device @param {import('../kit/types.js').Info} info */
  #report(device, info) {
    this.#infos.set(device, info);
    this.dispatchEvent(new CustomEvent('info', { detail: info }));
    if (info.device === 'webgpu') this.#know(info.adapter.software ? 'software' : 'hardware');
    return info;
  }

  /** @param {'hardware'|'software'|'none'} gpu */
  #know(gpu) {
    if (this.gpu === gpu) return;
    this.gpu = gpu;
    this.dispatchEvent(new Event('gpu'));
  }

  /** Ends the run at once. Work that the GPU already has still runs to its end, unobserved. */
  stop() {
    this.#abort?.(new Fault('STOPPED', 'the run was stopped'));
  }

  /** Ends a run whose device does not answer. @param {import('../kit/silence.js').Silence} silence */
  lose(silence) {
    this.#abort?.(lostTo(silence));
  }

  /** The worker of all experiments without a thread of their own. */
  #kept() {
    this.#worker ??= start();
    return this.#worker;
  }

  /**
   * Ends the worker, in the middle of a run too, once its devices are given back.
   * @returns {Promise<number>} the bytes that they still hold, by the lab's own count; NaN where it was too busy to answer
   */
  async end() {
    const worker = this.#worker;
    this.#abort?.(new Fault('STOPPED', 'the run was ended'), true);
    this.#worker = null;
    if (!worker) return 0;
    /** @type {PromiseWithResolvers<number>} */
    const { promise, resolve } = Promise.withResolvers();
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'closed') resolve(data.held);
    });
    worker.postMessage({ type: 'close' });
    setTimeout(resolve, CLOSING, NaN);
    const held = await promise;
    worker.terminate();
    return held;
  }

  /**
   * @param {any} request
   * @param {(progress: any) => void} [onProgress]
   * @param {() => any} [own] makes a thread for this request alone
   * @returns {Promise<any>}
   */
  #ask(request, onProgress = () => {}, own = undefined) {
    if (this.busy)
      return Promise.reject(new Fault('BUSY', 'another run is under way; stop it first'));
    const { promise, resolve, reject } = Promise.withResolvers();
    const listening = new AbortController();
    const options = { signal: listening.signal };
    /** @type {Worker | undefined} */
    let worker;
    const settle = () => {
      listening.abort();
      this.#abort = null;
      if (own) worker?.terminate();
      this.dispatchEvent(new Event('idle'));
    };
    const abort = (/** @type {Fault} */ fault, spare = false) => {
      if (!spare && !own) {
        worker?.terminate();
        this.#worker = null;
      }
      settle();
      reject(fault);
    };
    // From here on the request can be stopped, also while its thread is made.
    this.#abort = abort;
    this.dispatchEvent(new Event('busy'));
    const begin = (/** @type {Worker} */ made) => {
      worker = made;
      if (options.signal.aborted) {
        worker.terminate();
        return;
      }
      worker.addEventListener(
        'message',
        ({ data }) => {
          if (['progress', 'live', 'silent'].includes(data.type)) return onProgress(data);
          if (data.type === 'error') return abort(new Fault(data.error.code, data.error.message));
          settle();
          resolve(data);
        },
        options,
      );
      worker.addEventListener(
        'error',
        (event) => {
          event.preventDefault?.();
          // A browser reports a policy's rejection in a task of its own.
          setTimeout(() => !options.signal.aborted && abort(whyNot(event.message)));
        },
        options,
      );
      sendVisibility(worker);
      worker.postMessage(request);
    };
    const failed = (/** @type {Fault} */ error) => options.signal.aborted || abort(error);
    if (!own) begin(this.#kept());
    else Promise.resolve().then(own).then(begin).catch(failed);
    return promise;
  }
}

/** A worker for experiments, which ends with its backends. */
function start() {
  const worker = startWorker(
    new URL('../run/experiment-worker.js', import.meta.url),
    'asynclab experiment',
  );
  // In a frame with an opaque origin a worker's origin is another opaque one, so that it may not send the compiled engine to the page.
  if (globalThis.origin === 'null') return worker;
  const { port1, port2 } = new MessageChannel();
  const endBackends = startBackends(port1);
  worker.postMessage({ type: 'backends', port: port2 }, [port2]);
  const terminate = worker.terminate.bind(worker);
  return Object.assign(worker, {
    terminate() {
      endBackends();
      terminate();
    },
  });
}

/** Notifies a worker, which cannot see it itself, whether the tab is hidden. @param {Worker} worker */
function sendVisibility(worker) {
  worker.postMessage({ type: 'visibility', hidden: document.hidden });
}

/** @param {string} reason that the browser gives */
function whyNot(reason) {
  const { code, message, directive } = notStarted(reason);
  return directive ? new Fault(code, message) : new Fault('WORKER_FAILED', reason || message);
}
