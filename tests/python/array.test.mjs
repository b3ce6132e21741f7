// Arrays in Python: values, shapes, errors, gradients, and that no arrays leak. In Node.js, over the blocking lab of the CPU.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
before(async () => {
  py = await python();
  py.run('import asynclab\nlab = asynclab.default()\nnd = lab.nd');
});

/** The value of an expression, by JSON. */
const value = (code) => JSON.parse(py.run(`import json\njson.dumps(${code})`));

/** Runs code that must raise, and returns the exception's class, bases and message. */
function raised(code) {
  const body = code.replace(/^/gm, '    ');
  return JSON.parse(
    py.run(`import json
try:
${body}
    raised = None
except BaseException as error:
    raised = [type(error).__name__, [base.__name__ for base in type(error).__mro__], str(error)]
json.dumps(raised)`),
  );
}

const expressions = {
  '(nd.array([[1, 2], [3, 4]]) + 1).tolist()': [
    [2, 3],
    [4, 5],
  ],
  '(10 - nd.array([1, 2])).tolist()': [9, 8],
  // Python's integers beyond the range in which JavaScript's numbers are exact.
  '[(nd.array([1, -1]) * 2**60).tolist(), (2**60 / nd.array([2])).tolist()]': [
    [2 ** 60, -(2 ** 60)],
    [2 ** 59],
  ],
  '(2 / nd.array([1, 4])).tolist()': [2, 0.5],
  '(nd.array([[1], [2]]) * nd.array([10, 20])).tolist()': [
    [10, 20],
    [20, 40],
  ],
  '[float(nd.array(1).sin() ** 2 + nd.array(1).cos() ** 2) - 1 < 1e-6, nd.array([1.5, -1.5]).floor().tolist()]':
    [true, [1, -2]],
  '[(nd.array([float("nan")]) != 1).tolist(), (nd.array([float("inf")]) > float("inf")).tolist(), (2 > nd.array([1, 2])).tolist()]':
    [[true], [false], [true, false]],
  '(nd.ones((2, 3)) @ nd.ones((3, 2))).tolist()': [
    [3, 3],
    [3, 3],
  ],
  'nd.ones((2, 3, 4)).sum(axis=1).shape': [2, 4],
  'nd.ones((2, 3, 4)).mean(axis=(0, -1), keepdims=True).shape': [1, 3, 1],
  'nd.arange(6).reshape(2, -1).T.shape': [3, 2],
  // If another axis lies between the axes of lists, the axes of lists come first in the result.
  '[(x := nd.arange(48).reshape(4, 2, 3, 2)[:, [0, 1], :, [0, 1]]).shape, x[1, 3].tolist()]': [
    [2, 4, 3],
    [43, 45, 47],
  ],
  'nd.arange(6).reshape((2, 3)).transpose(1, 0).tolist()': [
    [0, 3],
    [1, 4],
    [2, 5],
  ],
  'float(nd.array([3, 4]).norm())': 5,
  'isinstance(nd.ones(2).sum().item(), float)': true,
  'bool(nd.array([1]) == 1)': true,
  '[(nd.array([1, 2, 3]) > 2).tolist(), (nd.array([1, 2]) <= nd.array([1, 1])).tolist(), (nd.array([1]) != 2).tolist()]':
    [[false, false, true], [true, false], [true]],
  'len(nd.ones((5, 2)))': 5,
  'nd.arange(2, 8, 3).tolist()': [2, 5],
  'nd.eye(2, 3).tolist()': [
    [1, 0, 0],
    [0, 1, 0],
  ],
  '[nd.random.normal((3,)).shape, nd.random.uniform((2,), 5, 6).min().item() >= 5 if hasattr(asynclab.Array, "min") else True]':
    [[3], true],
  'f"{nd.ones(1).sum():.2f}"': '1.00',
  'nd.array(2.5).shape': [],
  'nd.array([[]]).shape': [1, 0],
};
for (const [expression, expected] of Object.entries(expressions))
  test(expression, () => assert.deepEqual(value(expression), expected));

test('errors are of the lab, of a built-in type and name operation, shapes and remedy', () => {
  const [name, bases, message] = raised('nd.ones((2, 3)) @ nd.ones((2, 3))');
  assert.equal(name, 'LabValueError');
  for (const base of ['LabError', 'ValueError', 'RuntimeError']) assert.ok(bases.includes(base));
  assert.match(message, /matmul.*\[2, 3\].*transpose.*SHAPE_MISMATCH/);
  assert.match(raised('nd.ones((2,)) + "a"')[0], /TypeError/);
  assert.match(raised('nd.array([[1], [1, 2]])')[2], /differ in length/);
  assert.match(raised('nd.array(["a"])')[2], /'a'.*give numbers/);
  assert.match(raised('nd.ones((2,)).sum(axis=3)')[2], /axis 3/);
  assert.match(raised('bool(nd.ones((2,)))')[2], /ambiguous/);
  assert.match(raised('asynclab.Array()')[2], /lab\.nd/);
  assert.match(raised('nd.zeros((-1,))')[2], /dimension|whole number/);
});

