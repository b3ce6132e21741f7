// The page's pure parts, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../www/experiments/warmup/judge.js';
import warmup from '../../www/experiments/warmup/experiment.js';
import { threeWays } from '../../www/experiments/warmup/run.js';
import { find } from '../../www/experiments/index.js';
import { clockText } from '../../www/charts/gpu-clock.js';
import { upperBound } from '../../www/charts/levels.js';
import { factsOf, lifeOf } from '../../www/charts/trace-facts.js';
import { placeClear } from '../../www/charts/positions.js';
import { ticks, timeAxis, TimeScale } from '../../www/charts/scale.js';
import { enoughRounds } from '../../www/experiments/lib/rounds.js';
import { Context } from '../../www/run/context.js';
import {
  benchmarkLine,
  duration,
  plain,
  quantity,
  span,
  uncertain,
  withSpread,
} from '../../www/kit/format.js';
import { wordsOf } from '../../www/page/message.js';
import { resolveParameters } from '../../www/kit/parameters.js';
import { jsonSafe } from '../../www/kit/result.js';
import { sayer, sayerOf } from '../../www/kit/say.js';
import { spread } from '../../www/kit/statistics.js';
import { Visibility } from '../../www/run/visibility.js';
import { makeTrace } from './fixtures/trace.mjs';
import './fixtures/words.mjs';

test('median and quartiles agree with NumPy', () => {
  assert.deepEqual(spread([5, 4, 1, 3, 2, 6]), { median: 3.5, low: 2.25, high: 4.75 });
  assert.deepEqual(spread([4, 1, 3]), { median: 3, low: 1, high: 4 }, 'three have no quartiles');
  assert.deepEqual(spread([7]), { median: 7, low: 7, high: 7 });
});

test('times have three digits and the unit that suits them', () => {
  const cases = {
    0.00005: '50.0 ns',
    0.0931: '93.1 µs',
    0.9996: '1.00 ms',
    8.305: '8.31 ms',
    1234: '1.23 s',
  };
  for (const [ms, text] of Object.entries(cases)) assert.equal(plain(duration(Number(ms))), text);
  assert.equal(plain(duration(123456)), '123 s');
  assert.equal(duration(NaN), '–');
  assert.equal(plain(quantity({ value: 6.8, unit: 'ms', bound: '≤' })), '≤ 6.80 ms');
  assert.equal(plain(withSpread({ median: 1.1, low: 0.8, high: 1.4 })), '1.10 ± 0.3 ms');
  // A long tail is not written as ±, since the lower end would be negative.
  const tailed = { median: 0.0002, low: 0.000181, high: 0.000683 };
  assert.equal(plain(withSpread(tailed)), '200 (181–683) ns');
  const close = { value: 0.8684, unit: 'share', low: 0.8681, high: 0.8713 };
  assert.equal(
    plain(uncertain(close)),
    '87 %',
    'the digits shown do not distinguish the quartiles',
  );
});

test('no more digits than the clock’s step leaves, and the step in the uncertainty', () => {
  const cases = [
    [{ value: 4, step: 1 }, '4 ± 1 ms'],
    [{ value: 4, low: 4, high: 4, step: 1 }, '4 ± 1 ms'],
    [{ value: 41, low: 40, high: 43, step: 1 }, '41 ± 2.5 ms'],
    [{ value: 412, step: 1 }, '412 ± 1 ms'],
    [{ value: 4120, step: 1 }, '4.12 s'],
    [{ value: 3, low: 3, high: 9, step: 1 }, '3 (2–10) ms'],
    [{ value: 0.3, step: 0.1 }, '300 ± 100 µs'],
    [{ value: 0.1374, step: 0.005 }, '137 ± 5 µs'],
    [{ value: 0, step: 1 }, '≤ 1 ms'],
    [{ value: 0.5, low: 0, high: 2, step: 1 }, '≤ 3 ms'],
    [{ value: 0.0123, step: 0 }, '12.3 µs'],
    [{ value: 1.2, bound: '≤', step: 1 }, '≤ 1 ms'],
  ];
  for (const [given, text] of cases)
    assert.equal(plain(uncertain({ unit: 'ms', ...given })), text, JSON.stringify(given));
  assert.equal(plain(quantity({ value: 12.34, unit: 'ms', step: 1 })), '12 ms');
  assert.equal(plain(span(12.34, 0.1)), '12.3 ms');
  assert.equal(plain(span(0, 1)), '≤ 1 ms');
});

