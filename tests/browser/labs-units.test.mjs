// A lab’s report on itself, its machine and its browser, windows, and times as the course prints them. In Node.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserName, infoOf } from '../../www/lib/info.js';
import { describe } from '../../www/lib/machines/describe.js';
import { labsOn } from './fixtures/labs.mjs';

const lab = labsOn('sim');

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

  const made = await lab(t, { device: 'cpu' });
  assert.equal(made.info().roundTrip.samples, 0);
  const { roundTrip } = await made.calibrate();
  assert.equal(roundTrip.samples, 8);
  // The round trip is measured once.
  assert.deepEqual((await made.calibrate()).roundTrip, roundTrip);
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
