// The sandbox: the abilities and limits of the reader's program, and how it is stopped.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { PUZZLE } from '../../www/experiments/sandbox/puzzle.js';
import { api, internal } from '../../www/sandbox/api.js';
import {
  checkedFailure,
  checkedInfo,
  checkedLabs,
  checkedOutput,
  checkedTrace,
} from '../../www/sandbox/checked.js';
import { printable } from '../../www/sandbox/printable.js';
import { HEAVIEST, weightOf } from '../../www/sandbox/weight.js';
import { attempt, openPage, runExperiment } from './experiment-page.mjs';
import { site } from './harness.mjs';

const SECTION = '[data-experiment="sandbox"]';
const HEAD = `import { connect } from './www/asynclab.js';\nconst lab = await connect();\n`;

for (const frame of ['sandbox', 'python'])
  test(`the policy of the ${frame}’s frame names its one script, and nothing beyond what it needs`, () => {
    const html = readFileSync(new URL(`../../www/${frame}/frame.html`, import.meta.url), 'utf8');
    const script = html.match(/<script>([^]*?)<\/script>/)[1];
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = html.match(/content="([^"]*)"/)[1];
    assert.ok(policy.includes(`script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'`), hash);
    assert.match(policy, /^default-src 'none';.* connect-src 'none';/);
    assert.doesNotMatch(policy, /'unsafe-|'self'|https?:|\*/);
  });

test('what comes out of the sandbox is taken only in the expected form', () => {
  const column = (Type, ...values) => Type.from(values);
  const times = ['enqueued', 'decoded', 'submitted', 'started', 'ended', 'completed'];
  const good = () => ({
    clock: 'performance',
    names: ['add'],
    shapes: [[2, 2]],
    op: column(Uint8Array, 0),
    shape: column(Uint32Array, 0),
    submission: column(Uint32Array, 0),
    turn: column(Uint32Array, 0),
    ...Object.fromEntries(times.map((name) => [name, column(Float64Array, 1)])),
    inputs: column(Uint32Array),
    inputOffsets: column(Uint32Array, 0, 0),
    waits: [{ kind: 'item', op: 0, from: 1, to: 2, line: 3 }],
    gpuClock: null,
    origin: 0,
  });
  assert.equal(checkedTrace(good()).waits[0].line, 3);
  const worked = { ...good(), flops: column(Float64Array, 4), bytes: column(Float64Array, 8) };
  assert.deepEqual(checkedTrace(worked).flops, worked.flops);
  for (const wrong of [
    null,
    7,
    {},
    { ...good(), op: column(Uint8Array, 1) },
    { ...good(), op: column(Uint8Array, 0, 0) },
    { ...good(), started: [1] },
    { ...good(), inputs: column(Uint32Array, 9) },
    { ...good(), inputOffsets: column(Uint32Array, 0) },
    { ...good(), names: [{}] },
    { ...good(), waits: [{ kind: {}, op: 0, from: 1, to: 2, line: 1 }] },
    { ...good(), shapes: [null] },
    { ...good(), shapes: [[2, -1]] },
    { ...good(), shapes: [Array.from({ length: 1e5 }, () => 1)] },
    { ...good(), shapes: Array.from({ length: 2e5 }, () => [1]) },
    { ...good(), op: column(BigUint64Array, 0n) },
    { ...good(), op: column(Int8Array, -1) },
    { ...good(), turn: column(BigUint64Array, 0n) },
    { ...good(), inputOffsets: column(Uint32Array, 0, 4294967295) },
    { ...good(), inputs: column(Uint32Array, 0), inputOffsets: column(Uint32Array, 1, 0) },
    // An operation that reads itself.
    { ...good(), inputs: column(Uint32Array, 0), inputOffsets: column(Uint32Array, 0, 1) },
    { ...good(), ended: column(Float64Array, 1e308) },
    { ...good(), ended: column(Float64Array, Infinity) },
    { ...good(), enqueued: column(Float64Array, NaN) },
    { ...good(), waits: [{ kind: 'item', op: 0, from: 2, to: 1, line: 1 }] },
    { ...good(), waits: [{ kind: 'item', op: 0, from: 1n, to: 2n, line: 1 }] },
    { ...good(), waits: { length: 2e9 } },
    { ...good(), names: { length: 2e9 } },
    { ...good(), device: column(Uint8Array, 3) },
    { ...good(), flops: column(Float64Array, -1) },
    { ...good(), flops: column(Float64Array, NaN) },
    { ...good(), bytes: column(Float64Array, 1e300) },
    { ...good(), bytes: column(Float64Array, 1, 1) },
    { ...good(), bytes: [1] },
    { ...good(), origin: 1n },
  ])
    assert.equal(checkedTrace(wrong), null);
  assert.equal(checkedInfo({ device: 'cpu', adapter: null }), null);
  const spread = { median: 1, low: 1, high: 1, samples: 9 };
  const info = {
    ...{ version: '1', browser: 'Chrome', isolated: true, device: 'webgpu', nudged: false },
    adapter: { name: '', vendor: '', architecture: '', software: true },
    ...{ backendThread: 'worker', clock: { step: 1, backendStep: 1 }, limits: { arrayBytes: 1 } },
    ...{ floor: spread, roundTrip: spread },
  };
  assert.equal(checkedInfo({ ...info, questions: 3 }).questions, 3);
  for (const questions of [undefined, -1, 1.5, '3', NaN, 1e9])
    assert.ok(!Object.hasOwn(checkedInfo({ ...info, questions }), 'questions'));
  assert.equal(checkedOutput({ level: 'log', text: { toString: () => 'x' } }), null);
  assert.equal(checkedOutput({ level: '"><b>', text: 'x' }).level, 'log');
  assert.equal(checkedOutput({ level: 'log', text: 'x'.repeat(1e6) }).text.length, 4000);
  for (const labs of [
    null,
    {},
    { count: 2, shown: 3 },
    { count: '2', shown: 1 },
    { count: 2, shown: 1.5 },
  ])
    assert.deepEqual(checkedLabs(labs), { count: 1, shown: 1 });
  assert.deepEqual(checkedLabs({ count: 2, shown: 2, more: {} }), { count: 2, shown: 2 });
  assert.deepEqual(checkedFailure({ name: {}, message: null, line: 'a' }), {
    line: 0,
    message: 'the program failed',
  });
});

