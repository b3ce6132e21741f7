// The driver behind `cargo xtask run`: its output, and its errors.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { layOut } from '../../xtask/browser/table.mjs';
import { site } from './harness.mjs';

const driver = fileURLToPath(new URL('../../xtask/browser/run.mjs', import.meta.url));

/** Runs the driver to its end. */
async function drive(request, env = {}) {
  const child = spawn('node', [driver, JSON.stringify({ parameters: {}, ...request })], {
    env: { ...process.env, ...env },
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out, error, code };
}

test('an experiment that does not exist is an error that names those that do', async () => {
  const { out, error, code } = await drive({ url: await site(), experiment: 'no-such' });
  assert.match(error, /^error: there is no experiment "no-such"; there are warmup, /m);
  assert.doesNotMatch(error, /^\s+at /m, 'no stack trace');
  assert.deepEqual({ out, code }, { out: '', code: 2 });
});

test('a value out of range is an error that names the range', async () => {
  const request = { url: await site(), experiment: 'warmup', parameters: { n: 5000 } };
  const { out, error, code } = await drive(request);
  assert.match(error, /^error: warmup: n is 5000; .*from 8 to 4096, or auto$/m);
  assert.deepEqual({ out, code }, { out: '', code: 2 });
});

test('a browser that is missing is an error that says which', async () => {
  const env = { ASYNCLAB_CHROMIUM: '/no/such/browser', ASYNCLAB_SHELL: '' };
  const { error, code } = await drive({ url: await site(), experiment: 'warmup' }, env);
  assert.match(error, /^error: \/no\/such\/browser did not start/);
  assert.doesNotMatch(error, /^\s+at /m, 'no stack trace');
  assert.equal(code, 1);
});

test('a page without the lab is an error that says so', async () => {
  const url = new URL('www/page/page.css', await site()).href;
  const { error, code } = await drive({ url, experiment: 'warmup', patience: 500 });
  assert.match(error, /^error: the page did not start/m);
  assert.equal(code, 1);
});

test('tables align numbers right and words left', () => {
  const table = {
    columns: ['way', 'median'],
    rows: [
      ['blocking', '378 ms'],
      ['enqueued', '≤ 1.5 ms'],
      ['none', '–'],
    ],
  };
  assert.equal(
    layOut(table),
    ['way         median', 'blocking    378 ms', 'enqueued  ≤ 1.5 ms', 'none             –'].join(
      '\n',
    ),
  );
  assert.equal(layOut({ columns: ['a', 'b'], rows: [['1']] }), 'a  b\n1');
});
