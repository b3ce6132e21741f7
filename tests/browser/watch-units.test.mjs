// The recordings of the script that watches WebGPU, without a browser: bounds, errors, and its visible effects on a program.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complete, installFakes } from './fixtures/fake-gpu.mjs';

const { adapter, gpu } = installFakes();
let readings = 0;
const clock = performance.now.bind(performance);
performance.now = () => {
  readings += 1;
  return clock();
};
const { watch } = await import('../../www/watch/watch.js');
const { LARGEST } = await import('../../www/page/compare/reading.js');
const { placeOf } = await import('../../www/watch/recording.js');

/** Records during an action, and then completes all work in progress. */
async function recorded(t, act, options) {
  const recording = watch(options);
  let stopping;
  t.after(() => (stopping ??= recording.stop()));
  const device = await adapter.requestDevice();
  await act(device);
  await complete();
  stopping ??= recording.stop();
  const ends = setInterval(complete, 1);
  const document = await stopping;
  clearInterval(ends);
  return { device, document };
}

function dispatch(device, count, pipeline = { label: 'kernel' }) {
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  for (let i = 0; i < count; i += 1) pass.dispatchWorkgroups(7, 3);
  return encoder.finish();
}

test('what is encoded and not submitted is no work', async (t) => {
  const { document } = await recorded(t, (device) => {
    const [first, , last] = [1, 2, 3].map((count) => dispatch(device, count));
    device.queue.submit([last, first]); // in another order than they were encoded
  });
  assert.deepEqual(document.trace.submission, [0, 0, 0, 0]);
  assert.deepEqual(document.submissions.operations, [4]);
  assert.equal(document.counts.dispatches, 6);
});

test('an upload counts the bytes that it writes: all behind an offset, or as many as are given', async (t) => {
  const { document } = await recorded(t, ({ queue }) => {
    const buffer = {};
    // Offsets and sizes of typed arrays count elements, those of other memory count bytes.
    queue.writeBuffer(buffer, 0, new Float32Array(100));
    queue.writeBuffer(buffer, 0, new Float32Array(100), 90);
    queue.writeBuffer(buffer, 0, new Float32Array(100), 10, 20);
    queue.writeBuffer(buffer, 0, new ArrayBuffer(100), 90);
    queue.writeBuffer(buffer, 0, new DataView(new ArrayBuffer(100)), 10, 20);
  });
  assert.equal(document.counts.uploads, 5);
  assert.equal(document.counts.uploadedBytes, 400 + 40 + 80 + 10 + 20);
});

test('memory is bounded: what is beyond is counted', async (t) => {
  const { document } = await recorded(t, async (device) => {
    for (let i = 0; i < 300; i += 1) device.queue.submit([dispatch(device, 1, { label: `p${i}` })]);
    for (let i = 0; i < 13; i += 1) device.queue.submit([dispatch(device, 10_000)]);
    for (let i = 0; i < 60_000; i += 1) device.queue.onSubmittedWorkDone().catch(() => {});
    await complete();
  });
  const { counts, trace } = document;
  assert.equal(counts.dispatches, 130_300);
  assert.equal(trace.op.length, 120_000);
  assert.equal(counts.rowsLeftOut, 10_300);
  assert.equal(trace.names.length, 256);
  assert.equal(trace.names[255], '…');
  assert.equal(trace.waits.length, 50_000);
  assert.equal(counts.waitsLeftOut, 10_000);
});