test('a message is weighed, whatever it holds', () => {
  const trace = { names: ['add'], op: new Uint8Array(100), waits: [{ from: 1 }] };
  assert.ok(weightOf({ type: 'done', trace }) < 5000);
  const shared = new Float64Array(1000);
  assert.ok(weightOf(Array.from({ length: 20 }, () => shared)) < 30_000, 'sent once');
  const loop = { text: 'x' };
  loop.loop = loop;
  assert.ok(weightOf(loop) < 1000);
  assert.ok(weightOf([new Map([[1, new Set(['a'])]]), new Date(), /x/, true, undefined]) < 5000);
  // The longest recording: the most operations, with waits and shapes.
  const most = Array.from({ length: 100_000 }, () => ({}));
  assert.ok(weightOf([most, most.map(() => []), new ArrayBuffer(2 ** 27)]) < HEAVIEST);
  for (const heavy of [
    'x'.repeat(HEAVIEST / 2),
    [new ArrayBuffer(HEAVIEST)],
    new Uint8Array(new ArrayBuffer(HEAVIEST), 0, 1),
    { length: new Array(2 ** 30) },
    10n ** 1000n,
    // A copy of an array includes its named properties.
    Object.assign([], { x: 'x'.repeat(HEAVIEST / 2) }),
    Object.assign([], { ['x'.repeat(HEAVIEST / 2)]: 1 }),
    new Map([['x', 'x'.repeat(HEAVIEST / 2)]]),
    new Set(['x'.repeat(HEAVIEST / 2)]),
    new Error('x'.repeat(HEAVIEST / 2)),
    new Error('', { cause: [new ArrayBuffer(HEAVIEST)] }),
    Object('x'.repeat(HEAVIEST / 2)),
    new ArrayBuffer(1, { maxByteLength: HEAVIEST }),
    Array.from({ length: 40 }, () => 'x'.repeat(HEAVIEST / 64)),
    // These take long to be read.
    Array.from({ length: 500_000 }, () => ({})),
    new Blob(['x']),
    { shared: new Uint8Array(new SharedArrayBuffer(8)) },
  ])
    assert.ok(weightOf({ type: 'done', more: { heavy } }) > HEAVIEST);
});

