// ONNX's node tests of the supported operations, on both devices, eagerly and lazily. `tests/numpy/onnx_nodes.py` takes them
// from the package `onnx`. The fixture lists the tests left out, with reasons.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { blank, onPage } from './lab.mjs';

const FIXTURE = JSON.parse(readFileSync(new URL('../numpy/onnx.json', import.meta.url), 'utf8'));

/** The results of each test as numbers, or why it has none. Runs in the browser. */
async function runAll({ connect }, device, lazy, tests) {
  const lab = await connect({ device, lazy });
  const { nd } = lab;
  const decoded = ({ shape, data }) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    return { shape, values: new Float32Array(bytes.buffer) };
  };
  const all = (fn) => (inputs) => inputs.slice(1).reduce((x, y) => fn(x, y), inputs[0]);
  const named = (name) => (inputs) => nd[name](...inputs);
  const host = (input) => (input ? [...input.host] : undefined);
  const reduction =
    (name) =>
    (inputs, { axes, keepdims = 1, noop_with_empty_axes: noop = 0 }) => {
      let given = axes ?? host(inputs[1]);
      if (given?.length === 0) given = undefined;
      return inputs[0][name](given ?? (noop ? [] : undefined), { keepDims: keepdims === 1 });
    };
  const place =
    (name) =>
    (inputs, { axis = 0, keepdims = 1 }) =>
      inputs[0][name](axis, { keepDims: keepdims === 1 });
  const along =
    (name) =>
    (inputs, { axis = -1 }) =>
      inputs[0][name](axis);
  const BY_NAME = {
    Abs: 'abs',
    Add: 'add',
    Cos: 'cos',
    Div: 'div',
    Equal: 'equal',
    Exp: 'exp',
    Floor: 'floor',
    Greater: 'greater',
    GreaterOrEqual: 'greaterEqual',
    Less: 'less',
    LessOrEqual: 'lessEqual',
    Log: 'log',
    MatMul: 'matmul',
    Mul: 'mul',
    Neg: 'neg',
    Pow: 'pow',
    Relu: 'relu',
    Sigmoid: 'sigmoid',
    Sign: 'sign',
    Sin: 'sin',
    Sqrt: 'sqrt',
    Sub: 'sub',
    Tanh: 'tanh',
    Where: 'where',
  };
  const CALLS = {
    ...Object.fromEntries(Object.entries(BY_NAME).map(([op, name]) => [op, named(name)])),
    ArgMax: place('argmax'),
    ArgMin: place('argmin'),
    ReduceL2: reduction('norm'),
    ReduceMax: reduction('max'),
    ReduceMean: reduction('mean'),
    ReduceMin: reduction('min'),
    ReduceProd: reduction('prod'),
    ReduceSum: reduction('sum'),
    Softmax: along('softmax'),
    LogSoftmax: along('logSoftmax'),
    Max: all((x, y) => x.maximum(y)),
    Min: all((x, y) => x.minimum(y)),
    Sum: all((x, y) => x.add(y)),
    Mean: (inputs) => inputs.reduce((x, y) => x.add(y)).div(inputs.length),
    Clip: ([x, low, high]) => x.clip(low, high),
    Concat: (inputs, { axis }) => nd.concat(inputs, axis),
    ConstantOfShape: (inputs, { value = 0 }) => nd.full(host(inputs[0]), value),
    CumSum: ([x, axis], { reverse = 0 }) => x.cumsum(host(axis)[0], { reverse: reverse === 1 }),
    Expand: ([x, shape]) => x.mul(nd.ones(host(shape))),
    EyeLike: ([x]) => nd.eye(...x.shape),
    Gather: ([x, indices], { axis = 0 }) => x.take(indices, axis),
    Identity: ([x]) => x.reshape([...x.shape]),
    Pad: ([x, pads, value, axes]) => {
      const [sizes, rank] = [host(pads), x.shape.length];
      const on = host(axes) ?? x.shape.map((_, axis) => axis);
      return on.reduce(
        (y, axis, i) => y.pad(sizes[i], sizes[i + on.length], axis, host(value)?.[0] ?? 0),
        rank ? x : x.reshape([]),
      );
    },
    Range: ([start, stop, step]) => nd.arange(host(start)[0], host(stop)[0], host(step)[0]),
    Reshape: ([x, shape]) =>
      x.reshape(host(shape).map((dim, axis) => (dim === 0 && x.size > 0 ? x.shape[axis] : dim))),
    Slice: ([x, starts, ends, axes, steps]) => {
      const ranges = x.shape.map(() => null);
      host(starts).forEach((start, i) => {
        const axis = (host(axes)?.[i] ?? i) % x.shape.length;
        ranges[axis < 0 ? axis + x.shape.length : axis] = [
          start,
          host(ends)[i],
          host(steps)?.[i] ?? 1,
        ];
      });
      return x.slice(...ranges);
    },
    SoftmaxCrossEntropyLoss: ([scores, labels], { reduction = 'mean' }) => {
      // Classes are on ONNX's second axis, and on the lab's last axis.
      const rest = scores.shape.map((_, axis) => axis).slice(2);
      const last = scores.transpose([0, ...rest, 1]);
      const each = new lab.nn.CrossEntropyLoss()(last, labels);
      const back = [0, rest.length + 1, ...rest.map((_, i) => i + 1)];
      const loss = reduction === 'none' ? each : each[reduction]();
      return [loss, last.logSoftmax().transpose(back)];
    },
    Split: ([x, sizes], { axis = 0, num_outputs }, outputs) => {
      const count = num_outputs ?? outputs.length;
      const length = x.shape.at(axis);
      const each = Math.ceil(length / count);
      const lengths =
        host(sizes) ?? Array.from({ length: count }, (_, i) => Math.min(each, length - i * each));
      let at = 0;
      return x.split(
        lengths.slice(0, -1).map((size) => (at += size)),
        axis,
      );
    },
    Transpose: ([x], { perm }) => x.transpose(perm),
  };
  const results = tests.map(({ op, attributes, inputs, outputs }) => {
    const arrays = inputs.map((input) => {
      if (!input) return undefined;
      const { shape, values } = decoded(input);
      return Object.assign(nd.array(values, shape), { host: values });
    });
    try {
      return [CALLS[op](arrays, attributes, outputs)].flat();
    } catch (error) {
      return String(error.stack ?? error);
    }
  });
  const outputs = results.map(async (result) =>
    typeof result === 'string'
      ? result
      : Promise.all(
          result.map(async (array) => ({
            shape: [...array.shape],
            data: Array.from(await array.data(), String),
          })),
        ),
  );
  const values = await Promise.all(outputs);
  lab.close();
  return values;
}

