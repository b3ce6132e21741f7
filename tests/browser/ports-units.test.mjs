// The parts between a frontend and its backends, each by itself: answers, waits that block, starts that time out, ports within a thread,
// and the watch over backends that fall silent. Without a browser: clocks are advanced by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Answers } from '../../www/lib/core/answers.js';
import { answerBlocked, block, prepareToBlock } from '../../www/lib/core/blocking.js';
import { LabError } from '../../www/lib/core/errors.js';
import { describeGraph } from '../../www/lib/core/graph.js';
import { BEAT, Heartbeat } from '../../www/lib/core/heartbeat.js';
import { NearPort } from '../../www/lib/core/near-port.js';
import { reply } from '../../www/lib/core/protocol.js';
import { Starting } from '../../www/lib/core/starting.js';

const turns = async (count = 4) => {
  for (let at = 0; at < count; at += 1) await new Promise(setImmediate);
};
const progress = { decoded: 5, completed: 4, handedOverBefore: 3, completeBefore: 2 };
const memory = { used: 10, pending: 20, pooled: 30, allocated: 60, peak: 70 };
const status = { progress, memory, failed: [] };
const never = () => undefined;

test('a thread that sleeps receives the answer to its own token, with the state of the backend', () => {
  const answered = (message, failures, bytes = 0) => {
    const asleep = prepareToBlock(7, bytes);
    return answerBlocked(asleep, message, failures) && block(asleep, 1, never);
  };
  assert.equal(answered(reply({ done: [6], data: [[8, new Float32Array(1)]] })), false);
  assert.deepEqual(answered(reply({ done: [6, 7], status })), { status });
  assert.deepEqual(answered(reply({ done: [7] })), { status: undefined });
  // An array that begins in the middle of its buffer.
  const part = Float32Array.of(9, 1, 2, 3).subarray(1);
  assert.deepEqual(answered(reply({ data: [[7, part]] })).value, Float32Array.of(1, 2, 3));
  const long = new Float32Array(3000).fill(0.5);
  assert.deepEqual(answered(reply({ data: [[7, long]] }), [], 4 * long.length).value, long);

  const failed = answered(reply({ failed: [[7, { code: 'X', message: 'no' }]], status }), [1, 2]);
  assert.deepEqual([failed.error.code, failed.failed, failed.status], ['X', [1, 2], status]);
  const lost = answered(reply({ lost: { code: 'DEVICE_LOST', message: 'é'.repeat(5000) } }));
  assert.equal(lost.error.code, 'DEVICE_LOST');
  assert.match(lost.error.message, /^é{800}$/);
});

test('a thread that sleeps looks nine times in a slice, and an error of either look ends the wait', () => {
  const seen = [];
  const ended = block(
    prepareToBlock(1, 0),
    9,
    () => (seen.push('beat'), seen.length > 15 ? new Error('dead') : undefined),
    () => void seen.push('look'),
  );
  const slice = [...Array(9).fill('look'), 'beat'];
  assert.deepEqual([ended.error.message, seen], ['dead', [...slice, ...slice]]);
  const looked = block(prepareToBlock(1, 0), 9, never, () => new Error('interrupted'));
  assert.equal(looked.error.message, 'interrupted');
});

test('answers come once, also those that are there before they are fetched; a loss answers all', async () => {
  const answers = new Answers();
  const losses = [];
  answers.onLost = ({ code }) => losses.push(code);
  const [one, other] = [answers.wait(1), answers.wait(2)];
  answers.expect(3);
  answers.receive(reply({ done: [1], data: [[3, [5]]] }));
  assert.deepEqual([await one, answers.isWaiting], [{}, true]);
  assert.deepEqual([answers.take(3), answers.take(3)], [{ value: [5] }, {}]);
  answers.receive(reply({ failed: [[2, { code: 'A', message: 'a' }]] }));
  assert.deepEqual([(await other).error.code, answers.isWaiting], ['A', false]);

  const third = answers.wait(4);
  answers.expect(5);
  answers.lose(new LabError('FIRST', ''));
  answers.lose(new LabError('SECOND', ''));
  const codes = [await third, await answers.wait(6), answers.take(5)].map(
    ({ error }) => error.code,
  );
  assert.deepEqual([codes, losses], [['FIRST', 'FIRST', 'FIRST'], ['FIRST']]);
  assert.equal(answers.isWaiting, false);
});

test('the graph lists operations in their order, each with its readers on every device', () => {
  const node = (operation, reads, from) => ({ operation, name: 'add', reads, from });
  const graph = describeGraph([[node(1, [0]), node(0, [])], [node(0, [], [0, 1])]], ['a', 'b']);
  assert.deepEqual(
    graph.map(({ device, operation, reads }) => [device, operation, reads]),
    [
      ['a', 0, []],
      ['a', 1, [{ device: 'a', operation: 0 }]],
      ['b', 0, [{ device: 'a', operation: 1 }]],
    ],
  );
});

test('near ports deliver in order, one message a task, and what was sent before they are closed', async () => {
  const [one, other] = NearPort.pair();
  const seen = [];
  one.postMessage('early');
  other.onmessage = ({ data }) => {
    seen.push(data);
    if (data === 'early') one.postMessage('from within');
  };
  one.postMessage('second');
  setImmediate(() => seen.push('another task'));
  one.onmessage = ({ data }) => seen.push(data);
  other.postMessage('back');
  await turns(8);
  assert.deepEqual(
    seen.filter((data) => data !== 'back' && data !== 'another task'),
    ['early', 'second', 'from within'],
  );
  one.postMessage('last');
  one.close();
  await turns(8);
  assert.equal(seen.at(-1), 'last');
});

