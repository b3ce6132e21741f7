// The bench's checks of results, and its conclusions from them, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ceilingsOf, ceilingsTable } from '../../bench/ceilings.js';
import { model } from '../../bench/contenders/onnx-model.js';
import { goals, goalsTable, judge } from '../../bench/goals.js';
import { limitOf } from '../../bench/limits.js';
import { checkNormal, checkProduct, numbers, trainedOnce } from '../../bench/reference.js';

test('a product with one wrong element is rejected', () => {
  const [rows, inner, columns] = [7, 5, 9];
  const a = { values: numbers(rows * inner, 1), rows, columns: inner };
  const b = { values: numbers(inner * columns, 2), rows: inner, columns };
  const c = Float32Array.from({ length: rows * columns }, (_, at) => {
    const [i, j] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let l = 0; l < inner; l += 1) sum += a.values[i * inner + l] * b.values[l * columns + j];
    return sum;
  });
  checkProduct(c, a, b);
  for (const at of [0, 31, c.length - 1]) {
    const wrong = c.with(at, c[at] + 0.01);
    assert.throws(() => checkProduct(wrong, a, b), /times a vector is/);
  }
  assert.throws(() => checkProduct(c.subarray(1), a, b), /elements/);
});

test('numbers that are not normally distributed are rejected', () => {
  const count = 100_000;
  const [u, v] = [3, 4].map((seed) => numbers(count, seed).map((x) => (x + 1) / 2));
  const normal = u.map((x, i) => Math.sqrt(-2 * Math.log(1 - x)) * Math.cos(2 * Math.PI * v[i]));
  checkNormal(normal);
  assert.throws(() => checkNormal(normal.map((x) => x + 0.1)), /moment 1/);
  assert.throws(() => checkNormal(normal.map((x) => 1.1 * x)), /moment 2/);
  // A uniform distribution with the mean and the variance of the normal one.
  assert.throws(() => checkNormal(u.map((x) => (2 * x - 1) * Math.sqrt(3))), /moment 4/);
  assert.throws(() => checkNormal(normal.map((_, i) => normal[i - (i % 2)])), /before them/);
});

test('the reference step follows the gradient', () => {
  const [sizes, batch] = [[3, 4, 1], 5];
  const weights = [numbers(12, 5), numbers(4, 6)];
  const lossAt = (moved, rate) =>
    trainedOnce({ sizes, batch, rate, x: numbers(15, 7), weights: moved });
  const rate = 1e-4;
  const [before, after] = lossAt(weights, rate);
  // The squared norm of the gradient by differences: of the weights' part, to which the biases add some.
  const h = 1e-3;
  let squares = 0;
  for (const [layer, weight] of weights.entries()) {
    for (let i = 0; i < weight.length; i += 1) {
      const [up, down] = [h, -h].map((by) => {
        const moved = weights.map((one) => Float64Array.from(one));
        moved[layer][i] += by;
        return lossAt(moved, 0)[0];
      });
      squares += ((up - down) / (2 * h)) ** 2;
    }
  }
  const drop = (before - after) / rate;
  assert.ok(drop > squares, `${drop} with biases, ${squares} without`);
  assert.ok(drop < 4 * squares, `${drop} with biases, ${squares} without`);
});

test('a limit is set by what takes longest', () => {
  const copy = [
    { bytes: 1e3, rate: 1e7 },
    { bytes: 1e6, rate: 1e6 },
  ];
  const ceilings = { copy, flops: 1e6, dispatch: 0.01, submit: 0.05, wait: 1 };
  const by = (work) => limitOf({ bytes: 0, flops: 0, dispatches: 1, ...work }, ceilings);
  assert.deepEqual(by({}), { by: 'dispatches', ms: 0.01 });
  assert.deepEqual(by({ bytes: 2e6, flops: 1e6 }), { by: 'bytes', ms: 2 });
  assert.deepEqual(by({ bytes: 2e3, dispatches: 0 }), { by: 'bytes', ms: 2e-4 });
  assert.deepEqual(by({ bytes: 2e6, flops: 3e6 }), { by: 'operations', ms: 3 });
  assert.deepEqual(by({ waits: 4 }), { by: 'waits', ms: 4 });
});

test('a ceiling is the best of all rounds', () => {
  const samples = {
    'copy, 256 KiB': { copy: [1, 3, 2] },
    'copy, 4096 KiB': { copy: [2] },
    'copy, 32768 KiB': { copy: [1] },
    'multiply and add': { flops: [20, 10] },
    dispatches: { dispatch: [30, 10] },
    submissions: { submit: [50] },
    waits: { wait: [2000, 500] },
  };
  const { copy, ...others } = ceilingsOf(samples);
  assert.deepEqual(others, { flops: 20e6, dispatch: 0.01, submit: 0.05, wait: 0.5 });
  assert.equal(copy[0].rate, 3e6);
  const best = ceilingsTable(samples).rows.map(([, value]) => Number(value));
  assert.deepEqual(best, [3, 2, 1, 20, 10, 50, 500]);
});

test('goals distinguish reached, missed and not measured', () => {
  const goal = { of: ['a', 'lab', 'done'], to: ['a', 'peer', 'done'], most: 0.5 };
  const contenders = { lab: { samples: { done: [1, 2, 9] } }, peer: { samples: { done: [4] } } };
  const cases = [{ name: 'a, n = 1', contenders }];
  assert.deepEqual(judge(goal, cases), { value: 0.5, reached: true });
  assert.deepEqual(judge({ ...goal, scale: 1.5 }, cases), { value: 0.75, reached: false });
  assert.deepEqual(judge({ ...goal, to: undefined }, cases), { value: 2, reached: false });
  assert.deepEqual(judge(goal, []), { missing: 'not measured' });
  contenders.peer = { reason: 'has no sum' };
  assert.deepEqual(judge(goal, cases), { missing: 'peer: has no sum' });
  assert.deepEqual(goalsTable([]).rows, []);
  const names = goals.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, 'every goal has a name of its own');
});

test('a model is encoded as protocol buffers', () => {
  const bytes = model({
    nodes: [{ op: 'Add', inputs: ['x', 'c'], output: 'y', attributes: { a: 300 } }],
    inputs: { x: [1024] },
    outputs: { y: [1024] },
    scalars: { c: 1 },
  });
  const [version, graph, opset] = [...fields(bytes)];
  assert.deepEqual([version.field, version.value], [1, 8]);
  assert.deepEqual([graph.field, opset.field], [7, 8]);
  const parts = [...fields(graph.bytes)].map(({ field }) => field);
  assert.deepEqual(parts, [1, 2, 5, 11, 12]);
  const [node] = fields(graph.bytes);
  const attribute = [...fields(node.bytes)].find(({ field }) => field === 5);
  assert.equal([...fields(attribute.bytes)].find(({ field }) => field === 3).value, 300);
});

/** Reads the format that `onnx-model.js` writes: numbers, and fields with a length. */
function* fields(bytes) {
  let at = 0;
  const varint = () => {
    let [value, factor] = [0, 1];
    for (; bytes[at] > 127; at += 1, factor *= 128) value += (bytes[at] & 127) * factor;
    value += bytes[at] * factor;
    at += 1;
    return value;
  };
  while (at < bytes.length) {
    const key = varint();
    const value = varint();
    if (key % 8 === 2) {
      yield { field: key >> 3, bytes: bytes.subarray(at, at + value) };
      at += value;
    } else yield { field: key >> 3, value };
  }
}
