// Hostile pages: they open the lab's documents in every way that a browser offers, and forge its messages. On a host that
// sends no headers, as hosts of static pages do, and on `serve`, in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { staticHost } from '../../xtask/browser/static.mjs';
import { found } from './fixtures/firefox.mjs';
import { site } from './harness.mjs';
import { patient } from './fixtures/patient.mjs';

/** The paths of the documents that run programs. */
const FRAME = 'www/sandbox/frame.html';
const NOTEBOOK = 'www/python/frame.html';

/** An attacker's code: it posts its origin, and the data that it could take, to every window around it. */
const LOOT = `
let stored = 'rejected';
try { localStorage.setItem('loot', '1'); stored = 'stored'; } catch {}
for (const other of [parent, opener, top]) other?.postMessage({ ran: self.origin, stored }, '*');
globalThis.asynclabSandbox = globalThis.asynclabNotebook = async () => {};`;

/** A page that frames or opens a document, sends the messages that begin a sandbox in every order, and keeps the answers. */
const attack = (how, address) => `<!doctype html><title>hostile</title><body><script>
globalThis.heard = [];
const begin = (target) => {
  // A message that begins nothing, as extensions send them, uses nothing up.
  target.postMessage({ noise: true }, '*');
  const { port2 } = new MessageChannel();
  target.postMessage({ source: ${JSON.stringify(LOOT)}, wasm: new ArrayBuffer(8), request: {} }, '*', [port2]);
};
addEventListener('message', ({ data, source }) => {
  if (data === 'ready') begin(source); else heard.push(data);
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

/** A page that opens a document at a press, keeps its window, and sends it and its frames the messages that begin a sandbox and the lab's own messages. */
const opener = (
  address,
) => `<!doctype html><title>hostile</title><body><button>open</button><script>
globalThis.heard = [];
globalThis.reached = [];
addEventListener('message', ({ data }) => heard.push(data));
const address = ${JSON.stringify(address)};
const reach = (what, how) => { try { how(); reached.push(what); } catch {} };
document.querySelector('button').onclick = () => {
  const lab = open(address, 'lab');
  // The ticks of a thread go on where those of a hidden page are few.
  const ticks = new Worker(URL.createObjectURL(new Blob(['setInterval(() => postMessage(0), 20)'])));
  ticks.onmessage = () => {
    for (const target of [lab, ...Array.from({ length: lab.length }, (_, i) => lab[i])]) {
      const { port2 } = new MessageChannel();
      target.postMessage({ source: ${JSON.stringify(LOOT)}, wasm: new ArrayBuffer(8), request: {} }, '*', [port2]);
      for (const forged of ['ready', 'PONG', { type: 'alive' }, { type: 'asynclab:result', result: {} }, { type: 'ready', ways: {} }])
        target.postMessage(forged, '*');
    }
    reach('its document', () => {
      // The empty document before the lab's is the opener's own.
      if (lab.document.URL === 'about:blank') throw 0;
    });
    reach('its function', () => lab.asynclab.run);
    if (lab.length > 0) reach('its frame', () => lab[0].document.body);
    if (lab.length > 0) globalThis.framed = true;
  };
};
</script>`;

/** A page that frames a document and floods it with forged messages of the lab's own parts. */
const flood = (address) => `<!doctype html><title>hostile</title><body><script>
const frame = document.createElement('iframe');
frame.src = ${JSON.stringify(address)};
document.body.append(frame);
const forged = [
  { type: 'asynclab:size', height: 1e9 }, { type: 'asynclab:run' }, { type: 'asynclab:result', result: {} },
  { type: 'asynclab:error', code: 'X', message: 'x' }, { type: 'run', name: 'warmup', device: 'cpu', parameters: {} },
  { type: 'probe', device: 'cpu' }, { type: 'close' }, { type: 'backends' }, { type: 'info', info: {} }, { source: 'x', request: {} },
  { perfetto: { buffer: new ArrayBuffer(8), title: 'x' } }, { reply: { lost: { code: 'DEVICE_LOST', message: 'x' } } }, { closed: 0 },
  'ready', 'PING', 'PONG', 'device', null, 7, [], new ArrayBuffer(2 ** 20), 'x'.repeat(2 ** 20),
];
globalThis.sent = 0;
setInterval(() => {
  for (let i = 0; i < 200; i += 1) {
    const { port1 } = new MessageChannel();
    frame.contentWindow?.postMessage(forged[globalThis.sent % forged.length], '*', i % 10 ? [] : [port1]);
    globalThis.sent += 1;
  }
}, 20);
</script>`;

/** The ways to open a document, and whether code may run there at all. Without an origin it may, since it reaches nothing. */
const WAYS = [
  ['frame', false],
  ['frame: allow-scripts allow-same-origin', false],
  ['frame: allow-scripts', true],
  ['popup', false],
  ['popup without an origin', false],
];

const nightly = Boolean(process.env.ASYNCLAB_NIGHTLY);
const browsers = ['chromium', ...(found && nightly ? ['firefox'] : [])];
if (!browsers.includes('firefox')) {
  const skip = nightly
    ? 'Firefox is not installed'
    : 'it takes minutes: `cargo xtask test nightly` runs it';
  test('hostile pages in Firefox', { skip }, () => {});
}
let hosts;
before(async () => {
  const root = new URL('../../', import.meta.url);
  const lab = await staticHost(root, '/lab/');
  // The attacker's own page, at any address, and the lab at the same origin, as on a host where both are published.
  const pages = createServer(async ({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname.startsWith('/lab/')) {
      const file = await fetch(new URL(url, lab.address));
      response.writeHead(file.status, {
        'content-type': file.headers.get('content-type') ?? '',
      });
      response.end(Buffer.from(await file.arrayBuffer()));
      return;
    }
    const [how, address] = [searchParams.get('how'), searchParams.get('address')];
    response.writeHead(200, { 'content-type': 'text/html' });
    const page = { flood, opener }[how] ?? ((address) => attack(how, address));
    response.end(page(address));
  }).listen(0);
  await once(pages, 'listening');
  hosts = { lab, pages, port: pages.address().port };
});
const started = new Map();
after(async () => {
  for (const browser of started.values()) await (await browser).close();
  hosts.lab.close();
  hosts.pages.close();
  hosts.pages.closeAllConnections();
});

/** The reports of code that an attack could run, after some time. */
async function attacked(t, name, address, from, how) {
  if (!started.has(name)) started.set(name, launch({ browser: name }));
  const browser = await started.get(name);
  const page = await patient(browser.newPage());
  t.after(() => page.close());
  const asked = new URLSearchParams({ how, address });
  await page.goto(`${from}/attack?${asked}`);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const heard = await page.evaluate(() => globalThis.heard);
  return heard.filter((message) => message?.ran !== undefined);
}

for (const name of browsers)
  for (const [how, mayRun] of WAYS)
    test(`${name}: as a ${how}, nothing runs in the lab's origin`, async (t) => {
      const serve = await site();
      const places = [
        ['another site', hosts.lab.address, `http://localhost:${hosts.port}`],
        ['the same site', hosts.lab.address, `http://127.0.0.1:${hosts.port}`],
        ['another site, of `serve`', serve, `http://localhost:${hosts.port}`],
        [
          'the same origin, another path',
          `http://localhost:${hosts.port}/lab/`,
          `http://localhost:${hosts.port}/other`,
        ],
      ];
      places.push(['the frame of notebooks', ...places[0].slice(1), NOTEBOOK]);
      // All places at once, since each waits for an attack that should not come.
      const check = async ([kind, lab, from, frame = FRAME]) => {
        const ran = await attacked(t, name, new URL(frame, lab).href, from, how);
        const taken = ran.filter(({ ran: origin }) => origin !== 'null');
        assert.deepEqual(taken, [], kind);
        assert.ok(
          ran.every(({ stored }) => stored === 'rejected'),
          kind,
        );
        // To prove that the test can fail: code does run in an opaque frame.
        if (mayRun && kind !== 'another site, of `serve`') assert.ok(ran.length > 0, kind);
        if (!mayRun && !kind.includes('serve')) assert.deepEqual(ran, [], kind);
      };
      await Promise.all(places.map(check));
    });