test('the benchmark line is the course’s, and never says that nothing took place', () => {
  assert.equal(benchmarkLine('waited for', 8.31), 'waited for: 0.0083 sec');
  assert.equal(benchmarkLine('blocking', 378), 'blocking: 0.3780 sec');
  assert.equal(benchmarkLine('not waited for', 0.0123), 'not waited for: 0.000012 sec');
});

test('ticks are round and lie within', () => {
  assert.deepEqual(ticks(0, 10, 5), { values: [0, 2, 4, 6, 8, 10], step: 2 });
  for (const span of [1e-4, 0.37, 8.1, 940, 7e5]) {
    const { values, step } = ticks(span * 0.1, span, 8);
    assert.ok(values.length >= 4 && values.length <= 17, `${values.length} ticks over ${span}`);
    for (const value of values) {
      assert.ok(value >= span * 0.1 - 1e-9 && value <= span * (1 + 1e-9));
      assert.ok(Math.abs(value / step - Math.round(value / step)) < 1e-6);
    }
  }
});

test('a time scale maps there and back, and says when it moves', () => {
  const scale = new TimeScale();
  let moves = 0;
  scale.addEventListener('change', () => (moves += 1));
  scale.fit(80, 980);
  scale.show(1000, 1010);
  assert.equal(moves, 1);
  assert.equal(scale.x(1005), 530);
  assert.equal(scale.time(530), 1005);
  const { unit, marks } = timeAxis(scale, 1000);
  assert.equal(unit, 'ms');
  assert.deepEqual([marks[0].x, marks[0].label], [80, '0']);
});

test('a text on a line keeps clear of the others, or has no place', () => {
  assert.equal(placeClear(200, 0, [], 18), 0.5);
  for (const below of [200, 160, 120, 80]) {
    const share = placeClear(below, 20, [70, 36], 18);
    const y = below + (20 - below) * share;
    if (share !== null) assert.ok(Math.abs(y - 70) >= 18 && Math.abs(y - 36) >= 18);
    assert.equal(share === null, below === 80);
  }
});

test('the facts of a trace', () => {
  const trace = makeTrace({ count: 10 });
  const facts = factsOf(trace);
  assert.equal(facts.count, 20);
  assert.ok(facts.timed);
  assert.ok(facts.zero <= facts.returned && facts.returned < facts.done && facts.done <= facts.end);
  assert.equal(facts.depth.most, 20);
  assert.equal(facts.devices.length, 1);
  assert.equal(facts.tones[trace.names.indexOf('dot')], 1);
  assert.equal(upperBound(facts.enqueued, facts.returned), 20);
  assert.equal(upperBound(facts.completed, facts.returned), 0);
  const life = lifeOf(trace, facts, 3);
  assert.deepEqual([...facts.relations.inputs(3)], [2]);
  assert.ok(
    life.enqueued <= life.decoded &&
      life.decoded <= life.submitted &&
      life.submitted <= life.started,
  );
  assert.ok(life.started < life.ended && life.ended <= life.completed);
});

test('the residual of the GPU clock’s fit stands beside its uncertainty', () => {
  const say = sayer('charts');
  const shown = (residual, options) =>
    plain(clockText({ offset: 5, uncertainty: 0.312, residual }, say, options));
  assert.equal(shown(0), 'GPU clock ± 312 µs');
  assert.equal(shown(0.04), 'GPU clock ± 312 µs, residual 40.0 µs');
  assert.equal(shown(0, { always: true }), 'GPU clock ± 312 µs, residual 0 ms');
});

test('without the device’s times, submissions that overlap get rows of their own', () => {
  const facts = factsOf(makeTrace({ timed: false }));
  assert.equal(facts.timed, false);
  assert.equal(facts.ended.length, 0);
  const { submissions } = facts.devices[0];
  assert.equal(submissions.length, 5);
  for (const a of submissions) {
    for (const b of submissions) {
      const overlap = a !== b && a.from < b.to && b.from < a.to;
      if (overlap) assert.notEqual(a.row, b.row);
    }
  }
});