test('numbers are printed in the digits that a float32 has', () => {
  assert.equal(printable(Math.fround(0.1)), '0.1');
  assert.equal(printable(1.0000000009), '1');
  assert.equal(printable(1608.66650390625), '1608.6665');
  assert.equal(printable([-Math.fround(1 / 3), 1e-7]), '[-0.33333334, 1e-7]');
  for (let x = 1e-30; x < 1e7; x *= 7.3)
    assert.equal(Math.fround(Number(printable(Math.fround(x)))), Math.fround(x));
  // Whole numbers and large numbers keep all their digits.
  assert.equal(printable(123456789), '123456789');
  assert.equal(printable(1700000000000.25), '1700000000000.25');
  assert.deepEqual([NaN, -Infinity, -0].map(printable), ['NaN', '-Infinity', '0']);
});

test('values are printed as a console does', () => {
  assert.equal(printable('a'), 'a');
  assert.equal(printable([1, 'a', [2]]), '[1, "a", [2]]');
  assert.equal(printable({ a: null, b: undefined }), '{a: null, b: undefined}');
  assert.equal(printable(new TypeError('no')), 'TypeError: no');
  assert.match(printable(new Float32Array(100)), /^\[0, .*, … 100 in all\]$/);
  const loop = {};
  loop.self = loop;
  assert.match(printable(loop), /…/);
});

test('the editor completes the names that the lab really has', async (t) => {
  const page = await openPage(t);
  const real = await page.evaluate(async () => {
    const { connect } = await import('/www/asynclab.js');
    const lab = await connect({ device: 'cpu' });
    const ends = [Object.prototype, Function.prototype, null];
    const names = (object) => {
      const all = new Set();
      for (let part = object; !ends.includes(part); part = Object.getPrototypeOf(part)) {
        for (const name of Object.getOwnPropertyNames(part))
          if (name !== 'constructor') all.add(name);
      }
      return [...all];
    };
    const { nd, autograd, nn } = lab;
    const objects = { lab, nd, random: nd.random, autograd, nn, array: nd.ones([2]) };
    return Object.fromEntries(Object.entries(objects).map(([name, o]) => [name, names(o)]));
  });
  for (const [name, names] of Object.entries(real)) {
    const expected = names.filter((one) => !internal[name].includes(one)).sort();
    assert.deepEqual([...api[name]].sort(), expected, name);
  }
});

for (const device of ['webgpu', 'cpu', 'sim']) {
  test(`sandbox on ${device}: output, trace and the lines that wait`, async (t) => {
    const page = await openPage(t);
    const program = `${HEAD}const x = lab.nd.ones([8, 8]);\nconsole.log('queued', [1]);\nconsole.log(await x.sum().item());\nawait x.mul(2).waitToRead();\n`;
    const { result, lines } = await runExperiment(page, 'sandbox', { program }, device);
    assert.deepEqual(lines, ['queued [1]', '64']);
    assert.equal(result.info.device, device);
    assert.equal(result.trace.op.length, 3);
    assert.deepEqual(
      result.trace.waits.map(({ kind, line }) => [kind, line]),
      [
        ['item', 5],
        ['waitToRead', 6],
      ],
    );
    assert.equal(result.finding.key, 'found');
    const shown = await page.$eval(`${SECTION} .live-output`, (element) => element.innerText);
    assert.equal(shown.trim(), 'queued [1]\n64');
  });
}

