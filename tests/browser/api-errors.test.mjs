// Bad input: the call throws an error that names the operation and the remedy, and no queued work is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICES, assertError, blank, onPage } from './lab.mjs';

/** Calls that must fail: `[program, code, ...patterns of the message]`. Programs can use a, gone, other, nd and lab. */
const CALLS = [
  ['a.add(nd.ones([2, 4]))', 'SHAPE_MISMATCH', /^add:.*\[2, 3\].*\[2, 4\].*trailing dimension/],
  ['a.div(nd.ones([4]))', 'SHAPE_MISMATCH', /^div:.*\[2, 3\].*\[4\]/],
  ['a.dot(a)', 'SHAPE_MISMATCH', /^dot:.*\[2, 3\]/],
  ['nd.matmul(a, nd.ones([2]))', 'SHAPE_MISMATCH', /^matmul:/],
  ['nd.array([1, 2, 3], [2, 2])', 'SHAPE_MISMATCH', /^array: 3 values for 4 elements.*one value/],
  ['nd.array([[1, 2], [3]])', 'SHAPE_MISMATCH', /^array:.*differ.*every row/],
  ['nd.array([[1], 2])', 'SHAPE_MISMATCH', /^array:/],
  ['nd.ones([2, -1])', 'INVALID_SHAPE', /^ones: a dimension is -1; give/],
  ['nd.zeros(1.5)', 'INVALID_SHAPE', /^zeros: a dimension is 1.5; give/],
  ['nd.random.normal([NaN])', 'INVALID_SHAPE', /^normal: a dimension is NaN; give/],
  ['nd.random.uniform([Infinity])', 'INVALID_SHAPE', /^uniform: a dimension is inf.*; give/i],
  ['nd.zeros([2 ** 40])', 'INVALID_SHAPE', /^zeros:.*1099511627776, which is 2\^32 or more; give/],
  ['nd.zeros([70000, 70000])', 'INVALID_SHAPE', /^zeros:.*2\^32 elements or more; give/],
  ['nd.zeros([1, 1, 1, 1, 1, 1, 1, 1, 1])', 'INVALID_SHAPE', /^zeros: 9 dimensions; give at most/],
  ['nd.zeros("3")', 'INVALID_NUMBER', /^zeros: a dimension is string 3; give a number/],
  ['nd.zeros()', 'INVALID_NUMBER', /^zeros: a dimension is undefined/],
  ['nd.zeros([null])', 'INVALID_NUMBER', /^zeros: a dimension is/],
  ['nd.zeros([30000, 30000])', 'TOO_LARGE', /^zeros:.*\[30000, 30000\].*3600000000 bytes.*smaller/],
  ['a.add("2")', 'INVALID_NUMBER', /^add: an operand is string 2; give a number or an array/],
  ['a.sub(null)', 'INVALID_NUMBER', /^sub: an operand is/],
  ['a.mul(undefined)', 'INVALID_NUMBER', /^mul: an operand is undefined/],
  ['a.div({})', 'INVALID_NUMBER', /^div: an operand is an object/],
  ['a.add(2n)', 'INVALID_NUMBER', /^add: an operand is bigint 2/],
  ['a.add([1, 2, 3])', 'INVALID_NUMBER', /^add: an operand is an Array/],
  ['a.dot(2)', 'INVALID_NUMBER', /^dot: an operand is number 2/],
  ['nd.full([2], "1")', 'INVALID_NUMBER', /^full: value is string 1; give a number/],
  ['nd.array([1, "2"])', 'INVALID_NUMBER', /^array: a value is string 2/],
  ['nd.array(BigInt64Array.of(1n))', 'INVALID_NUMBER', /^array: a value is bigint 1/],
  ['nd.array(null)', 'INVALID_NUMBER', /^array: a value is/],
  ['nd.random.normal([2], { seed: -1 })', 'INVALID_NUMBER', /^normal: seed is -1; give a whole/],
  ['nd.random.uniform([2], { low: "0" })', 'INVALID_NUMBER', /^uniform: low is string 0/],
  ['a.sum(2)', 'INVALID_NUMBER', /^sum: axis is 2;.*-2 to 1/],
  ['a.sum(-3)', 'INVALID_NUMBER', /^sum: axis is -3/],
  ['a.sum(0.5)', 'INVALID_NUMBER', /^sum: axis is 0.5/],
  ['a.sum("0")', 'INVALID_NUMBER', /^sum: axis is string 0; give a number/],
  ['a.sum([0, -2])', 'INVALID_NUMBER', /^sum: axis 0 is given twice; name each axis once/],
  ['a.mean(NaN)', 'INVALID_NUMBER', /^mean: axis is NaN;.*-2 to 1/],
  ['nd.ones([]).max(0)', 'INVALID_NUMBER', /^max: axis is 0; an array of 0 dimensions has none/],
  ['a.norm({ keepDims: true })', 'INVALID_NUMBER', /^norm: axis is an object; give a number/],
  ['a.sum(0, { keepdims: true })', 'INVALID_OPTION', /^sum:.*no option keepdims; give.*keepDims/],
  ['a.sum(0, 1)', 'INVALID_OPTION', /^sum: options are number 1; give an object of keepDims/],
  [
    'nd.zeros([0, 2]).max()',
    'SHAPE_MISMATCH',
    /^max: there are no elements.*\[0, 2\].*reduce over/,
  ],
  ['a.at()', 'INVALID_NUMBER', /^at: index is undefined; give a number/],
  ['a.at(2)', 'INVALID_NUMBER', /^at: index is 2; axis 0 has the elements -2 to 1/],
  ['a.slice(new Date(0))', 'INVALID_NUMBER', /^slice: a range is a Date; give an index, null, or/],
  ['a.split([1, "2"])', 'INVALID_NUMBER', /^split: a bound is string 2; give whole numbers/],
  ['nd.zeros(0).split(1e10)', 'SHAPE_MISMATCH', /^split: 0 elements do not make 10000000000 equal/],
  ['a.pad(2 ** 32, 0)', 'INVALID_NUMBER', /^pad: before is 4294967296; .* below 2\^32/],
  ['a.pad(3, -1)', 'INVALID_NUMBER', /^pad: after is -1; give a whole number of 0 or more/],
  ['a.segmentSum([0, 1], 2 ** 32)', 'INVALID_NUMBER', /^segmentSum: count is 4294967296;/],
  ['a.std(0, null)', 'INVALID_OPTION', /^std: options are null; give an object of keepDims, corr/],
  ['a.var(0, { correction: 1n })', 'INVALID_NUMBER', /^var: correction is bigint 1; give a number/],
  ['a.softmax(2)', 'INVALID_NUMBER', /^softmax: axis is 2;.*-2 to 1/],
  ['a.clip("0")', 'INVALID_NUMBER', /^clip: an operand is string 0; give a number or an array/],
  ['nd.where(a, a, nd.ones(4))', 'SHAPE_MISMATCH', /^where: shapes .*do not broadcast/],
  ['nd.stack([a, nd.ones([2, 4])])', 'SHAPE_MISMATCH', /^stack:/],
  ['a.clip(nd.ones(4))', 'SHAPE_MISMATCH', /^clip:/],
  ['a.var(5)', 'INVALID_NUMBER', /^var: axis is 5/],
  ['nd.where(a, a, null)', 'INVALID_NUMBER', /^where: an operand is null; give a number or an/],
  ['nd.concat([a, null])', 'INVALID_NUMBER', /^concat: an operand is null; give an array/],
  ['nd.concat([a], 2)', 'INVALID_NUMBER', /^concat: axis is 2;.*-2 to 1/],
  ['nd.stack([])', 'INVALID_NUMBER', /^stack: there is no array; give a list of one or more/],
  ['nd.linspace(0, 1, 1e10)', 'TOO_LARGE', /^linspace: 10000000000 elements need .*smaller/],
  ['nd.random.permutation(1e10)', 'TOO_LARGE', /^permutation: 10000000000 elements need .*smaller/],
  [
    'nd.random.integers(2, { low: 3, high: 3 })',
    'INVALID_NUMBER',
    /^integers: high is 3;.*above low/,
  ],
  ['nd.sum(3)', 'INVALID_NUMBER', /^sum: an operand is number 3; give an array/],
  ['nd.exp("2")', 'INVALID_NUMBER', /^exp: an operand is string 2; give an array/],
  ['nd.exp()', 'INVALID_NUMBER', /^exp: an operand is undefined/],
  ['nd.add(1, 2)', 'INVALID_NUMBER', /^add: both operands are numbers; make.*an array/],
  ['nd.equal(1, "a")', 'INVALID_NUMBER', /^equal: an operand is string a/],
  ['nd.mul(1, null)', 'INVALID_NUMBER', /^mul: an operand is null/],
  [
    'a.matmul(a, { transposeA: true, transposeB: true })',
    'SHAPE_MISMATCH',
    /2 and 3 differ.*\[2, 3\] and \[2, 3\].*transpose one/,
  ],
  [
    'a.matmul(a, { transpose: true })',
    'INVALID_OPTION',
    /no option transpose; give.*transposeA, transposeB/,
  ],
  ['a.matmul(nd.array(3))', 'SHAPE_MISMATCH', /^matmul: an operand is a scalar.*use mul/],
  [
    'a.transpose([0])',
    'SHAPE_MISMATCH',
    /^transpose: \[0\] does not name each axis once.*\[2, 3\]\); give/,
  ],
  ['a.transpose([0, 0])', 'INVALID_NUMBER', /^transpose: axis 0 is given twice/],
  ['a.transpose([0, 2])', 'INVALID_NUMBER', /^transpose: axis is 2;.*-2 to 1/],
  ['a.transpose(["0", 1])', 'INVALID_NUMBER', /^transpose: axis is string 0/],
  ['a.reshape([4, 2])', 'SHAPE_MISMATCH', /^reshape:.*\[4, 2\].*\[2, 3\].*as many elements/],
  ['a.reshape([4, -1])', 'SHAPE_MISMATCH', /^reshape: nothing fits for -1 in \[4, -1\].*\[2, 3\]/],
  ['a.reshape([-1, -1])', 'SHAPE_MISMATCH', /^reshape: nothing fits.*-1 once/],
  ['nd.zeros([0]).reshape([0, -1])', 'SHAPE_MISMATCH', /^reshape: nothing fits/],
  ['a.reshape([-2, -3])', 'INVALID_SHAPE', /^reshape: a dimension is -2; give/],
  ['a.reshape([NaN])', 'INVALID_SHAPE', /^reshape: a dimension is NaN; give/],
  ['a.reshape()', 'INVALID_NUMBER', /^reshape: a dimension is undefined; give a number/],
  ['a.reshape([1, 1, 1, 1, 1, 1, 6])', 'INVALID_SHAPE', /^reshape: 7 dimensions/],
  ['a.broadcastTo([4, 3])', 'SHAPE_MISMATCH', /^broadcastTo:.*\[2, 3\].*\[4, 3\]/],
  [
    'a.broadcastTo([3])',
    'SHAPE_MISMATCH',
    /^broadcastTo: this cannot be stretched to \[3\].*\[2, 3\]/,
  ],
  ['a.broadcastTo([1.5, 2, 3])', 'INVALID_SHAPE', /^broadcastTo: a dimension is 1.5; give/],
  ['nd.arange(0, 1, 0)', 'INVALID_NUMBER', /^arange: step is 0; give a finite number other than 0/],
  ['nd.arange(NaN)', 'INVALID_NUMBER', /^arange: stop is NaN; give a finite number/],
  ['nd.arange(0, Infinity)', 'INVALID_NUMBER', /^arange: stop is Infinity/],
  ['nd.arange("3")', 'INVALID_NUMBER', /^arange: stop is string 3/],
  ['nd.arange()', 'INVALID_NUMBER', /^arange: stop is undefined/],
  [
    'nd.arange(0, 1, 1e-40)',
    'INVALID_SHAPE',
    /^arange: a dimension is 1e\+40, which is 2\^32 or more; give/,
  ],
  ['nd.eye(-1)', 'INVALID_SHAPE', /^eye: a dimension is -1; give/],
  ['nd.eye("2")', 'INVALID_NUMBER', /^eye: a dimension is string 2/],
  ['gone.add(1)', 'DISPOSED', /^add: the array was disposed; keep it/],
  ['a.mul(gone)', 'DISPOSED', /^mul:/],
  ['a.dot(gone)', 'DISPOSED', /^dot:/],
  ['gone.exp()', 'DISPOSED', /^exp: the array was disposed; keep it/],
  ['gone.reluGrad(a)', 'DISPOSED', /^reluGrad:/],
  ['nd.sub(1, gone)', 'DISPOSED', /^sub:/],
  ['gone.sum()', 'DISPOSED', /^sum:/],
  ['gone.sin()', 'DISPOSED', /^sin:/],
  ['nd.cos(gone)', 'DISPOSED', /^cos:/],
  ['gone.less(1)', 'DISPOSED', /^less:/],
  ['gone.lessEqual(a)', 'DISPOSED', /^lessEqual:/],
  ['gone.greaterEqual(1)', 'DISPOSED', /^greaterEqual:/],
  ['nd.greaterEqual(gone, 1)', 'DISPOSED', /^greaterEqual:/],
  [
    'a.slice(0, 7)',
    'INVALID_NUMBER',
    /^slice: index is 7; axis 1 .*a part of it is \[start, stop\]/,
  ],
  ['a.sum({ axis: 1 })', 'INVALID_NUMBER', /^sum: axis is an object; give a number or a list/],
  [
    'nd.random.integers(10, [5])',
    'INVALID_OPTION',
    /^integers: options are an Array; give an object/,
  ],
  ['gone.T', 'DISPOSED', /^transpose:/],
  ['gone.reshape(2)', 'DISPOSED', /^reshape:/],
  ['gone.broadcastTo([2, 2])', 'DISPOSED', /^broadcastTo:/],
  ['gone.matmul(a, { transposeA: true })', 'DISPOSED', /^matmul:/],
  ['gone.shape', 'DISPOSED', /^shape:/],
  ['a.add(other)', 'WRONG_LAB', /^add:.*another lab.*this lab's nd/],
  ['nd.dot(other, a)', 'WRONG_LAB', /^dot:/],
  ['nd.ones(1e10)', 'INVALID_SHAPE', /^ones: a dimension is 10000000000, which is 2\^32 or more/],
  ['a.to("gpu")', 'NO_DEVICE', /^to: this lab has no device 'gpu'/],
  ['a.to(a)', 'NO_DEVICE', /^to: this lab has no device an NDArray/],
  ['lab.memory(a)', 'NO_DEVICE', /^memory:.*an NDArray/],
  ['lab.progress(a)', 'NO_DEVICE', /^progress:/],
  ['lab.tidy()', 'INVALID_ARGUMENT', /^tidy: the program is undefined; give a function/],
  ['lab.autograd.record(1)', 'INVALID_ARGUMENT', /^record:.*number 1/],
  ['lab.stateOf()', 'INVALID_NUMBER', /^stateOf: an operand is undefined/],
  ['new lab.nn.Sequential(1)', 'INVALID_OPTION', /^Sequential: the layers are number 1/],
  [
    'new lab.nn.Dropout(Object.create(null))',
    'INVALID_NUMBER',
    /^Dropout: rate is an object; give a/,
  ],
  [
    'new lab.nn.Sequential([{ forward() {}, parameters() {} }])',
    'INVALID_OPTION',
    /^Sequential: a l/,
  ],
  [
    'new lab.nn.Sequential().load(new Uint8Array(8), 1)',
    'INVALID_ARGUMENT',
    /^load: nameInFile is/,
  ],
  [
    'new lab.nn.Trainer({ parameters: () => 7 }, "sgd").step(1)',
    'INVALID_NUMBER',
    /^step: an oper/,
  ],
  [
    'lab.nn.schedule.cosine()',
    'INVALID_NUMBER',
    /^cosine: from is NaN; give a number of 0 or more/,
  ],
  [
    'lab.nn.schedule.cosine({ from: 1, steps: 4, warmup: 4 })',
    'INVALID_NUMBER',
    /^cosine: warmup is/,
  ],
  [
    'lab.nn.schedule.steps({ from: 1, factor: 1, every: 0 })',
    'INVALID_NUMBER',
    /^steps: every is 0;/,
  ],
  ['lab.nn.L2Loss()', 'INVALID_ARGUMENT', /^L2Loss:.*new nn.L2Loss/],
  ['nd.full([2], Symbol("x"))', 'INVALID_NUMBER', /^full: value is symbol/],
  ['nd.random.normal([2], { seed: 1n })', 'INVALID_NUMBER', /^normal: seed is 1;/],
  ['lab.window(Symbol("x"))', 'INVALID_NUMBER', /^window: size is Symbol/],
  ['a + 1', 'NOT_A_NUMBER', /^valueOf:.*item\(\)/],
];

