// No modules of the Python package import each other in a circle, also not inside functions or for types only.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { python } from './python.mjs';

test('the modules of the package stand on each other, none in a circle', async () => {
  const py = await python();
  py.run(readFileSync(new URL('imports.py', import.meta.url), 'utf8'));
  const circles = (folder) => py.run(`",".join(circles(imports(Path(${JSON.stringify(folder)}))))`);
  py.run(`for name, text in {
    "__init__": "from . import a", "a": "def f():\\n    from .b import g", "b": "from typing import Any\\nfrom .a import f", "c": "import made.a",
}.items():
    path = Path(f"/tmp/made/{name}.py")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)`);
  assert.equal(circles('/tmp/made'), 'made.a,made.b', 'a circle is seen');
  assert.equal(circles('/lib/python3.14/site-packages/asynclab'), '');
  const modules = py.run('len(imports(Path("/lib/python3.14/site-packages/asynclab")))');
  assert.ok(modules > 40, `${modules} modules were looked at`);
});
