// Plots: the figures of the book's part of matplotlib, as SVG with texts and axes.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
let kernel;
let count = 0;

before(async () => {
  py = await python();
  py.run('import asynclab.as_books, asynclab._kernel');
  kernel = py.pyodide.pyimport('asynclab._kernel');
  run('import matplotlib.pyplot as plt, torch\nfrom d2l import torch as d2l');
});

/** Runs a cell and returns its outputs. An error fails the test. */
function run(source) {
  const shown = [];
  const ok = kernel.run(source, (count += 1), (kind, text) => shown.push([kind, text]));
  assert.ok(ok, shown.at(-1)?.[1].replaceAll('\0', '\n'));
  return shown;
}
/** The figures of a cell: the description and the SVG of each. */
const figures = (source) =>
  run(source)
    .filter(([kind]) => kind === 'figure')
    .map(([, text]) => text.split('\0'));
const svgOf = (source) => figures(source).at(-1)[1];
/** Name and message of the error that a cell ends with. */
function errorOf(source) {
  const shown = [];
  assert.equal(
    kernel.run(source, (count += 1), (kind, text) => shown.push([kind, text])),
    false,
  );
  return shown.at(-1)[1].split('\0').slice(0, 2).join(': ');
}
const textsOf = (svg) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
/** The points of each line. */
const linesOf = (svg) =>
  [...svg.matchAll(/<path d="([^"]*)" fill="none"/g)].map(([, d]) =>
    [...d.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
  );

test('a line has its points, ticks and labels, and the figure stands after its cell', () => {
  const [[text, svg], ...others] = figures(
    'plt.figure(figsize=(4, 3))\nplt.plot([0, 1, 2], [0, 10, 40], label="loss")\nplt.xlabel("epoch"); plt.ylabel("loss"); plt.title("Training"); plt.legend(); plt.grid()',
  );
  assert.equal(others.length, 0);
  assert.equal(text, 'Training: loss over epoch (loss)');
  const texts = textsOf(svg);
  for (const text of ['epoch', 'loss', 'Training', '0', '40', '0.0', '2.0'])
    assert.ok(texts.includes(text), `${text} in ${texts}`);
  const [[[x0, y0], [x1, y1], [x2, y2]]] = linesOf(svg);
  assert.ok(Math.abs(x1 - x0 - (x2 - x1)) < 0.2, 'the same distance');
  assert.ok(Math.abs((y0 - y2) / (y0 - y1) - 4) < 0.02, 'four times as high');
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="384" height="288"/);
  assert.deepEqual(figures('1 + 1'), [], 'it is shown once');
});

test('show() shows what there is; two figures are two', () => {
  assert.equal(figures('plt.plot([1, 2])\nplt.show()\nplt.plot([2, 1])').length, 2);
  assert.equal(figures('plt.figure(); plt.plot([1, 2])\nplt.figure(); plt.plot([1, 2])').length, 2);
  assert.equal(
    figures('fig, ax = plt.subplots()\nax.plot([1, 2])\nfig').length,
    2,
    'as in Jupyter',
  );
});

test('tensors are drawn as what they hold', () => {
  const [line] = linesOf(svgOf('x = torch.arange(5, dtype=torch.float32)\nplt.plot(x, x ** 2)'));
  assert.equal(line.length, 5);
  assert.equal(linesOf(svgOf('plt.plot(torch.ones(4, 3))')).length, 3, 'a line for each column');
  assert.match(
    errorOf('plt.plot(torch.ones(2, requires_grad=True))'),
    /^RuntimeError: Can't call numpy\(\) on Tensor that requires grad/,
  );
  assert.match(
    errorOf('plt.plot(torch.ones(2, device="cuda"))'),
    /^TypeError: can't convert cuda:0 device type tensor to numpy/,
  );
  run('plt.close("all")');
});

test('formats choose colour, dashes and markers', () => {
  const svg = svgOf("plt.plot([1, 2], 'r--', [2, 3], 'go', [3, 4], 'm-.')");
  assert.match(svg, /stroke="#ff0000"[^>]*stroke-dasharray="6 4"/);
  assert.match(svg, /stroke="#008000"[^>]*stroke-linecap="round"/, 'round marks');
  assert.equal(linesOf(svg).length, 2, 'marks without a line');
  assert.match(
    errorOf("plt.plot([1], 'q')"),
    /ValueError: 'q' is not a valid format string \(unrecognized character 'q'\)/,
  );
  assert.match(
    errorOf('plt.plot([1, 2], [1, 2, 3])'),
    /x and y must have same first dimension, but have shapes \(2,\) and \(3,\)/,
  );
  run('plt.close("all")');
});

