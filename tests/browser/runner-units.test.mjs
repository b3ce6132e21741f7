// The runner with a thread that takes long to start. Without a browser: the document is a stand-in.
import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.document = { hidden: false, addEventListener() {} };
Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
const { Runner } = await import('../../www/run/runner.js');

test('Stop ends a run whose thread is still made, and the thread when it is there; Run works again', async () => {
  const runner = new Runner();
  const ended = [];
  const events = [];
  for (const type of ['busy', 'idle']) runner.addEventListener(type, () => events.push(type));
  const making = Promise.withResolvers();
  const running = runner.run(
    { name: 'x', device: 'cpu', parameters: {} },
    () => {},
    () => making.promise,
  );
  assert.equal(runner.busy, true);
  runner.stop();
  await assert.rejects(running, { code: 'STOPPED' });
  assert.deepEqual([runner.busy, events], [false, ['busy', 'idle']]);
  making.resolve({ terminate: () => ended.push('late'), postMessage: () => ended.push('begun') });
  await new Promise(setImmediate);
  assert.deepEqual(ended, ['late']);
  const thread = Object.assign(new EventTarget(), {
    terminate: () => ended.push('own'),
    postMessage({ type }) {
      if (type === 'run')
        this.dispatchEvent(
          new MessageEvent('message', { data: { type: 'result', result: { info: 1 } } }),
        );
    },
  });
  assert.deepEqual(
    await runner.run(
      { name: 'x' },
      () => {},
      async () => thread,
    ),
    { info: 1 },
  );
  await assert.rejects(
    runner.run(
      { name: 'x' },
      () => {},
      async () => Promise.reject(new Error('no thread')),
    ),
    /no thread/,
  );
  assert.equal(runner.busy, false);
});

test('a measurement that was rejected is made again when it is asked for, and one that was made is not', async (t) => {
  const asked = [];
  class Thread extends EventTarget {
    postMessage({ type }) {
      if (type !== 'pace') return;
      asked.push(type);
      this.dispatchEvent(new MessageEvent('message', { data: { pace: { operation: 2 } } }));
    }
    terminate() {}
  }
  const { Worker, origin } = globalThis;
  t.after(() => Object.assign(globalThis, { Worker, origin }));
  // A frame without an origin, whose thread starts its backends itself.
  Object.assign(globalThis, { Worker: Thread, origin: 'null' });
  const runner = new Runner();
  const running = runner.run(
    { name: 'x' },
    () => {},
    () => new Promise(() => {}),
  );
  await assert.rejects(runner.pace('cpu'), { code: 'BUSY' });
  runner.stop();
  await assert.rejects(running, { code: 'STOPPED' });
  for (let i = 0; i < 2; i += 1) assert.deepEqual(await runner.pace('cpu'), { operation: 2 });
  assert.equal(asked.length, 1);
});