test('sandbox: a wait after which nothing is enqueued leaves no device idle, and nothing says 0 ms', async (t) => {
  const page = await openPage(t);
  const program = `${HEAD}await lab.nd.ones([8, 8]).sum().waitToRead();\n`;
  const { result } = await runExperiment(page, 'sandbox', { program }, 'cpu');
  assert.equal(result.finding.key, 'found-busy');
  const finding = await page.$eval(`${SECTION} .finding`, (element) => element.innerText);
  assert.match(finding, /did not leave the device without work|left the device without work/);
});

test('sandbox: the puzzle is solved by removing the line that waits, and by nothing else', async (t) => {
  const page = await openPage(t);
  const lines = PUZZLE.split('\n');
  const without = (/** @type {RegExp} */ line) =>
    lines.filter((text) => !line.test(text)).join('\n');
  for (const [program, key] of [
    [PUZZLE, 'found-unsolved'],
    [without(/break/), 'found-solved'],
    [without(/for|break|^}/), 'found-changed'],
    [without(/console/), 'found-changed'],
    [PUZZLE.replace('largest', 'smallest'), 'found-changed'],
    [without(/Puzzle|break/), 'found-busy'],
  ]) {
    const { result } = await runExperiment(page, 'sandbox', { program }, 'cpu');
    assert.equal(result.finding.key, key, program);
    if (key === 'found-solved') assert.equal(result.measures.waits.value, 1);
  }
});

test('sandbox: of several labs the busiest that does not block is shown, and named', async (t) => {
  const page = await openPage(t);
  const program = `import { connect } from './www/asynclab.js';
const blocking = await connect({ device: 'cpu', blocking: true });
const idle = await connect({ device: 'cpu' });
const lab = await connect({ device: 'cpu' });
for (let i = 0; i < 9; i++) blocking.nd.ones([2]);
await lab.nd.ones([3]).print();
`;
  const { result } = await runExperiment(page, 'sandbox', { program }, 'cpu');
  assert.deepEqual(result.trace.shapes, [[3]]);
  assert.deepEqual(result.trace.waits[0].line, 6);
  const [distortion] = result.distortions;
  assert.deepEqual(distortion, { key: 'distortion-labs', values: { count: 3, shown: 3 } });
  assert.match(
    await page.$eval(`${SECTION} .distortions`, (e) => e.innerText),
    /opened 3 labs.*number 3/,
  );
});

test('sandbox: a program that ran in a hidden tab is marked', async (t) => {
  const page = await openPage(t);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  const program = `${HEAD}await lab.nd.ones([1]).print();\n`;
  const { result } = await runExperiment(page, 'sandbox', { program }, 'cpu');
  assert.deepEqual(result.distortions.at(-1).key, 'distortion-unseen');
});

test('sandbox: errors name their line, also those of syntax', async (t) => {
  const page = await openPage(t);
  for (const [program, expected] of [
    [`${HEAD}const x = 1;\nx.y.z();\n`, /line 4: TypeError/],
    [`${HEAD}const x = ;\n`, /line 3: SyntaxError/],
    [`${HEAD}lab.nd.ones([2, 3]).dot(\n  lab.nd.ones([2, 3]));\n`, /line [34]: SHAPE_MISMATCH/],
    [`${HEAD}throw 'a text';\n`, /PROGRAM_FAILED: a text/],
    // `close()` would end the thread, and the page would wait for ever.
    [`${HEAD}close();\n`, /line 3: Error: close\(\) would end the program itself/],
    [`console.log('no lab');\n`, /NO_LAB/],
  ]) {
    const { failure } = await attempt(page, 'sandbox', { program }, 'cpu');
    assert.match(failure, expected);
  }
  assert.match(await page.$eval(`${SECTION} .live-output`, (e) => e.innerText), /no lab/);
  // The sandbox works again.
  await runExperiment(
    page,
    'sandbox',
    { program: `${HEAD}await lab.nd.ones([1]).print();\n` },
    'cpu',
  );
});

