// Every method of arrays against plain formulas, also for arrays of no elements and of one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blank, onPage } from './lab.mjs';
import { Reference, nd } from './reference.mjs';

/** The engine's operations by kind, under the names of the arrays' methods. */
const kinds = await operations();
const { unary: UNARY, binary: BINARY, reduction: REDUCTIONS } = kinds;
const SHAPES = [[], [1], [5], [0], [1, 1], [2, 3], [0, 3], [2, 0, 3], [2, 1, 3], [3, 5, 1, 2]];
const PAIRS = [
  [[], []],
  [[3], []],
  [
    [2, 3],
    [2, 3],
  ],
  [[2, 3], [3]],
  [
    [2, 1],
    [1, 3],
  ],
  [[1, 1], [1]],
  [[0, 3], [3]],
  [
    [0, 1],
    [1, 4],
  ],
  [[1], [0]],
  [[2, 3, 1], [4]],
];
const PRODUCTS = [
  [[3], [3]],
  [[2, 3], [3]],
  [[3], [3, 2]],
  [
    [2, 3],
    [3, 4],
  ],
  [
    [2, 2, 3],
    [3, 2],
  ],
  [
    [2, 1, 2, 3],
    [3, 3, 2],
  ],
  [
    [1, 1],
    [1, 1],
  ],
  [
    [0, 3],
    [3, 2],
  ],
  [
    [2, 0],
    [0, 3],
  ],
  [[0], [0]],
  [[3, 2], [3, 4], '{ transposeA: true }'],
  [[2, 3], [4, 3], '{ transposeB: true }'],
  [[3, 2], [4, 3], '{ transposeA: true, transposeB: true }'],
  [[2, 3, 2], [2, 4, 3], '{ transposeA: true, transposeB: true }'],
  [[3], [4, 3], '{ transposeA: true, transposeB: true }'],
];

