// The way to a lab, in Node.js: options, addresses, the engine's download, machines, and what a lab says of itself and of calls.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { connect, LabError } from '../../www/asynclab.js';
import { addressOf, engineAddress, lookIn, workerAddress } from '../../www/lib/addresses.js';
import { framesOf, Marks } from '../../www/lib/call-site.js';
import { describe as described, text, toBits } from '../../www/lib/core/values.js';
import { browserName, infoOf } from '../../www/lib/info.js';
import { describe } from '../../www/lib/machines/describe.js';
import { checked } from '../../www/lib/options.js';

async function lab(t, options = {}) {
  const made = await connect({ device: 'sim', backend: 'same', ...options });
  t.after(() => made.close());
  return made;
}

test('options: the bounds of each, and how they go together', () => {
  const fits = [
    { seed: 0 },
    { maxQueued: 1, maxQueuedBytes: 0.5 },
    { deadline: 2 ** 31 - 1 },
    { device: 'cpu', devices: ['cpu', 'webgpu'] },
    { devices: ['sim', 'cpu'], machine: 'phone' },
    { device: 'cpu', machine: undefined, kernels: { a: 'b' }, sim: { t1: 1 } },
    { worker: () => {} },
    { worker: { postMessage() {} } },
    { base: new URL('https://x.example/') },
  ];
  for (const options of fits) checked(options);
  const not = [
    [{ seed: -1 }, /seed is -1/],
    [{ seed: 2 ** 53 }, /seed is 9007199254740992/],
    [{ maxQueued: 0 }, /maxQueued is 0/],
    [{ maxQueuedBytes: 0 }, /maxQueuedBytes is 0/],
    [{ deadline: 0 }, /deadline is 0/],
    [{ deadline: 2 ** 31 }, /deadline is 2147483648/],
    [{ device: 'cpu', devices: ['webgpu', 'cpu'] }, /device is cpu; give the first of devices/],
    [{ devices: ['cpu', 'cpu'] }, /devices is cpu,cpu/],
    [{ devices: ['sim', 'cpu'] }, /devices is sim,cpu/],
    [{ devices: [] }, /devices is/],
    [{ devices: 'cpu' }, /devices is cpu/],
    [{ machine: 'phone' }, /machine is phone; .*devices 'sim' and 'cpu'/],
    [{ device: 'sim', machine: 1 }, /machine is 1/],
    [{ onSilence: 1 }, /onSilence is 1; give a function/],
    [{ kernels: { a: {} } }, /kernels is .*; give a plain value/],
    [{ nudge: null }, /nudge is null/],
    [{ backend: 'other' }, /backend is other/],
    [{ worker: {} }, /worker is/],
    [{ quick: true }, /there is no option quick/],
    [null, /options are null/],
  ];
  for (const [options, message] of not)
    assert.throws(
      () => checked(options),
      (error) =>
        error instanceof LabError && error.code === 'INVALID_OPTION' && message.test(error.message),
      JSON.stringify(options),
    );
  const { bounds, deadline, devices, others, seed } = checked({ maxInFlight: 2, lazy: true });
  assert.deepEqual(
    [bounds, deadline, devices, others, seed],
    [
      { operations: 2 ** 18, bytes: Infinity },
      30_000,
      ['webgpu'],
      { maxInFlight: 2, lazy: true },
      0,
    ],
  );
});

test('values as words of a message, and numbers as words of the stream', () => {
  class Own {}
  const shown = [
    undefined,
    null,
    2,
    '2',
    5n,
    () => {},
    [],
    {},
    new Own(),
    Object.create(null),
    new Error('x'),
  ];
  assert.deepEqual(
    shown.map(described),
    [
      'undefined',
      'null',
      'number 2',
      'string 2',
      'bigint 5',
      'a function',
      'an Array',
      'a object',
      'an Own',
      'a object',
      'an Error',
    ].map((one) => one.replace('a object', 'an object')),
  );
  assert.equal(text('x'.repeat(200)).length, 200);
  assert.equal(text('x'.repeat(201)), `${'x'.repeat(200)}…`);
  assert.equal(text({ toString: () => assert.fail() }), 'an object');
  assert.deepEqual([1, -0, NaN].map(toBits), [0x3f800000, 0x80000000, 0x7fc00000]);
});

test('addresses: a folder with or without a slash, beside the library without one', (t) => {
  const { document } = globalThis;
  t.after(() => Object.assign(globalThis, { document }));
  assert.match(engineAddress().href, /^file:.*www\/pkg\/asynclab_bg\.wasm$/);
  assert.match(workerAddress().href, /^file:.*www\/backend-worker\.js$/);
  assert.throws(() => addressOf('relative.js'), {
    code: 'INVALID_OPTION',
    message: /worker is relative\.js/,
  });
  globalThis.document = { baseURI: 'https://x.example/a/b.html' };
  assert.equal(addressOf('w.js').href, 'https://x.example/a/w.js');
  for (const base of ['https://y.example/parts', 'https://y.example/parts/']) {
    lookIn(base);
    assert.equal(engineAddress().href, 'https://y.example/parts/asynclab_bg.wasm');
    assert.equal(workerAddress().href, 'https://y.example/parts/backend-worker.js');
  }
});