/** Attempts of a hostile program, each with a sign of success in its answer. */
const ESCAPES = `
const page = PAGE;
const within = (promise) => Promise.race([promise, new Promise((_, no) => setTimeout(no, 3000, new Error('silence')))]);
const event = (target, good) => new Promise((yes, no) => {
  target.addEventListener(good, yes);
  target.addEventListener('error', () => no(new Error('error')));
});
const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
const answer = (text) => {
  const worker = new Worker(blob(text.replace('PAGE_TEXT', JSON.stringify(page))));
  worker.onerror = (error) => error.preventDefault();
  return event(worker, 'message');
};
const tries = {
  fetch: () => fetch(page),
  'fetch without cors': () => fetch(page, { mode: 'no-cors' }),
  'fetch elsewhere': () => fetch('https://example.com/', { mode: 'no-cors' }),
  beacon: () => { if (!navigator.sendBeacon(page, 'x')) throw new Error('rejected'); },
  XMLHttpRequest: () => { const x = new XMLHttpRequest(); x.open('GET', page); const sent = event(x, 'load'); x.send(); return sent; },
  WebSocket: () => event(new WebSocket(page.replace('http', 'ws')), 'open'),
  EventSource: () => event(new EventSource(page), 'open'),
  WebTransport: () => new WebTransport(page.replace('http:', 'https:')).ready,
  'import of the page': () => import(page + 'www/asynclab.js'),
  'import of data': () => import('data:text/javascript,export{}'),
  importScripts: () => importScripts(page + 'www/page/early.js'),
  'worker of the page': () => event(new Worker(page + 'www/backend-worker.js'), 'message'),
  indexedDB: () => event(indexedDB.open('x'), 'success'),
  localStorage: () => localStorage.getItem('asynclab.theme'),
  caches: () => caches.open('x'),
  'private files': () => navigator.storage.getDirectory(),
  cookies: () => cookieStore.getAll(),
  locks: () => navigator.locks.request('x', () => {}),
  'service worker': () => navigator.serviceWorker.getRegistrations(),
  'service worker of its own': () => navigator.serviceWorker.register(page + 'service-worker.js'),
  'storage buckets': () => navigator.storageBuckets.open('x'),
  // Peers are found by other ways than requests, which no policy covers: workers have none.
  WebRTC: () => new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] }).createDataChannel('x'),
  image: () => { const image = new Image(); const loaded = event(image, 'load'); image.src = page; return loaded; },
  font: () => new FontFace('x', 'url(' + page + ')').load(),
  'style sheet': () => new CSSStyleSheet().replace('@import url(' + page + ')'),
  'import by way of a blob': () => import(blob('import ' + JSON.stringify(page + 'www/asynclab.js'))),
  'worker that fetches': () => answer('fetch(PAGE_TEXT).then(() => postMessage(1), () => {})'),
  'worker that imports scripts': () => answer('importScripts(PAGE_TEXT + "www/page/theme.js"); postMessage(1)'),
  'worker that stores': () => answer('indexedDB.open("x").onsuccess = () => postMessage(1)'),
  'another window': () => open(page).closed,
  'navigation of the top': () => { top.location = page; },
  'navigation of itself': () => { location.href = page; },
  'cookies of a document': () => document.cookie,
  parent: () => parent.document.title,
  document: () => document.title,
  eval: () => (0, eval)('1'),
  'new Function': () => new Function('return 1')(),
};
for (const [name, escape] of Object.entries(tries)) {
  const got = await within(Promise.resolve().then(escape)).then(() => true, () => false);
  if (got) console.log('REACHED', name);
}
new BroadcastChannel('asynclab-test').postMessage('from the sandbox');
console.log('origin', origin, Object.keys(tries).length);
`;