test('what is no number is a gap; a logarithmic axis has powers', () => {
  const svg = svgOf('plt.plot([1, float("nan"), 3, 4])');
  assert.equal(svg.match(/<path d="M[^"]*M[^"]*L[^"]*" fill="none"/g)?.length, 1);
  const texts = textsOf(svgOf('plt.semilogy([1, 10, 0, 1000])\nplt.xlim(0, 3)'));
  for (const text of ['1', '10', '100', '1000']) assert.ok(texts.includes(text), texts.join(' '));
  assert.match(errorOf('plt.yscale("symlog")'), /ValueError: .*asynclab draws 'linear' and 'log'/);
  run('plt.close("all")');
});

test('bars stand on zero, and histograms count as NumPy does', () => {
  const svg = svgOf("plt.bar(['a', 'b', 'c'], [1, 2, 4])");
  const feet = [...svg.matchAll(/M[\d.]+ ([\d.]+)V([\d.]+)H[\d.]+V/g)].map(
    ([, foot, end]) => foot - end,
  );
  assert.equal(feet.length, 3);
  assert.ok(Math.abs(feet[2] / feet[0] - 4) < 0.05, feet.join(' '));
  for (const name of ['a', 'b', 'c']) assert.ok(textsOf(svg).includes(name));
  // numpy.histogram([0, 1, 1, 2, 2, 2, 5], 5) and with density=True
  assert.equal(
    run('n, edges, _ = plt.hist([0, 1, 1, 2, 2, 2, 5], bins=5)\n(n, edges)')[0][1],
    '([1.0, 2.0, 3.0, 0.0, 1.0], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0])',
  );
  assert.match(
    run('plt.hist([0, 1, 1, 2, 2, 2, 5], bins=[0, 1, 5], density=True)[0]')[0][1],
    /^\[0\.14285714\d*, 0\.21428571\d*\]$/,
  );
});

test('points have sizes and shades; of a million one is drawn on each px', () => {
  const [, svg] = figures('plt.scatter(torch.randn(300000), torch.randn(300000), s=1)')[0];
  assert.ok(svg.length < 200_000, `${svg.length} characters`);
  assert.match(
    svgOf('plt.scatter([0, 1], [0, 1], c=[0, 1])'),
    /stroke="rgb\(68,1,84\)"[\s\S]*stroke="rgb\(253,231,37\)"/,
  );
  const [, long] = figures('plt.plot(torch.randn(100000))')[0];
  assert.ok(long.length < 60_000, `${long.length} characters`);
});

test('a picture is one image with its rows from above', () => {
  const svg = svgOf('plt.imshow(torch.eye(3), cmap="gray")');
  assert.match(svg, /<image href="data:image\/png;base64,[\w+/=]+"/);
  assert.match(
    errorOf('plt.imshow([[1, 2]], cmap="jet")'),
    /^ValueError: 'jet' is no colormap of asynclab; it has viridis/,
  );
  run('plt.close("all")');
});

test('rows and columns of plots', () => {
  const svg = svgOf(
    'fig, axes = plt.subplots(2, 2, figsize=(6, 4))\nfor i in range(2):\n    for j in range(2):\n        axes[i, j].plot([i, j])\n        axes[i][j].set_title(f"plot {i}{j}")',
  );
  for (const name of ['plot 00', 'plot 01', 'plot 10', 'plot 11'])
    assert.ok(textsOf(svg).includes(name));
  assert.equal(linesOf(svg).length, 4);
  assert.equal(
    linesOf(svgOf('plt.subplot(1, 2, 1); plt.plot([1, 2]); plt.subplot(122); plt.plot([2, 1])'))
      .length,
    2,
  );
});

test('the book’s plot, of a function and its tangent', () => {
  const svg = svgOf(
    "def f(x):\n    return 3 * x ** 2 - 4 * x\nx = torch.arange(0, 3, 0.1)\nd2l.plot(x, [f(x), 2 * x - 3], 'x', 'f(x)', legend=['f(x)', 'Tangent line (x=1)'])",
  );
  assert.equal(linesOf(svg).filter((line) => line.length === 30).length, 2);
  for (const text of ['x', 'f(x)', 'Tangent line (x=1)']) assert.ok(textsOf(svg).includes(text));
  assert.match(svg, /^<svg [^>]*width="336" height="240"/);
  assert.equal(linesOf(svgOf('d2l.plot(torch.arange(4.0))')).length, 1);
});

test('an Animator shows its figure again and again in one place', () => {
  const shown = run(
    "animator = d2l.Animator(xlabel='epoch', xlim=[1, 3], legend=['train loss', 'test acc'])\nfor epoch in range(3):\n    animator.add(epoch + 1, (1 / (epoch + 1), None if epoch < 2 else 0.5))",
  );
  const kinds = shown.map(([kind]) => kind);
  assert.deepEqual(kinds, [...Array(3).fill(['figure', 'clear']).flat(), 'figure']);
  const svg = shown.at(-1)[1].split('\0')[1];
  assert.equal(linesOf(svg)[0].length, 3);
  assert.ok(textsOf(svg).includes('test acc'));
});

test('a name that is not here says which there are; a file cannot be saved', () => {
  assert.match(
    errorOf('plt.contour([[1]])'),
    /^AttributeError: 'matplotlib.pyplot' of asynclab has no 'contour'; it has .*scatter/,
  );
  assert.match(errorOf('plt.scater([1], [1])'), /nearest: scatter/);
  assert.match(errorOf('plt.gca().plott([1])'), /nearest: plot/);
  assert.match(
    errorOf('plt.plot([1, 2])\nplt.savefig("a.png")'),
    /NotImplementedError: savefig\('a.png'\): .*the saved notebook has it as SVG/,
  );
  assert.match(
    errorOf('import matplotlib.animation'),
    /^ModuleNotFoundError: No module named 'matplotlib\.animation'/,
  );
});

test('texts cannot become markup', () => {
  const svg = svgOf(
    'plt.plot([1, 2], label="<script>&", color=\'red" onload="x\')\nplt.legend()\nplt.title("a < b & c")',
  );
  assert.doesNotMatch(svg, /<script| onload="/);
  assert.ok(textsOf(svg).includes('a &lt; b &amp; c'));
});

test('tqdm counts on one line', () => {
  py.run('import io, sys\nown, sys.stderr = sys.stderr, io.StringIO()');
  run(
    'from tqdm.auto import tqdm\nseen = []\nwith tqdm(range(4), desc="epoch") as bar:\n    for i in bar:\n        seen.append(i)\n        bar.set_postfix(loss=0.5)',
  );
  const printed = py.run('text, sys.stderr = sys.stderr.getvalue(), own\ntext');
  assert.match(printed, /^\repoch: {3}0%\| {10}\| 0\/4 \[00:00<\?, \?it\/s\]\r/);
  assert.match(printed, /epoch: 100%\|█{10}\| 4\/4 \[00:00<00:00, .*it\/s, loss=0\.5\]\n$/);
  assert.equal(printed.split('\n').length, 2);
  assert.equal(run('seen')[0][1], '[0, 1, 2, 3]');
});

test('plots in rows and columns are indexed as arrays; what a plot has not, it says', () => {
  const found = py.run(`
from matplotlib import pyplot as plt
fig, axes = plt.subplots(2, 3)
same = [
    axes.shape == (2, 3), axes.size == 6, axes.ndim == 2, axes[1, 2] is axes.flat[5], axes[:, 1] == [axes[0][1], axes[1][1]],
    axes[1, :2] == [axes[1][0], axes[1][1]], axes.T[2, 1] is axes[1, 2], axes[:1].shape == (1, 3), plt.subplots(1, 3)[1].shape == (3,),
]
plt.close("all")
str(same)`);
  assert.equal(found, `[${Array(9).fill('True').join(', ')}]`);
  for (const [code, error] of [
    ['plt.subplots(2, 2)[1].nothing', /AttributeError: .*plots of subplots.*shape/],
    ['plt.subplots(2, 2)[1][0, 0, 0]', /IndexError: too many indices/],
    ['plt.hist([1, 2, 2])[2][0].set_facecolor("r")', /TypeError: .*bars.*none can be taken alone/],
    [
      '[one.get_height() for one in plt.bar([1, 2], [3, 4])]',
      /TypeError: .*none can be taken alone/,
    ],
    ['plt.plot([1, 2])[0].nothing', /AttributeError: 'matplotlib line.*set_ydata/],
    ['plt.figure().colorbar(1)', /AttributeError: 'matplotlib Figure'/],
    ['plt.figure().add_subplot(111, projection="3d")', /NotImplementedError: .*'3d' is not here/],
  ])
    assert.match(errorOf(code), error);
  assert.doesNotMatch(errorOf('plt.contour([1])'), /Any/);
  assert.ok(py.run('import copy\nlen(copy.copy(plt.plot([1, 2])[0])) == 2'));
});
