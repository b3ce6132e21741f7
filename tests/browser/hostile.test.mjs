// Pages that mean harm: they open the lab's documents in every way that a browser offers, and forge its messages. On a host
// that sends no headers at all, as hosts of static pages do, and on `serve`; in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { staticHost } from '../../xtask/browser/static.mjs';
import { found } from './fixtures/firefox.mjs';
import { site } from './harness.mjs';

/** Where the document of the sandbox lies. */
const FRAME = 'www/sandbox/frame.html';

/** An attacker's code: it tells every window around from which origin it could have taken what. */
const LOOT = `
let stored = 'refused';
try { localStorage.setItem('loot', '1'); stored = 'stored'; } catch {}
for (const other of [parent, opener, top]) other?.postMessage({ ran: self.origin, stored }, '*');
globalThis.asynclabSandbox = async () => {};`;

/** A page that frames or opens a document, sends what begins a sandbox in every order, and keeps what is told back. */
const attack = (how, address) => `<!doctype html><title>hostile</title><body><script>
globalThis.told = [];
const begin = (target) => {
  // A message that begins nothing, as extensions send them, uses nothing up.
  target.postMessage({ noise: true }, '*');
  const { port2 } = new MessageChannel();
  target.postMessage({ source: ${JSON.stringify(LOOT)}, wasm: new ArrayBuffer(8), request: {} }, '*', [port2]);
};
addEventListener('message', ({ data, source }) => {
  if (data === 'ready') begin(source); else told.push(data);
});
const address = ${JSON.stringify(address)};
const how = ${JSON.stringify(how)};
let target;
if (how.startsWith('popup')) target = () => globalThis.opened;
if (how === 'popup') globalThis.opened = open(address);
if (how === 'popup without an origin') {
  // A frame that may open windows, and gives them its own lack of an origin.
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts allow-popups';
  frame.srcdoc = '<script>globalThis.opened = open(' + JSON.stringify(address) + ');' +
    'setInterval(() => { const { port2 } = new MessageChannel();' +
    'opened?.postMessage({ source: ' + JSON.stringify(${JSON.stringify(LOOT)}) + ' }, "*", [port2]); }, 100);' +
    'onmessage = ({ data }) => parent.postMessage(data, "*")</' + 'script>';
  document.body.append(frame);
}
if (how.startsWith('frame')) {
  const frame = document.createElement('iframe');
  const [, rights] = how.split(': ');
  if (rights !== undefined) frame.sandbox = rights;
  frame.src = address;
  document.body.append(frame);
  target = () => frame.contentWindow;
}
// Without waiting to be asked.
setInterval(() => target?.() && begin(target()), 100);
</script>`;

/** The ways in, and whether something may run at all: without an origin it may, for it reaches nothing. */
const WAYS = [
  ['frame', false],
  ['frame: allow-scripts allow-same-origin', false],
  ['frame: allow-scripts', true],
  ['popup', false],
  ['popup without an origin', false],
];

const browsers = ['chromium', ...(found ? ['firefox'] : [])];
let hosts;
before(async () => {
  const root = new URL('../../', import.meta.url);
  // The attacker's own page, at any address.
  const pages = createServer(({ url }, response) => {
    const { searchParams } = new URL(url, 'http://localhost');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(attack(searchParams.get('how'), searchParams.get('address')));
  }).listen(0);
  await once(pages, 'listening');
  hosts = { lab: await staticHost(root, '/lab/'), pages, port: pages.address().port };
});
const started = new Map();
after(async () => {
  for (const browser of started.values()) await (await browser).close();
  hosts.lab.close();
  hosts.pages.close();
  hosts.pages.closeAllConnections();
});

/** Code that an attack made run, after it had its time. */
async function attacked(t, name, address, from, how) {
  if (!started.has(name)) started.set(name, launch({ browser: name }));
  const browser = await started.get(name);
  const page = await browser.newPage();
  t.after(() => page.close());
  const asked = new URLSearchParams({ how, address });
  await page.goto(`${from}/attack?${asked}`);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const told = await page.evaluate(() => globalThis.told);
  return told.filter((message) => message?.ran !== undefined);
}

for (const name of browsers)
  for (const [how, mayRun] of WAYS)
    test(`${name}: as a ${how}, nothing runs in the lab's origin`, async (t) => {
      const serve = await site();
      for (const [kind, lab, from] of [
        ['another site', hosts.lab.address, `http://localhost:${hosts.port}`],
        ['the same site', hosts.lab.address, `http://127.0.0.1:${hosts.port}`],
        ['another site, of `serve`', serve, `http://localhost:${hosts.port}`],
      ]) {
        const ran = await attacked(t, name, new URL(FRAME, lab).href, from, how);
        const taken = ran.filter(({ ran: origin }) => origin !== 'null');
        assert.deepEqual(taken, [], kind);
        assert.ok(
          ran.every(({ stored }) => stored === 'refused'),
          kind,
        );
        // The test can fail: an opaque frame does begin.
        if (mayRun && kind !== 'another site, of `serve`') assert.ok(ran.length > 0, kind);
        if (!mayRun && !kind.includes('serve')) assert.deepEqual(ran, [], kind);
      }
    });
