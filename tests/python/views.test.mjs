// Views, which share elements with their base: random programs beside NumPy's own, and chains of views that must hold nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { python } from './python.mjs';

const interpreter = process.env.ASYNCLAB_PYTHON;
const programs = new URL('views.py', import.meta.url);
const SEEDS = 40;
let it;

before(async () => {
  it = await python();
  it.pyodide.FS.writeFile('views.py', readFileSync(programs));
  it.run(
    'import gc, sys\nsys.path.insert(0, "")\nimport asynclab.as_books, numpy, torch, views\nfrom mxnet import np as mxnp',
  );
});

test(
  'random views and changes in place give what NumPy gives',
  {
    skip:
      !interpreter && 'ASYNCLAB_PYTHON names no Python with NumPy: run `cargo xtask test python`',
  },
  () => {
    const given = [fileURLToPath(programs), 'numpy', String(SEEDS)];
    const wanted = JSON.parse(execFileSync(interpreter, given, { encoding: 'utf8' }));
    for (let seed = 0; seed < SEEDS; seed++)
      assert.ok(
        it.run(`views.program(numpy, ${seed})`) === wanted[seed],
        `the arrays of views.program(numpy, ${seed}) are not those of NumPy`,
      );
  },
);

test("PyTorch's rules of views: view refuses what reshape copies, a parameter follows its data, a moved module leaves its views", () => {
  it.run(`x = torch.arange(6.0).reshape(2, 3)
row, turned = x[1], x.t()
x += 10
turned[0, 1] = -1
copied = turned.reshape(-1)
copied += 100
flat = turned.contiguous()
flat.zero_()
layer = torch.nn.Linear(3, 1)
data = layer.weight.data
with torch.no_grad():
    layer.weight.fill_(2)
layer.to("cuda")
data.fill_(5)`);
  assert.equal(
    it.run('str([x.tolist(), row.tolist(), data.tolist(), layer.weight.tolist()])'),
    '[[[10.0, 11.0, 12.0], [-1.0, 14.0, 15.0]], [-1.0, 14.0, 15.0], [[5.0, 5.0, 5.0]], [[2.0, 2.0, 2.0]]]',
  );
  assert.match(
    it.run(
      'def said():\n    try:\n        turned.view(-1)\n    except RuntimeError as e:\n        return str(e)\nsaid()',
    ),
    /use \.reshape/i,
  );
});

const LOOPS = {
  'x = x.t()': 'torch.ones(4, 3)',
  'x = x[:].view(-1).view(4, 3).detach()': 'torch.ones(4, 3)',
  'x = x.reshape((3, 4))[0:].reshape((4, 3))': 'mxnp.ones((4, 3))',
  'x = x.T[::-1]': 'numpy.ones((4, 3))',
};
for (const [line, made] of Object.entries(LOOPS))
  test(`10,000 views, ${line} in a loop: nothing grows`, () => {
    const each = line.match(/\.(?!de)|\[/g).length;
    const grown = (times) =>
      JSON.parse(
        it.run(`def measured():
    x = ${made}
    for _ in range(${times}):
        ${line}
    x._lab.base.flush()
    return f"[{x._lab.base.live}, {len(gc.get_objects())}, {sys.getallocatedblocks()}]"
measured()`),
      );
    grown(20);
    const [live, objects, blocks] = grown(20);
    const heap = it.pyodide._module.HEAP8.length;
    const later = grown(Math.ceil(10_000 / each));
    assert.ok(later[0] - live <= 2, `arrays: ${live}, then ${later[0]}`);
    assert.ok(later[1] - objects < 200, `Python's objects: ${objects}, then ${later[1]}`);
    assert.ok(later[2] - blocks < 2000, `Python's blocks: ${blocks}, then ${later[2]}`);
    assert.equal(it.pyodide._module.HEAP8.length, heap);
  });