test('the engine is downloaded once; after a failure again, and past the cache where a start has ended before', async (t) => {
  const { document, location } = globalThis;
  const { doubtEngine, loadEngine } = await import('../../www/lib/engine.js?anew');
  t.after(() => {
    Object.assign(globalThis, { document, location });
    // The labs of the tests below find theirs again.
    lookIn(new URL('../../www/pkg', import.meta.url));
  });
  globalThis.document = { baseURI: 'https://x.example/' };
  lookIn('https://x.example/');
  const bytes = readFileSync(new URL('../../www/pkg/asynclab_bg.wasm', import.meta.url));
  const asked = [];
  const answers = [];
  t.mock.method(globalThis, 'fetch', (url, { cache }) => {
    asked.push(cache);
    return answers.shift()();
  });
  const response = (body, init) => async () => new Response(body, init);
  for (const [answer, message] of [
    [async () => Promise.reject(new Error('no net')), /could not be fetched \(no net\)/],
    [response('', { status: 404 }), /was answered with status 404/],
    [response('<html>'), /is not WebAssembly/],
    [
      response(WebAssembly.Module ? Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) : ''),
      /is of another build/,
    ],
  ]) {
    answers.push(answer);
    await assert.rejects(loadEngine(), { code: 'WASM_TYPE', message });
  }
  assert.deepEqual(asked.splice(0), Array(4).fill('default'));
  answers.push(() => new Promise(() => {}));
  const hangs = loadEngine();
  assert.equal(loadEngine(), hangs);
  doubtEngine();
  answers.push(response(bytes, { headers: { 'Content-Type': 'application/wasm' } }));
  const second = loadEngine();
  assert.ok((await second) instanceof WebAssembly.Module);
  doubtEngine();
  assert.equal(loadEngine(), second);
  assert.deepEqual(asked, ['default', 'reload']);
});

test('where a call was made, as browsers write it, and the nearest mark before it', () => {
  const stack = [
    'Error: at nothing',
    '    at f (https://x.example/a.js:3:7)',
    '    at async https://x.example/a.js:9:1',
    'g@https://x.example/b.js:2:4',
    '    at native',
  ].join('\n');
  const places = framesOf(stack).map(({ url, line, column }) => `${url.at(-4)} ${line} ${column}`);
  assert.deepEqual(places, ['a 3 7', 'a 9 1', 'b 2 4']);
  assert.deepEqual(framesOf(undefined), []);

  const marks = new Marks();
  const mark = (name, line, column, url = 'https://x.example/a.js') => {
    const { stackTraceLimit } = Error;
    const { prepareStackTrace } = Error;
    Error.prepareStackTrace = () =>
      `Error\n    at here (https://x.example/lib.js:1:1)\n    at ${url}:${line}:${column}`;
    marks.here(name);
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  };
  mark('first', 10, 50);
  mark('second', 11, 5);
  mark('second', 99, 5);
  const nameAt = (line, column, url = 'https://x.example/a.js') =>
    marks.nameOf(`at ${url}:${line}:${column}`);
  const found = [
    [10, 49],
    [10, 50],
    [10, 210],
    [10, 211],
    [11, 1],
    [11, 5],
    [12, 1],
    [13, 1],
    [9, 60],
  ].map((at) => nameAt(...at));
  assert.deepEqual(found, [
    undefined,
    'first',
    'first',
    undefined,
    'first',
    'second',
    'second',
    undefined,
    undefined,
  ]);
  assert.equal(nameAt(10, 60, 'https://x.example/b.js'), undefined);
});

test('a machine has its own figures over those of all, its browser’s clock, and a program its whole peak', async (t) => {
  const phone = describe('phone');
  const cpu = describe('phone-safari', 'cpu');
  assert.deepEqual(
    [phone.flops, phone.enqueue, phone.encode, phone.step, phone.poll],
    [2089 / 4, 0.001, 0.0013, 0.1, 2],
  );
  assert.equal(describe('software-adapter').flops, 9.7);
  assert.deepEqual([cpu.flops, cpu.step, cpu.quantum, cpu.software], [6, 1, 1, 1]);
  assert.deepEqual(
    [describe('laptop-integrated').enqueue, describe('gaming-card-firefox-unnudged').poll],
    [0.0005, 100],
  );
  for (const name of ['phone-', 'phone-opera', 'phones', 'chrome', ''])
    assert.throws(
      () => describe(name),
      { code: 'INVALID_OPTION', message: /give one of phone, phone-firefox/ },
      name,
    );
  const made = await lab(t, { machine: 'phone-firefox', sim: { enqueue: 5 } });
  assert.equal(made.info().machine, 'phone-firefox');
  const before = made.now();
  made.nd.ones([1]);
  made.nd.ones([1]);
  assert.ok(made.now() - before >= 9);
});

