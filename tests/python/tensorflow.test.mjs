// `tensorflow` over the lab: counts of captures and replays, the names that exist, and the devices of tensors. chapters.test.mjs compares the output of
// programs. In Node.js, over the blocking lab of the CPU.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { python, replayCounter } from './python.mjs';

let py;
let takeReplays;
before(async () => {
  py = await python();
  takeReplays = replayCounter(py);
  py.run(`
import asynclab.as_books, gc, warnings
import tensorflow as tf
def error(call):
    try:
        call()
    except Exception as found:
        return f"{type(found).__name__}: {found}"
`);
});
beforeEach(() => takeReplays());

/** The value of the last line, an expression, passed as JSON. @param {string} code */
function value(code) {
  const lines = code.trim().split('\n');
  const last = lines.pop();
  return JSON.parse(py.run(`import json\n${lines.join('\n')}\njson.dumps(${last})`));
}

test('a function is captured once for each kind of arguments, and replayed by one command', () => {
  const found = value(`
f = tf.function(lambda x, n: tf.reduce_sum(tf.exp(x) * n))
first = [float(f(tf.ones(3), 2.0)) for _ in range(5)]
[f.experimental_get_tracing_count(), len(set(first)), float(f(tf.ones(4), 2.0)) > first[0], f.experimental_get_tracing_count()]`);
  assert.deepEqual(found, [1, 1, true, 2]);
  assert.equal(takeReplays(), 4);
});

test('shuffled data has another order in each pass, unless it is to be the same, and the same seeds give the same orders', () => {
  const found = value(`
def passes(rows, **given):
    tf.random.set_seed(1)
    data = tf.data.Dataset.range(20) if not rows else tf.data.Dataset.from_tensor_slices(tf.range(20))
    data = data.shuffle(20, **given)
    return [[int(one) for one in data] for _ in range(2)]
found = []
for rows in (False, True):
    first, second = passes(rows, seed=3)
    found += [sorted(first) == sorted(second) == list(range(20)), first != second, passes(rows, seed=3) == [first, second]]
    again, same = passes(rows, seed=3, reshuffle_each_iteration=False)
    found += [again == same, again == first]
found`);
  assert.deepEqual(found, Array(10).fill(true));
});

test('a training step with a tape and an optimizer is one replay a step', () => {
  const found = value(`
net = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
x, y = tf.random.normal((32, 4)), tf.random.normal((32, 1))
net(x), optimizer.build(net.trainable_variables)
@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(x) - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))
    return loss
losses = [float(step(x, y)) for _ in range(30)]
[losses[-1] < losses[0], int(optimizer.iterations), step.experimental_get_tracing_count()]`);
  assert.deepEqual(found, [true, 30, 1]);
  assert.equal(takeReplays(), 29);
});

test('what is computed eagerly and by a replay is bit-equal', () => {
  assert.ok(
    value(`
def f(x, y):
    return tf.nn.softmax(tf.tanh(x @ y) * 3 + tf.reduce_mean(x))
compiled, x, y = tf.function(f), tf.random.normal((5, 7)), tf.random.normal((7, 3))
compiled(x, y)
bool(tf.reduce_all(compiled(x + 1, y) == f(x + 1, y)))`),
  );
  assert.equal(takeReplays(), 1);
});

test('variables keep what a replay assigns, and what was read before stays', () => {
  const found = value(`
count = tf.Variable(0.0)
@tf.function
def add(x):
    count.assign_add(x)
    return count * 2
before = count.read_value()
[[float(add(tf.constant(2.0))) for _ in range(3)], float(count), float(before), float(count.assign(50.0)), float(add(tf.constant(1.0)))]`);
  assert.deepEqual(found, [[4, 8, 12], 6, 0, 50, 102]);
  assert.equal(takeReplays(), 3);
});