test('equal dispatches of a pass share a reading of the clock, sixteen at the most', async (t) => {
  const kernels = ['one', 'other'].map((label) => ({ label }));
  let read;
  const { document } = await recorded(t, (device) => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    const before = readings;
    pass.setPipeline(kernels[0]);
    for (let i = 0; i < 33; i += 1) pass.dispatchWorkgroups(7);
    pass.dispatchWorkgroups(7, 2);
    pass.setPipeline(kernels[1]);
    pass.dispatchWorkgroups(7, 2);
    pass.setPipeline(kernels[0]);
    pass.dispatchWorkgroups(7, 2);
    read = readings - before;
    device.queue.submit([encoder.finish()]);
  });
  const { trace, submissions } = document;
  assert.equal(read, 3 + 3);
  assert.deepEqual(submissions.operations, [36]);
  assert.deepEqual(trace.op.slice(32), [0, 0, 1, 0]);
  assert.deepEqual(
    trace.shape.map((shape) => trace.shapes[shape][1]),
    [...Array(33).fill(1), 2, 2, 2],
  );
  assert.deepEqual(trace.kernel, [...trace.op.keys()]);
  for (let i = 1; i < 36; i += 1) assert.ok(trace.enqueued[i - 1] <= trace.enqueued[i]);
  assert.ok(new Set(trace.enqueued).size <= 6);
});

test('submissions beyond the most are counted, and no longer asked about; the page reads the longest recording', async (t) => {
  const { document } = await recorded(t, async (device) => {
    device.queue.submit([dispatch(device, 20_000)]);
    for (let i = 0; i < 100_010; i += 1) device.queue.submit([dispatch(device, 1)]);
    for (let i = 0; i < 50_000; i += 1) device.queue.onSubmittedWorkDone().catch(() => {});
  });
  assert.equal(document.counts.submissions, 100_011);
  assert.equal(document.submissions.at.length, 100_000);
  const rows = document.trace.op.length;
  assert.equal(rows, 119_999);
  assert.equal(document.trace.waits.length, 50_000);
  // In addition, the times of passes in ns since the machine's start, and the most compilations and places.
  const times = 2 * rows * '1000000000000000,'.length;
  const most = JSON.stringify(document).length + times + 5000 * 250 + 2000 * 204;
  t.diagnostic(`${(most / 1e6).toFixed(1)} MB`);
  assert.ok(most < LARGEST, `${most}`);
});

test('what the program gives is passed on, and what fails fails as without the script', async (t) => {
  await recorded(t, async (device) => {
    const buffers = [dispatch(device, 1)];
    device.queue.submit(buffers[Symbol.iterator]()); // which can be read only once
    assert.equal(device.queue.submissions, 1);
    assert.throws(() => device.queue.submit([null]), TypeError);
    assert.throws(() => device.queue.submit(), TypeError);
    await assert.rejects(device.createComputePipelineAsync({ label: 'wrong' }), /wrong/);
    assert.equal(device.queue.submit.name, 'submit');
    assert.equal(device.queue.submit.length, 1);
    assert.deepEqual(Object.keys(device.queue), ['submissions']);
  }).then(({ document: { counts } }) => {
    assert.equal(counts.submissions, 1);
    assert.equal(counts.dispatches, 1);
    assert.equal(counts.faults, 0);
  });
});

test('a method that was taken while it watched passes on afterwards', async (t) => {
  let submit;
  const { device } = await recorded(t, (device) => ({ submit } = device.queue));
  Reflect.apply(submit, device.queue, [[]]);
  // Twelve empty submissions measured the notification latency of this device.
  assert.equal(device.queue.submissions, 12 + 1);
  assert.notEqual(submit, device.queue.submit);
});

test('objects of an earlier recording are strangers to the next one', async (t) => {
  let left;
  await recorded(t, (device) => (left = { device, buffers: [dispatch(device, 2)] }));
  const { document } = await recorded(t, () => left.device.queue.submit(left.buffers));
  assert.equal(document.counts.unknown, 1);
  assert.equal(document.trace.op.length, 0);
});

test('a recording goes on with the device and the bytes of an earlier one', async (t) => {
  let left;
  await recorded(t, (device) => {
    const buffers = [300, 40].map((size) => device.createBuffer({ size }));
    left = { device, buffers };
  });
  const { document } = await recorded(t, () => {
    left.buffers[1].destroy();
    left.device.createBuffer({ size: 5 });
    left.device.queue.submit([]);
  });
  // The second device is the one that the test itself requests.
  assert.deepEqual(
    document.devices.map(({ late, vendor }) => [late, vendor]),
    [
      [false, 'fake'],
      [false, 'fake'],
    ],
  );
  const { bytes, peakBytes, buffersDestroyed } = document.counts;
  assert.ok(bytes >= 305 && bytes - 305 === peakBytes - 340, `${bytes}, at most ${peakBytes}`);
  assert.equal(buffersDestroyed, 1);
});

