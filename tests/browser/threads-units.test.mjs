// The runner's state of devices, and of the threads that it starts and ends. Without a browser: threads are stand-ins.
import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.document = Object.assign(new EventTarget(), { hidden: false });
Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
const { Runner } = await import('../../www/run/runner.js');

/** Threads that answer requests by `answer`, and the requests. */
function threads(t, answer) {
  const asked = [];
  let made = 0;
  class Thread extends EventTarget {
    constructor() {
      super();
      made += 1;
    }
    postMessage(request) {
      asked.push(request);
      queueMicrotask(() => {
        const data = request.type !== 'visibility' && answer(request, this);
        if (data) this.dispatchEvent(new MessageEvent('message', { data }));
      });
    }
    terminate() {
      asked.push({ type: 'terminated' });
    }
  }
  const { Worker, origin } = globalThis;
  t.after(() => Object.assign(globalThis, { Worker, origin }));
  // A frame without an origin, whose thread starts its backends itself.
  Object.assign(globalThis, { Worker: Thread, origin: 'null' });
  const types = () =>
    asked
      .splice(0)
      .map(({ type }) => type)
      .filter((type) => type !== 'visibility');
  return { asked, types, made: () => made };
}
const gpu = (software) => ({ device: 'webgpu', adapter: { software } });

test('the runner knows which GPU there is, says so when that changes, and measures each device once', async (t) => {
  let next;
  const { types } = threads(t, ({ type, device }) =>
    type === 'probe' || type === 'run'
      ? next
      : { type, pace: { info: { device } }, rates: { device } },
  );
  const runner = new Runner();
  const said = [];
  for (const type of ['gpu', 'info'])
    runner.addEventListener(type, () => said.push(type === 'gpu' ? runner.gpu : type));
  next = { type: 'error', error: { code: 'NO_WEBGPU', message: 'none' } };
  await assert.rejects(runner.probe('cpu'), { code: 'NO_WEBGPU' });
  assert.equal(runner.gpu, undefined);
  await assert.rejects(runner.probe('webgpu'), { code: 'NO_WEBGPU', message: 'none' });
  next = { type: 'info', info: gpu(true) };
  assert.equal(await runner.probe('webgpu'), next.info);
  next = { type: 'result', result: { info: gpu(false) } };
  assert.equal(await runner.run({ name: 'x', device: 'webgpu' }), next.result);
  assert.equal(await runner.run({ name: 'x', device: 'webgpu' }), next.result);
  assert.deepEqual(said, ['none', 'info', 'software', 'info', 'hardware', 'info']);
  assert.equal(await runner.infoOf('webgpu'), next.result.info);
  types();
  assert.deepEqual(await runner.rates('cpu'), {
    type: 'rates',
    pace: { info: { device: 'cpu' } },
    rates: { device: 'cpu' },
  });
  await runner.rates('cpu');
  await runner.pace('cpu');
  await runner.rates('webgpu');
  assert.deepEqual(types(), ['rates', 'pace', 'rates']);
  assert.equal(await runner.infoOf('cpu'), undefined);
  assert.deepEqual((await runner.infoOf('machine:phone'))?.device, 'machine:phone');
  await runner.run({ name: 'x', device: 'machine:phone' });
  assert.equal(await runner.infoOf('machine:phone'), next.result.info);
});

test('a stopped run ends its thread, the next one has another; end() spares it for what it still holds', async (t) => {
  let held = 5;
  const { asked, types, made } = threads(t, ({ type, name }) =>
    type === 'close'
      ? held >= 0 && { type: 'closed', held }
      : name === 'hangs'
        ? null
        : { type: 'result', result: { info: gpu(true) } },
  );
  const runner = new Runner();
  const events = [];
  for (const type of ['busy', 'idle'])
    runner.addEventListener(type, () => events.push(`${type} ${runner.busy}`));
  await runner.run({ name: 'x' });
  await runner.run({ name: 'x' });
  const hanging = runner.run({ name: 'hangs' });
  await assert.rejects(runner.run({ name: 'x' }), { code: 'BUSY' });
  runner.stop();
  await assert.rejects(hanging, { code: 'STOPPED' });
  assert.deepEqual(types(), ['run', 'run', 'run', 'terminated']);
  assert.deepEqual(events, Array(3).fill(['busy true', 'idle false']).flat());
  runner.stop();
  assert.equal(made(), 1);
  const lost = runner.run({ name: 'hangs' });
  assert.equal(made(), 2);
  runner.lose({ device: 'webgpu', silent: 10_000 });
  await assert.rejects(lost, { code: 'DEVICE_LOST' });
  types();
  const ended = runner.run({ name: 'hangs' });
  const closing = runner.end();
  await assert.rejects(ended, { code: 'STOPPED' });
  assert.equal(await closing, 5);
  assert.deepEqual(types(), ['run', 'close', 'terminated']);
  assert.equal(await runner.end(), 0);
  // A thread that does not report the memory that it holds is ended after two seconds.
  await runner.run({ name: 'x' });
  held = -1;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const late = runner.end();
  t.mock.timers.tick(2000);
  assert.ok(Number.isNaN(await late));
  asked.length = 0;
  const again = runner.run({ name: 'hangs' });
  document.hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  document.hidden = false;
  assert.deepEqual(
    asked.map(({ type, hidden }) => hidden ?? type),
    [false, 'run', true],
  );
  runner.stop();
  await assert.rejects(again);
});

test('progress, live figures and silence reach the listener of their run alone; a probe is given 20 s', async (t) => {
  let next;
  const { types } = threads(t, ({ type, name }, thread) => {
    if (type === 'probe') return next;
    const post = (data) => thread.dispatchEvent(new MessageEvent('message', { data }));
    if (type === 'run')
      for (const kind of ['progress', 'live', 'silent']) post({ type: kind, name });
    return type === 'run' && { type: 'result', result: { info: gpu(true) } };
  });
  const runner = new Runner();
  const seen = { a: [], b: [] };
  for (const name of ['a', 'b'])
    await runner.run({ name }, ({ type, name: of }) => seen[name].push(`${type} ${of}`));
  assert.deepEqual(seen, {
    a: ['progress a', 'live a', 'silent a'],
    b: ['progress b', 'live b', 'silent b'],
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  next = { type: 'info', info: gpu(true) };
  await runner.probe('webgpu');
  next = undefined;
  t.mock.timers.tick(10_000);
  const probe = runner.probe('webgpu');
  // The time limit of a probe that has ended does not stop the next probe.
  t.mock.timers.tick(19_999);
  assert.equal(runner.busy, true);
  t.mock.timers.tick(1);
  await assert.rejects(probe, { code: 'NO_DEVICE' });
  assert.equal(runner.gpu, 'none');
  types();
  const own = new EventTarget();
  const ends = [];
  Object.assign(own, { postMessage() {}, terminate: () => ends.push('own') });
  const running = runner.run({ name: 'x' }, undefined, async () => own);
  t.mock.timers.tick(60_000);
  await new Promise(setImmediate);
  assert.equal(runner.busy, true);
  own.dispatchEvent(Object.assign(new Event('error'), { message: 'broke' }));
  t.mock.timers.tick(0);
  await assert.rejects(running, { code: 'WORKER_FAILED', message: 'broke' });
  assert.deepEqual([ends, types()], [['own'], []]);
});
