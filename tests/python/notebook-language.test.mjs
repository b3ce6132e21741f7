// The parts of notebooks that are not Python: magics, `await`, `display`, and a one-line error for each missing module.
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
});

/** Runs a cell. Returns its printed text and its other outputs. */
function run(source) {
  const shown = [];
  py.printed();
  const ok = kernel.run(source, (count += 1), (kind, text) => shown.push([kind, text]));
  return { ok, shown, printed: py.printed() };
}
/** The displayed value of a cell. */
const valueOf = (source) => {
  const { shown } = run(source);
  assert.equal(shown.at(-1)?.[0], 'result', JSON.stringify(shown));
  return shown.at(-1)[1];
};
/** Name, message and traceback of the error that a cell ends with. */
const errorOf = (source) => {
  const [kind, text] = run(source).shown.at(-1);
  assert.equal(kind, 'error');
  return text.split('\0');
};

const TIME = String.raw`[\d.]+(e[+-]\d+)? (s|ms|μs|ns)`;

test('%%time and %time print how long a program took, and show its value', () => {
  const { printed, shown } = run('%%time\nx = 3\nx + 1');
  assert.match(printed, new RegExp(`^Wall time: ${TIME}\\n$`));
  assert.deepEqual(shown, [['result', '4']]);
  assert.match(run('%time y = x * 2').printed, new RegExp(`^Wall time: ${TIME}\\n$`));
  assert.equal(valueOf('y'), '6', 'the statement ran in the cell’s scope');
  assert.match(run('for _ in range(2):\n    %time pass').printed, /^(Wall time: .*\n){2}$/);
});

