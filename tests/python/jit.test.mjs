// `jax.jit` in Python: counts of replays, and the bounds of captures. In Node.js, over the blocking lab of the CPU. `chapters.test.mjs`
// compares the results with JAX's.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python, replayCounter } from './python.mjs';

let py;
let takeReplays;
before(async () => {
  py = await python();
  takeReplays = replayCounter(py);
  py.run(`
import asynclab.as_books, warnings, jax
from jax import numpy as jnp
def texts(call):
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        call()
    return [str(one.message) for one in heard]
`);
});

/** Runs code. Returns the value of `found` and the count of replays. @param {string} code */
function run(code) {
  takeReplays();
  const found = JSON.parse(py.run(`import json\n${code}\njson.dumps(found)`));
  return { found, replays: takeReplays() };
}

// Each function is called four times: one capture, three replays.
const functions = {
  'a chain': ['lambda x: 0.5 * x * (1 + jnp.tanh(x + x**3))', 'jnp.ones((3, 2))'],
  'many small layers': [
    'lambda ws, x: [x := jnp.tanh(x @ w) for w in ws][-1]',
    '[jnp.eye(4)] * 120, jnp.ones((2, 4))',
  ],
  'a gradient': [
    'jax.grad(lambda w, x: jax.nn.gelu(x @ w).sum())',
    'jnp.ones((2, 2)), jnp.ones((3, 2))',
  ],
  'a second derivative': ['jax.grad(jax.grad(jnp.sin))', '0.5'],
  'what returns an argument and a constant': ['lambda x: (x, jnp.ones(2), x.shape)', 'jnp.ones(2)'],
  'a choice on the device': [
    'lambda x: jax.lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x)',
    'jnp.ones(2)',
  ],
};
for (const [name, [code, args]] of Object.entries(functions))
  test(`${name} is replayed`, () => {
    const { found, replays } = run(`
f = ${code}
fast = jax.jit(f)
args = (${args},)
same = [str(fast(*args)) == str(jax.tree.map(jnp.asarray, f(*args))) for _ in range(4)]
found = [*same, fast._cache_size()]`);
    assert.deepEqual([found, replays], [[true, true, true, true, 1], 3]);
  });

test('a training step with gradients and update is one program, with the bits of the function', () => {
  const { found, replays } = run(`
def loss(layers, x):
    for w, b in layers[:-1]:
        x = jax.nn.gelu(x @ w + b)
    w, b = layers[-1]
    return ((x @ w + b) ** 2).mean()
def step(layers, x, rate=0.05):
    value, gradients = jax.value_and_grad(loss)(layers, x)
    return value, jax.tree.map(lambda p, g: p - rate * g, layers, gradients)
first = [(jax.random.normal(key, (5, 5)) * 0.3, jnp.zeros(5)) for key in jax.random.split(jax.random.key(0), 3)]
x, found = jax.random.normal(jax.random.key(1), (4, 5)), []
for one in (step, jax.jit(step), jax.jit(step).lower(first, x).compile()):
    layers, values = first, []
    for _ in range(5):
        value, layers = one(layers, x)
        values.append(float(value))
    found.append([values, jax.tree.map(lambda p: p.tolist(), layers)])
found = [found[0] == found[1], found[1] == found[2], found[0][0][0] > found[0][0][4]]`);
  assert.deepEqual(found, [true, true, true]);
  assert.equal(replays, 4 + 5);
});

test('after eight captures a warning names the shapes, and 64 programs are kept', () => {
  const { found } = run(`
grown = jax.jit(lambda x: x + 1)
def grow(numbers):
    for n in numbers:
        grown(jnp.ones(n))
found = [texts(lambda: grow(range(1, 8))), texts(lambda: grow(range(1, 9))), texts(lambda: grow(range(9, 71))), grown._cache_size()]
before = len(texts(lambda: grow([70, 7])))
found += [before, grown._cache_size()]`);
  const [few, eight, more, kept, again, still] = found;
  assert.deepEqual([few, more.length, kept, again, still], [[], 3, 64, 0, 64]);
  assert.equal(eight.length, 1);
  assert.match(
    eight[0],
    /^jit: <lambda> was captured 8 times, .* last for float32\[1\]; .*float32\[8\]; give it arrays of the same shapes/,
  );
});

