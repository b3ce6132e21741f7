// Files of parameters with types narrower than float32: each number by its format.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../../www/lib/nn/safetensors.js';

/** The numbers read from a file with these words of 16 bits. */
function numbers(dtype, words) {
  const entry = { dtype, shape: [words.length], data_offsets: [0, 2 * words.length] };
  const header = new TextEncoder().encode(JSON.stringify({ w: entry }));
  const file = new DataView(new ArrayBuffer(8 + header.length + 2 * words.length));
  file.setBigUint64(0, BigInt(header.length), true);
  new Uint8Array(file.buffer).set(header, 8);
  words.forEach((word, i) => file.setUint16(8 + header.length + 2 * i, word, true));
  return [...decode(file.buffer).w().values];
}

test('half precision: subnormal numbers, the ends of the normal ones, zeros and what is no number', () => {
  const found = numbers('F16', [
    ...[0x0001, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xc100, 0x7bff],
    ...[0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e00],
  ]);
  assert.deepEqual(found, [
    ...[2 ** -24, -(2 ** -24), 1023 * 2 ** -24, 2 ** -14, 1, -2.5, 65504],
    ...[0, -0, Infinity, -Infinity, NaN],
  ]);
});

test('the upper half of a float32, subnormal numbers too', () => {
  const found = numbers('BF16', [0x0001, 0x8001, 0x3f80, 0xc020, 0x8000, 0xff80, 0x7fc0]);
  assert.deepEqual(found, [2 ** -133, -(2 ** -133), 1, -2.5, -0, -Infinity, NaN]);
});
