// `torch.compile` in Python: results equal those of the function itself, and graphs and breaks are counted as in PyTorch.
// In Node.js, over the blocking lab of the CPU.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { python, replayCounter } from './python.mjs';

let py;
let takeReplays;
before(async () => {
  py = await python();
  takeReplays = replayCounter(py);
  py.run(`
import asynclab.as_books, gc, torch
from torch import nn
dynamo = torch._dynamo
def graphs():
    return dynamo.utils.counters["stats"]["unique_graphs"]
`);
});
beforeEach(() => {
  py.run('dynamo.reset()');
  takeReplays();
});

/** Runs code and returns the value of `found`, passed as JSON. @param {string} code */
const run = (code) => JSON.parse(py.run(`import json\n${code}\njson.dumps(found)`));

// Graphs, breaks and the breaks' lines, from torch._dynamo.explain(f)(torch.ones(3)) of PyTorch 2.15.0 (CPU).
const explained = {
  'return (x * 2).sin() + 1': [1, 0, []],
  'y = x * 2\nprint("a")\nreturn y + 1': [2, 1, [2]],
  'y = (x * 2).sum().item()\nreturn x + y': [2, 1, [1]],
  'return (x * 2).sum().item()': [1, 0, [1]],
  'if x.sum() > 0:\n    return x * 2\nreturn x - 1': [2, 1, [1]],
  'return x': [0, -1, []],
  'y = x * 2\nprint("a")\ny = y + 1\nprint("b")\nreturn y * 3': [3, 2, [2, 4]],
  'w = x.clone().requires_grad_()\nl = (w * w).sum()\nl.backward()\nreturn l * 2': [2, 1, [3]],
};
for (const [body, expected] of Object.entries(explained))
  test(`explain counts the graphs of: ${body.replaceAll('\n', '; ')}`, () => {
    const indented = body.replaceAll(/^/gm, '    ');
    py.printed();
    const [graphs, breaks, reasons, same] = run(`
def f(x):
${indented}
x = torch.ones(3)
e = dynamo.explain(f)(x)
want, got = f(x), torch.compile(f)(x)
found = [e.graph_count, e.graph_break_count, [one.user_stack[-1].lineno - f.__code__.co_firstlineno for one in e.break_reasons], str(want) == str(got)]`);
    assert.deepEqual([graphs, breaks, reasons], expected);
    assert.ok(same);
    // Each of the three calls prints.
    assert.equal(py.printed().split('\n').length - 1, 3 * (body.match(/print/g)?.length ?? 0));
  });

test('a function is captured once for each shape and each number, and replayed by one command', () => {
  const found = run(`
@torch.compile
def f(x, w, *, scale=1.0, more=()):
    y = (x @ w * scale).tanh()
    return {"y": y + sum(more), "parts": [y.sum(), x, y > 0], "shape": y.shape}
def results(f):
    found = []
    for turn, n in enumerate([2, 2, 3, 2, 3]):
        x = torch.arange(n * 4.0).reshape(n, 4) / 10 + turn
        made = f(x, torch.ones(4, 2), scale=0.5, more=[1, 2.5])
        assert made["parts"][1] is x and isinstance(made["shape"], torch.Size) and made["parts"][2].dtype is torch.bool
        found.append([made["y"].tolist(), made["parts"][0].item(), made["parts"][2].tolist()])
    return found
found = [results(f) == results(f._torchdynamo_orig_callable), graphs(), f.__name__]
f(torch.ones(2, 4), torch.ones(4, 2), scale=2.0, more=[1, 2.5])
found.append(graphs())`);
  assert.deepEqual(found, [true, 2, 'f', 3]);
  assert.equal(takeReplays(), 3);
});

test('what a function reads from outside is noticed', () => {
  const found = run(`
dynamo.config.recompile_limit = dynamo.config.cache_size_limit = 64
w, k, table = torch.ones(2), 2, {"a": [1.0]}
class Scale:
    by = 3
    def __call__(self, x):
        return x * self.by * k
scale = Scale()
def inner(x):
    return x * table["a"][0]
@torch.compile
def f(x, y=None):
    return inner(scale(x)) + w + (0 if y is None else y)
x, found = torch.ones(2), []
def both():
    found.append(f(x).tolist() == f._torchdynamo_orig_callable(x).tolist())
both(); both()
w = torch.zeros(2); both()
w.add_(4); both()
k = 5; both()
table["a"][0] = -0.0; both()
scale.by = 7; both()
def inner(x):
    return x - 1
both()
Scale.__call__ = lambda self, x: x * 9
both()
# An argument that is also outside, and one given twice.
found.append(f(w).tolist() == f._torchdynamo_orig_callable(w).tolist())
def plus(x):
    return x * 2 + w
alias = torch.compile(plus)
alias(w)
found.append(alias(x).tolist() == plus(x).tolist())
found.append(f(x, x).tolist() == f._torchdynamo_orig_callable(x, x).tolist())
found.append(f(x, torch.ones(2) * 3).tolist() == f._torchdynamo_orig_callable(x, torch.ones(2) * 3).tolist())
dynamo.config.recompile_limit = dynamo.config.cache_size_limit = 8`);
  assert.deepEqual(found, Array(13).fill(true));
});