for (const name of browsers)
  for (const [file, place] of [
    ['index.html', '[data-experiment="warmup"]'],
    ['embed.html?experiment=warmup&device=cpu', 'async-lab'],
  ])
    test(`${name}: ${file} is flooded with forged messages, and nothing comes of it`, async (t) => {
      if (!started.has(name)) started.set(name, launch({ browser: name }));
      const page = await patient((await started.get(name)).newPage());
      t.after(() => page.close());
      const uncaught = [];
      page.on('pageerror', (error) => uncaught.push(error.message));
      const asked = new URLSearchParams({
        how: 'flood',
        address: new URL(file, hosts.lab.address),
      });
      await page.goto(`http://localhost:${hosts.port}/attack?${asked}`);
      const lab = await page.waitForFrame((frame) => frame.url().startsWith(hosts.lab.address));
      await lab.waitForSelector(place);
      await page.waitForFunction(() => globalThis.sent >= 10_000, {
        polling: 100,
      });
      const state = await lab.$eval(place, (one) => one.state ?? one.dataset.state ?? 'idle');
      assert.match(state, /^(idle|waiting|poster)$/);
      assert.equal(await lab.$('.message[role=alert]:not([data-code^=NO_])'), null);
      // The lab goes on with its work during the flood.
      const outcome = await lab.evaluate(async (selector) => {
        const parameters = { n: 64, repetitions: 4, rounds: 2 };
        const element = document.querySelector(selector);
        if (!element.run)
          await globalThis.asynclab.run('warmup', {
            device: 'cpu',
            parameters,
          });
        else {
          for (const [key, value] of Object.entries(parameters)) element.setAttribute(key, value);
          await element.run();
        }
        return 'a result';
      }, place);
      assert.equal(outcome, 'a result');
      assert.deepEqual(uncaught, []);
    });