test('a start ends at its deadline with what it waited for, and drops what comes too late', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const reasons = {};
  for (const [name, engine] of Object.entries({
    download: new Promise(() => {}),
    backend: Promise.resolve(),
  })) {
    const starting = new Starting(engine, 100);
    await turns(1);
    let finish;
    const dropped = [];
    const late = new Promise((resolve) => (finish = resolve));
    const step = starting.within(late, (value) => dropped.push(value));
    t.mock.timers.tick(99);
    assert.equal(starting.signal.aborted, false);
    t.mock.timers.tick(1);
    reasons[name] = await step.catch(({ code, message }) => `${code} ${message}`);
    // No further step begins after the timeout.
    await assert.rejects(starting.within(new Promise(() => {})), { code: 'NO_ANSWER' });
    finish('late');
    await turns();
    assert.deepEqual(dropped, ['late']);
  }
  assert.match(reasons.download, /^NO_ANSWER .*engine was not loaded within 100 ms/);
  assert.match(reasons.backend, /^NO_ANSWER .*backend has not answered for 100 ms/);

  const over = new Starting(Promise.resolve(), 100);
  assert.equal(await over.within(Promise.resolve(5), assert.fail), 5);
  over.over();
  t.mock.timers.tick(1000);
  assert.equal(over.signal.aborted, false);
});

/** A watch over one backend. The test sets its keepalives and its work. */
function watched(t, listener, { name = 'webgpu', load = [0, 0, 0] } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const transport = {
    thread: 'worker',
    info: {},
    signs: 0,
    pings: 0,
    ping: () => (transport.pings += 1),
  };
  const state = { transport, load, waits: true, lost: undefined, asked: [] };
  const heard = listener && ((silence) => (state.asked.push(silence), listener(silence)));
  const heartbeat = new Heartbeat(
    [{ name, transport }],
    () => state.waits && !state.lost,
    () => state.load,
    (error) => (state.lost = error),
    heard,
  );
  state.beats = (count, sign = 0) => {
    for (let at = 0; at < count; at += 1) {
      transport.signs += sign;
      t.mock.timers.tick(BEAT);
    }
  };
  heartbeat.watch();
  return Object.assign(state, { heartbeat });
}

test('a backend that is silent is asked, and lost after ten beats that nothing explains', (t) => {
  const state = watched(t);
  state.beats(5, 1);
  assert.equal(state.transport.pings, 0);
  state.beats(8);
  state.beats(1, 1);
  assert.equal(state.transport.pings, 8);
  state.beats(9);
  assert.equal(state.lost, undefined);
  state.beats(1);
  assert.equal(state.lost?.code, 'DEVICE_LOST');
  assert.match(state.lost.message, /webgpu has given no sign of life for over 4 s; connect again/);
});

test('silence before a wait does not count, and none is counted once nothing waits', (t) => {
  const state = watched(t);
  state.beats(8);
  state.waits = false;
  state.beats(20);
  state.waits = true;
  state.heartbeat.watch();
  state.beats(9);
  assert.equal(state.lost, undefined);
  state.beats(1);
  assert.ok(state.lost);
});

test('outstanding work explains silence at the rate that the device has shown, but for what is 100 times slower', (t) => {
  // Ten beats, and one more for each 9·10⁶ flops and bytes, by the least rate of 2·10⁷ a second.
  const lostAfter = (state) => {
    for (let beats = 1; ; beats += 1) {
      state.beats(1);
      if (state.lost) return beats;
    }
  };
  assert.equal(lostAfter(watched(t, undefined, { load: [9e7, 9e6, 0] })), 20);
  t.mock.timers.reset();
  assert.equal(lostAfter(watched(t, undefined, { name: 'cpu', load: [9e7, 9e6, 0] })), 11);
  for (const [rate, beats] of [
    [9e10, 10 + 10],
    [4.5e6, 10 + 20],
  ]) {
    t.mock.timers.reset();
    const state = watched(t);
    // Work that is complete after several beats has taken the time of all of them.
    for (let done = 0; done < 5; done += 1) {
      state.load = [1, 0, state.load[2]];
      state.beats(3, 1);
      state.load = [1, 0, state.load[2] + 4 * rate];
      state.beats(1, 1);
    }
    const most = rate > 9e6 ? rate / 100 : rate;
    state.load = [Math.max(most, 4.5e6) * (beats - 10), 0, state.load[2]];
    assert.equal(lostAfter(state), beats, `${rate}`);
  }
});

test('a listener is asked at each doubling, hears of the end of a silence, and ends or prolongs it', async (t) => {
  const answers = [true, undefined];
  const state = watched(t, () => answers.shift());
  state.beats(9);
  assert.equal(state.asked.length, 0);
  state.beats(1);
  assert.deepEqual(state.asked, [
    { device: 'webgpu', silent: 10 * BEAT, outstanding: 0, patience: 9 * BEAT },
  ]);
  state.beats(9);
  assert.deepEqual([state.asked.length, state.lost], [1, undefined]);
  state.beats(1, 1);
  assert.deepEqual([state.asked.length, state.asked[1].silent], [2, 0]);
  // The listener's permission ended with that silence.
  state.beats(9);
  assert.equal(state.asked.length, 2);
  state.beats(1);
  assert.deepEqual([state.asked.length, state.lost?.code], [3, 'DEVICE_LOST']);

  for (const [answer, code] of [
    [false, 'DEVICE_LOST'],
    [async () => false, 'DEVICE_LOST'],
    [async () => true, undefined],
    [() => new Promise(() => {}), undefined],
    [() => Promise.reject(new Error('of the listener')), 'DEVICE_LOST'],
  ]) {
    t.mock.timers.reset();
    const asked = watched(t, answer || (() => false));
    asked.beats(10);
    await turns();
    asked.beats(1);
    assert.equal(asked.lost?.code, code);
  }
});