test('functions with effects and views run as they are', () => {
  const found = run(`
import time
count, seen, flag = 0, [], [False]
def toggles(x):
    flag[0] = not flag[0]
    return x + flag[0]
def fills(x):
    x.fill_(3)
    return x * 2
def counts(x):
    global count
    count += 1
    return x * count
def appends(x):
    seen.append(x + 1)
    return x + len(seen)
def changes(x):
    x.add_(1)
    return x * 2
def sees(x):
    return x.reshape(1, 2)
def clock(x):
    return x * 0 + time.perf_counter()
def temporary(x):
    y = x * 2
    y += 1
    y.mul_(3)
    y[0] = 7
    return y
found = []
for function in (toggles, fills, counts, appends, changes, sees, temporary):
    results = []
    for call in (function, torch.compile(function)):
        torch.manual_seed(1); count, seen, flag[0] = 0, [], False
        results.append([(call(x := torch.ones(2)).tolist(), x.tolist(), len(seen)) for _ in range(4)])
    found.append(results[0] == results[1])
view = torch.compile(sees)
for _ in range(2):
    base = torch.ones(2)
    view(base)[0, 0] = 5
    found.append(base.tolist() == [5, 1])
clocked = torch.compile(clock)
first, second = clocked(torch.ones(1)).item(), clocked(torch.ones(1)).item()
found.append(second >= first and clocked is not None)`);
  assert.deepEqual(found, Array(10).fill(true));
  // Only functions that work on their own arrays are replayed.
  assert.equal(takeReplays(), 3);
});

test('each replay draws the random numbers that the function would draw', () => {
  const found = run(`
drop = nn.functional.dropout
def draws(x):
    return drop(x, 0.5) + torch.rand(4), torch.randn(2, 2).sum()
def results(f):
    torch.manual_seed(1)
    found = []
    for _ in range(4):
        found += [one.tolist() for one in f(torch.ones(4))] + torch.rand(1).tolist()
    return found
want, got = results(draws), results(torch.compile(draws))
found = [want == got, want[:3] != want[3:6]]`);
  assert.deepEqual(found, [true, true]);
  assert.equal(takeReplays(), 3);
});

test('random numbers that are seeded inside, of a generator or of the host are no part of a program', () => {
  const found = run(`
g = torch.Generator()
def own(x):
    return x + torch.rand(3, generator=g)
def seeded(x):
    torch.manual_seed(3)
    return x + torch.rand(3)
def permuted(x):
    return x + torch.randperm(3)
def results(f):
    torch.manual_seed(1)
    g.manual_seed(2)
    return [(f(torch.ones(3)) + torch.rand(3)).tolist() for _ in range(4)]
found = [results(f) == results(torch.compile(f)) for f in (own, seeded, permuted)]`);
  assert.deepEqual(found, [true, true, true]);
  assert.equal(takeReplays(), 0);
});

test('gradients go through a compiled module, which has the parameters of the module', () => {
  const found = run(`
def train(compiled):
    torch.manual_seed(3)
    net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.LayerNorm(8), nn.Dropout(0.5), nn.Linear(8, 1))
    model = torch.compile(net, mode="reduce-overhead") if compiled else net
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    losses = []
    for turn in range(4):
        optimizer.zero_grad()
        loss = (model(torch.ones(6, 4) * torch.arange(6.0).reshape(6, 1)) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        for turn in range(3):
            losses += model(torch.ones(2, 4) * turn).flatten().tolist()
    model.train()
    return model, losses
(plain, want), (model, got) = train(False), train(True)
found = [want == got, list(model.state_dict())[:2], type(model).__name__, repr(model).split("\\n")[1].strip(), model._orig_mod.training is model.training, len(list(model.parameters())), model.training]`);
  assert.deepEqual(found, [
    true,
    ['_orig_mod.0.weight', '_orig_mod.0.bias'],
    'OptimizedModule',
    '(_orig_mod): Sequential(',
    true,
    6,
    true,
  ]);
  assert.equal(takeReplays(), 3 * 2 + 2, 'with gradients by two programs, without by one');
});