test('a device from before every recording is late', async () => {
  const device = await adapter.requestDevice();
  const watching = watch();
  device.queue.submit([]);
  await complete();
  const ends = setInterval(complete, 1);
  const { devices } = await watching.stop();
  clearInterval(ends);
  assert.deepEqual(
    devices.map(({ late }) => late),
    [true],
  );
});

test('of many devices the first sixteen are recorded, and the others counted', async (t) => {
  const { document } = await recorded(t, async () => {
    for (let i = 0; i < 18; i += 1) {
      const device = await adapter.requestDevice();
      device.queue.submit([dispatch(device, 2)]);
    }
  });
  const { counts, devices, trace, submissions, floor } = document;
  // The first device has no work.
  assert.deepEqual([counts.devices, devices.length, floor.length], [19, 16, 192]);
  assert.deepEqual([counts.submissions, submissions.at.length], [18, 15]);
  assert.deepEqual([counts.rowsLeftOut, trace.op.length], [6, 30]);
  assert.deepEqual(
    [...new Set(trace.device)],
    [...Array(15).keys()].map((i) => i + 1),
  );
});

test('a recording in which one device has not finished is cut, though the last submission is complete', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { prototype } = globalThis.GPUQueue;
  const native = prototype.onSubmittedWorkDone;
  const stuck = new Set();
  prototype.onSubmittedWorkDone = function () {
    return stuck.has(this) ? new Promise(() => {}) : Promise.resolve();
  };
  t.after(() => (prototype.onSubmittedWorkDone = native));
  const recording = watch();
  const [slow, quick] = [await adapter.requestDevice(), await adapter.requestDevice()];
  stuck.add(slow.queue);
  for (const device of [slow, quick]) device.queue.submit([dispatch(device, 1)]);
  const stopping = recording.stop();
  await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(10_000);
  const { cut, submissions } = await stopping;
  assert.equal(submissions.completed[0], null);
  assert.ok(submissions.completed[1] > 0);
  assert.equal(cut, true);
});

test('an adapter or a device that the program did not get is counted, and it gets what it would', async (t) => {
  const { document } = await recorded(t, async () => {
    assert.equal(await gpu.requestAdapter({ powerPreference: 'none' }), null);
    assert.ok(await gpu.requestAdapter());
    await assert.rejects(adapter.requestDevice({ requiredFeatures: ['none'] }), TypeError);
  });
  const { adaptersMissing, devicesRefused, devices } = document.counts;
  assert.deepEqual(
    { adaptersMissing, devicesRefused, devices },
    {
      ...{ adaptersMissing: 1, devicesRefused: 1, devices: 1 },
    },
  );
});

test('what is written into mapped memory is an upload, what is read from it is none', async (t) => {
  const { document } = await recorded(t, async (device) => {
    const made = device.createBuffer({ size: 64, mappedAtCreation: true });
    made.getMappedRange(0, 16);
    made.getMappedRange(32, 8);
    made.unmap();
    made.unmap();
    for (const mode of [2, 1]) {
      const buffer = device.createBuffer({ size: 100 });
      buffer.mapAsync(mode);
      await complete();
      buffer.getMappedRange();
      buffer.unmap();
    }
  });
  assert.equal(document.counts.uploads, 2);
  assert.equal(document.counts.uploadedBytes, 24 + 100);
});

test('the program’s own marks are in the recording, those of before are not', async (t) => {
  performance.mark('earlier');
  await new Promise((resolve) => setTimeout(resolve, 2));
  const { document } = await recorded(t, () => void performance.mark('read'));
  assert.deepEqual(
    document.marks.map(({ name }) => name),
    ['read'],
  );
  assert.ok(document.marks[0].at >= document.from && document.marks[0].at <= document.to);
});

