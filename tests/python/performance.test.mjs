// Further calls of sections on performance: settings, the device's properties, peaks of memory, pinned copies, a benchmark, and a profiler's
// times of enqueueing operations. In Node.js, over the blocking lab of the CPU.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
let read = 0;
before(async () => {
  py = await python();
  const { session } = py.labs[0];
  const { askSync } = session;
  session.askSync = (kind, array) => {
    if (kind === 'read') read += session.shape(array).reduce((a, b) => a * b, 1);
    return askSync.call(session, kind, array);
  };
  py.run('import asynclab.as_books, math, warnings, torch');
});

/** The value of `found`. @param {string} code */
const run = (code) => JSON.parse(py.run(`import json\n${code}\njson.dumps(found)`));

/** The error that code raises, as text. @param {string} code */
const said = (code) =>
  run(`
try:
    ${code}
    found = ""
except Exception as error:
    found = f"{type(error).__name__}: {error}"`);

test('allclose and equal compare on the device, and read one number', () => {
  read = 0;
  const found = run(`
x = torch.rand(50, 20)
inf, nan = torch.tensor([math.inf]), torch.tensor([math.nan])
found = [torch.allclose(x, x + 1e-9), torch.allclose(x, x + 1), torch.allclose(x, x + 0.01, atol=0.1), torch.equal(x, x * 1), torch.equal(x, x + 1), torch.equal(x, x[0]),
    torch.allclose(inf, inf), torch.allclose(torch.ones(1), inf), torch.allclose(nan, nan), torch.allclose(nan, nan, equal_nan=True),
    torch.isclose(torch.ones(1), inf).tolist(), torch.allclose(torch.ones(3, requires_grad=True), torch.ones(3))]`);
  // In PyTorch, torch.allclose(torch.ones(1), inf) is False although the allowed error is infinite.
  assert.deepEqual(found, [
    ...[true, false, true, true, false, false],
    ...[true, false, false, true, [false], true],
  ]);
  assert.ok(read < 50, `${read} elements were read`);
});

test('the precision of products is a setting without an effect', () => {
  const found = run(`
found = [torch.get_float32_matmul_precision()]
torch.set_float32_matmul_precision("high")
found.append(torch.get_float32_matmul_precision())
with warnings.catch_warnings(record=True) as heard:
    warnings.simplefilter("always")
    torch.set_float32_matmul_precision("low")
found += [str(heard[0].message)[:50], torch.get_float32_matmul_precision()]
torch.set_float32_matmul_precision("highest")`);
  assert.deepEqual(found, [
    'highest',
    'high',
    "low is not one of 'highest', 'high', or 'medium'; ",
    'high',
  ]);
});

test("the device's properties are its name and what the lab may allocate", () => {
  const found = run(`
p = torch.cuda.get_device_properties(0)
found = [p.name == torch.cuda.get_device_name(), p.total_memory == torch.cuda.mem_get_info()[1], p.name in repr(p), torch.cuda.get_device_properties("cuda").name == p.name]`);
  assert.deepEqual(found, [true, true, true, true]);
  assert.match(
    said('p.multi_processor_count'),
    /multi_processor_count.*no browser reports it.*total_memory/,
  );
  assert.match(said('torch.cuda.get_device_properties(1)'), /^AssertionError: Invalid device id/);
});

test('a peak of memory counts from its reset on, and without a wait', () => {
  const found = run(`
torch.cuda.reset_peak_memory_stats()
before = torch.cuda.memory_allocated()
found = [torch.cuda.max_memory_allocated() - before]
held = torch.ones(1000, device="cuda")
more = held + 1
del more
held = held * 2
found.append(torch.cuda.max_memory_allocated() - before)
torch.cuda.reset_peak_memory_stats()
found.append(torch.cuda.max_memory_allocated() - before)
found.append(torch.cuda.max_memory_reserved() >= torch.cuda.max_memory_allocated())`);
  const [first, most, after, reserved] = found;
  assert.equal(first, 0);
  // Two arrays of 1000 elements, or three: an array without references is released with the next call.
  assert.ok(most >= 8000 && most <= 3 * 4096, `${most}`);
  assert.ok(after >= 4000 && after < most, `${after}`);
  assert.ok(reserved);
});