test('a disposed array says so', () => {
  py.run('x = nd.ones((2,)); x.dispose(); x.dispose()');
  assert.match(raised('x.tolist()')[2], /DISPOSED/);
  assert.match(raised('x + 1')[2], /DISPOSED/);
});

test('gradients: recording without a callback, accumulation, assignment', () => {
  py.run(`
w = nd.array([1, 2, 3]).attach_grad()
with lab.record():
    loss = (w * w).sum()
loss.backward()`);
  assert.deepEqual(value('w.grad.tolist()'), [2, 4, 6]);
  py.run('w.assign(w - w.grad * 0.5)');
  assert.deepEqual(value('w.tolist()'), [0, 0, 0]);
  assert.match(raised('nd.ones((1,)).backward()')[2], /NO_GRADIENT/);
});

test('a network learns', () => {
  py.run(`
lab.seed(3)
net = lab.nn.Sequential(lab.nn.Dense(16, activation='relu'), lab.nn.Dense(1))
net.initialize()
x = nd.random.normal((64, 4))
y = x.sum(axis=1, keepdims=True)
loss = lab.nn.L2Loss()
trainer = lab.nn.Trainer(net, 0.05)
seen = []
for _ in range(60):
    with lab.record():
        l = loss(net(x), y)
    l.backward()
    trainer.step(64)
    seen.append(l.mean().item())`);
  assert.ok(value('seen[-1] < seen[0] / 4'));
  assert.deepEqual(value('l.shape'), [64]);
});

test('ten thousand iterations leave nothing: no names, no objects of JavaScript, no memory', () => {
  py.run(`
import gc
x = nd.ones((64,))
def loop(n):
    for _ in range(n):
        y = (x + 1) * 2
        z = y.sum()
        z.item()
        y = y @ y
loop(10)`);
  const state = () => [value('lab.live'), value('lab.memory()["allocated"]')];
  const first = state();
  const heap = py.pyodide._module.HEAPU8.length;
  py.run('loop(10000)');
  assert.deepEqual(state(), first);
  assert.equal(py.pyodide._module.HEAPU8.length, heap, "Python's own memory");
  const proxies = value('sum(type(o).__name__ == "JsProxy" for o in gc.get_objects())');
  py.run('loop(100)');
  assert.equal(value('sum(type(o).__name__ == "JsProxy" for o in gc.get_objects())'), proxies);
});

test('every operation carries the release of what was dropped before it', () => {
  py.run('q = nd.ones((8, 8))');
  for (const call of ['q + 1', '-q', '1 - q', 'q @ q', 'q.sum()', 'q.__rsub__(q)']) {
    py.run('w = q + 1\ndel w');
    assert.notEqual(value('lab._dropped'), 0, call);
    py.run(`w = ${call}`);
    assert.equal(value('lab._dropped'), 0, call);
    py.run('del w');
  }
});

test('tidy gives back what names still hold, but not what is kept', () => {
  const before = value('lab.live');
  py.run(`
with lab.tidy() as keep:
    a = x + 1
    b = a * 2
    keep.append(b)
del keep`);
  assert.equal(value('lab.live') - before, 1);
  assert.match(raised('a.tolist()')[2], /DISPOSED/);
  assert.equal(value('b.shape').length, 1);
});

test('what is in a cycle, or in an exception, is given back with it', () => {
  py.run('gc.collect()');
  const before = value('lab.live');
  py.run(`
class Owner: pass
h = Owner(); h.me = h; h.x = x + 1
del h
try:
    t = x + 1
    raise ValueError(t)
except ValueError:
    del t
gc.collect()`);
  assert.equal(value('lab.live'), before);
});

test('indexing takes what the engine can, and says what it cannot', () => {
  assert.deepEqual(value('nd.arange(6).reshape(2, 3)[:].shape'), [2, 3]);
  assert.deepEqual(value('nd.arange(6).reshape(2, 3)[None, ...].shape'), [1, 2, 3]);
  py.run('v = nd.zeros((2, 2)); v[:] = 3');
  assert.deepEqual(value('v.tolist()'), [
    [3, 3],
    [3, 3],
  ]);
  assert.deepEqual(
    value(
      '[nd.arange(12).reshape(3, 4)[key].tolist() for key in [-1, (slice(1, 3), slice(None, None, -2)), (1, 2), (..., -1), slice(2, 1)]]',
    ),
    [
      [8, 9, 10, 11],
      [
        [7, 5],
        [11, 9],
      ],
      6,
      [3, 7, 11],
      [],
    ],
  );
  py.run(
    'v = nd.arange(12).reshape(3, 4); v[1, 1:] = nd.array([7, 8, 9]); v[:, 0] = -1; v[2, ::2] = 0',
  );
  assert.deepEqual(value('v.tolist()'), [
    [-1, 1, 2, 3],
    [-1, 7, 8, 9],
    [0, 9, 0, 11],
  ]);
  assert.deepEqual(value('nd.concat([nd.ones((1, 2)), nd.zeros((2, 2))]).shape'), [3, 2]);
  assert.deepEqual(value('nd.stack([nd.arange(2), nd.ones(2), nd.zeros(2)], axis=1).tolist()'), [
    [0, 1, 0],
    [1, 1, 0],
  ]);
  assert.deepEqual(value('nd.arange(4).cumsum().tolist()'), [0, 1, 3, 6]);
  assert.match(raised('nd.concat([])')[2], /empty/);
  assert.match(raised('nd.ones((2, 2)).__setitem__(0, nd.ones((3,)))')[2], /\[3\]/);
  assert.equal(raised('nd.ones((2,))[5]')[0], 'IndexError');
  assert.match(raised('nd.ones((2,))["a"]')[2], /INVALID_INDEX/);
});

