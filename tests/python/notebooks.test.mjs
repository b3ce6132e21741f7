// The notebooks of `examples/notebooks/` from top to bottom, over the blocking lab of the CPU.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { python } from './python.mjs';

const folder = new URL('../../examples/notebooks/', import.meta.url);

for (const file of readdirSync(folder).filter((name) => name.endsWith('.ipynb')))
  test(`${file} runs from top to bottom`, async () => {
    const py = await python();
    py.run('import asynclab.as_books, asynclab._kernel');
    const kernel = py.pyodide.pyimport('asynclab._kernel');
    const { cells } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    let count = 0;
    for (const { cell_type: type, source } of cells) {
      // Profilers need recordings, which only the page makes.
      if (type !== 'code' || /\bprofiler\b/.test([source].flat().join(''))) continue;
      const shown = [];
      const ok = kernel.run([source].flat().join(''), (count += 1), (kind, text) =>
        shown.push([kind, text]),
      );
      assert.ok(
        ok,
        `cell ${count}: ${shown.at(-1)?.[1].split('\0').at(-1)}\n${[source].flat().join('')}`,
      );
    }
    assert.ok(count >= 3);
  });

test('a notebook shows the last value, errors at the reader’s line, and what IPython alone reads', async () => {
  const py = await python();
  py.run('import asynclab.as_books, asynclab._kernel');
  const kernel = py.pyodide.pyimport('asynclab._kernel');
  const run = (source) => {
    const shown = [];
    kernel.run(source, 1, (kind, text) => shown.push([kind, text.split('\0')]));
    return shown;
  };
  assert.deepEqual(run('1 + 1'), [['result', ['2']]]);
  assert.deepEqual(run('1 + 1;'), []);
  assert.deepEqual(run('None'), []);
  assert.deepEqual(run('%matplotlib inline\nx = """\n%not magic\n"""\nx'), [
    ['result', [String.raw`'\n%not magic\n'`]],
  ]);
  const [[, [name, message, traceback]]] = run(
    'import torch\ndef f():\n    return torch.ones(2) @ torch.ones(3)\nf()',
  );
  assert.equal(name, 'LabValueError');
  assert.match(message, /matmul/);
  assert.match(traceback, /line 4, in <module>[\s\S]*line 3, in f/);
  assert.doesNotMatch(traceback, /asynclab\/|_kernel/, 'it ends at the reader’s line');
  const [[, [syntax, , where]]] = run('def f(:\n  pass');
  assert.equal(syntax, 'SyntaxError');
  assert.match(where, /line 1/);
  assert.equal(run('def f(): return f()\nf()')[0][1][0], 'RecursionError');
  assert.equal(run('raise SystemExit(3)')[0][1][0], 'SystemExit');
  for (const asks of ['input("n? ")', 'import sys\nsys.stdin.readline()', 'list(sys.stdin)']) {
    const [, [kind, remedy, traceback]] = run(`x = 1\n${asks}`).at(-1);
    assert.equal(kind, 'StdinNotImplementedError', remedy);
    assert.match(remedy, /^input: nobody can answer .*; write the value into the program/);
    assert.match(traceback, /line [23], in <module>/);
    assert.doesNotMatch(traceback, /_kernel\.py/);
  }
  assert.equal(run('try:\n    input()\nexcept NotImplementedError:\n    print()\n1')[0][1][0], '1');
});
