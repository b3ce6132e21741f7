// Types as labels, where the lab differs from PyTorch: whole numbers that it cannot hold, precisions and names that it lacks, and what it
// saves. Also the parts of MXNet and NumPy for training.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
before(async () => {
  py = await python();
  py.run('import asynclab.as_books, warnings, torch, numpy as np\nfrom mxnet import np as mnp');
});

/** The error that code raises, as text. @param {string} code */
const said = (code) =>
  py.run(`
try:
    ${code}
    message = ""
except Exception as error:
    message = f"{type(error).__name__}: {error}"
message`);

const inexact = {
  'torch.tensor([2**24])': /16777216.*2\*\*24/,
  'torch.arange(2**24 - 1, 2**24 + 1)': /16777216.*2\*\*24/,
  'torch.full((2,), -2**25)': /-33554432/,
  'torch.tensor([4096, 1]) * 4096': /16777216/,
  'torch.full((3,), 2**23).sum()': /16777216/,
  'torch.tensor([3]) ** 20': /4304672/,
  'torch.full((2, 2), 4000) @ torch.full((2, 2), 4000)': /32000000/,
  'torch.randint(0, 2**30, (2,))': /1073741823/,
  'torch.tensor([1e9]).long().tolist()': /keep floats/,
  'torch.zeros(1, dtype=torch.int64).fill_(2**24)': /16777216/,
  'np.array([2**24])': /16777216.*2\*\*24/,
  'np.arange(2**24 - 1, 2**24 + 1)': /16777216.*2\*\*24/,
  'np.array([4096, 1]) * 4096': /16777216/,
  'np.full(3, 2**23).sum()': /16777216/,
  'np.array([3]) ** 20': /4304672/,
  'np.full((2, 2), 4000) @ np.full((2, 2), 4000)': /32000000/,
  'np.array([1e9]).astype(int).tolist()': /keep floats/,
  'np.zeros(1, dtype=int).__setitem__(0, 2**24)': /16777216/,
  "mnp.array([4096, 1], dtype='int32') * 4096": /16777216/,
  "mnp.array([2**23] * 3, dtype='int64').sum()": /16777216/,
  "mnp.array([1e9]).astype('int32').tolist()": /keep floats/,
};
for (const [code, message] of Object.entries(inexact))
  test(`${code} raises and names the number`, () => assert.match(said(code), message));

test('a power of booleans has the type that both have', () => {
  const of = (source) => py.run(`repr(${source})`);
  py.run('mask = torch.tensor([True, False])');
  assert.equal(of('[mask ** 2, torch.pow(mask, 0)]'), '[tensor([1, 0]), tensor([1, 1])]');
  assert.equal(of('mask ** 2.0'), 'tensor([1., 0.])');
  assert.equal(of('mask ** torch.tensor([0.5, 0.0])'), 'tensor([1., 1.])');
});

test('a condition of NumPy alone gives where it is, and so does nonzero', () => {
  const of = (source) => py.run(`repr(${source})`);
  py.run('grid = np.array([[0, 2], [3, 0]])');
  assert.equal(of('np.where(grid > 0)'), '(array([0, 1]), array([1, 0]))');
  assert.equal(of('np.nonzero([0.0, 4.0])'), '(array([1]),)');
  assert.equal(of('grid[np.where(grid > 2)]'), 'array([3])');
});

test('whole numbers up to the limit are exact, and those that a bound does not show to be are looked at', () => {
  assert.equal(py.run('str((torch.tensor([4095]) * 4097).item() + 0)'), '16777215');
  assert.equal(py.run('str((torch.tensor([3000, 5]) * 5000 // 3000).tolist())'), '[5000, 8]');
  assert.equal(py.run('str(sum((torch.ones(3) > 0).sum() for _ in range(4)).item())'), '12');
});

test('whole numbers of NumPy and MXNet are exact up to the limit, and wait for no look that a bound makes needless', () => {
  assert.equal(
    py.run(
      'str([(np.array([4095]) * 4097).item(), (np.array([3000, 5]) * 5000 // 3000).tolist()])',
    ),
    '[16777215, [5000, 8]]',
  );
  assert.equal(
    py.run(`
from asynclab import exact
asked, looked = [], exact.looked
exact.looked = lambda made: asked.append(1) or looked(made)
try:
    for one in (np, mnp):
        x = one.arange(1000, dtype="int32")
        (x * x[:1] + x - 7) // 3 % 5 + (x > 3).sum()
finally:
    exact.looked = looked
str(asked)`),
    '[]',
  );
});

test('a precision that the engine has not is said once for each type', () =>
  assert.equal(
    py.run(`
from asynclab import exact
exact._warned.clear()
with warnings.catch_warnings(record=True) as heard:
    warnings.simplefilter("always")
    for _ in range(2):
        torch.ones(2).double() + torch.ones(2, dtype=torch.float16)
" | ".join(str(one.message) for one in heard)`),
    'torch.float64 is a name here: the lab computes in float32, and keeps float32 | torch.float16 is a name here: the lab computes in float32, and keeps float32',
  ));

test('what is not here says so', () => {
  for (const name of ['Conv2d', 'LSTM', 'MultiheadAttention', 'BatchNorm1d'])
    assert.match(said(`torch.nn.${name}`), new RegExp(`no '${name}': the lab has no `));
  const one = 'torch.ones(1, requires_grad=True)';
  assert.match(
    said(`${one}.sum().backward(create_graph=True)`),
    /autograd\.grad\(loss, inputs, create_graph=True\)/,
  );
  assert.match(said(`${one}.mul(2).grad_fn.next_functions`), /name\(\)/);
  assert.match(said('torch.ones(2).int().mean()'), /floating point.*\.float\(\)/);
});