for (const library of ['asynclab.numpy', 'asynclab.mxnet.np'])
  test(`a type asked for is given or rejected, in an array of its own: ${library}`, () => {
    py.run(`from importlib import import_module\nnp = import_module('${library}')`);
    py.run("a = np.array([1.0, 2.0])\nb = a.astype('float32')\nb += 1");
    assert.deepEqual(value('[a.tolist(), b.tolist()]'), [
      [1, 2],
      [2, 3],
    ]);
    assert.deepEqual(
      value("((a > 0).astype('float32') + (a > 1).astype('float32')).tolist()"),
      [1, 2],
    );
    for (const made of ['array([1.7, 2])', 'full(2, 1.7)', 'zeros(2)', 'arange(3)'])
      assert.match(
        value(`repr(np.${made.slice(0, -1)}, dtype="int32"))`),
        /^array\(\[[^.]*\], dtype=int32/,
        made,
      );
    assert.match(raised("np.zeros(2, dtype='complex64')")[2], /complex64.*float32/);
  });

test('booleans that are asked for are masks', () => {
  py.run('import asynclab.numpy as np');
  assert.deepEqual(
    value('[np.array([0, 2], dtype=bool).tolist(), (~np.ones(2, dtype=bool)).tolist()]'),
    [
      [false, true],
      [false, false],
    ],
  );
});

test('`in` compares in float32, as an operation of the array does', () => {
  py.run('import asynclab.numpy as np\nfrom asynclab.mxnet import np as mnp');
  for (const array of ['np.array([0.1, 2.0])', 'mnp.array([0.1, 2.0])', 'nd.array([0.1, 2.0])'])
    assert.deepEqual(
      value(`[one in ${array} for one in (0.1, 2, 0.10001, float("nan"), "x", None)]`),
      [true, true, false, false, false, false],
      array,
    );
});

test('NumPy rounds as NumPy does: halves to even, the sign of zero, infinities, what has no half', () => {
  py.run('import asynclab.numpy as np');
  const given = '[-0.5, 0.5, 1.5, 2.5, -2.5, -0.4, 0.49999997, 8388609, 16777215, float("inf")]';
  assert.equal(
    py.run(
      `str(np.round(np.array(${given})).tolist()) + str(np.round(np.array([1.25, -0.125]), 2).tolist())`,
    ),
    '[-0.0, 0.0, 2.0, 2.0, -2.0, -0.0, 0.0, 8388609.0, 16777215.0, inf][1.25, -0.11999999731779099]',
  );
});

test('at the edges: no degree of freedom, no axis, an index with a fraction, a seed of 64 bits', () => {
  assert.equal(py.run('str(nd.array([3.0]).var(ddof=1).item())'), 'nan');
  assert.deepEqual(
    value('[nd.array(3.0).sum(0).item(), nd.array(3.0).sum(()).item(), [5, 6, 7][nd.array(1.0)]]'),
    [3, 3, 6],
  );
  assert.match(raised('[5, 6, 7][nd.array(1.5)]')[2], /only whole numbers/);
  // Whole numbers beyond the range of floats, and booleans among numbers.
  assert.equal(
    py.run('str([nd.array([-(10**400), 10**400]).tolist(), nd.array([True, 2]).tolist()])'),
    '[[-inf, inf], [1.0, 2.0]]',
  );
  py.run(`
def drawn(seed):
    lab.seed(seed)
    return nd.random.uniform(shape=(2,)).tolist()`);
  assert.deepEqual(
    value('[drawn(1) == drawn(1), drawn(1) == drawn(1 + 2**32), drawn(-1) == drawn(2**64 - 1)]'),
    [true, false, true],
  );
});

test('an operand of another kind leaves nothing behind, and a gradient that was disposed is found anew', () => {
  py.run(`
import fractions
x = nd.array([1.0, 2.0])
def mixed():
    gone = x + 1.0
    del gone
    y = x + fractions.Fraction(1, 2)
    return lab.live
x.attach_grad()
def pass_():
    with lab.record():
        y = x * x
    y.backward()
    return x.grad.tolist()
pass_()
x.grad.dispose()`);
  assert.deepEqual(value('[mixed() - mixed(), mixed() - mixed(), pass_()]'), [0, 0, [2, 4]]);
});