/** Calls whose promise must be rejected. */
const PROMISES = [
  ['a.item()', 'NOT_SCALAR', /^item:.*\[2, 3\].*6 elements.*sum\(\)/],
  ['nd.zeros([0]).item()', 'NOT_SCALAR', /0 elements/],
  ['gone.item()', 'DISPOSED', /^item:/],
  ['gone.data()', 'DISPOSED', /^data:/],
  ['gone.print()', 'DISPOSED', /^print:/],
  ['gone.waitToRead()', 'DISPOSED', /^waitToRead:/],
  ['lab.profile()', 'INVALID_ARGUMENT', /^profile: the program is undefined/],
  ['lab.profile(() => {}, { mesure: true })', 'INVALID_OPTION', /no option mesure/],
  ['lab.benchmark("x")', 'INVALID_ARGUMENT', /^benchmark:/],
  ['lab.room(1n)', 'INVALID_NUMBER', /^room:/],
];

for (const device of DEVICES) {
  test(`on ${device}: a bad call throws and names the remedy, and the queue goes on`, async (t) => {
    const seen = await onPage(
      await blank(t),
      async ({ connect, thrown, rejected }, device, calls, promises) => {
        const [lab, foreign] = [await connect({ device }), await connect({ device: 'cpu' })];
        const { nd } = lab;
        const a = nd.ones([2, 3]);
        const gone = nd.ones([2]);
        const other = foreign.nd.ones([2, 3]);
        const before = a.add(1);
        gone.dispose();
        const names = ['a', 'gone', 'other', 'nd', 'lab'];
        const evaluate = (text) =>
          new Function(...names, `return ${text}`)(a, gone, other, nd, lab);
        const errors = calls.map((text) => thrown(() => evaluate(text)));
        // These calls always return a promise: they must not throw.
        const rejections = promises.map((text) => {
          let promise;
          const early = thrown(() => (promise = evaluate(text)));
          return early ? { ...early, code: `${early.code}, thrown` } : rejected(() => promise);
        });
        return [errors, await Promise.all(rejections), [...(await before.mul(2).data())]];
      },
      device,
      CALLS.map(([text]) => text),
      PROMISES.map(([text]) => text),
    );
    const [errors, rejections, values] = seen;
    [...CALLS, ...PROMISES].forEach(([text, code, ...patterns], i) => {
      const error = [...errors, ...rejections][i];
      if (!error) assert.fail(`${text} threw nothing`);
      assertError({ ...error, message: error.message }, code, ...patterns);
    });
    assert.deepEqual(values, Array(6).fill(4));
  });
}

