// Connecting to a lab, in Node.js: options, addresses, the engine's download, and the place of a call.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LabError } from '../../www/asynclab.js';
import { addressOf, engineAddress, lookIn, workerAddress } from '../../www/lib/addresses.js';
import { framesOf } from '../../www/lib/call-site.js';
import { describe as described, text, toBits } from '../../www/lib/core/values.js';
import { checked } from '../../www/lib/options.js';

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
    // The labs of the tests below find the engine again.
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

test('where a call was made, as browsers write it', () => {
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
});
