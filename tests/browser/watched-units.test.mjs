// Reading recordings of other programs: rejected files, the verdict and its certainty, and the cost of hostile recordings.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { distinct } from './fixtures/adversaries.mjs';
import { complete, installFakes } from './fixtures/fake-gpu.mjs';
import { below, install } from './fixtures/elements.mjs';
import { workOf } from './fixtures/work.mjs';
import './fixtures/words.mjs';
import { site } from './harness.mjs';

await site(); // builds the module that checks documents, if it is not built
const { adapter } = installFakes();
install();
const { watch } = await import('../../www/watch/watch.js');
const { readRecording, traceOf } = await import('../../www/page/watched/reading.js');
const { findingOf } = await import('../../www/page/watched/finding.js');
const { RecordingView } = await import('../../www/page/watched/view.js');

/** A recording of this many steps, each a pass and a wait. */
async function recorded(steps = 3) {
  const recording = watch();
  const device = await adapter.requestDevice();
  for (let i = 0; i < steps; i += 1) {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(device.createComputePipeline({ label: 'kernel' }));
    pass.dispatchWorkgroups(1);
    device.queue.submit([encoder.finish()]);
    const waiting = device.queue.onSubmittedWorkDone();
    await complete();
    await waiting;
  }
  const ends = setInterval(complete, 1);
  const document = await recording.stop();
  clearInterval(ends);
  return document;
}

/** A stand-in for the engine's function, for a GPU clock that equals the program's. */
const placed = (started, ended) => ({
  started: started.map((time) => time / 1e6),
  ended: ended.map((time) => time / 1e6),
  fit: { offset: 0, uncertainty: 0.001, residual: 0, dropped: 0, refused: false },
  quantum: 0.000001,
});

/** A recording in which each operation takes 1 ms, with idle gaps of `gap` ms between operations. */
async function timed(gap, change = () => {}) {
  const document = await recorded(4);
  const { trace } = document;
  const ns = (list) => list.map((time) => Math.round(time * 1e6));
  const begins = trace.op.map((_, i) => 100 + i * (1 + gap));
  Object.assign(trace, {
    enqueued: begins.map((time) => time - 0.01),
    submitted: begins.map((time) => time - 0.005),
    completed: begins.map((time) => time + 1.005),
  });
  trace.waits = begins.slice(1).map((time, i) => ({
    ...{ kind: 'mapAsync', op: i, from: time - 1 - gap, to: time - 0.02, line: 9 },
  }));
  document.places = ['read at loops.js:9'];
  document.waitPlaces = trace.waits.map(() => 0);
  document.compilations = [];
  Object.assign(document, { from: 100, to: 200 });
  document.gpu = { started: ns(begins), ended: ns(begins.map((time) => time + 1)) };
  change(document);
  return readRecording(JSON.stringify(document));
}

const found = (recording, place = placed) => {
  const { trace, quantum } = traceOf(recording, place);
  return findingOf(recording, trace, quantum);
};

test('what the script writes is a recording', async () => {
  const document = await recorded();
  assert.deepEqual(readRecording(JSON.stringify(document)).counts, document.counts);
});

