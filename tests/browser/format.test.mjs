// Arrays as text, compared with NumPy's output.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatArray } from '../../www/lib/array/format.js';

/** NumPy's results of `call` for float32 arrays, and its version. Elements are given by their bits, or as `start + i * step` in row-major order. */
const { numpy, cases } = JSON.parse(
  readFileSync(new URL('fixtures/numpy.json', import.meta.url), 'utf8'),
);

function values({ shape, bits, ramp }) {
  if (bits) return new Float32Array(Uint32Array.from(bits).buffer);
  const [start, step] = ramp;
  const size = shape.reduce((product, length) => product * length, 1);
  return Float32Array.from({ length: size }, (_, i) => start + i * step);
}

test(`arrays are laid out as NumPy ${numpy} lays them out`, async (t) => {
  assert.ok(cases.length > 70);
  for (const one of cases) {
    await t.test(one.name, () => assert.equal(formatArray(values(one), one.shape), one.text));
  }
});

test('what the chapter prints', () => {
  assert.equal(formatArray(Float32Array.of(3, 3), [1, 2]), '[[3., 3.]]');
});