for (const name of browsers)
  test(`${name}: who opens the lab and keeps its window runs nothing there, and a program of the reader's runs on`, async (t) => {
    if (!started.has(name)) started.set(name, launch({ browser: name }));
    const browser = await started.get(name);
    const page = await patient(browser.newPage());
    t.after(() => page.close());
    const asked = new URLSearchParams({
      how: 'opener',
      address: new URL('index.html', hosts.lab.address),
    });
    await page.goto(`http://localhost:${hosts.port}/attack?${asked}`);
    const popup = new Promise((resolve) => void page.once('popup', resolve));
    await page.locator('button').click();
    const lab = await popup;
    t.after(() => lab.close());
    const uncaught = [];
    lab.on('pageerror', (error) => uncaught.push(error.message));
    await lab.waitForFunction(() => globalThis.asynclab !== undefined);
    const printed = await lab.evaluate(async () => {
      const program = `import { connect } from './www/asynclab.js';
const lab = await connect();
console.log('sum', await lab.nd.ones([4]).sum().item());`;
      const { output } = await import('./www/sandbox/thread.js');
      const lines = [];
      output.addEventListener('line', ({ detail }) => lines.push(detail.text));
      await globalThis.asynclab.run('sandbox', { device: 'cpu', parameters: { program } });
      return { lines, opened: opener !== null, stored: localStorage.getItem('loot') };
    });
    assert.deepEqual(printed, { lines: ['sum 4'], opened: true, stored: null });
    // To prove that the test can fail: the program's frame was among the frames that got the message.
    const seen = await page.evaluate(() => {
      const { heard, reached, framed } = globalThis;
      return { heard, reached, framed };
    });
    assert.deepEqual(seen, { heard: [], reached: [], framed: true });
    assert.deepEqual(uncaught, []);
  });