/** Programs on `x` (and `y`) of these shapes: `[program, shapes]`. */
const PROGRAMS = [
  ...SHAPES.flatMap((shape) => {
    const last = shape.length - 1;
    const axes = ['', ...(last >= 0 ? ['0', '-1', '[], { keepDims: true }'] : [])];
    if (last > 0) axes.push(`[${last}, 0]`, '0, { keepDims: true }');
    const empty = shape.includes(0);
    return [
      ...UNARY.flatMap((op) => [`x.${op}()`, `nd.${op}(x)`]),
      ...BINARY.flatMap((op) => [`x.${op}(0.5)`, `nd.${op}(0.5, x)`, `nd.${op}(x, 2)`]),
      ...REDUCTIONS.filter((op) => !(empty && ['max', 'min'].includes(op))).flatMap((op) =>
        axes.map((given) => `x.${op}(${given})`),
      ),
      'x.T',
      'nd.transpose(x)',
      `x.transpose([${shape.map((_, axis) => axis - shape.length)}])`,
      'x.reshape(-1)',
      empty ? 'x.reshape([4, 0])' : 'x.reshape([1, -1, 1])',
      'nd.reshape(x, [-1, 1])',
      `nd.broadcastTo(x, [2, ${shape}])`,
      'nd.mean(x)',
    ].map((program) => [program, [shape]]);
  }),
  ...PAIRS.flatMap((shapes) =>
    BINARY.flatMap((op) => [`x.${op}(y)`, `nd.${op}(y, x)`]).map((program) => [program, shapes]),
  ),
  ...PRODUCTS.flatMap(([x, y, options = '{}']) => [
    [`x.matmul(y, ${options})`, [x, y]],
    [`nd.dot(x, y, ${options})`, [x, y]],
  ]),
  ...[
    ['x.transpose([1, 2, 0])', [[2, 3, 4]]],
    ['x.transpose([0, -1, 1])', [[2, 3, 4]]],
    ['x.max(0)', [[2, 0]]],
    ['x.max([1, 2])', [[0, 3, 2]]],
    ['x.sum(1, { keepDims: true }).mul(x)', [[3, 4]]],
    ['x.broadcastTo([2, 3, 4])', [[3, 1]]],
    ['x.broadcastTo([0, 1])', [[1]]],
    ['x.div(0).log()', [[5]]],
    ['x.T.matmul(x).reshape([-1]).relu()', [[3, 2]]],
    ['nd.arange(5)', []],
    ['nd.arange(0)', []],
    ['nd.arange(1, 4)', []],
    ['nd.arange(4, 1)', []],
    ['nd.arange(4, 1, -0.5)', []],
    ['nd.arange(0, 1, 0.3)', []],
    ['nd.eye(3)', []],
    ['nd.eye(2, 4)', []],
    ['nd.eye(0)', []],
    ['nd.eye(1)', []],
    ['nd.full([2, 2], -1.5)', []],
    ['nd.full([], 7)', []],
    ['nd.zeros([0])', []],
    ['nd.ones(1)', []],
    ['nd.linspace(0, 1, 7)', []],
    ['nd.linspace(3, -1, 1)', []],
    ['nd.linspace(0, 1, 0)', []],
  ],
  ...[[5], [1], [2, 3], [2, 1, 3]].flatMap((shape) =>
    [
      'x.argmax()',
      'x.argmin(-1)',
      'x.argmax(0, { keepDims: true })',
      'x.sort()',
      'x.sort(0, { descending: true })',
      'nd.argsort(x, 0)',
      'x.argsort(-1, { descending: true })',
      'x.cumsum()',
      'x.cumsum(-1, { reverse: true })',
      'x.var()',
      'x.var(-1, { keepDims: true })',
      'x.std(0)',
      'x.softmax()',
      'x.logSoftmax(0)',
      'x.clip(-1, 0.5)',
      'x.clip(null, 0)',
      'x.clip(0)',
      'nd.where(x.greater(0), x, 7)',
      'nd.where(x, 1, x.sub(3))',
      'x.less(0.5)',
      'nd.less(0.5, x)',
      'nd.lessEqual(x, 0.25)',
      'x.notEqual(0)',
      'x.sin()',
      'x.cos()',
      'x.at(-1)',
      'x.slice([null, null, -1])',
      'x.slice([1])',
      'x.slice([null, -1])',
      'x.take([0, 0])',
      'x.take([[0], [-1]], -1)',
      'x.pad(1, 2)',
      'x.pad(0, 1, 0, 9)',
      'nd.concat([x, x.neg(), x], -1)',
      'nd.concat([x])',
      'nd.stack([x, x.neg()], -1)',
      'nd.stack([x, x, x, x, x])',
      'x.split([1], -1)[1]',
      'x.split(1)[0]',
      'x.segmentSum(nd.zeros(x.shape[0]), 2)',
    ].map((program) => [program, [shape]]),
  ),
];

/** The kinds of the operations, from the engine in a browser. */
async function operations() {
  const after = [];
  const page = await blank({ after: (fn) => after.push(fn) });
  const found = await onPage(page, async ({ connect }) => {
    await (await connect({ device: 'cpu' })).close();
    const { operationKinds, operationNames } = await import('/www/pkg/asynclab.js');
    const kinds = operationKinds();
    const camelCase = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    return operationNames().map((name, opcode) => [kinds[opcode], camelCase(name)]);
  });
  for (const fn of after) await fn();
  return found.reduce(
    (all, [kind, name]) => ({ ...all, [kind]: [...(all[kind] ?? []), name] }),
    {},
  );
}

/** Numbers of both signs, with zeros and equal numbers among them, exact in float32. */
function values(shape, seed) {
  let i = seed;
  return Reference.from(shape, () => ((i += 5) % 17) / 4 - 2);
}

/** The results of the formulas, or undefined for operations without a formula here. */
function evaluate(program, shapes) {
  const [x, y] = shapes.map((shape, i) => values(shape, 3 * i));
  try {
    return new Function('nd', 'x', 'y', `return ${program}`)(nd, x, y);
  } catch (error) {
    if (error instanceof TypeError && / is not a function/.test(error.message)) return undefined;
    throw error;
  }
}

