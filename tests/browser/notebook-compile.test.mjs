// `torch.compile` in notebooks, whose lab computes on two devices while the program goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

const CELLS = [
  [
    'import torch',
    'from torch import nn',
    'k = 3',
    'def f(x, w):',
    '    y = torch.tanh(x @ w * k)',
    '    return y, y.sum()',
    'fast, same = torch.compile(f, mode="reduce-overhead"), []',
    'for device in ("cuda", "cpu"):',
    '    for turn, n in enumerate((2, 2, 3, 2, 3)):',
    '        x, w = torch.randn(n, 4, device=device), torch.randn(4, 5, device=device)',
    '        same += [torch.equal(a, b) and a.device == b.device for a, b in zip(fast(x, w), f(x, w))]',
    'print(all(same), len(same), torch._dynamo.utils.counters["stats"]["unique_graphs"])',
  ],
  [
    'def reads(x):',
    '    y = x * 2',
    '    if y.sum() > 0:',
    '        y = y.cpu() + 1',
    '    return y',
    'x = torch.ones(3, device="cuda")',
    'e = torch._dynamo.explain(reads)(x)',
    'print(e.graph_break_count >= 0, e.break_reasons[0].user_stack[-1].lineno, torch.equal(torch.compile(reads)(x), reads(x)))',
  ],
  [
    'def train(wrap):',
    '    torch.manual_seed(1)',
    '    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)).to("cuda")',
    '    model = wrap(net)',
    '    adam = torch.optim.Adam(model.parameters(), lr=0.1)',
    '    for _ in range(3):',
    '        adam.zero_grad()',
    '        model(torch.ones(2, 4, device="cuda")).square().mean().backward()',
    '        adam.step()',
    '    with torch.no_grad():',
    '        return [model(torch.ones(2, 4, device="cuda") * turn).tolist() for turn in range(3)]',
    'print(train(torch.compile) == train(lambda net: net))',
  ],
].map((lines) => lines.join('\n'));

test('compiled functions and modules give what they give without', async (t) => {
  const { page } = await open(t, { path: 'notebook.html?lang=en' });
  const cells = CELLS.map((source, at) => ({
    cell_type: 'code',
    id: `c${at}`,
    metadata: {},
    source,
    outputs: [],
  }));
  const printed = await page.evaluate(
    async (text) => {
      const notebook = await globalThis.asynclabNotebook;
      notebook.open(text);
      await notebook.run(notebook.codes);
      return notebook.codes.map(({ cell }) =>
        cell.outputs.map(({ text, traceback }) => text || traceback).join(''),
      );
    },
    JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }),
  );
  assert.deepEqual(printed, ['True 20 4\n', 'True 3 True\n', 'True\n']);
});
