/** More than this is in no recording, bytes: what lies on its way to the page takes memory there, before anything is checked. */
export const HEAVIEST = 256 * 2 ** 20;

/**
 * The memory that a message takes, about.
 * @param {any} message
 * @returns {number} bytes, beyond `HEAVIEST` not all of them; Infinity where it holds anything but texts, numbers, lists, plain objects and
 *   arrays of bytes
 */
export function weightOf(message) {
  const seen = new Set();
  const parts = [message];
  let bytes = 0;
  while (parts.length > 0 && bytes <= HEAVIEST) {
    const part = parts.pop();
    bytes += 8;
    if (typeof part === 'string') bytes += 2 * part.length;
    if (typeof part === 'bigint') return Infinity;
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    // The whole of its memory is sent, however little of it is seen.
    if (ArrayBuffer.isView(part)) parts.push(part.buffer);
    else if (part instanceof ArrayBuffer) bytes += part.byteLength;
    else if (Array.isArray(part)) {
      bytes += 8 * part.length;
      if (bytes <= HEAVIEST) for (const one of part) parts.push(one);
    } else if (Object.getPrototypeOf(part) === Object.prototype)
      for (const entry of Object.entries(part)) parts.push(...entry);
    else return Infinity;
  }
  return bytes;
}