test('%%time names the reader’s line in an error', () => {
  const [name, , traceback] = errorOf('%%time\nx = 1\n1 / 0');
  assert.equal(name, 'ZeroDivisionError');
  assert.match(traceback, /<cell \d+>", line 3/);
  assert.doesNotMatch(traceback, /_kernel|magics/);
});

test('%time and %timeit name the reader’s line in an error, and no other', () => {
  for (const magic of ['%time', '%timeit -n1 -r1']) {
    const [, , traceback] = errorOf(`x = 1\n\n${magic} x / 0\n`);
    const lines = Array.from(traceback.matchAll(/<cell \d+>", line (\d+)/g), ([, line]) => line);
    assert.deepEqual(new Set(lines), new Set(['3']), traceback);
  }
});

test('%timeit repeats a statement, %%timeit a cell, as often as it is asked', () => {
  const line = new RegExp(
    `^${TIME} ± ${TIME} per loop \\(mean ± std\\. dev\\. of 3 runs, 5 loops each\\)\\n$`,
  );
  assert.match(run('ran = []\n%timeit -n 5 -r 3 ran.append(1)').printed, line);
  assert.equal(valueOf('len(ran)'), '15');
  const one = new RegExp(`of 1 run, 1 loop each\\)\\n$`);
  assert.match(run('%%timeit -n1 -r1 z = 5\nran.append(z)\nz += 1').printed, one);
  assert.equal(valueOf('ran[-1]'), '5');
  assert.match(run('%timeit -r 2 pass').printed, /of 2 runs, [\d,]+ loops each/);
});

test('name? and help(name) print the signature and the docstring', () => {
  const { printed, ok } = run('import torch\ntorch.ones?\n?torch.nn.Linear\nx = 5\nx?');
  assert.ok(ok);
  assert.match(
    printed,
    /^Signature: torch\.ones\(\*shape, size=None, .*\nDocstring: A tensor of ones/,
  );
  assert.match(printed, /Signature: torch\.nn\.Linear\(in_features, out_features, bias=True/);
  assert.match(printed, /Type: {6}int\n$/);
  assert.match(run('torch.nothing?').printed, /^Object `torch\.nothing` not found\.\n$/);
  assert.match(run('help(torch.ones)').printed, /ones\([^]*A tensor of ones/);
});

test('every public function of torch has a docstring', () => {
  const found = py.run(`
import torch, torch.nn.functional, types
",".join(f"{module.__name__}.{name}" for module in (torch, torch.nn.functional) for name, value in vars(module).items()
    if not name.startswith("_") and isinstance(value, types.FunctionType) and value.__module__ in ("asynclab.torch", "asynclab.torch.nn.functional") and not value.__doc__)`);
  assert.equal(found, '');
});

test('a magic that is not here says what to do; a plot’s does nothing', () => {
  assert.deepEqual(
    run('%matplotlib inline\n%config InlineBackend.figure_format = "svg"').shown,
    [],
  );
  for (const asks of ['%%bash\nls', '%who', '!ls'])
    assert.match(
      errorOf(asks)[1],
      /^(%%bash|%who|!ls): there is no IPython and no shell here; write it in Python$/,
    );
  assert.match(run('!pip install pandas').printed, /nothing is installed here/);
});

test('await stands outside functions; tasks go on over cells; asyncio.run works', () => {
  run(
    'import asyncio\nlog = []\nasync def f(n):\n    await asyncio.sleep(0.001 * n)\n    log.append(n)\n    return n * n',
  );
  assert.equal(valueOf('await f(3)'), '9');
  assert.equal(
    valueOf('a, b = await asyncio.gather(f(2), f(1))\n(a, b, log[-2:])'),
    '(4, 1, [1, 2])',
  );
  assert.equal(valueOf('asyncio.run(f(4))'), '16');
  run('async def begun():\n    return asyncio.create_task(f(5))\ntask = await begun()');
  assert.equal(valueOf('(task.done(), await task)'), '(False, 25)');
  assert.equal(
    valueOf('async def g():\n    for i in range(3):\n        yield i\n[i async for i in g()]'),
    '[0, 1, 2]',
  );
  assert.equal(errorOf('await asyncio.wait_for(asyncio.sleep(60), 0.001)')[0], 'TimeoutError');
  const [name, message, traceback] = errorOf('async def h():\n    asyncio.run(f(1))\nawait h()');
  assert.equal(name, 'RuntimeError');
  assert.match(message, /write await in place of it/);
  assert.doesNotMatch(traceback, /_kernel|loop\.py/);
  assert.match(errorOf('await asyncio.Future()')[1], /nothing is left to run/);
});

test('display shows values in their order, and the last value follows', () => {
  assert.deepEqual(run('display(1, "a")\ndisplay([2])\n3').shown, [
    ['result', '1'],
    ['result', "'a'"],
    ['result', '[2]'],
    ['result', '3'],
  ]);
  assert.equal(valueOf('_'), '3');
  assert.deepEqual(run('%%capture\ndisplay(1)\nprint(2)'), { ok: true, shown: [], printed: '' });
});

test('a module that is not here is named in one line', () => {
  for (const name of [
    'pandas',
    'scipy.stats',
    'torchvision',
    'transformers',
    'sklearn.datasets',
    'seaborn',
  ]) {
    const [kind, message] = errorOf(`import ${name}`);
    assert.equal(kind, 'ModuleNotFoundError');
    assert.match(
      message,
      new RegExp(`^No module named '${name.split('.')[0]}': \\w+ \\(.*\\) is not here, .*; \\w+`),
    );
    assert.doesNotMatch(message, /\n/);
  }
  assert.match(
    errorOf('import nosuchthing')[1],
    /^No module named 'nosuchthing': it is not here, .*torch, jax, tensorflow, mxnet/,
  );
  assert.equal(
    valueOf('import importlib.util\nimportlib.util.find_spec("pandas") is None'),
    'True',
  );
  assert.equal(
    valueOf('try:\n    import pandas as pd\nexcept ImportError:\n    pd = None\npd is None'),
    'True',
  );
});

test('a snapshot of memory at the end of a cell is drawn as blocks with the lines that made them', () => {
  const { ok, shown } = run(`
from asynclab._kernel import cuda
def segment(size, line):
    frames = [{"filename": "<cell 1>", "line": line, "name": "<module>"}] if line else []
    return {"total_size": size, "blocks": [{"shape": (size // 4,), "frames": frames}]}
cuda.Snapshot([segment(4096, 3), segment(8192, 2), segment(4096, 3), segment(4, 0)])`);
  assert.ok(ok);
  const [kind, text] = shown.at(-1);
  assert.equal(kind, 'figure');
  const [described, svg] = text.split('\0');
  assert.equal(
    described,
    'the memory of 4 arrays: line 3 of <cell 1>: 2 arrays, 8.0 KiB; line 2 of <cell 1>: 1 array, 8.0 KiB; line unknown: 1 array, 4 B',
  );
  const blocks = [...svg.matchAll(/width="([\d.]+)" height="40" fill="([^"]+)"/g)];
  assert.deepEqual(
    blocks.map(([, width]) => Number(width)),
    [160, 160, 319.9],
  );
  assert.equal(blocks[0][2], blocks[1][2], 'arrays of one line have one colour');
  assert.notEqual(blocks[1][2], blocks[2][2]);
  assert.match(svg, /<title>line 2 of &lt;cell 1&gt;: 8\.0 KiB, 2048<\/title>/);
  assert.match(svg, /4 arrays, 16\.0 KiB; 1 too small to be drawn/);
  assert.match(run('cuda.Snapshot([])').shown.at(-1)[1], /^the memory of 0 arrays: \0<svg/);
});

test('Python reads a cell once for each group of lines for IPython, and at most a hundred times', () => {
  py.run(`import ast
read, plain = [], ast.parse
ast.parse = lambda *given, **named: (read.append(1), plain(*given, **named))[1]`);
  try {
    const lines = '%matplotlib inline\n'.repeat(5000);
    assert.equal(run(`${lines}x = 1\n${lines}`).ok, true);
    assert.ok(py.run('len(read)') <= 5);
    py.run('read.clear()');
    const [name, message] = errorOf('%matplotlib inline\nx = 1\n'.repeat(2500));
    assert.equal(name, 'NotImplementedError');
    assert.match(message, /more than 100 groups of lines for IPython/);
    assert.ok(py.run('len(read)') <= 101);
  } finally {
    py.run('ast.parse = plain');
  }
});

test('a question about a thing that cannot be looked at is answered', () => {
  const { printed } = run(`import torch
class Odd:
    """It is odd."""
    @property
    def part(self):
        raise RuntimeError("no")
odd = Odd()
odd.part?`);
  assert.match(printed, /^Object `odd\.part` not found/);
  assert.match(run('odd?').printed, /Docstring: It is odd\.\nType: +Odd/);
  assert.match(run('torch.nn.Linear?').printed, /Signature: torch\.nn\.Linear\(in_features/);
  assert.match(run('?nothing.at.all').printed, /Object `nothing\.at\.all` not found/);
  assert.match(run('odd.?').shown.at(-1)?.[1] ?? run('odd.?').printed, /not found|SyntaxError/);
  assert.match(run('x = [1]\nx[0]?').shown.at(-1)[1], /^SyntaxError/);
});
