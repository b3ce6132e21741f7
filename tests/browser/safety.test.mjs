// Requests that the page's policy blocks. The limits of the sandbox are tested in experiment-sandbox.test.mjs.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { open, site } from './harness.mjs';

const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
const [, policy] = html.match(/Content-Security-Policy"\s*content="([^"]*)"/);
const directives = new Map(
  policy.split('; ').map((directive) => {
    const [name, ...sources] = directive.split(' ');
    return [name, sources.join(' ')];
  }),
);

test('the policy begins with nothing and allows the site itself, WebAssembly, and no inline script or style', () => {
  assert.equal(directives.get('default-src'), "'none'");
  assert.equal(directives.get('script-src'), "'self' 'wasm-unsafe-eval'");
  assert.equal(directives.get('style-src'), "'self'");
  assert.equal(directives.get('connect-src'), "'self'");
  assert.equal(directives.get('base-uri'), "'none'");
  assert.equal(directives.get('form-action'), "'none'");
  assert.equal(directives.get('require-trusted-types-for'), "'script'");
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:|\*/);
  // The policy comes before all elements to which it must apply.
  assert.ok(html.indexOf('Content-Security-Policy') < html.search(/<(script|link|style)/));
  assert.doesNotMatch(html, /<script>|<style|style="|\son\w+="/);
});

/** The attempts of an injected text or a foreign address. Runs inside the page. */
async function tries(elsewhere) {
  const rejected = [];
  const attempt = async (name, act) => {
    const silence = new Promise((_, no) => setTimeout(no, 1500));
    await Promise.race([act(), silence]).then(
      () => {},
      () => rejected.push(name),
    );
  };
  const loads = (tag, properties) =>
    new Promise((yes, no) => {
      const element = Object.assign(document.createElement(tag), { onload: yes, onerror: no });
      Object.assign(element, properties);
      document.head.append(element);
    });
  await attempt('markup', async () => (document.createElement('div').innerHTML = '<b>x</b>'));
  await attempt('inline script', () => {
    const script = document.createElement('script');
    script.append('globalThis.injected = true');
    document.head.append(script);
    return globalThis.injected ? Promise.resolve() : Promise.reject();
  });
  await attempt('script', () => loads('script', { src: elsewhere }));
  await attempt('style sheet', () => loads('link', { rel: 'stylesheet', href: elsewhere }));
  await attempt('image', () => loads('img', { src: elsewhere }));
  await attempt('fetch', () => fetch(elsewhere));
  await attempt('import', () => import(elsewhere));
  await attempt('worker', async () => new Worker(elsewhere));
  await attempt(
    'worker of a blob',
    () =>
      new Promise((yes, no) => {
        const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
        Object.assign(worker, { onmessage: yes, onerror: no });
      }),
  );
  return rejected;
}

test('the page lets in no script, style or data from elsewhere, and no text as script', async (t) => {
  const seen = [];
  const host = createServer(({ url }, response) => {
    seen.push(url);
    const headers = {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    };
    response.writeHead(200, { ...headers, 'content-type': 'text/javascript' }).end('export {}');
  }).listen(0, '127.0.0.1');
  t.after(() => host.close());
  await once(host, 'listening');
  const { page } = await open(t);
  await page.evaluate(() => globalThis.asynclab.ready);
  const elsewhere = `http://127.0.0.1:${host.address().port}/x.js`;
  assert.deepEqual(await page.evaluate(tries, elsewhere), [
    'markup',
    'inline script',
    'script',
    'style sheet',
    'image',
    'fetch',
    'import',
    'worker',
    'worker of a blob',
  ]);
  assert.deepEqual(seen, []);
});

test('a module of another build than its glue is rejected, in words', async (t) => {
  // The site for a browser that has cached the glue code of an older build.
  const host = createServer(async ({ url }, response) => {
    const answer = await fetch(new URL(url.slice(1), await site()));
    const body = Buffer.from(await answer.arrayBuffer());
    if (url.endsWith('.wasm')) body.write('elsewhen', body.length - 8);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') });
    response.end(body);
  }).listen(0, '127.0.0.1');
  t.after(() => {
    host.close();
    host.closeAllConnections();
  });
  await once(host, 'listening');
  const { page } = await open(t, { path: `http://127.0.0.1:${host.address().port}/` });
  const failure = await page.evaluate(() =>
    globalThis.asynclab
      .run('warmup', { device: 'cpu', parameters: { n: 64, rounds: 1 } })
      .catch(({ code, message }) => `${code}: ${message}`),
  );
  assert.match(failure, /^WASM_TYPE: .* another build/);
});