test('parameters out of range, of a wrong kind or unknown are rejected, with the range', () => {
  const rejected = (given, ...texts) =>
    assert.throws(
      () => resolveParameters(warmup, given),
      (error) =>
        error.code === 'INVALID_OPTION' && texts.every((text) => error.message.includes(text)),
    );
  rejected({ n: 7 }, 'n is 7', '8 to 4096');
  rejected({ n: 12.5 }, '8 to 4096');
  rejected({ n: 'many' }, 'auto');
  rejected({ n: NaN }, '8 to 4096');
  rejected({ repetitions: 'auto' }, '1 to 1000');
  rejected({ repetitions: '' }, '1 to 1000');
  rejected({ m: 3 }, 'there is no parameter m', 'repetitions');
  rejected({ preset: 'fast' }, 'auto or course');
  assert.throws(() => find('coldstart'), { code: 'UNKNOWN_EXPERIMENT', message: /warmup/ });
});

test('presets fill in, and single values override them', () => {
  assert.deepEqual(resolveParameters(warmup, {}), {
    n: 'auto',
    repetitions: 10,
    rounds: 6,
    seed: 1,
  });
  assert.equal(resolveParameters(warmup, { preset: 'course' }).n, 1000);
  assert.equal(resolveParameters(warmup, { preset: 'course', n: '64' }).n, 64);
});

/** Times one way in five rounds. In each round `during(round, hide)` sets whether the tab is hidden. */
async function fiveRounds(during, visibility = new Visibility()) {
  const ctx = new Context({ post() {}, hidden: () => visibility.ask() });
  let round = 0;
  const way = async () => {
    round += 1;
    during(round, (hidden) => visibility.update(hidden));
    return { time: round };
  };
  return ctx.interleave({ way }, 5);
}

test('a round counts only if the tab was visible throughout it', async () => {
  const left = await fiveRounds((round, hide) => round === 2 && hide(true) | hide(false));
  assert.deepEqual(left, { samples: { time: [1, 3, 4, 5] }, leftOut: { hidden: 1 } });
  const away = await fiveRounds((round, hide) => [2, 4].includes(round) && hide(round === 2));
  assert.deepEqual(away, { samples: { time: [1, 5] }, leftOut: { hidden: 3 } });
});

/** A modelled machine's context, and a way that takes `takes` ms by its clock. The way records when it began, and whether it was spare. */
async function modelled(takes, post = () => {}) {
  let time = 0;
  const began = [];
  const connect = async () => ({
    now: () => time,
    calibrate: async () => ({ floor: { median: 0 } }),
    close: async () => 0,
  });
  const ctx = new Context({ connect, machine: 'modelled', post, hidden: () => false });
  await ctx.connect({});
  const way = async (spare = false) => {
    began.push({ time, spare });
    time += takes;
    return { time: takes };
  };
  return { ctx, way, began };
}

test('rounds begin 200 ms apart, and their ways go on in between, of which nothing is kept', async () => {
  const { ctx, way, began } = await modelled(30);
  const { samples } = await ctx.interleave({ way }, 6);
  const rounds = began.filter(({ spare }) => !spare).map(({ time }) => time);
  assert.deepEqual(rounds, [0, 210, 420, 630, 840, 1050]);
  assert.equal(samples.time.length, 6);
  assert.equal(began.at(-1).spare, false, 'nothing goes on after the last round');
  assert.ok(
    began.every(({ time }, i) => time === 30 * i),
    'the device never idles',
  );
});

test('rounds that are long, that have no interval, or that follow another rule take no time in between', async () => {
  for (const [takes, rounds, apart] of [
    [300, 6, undefined],
    [30, 5, undefined],
    [30, 6, 0],
  ]) {
    const { ctx, way, began } = await modelled(takes);
    await ctx.interleave({ way }, rounds, undefined, undefined, apart);
    assert.equal(began.length, rounds);
  }
  const { ctx, way, began } = await modelled(0);
  await ctx.interleave({ way }, 6);
  assert.ok(began.length < 1e4, 'a clock that stands ends the run');
});

