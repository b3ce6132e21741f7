// The enqueued work of a notebook's program: memory is counted at the call, and launches are bounded as in CUDA.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const MB = 1e6;

/** Runs all cells of a notebook on the CPU, beside the program. Returns their output, their errors, and the times of their operations. */
const runAll = async (t, cells, asynclab = {}) => {
  const { page } = await open(t, { path: 'notebook.html?lang=en' });
  return page.evaluate(
    async (cells, asynclab) => {
      const notebook = await globalThis.asynclabNotebook;
      notebook.open(
        JSON.stringify({
          ...{ nbformat: 4, nbformat_minor: 5, metadata: { asynclab } },
          cells: cells.map((source, i) => ({
            ...{ cell_type: 'code', id: `c${i}`, metadata: {}, source, outputs: [] },
          })),
        }),
      );
      document.getElementById('device').value = 'cpu';
      // After a cell that raises, the next cell still runs.
      for (const code of notebook.codes) await notebook.run([code]);
      await notebook.charted;
      return notebook.codes.map(({ cell }) => {
        const { operations = [], waits = [] } = notebook.lives?.get(cell.id) ?? {};
        return {
          text: cell.outputs.map(({ text }) => text ?? '').join(''),
          error: cell.outputs.find(({ type }) => type === 'error'),
          times: operations.map(({ enqueued, ended }) => [enqueued, ended]),
          waits: waits.map(({ kind, line }) => `${kind} ${line}`),
        };
      });
    },
    cells,
    asynclab,
  );
};

test('memory_allocated() rises by each array at its call, and falls at del, without a wait', async (t) => {
  const [{ text, waits, error }] = await runAll(t, [
    `import torch
busy = torch.randn(900, 900, device="cuda")
busy = busy @ busy
seen = [torch.cuda.memory_allocated()]
for name in ("x", "y", "z"):
    globals()[name] = torch.full((1000, 1000), 1.0, device="cuda")
    seen.append(torch.cuda.memory_allocated())
del y
seen.append(torch.cuda.memory_allocated())
del x, z
seen.append(torch.cuda.memory_allocated())
print([one - seen[0] for one in seen])`,
  ]);
  assert.equal(error, undefined);
  const found = JSON.parse(text);
  const [, one] = found;
  // An allocation is a little larger than the elements.
  assert.ok(one >= 4 * MB && one < 4.5 * MB, text);
  assert.deepEqual(found, [0, one, 2 * one, 3 * one, 2 * one, 0]);
  assert.deepEqual(waits, []);
});

test('a limit raises at the first call that cannot fit, at its own line, and the program goes on with the memory that it gives back', async (t) => {
  const [{ text, error, waits }, after] = await runAll(
    t,
    [
      `import torch
held = []

while True:
    held.append(torch.ones(1024, 1024, device="cuda"))`,
      'print(len(held), end=" ")\nheld.clear()\nprint(torch.ones(1024, 1024, device="cuda").sum().item())',
    ],
    { memoryLimit: 2 ** 26, allocator: 'stream-ordered' },
  );
  assert.equal(text, '');
  assert.match(error.name, /OutOfMemoryError|LabRuntimeError/);
  assert.match(error.traceback, /File "<cell 1>", line 5/);
  assert.match(error.message, /4194304 bytes/);
  assert.deepEqual(waits, [], 'nothing was waited for');
  // 16 arrays fit into 64 MiB.
  assert.equal(after.text, '16 1048576.0\n');
});

/** The most operations that were in flight at once: enqueued and not ended. */
function mostOnTheirWay(times) {
  const ends = times.map(([, ended]) => ended).toSorted((a, b) => a - b);
  const starts = times.map(([enqueued]) => enqueued).toSorted((a, b) => a - b);
  let ended = 0;
  return starts.reduce((most, at, i) => {
    while (ends[ended] <= at) ended += 1;
    return Math.max(most, i + 1 - ended);
  }, 0);
}

/** A product that takes long, and 3,000 operations behind it. */
const LOOPS = {
  torch: `import torch
x = torch.ones(8, device="cuda")
busy = torch.randn(1200, 1200, device="cuda")
busy = busy @ busy
for _ in range(3000): y = x + 1`,
  mxnet: `from mxnet import np
x = np.ones((8,))
busy = np.random.normal(0, 1, (1200, 1200))
busy = np.dot(busy, busy)
for _ in range(3000): y = x + 1`,
};

test('of torch at most 1,024 launches are on their way, as in CUDA; of mxnet, whose engine has no such bound, all are', async (t) => {
  for (const [library, source] of Object.entries(LOOPS)) {
    const [{ times, error }] = await runAll(t, [source]);
    assert.equal(error, undefined);
    assert.ok(times.length >= 3000, `${times.length} operations were recorded`);
    const most = mostOnTheirWay(times);
    t.diagnostic(`${library}: ${most} of ${times.length} at once`);
    if (library === 'torch') assert.ok(most <= 1024 && most > 500, `${most}`);
    else assert.ok(most > 2000, `${most}`);
  }
});
