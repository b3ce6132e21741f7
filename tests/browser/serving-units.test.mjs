// The backend's side of a port, in Node.js on the CPU: its answers, the threads that it wakes, the buffers that it returns, and its end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../www/asynclab.js';
import { block, prepareToBlock } from '../../www/lib/core/blocking.js';
import { serve } from '../../www/lib/core/serve.js';
import { openDevice } from '../../www/lib/open.js';
import { Starting } from '../../www/lib/core/starting.js';
import { loadEngine } from '../../www/lib/engine.js';

/** A port whose other end is the test: the posted messages, and `give`, which sends a command. */
async function served(t, options = {}) {
  await loadEngine();
  const posted = [];
  const port = {
    closed: false,
    postMessage: (message, transfer = []) => {
      posted.push(message);
      port.transferred = transfer;
    },
    close: () => (port.closed = true),
  };
  await serve(port, { device: 'cpu', ...options });
  t.after(() => port.closed || port.onmessage({ data: { close: true } }));
  const take = () => posted.splice(0);
  return { port, take, give: (data) => port.onmessage({ data }) };
}
const kinds = (messages) => messages.map((message) => Object.keys(message)[0]);

/** The words of the commands that a program enqueues, and the token of its wait for everything. */
async function wordsOf(t, program) {
  const sent = [];
  const made = await connect({ device: 'cpu', backend: 'same' });
  t.after(() => made.close());
  const { prototype } = (await import('../../www/lib/core/port.js')).PortTransport;
  const { send } = prototype;
  prototype.send = function (chunk) {
    sent.push(chunk.words.slice());
    return send.call(this, chunk);
  };
  t.after(() => (prototype.send = send));
  await program(made);
  prototype.send = send;
  return sent;
}

test('a backend says that it is there, shows signs of life, and says what it held when it ends', async (t) => {
  const { port, take, give } = await served(t);
  const [{ ready }] = take();
  assert.deepEqual([ready.device, ready.policy.blocking], ['cpu', false]);
  give({ ping: true });
  give({ ping: true });
  assert.deepEqual(take(), [{ pong: true }, { pong: true }]);
  give({ close: true });
  assert.deepEqual([take(), port.closed], [[{ closed: 0 }], true]);

  const signs = new Int32Array(new SharedArrayBuffer(4));
  const shared = await served(t, { thread: 'worker', signs });
  shared.take();
  const before = signs[0];
  shared.give({ ping: true });
  assert.deepEqual([signs[0], shared.take()], [before + 1, []]);
});

test('a device that cannot be is rejected with its code, and nothing is served', async (t) => {
  const { port, take } = await served(t, { memoryLimit: -1 });
  const [{ rejected }] = take();
  assert.equal(rejected.code, 'INVALID_OPTION');
  assert.equal(port.onmessage, undefined);
  port.closed = true;
});

test('commands are answered, their buffers come back once, and a thread that sleeps is woken', async (t) => {
  const chunks = await wordsOf(t, async ({ nd }) => {
    await nd.ones([2]).waitToRead();
    await nd.ones([2]).add(1).data();
  });
  assert.ok(chunks.length > 1);
  const answered = async (blocked) => {
    const { take, give } = await served(t);
    take();
    for (const words of chunks) {
      give({ words: words.slice(), blocked });
      for (let at = 0; at < 20; at += 1) await new Promise(setImmediate);
    }
    return take().flatMap(({ reply }) => (reply ? [reply] : []));
  };
  const replies = await answered();
  const used = replies.flatMap((reply) => reply.used);
  assert.deepEqual([used.length, new Set(used).size], [chunks.length, chunks.length]);
  const [[token, values]] = replies.flatMap(({ data }) => data);
  assert.deepEqual([...values], [2, 2]);
  const asleep = prepareToBlock(token, 64);
  await answered(asleep);
  const woken = block(asleep, 1, () => new Error('asleep'));
  assert.deepEqual([[...woken.value], woken.status.progress.decoded], [[2, 2], 3]);
});

test('a device that was lost wakes who sleeps, is reported once, holds nothing, and answers no more', async (t) => {
  const [words] = await wordsOf(t, async ({ nd }) => void (await nd.ones([2]).data()));
  const { take, give } = await served(t);
  take();
  give({ lose: true });
  for (let at = 0; at < 20; at += 1) await new Promise(setImmediate);
  const lost = take().filter(({ reply }) => reply?.lost);
  assert.equal(lost.length, 1);
  const asleep = prepareToBlock(1, 64);
  give({ words, blocked: asleep });
  const { error } = block(asleep, 1, () => new Error('asleep'));
  assert.equal(error.code, 'DEVICE_LOST');
  give({ close: true });
  assert.deepEqual(
    take().filter(({ closed }) => closed !== undefined),
    [{ closed: 0 }],
  );
});

test('a message that cannot be read, or a command that breaks the engine, loses the device', async (t) => {
  for (const fail of [({ port }) => port.onmessageerror(), ({ give }) => give({ words: null })]) {
    const made = await served(t);
    made.take();
    fail(made);
    fail(made);
    const messages = made.take();
    assert.deepEqual(kinds(messages), ['reply']);
    assert.equal(messages[0].reply.lost.code, 'DEVICE_LOST');
    made.give({ close: true });
  }
});

test('what is sent while a device starts goes when it is there; closed before, it never starts', async () => {
  const engine = loadEngine();
  const asked = {
    device: 'cpu',
    blocking: false,
    several: false,
    bounds: { operations: 9, bytes: 9 },
  };
  const starting = new Starting(engine, 5000);
  const { transport, ready } = openDevice(engine, asked, { backend: 'same', starting });
  const replies = [];
  transport.lose();
  await ready;
  starting.over();
  for (let at = 0; at < 20; at += 1) await new Promise(setImmediate);
  // Replies that come before a listener are kept.
  transport.listen((reply) => replies.push(reply));
  assert.deepEqual(
    replies.map(({ lost }) => lost?.code),
    ['DEVICE_LOST'],
  );
  assert.equal(await transport.close(), 0);

  const never = new Promise(() => {});
  const late = new Starting(never, 5000);
  const closed = openDevice(never, asked, { backend: 'same', starting: late });
  const rejected = assert.rejects(closed.ready, { code: 'CLOSED' });
  assert.equal(await closed.transport.close(), 0);
  await rejected;
});

test('a lab in Node.js ends with its process’s interest: after close nothing keeps it alive, on any device', async () => {
  const { spawnSync } = await import('node:child_process');
  const program = `
    import { connect } from ${JSON.stringify(new URL('../../www/asynclab.js', import.meta.url).href)};
    for (const options of [{ device: 'cpu' }, { device: 'sim' }, { devices: ['sim', 'cpu'], machine: 'phone' }, { device: 'cpu', blocking: true }]) {
      const lab = await connect(options);
      const x = lab.nd.ones([2], { device: lab.devices.at(-1) }).to(lab.devices[0]);
      console.log((await x.data()).join());
      console.log(await lab.close());
    }`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.deepEqual([stdout, status], ['1,1\n0\n'.repeat(4), 0]);
});
