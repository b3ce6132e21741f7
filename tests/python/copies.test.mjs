// Copies of arrays in all libraries, parameters in two places, and the check that no handle of the engine has two owners.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
before(async () => {
  py = await python();
  py.run(`import copy, gc, pickle
import asynclab, asynclab.as_books
import torch, numpy, mxnet as mx
from torch import nn
from mxnet import autograd, gluon, nd, np as mxnp
lab = asynclab.default()`);
});

/** The value of an expression, by JSON. */
const value = (code) => JSON.parse(py.run(`import json\njson.dumps(${code})`));
/** The error that code raises, as text. */
function raised(code) {
  const body = code.replace(/^/gm, '    ');
  return py.run(
    `message = ""\ntry:\n${body}\nexcept BaseException as error:\n    message = f"{type(error).__name__}: {error}"\nmessage`,
  );
}

test('a name with two owners is rejected where the second one gets it', () => {
  py.run('x, y = torch.ones(2), torch.zeros(2)');
  assert.match(raised('y._id = x._id'), /OwnedTwice/);
  assert.match(raised('type(x)._adopt(x._id)'), /OwnedTwice/);
  assert.match(raised('w = lab.nd.ones((2,)); w._id = lab.nd.ones((2,))._id'), /OwnedTwice/);
  assert.deepEqual(value('[x.tolist(), (x + 1).tolist()]'), [
    [1, 1],
    [2, 2],
  ]);
});

const arrays = {
  'lab.nd': 'lab.nd.array([[1.0, 2.0]])',
  numpy: 'numpy.array([[1.0, 2.0]])',
  'mxnet.np': 'mxnp.array([[1.0, 2.0]], ctx=mx.cpu())',
  'mxnet.nd': 'nd.array([[1.0, 2.0]])',
};
for (const [library, made] of Object.entries(arrays))
  test(`${library}: copy, deepcopy and pickle make arrays of their own`, () => {
    py.run(`x = ${made}
copies = [copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x))]
again = copy.deepcopy([x, x])
x[:] = 5
for one in copies:
    one[0, 0] = 7
    assert type(one) is type(x)
    assert one.device == x.device if hasattr(x, "device") else True`);
    assert.deepEqual(
      value('[[one.tolist() for one in [x, *copies]], again[0] is again[1], again[0].tolist()]'),
      [[[[5, 5]], [[7, 2]], [[7, 2]], [[7, 2]]], true, [[1, 2]]],
    );
    py.run('del x, copies, again, one\ngc.collect()');
  });

test('copies leave nothing behind', () => {
  py.run(`def copied():
    net = nn.Sequential(nn.Linear(3, 2), nn.ReLU())
    best = copy.deepcopy(net)
    (best(torch.ones(1, 3)).sum() * 2).backward()
    a = torch.zeros(2, 2)
    kept = copy.deepcopy([a[0], a, copy.copy(a)]), pickle.loads(pickle.dumps((net, a))), copy.copy(net[0].weight)
    v = lab.nd.ones((2,)).attach_grad()
    with lab.record():
        loss = (copy.deepcopy(v) * 2).sum()
    loss.backward()
copied()
gc.collect()`);
  const before = value('lab.live');
  py.run('for _ in range(20): copied()\ngc.collect()');
  assert.equal(value('lab.live'), before);
});

test('a copy of a network of lab.nn or of MXNet trains by itself', () => {
  py.run(`def trained(net, x, y, loss, record, step):
    net(x)
    best = copy.deepcopy(net)
    before = best(x).tolist()
    with record():
        l = loss(net(x), y)
    l.backward()
    step(net)
    still = best(x).tolist() == before and net(x).tolist() != before
    with record():
        l = loss(best(x), y)
    l.backward()
    step(best)
    return still and best(x).tolist() == net(x).tolist()
own = lab.nn.Sequential(lab.nn.Dense(3, activation="relu"), lab.nn.Dense(1))
own.initialize()
dense = gluon.nn.Sequential()
dense.add(gluon.nn.Dense(3, activation="relu"), gluon.nn.Dense(1))
dense.initialize()
results = [
    trained(own, lab.nd.ones((4, 2)), lab.nd.ones((4, 1)), lab.nn.L2Loss(), lab.record, lambda net: lab.nn.Trainer(net, 0.5).step(4)),
    trained(dense, mxnp.ones((4, 2)), mxnp.ones((4, 1)), gluon.loss.L2Loss(), autograd.record,
            lambda net: gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5}).step(4)),
]`);
  assert.deepEqual(value('results'), [true, true]);
});

