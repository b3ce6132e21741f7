// Python's parts, fetched with progress and kept by the browser for the next visit.

const FOLDER = new URL('../pkg/python/', import.meta.url);
/** With about how many bytes each is, for the progress where servers do not tell. */
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

/** The modules of plots. @param {AbortSignal} signal @returns {Promise<ArrayBuffer>} @throws {{code: 'PYTHON_MISSING', message: string}} */
export const fetchExtras = (signal) => fetched(new URL('extras.zip', FOLDER), signal);

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
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    onBytes(value.length);
  }
  return new Blob(pieces).arrayBuffer();
}

/** @param {{pathname: string}} url @param {string} reason @returns {Error & {code: 'PYTHON_MISSING'}} that says what to do */
export function missing(url, reason) {
  const message = `${url.pathname} could not be fetched (${reason}); check the connection and reload the page, of which there may be a newer version`;
  return Object.assign(new Error(message), { code: /** @type {const} */ ('PYTHON_MISSING') });
}
