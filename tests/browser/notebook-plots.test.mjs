// Plots of notebooks on the page: their modules are fetched when a cell imports them, and figures are pictures with descriptions.
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

/** Runs a notebook from top to bottom. Returns its outputs, its pictures, and the saved file. */
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

test('jax is fetched with the first cell that names it, and never before', async (t) => {
  const asked = [];
  const { page } = await open(t, {
    path: 'notebook.html?lang=en',
    before: (page) => void page.on('request', (request) => asked.push(request.url())),
  });
  const fetches = () => asked.filter((url) => url.includes('jax.zip')).length;
  const plain = await runAll(page, 'import torch\nprint(torch.ones(2).sum().item())');
  assert.ok(plain.ok, plain.error);
  assert.equal(fetches(), 0);
  const { ok, error, outputs } = await runAll(
    page,
    'import jax\nimport jax.numpy as jnp\nstep = jax.jit(jax.grad(lambda x: jnp.sum(x ** 3)))\nassert step(jnp.arange(3.0)).tolist() == [0.0, 3.0, 12.0]\nprint(step(jnp.ones(2)))',
    'assert step(jnp.arange(3.0) + 1).tolist() == [3.0, 12.0, 27.0]\njax.random.split(jax.random.key(0))',
  );
  assert.ok(ok, error);
  assert.deepEqual(outputs, [['text'], ['result']]);
  assert.equal(fetches(), 1);
});

test('tensorflow is fetched with the first cell that names it, and never before', async (t) => {
  const asked = [];
  const { page } = await open(t, {
    path: 'notebook.html?lang=en',
    before: (page) => void page.on('request', (request) => asked.push(request.url())),
  });
  const fetches = () => asked.filter((url) => url.includes('tensorflow.zip')).length;
  const plain = await runAll(page, 'import torch\nprint(torch.ones(2).sum().item())');
  assert.ok(plain.ok, plain.error);
  assert.equal(fetches(), 0);
  const { ok, error, outputs } = await runAll(
    page,
    'import tensorflow as tf\nfrom d2l import tensorflow as d2l\nstep = tf.function(lambda x: tf.reduce_sum(x ** 3))\nassert float(step(tf.range(3.0))) == 9\nprint(step(tf.ones(2)))',
    'assert float(step(tf.range(3.0) + 1)) == 36\nwith d2l.try_gpu():\n    x = tf.ones((2, 2))\nx',
    'tf.print(x)',
  );
  assert.ok(ok, error);
  assert.deepEqual(outputs, [['text'], ['result'], ['text']]);
  assert.equal(fetches(), 1);
});
