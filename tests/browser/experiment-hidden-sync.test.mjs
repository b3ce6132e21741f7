// Waits found in a trace: their costs on traces written by hand, their places in the program, and the claim in a real
// browser.
// Alone: it compares times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framesOf } from '../../www/lib/call-site.js';
import { bySite, idleTimes, waitCosts } from '../../www/kit/analysis.js';
import { judge } from '../../www/experiments/hidden-sync/judge.js';
import { waysOf } from '../../www/experiments/lib/ways.js';
import { lineOf, program } from '../../www/experiments/hidden-sync/program.js';
import { openPage, runExperiment } from './experiment-page.mjs';

/** A trace of operations [enqueued, started, ended] with waits [op, from, to]. */
const traceOf = (operations, waits, device) => ({
  enqueued: Float64Array.from(operations, ([enqueued]) => enqueued),
  started: Float64Array.from(operations, ([, started]) => started),
  ended: Float64Array.from(operations, ([, , ended]) => ended),
  waits: waits.map(([op, from, to]) => ({ kind: 'item', op, from, to })),
  ...(device ? { device: Uint8Array.from(device) } : {}),
});
const rows = (trace, device) =>
  waitCosts(trace, device).map(({ blocked, during, after }) => [blocked, during, after]);

test('a read between two steps: idle from the end of the work to the next work', () => {
  const trace = traceOf(
    [
      [0, 1, 10],
      [15, 17, 20],
    ],
    [[0, 0.5, 14]],
  );
  assert.deepEqual(idleTimes(trace), [{ from: 10, to: 17, next: 1, cause: 'wait' }]);
  assert.deepEqual(rows(trace), [[13.5, 4, 3]]);
});

test('a wait for an early result costs the device nothing while more is queued', () => {
  const trace = traceOf(
    [
      [0, 1, 5],
      [0, 5, 20],
      [9, 20, 25],
    ],
    [[0, 1, 8]],
  );
  assert.deepEqual(idleTimes(trace), []);
  assert.deepEqual(rows(trace), [[7, 0, 0]]);
});

test('idle without a wait is the frontend’s; with the next operation queued, the backend’s', () => {
  const slow = traceOf(
    [
      [0, 1, 5],
      [9, 10, 12],
    ],
    [],
  );
  assert.equal(idleTimes(slow)[0].cause, 'frontend');
  const late = traceOf(
    [
      [0, 1, 5],
      [0, 8, 12],
    ],
    [],
  );
  assert.equal(idleTimes(late)[0].cause, 'backend');
});

test('two waits in a row share the idle time and count none of it twice; only the last has what follows', () => {
  const trace = traceOf(
    [
      [0, 1, 4],
      [20, 22, 30],
    ],
    [
      [0, 1, 10],
      [-1, 10, 18],
    ],
  );
  assert.deepEqual(rows(trace), [
    [9, 6, 0],
    [8, 8, 4],
  ]);
  const sum = rows(trace).reduce((total, [, during, after]) => total + during + after, 0);
  assert.equal(sum, 22 - 4);
});

test('what is copied to the device after a wait is no work of the device, and hides no wait', () => {
  const copied = traceOf(
    [
      [0, 1, 10],
      [15, NaN, NaN],
      [16, 18, 20],
    ],
    [[0, 0.5, 14]],
  );
  assert.deepEqual(idleTimes(copied), [{ from: 10, to: 18, next: 2, cause: 'wait' }]);
  assert.deepEqual(rows(copied), [[13.5, 4, 4]]);
});

test('a device’s clock that is off does not hide a wait: the program’s order decides', () => {
  // The wait for operation 0 returned at 10, but the operation's end is recorded as 11.
  const trace = traceOf(
    [
      [0, 1, 11],
      [10.5, 14, 20],
    ],
    [[0, 1, 10]],
  );
  assert.deepEqual(idleTimes(trace), [{ from: 11, to: 14, next: 1, cause: 'wait' }]);
  assert.deepEqual(rows(trace), [[9, 0, 3]]);
});

