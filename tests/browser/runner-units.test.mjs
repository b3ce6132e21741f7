// The runner with a thread that takes long to be made. Without a browser: the document is a stand-in.
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