test('rounds whose interval is too wide are followed by more of the ways that decide, once', async () => {
  const { ctx, way } = await modelled(200);
  const asked = [];
  const ways = { way, other: async () => ({ rest: 2 }) };
  const rounds = (number, more) =>
    enoughRounds(ctx, ways, number, ({ time }) => asked.push(time.length) > 0, more);
  const all = await rounds(6);
  assert.deepEqual([all.samples.time.length, all.samples.rest.length], [18, 18]);
  assert.deepEqual(asked, [6], 'after those that were asked for');
  const one = await rounds(6, { decisive: ['way'] });
  assert.deepEqual([one.samples.time.length, one.samples.rest.length], [18, 6]);
  assert.equal((await rounds(7)).samples.time.length, 7, 'a number of one’s own is kept to');
  assert.equal((await rounds(1)).samples.time.length, 1);
  const late = { since: -60_000 };
  assert.equal((await rounds(6, late)).samples.time.length, 6, 'a run that took long ends');
  const named = await enoughRounds(ctx, ways, 6, () => ['other'], { decisive: ['way'] });
  assert.deepEqual([named.samples.time.length, named.samples.rest.length], [18, 18]);
  const none = await enoughRounds(ctx, ways, 6, () => [], { decisive: ['way'] });
  assert.equal(none.samples.time.length, 6);
  const own = await enoughRounds(ctx, ways, 8, () => true, { usual: 8, within: 3200 });
  assert.equal(own.samples.time.length, 16, 'another number, and another time');
  const clear = await enoughRounds(ctx, ways, 6, () => false);
  assert.equal(clear.samples.time.length, 6);
});

test('each lab of a modelled machine has noise of its own, which the seed repeats', async () => {
  const seedsOf = async (sim) => {
    const seeds = [];
    const connect = async (options) => {
      seeds.push(options.sim.seed);
      return { calibrate: async () => ({ floor: { median: 0 } }), close: async () => 0 };
    };
    const ctx = new Context({ connect, machine: 'phone', sim, post() {}, hidden: () => false });
    for (let lab = 0; lab < 3; lab += 1) await ctx.connect({});
    return seeds;
  };
  const seeds = await seedsOf({ seed: 5 });
  assert.equal(seeds[0], 5);
  assert.equal(new Set(seeds).size, 3);
  assert.deepEqual(await seedsOf({ seed: 5 }), seeds);
  assert.equal(new Set(await seedsOf()).size, 3);
});

test('rounds that follow are steps beside those that were expected, so that the last step ends the progress', async () => {
  const seen = [];
  const { ctx, way } = await modelled(200, ({ done, total }) => seen.push({ done, total }));
  ctx.expect(2 + 2 * 6);
  ctx.step('connecting');
  await enoughRounds(ctx, { way, other: async () => ({ rest: 2 }) }, 6, () => true);
  ctx.step('recording');
  assert.deepEqual(
    seen.map(({ done }) => done),
    seen.map((_, i) => i),
  );
  assert.ok(seen.length > 14);
  const { done, total } = seen.at(-1);
  assert.equal(done + 1, total);
});

test('as many rounds follow as there is time for, by the share of a round that their ways take', async () => {
  const taken = async (more) => {
    let now = 0;
    const counts = [];
    const ctx = {
      machine: 'modelled',
      elapsed: async () => now,
      extend() {},
      interleave: async (ways, rounds) => {
        counts.push(rounds);
        now += 600 * rounds;
        return { samples: {}, leftOut: { hidden: 0 } };
      },
    };
    await enoughRounds(ctx, { way() {}, other() {} }, 6, () => true, more);
    return counts;
  };
  assert.deepEqual(await taken(), [6, 1]);
  assert.deepEqual(await taken({ decisive: ['way'] }), [6, 2]);
  assert.deepEqual(await taken({ decisive: ['way'], part: () => 0.1 }), [6, 10]);
});

test('rounds that follow count those in which the tab was hidden, and fail with what else fails', async () => {
  const run = (second) => {
    let calls = 0;
    const ctx = {
      machine: 'modelled',
      elapsed: async () => 0.1 * calls,
      extend() {},
      interleave: async () => {
        calls += 1;
        if (calls > 1 && second instanceof Error) throw second;
        return { samples: { time: [1] }, leftOut: { hidden: calls > 1 ? second : 1 } };
      },
    };
    return enoughRounds(ctx, { way() {} }, 6, () => true);
  };
  assert.equal((await run(2)).leftOut.hidden, 3);
  const hidden = Object.assign(new Error('hidden'), { code: 'TAB_HIDDEN' });
  const { samples, leftOut } = await run(hidden);
  assert.deepEqual(
    [samples.time.length, leftOut.hidden],
    [1, 13],
    'one, and all twelve that follow',
  );
  await assert.rejects(run(new RangeError('other')), RangeError);
});

