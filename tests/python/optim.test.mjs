// Optimizers and events in Python beside PyTorch's own numbers. In Node, over the blocking lab of the CPU.
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

test('an event that was recorded while the device was busy has no time of its own', () => {
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