test('what a lab says of itself is the caller’s to change, and of times only what was measured', async (t) => {
  const about = { clockStep: 0.1, version: '1', browser: 'B', isolated: false, roundTrip: {} };
  const report = (info) => ({
    name: 'webgpu',
    kernels: { a: 'b' },
    trials: {},
    thread: 'worker',
    info: {
      adapter: { timestamps: true },
      backendStep: 0.2,
      arrayBytes: 5,
      policy: {},
      questions: 3,
      nudged: false,
      ...info,
    },
  });
  const [one, other] = [report({}), report({ floor: { samples: 8 }, timestamps: null, rate: 2 })];
  const unmeasured = infoOf(about, [one]);
  assert.deepEqual(
    [unmeasured.timestamps, unmeasured.floor.samples, unmeasured.rate],
    [{ quantum: NaN }, 0, undefined],
  );
  unmeasured.kernels.a = 'changed';
  unmeasured.policy.lazy = true;
  assert.deepEqual([one.kernels.a, one.info.policy], ['b', {}]);
  const both = infoOf(about, [one, other]);
  assert.deepEqual(
    [both.devices.length, both.devices[1].timestamps, both.devices[1].rate],
    [2, null, 2],
  );
  assert.deepEqual(
    [both.clock, both.limits, both.backendThread],
    [{ step: 0.1, backendStep: 0.2 }, { arrayBytes: 5 }, 'worker'],
  );
  assert.equal(infoOf(about, [report({ adapter: { timestamps: false } })]).timestamps, null);

  const made = await lab(t);
  assert.equal(made.info().roundTrip.samples, 0);
  const { roundTrip } = await made.calibrate();
  const measured = made.now();
  assert.equal(roundTrip.samples, 8);
  await made.calibrate();
  assert.deepEqual([made.info().roundTrip, made.now()], [roundTrip, measured]);
});

test('the browser’s name, as far as it says', (t) => {
  const chrome =
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
  const agents = [
    [chrome, 'Chrome 156'],
    [chrome.replace('Chrome', 'HeadlessChrome'), 'Chrome 156'],
    [`${chrome} Edg/155.0`, 'Edge 155'],
    ['Mozilla/5.0 Gecko/20100101 Firefox/150.0', 'Firefox 150'],
    ['Mozilla/5.0 AppleWebKit/605 Version/26.1 Safari/605', 'Safari 26'],
    ['Other', 'Other'],
    ['', 'unknown'],
  ];
  assert.equal(browserName(), `Node.js ${process.versions.node.split('.')[0]}`);
  const { navigator, process: own } = globalThis;
  t.after(() =>
    Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true }),
  );
  const names = agents.map(([userAgent]) => {
    Object.defineProperty(globalThis, 'navigator', { value: { userAgent }, configurable: true });
    globalThis.process = undefined;
    try {
      return browserName();
    } finally {
      globalThis.process = own;
    }
  });
  assert.deepEqual(
    names,
    agents.map(([, name]) => name),
  );
});

test('a window lets so many minibatches overlap; a failure is thrown in its turn, and benchmark prints seconds', async (t) => {
  const made = await lab(t, { sim: { t1: 0, t2: 10, t3: 0 } });
  const window = made.window(3);
  const open = [];
  for (let batch = 0; batch < 5; batch += 1) {
    made.nd.ones([1]).add(1);
    await window.next();
    open.push(window.open);
  }
  assert.deepEqual(open, [1, 2, 2, 2, 2]);
  await window.finish();
  assert.equal(window.open, 0);
  const alone = made.window(1);
  const x = made.nd.ones([1]);
  await alone.next();
  assert.deepEqual([alone.open, made.stateOf(x)], [0, 'done']);
  t.mock.method(console, 'log', () => {});
  const { ms } = await made.benchmark('one', () => made.nd.ones([1]).waitToRead());
  const { label, ms: other } = await made.benchmark('b', async () => made.nd.ones([2]).print());
  assert.deepEqual(
    console.log.mock.calls.map(({ arguments: [line] }) => line),
    [
      `one: ${(ms / 1000).toFixed(4)} sec`,
      '[1., 1.]',
      `${label}: ${(other / 1000).toFixed(4)} sec`,
    ],
  );
  assert.ok(ms >= 10);
  const trace = await made.profile(() => made.nd.ones([2]).print());
  assert.deepEqual(
    trace.waits.map(({ kind }) => kind),
    ['print'],
  );
  const handle = made.handleOf(x);
  const again = made.arrayOf(handle);
  made.session.release(handle);
  x.dispose();
  assert.equal(await again.item(), 1);
  assert.throws(() => made.arrayOf(999), { code: 'DISPOSED' });
  assert.throws(() => made.handleOf(x), { code: 'DISPOSED', message: /^handleOf/ });
});