test('a function of many shapes is warned of, with the shapes, and keeps 64 programs', () => {
  const found = value(`
f = tf.function(lambda x: x + 1)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    for n in range(1, 71):
        f(tf.ones(n))
[len(seen), str(seen[0].message)[:60], "float32[7]; float32[8]" in str(seen[0].message), len(f._programs)]`);
  assert.deepEqual(
    found,
    [4, 'tf.function: <lambda> was captured 8 times, each as slow as i', true, 64].map((one) =>
      typeof one === 'string' ? one.slice(0, 60) : one,
    ),
  );
});

test('a function that branches on a value runs as it is, with what AutoGraph gives', () => {
  const found = value(`
f = tf.function(lambda x: x * 2 if tf.reduce_sum(x) > 0 else -x)
[float(f(tf.constant(one))) for one in (1.0, -1.0, 3.0)]`);
  assert.deepEqual(found, [2, 1, 6]);
  assert.equal(takeReplays(), 0);
});

test('memory is as before once a function is gone', () => {
  const found = value(`
def used():
    gc.collect()
    f, x = tf.function(lambda x: tf.reduce_sum(x * x)), tf.ones((64, 64))
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.reduce_sum(x * x * x)
    tape.gradient(y, x), f(x), f(x)
    del f, x, y, tape
    gc.collect()
    return tf.config.experimental.get_memory_info("GPU:0")["current"]
first = used()
used() - first`);
  assert.equal(found, 0);
});

test('tensors are made on the lab’s own device, or where a scope says', () => {
  const found = value(`
short = lambda x: x.device.rpartition("device:")[2]
with tf.device("/CPU:0"):
    here = tf.ones(2)
    inside = tf.ones(2) + here
with tf.device("/GPU:3"):
    other = tf.ones(2)
with tf.device("/CPU:0"):
    v = tf.Variable([1.0, 2.0])
v.assign(tf.ones(2))
moved = tf.identity(here)
[short(tf.constant(1.0)), short(here), short(inside), short(other), short(here + 1), short(v), short(moved), short(moved.cpu()), error(lambda: tf.device("nonsense/x:0").__enter__() or tf.ones(1))[:10]]`);
  py.run('from tensorflow import _devices\n_devices._chosen.clear()');
  assert.deepEqual(found, [
    'GPU:0', 'CPU:0', 'CPU:0', 'GPU:0', 'GPU:0', 'CPU:0', 'GPU:0', 'CPU:0', 'ValueError',
  ]); // prettier-ignore
});

test('d2l.tensorflow has the helpers of the sections', () => {
  const found = value(`
from d2l import tensorflow as d2l
with d2l.try_gpu():
    a = tf.ones((4, 4))
bench = d2l.Benchmark(lambda: a @ a, warmup=1, repeats=3, desc="product")
[d2l.num_gpus(), len(d2l.try_all_gpus()), repr(bench).startswith("product: "), bench.time > 0, d2l.Timer().stop() >= 0, error(lambda: d2l.nothing_here)[:60]]`);
  assert.deepEqual(found.slice(0, 5), [1, 1, true, true, true]);
  assert.match(found[5], /^AttributeError: module 'd2l.tensorflow' of asynclab has no/);
});

for (const [name, remedy] of [
  ['tf.while_loop', /write the loop in Python/],
  ['tf.compat', /TensorFlow 1 are not here/],
  ['tf.image', /keep pictures as tensors/],
  ['tf.reduce_summ', /nearest: reduce_sum/],
  ['tf.math.lgamma', /no gamma function/],
  ['tf.linalg.svd', /no factorizations/],
  ['tf.nn.conv2d', /no convolutions/],
  ['tf.data.TextLineDataset', /from_tensor_slices/],
  ['tf.random.poisson', /normal and uniform/],
  ['tf.keras.layers.Conv2D', /no convolutions/],
  ['tf.keras.optimizers.RMSprop', /SGD and Adam/],
  ['tf.keras.datasets', /make tensors of numbers of your own/],
  ['tf.keras.Sequential([]).fit', /write the loop with tf.GradientTape/],
  [
    'tf.constant(1.0).nothing',
    /'tensorflow.python.framework.ops.EagerTensor' object has no attribute 'nothing'/,
  ],
  ['tf.constant(1.0).numpi', /nearest: numpy/],
  ['tf.Variable(1.0).asign', /nearest: assign/],
  ['tf.function(lambda x: x).get_concrete_function', /call it/],
  ['tf.string', /no texts/],
])
  // prettier-ignore
  test(`${name} is an error that names what to write`, () => {
    const found = value(`error(lambda: ${name})`);
    assert.match(found, /^AttributeError: /);
    assert.match(found, remedy);
  });

