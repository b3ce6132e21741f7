// The data of the timeline: levels of detail that lose nothing, the view, relations between operations, idle stretches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf } from '../../www/charts/idle.js';
import { lanesOf } from '../../www/charts/lanes.js';
import {
  Levels,
  lowerBound,
  Moments,
  seekAhead,
  Spans,
  upperBound,
} from '../../www/charts/levels.js';
import { factsOf, lifeOf, quantityOf } from '../../www/charts/trace-facts.js';
import { Relations } from '../../www/charts/relations.js';
import { TimeScale } from '../../www/charts/scale.js';
import { depthOf } from '../../www/charts/steps.js';
import { hatch } from '../../www/charts/surface.js';
import { waitText } from '../../www/charts/marks.js';
import { plain, quantity, seenAfter, span } from '../../www/kit/format.js';
import { jsonSafe } from '../../www/kit/result.js';
import { sayer } from '../../www/kit/say.js';
import { traceFrom } from '../../www/kit/trace-form.js';
import { makeTrace } from './fixtures/trace.mjs';
import './fixtures/words.mjs';

/** Random numbers from a seed. @param {number} seed */
const randomOf = (seed) => () => (seed = (seed * 48271) % 2147483647) / 2147483647;

test('binary search finds the window that counting finds, also among equals', () => {
  const random = randomOf(7);
  const times = Float64Array.from({ length: 500 }, () => Math.floor(random() * 100)).sort();
  for (let t = -1; t <= 101; t += 0.5) {
    const below = times.filter((time) => time < t).length;
    assert.equal(lowerBound(times, t), below);
    assert.equal(upperBound(times, t), times.filter((time) => time <= t).length);
    for (const from of [0, 3, Math.min(below, 77)])
      assert.equal(seekAhead(times, t, from, times.length), Math.max(from, below));
  }
});

test('the least and the greatest of any stretch are those that looking at all of it finds', () => {
  const random = randomOf(3);
  for (const length of [1, 16, 17, 255, 257, 5000]) {
    const values = Float64Array.from({ length }, () => (random() < 0.05 ? NaN : random() - 0.5));
    const levels = new Levels(values);
    for (let k = 0; k < 200; k += 1) {
      const [from, to] = [random(), random()]
        .map((x) => Math.floor(x * (length + 1)))
        .sort((a, b) => a - b);
      levels.range(from, to);
      const known = values.slice(from, to).filter((value) => !Number.isNaN(value));
      const expected = known.length ? [Math.min(...known), Math.max(...known)] : [NaN, NaN];
      assert.deepEqual([levels.least, levels.most], expected, `${from} to ${to} of ${length}`);
    }
  }
});

/** Spans of all lengths, sorted by their beginning. Some overlap. */
function randomSpans(count, seed) {
  const random = randomOf(seed);
  const from = Float64Array.from({ length: count }, () => random() * 1000).sort();
  const to = from.map((time) => time + 10 ** (4 * random() - 3));
  return new Spans(from, to);
}

test('every span in view is drawn, in one run that covers it exactly, and none twice', () => {
  const spans = randomSpans(3000, 5);
  for (const [from, to, width] of [
    [0, 1100, 800],
    [400, 500, 800],
    [333.3, 333.9, 375],
    [-50, -10, 100],
  ]) {
    const pixel = (to - from) / width;
    const drawn = new Map();
    let runs = 0;
    spans.visible(from, to, pixel, (first, end, start, stop) => {
      runs += 1;
      const [starts, stops] = [spans.from.slice(first, end), spans.to.slice(first, end)];
      assert.equal(start, Math.min(...starts), 'a run begins with its first span');
      assert.equal(stop, Math.max(...stops), 'a run ends with its last span');
      for (let i = first; i < end; i += 1) {
        assert.ok(!drawn.has(i), `span ${i} was drawn twice`);
        drawn.set(i, true);
      }
    });
    for (let i = 0; i < spans.from.length; i += 1)
      if (spans.from[i] <= to && spans.to[i] > from)
        assert.ok(drawn.has(i), `span ${i} is missing`);
    assert.ok(runs <= 2 * width + 4, `${runs} runs on ${width} pixels`);
  }
});

