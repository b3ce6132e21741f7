// `torch.profiler` and memory snapshots in notebooks: they report the data of the timeline below the cell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const notebook = (...cells) =>
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: cells.map((source, i) => ({
      cell_type: 'code',
      id: `c${i}`,
      metadata: {},
      source,
      outputs: [],
    })),
  });

/** Runs all cells on the software adapter. */
const runAll = (page, ...cells) =>
  page.evaluate(
    async (text) => {
      const notebook = await globalThis.asynclabNotebook;
      notebook.open(text);
      const ok = await notebook.run(notebook.codes);
      await notebook.charted;
      return {
        ok,
        status: document.getElementById('status').textContent,
        isolated: globalThis.crossOriginIsolated,
        cells: notebook.codes.map(({ cell }) => ({
          text: cell.outputs.map(({ text, traceback }) => text || traceback).join(''),
          life: notebook.lives?.get(cell.id),
        })),
        count: notebook.allCells.element.querySelector('figcaption')?.textContent,
      };
    },
    notebook(...cells),
  );

test('a profile has the operations of its block, and the timeline has them too', async (t) => {
  const { page, errors } = await open(t, { path: 'notebook.html?lang=en' });
  const { ok, status, cells } = await runAll(
    page,
    'import json, math, torch\nx = torch.randn(200, 200, device="cuda")\ny = x @ x',
    [
      'from torch.profiler import profile, record_function, ProfilerActivity',
      'with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as prof:',
      '    with record_function("products"):',
      '        for _ in range(3):',
      '            y = x @ x',
      '    z = y.exp()',
      'print(prof.key_averages().table(sort_by="cuda_time_total"))',
    ].join('\n'),
    [
      'by = {one.key: one for one in prof.key_averages()}',
      'print(sorted((key, one.count) for key, one in by.items()))',
      'print([(event.name, event.stack) for event in prof.events()])',
      'print(all(event.end >= event.start for event in prof.events()))',
      'block = prof.events()[0]',
      'print(block.cpu_time_total == by["products"].cpu_time_total, block.device_time == by["products"].cuda_time_total)',
      'print(all(one.cpu_time_total >= 0 for one in by.values()), sum(by[key].cpu_time_total for key in ("matmul", "exp")) > 0)',
      'print(math.isclose(by["products"].cuda_time_total, by["matmul"].cuda_time_total), by["products"].cpu_time_total > 0)',
      'prof.export_chrome_trace("trace.json")',
      'found = json.load(open("trace.json"))["traceEvents"]',
      'inside = [one for one in found if one.get("cat") == "user_annotation"]',
      'print([one["name"] for one in inside], inside[0]["dur"] > 0, any(inside[0]["ts"] <= one["ts"] <= inside[0]["ts"] + inside[0]["dur"] for one in found if one["name"] == "matmul"))',
      'print(sum(one["ph"] == "X" and one["name"] == "matmul" and "run" in one.get("cat", "") for one in found) >= 0, len(found) > 10)',
    ].join('\n'),
    'w = z + 1\nprint(w.shape)',
    // A wait inside a task, where Python waits by switching stacks.
    'import asyncio\nasync def f():\n    await asyncio.sleep(0.01)\n    return w.sum().item()\nprint(await f() == w.sum().item())',
  );
  assert.ok(ok, cells.map(({ text }) => text).join('\n') || status);
  const table = cells[1].text.split('\n');
  assert.match(
    table[1],
    /^ +Name +Self CPU % +Self CPU +CPU total +CPU time avg +Self CUDA +Self CUDA % +CUDA total +CUDA time avg +# of Calls {2}$/,
  );
  assert.match(
    table.find((line) => /^ +matmul/.test(line)),
    /^ +matmul +[\d.]+% +[\d.]+(us|ms) +[\d.]+(us|ms) +[\d.]+(us|ms) +[\d.]+(us|ms) +[\d.]+% .* 3 {2}$/,
  );
  assert.match(cells[1].text, /Self CUDA time total: [\d.]+(us|ms)/);
  assert.equal(
    cells[2].text,
    [
      "[('exp', 1), ('matmul', 3), ('products', 1)]",
      "[('products', []), ('matmul', ['<cell 2>(5)']), ('matmul', ['<cell 2>(5)']), ('matmul', ['<cell 2>(5)']), ('exp', ['<cell 2>(6)'])]",
      'True',
      'True True',
      'True True',
      'True True',
      "['products'] True True",
      'True True',
      '',
    ].join('\n'),
  );
  // The profiler read the recording in the middle of the run, and the recording is complete nevertheless.
  assert.deepEqual(
    cells.map(({ life }) => life.operations.map(({ name, line }) => [name, line])),
    [
      [
        ['normal', 2],
        ['matmul', 3],
      ],
      [...Array(3).fill(['matmul', 5]), ['exp', 6]],
      [],
      [['add', 1]],
      [
        ['sum', 4],
        ['sum', 5],
      ],
    ],
  );
  assert.deepEqual(
    cells[1].life.waits.map(({ kind, line }) => [kind, line]),
    [['profile', 2]],
  );
  assert.deepEqual(errors, []);
});

test('a memory snapshot names the line that made each array', async (t) => {
  const { page } = await open(t, { path: 'notebook.html?lang=en' });
  const { ok, cells } = await runAll(
    page,
    'import torch\nx = torch.zeros(1000, 100, device="cuda")\ny = x + 1',
    [
      'z = y[:10] * 2',
      'torch.cuda.synchronize()',
      'for one in torch.cuda.memory_snapshot():',
      '    frame, = one["blocks"][0]["frames"]',
      '    print(one["total_size"], frame["filename"], frame["line"])',
      'print(torch.cuda.memory_summary())',
    ].join('\n'),
  );
  assert.ok(ok, cells[1].text);
  const lines = cells[1].text.split('\n');
  assert.deepEqual(lines.slice(0, 3).sort(), [
    '4000 <cell 2> 1',
    '400000 <cell 1> 2',
    '400000 <cell 1> 3',
  ]);
  assert.match(cells[1].text, /\| line 3 of <cell 1> +\| +390\.6 KiB \| 1 array +\|/);
});

test('events on a busy device are timed by the device', async (t) => {
  const { page } = await open(t, { path: 'notebook.html?lang=en' });
  const { ok, cells } = await runAll(
    page,
    'import torch\nx = torch.randn(300, 300, device="cuda")\ntorch.cuda.synchronize()',
    [
      'start, middle, end = (torch.cuda.Event(enable_timing=True) for _ in range(3))',
      'for _ in range(20): x = x @ x / 300',
      'start.record()',
      'for _ in range(20): x = x @ x / 300',
      'middle.record()',
      'y = x + 1',
      'end.record()',
      'asked = end.query()',
      'end.synchronize()',
      'print(asked in (True, False), start.query(), middle.query(), end.query())',
      'print(start.elapsed_time(middle) > 0, middle.elapsed_time(end) >= 0)',
      'print(abs(start.elapsed_time(middle) + middle.elapsed_time(end) - start.elapsed_time(end)) < 1e-6)',
      'print(start.elapsed_time(middle) > middle.elapsed_time(end))',
    ].join('\n'),
  );
  assert.ok(ok, cells[1].text);
  assert.equal(cells[1].text, 'True True True True\nTrue True\nTrue\nTrue\n');
});