function decode(data) {
  const bytes = Buffer.from(data, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

/** ONNX's own runner allows 1e-3 relatively and 1e-7 absolutely. Here the absolute error may be a little larger, for sums that cancel out. */
function close(got, expected) {
  return (
    Object.is(got, expected) ||
    got === expected ||
    Math.abs(got - expected) <= 1e-3 * Math.abs(expected) + 1e-6
  );
}

for (const device of ['webgpu', 'cpu'])
  for (const lazy of [false, true])
    test(`on ${device}${lazy ? ', lazily' : ''}: ONNX's node tests give what ONNX says`, async (t) => {
      const { tests } = FIXTURE;
      const seen = await onPage(await blank(t), runAll, device, lazy, tests);
      const wrong = [];
      tests.forEach(({ name, outputs }, i) => {
        if (typeof seen[i] === 'string') return wrong.push(`${name}: ${seen[i]}`);
        outputs.forEach(({ shape, data }, at) => {
          const [got, expected] = [seen[i][at], decode(data)];
          const values = got?.data.map(Number) ?? [];
          const same = String(got?.shape) === String(shape) && values.length === expected.length;
          const off = expected.findIndex((value, j) => !close(values[j], value));
          if (!same) wrong.push(`${name}: shape ${got?.shape}, not ${shape}`);
          else if (off >= 0) wrong.push(`${name}: ${values[off]} at ${off}, not ${expected[off]}`);
        });
      });
      t.diagnostic(
        `${tests.length - wrong.length} of ${tests.length} tests of onnx ${FIXTURE.onnx}`,
      );
      assert.ok(tests.length >= 300);
      assert.deepEqual(wrong, []);
    });
