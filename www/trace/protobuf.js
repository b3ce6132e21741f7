/**
 * Writes protocol buffers (protobuf.dev/programming-guides/encoding): as much as a trace needs. Lengths take four bytes,
 * padded, so that a message can be written in place before its length is known.
 */
const LENGTH = 4;
const text = new TextEncoder();

/** The few texts that a trace repeats. @type {Map<string, Uint8Array>} */
const encoded = new Map();

/** @param {string} value */
function encode(value) {
  const known = encoded.get(value);
  if (known) return known;
  const bytes = text.encode(value);
  if (encoded.size < 1000) encoded.set(value, bytes);
  return bytes;
}

export class ProtobufWriter {
  #bytes = new Uint8Array(1 << 12);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  /** The bytes written so far. */
  get bytes() {
    return this.#bytes.slice(0, this.#at);
  }

  /** @param {number} more bytes */
  #reserve(more) {
    if (this.#at + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#at + more));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }

  /** @param {number|bigint} value not negative; a number up to 2⁵³ */
  #varint(value) {
    this.#reserve(10);
    let rest = value;
    if (typeof rest === 'bigint') {
      for (; rest > 127n; rest >>= 7n) this.#bytes[this.#at++] = Number(rest & 127n) | 128;
      rest = Number(rest);
    }
    for (; rest > 127; rest = Math.floor(rest / 128)) this.#bytes[this.#at++] = (rest % 128) | 128;
    this.#bytes[this.#at++] = rest;
  }

  /** @param {number} field @param {number} wire type */
  #tag(field, wire) {
    this.#varint(field * 8 + wire);
  }

  /** A field of type uint32, uint64, int32, int64, bool or an enum. @param {number} field @param {number|bigint} value not negative */
  uint(field, value) {
    this.#tag(field, 0);
    this.#varint(value);
  }

  /** @param {number} field @param {number} value a whole number up to 2⁵³ */
  fixed64(field, value) {
    this.#tag(field, 1);
    this.#reserve(8);
    this.#view.setUint32(this.#at, value, true);
    this.#view.setUint32(this.#at + 4, Math.floor(value / 2 ** 32), true);
    this.#at += 8;
  }

  /** @param {number} field @param {number} value */
  double(field, value) {
    this.#tag(field, 1);
    this.#reserve(8);
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  /** @param {number} field @param {string} value */
  string(field, value) {
    const bytes = encode(value);
    this.#tag(field, 2);
    this.#varint(bytes.length);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** A message within this one. @param {number} field @param {() => void} write its fields */
  message(field, write) {
    this.#tag(field, 2);
    this.#reserve(LENGTH);
    const start = (this.#at += LENGTH);
    write();
    const length = this.#at - start;
    for (let i = 0; i < LENGTH; i += 1) {
      const more = i < LENGTH - 1 ? 128 : 0;
      this.#bytes[start - LENGTH + i] = ((length >> (7 * i)) & 127) | more;
    }
  }
}
