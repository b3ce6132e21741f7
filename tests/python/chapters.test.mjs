// Programs in the style of the book's chapters (chapters/*.py) have the same output as with PyTorch (chapters/*.txt, written by
// `for f in *.py; do MPLBACKEND=Agg python -W ignore $f > ${f%.py}.txt; done` in an environment with PyTorch 2.15, NumPy 2.4 and
// matplotlib 3.11; newcomer_d2l.py also with d2l 1.0.3). The newcomer_*.py were written from the chapters’ titles alone. mxnet/*.py have the
// output of MXNet 2.0.0b1 with NumPy 1.23, jax/*.py that of JAX 0.10.2 on the CPU, tensorflow/*.py that of TensorFlow 2.21.0 with Keras
// 3.15.1 and NumPy 2.4 on Python 3.11 and the CPU.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { python } from './python.mjs';

const programs = ['mxnet', 'jax', 'tensorflow', 'chapters'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, import.meta.url))
    // Only the page has a profiler: notebook-chapters.test.mjs runs newcomer_profiling.py, and at night all programs.
    .filter((name) => name.endsWith('.py') && name !== 'newcomer_profiling.py')
    .map((name) => `${folder}/${name}`),
);
let py;

before(async () => {
  py = await python();
  py.run(
    'import warnings\nwarnings.simplefilter("ignore")\nimport asynclab.as_books, asynclab._kernel\nasynclab._kernel.display.show = lambda *_: None',
  );
});

for (const program of programs)
  test(program, () => {
    py.pyodide.globals.set('source', readFileSync(new URL(program, import.meta.url), 'utf8'));
    const printed = py.run(`
import contextlib, io, sys, types
own, sys.modules["__main__"] = sys.modules["__main__"], types.ModuleType("__main__")
try:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(source, ${JSON.stringify(program)}, "exec"), vars(sys.modules["__main__"]))
finally:
    sys.modules["__main__"] = own
out.getvalue()`);
    const wanted = readFileSync(new URL(program.replace(/py$/, 'txt'), import.meta.url), 'utf8');
    assert.equal(printed, wanted);
  });

test('there are programs', () => assert.ok(programs.length > 1, `${programs.length} programs`));
