// The site as a browser gets it: types, isolation, and that only files of the site are served.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, sources } from './harness.mjs';

const files = {
  '': 'text/html',
  'index.html': 'text/html',
  'www/asynclab.js': 'text/javascript',
  'www/pkg/asynclab.js': 'text/javascript',
  'www/pkg/asynclab_bg.wasm': 'application/wasm',
  'www/page/page.css': 'text/css',
};

/** Fetches a whole file: an unread response would keep its connection and this process alive. */
async function ask(path, headers = {}) {
  const answer = await fetch(new URL(path, await sources()), { headers });
  await answer.arrayBuffer();
  return answer;
}

for (const [file, type] of Object.entries(files)) {
  test(`/${file} is served as ${type}, isolated and never stale`, async () => {
    const answer = await ask(file);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type').split(';')[0], type);
    assert.equal(answer.headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(answer.headers.get('cross-origin-embedder-policy'), 'require-corp');
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    const etag = answer.headers.get('etag');
    const again = await ask(file, { 'if-none-match': etag, 'cache-control': 'no-cache' });
    assert.equal(again.status, 304);
  });
}

test('the rest of the checkout is not served', async () => {
  for (const path of [
    'Cargo.toml',
    'package.json',
    'src/lib.rs',
    'www/%2e%2e%2fCargo.toml',
    'www/',
    'target/',
  ]) {
    const answer = await ask(path);
    assert.equal(answer.status, 404, path);
  }
});

for (const file of ['www/pkg/asynclab.js', 'www/asynclab.js']) {
  test(`${file} loads as a module`, async (t) => {
    const { page } = await open(t, { path: await sources() });
    const names = await page.evaluate(async (url) => Object.keys(await import(url)), `/${file}`);
    assert.ok(names.length > 0);
  });
}

test('a page is isolated, and WebGPU has an adapter there and in the worker of the backend', async (t) => {
  const { page } = await open(t, { path: await sources() });
  const seen = await page.evaluate(async () => {
    const { connect } = await import('/www/asynclab.js');
    const lab = await connect();
    const { backendThread } = lab.info();
    lab.close();
    const here = await navigator.gpu?.requestAdapter();
    return { isolated: crossOriginIsolated, page: Boolean(here), backendThread };
  });
  assert.deepEqual(seen, { isolated: true, page: true, backendThread: 'worker' });
});
