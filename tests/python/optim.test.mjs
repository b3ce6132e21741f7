// Optimizers, schedules, loaders, gradients and events in Python, compared with PyTorch's numbers. In Node.js, over the blocking lab of the CPU.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
before(async () => {
  py = await python();
  py.run('import asynclab.torch as torch\nfrom asynclab.torch import cuda');
});

// The results of three steps on the sum of squares from [1, −2], from PyTorch 2.15.0 (CPU).
const steps = {
  'lr=0.1': [0.5119999647140503, -1.0239999294281006],
  'lr=0.1, momentum=0.9': [0.06199999898672104, -0.12399999797344208],
  'lr=0.1, weight_decay=0.1': [0.49303901195526123, -0.9860780239105225],
  'lr=0.1, momentum=0.5, weight_decay=0.1': [0.27463898062705994, -0.5492779612541199],
};
for (const [options, expected] of Object.entries(steps))
  test(`SGD(${options}) steps as PyTorch does`, () => {
    const found = JSON.parse(
      py.run(`
w = torch.tensor([1.0, -2.0], requires_grad=True)
optimizer = torch.optim.SGD([w], ${options})
for _ in range(3):
    optimizer.zero_grad()
    (w * w).sum().backward()
    optimizer.step()
str(w.tolist())`),
    );
    for (const [i, value] of expected.entries())
      assert.ok(Math.abs(found[i] - value) <= 2e-6 * Math.abs(value), `${found} for ${expected}`);
  });

test('an event on a busy device: asked whether it is reached, and timed by what the page recorded', () => {
  const found = py.run(`
from asynclab.torch import cuda
class Page:
    recording = True
    enqueued, done, asked = 0, 0, []
    def __getattr__(self, name):
        return getattr(self.bridge, name)
    def point(self):
        return f"{self.enqueued},{10.0 * self.enqueued}"
    def reached(self, count):
        return self.done >= count
    def times(self, *points):
        self.asked.append(points)
        return "50,62.5"
class Busy:
    def __init__(self, js):
        self._js = js
    def idle(self):
        return False
    def __getattr__(self, name):
        return getattr(self._js, name)
page, js, before, waiting = Page(), cuda._lab.js, cuda._recorder, cuda._promised
found = []
try:
    cuda._recorder, cuda._promised, cuda._lab.js = (lambda: page), (lambda made: made), Busy(js)
    start, end = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
    found.append(start.query())
    try:
        start.elapsed_time(end)
    except ValueError as error:
        found.append(str(error))
    page.enqueued = 3
    start.record()
    page.enqueued = 5
    end.record()
    page.done = 3
    found += [start.query(), end.query()]
    try:
        start.elapsed_time(end)
    except RuntimeError as error:
        found.append("must be completed" in str(error))
    page.done = 5
    found += [end.query(), start.elapsed_time(end), page.asked]
finally:
    cuda._recorder, cuda._promised, cuda._lab.js = before, waiting, js
str(found)`);
  assert.equal(
    found,
    "[True, 'Both events must be recorded before calculating elapsed time.', True, False, True, True, 12.5, [(3, 30.0, 5, 50.0)]]",
  );
});

test('an event that was recorded while the device was busy has no time of its own where nothing is recorded', () => {
  // The lab of these tests is never busy after a call, so its answer is replaced.
  const message = py.run(`
class Busy:
    def __init__(self, js, idle):
        self._js, self.idle = js, lambda: idle
    def __getattr__(self, name):
        return getattr(self._js, name)

def measured(idle):
    js = cuda._lab.js
    start, end = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
    try:
        cuda._lab.js = Busy(js, idle)
        start.record()
    finally:
        cuda._lab.js = js
    cuda.synchronize()
    end.record()
    cuda.synchronize()
    try:
        return start.elapsed_time(end) >= 0
    except RuntimeError as error:
        return str(error)

assert measured(True) is True
measured(False)`);
  assert.match(String(message), /still busy with earlier work.*synchronize\(\) before/s);
});

test('a pass that finds an array unused frees the graph as any pass does, and gives its memory back', () => {
  const found = JSON.parse(
    py.run(`
import json
x, unused = (torch.tensor([1.0, 2.0], requires_grad=True) for _ in range(2))
before = cuda.memory_allocated()
y = (x * x).sum()
first, none = torch.autograd.grad(y, [x, unused], allow_unused=True)
try:
    torch.autograd.grad(y, x)
    said = ""
except RuntimeError as error:
    said = str(error)
json.dumps([first.tolist(), none, said])`),
  );
  assert.deepEqual(found.slice(0, 2), [[2, 4], null]);
  assert.match(found[2], /backward through the graph a second time/);
});

test('a module that is moved takes the gradients of its parameters along', () => {
  const found = JSON.parse(
    py.run(`
layer = torch.nn.Linear(2, 1)
layer(torch.tensor([[3.0, 5.0]])).sum().backward()
gradients = []
for place in ("cuda", torch.float64, "cpu"):
    layer.to(place)
    gradients.append([layer.weight.grad.tolist(), str(layer.weight.grad.dtype), str(layer.weight.grad.device)])
json.dumps(gradients)`),
  );
  assert.deepEqual(found, [
    [[[3, 5]], 'torch.float32', 'cuda:0'],
    [[[3, 5]], 'torch.float64', 'cuda:0'],
    [[[3, 5]], 'torch.float64', 'cpu'],
  ]);
});