test('a tab that was hidden before the rounds, while clocks were measured, is marked after them', async () => {
  for (const before of [true, false]) {
    const visibility = new Visibility();
    const ctx = new Context({ post() {}, hidden: () => visibility.ask() });
    if (before) visibility.update(true);
    visibility.update(false);
    await ctx.interleave({ way: async () => ({ time: 1 }) }, 2);
    assert.equal(ctx.unseen, before);
  }
});

test('a tab hidden from the start, or from the first round on, leaves no round', async () => {
  const hidden = new Visibility();
  hidden.update(true);
  await assert.rejects(
    fiveRounds(() => {}, hidden),
    { code: 'TAB_HIDDEN' },
  );
  await assert.rejects(
    fiveRounds((round, hide) => round === 1 && hide(true)),
    { code: 'TAB_HIDDEN' },
  );
});

/** Rounds of one way on a lab whose notification latency is `floor` ms, and in which a round takes `takes` ms. */
async function roundsOn(floor, takes, rounds) {
  let [time, measured] = [0, 0];
  const calibrate = async () => {
    measured += 1;
    return { floor: { median: floor } };
  };
  const connect = async () => ({ now: () => time, calibrate, close: async () => 0 });
  const ctx = new Context({ connect, machine: 'modelled', post() {}, hidden: () => false });
  await ctx.connect({});
  await ctx.connect({});
  const way = async () => ({ time: (time += takes) });
  const { samples, leftOut } = await ctx.interleave({ way }, rounds);
  return { count: samples.time.length, leftOut, measured };
}

test('where each look of the browser takes long, one lab is measured, and a run takes fewer rounds and says so', async () => {
  const run = (...given) => roundsOn(...given);
  // Two labs share the clock, so the time of each round counts twice.
  assert.deepEqual(await run(100, 900, 6), { count: 6, leftOut: { hidden: 0 }, measured: 1 });
  assert.deepEqual(await run(100, 1500, 6), {
    count: 3,
    leftOut: { hidden: 0, late: 3 },
    measured: 1,
  });
  assert.equal((await run(100, 20_000, 5)).count, 2, 'two at the least');
  assert.equal((await run(100, 20_000, 1)).count, 1);
  assert.equal((await run(100, 2000, 7)).count, 7, 'whoever asks for more waits for them');
  assert.deepEqual(await run(4, 20_000, 5), { count: 5, leftOut: { hidden: 0 }, measured: 2 });
});