test('an option that is none, or out of range, is rejected by name', async (t) => {
  const options = [
    [{ opsPerSubmit: 0 }, /opsPerSubmit is 0; give a whole number of 1 or more/],
    [{ opsPerSubmit: -1 }, /opsPerSubmit is -1; give/],
    [{ opsPerSubmit: 1.5 }, /opsPerSubmit is 1.5; give/],
    [{ opsPerSubmit: 'x' }, /opsPerSubmit is 'x'; give/],
    [{ opsPerSubmit: null }, /opsPerSubmit/],
    [{ maxInFlight: 0 }, /maxInFlight is 0; give/],
    [{ workPerSubmit: -1 }, /workPerSubmit is -1; give/],
    [{ workPerSubmit: NaN }, /workPerSubmit is NaN; give/],
    [{ allocator: 'none' }, /allocator is 'none'; give 'stream-ordered' or 'on-completion'/],
    [{ blocking: 'yes' }, /blocking is 'yes'; give true or false/],
    [{ device: 'tpu' }, /device is '?tpu'?; give 'webgpu', 'cpu' or 'sim'/],
    [{ device: 7 }, /device is '?7'?; give 'webgpu', 'cpu' or 'sim'/],
    [{ backend: 'elsewhere' }, /backend is '?elsewhere'?; give 'worker' or 'same'/],
    [{ seed: -1 }, /seed is -1; give a whole number of 0 or more/],
    [{ seed: 'x' }, /seed is x; give/],
    [{ colour: 'red' }, /no option colour.*device.*seed/],
    [{ device: 'sim', sim: { t2: -1 } }, /t2 is -1; give milliseconds/],
    [{ device: 'sim', sim: { t9: 1 } }, /t9/],
    [{ device: 'sim', sim: { t1: 'x' } }, /sim|option/],
  ];
  const seen = await onPage(
    await blank(t),
    async ({ connect, rejected }, all) => {
      const errors = [];
      for (const options of all) {
        // NaN does not survive JSON.
        if ('workPerSubmit' in options) options.workPerSubmit ??= NaN;
        errors.push(await rejected(() => connect({ device: 'cpu', ...options })));
      }
      return errors;
    },
    options.map(([given]) => given),
  );
  options.forEach(([given, pattern], i) => {
    assert.ok(seen[i], `${JSON.stringify(given)} was accepted`);
    assertError(seen[i], 'INVALID_OPTION', pattern);
  });
});

test('options left undefined are as if not given', async (t) => {
  const value = await onPage(await blank(t), async ({ connect }) => {
    const given = { device: 'cpu', opsPerSubmit: undefined, seed: undefined, backend: undefined };
    return (await connect(given)).nd.ones([3]).sum().item();
  });
  assert.equal(value, 3);
});