test('a layer that is in a network twice is stepped once, in lab.nn and in MXNet', () => {
  py.run(`shared = lab.nn.Dense(2, inputs=2)
own = lab.nn.Sequential(shared, shared)
own.initialize(lambda nd, shape, device: nd.ones(shape, device))
x = lab.nd.ones((1, 2))
def stepped(parameters):
    shared.weight.assign(lab.nd.ones((2, 2)))
    shared.bias.assign(lab.nd.zeros((2,)))
    with lab.record():
        loss = (own(x) * 1).sum()
    loss.backward()
    lab.nn.Trainer(parameters, 0.25).step()
    return shared.weight.tolist(), len(own.parameters())
results = [stepped(own), stepped(own.parameters()), stepped([shared.weight, shared.weight, shared.bias])[0]]
dense = gluon.nn.Dense(2, in_units=2, use_bias=False)
net = gluon.nn.Sequential()
net.add(dense, dense)
net.initialize(mx.init.One())
with autograd.record():
    loss = net(mxnp.ones((1, 2))).sum()
loss.backward()
gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.25, "wd": 0.5}).step(1)
tied = gluon.nn.Dense(2, in_units=2)
tied.weight = dense.weight
tied.initialize()`);
  // The gradient of two products with the same weights of ones is 4 for each weight. The decay adds ⅛ of each.
  assert.deepEqual(value('results'), [
    [
      [
        [0, 0],
        [0, 0],
      ],
      2,
    ],
    [
      [
        [0, 0],
        [0, 0],
      ],
      2,
    ],
    [
      [0, 0],
      [0, 0],
    ],
  ]);
  assert.deepEqual(value('[dense.weight.data().tolist(), list(net.collect_params())]'), [
    [
      [-0.125, -0.125],
      [-0.125, -0.125],
    ],
    ['0.weight', '1.weight'],
  ]);
  assert.deepEqual(value('[tied.weight is dense.weight, tied(mxnp.ones((1, 2))).tolist()]'), [
    true,
    [[-0.25, -0.25]],
  ]);
});

test('a parameter that is listed twice is stepped once', () => {
  py.run(`w = torch.ones(1, requires_grad=True)
optimizer = torch.optim.SGD([w, w], lr=0.5)
(w * 2).sum().backward()
optimizer.step()`);
  assert.deepEqual(value('[w.tolist(), len(optimizer.param_groups[0]["params"])]'), [[0], 1]);
});

test('an array of a lab that ends with its program is not pickled', () => {
  py.run('import asynclab.lab as labs\nother = labs.Lab(lab.js)');
  assert.match(raised('pickle.dumps(other.nd.ones((2,)))'), /TypeError: cannot pickle a Lab/);
  assert.ok(py.run('copy.deepcopy(other) is other and pickle.loads(pickle.dumps(lab)) is lab'));
});

test('numpy() is a copy that is read only; np.array and copy() may be written to', () => {
  py.run(`t = torch.ones(2)
n = t.numpy()
t += 1
c = n.copy()
c += 1
made = numpy.array(t)
made[0] = 9
a = mxnp.ones(2).asnumpy()
a += 1`);
  assert.match(raised('n[0] = 5'), /ValueError: assignment destination is read-only.*copy\(\)/);
  assert.match(raised('n += 1'), /read-only/);
  assert.match(raised('n.reshape(2, 1)[0] = 1'), /read-only/);
  assert.match(raised('numpy.asarray(t)[0] = 1'), /read-only/);
  assert.deepEqual(value('[n.tolist(), t.tolist(), c.tolist(), made.tolist(), a.tolist()]'), [
    [1, 1],
    [2, 2],
    [2, 2],
    [9, 2],
    [2, 2],
  ]);
});

