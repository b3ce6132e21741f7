// The script that watches any program's WebGPU: small programs in a real browser, whose numbers of calls are known.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { lineOf, open, script, serve } from './fixtures/watched.mjs';

let site;
before(async () => (site = await serve()));

/** Runs a program of `loops.js` while it is watched. */
async function watched(t, name, { given = [], options, late = false } = {}) {
  const { page, errors } = await open(t, site);
  const outcome = await page.evaluate(
    async ({ name, given, options, late }) => {
      const loops = await import('/loops.js');
      const { Adder } = await import('/library.js');
      if (late) globalThis.made = await Adder.open();
      await import('/watch.js');
      const watch = globalThis.asynclabWatch.watch(options);
      const value = await (loops[name] ?? ((...all) => globalThis.made[name](...all)))(...given);
      const soFar = watch.recording();
      return { value, soFar, recording: await watch.stop() };
    },
    { name, given, options, late },
  );
  assert.deepEqual(errors, []);
  return { page, ...outcome };
}

test('submissions, dispatches, buffers and compilations are counted', async (t) => {
  const { recording, value } = await watched(t, 'often', { given: [4] });
  const { counts, trace, submissions } = recording;
  assert.equal(value, 12);
  assert.equal(counts.submissions, 4 * 2 + 1);
  assert.equal(counts.commandBuffers, counts.submissions);
  assert.equal(counts.dispatches, 12);
  assert.equal(counts.passes, 4);
  assert.equal(counts.maps, 5);
  assert.equal(counts.modules, 1);
  assert.equal(counts.buffersCreated, 6);
  assert.equal(counts.buffersDestroyed, 5);
  assert.equal(counts.bytes, 4096);
  assert.equal(counts.peakBytes, 8192);
  assert.equal(counts.faults + counts.rowsLeftOut + counts.waitsLeftOut + counts.unknown, 0);
  assert.deepEqual(submissions.operations, [3, 0, 3, 0, 3, 0, 3, 0, 0]);
  assert.deepEqual(trace.names, ['add one']);
  assert.deepEqual(trace.shapes[trace.shape[0]], [16, 1, 1]);
  assert.deepEqual(trace.submission, [0, 0, 0, 2, 2, 2, 4, 4, 4, 6, 6, 6]);
  const [{ kind, name }] = recording.compilations;
  assert.deepEqual([kind, name], ['createComputePipeline', 'add one']);
});

test('rows are in the order of their calls and every moment comes after the one before', async (t) => {
  const { recording } = await watched(t, 'often', { given: [3] });
  const { enqueued, submitted, completed } = recording.trace;
  for (let i = 0; i < enqueued.length; i += 1) {
    assert.ok(i === 0 || enqueued[i - 1] <= enqueued[i]);
    assert.ok(enqueued[i] <= submitted[i] && submitted[i] <= completed[i]);
  }
});

test('waits name what they waited for, and the line of the program', async (t) => {
  const { recording } = await watched(t, 'often', { given: [2] });
  const { trace, places, waitPlaces } = recording;
  const [each, wait, end] = await Promise.all(
    ['reads in every step', 'waits at the end', 'reads at the end'].map(lineOf),
  );
  assert.deepEqual(
    trace.waits.map(({ kind, line, op }) => [kind, line, op]),
    [
      ['mapAsync', each, 2],
      ['mapAsync', each, 5],
      ['onSubmittedWorkDone', wait, -1],
      ['mapAsync', end, 5],
    ],
  );
  assert.match(places[waitPlaces[0]], new RegExp(`Adder\\.read at .*loops\\.js:${each}$`));
  for (const { from, to } of trace.waits) assert.ok(from <= to);
});

test('a promise during which the program submits is no wait', async (t) => {
  const { recording } = await watched(t, 'idle');
  assert.equal(recording.counts.overlapped, 1);
  assert.deepEqual(
    recording.trace.waits.map(({ kind }) => kind),
    ['mapAsync'],
  );
});

