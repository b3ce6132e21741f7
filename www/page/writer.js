/** A thread that writes one file: ← {format, given}, → {blob}, or {problem} where it cannot be written. */
import { written } from './export/written.js';

globalThis.onmessage = (/** @type {MessageEvent} */ { data: { format, given } }) => {
  try {
    postMessage({ blob: written(format, given) });
  } catch (error) {
    postMessage({ problem: /** @type {Error} */ (error).message });
  }
};
