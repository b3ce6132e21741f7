// The names of operations, and of functions made of several operations, in errors, traces and graphs. In Node.js.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { connect, NDArray } from '../../www/asynclab.js';
import { operationNames } from '../../www/pkg/asynclab.js';

const CREATION = new URL('../../www/lib/array/creation.js', import.meta.url);

let lab;
before(async () => (lab = await connect({ device: 'cpu' })));
after(() => lab.close());

/** The error of a call. */
const thrown = (call) => {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
};

/** The names in the trace of a program. */
const traced = async (program) => {
  const { op, names } = await lab.profile(program);
  return [...op].map((at) => names[at]);
};

test('programs call every operation of the engine by its own name', () => {
  const { nd } = lab;
  const missing = operationNames().filter(
    (name) => !(name in nd || name in nd.random || name in NDArray.prototype),
  );
  assert.deepEqual(missing, []);
});

test('a function that accepts a number first has a type that says so', () => {
  const { nd } = lab;
  const array = nd.ones([2]);
  const accepts = (name) => name in nd && !thrown(() => nd[name](2, array));
  const [, declared] = readFileSync(CREATION, 'utf8').match(/@typedef \{(.*)\} TwoSided/);
  // Only gradients use `reluGrad`.
  const called = operationNames().filter((name) => name !== 'reluGrad' && accepts(name));
  assert.deepEqual(declared.replaceAll("'", '').split(' | ').sort(), called.sort());
});

test('an error has the function that the program called, and begins with it', async () => {
  const { nd, nn } = lab;
  const a = nd.ones([2, 3]);
  const other = nd.ones([4]);
  for (const [op, call] of [
    ['add', () => a.add(other)],
    ['less', () => a.less(other)],
    ['dot', () => a.dot(other)],
    ['clip', () => a.clip(other)],
    ['stack', () => nd.stack([a, other])],
    ['where', () => nd.where(a, a, other)],
    ['std', () => a.std(5)],
    ['integers', () => nd.random.integers([2], { high: 2, device: 'abacus' })],
    ['zeros', () => nd.zeros([-1])],
    ['Dense', () => new nn.Dense(0)],
    ['Dropout', () => new nn.Dropout(1)],
    ['Trainer', () => new nn.Trainer([], 'newton')],
    ['cosine', () => nn.schedule.cosine({ from: 1, steps: 2, warmup: 2 })],
    ['load', () => new nn.Sequential().load(new Uint8Array())],
    ['window', () => lab.window(0)],
  ]) {
    const error = thrown(call);
    assert.equal(error?.op, op, op);
    assert.ok(error.message.startsWith(`${op}: `), error.message);
  }
  const message = /^Dense\(2\): there are no parameters/;
  assert.throws(() => new nn.Dense(2).parameters(), { op: 'Dense', message });
  await assert.rejects(connect({ seed: -1 }), { op: 'connect', message: /^connect: seed is -1/ });
});

test('an error of a part that names no function stays as it is', () => {
  const failure = new TypeError('add: not the lab’s own');
  assert.equal(
    thrown(() =>
      lab.nd.ones([2]).calls.composed('clip', () => {
        throw failure;
      }),
    ),
    failure,
  );
});

test('a trace has the operations, and the parts of functions by their own names', async () => {
  const { nd } = lab;
  const x = nd.ones([2, 2]);
  assert.deepEqual(
    await traced(() => {
      x.lessEqual(1);
      nd.less(0, x);
    }),
    ['lessEqual', 'less'],
  );
  assert.deepEqual(await traced(() => x.softmax()), ['max', 'sub', 'exp', 'sum', 'div']);
  assert.deepEqual(await traced(() => x.dot(x)), ['matmul']);
});

test('a graph outside a recording has the names that programs call', async () => {
  const simulated = await connect({ device: 'sim', sim: { t1: 1, t2: 50, t3: 1 } });
  simulated.nd.zeros([2]).cos().greaterEqual(0);
  const nodes = await simulated.graph();
  assert.deepEqual(
    nodes.map(({ name }) => name),
    ['zeros', 'cos', 'greaterEqual'],
  );
  await simulated.close();
});
