/** Files are written on another thread, so that the page stays responsive while the file of a hostile result takes seconds. */
import { Fault } from '../kit/faults.js';
import { startWorker } from '../lib/start-worker.js';

/** @typedef {import('./export/written.js').Given} Given */

/** Writes the file on this thread, for a surrounding page that allows no workers. @param {string} format @param {Given} given */
async function here(format, given) {
  const { written } = await import('./export/written.js');
  return written(format, given);
}

/**
 * @param {string} format
 * @param {Given} given
 * @param {AbortSignal} [stop]
 * @returns {Promise<Blob>}
 * @throws {Fault} STOPPED
 */
export async function written(format, given, stop) {
  /** @type {Worker|undefined} */
  let worker;
  try {
    worker = startWorker(new URL('../page/writer.js', import.meta.url), 'asynclab writer');
    return await answerOf(worker, format, given, stop);
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'WORKER_BLOCKED') throw error;
    return here(format, given);
  } finally {
    worker?.terminate();
  }
}

/** @param {Worker} worker @param {string} format @param {Given} given @param {AbortSignal} [stop] @returns {Promise<Blob>} */
function answerOf(worker, format, given, stop) {
  return new Promise((resolve, reject) => {
    stop?.addEventListener('abort', () => reject(new Fault('STOPPED', format)));
    worker.onmessage = ({ data: { blob, problem } }) =>
      blob ? resolve(blob) : reject(new Error(problem));
    worker.onerror = (event) => {
      event.preventDefault?.();
      reject(new Fault('WORKER_BLOCKED', event.message));
    };
    worker.postMessage({ format, given });
  });
}