test('the groups stay the same while the view moves', () => {
  const spans = randomSpans(3000, 9);
  const groups = (from) => {
    const found = [];
    spans.visible(from, from + 200, 0.5, (first, end, start) => found.push({ first, end, start }));
    // The edges of the view cut groups.
    return found.filter(({ start }) => start > 320 && start < 480);
  };
  assert.deepEqual(groups(300.13), groups(300));
});

test('steps: every extreme is drawn, at most once a pixel, and the last value is right', () => {
  const random = randomOf(11);
  const times = () => Float64Array.from({ length: 2000 }, () => random() * 100).sort();
  const coming = times();
  const going = coming.map((time) => time + 3 * random()).sort();
  const depth = depthOf(coming, going);
  const brute = (t) => upperBound(coming, t) - upperBound(going, t);
  for (const t of [-1, 0, 12.3, 50, 99, 200]) assert.equal(depth.at(t), brute(t));
  assert.equal(depth.most, Math.max(...depth.values));
  let [most, visits] = [0, 0];
  depth.visible(20, 60, 0.1, (time, least, greatest, last) => {
    visits += 1;
    most = Math.max(most, greatest);
    assert.ok(least <= last && last <= greatest && time > 20 && time <= 60);
  });
  const inView = depth.values.filter((_, i) => depth.times[i] > 20 && depth.times[i] <= 60);
  assert.equal(most, Math.max(...inView));
  assert.ok(visits <= 401);
});

test('the nearest moment is the one that looking at all of them finds', () => {
  const random = randomOf(13);
  const column = Float64Array.from({ length: 300 }, () => (random() < 0.1 ? NaN : random() * 100));
  const moments = new Moments(column);
  for (let t = -5; t < 105; t += 0.37) {
    const far = (i) => Math.abs(column[i] - t);
    const least = Math.min(
      ...column.filter((time) => !Number.isNaN(time)).map((time) => Math.abs(time - t)),
    );
    const found = moments.nearest(t, 0.5);
    if (least > 0.5) assert.equal(found, -1);
    else assert.equal(far(found), least);
  }
  assert.equal(new Moments(new Float64Array()).nearest(1, 1), -1);
});

test('the view keeps within the run, and what is pointed at stays put when zoomed', () => {
  const scale = new TimeScale();
  scale.fit(100, 1100);
  scale.limit(1000, 1100);
  scale.zoom(0.5, 1025);
  assert.deepEqual([scale.from, scale.to], [1012.5, 1062.5]);
  const x = scale.x(1020);
  scale.zoom(0.3, 1020);
  assert.ok(Math.abs(scale.x(1020) - x) < 1e-6);
  scale.pan(-1e9);
  assert.equal(scale.from, 1000);
  scale.pan(1e9);
  assert.equal(scale.to, 1100);
  scale.zoom(1e9);
  assert.deepEqual([scale.from, scale.to], [1000, 1100]);
  scale.zoom(1e-12, 1050);
  assert.ok(scale.span > 0 && scale.from <= 1050 && scale.to >= 1050);
  scale.show(1010, 1020);
  scale.reveal(1050, 1052);
  assert.ok(scale.from <= 1050 && scale.to >= 1052 && Math.abs(scale.span - 10) < 1e-9);
});

test('inputs, consumers and waits of an operation', () => {
  const trace = makeTrace({ count: 3 });
  trace.waits.push({ kind: 'item', op: 3, from: 0, to: 1 });
  const relations = new Relations(trace);
  assert.deepEqual([...relations.inputs(3)], [2]);
  assert.deepEqual([...relations.consumers(2)], [3]);
  assert.deepEqual([...relations.consumers(3)], []);
  assert.deepEqual(
    relations.waits(3).map(({ kind }) => kind),
    ['waitAll', 'item'],
  );
  // 0 ← 1 ← 2 ← 3
  const chain = {
    ...trace,
    inputs: Uint32Array.of(0, 1, 2),
    inputOffsets: Uint32Array.of(0, 0, 1, 2, 3, 3, 3),
  };
  assert.deepEqual(new Relations(chain).chain(3), [2, 1, 0]);
});

