// Compares the lab's results of programs with PyTorch's (pytorch.txt): copies, parameters, optimizers, gradients.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { python } from './python.mjs';

const at = (name) => new URL(name, import.meta.url);
const answers = readFileSync(at('pytorch.txt'), 'utf8').trimEnd().split('\n');
let py;

before(async () => {
  py = await python();
  py.pyodide.FS.writeFile('pytorch.py', readFileSync(at('pytorch.py')));
  py.run(
    'import sys\nsys.path.insert(0, "")\nimport asynclab.as_books, pytorch\nfrom pytorch import torch',
  );
});

for (const line of answers) {
  const [name] = line.split(':', 1);
  test(name.replaceAll('_', ' '), () =>
    assert.equal(
      py.run(
        `import gc\ntold = " | ".join(str(pytorch.CASES[${JSON.stringify(name)}]()).splitlines())\ngc.collect()\ntold`,
      ),
      line.slice(name.length + 2),
    ),
  );
}

test('every program has an answer', () =>
  assert.equal(py.run('len(pytorch.CASES)'), answers.length));