/** The value of `found`. @param {string} code */
const found = (code) => JSON.parse(py.run(`import json\n${code}\njson.dumps(found)`));

test('schedules change the rate at the steps at which PyTorch’s do', () => {
  const rates = found(`
from asynclab.torch.optim import lr_scheduler as schedules
def rates(make, steps, *given):
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    schedule, seen = make(optimizer), []
    for _ in range(steps):
        seen.append(round(optimizer.param_groups[0]["lr"], 6))
        optimizer.step()
        schedule.step(*given)
    return seen
found = {
    "plateau": rates(lambda o: schedules.ReduceLROnPlateau(o, factor=0.5, patience=1, cooldown=2), 9, 1.0),
    "restarts": rates(lambda o: schedules.CosineAnnealingWarmRestarts(o, T_0=2, T_mult=2), 8),
    "sequence": rates(lambda o: schedules.SequentialLR(o, [schedules.ConstantLR(o, factor=0.1, total_iters=2), schedules.ExponentialLR(o, gamma=0.5)], [2]), 5),
    "linear": rates(lambda o: schedules.LinearLR(o, start_factor=0.5, total_iters=2), 4),
}`);
  assert.deepEqual(rates, {
    // Only the first step improves. At the third step the patience is exceeded. Then two steps of cooldown do not count.
    plateau: [1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25],
    restarts: [1, 0.5, 1, 0.853553, 0.5, 0.146447, 1, 0.96194],
    sequence: [0.1, 0.1, 1, 0.5, 0.25],
    linear: [0.5, 0.75, 1, 1],
  });
});

test('what an optimizer keeps of a parameter is its own, and comes and goes with its state', () => {
  const value = found(`
w = torch.tensor([1.0, -2.0], requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.5, momentum=0.5)
fresh = optimizer.state_dict()
(w * 3).sum().backward()
optimizer.step()
w.grad.zero_()
found = [optimizer.state[w]["momentum_buffer"].tolist()]
optimizer.load_state_dict(fresh)
found.append(len(optimizer.state))
try:
    optimizer.add_param_group({"params": [w]})
except ValueError as error:
    found.append(str(error))
v = torch.zeros(1, requires_grad=True)
slower = torch.optim.Adagrad([v], lr=1.0, lr_decay=1.0)
for _ in range(2):
    slower.zero_grad()
    v.sum().backward()
    slower.step()
found.append(round(v.item(), 5))`);
  assert.deepEqual(value, [
    [3, 3],
    0,
    'some parameters appear in more than one parameter group',
    // The first step is 1 / √1, the second half of 1 / √2.
    -1.35355,
  ]);
});

test('loaders, samplers and splits give as many examples as they say', () => {
  const value = found(`
from asynclab.torch.utils import data
class Stream(data.IterableDataset):
    def __iter__(self):
        return iter(range(5))
sizes = lambda count, parts: [len(part) for part in data.random_split(range(count), parts)]
found = [
    [len(batch) for batch in data.DataLoader(Stream(), batch_size=2)], [len(batch) for batch in data.DataLoader(Stream(), batch_size=2, drop_last=True)],
    len(list(data.RandomSampler(range(10), num_samples=3))), len(list(data.RandomSampler(range(3), replacement=True, num_samples=7))),
    sizes(5, [0.5, 0.5]), sizes(8, [1 / 3] * 3), sizes(4, [1, 3]),
    [len(data.BatchSampler(range(5), 2, drop)) for drop in (False, True)],
]`);
  assert.deepEqual(value, [[2, 2, 1], [2, 2], 3, 7, [3, 2], [3, 3, 2], [1, 3], [3, 2]]);
});

test('several losses of one graph are differentiated in one call, and no pass leaves anything', () => {
  const value = found(`
x, unused = (torch.tensor([1.0, 2.0], requires_grad=True) for _ in range(2))
y = x * x
torch.autograd.backward([y.sum(), (y * 2).sum()])
seen = []
class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 1, x * 2
    @staticmethod
    def backward(ctx, first, second):
        seen.append([first is None, second is None])
        return first
Two.apply(x)[0].sum().backward()
lab = cuda._lab
def live():
    torch.autograd.grad((x * x).sum(), [x, unused], allow_unused=True)
    return lab.live
found = [x.grad.tolist(), seen, live() - live(), torch.linalg.det(torch.tensor([[0.0, 1.0], [1.0, 0.0]])).item()]
from asynclab import mxnet as mx
a = mx.nd.array([1, 2])
a.attach_grad()
with mx.autograd.record():
    b = a * a
    c = b * 2
found.append([one.asnumpy().tolist() for one in mx.autograd.grad([b, c], [a])])
shared = torch.nn.Linear(1, 1)
net = torch.nn.Module()
net.a, net.b = shared, shared
found += [[name for name, _ in net.named_modules()], len(list(net.parameters()))]`);
  assert.deepEqual(value, [[7, 13], [[false, true]], 0, -1, [[6, 12]], ['', 'a'], 2]);
});