test('sandbox: the program reaches neither the page nor its storage nor the network', async (t) => {
  const page = await openPage(t);
  // A host that answers all requests: it records everything that gets out of the sandbox.
  const seen = [];
  const host = createServer((request, response) => {
    seen.push(request.url);
    const open = {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    };
    response.writeHead(200, { ...open, 'content-type': 'text/javascript' }).end('export {}');
  }).listen(0, '127.0.0.1');
  t.after(() => host.close());
  await once(host, 'listening');
  await page.evaluate(() => {
    localStorage.setItem('secret', 'the page’s');
    globalThis.heard = [];
    new BroadcastChannel('asynclab-test').onmessage = ({ data }) => globalThis.heard.push(data);
    addEventListener('message', ({ data, origin }) => globalThis.heard.push([origin, data]));
  });
  for (const address of [await site(), `http://127.0.0.1:${host.address().port}/`]) {
    const program = `${HEAD}${ESCAPES.replace('PAGE', JSON.stringify(address))}`;
    const asked = { program, record: 'nothing' };
    const { lines } = await runExperiment(page, 'sandbox', asked, 'cpu');
    assert.deepEqual(lines, ['origin null 37']);
  }
  assert.deepEqual(seen, []);
  const heard = await page.evaluate(() => globalThis.heard);
  assert.deepEqual(heard, [
    ['null', 'ready'],
    ['null', 'ready'],
  ]);
});

test('sandbox: a program that forges messages ends in an error or a checked result, never in the page', async (t) => {
  const page = await openPage(t);
  const program = `postMessage({ type: 'result', result: { finding: { key: '<img src=x>' } } });
postMessage({ type: 'progress', key: 'nothing of the kind', values: {} });
postMessage(null);
postMessage({ type: 'output', level: 'log', text: '<img src=x onerror="parent.broken=1">' });
postMessage({ type: 'backend', options: null });
postMessage({ type: 'done', info: { device: 'cpu' }, trace: { op: 'many' } });
`;
  const { failure } = await attempt(page, 'sandbox', { program }, 'cpu');
  assert.match(failure, /NO_LAB/);
  assert.deepEqual(page.errors, []);
  assert.equal(
    await page.$eval(`${SECTION} .live-output`, (e) => e.children[0].children.length),
    0,
  );
});

for (const [what, trace] of [
  ['a shape that is none', '{ op: new Uint8Array(1), names: ["x"], shapes: [null] }'],
  ['a column of another type', '{ op: new BigUint64Array(1), names: ["x"], shapes: [[1]] }'],
])
  test(`sandbox: a forged trace with ${what} ends the run with a message`, async (t) => {
    const page = await openPage(t);
    const program = `${HEAD}Object.assign(await lab.profile(() => {}), ${trace});\n`;
    const { failure } = await attempt(page, 'sandbox', { program }, 'cpu');
    assert.match(failure, /PROGRAM_FAILED/);
    assert.deepEqual(page.errors, []);
  });

test('sandbox: a message that would fill the page’s memory ends the run', async (t) => {
  const page = await openPage(t);
  const program = `postMessage({ type: 'output', level: 'log', text: 'x'.repeat(2 ** 27) });\nawait new Promise(() => {});\n`;
  const { failure } = await attempt(page, 'sandbox', { program }, 'cpu');
  assert.match(failure, /PROGRAM_FAILED: it sent more than 256 MiB/);
});

test('sandbox: however many objects a program sends as its recording, the page is given what it reads of one', async (t) => {
  const page = await openPage(t);
  await page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data').get;
    globalThis.received = 0;
    const count = (part) =>
      typeof part === 'object' && part && !ArrayBuffer.isView(part)
        ? Object.values(part).reduce((sum, one) => sum + count(one), 1)
        : 0;
    Object.defineProperty(MessageEvent.prototype, 'data', {
      get() {
        const data = own.call(this);
        if (data?.type === 'done') globalThis.received = Math.max(globalThis.received, count(data));
        return data;
      },
    });
  });
  const forged = async (given) => {
    const { failure } = await attempt(page, 'sandbox', { program: `${HEAD}${given}` }, 'cpu');
    return failure;
  };
  const objects = (count) => `Array.from({ length: ${count} }, () => ({}))`;
  const recorded = 'const trace = await lab.profile(() => {});\n';
  const received = () => page.evaluate(() => globalThis.received);
  for (const given of [
    `${recorded}Object.assign(trace, { more: ${objects(100_000)}, names: null });\n`,
    `postMessage({ type: 'done', info: lab.info(), trace: { waits: ${objects(100_000)} } });\n`,
  ])
    assert.match(await forged(given), /PROGRAM_FAILED: what it sent|NO_LAB/);
  assert.ok((await received()) < 100, `${await received()} objects`);
  assert.match(
    await forged(`${recorded}trace.more = ${objects(1_000_000)};\n`),
    /PROGRAM_FAILED: RangeError: it sent more than 256 MiB/,
  );
});