test('what cannot be replayed warns once, with the reason', () => {
  const { found, replays } = run(`
drawn = jax.jit(lambda key: jax.random.normal(key, (2,)))
draw = lambda: [drawn(jax.random.key(seed)) for seed in range(3)]
waits = jax.jit(lambda x: jax.lax.while_loop(lambda v: v < 10, lambda v: v * 2, x))
found = [texts(draw)]
try:
    waits(jnp.array(1.0))
except jax.errors.TracerBoolConversionError as error:
    found.append(str(error))
for name in ("eval_shape", "pmap", "custom_vjp"):
    try:
        getattr(jax, name)
    except AttributeError as error:
        found.append(str(error))`);
  assert.equal(found[0].length, 1);
  assert.match(found[0][0], /^jit: <lambda> runs as it is, and is not replayed: it takes a key/);
  assert.match(found[1], /jnp\.where or jax\.lax\.cond/);
  for (const text of found.slice(2)) assert.match(text, /^module 'jax' of asynclab has no '\w+': /);
  assert.equal(replays, 0);
});

test("d2l.jax times calls and waits, and devices have the lab's memory", () => {
  const { found } = run(`
from d2l import jax as d2l
calls = []
timed = d2l.Benchmark(lambda: calls.append(0) or jnp.ones(3) + 1, warmup=2, repeats=5, desc="sum")
memory = jax.devices()[0].memory_stats()
found = [len(calls), timed.time > 0, repr(timed) == f"sum: {1000 * timed.time:.2f} ms/call", str(d2l.try_gpu()), d2l.num_gpus(), str(d2l.cpu()),
    memory["bytes_in_use"] <= memory["peak_bytes_in_use"] <= memory["bytes_limit"], d2l.cpu().memory_stats()]`);
  assert.deepEqual(found, [7, true, true, 'cuda:0', 1, 'TFRT_CPU_0', true, null]);
});

test('static arguments that are equal and of other types are other kinds', () => {
  const { found } = run(`
f = jax.jit(lambda x, n: x * n + (1 if n is True else 0), static_argnums=1)
found = [float(f(2.0, 1)), float(f(2.0, True)), float(f(2.0, 1))]`);
  assert.deepEqual(found, [2, 3, 2]);
});

test('a copied function leaves the programs of its original as they are', () => {
  const { found, replays } = run(`
import copy, gc
f = jax.jit(lambda x: x * 2 + 1)
f(1.0)
g = copy.deepcopy([f])
before = float(g[0](2.0))
del g
gc.collect()
found = [before, float(f(3.0))]`);
  assert.deepEqual([found, replays], [[5, 7], 2]);
});

// As in NumPy, the norms of order 1 and infinity are the largest sums of absolute values of a column and of a row.
test('norms of matrices are not those of their elements as one vector', () => {
  const { found } = run(`
import torch, numpy
from jax import numpy as jnp
x = [[4.0, -1.0], [2.0, 3.0]]
inf = float("inf")
found = [float(of.linalg.norm(make(x), order)) for of, make in ((torch, torch.tensor), (jnp, jnp.array)) for order in (1, inf)]
def rejected(call):
    try:
        return call()
    except NotImplementedError:
        return "rejected"
found += [rejected(lambda: torch.linalg.norm(torch.tensor(x), 2)), rejected(lambda: numpy.linalg.norm(numpy.array(x), 1)),
    float(numpy.linalg.norm(numpy.array(x), 1, axis=1).sum()), float(torch.linalg.norm(torch.tensor(x)) ** 2)]`);
  found[7] = Math.round(found[7]);
  assert.deepEqual(found, [6, 5, 6, 5, 'rejected', 'rejected', 10, 30]);
});

test('a key is folded with all 32 bits of a number', () => {
  const keys = py.run(`
k = jax.random.key(7)
one, high, round_ = (jax.random.fold_in(k, number) for number in (1, 2**31 + 1, 2**32 + 1))
str([one == high, one == round_])`);
  assert.equal(keys, '[False, True]');
});
