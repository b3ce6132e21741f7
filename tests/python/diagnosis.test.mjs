// The diagnosis in `torch.cuda`: warnings of waits, and memory.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
let kernel;
let count = 0;

before(async () => {
  py = await python();
  py.run(
    'import asynclab.as_books, asynclab._kernel\nimport asynclab\nasynclab.default().trace_sites(True)',
  );
  kernel = py.pyodide.pyimport('asynclab._kernel');
});

/** Runs a cell. Returns its outcome, and the warnings with their lines. */
function run(source) {
  const shown = [];
  py.run(
    'import warnings\ncaught = warnings.catch_warnings(record=True)\nheard = caught.__enter__()\nwarnings.simplefilter("always")',
  );
  const ok = kernel.run(source, (count += 1), (kind, text) => shown.push([kind, text.split('\0')]));
  const warned = py
    .run(
      'caught.__exit__(None, None, None)\n[f"{w.category.__name__} {w.lineno}: {w.message}" for w in heard]',
    )
    .toJs();
  return { ok, shown, warned };
}
const valueOf = (source) => run(source).shown.at(-1)[1][0];

test('set_sync_debug_mode warns of each call that waits, with its line; error rejects it', () => {
  run('import torch\nx = torch.ones(3, device="cuda")');
  const { ok, warned } = run(
    'torch.cuda.set_sync_debug_mode("warn")\ny = x + 1\nz = y.sum()\nz.item()\ny.cpu()\ntorch.cuda.synchronize()\nfor _ in range(2):\n    y.tolist()',
  );
  assert.ok(ok);
  assert.deepEqual(
    warned.map((one) => one.replace(/cell \d+/, 'cell')),
    [
      [4, 'item'],
      [5, 'cpu'],
      [8, 'data'],
      [8, 'data'],
    ].map(
      ([line, kind]) =>
        `UserWarning ${line}: called a synchronizing CUDA operation: ${kind} at line ${line} of <cell> waits until the device has computed what it reads`,
    ),
  );
  const { shown, warned: none } = run(
    'torch.cuda.set_sync_debug_mode(2)\nc = torch.ones(3)\nprint(c.sum().item(), torch.cuda.get_sync_debug_mode())\nx.sum().item()',
  );
  assert.deepEqual(none, []);
  assert.equal(shown.at(-1)[1][0], 'RuntimeError');
  assert.match(
    shown.at(-1)[1][1],
    /^called a synchronizing CUDA operation: item at line 4 of <cell/,
  );
  assert.deepEqual(run('torch.cuda.set_sync_debug_mode("default")\nx.sum().item()').warned, []);
  assert.match(
    run('torch.cuda.set_sync_debug_mode("loud")').shown[0][1][1],
    /expected one of `default`, `warn`, `error`/,
  );
});

test('memory is reported in PyTorch’s names, as far as the lab knows it', () => {
  run(
    'import torch\na = torch.zeros(1000, 100, device="cuda")\nb = torch.ones(10, device="cuda")\ntorch.cuda.synchronize()',
  );
  assert.equal(
    valueOf(
      's = torch.cuda.memory_stats()\ns["allocated_bytes.all.current"] == torch.cuda.memory_allocated()',
    ),
    'True',
  );
  assert.equal(
    valueOf(
      's["reserved_bytes.all.peak"] >= s["reserved_bytes.all.current"] >= s["allocated_bytes.all.current"] >= 400040',
    ),
    'True',
  );
  assert.equal(
    valueOf(
      'first = torch.cuda.memory_snapshot()[0]\nfirst["total_size"], first["blocks"][0]["state"]',
    ),
    "(400000, 'active_allocated')",
  );
  assert.equal(
    valueOf(
      'sum(one["total_size"] for one in torch.cuda.memory_snapshot()) <= torch.cuda.memory_allocated()',
    ),
    'True',
  );
  const summary = valueOf('torch.cuda.memory_summary()').replaceAll('\\n', '\n');
  assert.match(summary, /Allocated memory +\| +[34]\d\d\.\d KiB \| arrays that the program holds/);
});

test('a profile needs a recording', () => {
  const { shown } = run(
    'from torch.profiler import profile, record_function, ProfilerActivity\nwith profile(activities=[ProfilerActivity.CPU]) as prof:\n    pass',
  );
  assert.match(
    shown[0][1][1],
    /profile: operations are recorded where a notebook runs on the lab's page/,
  );
  assert.match(
    run('torch.profiler.tensorboard_trace_handler("x")').shown[0][1][1],
    /module 'torch.profiler' of asynclab has no 'tensorboard_trace_handler'/,
  );
  assert.match(
    run('torch.profiler.profile(schedule=1)').shown[0][1][1],
    /schedule is not here; put the with block/,
  );
  assert.match(run('torch.cuda.memory_stat').shown[0][1][1], /nearest: memory_stats/);
});