for (const [what, status, body] of [
  ['is no WebAssembly', 200, 'nonsense'],
  ['is not there', 404, ''],
])
  test(`sandbox: an engine that ${what} ends the run with a message, and Run works again`, async (t) => {
    const page = await openPage(t);
    await page.waitForSelector(SECTION);
    await page.evaluate(
      (given, text) => {
        const real = globalThis.fetch;
        globalThis.fetch = async (...asked) => {
          if (!String(asked[0]).endsWith('.wasm')) return real(...asked);
          globalThis.fetch = real;
          return new Response(text, { status: given });
        };
      },
      status,
      body,
    );
    const program = `${HEAD}await lab.nd.ones([1]).print();\n`;
    const { failure } = await attempt(page, 'sandbox', { program }, 'cpu');
    // A missing file may belong to an older version, so the remedy is to reload.
    const missing = status === 404 ? /NOT_LOADED: the engine: 404/ : /SANDBOX_FAILED: ./;
    assert.match(failure, missing);
    await runExperiment(page, 'sandbox', { program }, 'cpu');
  });

test('sandbox: however many labs a program opens, its threads are bounded, and none is left behind', async (t) => {
  const page = await openPage(t);
  let most = 0;
  const workers = () => page.workers().filter((worker) => worker.url().startsWith('blob:')).length;
  page.on('workercreated', () => (most = Math.max(most, workers())));
  const program = `import { connect } from './www/asynclab.js';
const labs = [];
for (let i = 0; i < 40; i += 1) labs.push(await connect({ device: 'cpu' }));
console.log(labs.map((lab) => lab.info().backendThread === 'worker').lastIndexOf(true));
for (const lab of labs) lab.close();
`;
  const { lines } = await runExperiment(page, 'sandbox', { program, record: 'nothing' }, 'cpu');
  // The program's own thread serves the other labs.
  assert.deepEqual(lines, ['31']);
  assert.ok(most <= 34, `${most} threads`);
  for (let i = 0; i < 100 && workers(); i += 1) await new Promise((next) => setTimeout(next, 20));
  assert.equal(workers(), 0);
});

test('sandbox: labs that are closed leave room for others', async (t) => {
  const page = await openPage(t);
  const program = `import { connect } from './www/asynclab.js';
for (let i = 0; i < 40; i += 1) await (await connect({ device: 'cpu' })).close();
console.log('done');
`;
  const { lines } = await runExperiment(page, 'sandbox', { program, record: 'nothing' }, 'cpu');
  assert.deepEqual(lines, ['done']);
});

test('sandbox: Stop ends a program that floods a backend behind the engine’s back', async (t) => {
  const page = await openPage(t);
  const program = `let port;
const real = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (...words) { port ??= this; return real.apply(this, words); };
${HEAD}console.log('spinning');
await new Promise((next) => setTimeout(next, 100));
for (let i = 0; i < 100_000; i += 1) port.postMessage(null);
for (;;);
`;
  const run = attempt(page, 'sandbox', { program, record: 'nothing' }, 'webgpu');
  await page.waitForFunction(
    (selector) => /spinning/.test(document.querySelector(selector)?.innerText),
    {},
    `${SECTION} .live-output`,
  );
  await new Promise((next) => setTimeout(next, 500));
  assert.equal(await leftByStop(page), 0);
  assert.match((await run).failure, /STOPPED/);
});

/** Presses Stop as a reader does. Returns the number of frames left when the event ends, before any later task. A frame contains all its threads. */
async function leftByStop(page) {
  const left = page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        const button = document.querySelector(`${selector} button.stop`);
        const pressed = () => resolve(document.querySelectorAll('iframe').length);
        // This listener is the last, so it runs after the page's own.
        const listen = () => addEventListener('click', pressed, { once: true });
        button.addEventListener('click', listen, { capture: true, once: true });
      }),
    SECTION,
  );
  await page.bringToFront();
  await page.locator(`${SECTION} button.stop`).click();
  return left;
}

