// Optimizers, gradients and events in Python beside PyTorch's own numbers. In Node, over the blocking lab of the CPU.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
before(async () => {
  py = await python();
  py.run('import asynclab.torch as torch\nfrom asynclab.torch import cuda');
});

// Three steps on the sum of squares from [1, −2], by PyTorch 2.15.0 (CPU).
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
  // The lab of these tests is never busy after a call: its answer is replaced.
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
