// Python's parts, fetched with progress and kept by the browser for the next visit.
import { Fault } from '../kit/faults.js';

const FOLDER = new URL('../pkg/python/', import.meta.url);
/** The file of each part, with its approximate number of bytes for the progress. */
const FILES = /** @type {const} */ ({
  asm: ['pyodide.txt', 1_250_000],
  wasm: ['pyodide.wasm', 9_600_000],
  library: ['library.zip', 9_670_000],
  package: ['asynclab.zip', 150_000],
});

/** @typedef {keyof typeof FILES} PartName */

/**
 * @param {AbortSignal} signal
 * @param {(share: number) => void} progress
 * @returns {Promise<Record<PartName, ArrayBuffer>>}
 * @throws {{code: 'PYTHON_MISSING', message: string}}
 */
export async function fetchParts(signal, progress) {
  const all = Object.values(FILES).reduce((sum, [, bytes]) => sum + bytes, 0);
  let got = 0;
  const onBytes = (/** @type {number} */ bytes) => progress(Math.min(1, (got += bytes) / all));
  progress(0);
  const entries = Object.entries(FILES).map(async ([name, [file]]) => [
    name,
    await fetched(new URL(file, FOLDER), signal, onBytes),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

const PLOTS =
  /\b(?:matplotlib\w*|pyplot|pylab|plt|IPython|tqdm|plot|Animator|show_images|set_figsize|use_svg_display|safetensors)\b/;
/** Names of `d2l` that the package itself does not have: the training functions of its editions, which draw. */
const TRAINING =
  /\bd2l\.(?!(?:torch|mxnet|jax|tensorflow|Timer|[Bb]enchmark|Accumulator|cpu|gpu|num_gpus|try_gpu|try_all_gpus|synthetic_data|linreg|squared_loss|sgd|float32|ones|zeros|tensor|arange|matmul)\b)\w|\bfrom +d2l\.\w+ +import\b/;
/** Files that are fetched for the first program that names their modules: those of plots and the like, `jax`, and `tensorflow`. @type {Record<string, RegExp>} */
export const ASKED = {
  'extras.zip': new RegExp(`${PLOTS.source}|${TRAINING.source}`),
  'jax.zip': /\bjax\b/,
  'tensorflow.zip': /\btensorflow\b/,
};

/** @param {string} name of `ASKED` @param {AbortSignal} signal @returns {Promise<ArrayBuffer>} @throws {{code: 'PYTHON_MISSING', message: string}} */
export const fetchAsked = (name, signal) => fetched(new URL(name, FOLDER), signal);

/**
 * @param {URL} url
 * @param {AbortSignal} signal
 * @param {(bytes: number) => void} [onBytes]
 * @returns {Promise<ArrayBuffer>}
 * @throws {{code: 'PYTHON_MISSING', message: string}}
 */
export async function fetched(url, signal, onBytes = () => {}) {
  const answer = await fetch(url, { signal }).catch((error) => {
    throw missing(url, error.message);
  });
  if (!answer.ok || !answer.body) throw missing(url, `status ${answer.status}`);
  const pieces = [];
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw missing(url, error.message);
    });
    if (done) break;
    pieces.push(value);
    onBytes(value.length);
  }
  const bytes = await new Blob(pieces).arrayBuffer();
  if (url.pathname.endsWith('.zip') && !isWhole(bytes)) throw missing(url, 'it is cut off');
  return bytes;
}

/** Whether an archive has its end, which archives without a comment have in their last 22 bytes. @param {ArrayBuffer} bytes */
const isWhole = (bytes) =>
  bytes.byteLength >= 22 && new DataView(bytes).getUint32(bytes.byteLength - 22) === 0x504b0506;

/** @param {{pathname: string}} url @param {string} reason @returns {Fault} that says what to do */
export function missing(url, reason) {
  const message = `${url.pathname} could not be fetched (${reason}); check the connection and reload the page, of which there may be a newer version`;
  return new Fault('PYTHON_MISSING', message);
}