test('several devices have lanes of their own', async (t) => {
  const { recording } = await watched(t, 'several');
  assert.equal(recording.devices.length, 2);
  assert.deepEqual(recording.trace.devices, ['webgpu', 'webgpu']);
  assert.deepEqual(recording.trace.device, [0, 0, 1]);
  assert.deepEqual(recording.trace.names, ['one', 'other']);
});

test('a lost device is noted, and the program gets its own error', async (t) => {
  const { recording, value } = await watched(t, 'lost');
  const plain = await (
    await open(t, site)
  ).page.evaluate(async () => (await import('/loops.js')).lost());
  assert.equal(value, plain);
  assert.equal(recording.devices[0].lost.reason, 'destroyed');
  assert.equal(recording.cut, false);
});

test('a device from before the script is seen from then on', async (t) => {
  const { recording } = await watched(t, 'add', { given: [2], late: true });
  assert.equal(recording.counts.dispatches, 2);
  assert.equal(recording.devices[0].late, true);
  assert.deepEqual(recording.trace.names, ['add one']);
  assert.equal((await watched(t, 'often', { given: [1] })).recording.devices[0].late, false);
});

test('passes are timed on request, without a submission more', async (t) => {
  const plain = (await watched(t, 'often', { given: [3] })).recording;
  const { recording, value } = await watched(t, 'often', {
    given: [3],
    options: { timestamps: true },
  });
  assert.equal(value, 9);
  assert.equal(plain.gpu, null);
  for (const name of ['submissions', 'commandBuffers', 'buffersCreated', 'passes'])
    assert.equal(recording.counts[name], plain.counts[name]);
  const { started, ended } = recording.gpu;
  assert.equal(started.length, 9);
  for (let i = 0; i < 9; i += 1) assert.ok(started[i] > 0 && started[i] <= ended[i]);
  assert.deepEqual(recording.trace.kernel, [2, 2, 2, 5, 5, 5, 8, 8, 8]);
});

test("a pass with timestamps of the program's own keeps them", async (t) => {
  const { page } = await open(t, site);
  const { own, gpu, dispatches } = await page.evaluate(async () => {
    const { Adder } = await import('/library.js');
    await import('/watch.js');
    const watch = globalThis.asynclabWatch.watch({ timestamps: true });
    const adder = await Adder.open();
    const { device } = adder;
    const querySet = device.createQuerySet({ type: 'timestamp', count: 2 });
    const timestampWrites = {
      querySet,
      beginningOfPassWriteIndex: 0,
      endOfPassWriteIndex: 1,
    };
    adder.add(1, { timestampWrites });
    const resolved = device.createBuffer({ size: 4096, usage: 0x204 });
    const encoder = device.createCommandEncoder();
    encoder.resolveQuerySet(querySet, 0, 2, resolved, 0);
    device.queue.submit([encoder.finish()]);
    adder.buffer = resolved;
    const [low, high] = await adder.read();
    const { gpu, counts } = await watch.stop();
    return { own: [low, high].some((half) => half !== 0), gpu, dispatches: counts.dispatches };
  });
  assert.deepEqual({ own, gpu, dispatches }, { own: true, gpu: null, dispatches: 1 });
});

test('stop puts every method back', async (t) => {
  const { page } = await open(t, site);
  const same = await page.evaluate(async () => {
    const methods = () =>
      Object.getOwnPropertyNames(globalThis)
        .filter((name) => /^GPU|Canvas|RenderingContext2D$/.test(name))
        .filter((name) => typeof globalThis[name] === 'function')
        .flatMap((name) => {
          const { prototype } = globalThis[name];
          const own = Object.getOwnPropertyDescriptors(prototype ?? {});
          return Object.entries(own).map(([key, { value }]) => [`${name}.${key}`, value]);
        });
    const before = new Map(methods());
    await import('/watch.js');
    const watch = globalThis.asynclabWatch.watch();
    const changed = methods().filter(([name, value]) => before.get(name) !== value).length;
    await watch.stop();
    const after = methods().filter(([name, value]) => before.get(name) !== value);
    return { changed: changed > 20, after: after.map(([name]) => name), count: before.size > 50 };
  });
  assert.deepEqual(same, { changed: true, after: [], count: true });
});