test('what is not timed is unknown, and an empty trace is empty', () => {
  const trace = traceOf([[0, NaN, NaN]], [[0, 1, 3]]);
  assert.equal(idleTimes(trace), null);
  assert.deepEqual(rows(trace), [[2, NaN, NaN]]);
  assert.deepEqual(rows(traceOf([], [])), []);
});

test('the last wait, after which there is no work, leaves no device idle', () => {
  assert.deepEqual(rows(traceOf([[0, 1, 5]], [[0, 2, 9]])), [[7, 0, 0]]);
});

test('a device is judged by its own work', () => {
  const trace = traceOf(
    [
      [0, 1, 5],
      [0, 2, 30],
      [10, 11, 12],
    ],
    [[0, 2, 9]],
    [0, 1, 0],
  );
  assert.deepEqual(rows(trace, 0), [[7, 4, 2]]);
  assert.deepEqual(rows(trace, 1), [[7, 0, 0]]);
});

test('costs add up by place, the most idle first', () => {
  const cost = (place, during) => ({ wait: { kind: 'item', place }, blocked: 2, during, after: 1 });
  const sites = bySite([cost('a', 1), cost('b', 5), cost('a', 1)], ({ place }) => place);
  assert.deepEqual(
    sites.map(({ place, count, blocked, during, after }) => [place, count, blocked, during, after]),
    [
      ['b', 1, 2, 5, 1],
      ['a', 2, 4, 2, 2],
    ],
  );
});

test('places that left no device idle come by their waits', () => {
  const cost = (place, blocked) => ({
    wait: { kind: 'item', place },
    blocked,
    during: 0,
    after: 0,
  });
  const sites = bySite([cost('a', 1), cost('b', 5)], ({ place }) => place);
  assert.deepEqual(
    sites.map(({ place }) => place),
    ['b', 'a'],
  );
});

test('a loop that takes longer without its wait was disturbed: the rounds do not decide', () => {
  const parameters = { n: 64, batches: 20, wait: 'item', seed: 1, device: 'cpu' };
  const info = {
    device: 'cpu',
    adapter: {},
    clock: { step: 0.005, backendStep: 0.005 },
    floor: { median: 0, high: 0 },
  };
  const costs = [{ wait: { kind: 'item', place: 'item' }, blocked: 3, during: 1, after: 1 }];
  /** Times of six rounds that scatter by `by`. */
  const times = (middle, by) => [-1, 1, -0.5, 0.5, 0, 0.2].map((one) => middle + one * by);
  const found = (longer, shorter, by = 0) => {
    const ways = waysOf({ with: times(longer, by), without: times(shorter, -by) });
    return judge({ ways, info, trace: traceOf([], []), costs, parameters }).finding.key;
  };
  assert.equal(found(30, 10), 'found');
  assert.equal(found(11, 10, 1), 'unsteady');
  assert.equal(found(10.2, 10), 'found-no-longer');
  assert.equal(found(10, 30), 'unsteady');
});

test('stacks of both browsers give the same frames', () => {
  const chromium = `Error
    at Profile.begin (http://127.0.0.1:8000/www/lib/profile.js:89:25)
    at async http://127.0.0.1:8000/www/a.js:3:4
    at blob:null/6d23066f-19b6:12:7`;
  const firefox = `begin@http://127.0.0.1:8000/www/lib/profile.js:89:25
async*@http://127.0.0.1:8000/www/a.js:3:4
@blob:null/6d23066f-19b6:12:7
`;
  const frames = [
    { url: 'http://127.0.0.1:8000/www/lib/profile.js', line: 89, column: 25 },
    { url: 'http://127.0.0.1:8000/www/a.js', line: 3, column: 4 },
    { url: 'blob:null/6d23066f-19b6', line: 12, column: 7 },
  ];
  assert.deepEqual(framesOf(chromium), frames);
  assert.deepEqual(framesOf(firefox), frames);
  assert.deepEqual(framesOf(undefined), []);
});

test('a place is a line of the program that is shown', () => {
  for (const [wait, code] of [
    ['item', 'total += await loss.item();'],
    ['print', 'await loss.print();'],
  ]) {
    const values = { n: 64, batches: 20, wait, seed: 1, device: 'cpu' };
    const { line } = lineOf(values, wait);
    assert.equal(program(values).split('\n')[line - 1].trim(), code);
  }
  assert.equal(lineOf({ n: 8, batches: 2, wait: 'item', seed: 1 }, 'unknown').line, 0);
});