test('a blocked worker has words of its own, which name the policy', () => {
  assert.equal(wordsOf('WORKER_BLOCKED'), 'WORKER_BLOCKED');
  assert.match(sayer('page')('remedy-WORKER_BLOCKED'), /`worker-src /);
});

/** A lab that records its calls in `calls`. */
function notingLab(name, calls) {
  const note = (...call) => calls.push([name, ...call]);
  // An array's name is the expression that it was computed from.
  const array = (id) => ({ id, dispose: () => note('dispose', id) });
  return {
    now: () => 0,
    waitAll: async () => note('waitAll'),
    benchmark: async (label, fn) => (note(label), fn()),
    nd: {
      random: {
        normal: (...given) => (note('normal', ...given), array(`random ${given[1].seed}`)),
      },
      dot: (a, b) => (note('dot', a.id, b.id), array(`${a.id} · ${b.id}`)),
    },
  };
}

test('the program that is shown is the one that is measured', async () => {
  const nameOf = ({ device, blocking = false }) => `${device}${blocking ? ', blocking' : ''}`;
  const [shown, measured] = [[], []];
  const values = { n: 64, repetitions: 3, seed: 5, rounds: 1, device: 'webgpu' };
  const text = warmup.program(values).replace(/^import .*$/m, '');
  const Program = Object.getPrototypeOf(async () => {}).constructor;
  await new Program('connect', text)(async (options) => notingLab(nameOf(options), shown));
  const ways = threeWays(
    notingLab('webgpu', measured),
    notingLab('cpu, blocking', measured),
    values,
  );
  for (const way of ['blocking', 'waited']) {
    await ways[way]();
    // The way's calls follow the label's.
    const label = { blocking: 'blocking', waited: 'enqueued and waited for' }[way];
    const from = shown.findIndex(([, name]) => name === label) + 1;
    assert.ok(from > 0, label);
    assert.deepEqual(shown.slice(from, from + measured.length), measured.splice(0), label);
  }
});

test('a result survives JSON', () => {
  const trace = makeTrace({ timed: false });
  const copy = JSON.parse(JSON.stringify(jsonSafe({ trace })));
  assert.equal(copy.trace.enqueued.length, 20);
  assert.equal(copy.trace.started[0], null);
});

/** The warm-up's judgement on samples around given times, ms. */
function judged({
  enqueued = 0.1,
  waited = 8,
  floor = 1,
  step = 0.005,
  quantum = 0.001,
  device = 'webgpu',
  factor = 1,
} = {}) {
  const around = (value) => [0.95, 0.97, 1, 1.03, 1.05, 1].map((factor) => factor * value);
  const way = (name, value) => ({ way: name, samples: around(value), ...spread(around(value)) });
  return judge({
    ways: [way('blocking', 300 * factor), way('enqueued', enqueued), way('waited', waited)],
    gap: { samples: around(waited - enqueued) },
    latency: { samples: around(floor) },
    info: {
      device,
      adapter: { name: 'test', software: false },
      backendThread: 'worker',
      clock: { step, backendStep: step },
      timestamps: quantum ? { quantum } : null,
      floor: spread(around(floor)),
    },
    trace: makeTrace(),
    repetitions: 10,
    n: 1000,
    blockingN: 1000 / Math.cbrt(factor),
  });
}

test('a gap beyond the report of next to no work is found', () => {
  const { finding, measures, distortions } = judged({ waited: 50 });
  assert.equal(finding.key, 'found');
  assert.ok(Math.abs(measures.gap.value - 49.9) < 1e-9);
  assert.equal(measures.gap.bound, '≤');
  assert.deepEqual(distortions, []);
});

test('a floor over a tenth of the gap is reported', () => {
  const keys = judged({ waited: 8 }).distortions.map(({ key }) => key);
  assert.deepEqual(keys, ['distortion-floor']);
});

test('a gap within the report of next to no work is too coarse to decide', () => {
  const { finding } = judged({ waited: 0.9, floor: 1 });
  assert.equal(finding.key, 'coarse');
});

test('where enqueuing takes as long as waiting, the machine disagrees', () => {
  assert.equal(judged({ enqueued: 7.9, waited: 8, floor: 0.001 }).finding.key, 'disagrees');
});

test('a time below the clock’s step is only a bound, and the step is reported', () => {
  const { measures, distortions } = judged({ enqueued: 0.05, waited: 50, step: 0.1 });
  assert.deepEqual([measures.enqueued.value, measures.enqueued.bound], [0.1, '≤']);
  assert.ok(distortions.some(({ key }) => key === 'distortion-clock'));
});

test('a device that times nothing, or coarsely, is reported', () => {
  const keys = (options) => judged({ waited: 50, ...options }).distortions.map(({ key }) => key);
  assert.deepEqual(keys({ quantum: 0 }), ['distortion-no-timestamps']);
  assert.deepEqual(keys({ quantum: 0.0655 }), ['distortion-quantum']);
  assert.deepEqual(keys({ quantum: 0, device: 'cpu' }), []);
});

test('times that were scaled from a smaller size are known only to as many steps of the clock as they are scaled', () => {
  for (const name of ['blocking', 'real', 'seeming']) {
    const [one, many] = [1, 1000].map(
      (factor) => judged({ enqueued: 40, waited: 60, step: 5, factor }).measures[name],
    );
    for (const end of ['value', 'low', 'high'])
      assert.ok(Math.abs(many[end] / one[end] - 1000) < 1e-6, `${name} ${end}`);
  }
});

test('every word of the warm-up’s judgement is there', () => {
  const say = sayerOf('warmup');
  for (const options of [
    {},
    { waited: 0.9 },
    { enqueued: 7.9, floor: 0.001 },
    { step: 1, quantum: 0 },
    { quantum: 9 },
  ]) {
    const { finding, distortions } = judged(options);
    for (const { key, values } of [finding, ...distortions])
      assert.doesNotMatch(say(key, values), /[{}]|NaN|undefined/);
  }
});
