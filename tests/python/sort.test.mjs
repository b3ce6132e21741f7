// Order in Python: `sort`, `argsort`, `topk`, `median` of PyTorch, NumPy and MXNet, with equal elements, NaN, and other types than float32.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
before(async () => {
  py = await python({ extras: false });
  py.run(`
import asynclab.as_torch, asynclab.as_mxnet, asynclab.numpy as np
import torch
from mxnet import np as mnp
nan = float("nan")
x = torch.tensor([3.0, nan, 1.0, 3.0])
m = torch.tensor([[3, 1, 2], [5, 4, 6]])`);
});

/** By expression, the text that the libraries print. */
const PRINTED = {
  'tuple(x.sort())': '(tensor([1., 3., 3., nan]), tensor([2, 0, 3, 1]))',
  'tuple(x.sort(descending=True))': '(tensor([nan, 3., 3., 1.]), tensor([1, 0, 3, 2]))',
  'x.argsort(0, True)': 'tensor([1, 0, 3, 2])',
  'tuple(torch.sort(torch.tensor([True, False, True]), stable=True))':
    '(tensor([False,  True,  True]), tensor([1, 0, 2]))',
  'tuple(torch.sort(torch.tensor(2.0)))': '(tensor(2.), tensor(0))',
  'tuple(torch.sort(torch.ones(0, 2), 0))':
    '(tensor([], size=(0, 2)), tensor([], size=(0, 2), dtype=torch.int64))',
  'tuple(m.topk(2))': '(tensor([[3, 2],\n        [6, 5]]), tensor([[0, 2],\n        [2, 0]]))',
  'tuple(m.topk(1, 0, largest=False))': '(tensor([[3, 1, 2]]), tensor([[0, 0, 0]]))',
  'torch.tensor(7).topk(1).values': 'tensor(7)',
  'torch.msort(torch.tensor([[2, 1], [1, 3]]))': 'tensor([[1, 1],\n        [2, 3]])',
  '[m.median(), tuple(m.median(1)), m.median(1, keepdim=True)[0].shape]':
    '[tensor(3), (tensor([2, 5]), tensor([2, 0])), torch.Size([2, 1])]',
  'torch.tensor(7.0).median(0)[0]': 'tensor(7.)',
  'np.sort(np.array([2.0, nan, -np.inf, 0.0]))': 'array([-inf,   0.,   2.,  nan])',
  'np.sort([[3, 1], [2, 4]], axis=0)': 'array([[2, 1],\n       [3, 4]])',
  'np.sort([[3, 1], [2, 4]], axis=None)': 'array([1, 2, 3, 4])',
  'np.argsort([1, 0, 1, 0], kind="stable")': 'array([1, 3, 0, 2])',
  '[np.sort([True, False]), np.array(5).argsort()]': '[array([False,  True]), array([0])]',
  'mnp.sort(mnp.array([3, 1, 2]), descending=True)': 'array([3., 2., 1.])',
  'mnp.array([[3, 1, 2]]).argsort()': 'array([[1, 2, 0]], dtype=int64)',
};

for (const [source, printed] of Object.entries(PRINTED))
  test(source, () => assert.equal(py.run(`repr(${source})`), printed));

test('a sort in place changes the array that it is a view of', () =>
  assert.equal(
    py.run('a = np.array([[3, 1], [2, 0]])\na[0].sort()\nrepr(a)'),
    'array([[1, 3],\n       [2, 0]])',
  ));

test('of equal elements each has the gradient of its own place', () =>
  assert.equal(
    py.run(`
w = torch.tensor([1.0, 1.0, 0.0], requires_grad=True)
low, most = w.sort().values, w.topk(2).values
names = [low.grad_fn.name(), most.grad_fn.name()]
((low * torch.tensor([1.0, 10.0, 100.0])).sum() + 1000 * most[1]).backward()
repr([w.grad.tolist(), *names])`),
    "[[10.0, 1100.0, 1.0], 'SortBackward0', 'TopkBackward0']",
  ));

test('a captured function may sort', () =>
  assert.equal(
    py.run(`
def ranked(x):
    return x.sort().values * 2
torch._dynamo.explain(ranked)(torch.ones(3)).graph_break_count`),
    0,
  ));

test('there are errors for an axis and a count that there are not', () => {
  const raised = (source) =>
    py.run(`
try:
    ${source}
    found = None
except Exception as error:
    found = [base.__name__ for base in type(error).__mro__]
" ".join(found)`);
  assert.match(raised('np.sort(np.array(5))'), /AxisError/);
  assert.match(raised('np.sort([1, 2], 1)'), /AxisError/);
  assert.match(raised('torch.sort(x, 1)'), /IndexError/);
  assert.match(raised('x.topk(5)'), /RuntimeError/);
  assert.match(raised('torch.zeros(2**24 + 1).sort()'), /LabValueError/);
});