test('a pinned copy is one of the CPU', () => {
  const found = run(`
x = torch.arange(3.0)
p = x.pin_memory()
x.add_(1)
found = [x.is_pinned(), p.is_pinned(), p.pin_memory() is p, p.tolist(), p.to("cuda", non_blocking=True).cpu().tolist(), (p + 1).is_pinned()]`);
  assert.deepEqual(found, [false, true, true, [0, 1, 2], [0, 1, 2], false]);
  assert.match(said('torch.ones(1, device="cuda").pin_memory()'), /^RuntimeError: cannot pin/);
});

test("both editions' Benchmark", () => {
  py.printed();
  const found = run(`
from d2l import torch as d2l
import d2l as first
calls = []
timed = d2l.Benchmark(lambda: calls.append(0), warmup=1, repeats=4)
with d2l.Benchmark("block"), d2l.Benchmark(description="named"), first.Benchmark():
    pass
found = [len(calls), timed.time >= 0, repr(timed) == f"time: {1000 * timed.time:.2f} ms/call"]`);
  assert.deepEqual(found, [5, true, true]);
  assert.match(py.printed(), /^Done: \d\.\d{4} sec\nnamed: \d\.\d{4} sec\nblock: \d\.\d{4} sec\n$/);
  assert.match(said('first.mxnet.Benchmark(print)'), /^TypeError: .*with Benchmark\('label'\)/);
});

test('the time of enqueuing is divided among operations that share a reading, and waits are taken off', () => {
  const found = run(`
from asynclab.torch.profiler import FunctionEventAvg, _bound, enqueuing
times = lambda *given: [None if math.isnan(one.time) else round(one.time, 6) for one in enqueuing(*given)]
found = [
    times([1.0, 3.0], [], 0.0, 4.0), times([1.0, 1.0, 1.0, 4.0], [], 0.0, 4.0), times([1.0, 9.0], [[2.0, 8.0]], 0.0, 9.0),
    times([1.0, None, 2.0], [], 0.0, 2.0), times([], [], 0.0, 1.0), times([1.0, 1.0], [], 0.0, 5.0),
]
rows = {name: FunctionEventAvg(name) for name in "ab"}
spent = enqueuing([1.0, 1.0, 1.0, 4.0, 6.0], [], 0.0, 6.0)
_bound(rows, [*"abbaa"], spent)
found.append([[row.cpu_time_less, row.cpu_time_more] for row in rows.values()])`);
  assert.deepEqual(found, [
    [1000, 2000],
    [1000, 1000, 1000, 1000],
    [1000, 2000],
    [1000, null, 1000],
    [],
    [1000, 4000],
    // In the stretch of 3 ms, `b` was enqueued twice and `a` once.
    [
      [1000, 2000],
      [2000, 1000],
    ],
  ]);
});

test('what is free is what the limit leaves beside all that is reserved', () => {
  const found = run(`
x = torch.ones(100_000)
del x
torch.ones(1)
free, whole = torch.cuda.mem_get_info()
found = [torch.cuda.memory_reserved() > torch.cuda.memory_allocated(), whole - free == torch.cuda.memory_reserved()]`);
  assert.deepEqual(found, [true, true]);
});

test('an event on a busy device has the time at which a synchronization ended', () => {
  const found = run(`
import types
from asynclab.torch import cuda
ticks = iter(range(100))
clock, js = cuda.time, cuda._lab.js
class Busy:
    def idle(self):
        return False
    def __getattr__(self, name):
        return getattr(js, name)
try:
    cuda.time = types.SimpleNamespace(perf_counter=lambda: next(ticks))
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    cuda._lab.js = Busy()
    end.record()
    cuda._lab.js = js
    torch.cuda.synchronize()
    cuda.time.perf_counter()
    found = start.elapsed_time(end)
finally:
    cuda.time, cuda._lab.js = clock, js`);
  assert.equal(found, 1000, 'the next reading of the clock after that of the first event');
});
