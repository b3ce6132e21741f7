/** Words that a buffer holds: what 2000 common operations need, or a full chunk of them. */
const SIZES = [2 ** 14, 2 ** 17];
/** Most words of the buffers of one size that wait to be used again. */
const MOST = 2 ** 19;

/**
 * Where chunks are written. A buffer comes back once its chunk was read: memory that is new to a process has to be fetched from
 * the system page by page, which costs more than writing the chunk.
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
