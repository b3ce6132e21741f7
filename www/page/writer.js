/** A worker that writes one file. It receives {format, given} and posts {blob}, or {problem} if writing fails. */
import { written } from './export/written.js';

globalThis.onmessage = (/** @type {MessageEvent} */ { data: { format, given } }) => {
  try {
    postMessage({ blob: written(format, given) });
  } catch (error) {
    postMessage({ problem: /** @type {Error} */ (error).message });
  }
};