test('on a device that works beside the program the same comes out, and an index out of range is no other element', () =>
  assert.equal(
    py.run(`
from torch.nn import functional as F
from torch.utils import data
kind = torch._types.kinds["cuda"]
before, kind._runs_ahead = kind._runs_ahead, True
def found(device):
    x = (torch.arange(12.0, device=device).reshape(3, 4) * 7 % 5).requires_grad_()
    i = torch.tensor([[0, 3], [1, 1], [2, 0]], device=device)
    y = x.gather(1, i).sum() + x.max(1).values.sum() + x.sort(0).values[1].sum() * 2 + F.cross_entropy(x, i[:, 0]) + x[i[:, 0]].sum() + x[[0, 1], [1, 2]].sum()
    y.backward()
    w = torch.nn.Parameter(torch.ones(2, device=device))
    adam = torch.optim.Adam([w], lr=0.1)
    (w * w).sum().backward()
    adam.step()
    z = torch.zeros(3, 4, device=device).scatter_add_(1, i, torch.ones(3, 2, device=device))
    batches = [b.tolist() for b, in data.DataLoader(data.TensorDataset(x.detach()), 2)]
    t = x.detach()
    return [y.item(), x.grad.tolist(), w.tolist(), z.tolist(), batches, t.argmax(1).tolist(), t.nonzero().tolist(), (t // 2 % 2).tolist(), torch.einsum("ij,kj->ik", t, t).tolist(), (t[:, 0] == 0).sum().item(), t.long().sum().item()]
same = found("cpu") == found("cuda")
wrong = torch.arange(4.0, device="cuda").reshape(2, 2).gather(1, torch.tensor([[2], [-1]], device="cuda"))
kind._runs_ahead = before
str([same, wrong.isnan().all().item(), str(torch.tensor([1], device="cuda")), str(torch.ones(1, device="cuda").half())])`),
    '[True, True, "tensor([1], device=\'cuda:0\')", "tensor([1.], device=\'cuda:0\', dtype=torch.float16)"]',
  ));

test('arrays of NumPy itself have the types of tensors', () =>
  assert.equal(
    py.run(`
from asynclab import _host
class Array:
    def __init__(self):
        self.flags = self
    def reshape(self, shape):
        return self
class NumPy:
    bool_, float32 = "bool", "float32"
    def array(self, flat, dtype):
        asked.append(f"{dtype} {list(flat)}")
        return Array()
asked, before = [], _host.real_numpy
_host.real_numpy = NumPy
try:
    x = torch.tensor([2.0])
    for one in (x, x.long(), x > 0, x.half(), x.bfloat16(), x.byte()):
        one.numpy()
finally:
    _host.real_numpy = before
"; ".join(asked)`),
    'float32 [2.0]; int64 [2]; bool [True]; float16 [2.0]; float32 [2.0]; uint8 [2]',
  ));

test('a file that is none of its own is rejected', () => {
  assert.match(said('import io; torch.load(io.BytesIO(b"no zip"))'), /no file of torch\.save/);
});

test('gluon: a loader, dropout, the loss of classes, momentum and Adam', () =>
  assert.equal(
    py.run(`
from mxnet import np, npx, autograd, gluon
from mxnet.gluon import nn
np.random.seed(1)
X = np.random.normal(0, 1, (64, 4))
y = (X[:, 0] > 0) * 1.0
loader = gluon.data.DataLoader(gluon.data.ArrayDataset(X, y), 16, shuffle=True)
loss, found = gluon.loss.SoftmaxCrossEntropyLoss(), []
for name, options in (("adam", {"learning_rate": 0.05}), ("sgd", {"learning_rate": 0.2, "momentum": 0.9, "wd": 1e-4})):
    net = nn.Sequential()
    net.add(nn.Flatten(), nn.Dense(16, activation="relu"), nn.Dropout(0.1), nn.Dense(2))
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), name, options)
    for _ in range(10):
        for a, b in loader:
            with autograd.record():
                value = loss(net(a), b)
            value.backward()
            trainer.step(16)
    found += [float(loss(net(X), y).mean()) < 0.4, float((net(X).argmax(axis=1) == y).sum()) > 54]
str(found + [len(loader), str(npx.softmax(np.zeros((1, 2))))])`),
    "[True, True, True, True, 4, '[[0.5 0.5]]']",
  ));

test("NumPy's generator, whole random numbers and permutations", () =>
  assert.equal(
    py.run(`
import numpy
rng = numpy.random.default_rng(3)
first = rng.normal(size=(4,)).tolist()
again = numpy.random.default_rng(3).normal(size=(4,)).tolist()
drawn = rng.integers(0, 5, size=(100,))
str([first == again, float(drawn.min()) >= 0, float(drawn.max()) <= 4, sorted(numpy.random.permutation(4).tolist()), 0 <= numpy.random.randint(3) < 3, numpy.random.choice(5, 3).shape])`),
    '[True, True, True, [0, 1, 2, 3], True, (3,)]',
  ));

test('the first power is an array of its own, booleans among numbers are numbers, and what float32 cannot hold is infinite', () => {
  assert.equal(
    py.run(`
import numpy
x = torch.tensor([3, 4])
y = x ** 1
y += 1
mixed = torch.tensor([True, 2]), numpy.array([[True, False], [0, 1]]), torch.tensor([True, False])
str([x.tolist(), y.tolist(), [str(one.dtype) for one in mixed], [one.tolist() for one in mixed], numpy.array([-1e40, 1e40]).tolist()])`),
    "[[3, 4], [4, 5], ['torch.int64', 'int64', 'torch.bool'], [[1, 2], [[1, 0], [0, 1]], [True, False]], [-inf, inf]]",
  );
});