test('idle: only what the clocks prove is claimed', () => {
  const idle = (next, uncertainty = 0, waits = []) => {
    const [enqueued, submitted] = next;
    const trace = {
      enqueued: Float64Array.of(0, enqueued),
      started: Float64Array.of(1, 9),
      submitted: Float64Array.of(0.1, submitted),
      waits,
      gpuClock: { uncertainty },
    };
    return reasonOf(trace, 5, 1);
  };
  assert.equal(idle([7, 8]), 'empty');
  assert.equal(idle([3, 8]), 'backend');
  assert.equal(idle([3, 4]), 'device');
  assert.equal(idle([5.5, 8], 1), 'unknown', 'enqueued within the uncertainty');
  assert.equal(idle([3, 5.5], 1), 'unknown', 'submitted within the uncertainty');
  assert.equal(idle([7, 8], 0, [{ op: 0, from: 1, to: 6 }]), 'wait');
});

test('two devices: each lane has its own operations, and each its own truth about times', () => {
  const trace = makeTrace({ count: 6 });
  const count = trace.op.length;
  trace.devices = ['webgpu', 'cpu'];
  trace.device = Uint8Array.from({ length: count }, (_, i) => i % 2);
  for (let i = 0; i < count; i += 2) trace.started[i] = NaN;
  const facts = factsOf(trace);
  assert.deepEqual(
    facts.devices.map(({ name, count: own, timed }) => [name, own, timed]),
    [
      ['webgpu', 6, false],
      ['cpu', 6, true],
    ],
  );
  assert.ok(facts.devices[0].submissions.length > 0);
  assert.deepEqual([...facts.devices[1].rows], [1, 3, 5, 7, 9, 11]);
  assert.equal(facts.timed, false);
  assert.ok(lanesOf(2).height > lanesOf(1).height);
});

test('a time below the clock’s step is shown as a bound', () => {
  const trace = { ...makeTrace({ count: 3 }), clock: 'performance', enqueuedWithin: 0.04 };
  trace.enqueued.fill(trace.enqueued[0]);
  trace.ended[1] = trace.started[1];
  trace.waits = [{ kind: 'waitToRead', op: -1, from: 1001, to: 1001 }];
  const clock = { step: 0.1, backendStep: 0.1 };
  const facts = factsOf(trace, { clock, timestamps: { quantum: 0.05 } });
  assert.deepEqual(facts.resolution, { frontend: 0.1, enqueued: 0.1, device: 0.05 });
  const shown = (i, name) => plain(quantity(quantityOf(lifeOf(trace, facts, i), name, facts)));
  assert.equal(shown(0, 'enqueued'), '0 ms', 'there time begins');
  assert.equal(shown(1, 'enqueued'), '≤ 100 µs');
  assert.equal(shown(1, 'took'), '≤ 50 µs');
  assert.match(waitText({ trace, facts, say: sayer('charts') }, trace.waits[0]), /≤/);
  assert.equal(plain(span(0.3, 0.1)), '300 µs');
  assert.equal(plain(seenAfter(0, 0.1)), '≤ 100 µs');
  assert.equal(factsOf({ ...trace, enqueuedWithin: 0.2 }, { clock }).resolution.enqueued, 0.2);
  // A virtual clock has no steps.
  const virtual = factsOf({ ...trace, clock: 'virtual', enqueuedWithin: 0 }, { clock });
  assert.deepEqual(virtual.resolution, { frontend: 0, enqueued: 0, device: 0 });
});

test('a trace that came as JSON is as good as the one that was measured', () => {
  const trace = makeTrace({ timed: false });
  const [read, measured] = [traceFrom(JSON.parse(JSON.stringify(jsonSafe(trace)))), trace].map(
    factsOf,
  );
  assert.equal(read.devices[0].timed, false);
  assert.deepEqual(read.completed, measured.completed);
  assert.equal(read.depth.most, measured.depth.most);
});

test('hatching stays within its rectangle', () => {
  for (const lean of [1, -1]) {
    const points = [];
    const add = (x, y) => points.push([x, y]);
    const ctx = { beginPath() {}, moveTo: add, lineTo: add, save() {}, restore() {}, stroke() {} };
    hatch({ ctx, width: 500 }, [[100, 40, 33, 17]], '#000', { lean });
    assert.ok(points.length > 12);
    for (const [x, y] of points)
      assert.ok(x >= 100 && x <= 133 && y >= 40 - 1e-9 && y <= 57 + 1e-9, `${x}, ${y}`);
  }
});