/** The results of all programs, read after all are enqueued. Runs in the browser. */
async function runAll({ connect }, device, programs) {
  // The kernels of all operations are compiled, which takes long on a busy machine. So silence is no fault.
  const lab = await connect({ device, onSilence: () => true });
  const results = programs.map(([program, inputs]) => {
    const [x, y] = inputs.map(({ shape, data }) => lab.nd.array(Float32Array.from(data), shape));
    return new Function('nd', 'x', 'y', `return ${program}`)(lab.nd, x, y);
  });
  const shapes = results.map(({ shape }) => shape);
  const data = await Promise.all(results.map((array) => array.data()));
  lab.close();
  // JSON knows neither NaN nor infinities.
  return data.map((all, i) => ({ shape: shapes[i], data: Array.from(all, String) }));
}

for (const device of ['webgpu', 'cpu']) {
  test(`on ${device}: every method gives what its formula gives`, async (t) => {
    const sent = PROGRAMS.map(([program, shapes]) => [
      program,
      shapes.map((shape, i) => ({ ...values(shape, 3 * i) })),
    ]).map(([program, inputs]) => [program, inputs.map(({ shape, data }) => ({ shape, data }))]);
    const page = await blank(t);
    const seen = await onPage(page, runAll, device, sent);
    // Operations without a formula are compared with the engine's references on the CPU, which have their own tests.
    const references = device === 'cpu' ? seen : await onPage(page, runAll, 'cpu', sent);
    const wrong = [];
    PROGRAMS.forEach(([program, shapes], i) => {
      const reference = { shape: references[i].shape, data: references[i].data.map(Number) };
      const expected = evaluate(program, shapes) ?? reference;
      const got = seen[i].data.map(Number);
      const same =
        String(seen[i].shape) === String(expected.shape) &&
        got.length === expected.data.length &&
        got.every((value, at) => close(value, expected.data[at]));
      if (!same) wrong.push(`${program} of ${JSON.stringify(shapes)}`);
    });
    assert.ok(PROGRAMS.length > 500);
    assert.deepEqual(wrong.slice(0, 10), [], `${wrong.length} of ${PROGRAMS.length} are wrong`);
  });
}

/** Within the errors that WGSL allows for exp, and for log near 1. */
function close(got, expected) {
  if (Object.is(got, expected) || got === expected) return true;
  return Math.abs(got - expected) <= 1e-5 * Math.max(1, Math.abs(expected));
}

test('every operation can be called from JavaScript', async (t) => {
  const missing = await onPage(await blank(t), async ({ connect, NDArray }) => {
    const { nd } = await connect({ device: 'cpu' });
    const { operationNames } = await import('/www/pkg/asynclab.js');
    const camelCase = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    return operationNames()
      .map(camelCase)
      .filter((name) => !(name in nd || name in nd.random || name in NDArray.prototype));
  });
  assert.deepEqual(missing, []);
});

test('the logarithm near 1 has a small relative error on each device', async (t) => {
  const near = [1e-7, 1e-6, -1e-6, 1e-5, 1e-4, -1e-3, 0.01, 0.1, -0.15, 0.19, -0.19, 0.21, -0.21];
  const values = near.map((x) => Math.fround(1 + x));
  const page = await blank(t);
  const found = await onPage(
    page,
    async ({ connect }, values) => {
      const logs = {};
      for (const device of ['webgpu', 'cpu']) {
        const lab = await connect({ device });
        logs[device] = [...(await lab.nd.array(values).log().data())];
        await lab.close();
      }
      return logs;
    },
    values,
  );
  for (const [device, logs] of Object.entries(found))
    values.forEach((x, i) => {
      const off = Math.abs(logs[i] / Math.log(x) - 1);
      // Farther from 1, WGSL allows an error of 2⁻²¹.
      const most = Math.abs(x - 1) < 0.2 ? 1e-6 : 4e-6;
      assert.ok(off < most, `${device}: log(${x}) is ${logs[i]}`);
    });
});
