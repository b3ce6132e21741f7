// Programs in the style of the book's chapters (chapters/*.py) print what they print with PyTorch (chapters/*.txt, written by
// `for f in *.py; do python -W ignore $f > ${f%.py}.txt; done` in an environment with PyTorch 2.15 and NumPy 2.4).
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { python } from './python.mjs';

const folder = new URL('chapters/', import.meta.url);
const programs = readdirSync(folder).filter((name) => name.endsWith('.py'));
let py;

before(async () => {
  py = await python();
  py.run('import warnings\nwarnings.simplefilter("ignore")\nimport asynclab.as_books');
});

for (const program of programs)
  test(program, () => {
    py.pyodide.globals.set('source', readFileSync(new URL(program, folder), 'utf8'));
    const printed = py.run(`
import contextlib, io, sys, types
own, sys.modules["__main__"] = sys.modules["__main__"], types.ModuleType("__main__")
try:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(source, ${JSON.stringify(program)}, "exec"), vars(sys.modules["__main__"]))
finally:
    sys.modules["__main__"] = own
out.getvalue()`);
    const wanted = readFileSync(new URL(program.replace(/py$/, 'txt'), folder), 'utf8');
    assert.equal(printed, wanted);
  });

test('there are programs', () => assert.ok(programs.length > 1, `${programs.length} programs`));