for (const [what, loop] of [
  ['never yields', 'for (;;);'],
  ['floods the page with output', 'for (;;) console.log("x".repeat(1000));'],
  [
    'floods the page with messages',
    'for (;;) postMessage({ type: "noise", text: "x".repeat(1000) });',
  ],
  [
    'keeps other threads busy',
    'for (let i = 0; i < 4; i += 1) new Worker(URL.createObjectURL(new Blob(["for (;;);"])));',
  ],
]) {
  test(`sandbox: Stop ends a program that ${what}, and Run works again`, async (t) => {
    const page = await openPage(t);
    const program = `${HEAD}console.log('spinning');\nawait new Promise((next) => setTimeout(next, 300));\n${loop}\nawait new Promise(() => {});\n`;
    const run = attempt(page, 'sandbox', { program, record: 'nothing' }, 'cpu');
    await page.waitForFunction(
      (selector) => /spinning/.test(document.querySelector(selector)?.innerText),
      {},
      `${SECTION} .live-output`,
    );
    await new Promise((next) => setTimeout(next, 600));
    const workers = () =>
      page.workers().filter((worker) => worker.url().startsWith('blob:')).length;
    assert.equal(await leftByStop(page), 0);
    assert.match((await run).failure, /STOPPED/);
    // Five busy threads take a while to end.
    for (let i = 0; i < 1000 && workers(); i += 1)
      await new Promise((next) => setTimeout(next, 20));
    assert.equal(workers(), 0);
    const again = `${HEAD}await lab.nd.ones([1]).print();\n`;
    await runExperiment(page, 'sandbox', { program: again }, 'cpu');
  });
}

/** The text of a part of the editor once it is there. Polls, since mutations within the editor's shadow root are not reported. */
async function within(page, selector) {
  const text = await page.waitForFunction(
    (...[section, part]) => {
      const root = document.querySelector(`${section} .editor`)?.shadowRoot;
      return root?.querySelector(part)?.innerText;
    },
    { polling: 50 },
    SECTION,
    selector,
  );
  return text.jsonValue();
}

test('any experiment’s program opens in the sandbox, and runs only on request', async (t) => {
  const page = await openPage(t);
  await page.waitForSelector('[data-experiment="warmup"] .to-sandbox button');
  const text = await page.$eval('[data-experiment="warmup"] .program', (e) => e.innerText);
  await page.locator('[data-experiment="warmup"] .to-sandbox button').click();
  await within(page, '.cm-content');
  const value = await page.$eval(`${SECTION} textarea`, (field) => field.value);
  assert.equal(value, text);
  assert.equal(await page.$eval(SECTION, ({ dataset }) => dataset.state), 'idle');
  assert.equal(await page.$$eval('iframe', (frames) => frames.length), 0);
});

test('the editor: typing changes the program, completion offers the lab’s names, no policy is violated', async (t) => {
  const page = await openPage(t);
  const violations = [];
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
  await page.goto(`${await site()}?lang=ko#sandbox`);
  await within(page, '.cm-content');
  await page.bringToFront();
  await page.locator(`${SECTION} >>> .cm-line:last-child`).click();
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  await page.keyboard.type('nd.ran');
  assert.match(await page.$eval(`${SECTION} textarea`, (field) => field.value), /nd\.ran$/);
  const offered = await within(page, '.cm-tooltip-autocomplete');
  assert.match(offered, /random/);
  const list = await page.$(`${SECTION} >>> .cm-tooltip-autocomplete > ul`);
  assert.equal(await list.evaluate((element) => element.ariaLabel), '완성 제안');
  assert.match(await page.$eval(`${SECTION} textarea`, (field) => field.value), /nd\.ran$/);
  assert.equal(await page.$eval(`${SECTION} select`, ({ value }) => value), 'own');
  assert.deepEqual(violations, []);
});
