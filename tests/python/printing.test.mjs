// Compares the text of thousands of random arrays with NumPy's. In a Python with NumPy, which `cargo xtask test` installs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const interpreter = process.env.ASYNCLAB_PYTHON;

test(
  'four thousand arrays are printed as NumPy prints them',
  {
    skip:
      !interpreter && 'ASYNCLAB_PYTHON names no Python with NumPy: run `cargo xtask test python`',
  },
  () => {
    const program = new URL('printing.py', import.meta.url).pathname;
    const said = execFileSync(interpreter, [program], { encoding: 'utf8' });
    assert.match(said, /^4000 arrays, 0 differ/, said);
  },
);
