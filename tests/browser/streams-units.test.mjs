// The stream to the backends by itself, with stand-ins for the engine and the transports: when chunks are sent, which buffers are used again, and
// the effects of a report.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Answers } from '../../www/lib/core/answers.js';
import { Buffers } from '../../www/lib/core/buffers.js';
import { reply } from '../../www/lib/core/protocol.js';
import { Stream } from '../../www/lib/core/stream.js';

const policy = {
  opsPerSubmit: 1,
  workPerSubmit: 1,
  lazy: false,
  memoryLimit: 1e9,
  allocator: 'stream-ordered',
};

/** A stream of one or several devices, the chunks sent to each, and the calls of the engine. */
function made({
  names = ['webgpu'],
  bounds = { operations: 100, bytes: Infinity },
  more = {},
  info = {},
} = {}) {
  const [devices, asked] = [[], []];
  let pending = 0;
  const frontend = {
    addDevice: (...given) => devices.push(given) - 1,
    endChunk: () => pending,
    takeWords: (index, words) => words.fill(index + 1),
    room: (...given) => (asked.push(given), -1),
    used: () => 0,
    ...Object.fromEntries(
      ['fail', 'lose', 'completeBefore', 'boundOperations'].map((name) => [
        name,
        (...given) => asked.push([name, ...given]),
      ]),
    ),
  };
  const answers = new Answers();
  const stream = new Stream(answers, frontend, bounds, { ...policy, ...more });
  const transports = names.map((name) => {
    const transport = {
      info: { adapter: { software: false }, arrayBytes: 7, ...info },
      sent: [],
      met: [],
      listen: (take) => (transport.take = take),
      meet: (device) => transport.met.push(device),
      send: ({ words, blocked }) => void transport.sent.push([words.length, blocked]),
    };
    stream.add(name, transport);
    return transport;
  });
  return { answers, asked, devices, stream, transports, enqueue: (words) => (pending = words) };
}
const turn = () => new Promise(setImmediate);

test('a chunk leaves with the turn, at a quarter of the queue, or when asked, and counts anew from then on', async () => {
  const { stream, transports, enqueue } = made();
  const [{ sent }] = transports;
  let left = 0;
  stream.onLeave = () => (left += 1);
  enqueue(5);
  assert.equal(stream.enqueued(24), false);
  assert.deepEqual([sent.length, stream.enqueued()], [0, true]);
  assert.deepEqual([sent, left], [[[5, undefined]], 1]);
  assert.equal(stream.enqueued(24), false);
  await turn();
  await turn();
  // One chunk for the rest of the chunk before, and one for both calls since.
  assert.ok(sent.length >= 2 && sent.length <= 3, `${sent.length}`);
  enqueue(0);
  const before = sent.length;
  stream.flush();
  assert.deepEqual([sent.length, left > 2], [before, true]);
  stream.boundOperations(10);
  enqueue(1);
  assert.deepEqual(
    [stream.enqueued(2), stream.enqueued(1), stream.half.operations],
    [false, true, 5],
  );
  const wide = made({ bounds: { operations: 2 ** 20, bytes: 8 } }).stream;
  assert.deepEqual([wide.most, wide.half], [512, { operations: 2 ** 19, bytes: 4 }]);
  assert.equal(
    made({ bounds: { operations: 2 ** 20, bytes: 8 }, more: { opsPerSubmit: 2000 } }).stream.most,
    2000,
  );
});

test('devices meet each other, are known as software, and one alone answers who sleeps', () => {
  const { devices, transports, stream, enqueue } = made({ names: ['webgpu', 'cpu'] });
  assert.deepEqual(devices, [
    ['webgpu', 7, 1e9, Infinity, false],
    ['cpu', 7, 1e9, Infinity, true],
  ]);
  assert.deepEqual(
    transports.map(({ met }) => met),
    [[1], [0]],
  );
  enqueue(3);
  stream.flush('asleep', 1);
  assert.deepEqual(
    transports.map(({ sent }) => sent),
    [[[3, undefined]], [[3, 'asleep']]],
  );
  assert.equal(made({ info: { adapter: { software: true } } }).devices[0][4], true);
  assert.deepEqual(made({ more: { lazy: true } }).devices[0].slice(2, 4), [Infinity, Infinity]);
  assert.deepEqual(made({ more: { allocator: 'on-completion' } }).devices[0].slice(2, 4), [
    Infinity,
    1e9,
  ]);
});

test('a report is taken unless it is older; failures, choices and calibration are kept, and a loss ends the engine', () => {
  const { stream, transports, asked, answers } = made();
  const [{ take, info }] = transports;
  const [device] = stream.devices;
  const status = (decoded, completed, completeBefore, used = 0) => ({
    progress: { decoded, completed, handedOverBefore: decoded, completeBefore },
    memory: { used, pending: 0, pooled: 0, allocated: used, peak: used },
    failed: [],
  });
  take(reply({ status: status(5, 3, 2, 50) }));
  for (const older of [status(4, 3, 3, 60), status(6, 2, 3, 60)]) take(reply({ status: older }));
  assert.deepEqual([device.status.memory.used, device.status.progress.completeBefore], [50, 2]);
  take(reply({ status: status(5, 3, 2, 70) }));
  assert.equal(device.status.memory.used, 70);
  // A wait has reported more progress than a report that comes after it.
  stream.completeBefore(0, 4);
  take(reply({ status: status(6, 4, 3, 80) }));
  assert.deepEqual(
    [device.status.progress.completeBefore, device.status.progress.completed],
    [4, 4],
  );
  take(reply({ status: { ...status(7, 5, 5), failed: [3, 4] } }));
  assert.deepEqual(
    [
      [...device.failed],
      asked.filter(([name]) => name === 'fail').map(([, at, list]) => [at, [...list]]),
    ],
    [[3, 4], [[0, [3, 4]]]],
  );
  take(
    reply({
      chosen: [
        ['a', 'k1', 'times'],
        ['b', 'k2', ''],
      ],
      calibrated: { rate: 5 },
    }),
  );
  assert.deepEqual(
    [{ ...device.kernels }, { ...device.trials }, info.rate],
    [{ a: 'k1', b: 'k2' }, { a: 'times' }, 5],
  );
  take(reply({ lost: { code: 'DEVICE_LOST', message: 'gone' } }));
  assert.deepEqual(
    [answers.lost.code, asked.at(-1)],
    ['DEVICE_LOST', ['lose', 'DEVICE_LOST', 'gone']],
  );
});

test('buffers of two sizes are used again, so many of each, and others are the program’s own', () => {
  const buffers = new Buffers();
  const [small, large, own] = [1, 2 ** 14 + 1, 2 ** 17 + 1].map((length) => buffers.take(length));
  assert.deepEqual(
    [small.length, small.buffer.byteLength, large.buffer.byteLength, own.buffer.byteLength],
    [1, 2 ** 16, 2 ** 19, 4 * own.length],
  );
  assert.equal(buffers.take(2 ** 14).length, 2 ** 14);
  for (const { buffer } of [small, large, own]) buffers.reuse(buffer);
  assert.equal(buffers.take(5).buffer, small.buffer);
  assert.notEqual(buffers.take(5).buffer, small.buffer);
  assert.equal(buffers.take(2 ** 17).buffer, large.buffer);
  const many = Array.from({ length: 6 }, () => new ArrayBuffer(2 ** 19));
  for (const buffer of many) buffers.reuse(buffer);
  const again = many.map(() => buffers.take(2 ** 17).buffer);
  assert.equal(again.filter((buffer) => many.includes(buffer)).length, 4);
});
