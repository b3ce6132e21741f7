// The kernels that are compiled while Python starts: their results are released.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { connect } from '../../www/asynclab.js';
import { warm } from '../../www/python/warm.js';

test('warming up leaves no array and little of the peak', async () => {
  const file = new URL('../../www/pkg/asynclab_bg.wasm', import.meta.url);
  const engine = await WebAssembly.compile(await readFile(file));
  const lab = await connect({ device: 'cpu', blocking: true, engine });
  const trace = await lab.profile(() => warm(lab));
  const names = new Set([...trace.op].map((index) => trace.names[index]));
  for (const name of [
    'matmul',
    'add',
    'sub',
    'mul',
    'div',
    'relu',
    'reluGrad',
    'exp',
    'log',
    'sum',
    'mean',
    'max',
    'equal',
    'normal',
    'full',
    'take',
    'greater',
    'sqrt',
  ])
    assert.ok(names.has(name), `${name} among ${[...names]}`);
  const { used, peak } = lab.memory();
  assert.equal(used, 0);
  assert.ok(peak < 4_000_000, `${peak} bytes`);
  const operations = async (/** @type {() => boolean} */ enough) => {
    const before = lab.progress().enqueued;
    await warm(lab, enough);
    return lab.progress().enqueued - before;
  };
  const [all, least] = [await operations(() => false), await operations(() => true)];
  assert.ok(least > 0 && least < all, `${least} of ${all} once Python has started`);
  await lab.close();
});
