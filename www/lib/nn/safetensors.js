// Files of named arrays, as Python's package `safetensors` has them (github.com/huggingface/safetensors): the length of a header in 8
// bytes, the header in JSON, then the elements, little-endian.
import { LabError } from '../core/errors.js';

/**
 * @typedef {object} Tensor An array as a file of parameters holds it.
 * @property {number[]} shape its dimensions, the first outermost
 * @property {Float32Array} values its elements, row by row
 */

const HEADER = 8;

/** @param {string} problem @returns {never} */
function broken(problem) {
  throw LabError.of('load', 'INVALID_FILE', `${problem}; give the bytes of a safetensors file`);
}

/** Elements as float32, by the name of their type. @type {Record<string, [number, (view: DataView, at: number) => number]>} */
const TYPES = {
  F32: [4, (view, at) => view.getFloat32(at, true)],
  F64: [8, (view, at) => view.getFloat64(at, true)],
  F16: [2, (view, at) => half(view.getUint16(at, true))],
  BF16: [2, (view, at) => upper(view.getUint16(at, true))],
};

/** IEEE 754 half precision. @param {number} bits */
function half(bits) {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? 1 + fraction / 1024 : fraction / 512) * 2 ** (exponent - 15);
}

const view = new DataView(new ArrayBuffer(4));

/** bfloat16, the upper half of a float32. @param {number} bits */
function upper(bits) {
  view.setUint32(0, bits << 16);
  return view.getFloat32(0);
}

/** @param {Record<string, Tensor>} tensors @returns {Uint8Array<ArrayBuffer>} */
export function encode(tensors) {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { shape, values }]) => {
    const begin = end;
    end += 4 * values.length;
    return [name, { dtype: 'F32', shape, data_offsets: [begin, end] }];
  });
  const text = JSON.stringify(Object.fromEntries(entries));
  // Elements begin at a multiple of 8.
  const header = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const file = new Uint8Array(HEADER + header.length + end);
  const words = new DataView(file.buffer);
  words.setUint32(0, header.length, true);
  file.set(header, HEADER);
  let at = HEADER + header.length;
  for (const { values } of Object.values(tensors))
    for (const value of values) {
      words.setFloat32(at, value, true);
      at += 4;
    }
  return file;
}

/** @param {any} file @returns {Uint8Array} */
function bytesOf(file) {
  try {
    if (file instanceof ArrayBuffer) return new Uint8Array(file);
    if (ArrayBuffer.isView(file))
      return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  } catch {
    // Its buffer was transferred to another thread.
  }
  return broken('these are no bytes');
}

/** A function for each name that reads the array. @param {Uint8Array | ArrayBuffer} file @returns {Record<string, () => Tensor>} */
export function decode(file) {
  const bytes = bytesOf(file);
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER) broken(`the file has ${bytes.length} bytes`);
  const length = Number(words.getBigUint64(0, true));
  if (length > bytes.length - HEADER) broken('the header is longer than the file');
  const start = HEADER + length;
  let header;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER, start)));
  } catch {
    broken('the header is no JSON');
  }
  const entries = Object.entries(header ?? {}).filter(([name]) => name !== '__metadata__');
  return Object.fromEntries(
    entries.map(([name, entry]) => {
      const { dtype, shape, data_offsets: offsets } = Object(entry);
      const whole = (/** @type {unknown} */ list) =>
        Array.isArray(list) && list.every((value) => Number.isSafeInteger(value) && value >= 0);
      if (!whole(shape) || !whole(offsets)) broken(`${name} has no shape and offsets`);
      const count = shape.reduce(
        (/** @type {number} */ product, /** @type {number} */ dim) => product * dim,
        1,
      );
      const [begin, end] = offsets;
      if (start + end > bytes.length) broken(`${name} goes past the end of the file`);
      const tensor = () => {
        if (typeof dtype !== 'string' || !Object.hasOwn(TYPES, dtype))
          broken(
            `${name} is of type ${JSON.stringify(dtype)}, not of ${Object.keys(TYPES).join(', ')}`,
          );
        const [size, read] = TYPES[dtype];
        if (end - begin !== count * size) broken(`${name} has not ${count} elements`);
        const at = start + begin;
        return {
          shape,
          values: Float32Array.from({ length: count }, (_, i) => read(words, at + i * size)),
        };
      };
      return [name, tensor];
    }),
  );
}