test('what is no recording is rejected, with the place that is wrong', async () => {
  const good = JSON.stringify(await timed(1));
  const rejected = (change) => {
    const document = JSON.parse(good);
    change(document);
    try {
      readRecording(JSON.stringify(document));
    } catch ({ code, message }) {
      return `${code} ${message}`;
    }
    return 'read';
  };
  assert.equal(
    rejected(() => {}),
    'read',
  );
  const cases = [
    [(d) => (d.recording = 2), 'OTHER_RECORDING 2'],
    [(d) => delete d.counts.draws, 'NOT_A_RECORDING /counts/draws'],
    [(d) => (d.more = 1), 'NOT_A_RECORDING /more'],
    [(d) => (d.date = '2026-13-01T00:00:00Z'), 'NOT_A_RECORDING /date'],
    [(d) => d.waitPlaces.pop(), 'NOT_A_RECORDING /waitPlaces'],
    [(d) => (d.waitPlaces[0] = 7), 'NOT_A_RECORDING /waitPlaces'],
    [(d) => d.gpu.started.pop(), 'NOT_A_RECORDING /gpu/started'],
    [(d) => (d.trace.started[0] = 5), 'NOT_A_RECORDING /trace/started'],
    [(d) => d.submissions.completed.pop(), 'NOT_A_RECORDING /submissions/completed'],
    [(d) => d.trace.enqueued.reverse(), 'NOT_A_RECORDING /trace/enqueued'],
    [
      (d) => d.compilations.push({ kind: 'a', name: 'b', from: 0, to: 1, stack: 9 }),
      'NOT_A_RECORDING /compilations',
    ],
    [(d) => (d.trace.waits[0].kind = 'w'.repeat(81)), 'NOT_A_RECORDING /trace/waits/0/kind'],
  ];
  for (const [change, expected] of cases) assert.equal(rejected(change), expected);
  assert.throws(() => readRecording('{"recording":1'), { code: 'NOT_JSON' });
  assert.throws(() => readRecording('[]'), { code: 'NOT_A_RECORDING' });
  assert.throws(() => readRecording('{"recording":1,"__proto__":{}}'), { code: 'REFUSED_KEY' });
});

test('idle time because of a wait is said with its line', async () => {
  const { verdict, sites, idle } = found(await timed(1));
  assert.equal(verdict.key, 'verdict-wait');
  assert.equal(verdict.values.place, 'read at loops.js:9');
  assert.ok(Math.abs(verdict.values.time.value - 3) < 1e-6);
  assert.ok(Math.abs(verdict.values.share.value - 3 / 7) < 1e-6);
  assert.deepEqual([sites.length, sites[0].count], [1, 3]);
  assert.deepEqual(
    idle.map(({ reason, count }) => [reason, count]),
    [['wait', 3]],
  );
});

/** Adds the same work on a second device, whose clock is ahead by `ahead` ms. */
const twice = (ahead) => (document) => {
  const { trace, gpu, submissions, devices } = document;
  const both = (list) => list.flatMap((one) => [one, one]);
  for (const [name, list] of Object.entries(trace))
    if (Array.isArray(list) && !['names', 'shapes', 'waits'].includes(name))
      trace[name] = both(list);
  trace.inputOffsets = [0, ...trace.op.map(() => 0)];
  Object.assign(trace, { devices: ['webgpu', 'webgpu'], device: trace.op.map((_, i) => i % 2) });
  trace.submission = trace.op.map((_, i) => i);
  trace.kernel &&= trace.op.map((_, i) => i);
  for (const name of ['started', 'ended'])
    gpu[name] = both(gpu[name]).map((ns, i) => ns + (i % 2) * ahead * 1e6);
  for (const [name, list] of Object.entries(submissions)) submissions[name] = both(list);
  submissions.device = trace.device;
  document.devices = both(devices);
  document.counts.devices = 2;
};

test('with several devices each has its own clock, and a wait costs what all were idle', async () => {
  const recording = await timed(1, twice(0));
  const { verdict, sites, idle } = found(recording);
  assert.equal(verdict.key, 'verdict-wait');
  // Each device was idle for 3 ms. The program waited once for both.
  assert.ok(Math.abs(verdict.values.lost.value - 6) < 1e-6, `${verdict.values.lost.value}`);
  assert.ok(Math.abs(verdict.values.time.value - 6) < 1e-6);
  assert.deepEqual([sites[0].count, sites[0].blocked], [3, found(await timed(1)).sites[0].blocked]);
  assert.equal(idle[0].count, 6);
  const clocks = [];
  const { trace } = traceOf(await timed(1, twice(7000)), (started, ended) => {
    clocks.push(started[0] / 1e6);
    const fitted = placed(started, ended);
    return { ...fitted, fit: { ...fitted.fit, uncertainty: 0.001 * clocks.length } };
  });
  assert.deepEqual(clocks, [100, 7100]);
  assert.equal(trace.gpuClock.uncertainty, 0.002);
  const view = new RecordingView('two.json', recording, placed);
  view.paint();
  const texts = below(view.element).map(({ textContent }) => textContent ?? '');
  assert.ok(!texts.some((text) => text.includes('NaN')));
  assert.ok(texts.some((text) => text.includes('(+1)')));
  // If one device's work is not timed, there is no claim about both devices.
  const partly = found(
    await timed(1, (document) => {
      twice(0)(document);
      document.gpu.started[1] = document.gpu.ended[1] = null;
    }),
  );
  assert.equal(partly.verdict.key, 'verdict-untimed');
  assert.ok(Number.isNaN(partly.sites[0].during));
});

