// Devices and frames that do not answer, on the page's side: the questions, their frequency, and the end of the work. Without a browser, on a clock that is advanced by hand.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

globalThis.document = { hidden: false, addEventListener() {} };
Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
const { watch } = await import('../../www/sandbox/alive.js');
const { checkedSilence, silenceThrough } = await import('../../www/kit/silence.js');
const { plain } = await import('../../www/sandbox/plain.js');
const { Runner } = await import('../../www/run/runner.js');

/** A frame that is asked every 5 s, and answers when `answers` is called. */
function watched(t) {
  mock.timers.enable({ apis: ['setInterval'] });
  const over = new AbortController();
  t.after(() => {
    over.abort();
    mock.timers.reset();
  });
  const port = Object.assign(new EventTarget(), { asked: 0, postMessage: () => (port.asked += 1) });
  const reports = [];
  watch(
    port,
    () => reports.push('gone'),
    over.signal,
    ({ silent, wait }) => reports.push([silent, wait]),
  );
  const times = () => reports.map((one) => (one === 'gone' ? one : one[0]));
  const answers = () => port.dispatchEvent(new Event('message'));
  return { reports, times, answers, pass: (seconds) => mock.timers.tick(1000 * seconds) };
}

test('a frame that does not answer is asked about after 10 s and each time that has doubled, until it answers', (t) => {
  const { times, answers, pass } = watched(t);
  pass(14);
  assert.deepEqual(times(), []);
  answers();
  pass(10);
  assert.deepEqual(times(), [], 'an answer begins it anew');
  pass(20);
  assert.deepEqual(times(), [10_000, 20_000]);
  answers();
  answers();
  assert.deepEqual(times(), [10_000, 20_000, 0]);
});

test('it is gone after a minute, or a minute after its reader said to wait', (t) => {
  const { reports, times, pass } = watched(t);
  pass(45);
  reports.at(-1)[1]();
  pass(60);
  assert.deepEqual(times(), [10_000, 20_000, 40_000, 80_000]);
  pass(5);
  assert.equal(times().at(-1), 'gone');
});

test('a thread passes silence on, and leaves the decision to the page', () => {
  const posted = [];
  const said = silenceThrough((message) => posted.push(message));
  const silence = { device: 'webgpu', silent: 4950, outstanding: 1, patience: 4050 };
  assert.equal(said(silence), true);
  const [message] = posted;
  assert.deepEqual(checkedSilence(plain(structuredClone(message), 9)), message);
});

test('silence out of a frame is taken in its form alone', () => {
  const good = { device: 'cpu', silent: 5, patience: 9 };
  assert.deepEqual(checkedSilence(good), { type: 'silent', ...good });
  for (const bad of [
    { device: '<b>' },
    { device: undefined },
    { silent: NaN },
    { silent: -1 },
    { silent: 'x' },
    { patience: undefined },
  ])
    assert.equal(checkedSilence({ ...good, ...bad }), null, JSON.stringify(bad));
});

test('a run of a silent device goes on until the reader ends it, with the code of a lost device', async () => {
  const runner = new Runner();
  const ended = [];
  const reports = [];
  const silence = { type: 'silent', device: 'cpu', silent: 12_345, patience: 0 };
  const thread = Object.assign(new EventTarget(), {
    terminate: () => ended.push('thread'),
    postMessage({ type }) {
      if (type === 'run') this.dispatchEvent(new MessageEvent('message', { data: silence }));
    },
  });
  const running = runner.run(
    { name: 'x', device: 'cpu', parameters: {} },
    (one) => reports.push(one),
    () => thread,
  );
  await new Promise(setImmediate);
  assert.deepEqual([reports, runner.busy, ended], [[silence], true, []]);
  runner.lose(silence);
  await assert.rejects(running, { code: 'DEVICE_LOST', message: /over 12 s/ });
  assert.deepEqual([runner.busy, ended], [false, ['thread']]);
});
