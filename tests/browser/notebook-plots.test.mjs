// Plots of notebooks on the page: their modules are fetched when a cell asks for them, and figures are pictures with words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './harness.mjs';

/** A notebook of these cells. @param {...string} cells */
const notebook = (...cells) =>
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { asynclab: { device: 'cpu' } },
    cells: cells.map((source, i) => ({
      cell_type: 'code',
      id: `c${i}`,
      metadata: {},
      source,
      outputs: [],
    })),
  });

/** Runs a notebook from top to bottom: its outputs, its pictures, and the file that is saved. */
const runAll = (page, ...cells) =>
  page.evaluate(
    async (text) => {
      const notebook = await globalThis.asynclabNotebook;
      notebook.open(text);
      const ok = await notebook.run(notebook.codes);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const pictures = [...document.querySelectorAll('.cell-outputs img')];
      await Promise.all(pictures.map((one) => one.decode()));
      return {
        ok,
        outputs: notebook.codes.map(({ cell }) => cell.outputs.map(({ type }) => type)),
        pictures: pictures.map(({ alt, naturalWidth, naturalHeight }) => [
          alt,
          naturalWidth,
          naturalHeight,
        ]),
        error: notebook.codes
          .flatMap(({ cell }) => cell.outputs)
          .find(({ type }) => type === 'error')?.traceback,
        saved: JSON.parse(notebook.save()).cells.map(({ outputs }) => outputs),
      };
    },
    notebook(...cells),
  );

test('a notebook without plots fetches none of their modules; one with plots does, once', async (t) => {
  const asked = [];
  const { page, errors } = await open(t, {
    path: 'notebook.html?lang=en',
    before: (page) => void page.on('request', (request) => asked.push(request.url())),
  });
  const extras = () => asked.filter((url) => url.includes('extras')).length;
  const plain = await runAll(page, 'import torch\nprint(torch.ones(2).sum().item())');
  assert.ok(plain.ok, plain.error);
  assert.equal(extras(), 0);
  const { ok, error, outputs, pictures, saved } = await runAll(
    page,
    'import matplotlib.pyplot as plt\nimport torch\n%matplotlib inline',
    'plt.figure(figsize=(4, 3))\nplt.plot(torch.arange(5), torch.arange(5) ** 2)\nplt.xlabel("x")\nplt.ylabel("f(x)");',
    [
      'from d2l import torch as d2l',
      "animator = d2l.Animator(xlabel='epoch', legend=['loss'])",
      'for i in range(20):',
      '    animator.add(i, 1 / (i + 1))',
    ].join('\n'),
    'from tqdm import tqdm\nfor _ in tqdm(range(3)): pass',
  );
  assert.ok(ok, error);
  assert.equal(extras(), 1);
  assert.deepEqual(outputs, [[], ['figure'], ['figure'], ['text']]);
  assert.deepEqual(pictures, [
    ['f(x) over x (line)', 384, 288],
    ['y over epoch (loss)', 336, 240],
  ]);
  const [, [{ output_type: type, data }]] = saved;
  assert.equal(type, 'display_data');
  assert.match(data['image/svg+xml'].join(''), /^<svg [\s\S]*<text[\s\S]*<\/svg>$/);
  assert.deepEqual(data['text/plain'], ['<figure: f(x) over x (line)>']);
  assert.deepEqual(errors, []);
});

test('a picture of a program runs nothing', async (t) => {
  const { page, errors } = await open(t, { path: 'notebook.html?lang=en' });
  const { ok, pictures } = await runAll(
    page,
    [
      'from IPython.display import SVG, display',
      `display(SVG('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="parent.ran = 1"><script>parent.ran = 1; top.ran = 1</script></svg>'))`,
    ].join('\n'),
  );
  assert.ok(ok);
  assert.deepEqual(pictures, [['figure', 9, 9]]);
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  assert.deepEqual(errors, []);
});
