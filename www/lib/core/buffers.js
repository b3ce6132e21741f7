/** Sizes of buffers in words: enough for 2000 common operations, or for a full chunk of them. */
const SIZES = [2 ** 14, 2 ** 17];
/** The most words kept for reuse in buffers of one size. */
const MOST = 2 ** 19;

/**
 * Buffers for chunks. A buffer is reused once its chunk was read: memory that is new to a process has to be fetched from the
 * system page by page, which costs more than writing the chunk.
 */
export class Buffers {
  /** By size. @type {ArrayBuffer[][]} */
  #spare = SIZES.map(() => []);

  /** @param {number} length words @returns {Uint32Array<ArrayBuffer>} */
  take(length) {
    const size = SIZES.findIndex((words) => length <= words);
    if (size < 0) return new Uint32Array(length);
    return new Uint32Array(this.#spare[size].pop() ?? new ArrayBuffer(4 * SIZES[size]), 0, length);
  }

  /** @param {ArrayBuffer} buffer whose chunk was read */
  reuse(buffer) {
    const words = buffer.byteLength / 4;
    const spare = this.#spare[SIZES.indexOf(words)];
    if (spare?.length < MOST / words) spare.push(buffer);
  }
}