test('a live recording has the marks until now, whatever times a program gives them, and whatever it puts in place of the browser’s list', async (t) => {
  const { getEntriesByType } = performance;
  t.after(() => (performance.getEntriesByType = getEntriesByType));
  const recording = watch();
  t.after(() => recording.stop());
  performance.mark('live');
  performance.mark('far ahead', { startTime: 1e300 });
  performance.mark('soon', { startTime: clock() + 60_000 });
  performance.getEntriesByType = () => {
    throw new Error('none of your business');
  };
  await new Promise((resolve) => setTimeout(resolve, 2));
  const { from, to, marks } = recording.recording();
  assert.deepEqual(
    marks.map(({ name }) => name),
    ['live'],
  );
  assert.ok(marks[0].at >= from && marks[0].at <= to);
});

test('a recording that stops before its work is complete is cut', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const recording = watch();
  const device = await adapter.requestDevice();
  device.queue.submit([dispatch(device, 1)]);
  const stopping = recording.stop();
  await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(10_000);
  const { cut, floor, trace } = await stopping;
  assert.deepEqual([cut, floor, trace.completed], [true, [], [null]]);
  await complete();
});

test('who waits for the queue gets the queue’s own promise', async (t) => {
  const { prototype } = globalThis.GPUQueue;
  const native = prototype.onSubmittedWorkDone;
  const given = Promise.resolve();
  prototype.onSubmittedWorkDone = () => given;
  t.after(() => (prototype.onSubmittedWorkDone = native));
  const { document } = await recorded(t, (device) =>
    assert.equal(device.queue.onSubmittedWorkDone(), given),
  );
  assert.equal(document.trace.waits.length, 1);
});

test('a wait during which nothing but empty submissions were made is one', async (t) => {
  const { document } = await recorded(t, async (device) => {
    const buffer = device.createBuffer({ size: 4 });
    buffer.mapAsync(1);
    // Both submissions make some browsers poll for completed work.
    device.queue.submit([]);
    device.queue.submit([device.createCommandEncoder().finish()]);
    await complete();
    buffer.mapAsync(1);
    device.queue.submit([dispatch(device, 1)]);
    await complete();
  });
  assert.equal(document.trace.waits.length, 1);
  assert.equal(document.counts.overlapped, 1);
});

test('a thread without WebGPU is watched in vain, and the recording says so', async () => {
  const { GPUQueue, GPUDevice } = globalThis;
  Object.assign(globalThis, { GPUQueue: undefined, GPUDevice: undefined });
  try {
    const { webgpu, counts, devices, cut } = await watch().stop();
    assert.deepEqual([webgpu, counts.submissions, devices, cut], [false, 0, [], false]);
  } finally {
    Object.assign(globalThis, { GPUQueue, GPUDevice });
  }
});

test('a place is the program’s line and the library’s function that it called', () => {
  const chromium = `Error
    at Adder.read (http://a.example/lib/add.js:48:16)
    at async http://a.example/lib/add.js:60:3
    at async often (http://a.example/loops.js?v=2:9:5)
    at async http://a.example/main.js:1:1`;
  const firefox = `read@http://a.example/lib/add.js:48:16
async*often@http://a.example/loops.js:9:5
@http://a.example/main.js:1:1`;
  assert.deepEqual(placeOf(firefox), { text: 'read at a.example/loops.js:9', line: 9 });
  assert.deepEqual(placeOf(chromium), { text: 'Adder.read at a.example/loops.js:9', line: 9 });
  const alone = 'Error\n    at draw (http://a.example/main.js:3:1)\n    at <anonymous>';
  assert.deepEqual(placeOf(alone), { text: 'draw at a.example/main.js:3', line: 3 });
  assert.deepEqual(placeOf(''), { text: '', line: 0 });
});

test('a place is found at once in a stack with a long line of spaces', () => {
  const before = performance.now();
  const { line } = placeOf(
    `    at f${' '.repeat(900)}x\n${' '.repeat(4000)}\n    at g (http://a.b/c.js:7:3)`,
  );
  assert.equal(line, 7);
  assert.ok(performance.now() - before < 100);
});