test('a training step of a compiled module is two replays, with the bits of the module', () => {
  const found = run(`
class Chain(nn.Module):
    def forward(self, x):
        return 0.5 * x * (1 + torch.tanh(0.8 * (x + 0.04 * x**3)))
def train(wrap, device):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 6), Chain(), nn.Linear(6, 6), Chain(), nn.Linear(6, 2)).to(device)
    model, x, losses = wrap(net), torch.randn(5, 4, device=device), []
    optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
    for turn in range(4):
        if turn != 2:
            optimizer.zero_grad(set_to_none=True)
        loss = (model(x) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return [losses, [p.tolist() for p in net.parameters()], [p.grad.tolist() for p in net.parameters()]]
found = [train(torch.compile, device) == train(lambda net: net, device) for device in ("cuda", "cpu")] + [graphs()]`);
  assert.deepEqual(found, [true, true, 2]);
  assert.equal(takeReplays(), 2 * (3 + 3), 'forward and backward, but for the first step');
});

test('gradients of a replay are those of the function, wherever they lead', () => {
  const found = run(`
w = nn.Parameter(torch.tensor([1.0, 2.0]))
def plain(x):
    return (x * w).sin()
fast, found = torch.compile(plain), []
def both(use):
    made = []
    for f in (plain, fast, fast):
        w.grad = None
        made.append(use(f))
    found.append(str(made[0]) == str(made[1]) == str(made[2]))
def through(f):
    v = torch.tensor([0.5, -1.0], requires_grad=True)
    f(f(v * 2)).sum().backward()
    return v.grad, w.grad
def asked(f):
    v = torch.tensor([0.5, -1.0], requires_grad=True)
    return torch.autograd.grad((f(v) * 3).sum(), [v, w])
def twice(f):
    x, y = torch.ones(2), None
    for _ in range(2):
        y = f(x)
        y.sum().backward(retain_graph=True)
    y.sum().backward()
    return w.grad
def hooked(f):
    heard = []
    handle = w.register_hook(lambda gradient: heard.append(gradient.tolist()) or gradient * 2)
    f(torch.ones(2)).sum().backward()
    handle.remove()
    return heard, w.grad
def frozen(f):
    w.requires_grad_(False)
    made = f(torch.ones(2)).requires_grad
    w.requires_grad_(True)
    return made
for use in (through, asked, twice, hooked, frozen):
    both(use)
adds = torch.compile(lambda a, b: a + b)
for _ in range(2):
    a, b = (torch.ones(2, requires_grad=True) for _ in range(2))
    adds(a, b).sum().backward()
    a.grad.zero_()
found.append(b.grad.tolist() == [1, 1])
found.append(repr(fast(torch.ones(2))).split("grad_fn=")[1])`);
  assert.deepEqual(found, [...Array(6).fill(true), '<CompiledFunctionBackward>)']);
});

test('a graph of a replay is used once, with the values that it was computed of', () => {
  const found = run(`
w = nn.Parameter(torch.ones(2))
f = torch.compile(lambda x: (x * w).sin().sum())
v = torch.ones(2, requires_grad=True)
f(v), f(torch.ones(2))
def said(call):
    try:
        call()
    except RuntimeError as error:
        return str(error)[:60]
y = f(torch.ones(2))
y.backward()
found = [said(y.backward)]
y = f(v)
with torch.no_grad():
    w.add_(1)
found.append(said(y.backward))
several = torch.compile(lambda x: (x * w, x + w))
for _ in range(2):
    a, b = several(torch.ones(2))
w.grad = None
(a + b).sum().backward()
found.append(w.grad.tolist())
gc.collect()
live = torch._types.lab.live
for _ in range(80):
    f(torch.ones(2))
gc.collect()
found.append(torch._types.lab.live - live < 10)`);
  assert.deepEqual(found, [
    'Trying to backward through the graph a second time: its inte',
    'one of the variables needed for gradient computation has bee',
    [2, 2],
    true,
  ]);
});

test('after eight kinds of arguments further ones run as they are, and one warning names the shapes', () => {
  const found = run(`
import logging
class Kept(logging.Handler):
    def emit(self, record):
        texts.append(record.getMessage())
texts, handler = [], Kept()
logging.getLogger("torch._dynamo").addHandler(handler)
@torch.compile()
def grow(x):
    return x + 1
sums = [grow(torch.ones(n)).sum().item() for n in range(1, 12)]
known = grow(torch.ones(8)).sum().item()
logging.getLogger("torch._dynamo").removeHandler(handler)
found = [sums == [2.0 * n for n in range(1, 12)], known, graphs(), texts]
dynamo.reset()
grow(torch.ones(11))
found.append(graphs())`);
  const [sums, known, graphs, texts, after] = found;
  assert.deepEqual([sums, known, graphs, after], [true, 16, 8, 1]);
  assert.equal(texts.length, 1);
  assert.match(texts[0], /^torch\._dynamo hit config\.recompile_limit \(8\)\n +function: 'grow'/);
  assert.match(texts[0], /\[8\]/);
});

