/** Words that a buffer holds: what a full chunk of common operations needs. */
const WORDS = 16_384;
/** Most buffers that wait to be used again. */
const MOST = 32;

/**
 * Where chunks are written. A buffer comes back once its chunk was read: memory that is new to a process has to be fetched from
 * the system page by page, which costs more than writing the chunk.
 */
export class Buffers {
  /** @type {ArrayBuffer[]} */
  #spare = [];

  /** @param {number} length words @returns {Uint32Array<ArrayBuffer>} */
  take(length) {
    if (length > WORDS) return new Uint32Array(length);
    return new Uint32Array(this.#spare.pop() ?? new ArrayBuffer(4 * WORDS), 0, length);
  }

  /** @param {ArrayBuffer[]} [read] whose chunks were read */
  reuse(read = []) {
    for (const buffer of read)
      if (buffer.byteLength === 4 * WORDS && this.#spare.length < MOST) this.#spare.push(buffer);
  }
}