test("MXNet's gradient is a buffer that passes write to and a program may change", () => {
  py.run(`v = mxnp.ones(2)
v.attach_grad()
g = v.grad
seen = [g.tolist()]
for _ in range(2):
    with autograd.record():
        loss = (v * 3).sum()
    loss.backward()
    seen.append(g.tolist())
g *= 2
v.grad[0] = 1
seen += [g.tolist(), v.grad is g]`);
  assert.deepEqual(value('seen'), [[0, 0], [3, 3], [3, 3], [1, 6], true]);
  assert.equal(value('mxnp.ones(2).grad is None'), true);
});

test('a pass asks no other lab for gradients', () => {
  py.run(`from asynclab._connect import numbers
other = numbers()
u = other.nd.ones((2,)).attach_grad()
with other.record():
    loss = (u * 2).sum()
loss.backward()
held = u.grad
asked = []
other.js.takeGrad = asked.append
w = torch.ones(2, requires_grad=True)
(w * 2).sum().backward()
del other.js.takeGrad`);
  assert.deepEqual(value('[asked, held.tolist(), w.grad.tolist()]'), [[], [2, 2], [2, 2]]);
});

test('texts are no numbers, seeds have 64 bits', () => {
  for (const code of [
    'torch.tensor(["1"])',
    'numpy.array("1")',
    'mxnp.array([b"1"])',
    'lab.nd.array([["nan"]])',
    'torch.ones(2)[0] = "1"',
    'torch.ones(2).fill_("1")',
    'torch.full((2,), "1")',
  ])
    assert.match(raised(code), /TypeError.*give (a number|numbers)/, code);
  py.run(`def drawn(seed):
    torch.manual_seed(seed)
    return torch.rand(3).tolist()
small, large = drawn(1), drawn(2**63)`);
  assert.ok(
    value('drawn(2**63) == large and drawn(1) == small and drawn(2**63 + 1) != large != drawn(0)'),
  );
  assert.ok(value('drawn(-1) == drawn(2**64 - 1)'));
  assert.match(raised('torch.manual_seed(2**64)'), /ValueError.*64 bits/);
  assert.match(raised('numpy.random.seed(2**32)'), /ValueError/);
});

test('suggestions are public names of the library itself', () => {
  assert.doesNotMatch(raised('torch.int64'), /nearest|builtins|\bmath\b/);
  assert.doesNotMatch(raised('torch.ones(1).mask'), /masked/);
  assert.doesNotMatch(raised('gluon.nn.Maker'), /Makers/);
  assert.doesNotMatch(raised('gluon.nn.Missing'), /Makers|LabValueError|recording/);
  assert.doesNotMatch(raised('numpy.ones(1).gradd'), /grad\b(?!d)/);
  assert.match(raised('mxnp.wher'), /nearest: where/);
  assert.match(raised('torch.linspac'), /nearest: linspace/);
});

test("a cell's time is finer than a ms, and its classes can be pickled", () => {
  py.run(`import time
from asynclab import _kernel
begin, ticks = time.perf_counter(), set()
while len(ticks) < 20 and time.perf_counter() - begin < 0.01:
    ticks.add(time.time())
shown = []
ran = _kernel.run("""import pickle, torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)
net = Net()
again = pickle.loads(pickle.dumps(net))
again.layer.weight.tolist() == net.layer.weight.tolist() and type(again) is Net""", 1, lambda *lines: shown.append(lines))`);
  assert.ok(value('len(ticks)') === 20, 'time() has steps');
  assert.deepEqual(value('[ran, shown]'), [true, [['result', 'True']]]);
});

test('an array that was pickled on a device that is not here comes back on the lab’s own', () => {
  const found = py.run(`
import pickle
import asynclab
lab = asynclab.default()
whole = pickle.dumps(lab.nd.array([[1, 2]]))
other = pickle.loads(whole.replace(lab.device.encode(), b"x" * len(lab.device)))
str([whole.count(lab.device.encode()), other.device, other.tolist()])`);
  assert.equal(found, "[1, 'cpu', [[1.0, 2.0]]]");
});