test('without waits the idle time has the cause that the moments show', async () => {
  const without = (change) => (document) => {
    document.trace.waits = [];
    document.waitPlaces = [];
    change(document.trace);
  };
  const cases = [
    ['verdict-empty', () => {}],
    ['verdict-backend', (trace) => (trace.enqueued = trace.enqueued.map(() => 90))],
    [
      'verdict-device',
      (trace) => {
        trace.enqueued = trace.enqueued.map(() => 90);
        trace.submitted = trace.submitted.map(() => 91);
      },
    ],
  ];
  for (const [key, change] of cases)
    assert.equal(found(await timed(1, without(change))).verdict.key, key);
});

test('the verdict is no surer than the clocks', async () => {
  const coarse = (started, ended) => ({ ...placed(started, ended), quantum: 1 });
  assert.equal(found(await timed(1), coarse).verdict.key, 'verdict-unresolved');
  const apart = (started, ended) => {
    const fit = { offset: 0, uncertainty: 50, residual: 0, dropped: 0, refused: false };
    return { ...placed(started, ended), fit };
  };
  const alone = (document) =>
    Object.assign(document.trace, { waits: [] }) && (document.waitPlaces = []);
  assert.equal(found(await timed(1, alone), apart).verdict.key, 'verdict-unknown');
  assert.equal(found(await timed(0.001)).verdict.key, 'verdict-busy');
  const rejected = (started, ended) => ({
    ...placed(started, ended),
    started: started.map(() => NaN),
    ended: ended.map(() => NaN),
  });
  assert.equal(found(await timed(1), rejected).verdict.key, 'verdict-untimed');
  const partly = await timed(1, ({ gpu }) => (gpu.started[2] = gpu.ended[2] = null));
  assert.equal(found(partly).verdict.key, 'verdict-untimed');
});

test('a page without WebGPU, one that does not use it, and a lost device are said', async () => {
  const document = JSON.parse(JSON.stringify(await timed(1)));
  const { also } = found({
    ...{ ...document, cut: true },
    devices: [
      { ...document.devices[0], late: true, lost: { at: 1, reason: 'unknown', message: 'm' } },
    ],
  });
  assert.deepEqual(
    also.map(({ key }) => key),
    ['also-lost', 'also-cut', 'also-late'],
  );
  assert.equal(found({ ...document, webgpu: false }).verdict.key, 'verdict-no-webgpu');
  const counts = { ...document.counts, submissions: 0 };
  const unused = (more) => found({ ...document, counts: { ...counts, ...more } }).verdict.key;
  assert.equal(unused({}), 'verdict-unused');
  assert.equal(unused({ devices: 0, adaptersMissing: 1 }), 'verdict-no-adapter');
  assert.equal(unused({ devices: 0, devicesRefused: 1, adaptersMissing: 1 }), 'verdict-refused');
  const many = found({ ...document, counts: { ...document.counts, devices: 20 } }).also;
  assert.deepEqual(many[0], { key: 'also-devices', values: { count: 20, most: 1 } });
});

test('every verdict and remark has its words', async () => {
  const words = readFileSync(
    new URL('../../www/page/watched/words/en.ftl', import.meta.url),
    'utf8',
  );
  const code = readFileSync(new URL('../../www/page/watched/finding.js', import.meta.url), 'utf8');
  const keys = [...code.matchAll(/'((?:verdict|also)-[a-z-]+)'/g)].map(([, key]) => key);
  assert.ok(keys.length > 12);
  for (const key of [
    ...keys,
    'verdict-empty',
    'verdict-backend',
    'verdict-device',
    'verdict-unknown',
  ])
    assert.ok(words.includes(`\n${key} = `), key);
});

