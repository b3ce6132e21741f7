// The parts that commands share, without a browser: tables for a terminal, the host of a built site, arguments that are rejected before a browser
// starts, and the driving of a page.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { checkNames, checkRun, exitCodeOf } from '../../xtask/browser/check.mjs';
import { openLab, runInPage } from '../../xtask/browser/drive.mjs';
import { withHeartbeat } from '../../xtask/browser/heartbeat.mjs';
import { LEAST, names } from '../../xtask/browser/sizes.mjs';
import { staticHost } from '../../xtask/browser/static.mjs';
import { layOut } from '../../xtask/browser/table.mjs';

test('a table aligns numbers right and words left, and ends no line with a space', () => {
  const rows = [
    ['a', '1', '≤ 2', '–', '3 ms'],
    ['long', '10', '-4', '', 'fast'],
  ];
  assert.equal(
    layOut({ columns: ['way', 'n', 'value', 'none', 'mixed'], rows }),
    [
      'way    n  value  none  mixed',
      'a      1    ≤ 2     –  3 ms',
      'long  10     -4        fast',
    ].join('\n'),
  );
  assert.equal(layOut({ columns: ['a', 'b'], rows: [['x']] }), 'a  b\nx');
});

test('a host serves the files below its folder, with their types, compressed once, and nothing else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'static-'));
  const sent = [];
  for (const [name, text] of [
    ['index.html', '<p>'],
    ['a.wasm', 'x'.repeat(5000)],
  ])
    await writeFile(join(folder, name), text);
  const host = await staticHost(pathToFileURL(`${folder}/`), '/course/', {
    compress: true,
    headers: { 'x-own': '1' },
    onSent: (...one) => sent.push(one),
  });
  t.after(async () => {
    host.close();
    await rm(folder, { recursive: true });
  });
  const get = (path) => fetch(new URL(path, host.address));
  const index = await get('');
  assert.deepEqual(
    [await index.text(), index.headers.get('content-type'), index.headers.get('x-own')],
    ['<p>', 'text/html', '1'],
  );
  const wasm = await get('a.wasm');
  assert.deepEqual(
    [
      (await wasm.text()).length,
      wasm.headers.get('content-type'),
      wasm.headers.get('access-control-allow-origin'),
    ],
    [5000, 'application/wasm', '*'],
  );
  assert.ok(sent[1][1] < 500, `${sent[1]}`);
  for (const path of ['none.js', '/other/index.html', '/'])
    assert.equal((await get(path)).status, 404, path);
  assert.deepEqual(
    sent.map(([name]) => name),
    ['index.html', 'a.wasm'],
  );
  assert.equal(new URL(host.address).port, String(host.port));
});

test('what the page would reject is rejected before a browser starts, with the code of a wrong command', async () => {
  await checkRun({ experiment: 'warmup', parameters: LEAST.warmup, device: 'cpu' });
  for (const asked of [
    { experiment: 'none' },
    { experiment: 'warmup', parameters: { n: -1 } },
    { experiment: 'warmup', parameters: { speed: 1 } },
    { experiment: 'warmup', device: 'tpu' },
  ])
    await assert.rejects(checkRun(asked), (error) => exitCodeOf(error) === 2);
  assert.deepEqual([exitCodeOf(new Error('x')), exitCodeOf({ code: 'NO_DEVICE' })], [1, 1]);
  checkNames('way', ['a'], ['a', 'b']);
  assert.throws(() => checkNames('way', ['a', 'c'], ['a', 'b']), {
    code: 'INVALID_OPTION',
    message: 'there is no way "c"; there are a, b',
  });
  for (const name of names) await checkRun({ experiment: name, parameters: LEAST[name] });
});

test('a page that is driven gives its result as JSON, and an error with its code as text', async (t) => {
  t.after(() => delete globalThis.asynclab);
  const asked = [];
  globalThis.asynclab = {
    ready: Promise.resolve(),
    run: async (...given) => (asked.push(given), { result: { a: 1 }, lines: ['one'], table: {} }),
    binding: async () => ({ binding: 'b', lines: ['two'] }),
  };
  const request = { experiment: 'x', parameters: { n: 1 }, device: null };
  assert.deepEqual(await runInPage(request), { json: '{"a":1}', lines: ['one'], table: {} });
  assert.deepEqual(await runInPage({ ...request, binds: true }), {
    json: '{"a":1,"binding":"b"}',
    lines: ['one', 'two'],
    table: {},
  });
  assert.deepEqual(asked[0], ['x', { parameters: { n: 1 }, device: undefined }]);
  for (const [thrown, seen] of [
    [Object.assign(new Error('no'), { code: 'BUSY' }), { code: 'BUSY', error: 'BUSY: no' }],
    [new Error('no'), { code: undefined, error: 'no' }],
    [undefined, { code: undefined, error: 'undefined' }],
  ]) {
    globalThis.asynclab.ready = Promise.reject(thrown);
    assert.deepEqual(await runInPage(request), seen);
  }
  const page = (found) => ({
    goto: async (url) => asked.push(url),
    waitForFunction: async (_, options) => (asked.push(options.timeout), found()),
  });
  await openLab(
    page(() => {}),
    'https://x.example/',
    5,
  );
  assert.deepEqual(asked.slice(-2), ['https://x.example/', 5]);
  await assert.rejects(
    openLab(
      page(() => {
        throw new Error('late');
      }),
      '',
    ),
    (error) => /offers no asynclab\.ready/.test(error.message) && error.cause.message === 'late',
  );
});

test('a long run shows every ten seconds that it is alive, until it ends', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  t.mock.method(console, 'error', () => {});
  let end;
  const run = withHeartbeat(new Promise((resolve) => (end = resolve)));
  t.mock.timers.tick(20_000);
  assert.equal(console.error.mock.callCount(), 2);
  end(5);
  assert.equal(await run, 5);
  t.mock.timers.tick(20_000);
  assert.equal(console.error.mock.callCount(), 2);
  await assert.rejects(withHeartbeat(Promise.reject(new Error('x'))));
  t.mock.timers.tick(20_000);
  assert.equal(console.error.mock.callCount(), 2);
});
