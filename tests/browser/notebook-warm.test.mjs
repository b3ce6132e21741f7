// The kernels of a perceptron from scratch are compiled while Python starts, so that no cell waits for its products.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { open } from './harness.mjs';

// Only the warmed sizes are used: for other sizes the backend may choose another kernel of the same product.
const CELLS = [
  `import torch
X = torch.randn(1000, 20, device="cuda")
y = (X[:, 0] * X[:, 1] > 0).long()
W1, b1 = torch.randn(20, 64, device="cuda") * 0.1, torch.zeros(64, device="cuda")
W2, b2 = torch.randn(64, 2, device="cuda") * 0.1, torch.zeros(2, device="cuda")
params = [p.requires_grad_() for p in (W1, b1, W2, b2)]`,
  `def net(X):
    H = torch.relu(X.matmul(W1) + b1)
    return H.matmul(W2) + b2
def cross_entropy(o, y):
    e = torch.exp(o)
    return -torch.log((e / e.sum(1, keepdim=True))[range(len(o)), y]).mean()
for i in range(20):
    l = cross_entropy(net(X), y)
    l.backward()
    with torch.no_grad():
        for p in params:
            p -= 0.1 * p.grad
            p.grad.zero_()
print(l.item() < 1)`,
];

/** The most kernels that a perceptron of layers, trained by Adam, still waits for in its cells, since their sizes were not warmed. */
const MOST_IN_CELLS = 14;

test('a perceptron of layers finds most of its kernels compiled, those of its products and its loss among them', async (t) => {
  const { page } = await open(t, { path: 'notebook.html?lang=en', isStarted: false });
  const text = await readFile(
    new URL('../../examples/notebooks/mlp.ipynb', import.meta.url),
    'utf8',
  );
  const { ok, operations, kernels } = await page.evaluate(async (text) => {
    const notebook = await globalThis.asynclabNotebook;
    notebook.open(text);
    const ok = await notebook.run(notebook.codes);
    await notebook.charted;
    const lives = notebook.codes.map(({ cell }) => notebook.lives.get(cell.id)).filter(Boolean);
    return {
      ok,
      operations: [
        ...new Set(lives.flatMap(({ operations }) => operations.map(({ name }) => name))),
      ],
      // A kernel that is compiled while several cells are unfinished is recorded for each of them.
      kernels: [
        ...new Map(
          lives.flatMap(({ kernels }) =>
            kernels.map(({ name, from }) => [`${name} ${from}`, name]),
          ),
        ).values(),
      ],
    };
  }, text);
  assert.ok(ok);
  t.diagnostic(`${operations.length} kinds of operations; compiled in cells: ${kernels}`);
  assert.ok(kernels.length <= MOST_IN_CELLS, `${kernels.length} kernels: ${kernels}`);
  assert.ok(operations.includes('matmul') && operations.length > 15, `${operations}`);
  for (const name of ['matmul', 'relu', 'reluGrad', 'exp', 'log', 'mean', 'max'])
    assert.ok(!kernels.includes(name), `${name} was compiled in a cell: ${kernels}`);
});

test('a perceptron from scratch finds the kernels of its products compiled', async (t) => {
  const { page } = await open(t, { path: 'notebook.html?lang=en', isStarted: false });
  const cells = CELLS.map((source, i) => ({
    cell_type: 'code',
    id: `c${i}`,
    metadata: {},
    source,
    outputs: [],
  }));
  const text = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
  const { ok, lives } = await page.evaluate(async (text) => {
    const notebook = await globalThis.asynclabNotebook;
    notebook.open(text);
    const ok = await notebook.run(notebook.codes);
    await notebook.charted;
    return {
      ok,
      lives: notebook.codes.map(({ cell }) => {
        const { kernels, operations } = notebook.lives.get(cell.id);
        return { kernels: kernels.map(({ name }) => name), operations: operations.length };
      }),
    };
  }, text);
  assert.ok(ok);
  assert.ok(lives[1].operations > 500, `${lives[1].operations} operations`);
  const waited = lives.flatMap(({ kernels }) => kernels);
  const parts = ['matmul', 'exp', 'div', 'take', 'segmentSum', 'log'];
  assert.deepEqual(
    parts.filter((name) => waited.includes(name)),
    [],
    `compiled in cells: ${waited}`,
  );
});