test('errors are those of the function, and nothing stays captured', () => {
  const found = run(`
def thrown(call):
    try:
        call()
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"
@torch.compile
def fails(x):
    y = x + 1
    raise KeyError("mine")
@torch.compile
def misfits(x):
    return x + torch.ones(5)
@torch.compile(fullgraph=True)
def reads(x):
    y = x + 1
    return x * y.sum().item()
@torch.compile
def outer(x):
    return torch.compile(lambda x: x * 2)(x) + 1
x = torch.ones(2)
found = [thrown(lambda: fails(x)), thrown(lambda: fails(x)), thrown(lambda: misfits(x))[:13], thrown(lambda: reads(x)), thrown(lambda: torch.compile(reads, mode="fast")),
    thrown(lambda: torch.compile(3)), thrown(lambda: torch.compile(reads, mode="default", options={})), (x + 1).tolist(), outer(x).tolist(), outer(x).tolist(), torch.compiler.is_compiling()]`);
  assert.deepEqual(found, [
    "KeyError: 'mine'",
    "KeyError: 'mine'",
    'LabValueError',
    'Unsupported: Unsupported Tensor.item() call with capture_scalar_outputs=False',
    'RuntimeError: Unrecognized mode=fast, should be one of: default, lite, reduce-overhead, max-autotune-no-cudagraphs, max-autotune',
    "AssertionError: A callable function is expected, but <class 'int'> is provided.",
    "RuntimeError: Either mode or options can be specified, but both can't be specified at the same time.",
    [2, 2],
    [3, 3],
    [3, 3],
    false,
  ]);
});

test('programs leave no arrays behind', () => {
  const [before, after] = run(`
@torch.compile
def f(x):
    y = x * 2
    held = {"y": y}
    held["me"] = held  # The collector alone finds it.
    return (y + 1).sum()
x = torch.ones(64)
gc.disable()
f(x); f(x); gc.collect()
before = torch._types.lab.live
for _ in range(10): f(x)
gc.enable(); gc.collect()
found = [before, torch._types.lab.live]`);
  assert.equal(after, before);
});

test('a program follows whatever its function reads', () => {
  // Each case: the state that the function reads, the function, and a change of the state. Results must equal the function's own.
  const cases = {
    'an attribute of a class': ['class C: k = 2.0', 'x * C.k', 'C.k = 3.0'],
    'a slot': ['class S:\n    __slots__ = ("k",)\ns = S(); s.k = 2.0', 'x * s.k', 's.k = 3.0'],
    'a deque': ['from collections import deque\nd = deque([2.0])', 'x * d[0]', 'd[0] = 3.0'],
    'an attribute of a function': ['def h(x): return x * h.k\nh.k = 2.0', 'h(x)', 'h.k = 3.0'],
    'an iterator': ['i = iter([2.0, 2.0, 3.0, 3.0])', 'x * next(i)', 'pass'],
    'a module of Python': ['import sys; sys.k = 2.0', 'x * __import__("sys").k', 'sys.k = 3.0'],
  };
  for (const [name, [before, body, change]] of Object.entries(cases)) {
    const found = run(`
${before}
f = torch.compile(lambda x: ${body})
found = [f(torch.ones(1)).item(), f(torch.ones(1)).item()]
${change}
found.append(f(torch.ones(1)).item())`);
    assert.deepEqual(found, [2, 2, 3], name);
  }
});

test('what is random or imported inside is no part of a program', () => {
  const found = run(`
def inside(x):
    import random
    return x * random.random()
import numpy as np
def named(x):
    return x * float(np.random.rand())
def kinds(f):
    f = torch.compile(f)
    return len({f(torch.ones(1)).item() for _ in range(4)})
found = [kinds(inside), kinds(named)]`);
  assert.deepEqual(found, [4, 4]);
});

test('a copy of a compiled module is compiled by itself', () => {
  const found = run(`
import copy
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w, self.scale = nn.Parameter(torch.ones(1)), 1.0
    def forward(self, x):
        return x * self.w * self.scale
x = torch.ones(1)
net = torch.compile(Net())
net(x)
kept = copy.deepcopy(net)
with torch.no_grad():
    net.w.fill_(5.0)
found = [kept(x).item(), net(x).item()]
net.scale = 2.0
found += [kept(x).item(), net(x).item(), net._orig_mod.scale]`);
  assert.deepEqual(found, [1, 5, 1, 10, 2]);
});
