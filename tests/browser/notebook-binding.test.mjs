// The part that binds a cell of a notebook: nothing is loaded or measured before the reader requests it.
// Alone: it compares times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './experiment-page.mjs';
import { site } from './harness.mjs';

const SOURCES = [
  "import torch\nx = torch.ones(4, device='cuda')\n(x + 1).sum().item()",
  'for i in range(40):\n    (x + i).sum().item()',
  'print(1)',
];
const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: SOURCES.map((source, i) => ({
    id: `cell-${i}`,
    cell_type: 'code',
    source,
    metadata: {},
    outputs: [],
    execution_count: null,
  })),
});

test('a cell that reads in a loop is not bound by its device’s work, and one without operations has no verdict', async (t) => {
  const page = await openPage(
    t,
    site().then((url) => `${url}notebook.html?lang=en`),
    // Python starts as for readers, which compiles kernels beforehand.
    { isStarted: false },
  );
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  const ok = await page.evaluate(async (text) => {
    const notebook = await globalThis.asynclabNotebook;
    notebook.open(text);
    return notebook.run(notebook.codes);
  }, NOTEBOOK);
  assert.equal(ok, true);
  assert.deepEqual(
    asked.filter((url) => /binding\/|run\/rates/.test(url)),
    [],
  );
  const hidden = () =>
    page.$$eval('.cell-binding', (elements) => elements.map((element) => element.hidden));
  assert.deepEqual(await hidden(), [false, false, true]);
  await page.locator('[data-cell="cell-1"] .cell-binding button').click();
  const found = await page.waitForSelector('[data-cell="cell-1"] [data-binds]');
  const shown = await found.evaluate((element) => element.dataset.binds);
  const binding = await page.evaluate(async () =>
    JSON.parse(JSON.stringify(await (await globalThis.asynclabNotebook).codes[1].bind())),
  );
  assert.equal(shown, binding.key);
  // On a busy machine Python itself may take longer than the waits. The device has next to nothing to do in any case.
  const { compute, bytes, waits } = binding.shares;
  assert.ok(['waits', 'overhead', 'rest', 'open'].includes(shown), JSON.stringify(binding));
  assert.ok(Math.max(compute.high, bytes.high) < 0.1 && waits.low > 0, JSON.stringify(binding));
  const none = await page.evaluate(async () => (await globalThis.asynclabNotebook).codes[2].bind());
  assert.equal(none, null);
  assert.deepEqual(page.errors, []);
});