test('a whole number that float32 cannot hold is an error where it is read', () => {
  const found = value(`
n = tf.Variable(16777215)
n.assign_add(5)
[error(lambda: int(n))[:40], error(lambda: tf.constant(2**30))[:40]]`);
  assert.deepEqual(
    found.map((one) => one.split(':')[0]),
    ['LabValueError', 'LabValueError'],
  );
});

test('a copy of an object has its own programs, and its own variables', () => {
  const found = value(`
import copy
class Scale:
    def __init__(self):
        self.w = tf.Variable(2.0)
    @tf.function
    def __call__(self, x):
        return x * self.w
one = Scale()
one(tf.constant(3.0))
deep, flat = copy.deepcopy(one), copy.copy(one)
deep.w.assign(5.0)
flat.w = tf.Variable(7.0)
[float(f(tf.constant(3.0))) for f in (one, deep, flat, one)]`);
  assert.deepEqual(found, [6, 15, 21, 6]);
});

test('norms along two axes are those of matrices', () => {
  const found = value(`
x = tf.constant([[4.0, -1.0], [2.0, 3.0]])
[float(tf.norm(x, ord=1, axis=[0, 1])), float(tf.norm(x, ord=float("inf"), axis=[0, 1])), float(tf.norm(x, ord=1))]`);
  assert.deepEqual(found, [6, 5, 10]);
});

test('a tape is used once, unless it is persistent or was reset, and goes on after a pause', () => {
  const found = value(`
x, v = tf.constant(3.0), tf.Variable(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    with tape.stop_recording():
        a = x * x
    b = x * x * x
found = [float(tape.gradient(b, x)), "only be used to compute one set" in error(lambda: tape.gradient(b, x))]
tape.reset()
with tape:
    tape.watch(x)
    c = x * x
found.append(float(tape.gradient(c, x)))
with tf.GradientTape() as once:
    d = v * v
found += [float(once.jacobian(d, v)), "only be used to compute one set" in error(lambda: once.jacobian(d, v))]
v.assign(5.0)
with tf.GradientTape() as later:
    e = v * v
found.append(float(later.gradient(e, v)))
found`);
  assert.deepEqual(found, [27, true, 6, 6, true, 10]);
});

test('datasets say how long they are, a cache is filled once, and a frozen layer has nothing to train', () => {
  const found = value(`
rows, calls = tf.data.Dataset.range(3), []
cached = rows.map(lambda x: (calls.append(0), x)[1]).cache()
passes = [[int(one) for one in cached] for _ in range(2)]
layer = tf.keras.layers.Dense(2)
layer(tf.ones((1, 3)))
trained = [len(layer.trainable_variables)]
layer.trainable = False
trained += [len(layer.trainable_variables), len(layer.non_trainable_variables)]
[len(rows.skip(5)), len(rows.take(5)), len(rows.take(2)), len(rows.batch(2)), len(rows.batch(2, drop_remainder=True)), passes, len(calls), trained, float(tf.keras.losses.mse([1.0, 2.0, 3.0], [[1.0], [2.0], [6.0]]))]`);
  assert.deepEqual(found, [
    0,
    3,
    2,
    2,
    1,
    [
      [0, 1, 2],
      [0, 1, 2],
    ],
    3,
    [2, 0, 2],
    3,
  ]);
});