test('blocking reads of a canvas are waits with their line', async (t) => {
  const { page } = await open(t, site);
  const { waits, places, counts } = await page.evaluate(async () => {
    const { Adder } = await import('/library.js');
    await import('/watch.js');
    const watch = globalThis.asynclabWatch.watch();
    const { device } = await Adder.open();
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext('webgpu');
    context.configure({ device, format: 'rgba8unorm', alphaMode: 'premultiplied' });
    const encoder = device.createCommandEncoder();
    const view = context.getCurrentTexture().createView();
    const colorAttachments = [
      { view, loadOp: 'clear', storeOp: 'store', clearValue: [1, 0, 0, 1] },
    ];
    encoder.beginRenderPass({ colorAttachments }).end();
    device.queue.submit([encoder.finish()]);
    const flat = new OffscreenCanvas(64, 64).getContext('2d');
    flat.getImageData(0, 0, 1, 1);
    flat.drawImage(canvas, 0, 0);
    const red = flat.getImageData(0, 0, 1, 1).data[0];
    const { trace, places, counts } = await watch.stop();
    return { red, waits: trace.waits, places, counts };
  });
  assert.deepEqual(
    waits.map(({ kind }) => kind),
    ['drawImage', 'getImageData'],
  );
  assert.equal(counts.canvasReads, 2);
  assert.ok(places.length > 0);
});

test('a worker is watched by a recording of its own', async (t) => {
  const { page } = await open(t, site);
  const ask = (watched) =>
    page.evaluate(
      (watched) =>
        new Promise((resolve) => {
          const worker = new Worker('/worker.js', { type: 'module' });
          worker.onmessage = ({ data }) => resolve(data);
          worker.postMessage({ steps: 2, watched });
        }),
      watched,
    );
  const { value, recording } = await ask(true);
  assert.equal(value, (await ask(false)).value);
  assert.equal(recording.thread, 'worker');
  assert.equal(recording.counts.dispatches, 6);
});

test('the recording so far can be read while the program runs', async (t) => {
  const { soFar, recording } = await watched(t, 'often', { given: [2] });
  assert.equal(soFar.cut, true);
  assert.equal(recording.cut, false);
  assert.equal(soFar.counts.submissions, recording.counts.submissions);
  assert.equal(recording.floor.length, 12);
});

test('without use or with bad options it says so', async (t) => {
  const { page } = await open(t, site);
  const outcome = await page.evaluate(async () => {
    await import('/watch.js');
    const { watch } = globalThis.asynclabWatch;
    const codeOf = (act) => {
      try {
        act();
        return '';
      } catch ({ code }) {
        return code;
      }
    };
    const bad = codeOf(() => watch({ stacks: 'some' }));
    const one = watch();
    const twice = codeOf(() => watch());
    const { counts, devices, webgpu } = await one.stop();
    const again = codeOf(() => watch().stop());
    return { bad, twice, again, webgpu, submissions: counts.submissions, devices };
  });
  assert.deepEqual(outcome, {
    bad: 'BAD_OPTION',
    twice: 'WATCHING',
    again: '',
    webgpu: true,
    submissions: 0,
    devices: [],
  });
});

test('an error that nobody handles is reported as without it', async (t) => {
  const { page } = await open(t, site);
  const name = await page.evaluate(async () => {
    const { Adder } = await import('/library.js');
    await import('/watch.js');
    globalThis.asynclabWatch.watch();
    const adder = await Adder.open();
    const reported = new Promise((resolve) => addEventListener('unhandledrejection', resolve));
    void adder.buffer.mapAsync(GPUMapMode.READ); // the buffer lacks this usage
    return (await reported).reason.name;
  });
  assert.equal(name, 'OperationError');
});

test('the script fits into 8 kB', async () => {
  assert.ok(gzipSync(await script()).length < 8000);
});