test('a recording is shown with its verdict, its figure and its tables', async () => {
  const view = new RecordingView('a.json', await timed(1), placed);
  view.paint();
  const texts = below(view.element).map(({ textContent }) => textContent ?? '');
  assert.ok(texts.some((text) => text.includes('read at loops.js:9')));
  assert.ok(below(view.element).some(({ tag }) => tag === 'canvas'));
  view.again().paint();
});

test('the engine places times of a GPU whose clock is another one', async () => {
  const engine = await import('../../www/pkg/asynclab.js');
  const file = new URL('../../www/pkg/asynclab_bg.wasm', import.meta.url);
  engine.initSync({ module: readFileSync(file) });
  const ahead = 5_000_000; // ms
  const other = ({ gpu }) => {
    for (const name of ['started', 'ended']) gpu[name] = gpu[name].map((ns) => ns + ahead * 1e6);
  };
  const { trace, quantum } = traceOf(await timed(1.000123, other), engine.alignTimes);
  const { offset, uncertainty, refused } = trace.gpuClock;
  assert.equal(refused, false);
  assert.ok(Math.abs(offset + ahead) <= uncertainty + 1e-6);
  assert.ok(uncertainty < 0.01 && quantum > 0);
  for (let i = 0; i < 4; i += 1)
    assert.ok(Math.abs(trace.started[i] - (100 + 2.000123 * i)) < 0.01);
  // A clock with steps of a millisecond is not treated as a finer one.
  assert.equal(found(await timed(1, other), engine.alignTimes).verdict.key, 'verdict-unresolved');
  // Columns of different lengths are read up to the length of the first.
  const [one, none] = [Float64Array.of(1e6), new Float64Array()];
  assert.deepEqual([...engine.alignTimes(one, none, none, none).started], [NaN]);
});

/** Bounds as for results (`cost-units.test.mjs`). */
const MOST = { any: 200, each: 6, elements: 3000, opened: 8000 };

test('what a hostile recording takes is in proportion to it, and its elements are not', async (t) => {
  const failed = [];
  const forms = distinct().filter(({ experiment }) => experiment === 'sandbox');
  for (const { form, make } of forms)
    for (const size of [100_000, 400_000]) {
      const { trace } = JSON.parse(make(size));
      if (!trace || trace.clock === 'virtual') continue;
      const document = await recorded(1);
      const ns = (list) => list.map((time) => (time === null ? null : Math.abs(time) * 1e6));
      const gpu = { started: ns(trace.started), ended: ns(trace.ended) };
      const unknown = trace.op.map(() => null);
      document.trace = { ...trace, started: unknown, ended: unknown };
      document.gpu = gpu;
      document.places = Array.from({ length: 2000 }, (_, i) => `f at a.js:${i}`);
      document.waitPlaces = trace.waits.map((_, i) => i % 2000);
      document.compilations = Array.from({ length: 5000 }, (_, i) => ({
        ...{ kind: 'createComputePipeline', name: `${i}`, from: -i, to: i, stack: i % 2000 },
      }));
      const text = JSON.stringify(document);
      let view;
      const shown = await workOf(() => {
        view = new RecordingView('a.json', readRecording(text), placed);
        view.paint();
      });
      const opened = await workOf(() => {
        for (const one of below(view.element)) if (one.tag === 'details') one.open = true;
      });
      const kB = text.length / 1000;
      t.diagnostic(`${form}, ${Math.round(kB)} kB: ${Math.round(shown.steps)}, ${shown.elements}`);
      if (shown.steps > MOST.any + MOST.each * kB) failed.push(`${form}: ${shown.steps}`);
      if (shown.elements > MOST.elements) failed.push(`${form}: ${shown.elements} elements`);
      if (opened.elements > MOST.opened) failed.push(`${form}: ${opened.elements} opened`);
    }
  assert.ok(forms.length > 5);
  assert.deepEqual(failed, []);
});