for (const [device, wait] of [
  ['webgpu', 'item'],
  ['cpu', 'print'],
]) {
  test(`hidden-sync on ${device}: the line that waits is found, and the device was idle for it`, async (t) => {
    const page = await openPage(t);
    // The clocks of a software adapter agree within 0.7 ms. This is too coarse for the reads of 3 ms that 32 units take, so there are 128.
    const parameters = { n: 128, batches: 8, rounds: 6, wait };
    const { result, lines, ways } = await runExperiment(page, 'hidden-sync', parameters, device);
    const { measures, trace } = result;
    assert.match(result.finding.key, /^(found|unsteady)/);
    // The line with the stated number is marked, and so is the line that replaces it.
    const marked = await page.$$eval('[data-experiment="hidden-sync"] .program .line', (all) =>
      all.flatMap((element, i) => {
        const mark = element.querySelector('mark');
        return mark ? [[mark.className, i + 1, mark.innerText]] : [];
      }),
    );
    const [[before, number, line], [after, , instead]] = marked;
    assert.deepEqual([before, number, after], ['before', measures.line.value, 'after']);
    assert.match(instead, /sum = sum\.add\(loss\)/);
    assert.equal(line, wait === 'item' ? 'total += await loss.item();' : 'await loss.print();');
    assert.ok(lines.some((text) => text.includes(line)));
    assert.equal(measures.reads.value, 8);
    assert.ok(measures.during.value > 0);
    assert.ok(measures.during.value <= measures.blocked.value);
    assert.ok(ways.without.median < ways.with.median);
    assert.equal(ways.read.samples.length, 8);
    ways.read.samples.forEach((read, i) => assert.ok(ways.idle.samples[i] <= read));
    assert.equal(trace.waits.filter(({ kind }) => kind === wait).length, wait === 'item' ? 9 : 8);
    assert.ok(trace.waits.every(({ stack }) => stack === undefined));
  });
}

test('hidden-sync, copied both ways: the copy to the host waits, the one back only enqueues', async (t) => {
  const page = await openPage(t);
  const parameters = { n: 32, batches: 8, rounds: 2, wait: 'copy' };
  const { result, ways, lines } = await runExperiment(page, 'hidden-sync', parameters, 'cpu');
  assert.equal(result.finding.values.code, 'total = total.add(nd.array(await loss.data()));');
  assert.equal(result.trace.waits.filter(({ kind }) => kind === 'data').length, 8);
  assert.equal(ways.upload.samples.length, 8);
  assert.ok(ways.upload.median < ways.read.median);
  assert.ok(result.measures.during.value > 0, 'the device is idle, whatever is copied to it');
  assert.match(lines.join('\n'), /copy back to the device: /);
});

test('hidden-sync, read before the backward pass: the wait is for the forward pass, and there are as many', async (t) => {
  const page = await openPage(t);
  const asked = { n: 32, batches: 6, rounds: 1 };
  const enqueuedBefore = async (read) => {
    const given = await runExperiment(page, 'hidden-sync', { ...asked, read }, 'cpu');
    const { trace, measures } = given.result;
    assert.equal(measures.reads.value, 6);
    const [first] = trace.waits;
    return trace.enqueued.filter((time) => time <= first.from).length;
  };
  const [before, after] = [await enqueuedBefore('before'), await enqueuedBefore('after')];
  assert.ok(before < after, `${before} operations before the first read, ${after} after the step`);
});

test('hidden-sync, inference: a loop that reads every prediction synchronises as often', async (t) => {
  const page = await openPage(t);
  const parameters = { n: 32, batches: 6, rounds: 1, task: 'inference' };
  const { result } = await runExperiment(page, 'hidden-sync', parameters, 'cpu');
  const { trace, measures } = result;
  assert.equal(measures.reads.value, 6);
  assert.equal(trace.waits.filter(({ kind }) => kind === 'item').length, 7);
  assert.doesNotMatch(program({ ...result.parameters, device: 'cpu' }), /backward|trainer/);
});
