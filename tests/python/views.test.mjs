// Views, which share elements with their base: their rules, and chains of views that must keep no arrays alive.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let it;

before(async () => {
  it = await python();
  it.run(
    'import gc, sys\nsys.path.insert(0, "")\nimport asynclab.as_books, numpy, torch\nfrom mxnet import np as mxnp',
  );
});

test("PyTorch's rules of views: view rejects what reshape copies, a parameter follows its data, a moved module leaves its views", () => {
  it.run(`x = torch.arange(6.0).reshape(2, 3)
row, turned = x[1], x.t()
x += 10
turned[0, 1] = -1
copied = turned.reshape(-1)
copied += 100
flat = turned.contiguous()
flat.zero_()
layer = torch.nn.Linear(3, 1)
data = layer.weight.data
with torch.no_grad():
    layer.weight.fill_(2)
layer.to("cuda")
data.fill_(5)`);
  assert.equal(
    it.run('str([x.tolist(), row.tolist(), data.tolist(), layer.weight.tolist()])'),
    '[[[10.0, 11.0, 12.0], [-1.0, 14.0, 15.0]], [-1.0, 14.0, 15.0], [[5.0, 5.0, 5.0]], [[2.0, 2.0, 2.0]]]',
  );
  assert.match(
    it.run(
      'def said():\n    try:\n        turned.view(-1)\n    except RuntimeError as e:\n        return str(e)\nsaid()',
    ),
    /use \.reshape/i,
  );
});

test('views of a parameter follow an optimizer, and hand gradients on after a step', () => {
  it.run(`w = torch.ones(2, 2, requires_grad=True)
row, flat = w.data[1], w.reshape(-1)
with torch.no_grad():
    plain = w[0]
optimizer = torch.optim.SGD([w], lr=0.25)
for _ in range(2):
    optimizer.zero_grad()
    (flat * flat).sum().backward()
    optimizer.step()
optimizer.zero_grad()
(flat.sum() + (plain * plain).sum()).backward()
from mxnet import autograd, gluon
v = mxnp.ones((2, 2))
v.attach_grad()
half = v[1]
with autograd.record():
    loss = (v * v).sum()
loss.backward()
gluon.Trainer([v], "sgd", {"learning_rate": 0.25}).step(1)`);
  assert.equal(
    it.run('str([row.tolist(), flat.tolist(), plain.tolist(), w.grad.tolist(), half.tolist()])'),
    '[[0.25, 0.25], [0.25, 0.25, 0.25, 0.25], [0.25, 0.25], [[1.0, 1.0], [1.0, 1.0]], [0.5, 0.5]]',
  );
});

for (const library of ['numpy', 'torch', 'mxnp'])
  test(`${library}: a scalar takes None, a value may have leading ones, **= is in place, one array joined is a copy`, () => {
    it.run(`def changed(library):
    number = library.ones(())
    more = number[None]
    more += 1
    x = library.zeros((2, 3))
    x[0] = library.ones((1, 1, 3)) * 3
    x[1, 1] = library.ones((1, 1)) * 2
    same = x
    same **= 2
    joined = (library.cat if library is torch else library.concatenate)([x])
    joined += 1
    try:
        number[0]
    except IndexError:
        return str([number.tolist(), more.tolist(), x.tolist()])`);
    assert.equal(it.run(`changed(${library})`), '[2.0, [2.0], [[9.0, 9.0, 9.0], [0.0, 4.0, 0.0]]]');
  });

test('a change of one row computes no other row anew', () => {
  it.run(`x = torch.zeros(40, 3)
rows, turned = list(x), x.t()
names = [row._id for row in rows]
rows[3] += 1
x[5] = 2`);
  assert.equal(
    it.run('str([i for i in range(40) if rows[i]._id != names[i]] + turned[0, 3:6].tolist())'),
    '[3, 5, 1.0, 0.0, 2.0]',
  );
});

const LOOPS = {
  'x = x.t()': 'torch.ones(4, 3)',
  'x = x[:].view(-1).view(4, 3).detach()': 'torch.ones(4, 3)',
  'x = x.reshape((3, 4))[0:].reshape((4, 3))': 'mxnp.ones((4, 3))',
  'x = x.T[::-1]': 'numpy.ones((4, 3))',
};
for (const [line, made] of Object.entries(LOOPS))
  test(`10,000 views, ${line} in a loop: nothing grows`, () => {
    const each = line.match(/\.(?!de)|\[/g).length;
    const grown = (times) =>
      JSON.parse(
        it.run(`def measured():
    x = ${made}
    for _ in range(${times}):
        ${line}
    x._lab.base.flush()
    return f"[{x._lab.base.live}, {len(gc.get_objects())}, {sys.getallocatedblocks()}]"
measured()`),
      );
    grown(20);
    const [live, objects, blocks] = grown(20);
    const heap = it.pyodide._module.HEAP8.length;
    const later = grown(Math.ceil(10_000 / each));
    assert.ok(later[0] - live <= 2, `arrays: ${live}, then ${later[0]}`);
    assert.ok(later[1] - objects < 200, `Python's objects: ${objects}, then ${later[1]}`);
    assert.ok(later[2] - blocks < 2000, `Python's blocks: ${blocks}, then ${later[2]}`);
    assert.equal(it.pyodide._module.HEAP8.length, heap);
  });

test('views that share one element, and views of what nobody else holds, change with each other', () => {
  it.run(`x = torch.arange(4.0)
head, tail = x[:3], x[2:]
head[2] = 9
every = torch.arange(8.0)[::2]
first = every[:2]
first[1] = -1`);
  assert.equal(
    it.run('str([x.tolist(), tail.tolist(), every.tolist()])'),
    '[[0.0, 1.0, 9.0, 3.0], [9.0, 3.0], [0.0, -1.0, 4.0, 6.0]]',
  );
});
