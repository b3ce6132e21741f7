/** Texts in links: compressed with deflate, in base64url. */
import { Fault } from '../../kit/faults.js';

/** A text that unpacks to more than this is rejected, bytes. */
const MOST = 4_000_000;

/** @param {string} text @returns {Promise<string>} */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} packed @returns {Promise<string>} @throws {Fault} BROKEN_LINK */
export async function unpack(packed) {
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return await textOf(stream.getReader());
  } catch (error) {
    throw new Fault('BROKEN_LINK', /** @type {Error} */ (error).message);
  }
}

/** Reads a text piece by piece up to `MOST`, so that a short link cannot fill the memory. @param {ReadableStreamDefaultReader<Uint8Array>} reader */
async function textOf(reader) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new Error(`more than ${MOST} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
