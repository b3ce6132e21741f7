// Parts that every experiment must have, without a browser; and the parts of experiments and charts that only compute.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { axisOf } from '../../www/charts/axes.js';
import { bars } from '../../www/charts/bars.js';
import { curves } from '../../www/charts/curves.js';
import { counts } from '../../www/charts/counts.js';
import { areas } from '../../www/charts/areas.js';
import { stepsOf } from '../../www/charts/over-time.js';
import { nearestStop, rowAt, spreadApart } from '../../www/charts/place.js';
import { leftWhenReturned } from '../../www/experiments/barriers/judge.js';
import { judge as judgeImproving } from '../../www/experiments/improving/judge.js';
import * as model from '../../www/experiments/improving/model.js';
import { distortions, UNSEEN } from '../../www/experiments/lib/distortions.js';
import { climb } from '../../www/experiments/lib/ladder.js';
import { measured, withoutBounds } from '../../www/experiments/lib/quantities.js';
import { waysOf, waysTable } from '../../www/experiments/lib/ways.js';
import { bytes, plain, round, setLocale } from '../../www/kit/format.js';
import { elements } from '../../www/kit/lazy.js';
import { checkDevice, presetValues, resolveParameters } from '../../www/kit/parameters.js';
import { sayer } from '../../www/kit/say.js';
import { revive } from '../../www/page/revive.js';
import { names } from '../../xtask/browser/sizes.mjs';
import './fixtures/words.mjs';

const root = new URL('../../www/experiments/', import.meta.url);
/** An experiment's recorded run. */
function recordingOf(name) {
  const file = new URL(`${name}/recording.json`, root);
  assert.ok(existsSync(file), `${name} has no recording: \`cargo xtask record ${name}\` writes it`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
const load = async (name, file) => (await import(new URL(`${name}/${file}.js`, root))).default;

test('every experiment has its own place', async () => {
  const abouts = await Promise.all(names.map((name) => load(name, 'about')));
  assert.equal(new Set(abouts.map(({ place }) => place)).size, names.length);
});

for (const name of names) {
  test(`${name}: parameters in range, a program that parses`, async () => {
    const experiment = await load(name, 'experiment');
    const { presets } = experiment;
    for (const preset of Object.keys(presets)) {
      const values = presetValues({ ...experiment, name }, preset);
      assert.deepEqual(resolveParameters({ ...experiment, name }, { ...values, preset }), values);
    }
    const Program = Object.getPrototypeOf(async () => {}).constructor;
    const values = presetValues(experiment, Object.keys(presets)[0]);
    const text = experiment.program({ ...values, device: experiment.devices?.[0] ?? 'webgpu' });
    assert.match(text, /^import \{ connect \} from '\.\/www\/asynclab\.js';$/m);
    new Program(text.replace(/^import .*$/m, ''));
  });
}

for (const name of names) {
  test(`${name}: two or three variations, each changes one thing of a run and stays in range`, async () => {
    const experiment = { ...(await load(name, 'experiment')), name };
    const result = revive(recordingOf(name));
    const variations = Object.entries(experiment.variations);
    assert.ok(variations.length >= 2 && variations.length <= 3);
    for (const [variation, { set, watch }] of variations) {
      const { device, ...values } = set(result);
      assert.equal(Object.keys({ ...(device && { device }), ...values }).length, 1, variation);
      if (device) checkDevice(experiment, device);
      else {
        const [[key, value]] = Object.entries(resolveParameters(experiment, values)).filter(
          ([one]) => one in values,
        );
        assert.notEqual(value, result.parameters[key], variation);
      }
      const words = readFileSync(new URL(`${name}/words/en.ftl`, root), 'utf8');
      for (const measure of watch) {
        assert.ok(measure in result.measures, `${variation} watches ${measure}`);
        assert.match(words, new RegExp(`^measure-${measure} =`, 'm'), variation);
      }
    }
  });
}

test('what results are compared by, they have', async () => {
  for (const name of names) {
    const folder = new URL(`${name}/`, root);
    const { measures } = recordingOf(name);
    const words = readFileSync(new URL('words/en.ftl', folder), 'utf8');
    const told = Array.from(words.matchAll(/^measure-(\w+) =/gm), ([, measure]) => measure);
    assert.ok(told.length > 0, name);
    assert.deepEqual(
      told.filter((measure) => !(measure in measures)),
      [],
      name,
    );
  }
});

const coarse = {
  device: 'webgpu',
  adapter: { name: 'Adapter', software: false },
  clock: { step: 0.1, backendStep: 0.1 },
  floor: { median: 0.3, low: 0.2, high: 0.4, samples: 20 },
};

test('a cost below what the clock can tell is told as a bound', () => {
  const point = (x, y) => ({ x, samples: [y], median: y, low: y, high: y });
  const curve = () => ({
    points: { each: [point(2, 4), point(10, 20)], once: [point(2, 3), point(10, 11)] },
    models: {
      each: [2, 10].map((x) => ({ x, y: 2 * x })),
      once: [2, 10].map((x) => ({ x, y: 1 + x })),
    },
  });
  const costs = { t1: 0, t2: 1, t3: 0 };
  const run = {
    costs,
    unslowed: costs,
    curves: { loops: curve(), bend: curve() },
    single: { median: 1, low: 1, high: 1 },
    batches: { short: 100, long: 400, bent: 80 },
    lone: 30,
  };
  const { finding } = judgeImproving({ ...run, info: coarse });
  const text = plain(
    sayer('experiments/improving', 'experiments/lib')(finding.key, finding.values),
  );
  assert.match(text, /\$t1\$ ≤ 500 ns, \$t2\$ = 1\.00 ms, \$t3\$ ≤ 100 µs/);
  const exact = judgeImproving({ ...run, info: { ...coarse, device: 'sim' } });
  assert.equal(exact.measures.t1.bound, undefined, 'a virtual clock tells it');
  const kept = withoutBounds(
    { a: measured(0, 0.1), b: measured(0, 0.1), floor: measured(0, 0.1) },
    'a',
  );
  assert.deepEqual([kept.a.bound, kept.b.bound, kept.floor.bound], ['≤', undefined, '≤']);
  const ways = waysOf({ queued: [0, 0, 0.2], printed: [2, 3, 4] });
  const { rows } = waysTable(sayer('experiments/queued', 'experiments/lib'), {
    ways,
    info: coarse,
  });
  assert.deepEqual(
    rows.map((row) => row[1]),
    ['≤ 0.1', '3.0'],
  );
});

test('the table of claims names experiments, figures and tests that there are', async () => {
  const claims = readFileSync(new URL('../../docs/claims.md', import.meta.url), 'utf8');
  const rows = Array.from(
    claims.matchAll(/\| `([\w-]+)` \| `(\w+)` \| `([\w.-]+)`: “(.*)” \|/g),
    ([, ...cells]) => cells,
  );
  assert.ok(rows.length >= 13, `${rows.length} rows`);
  for (const [name, figure, file, title] of rows) {
    const { figures } = await load(name, 'experiment');
    assert.ok(
      figures.some((one) => one.name === figure),
      `${name} has no figure ${figure}`,
    );
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    assert.ok(source.includes(title), `${file} has no test “${title}”`);
  }
  for (let n = 1; n <= 8; n += 1) assert.match(claims, new RegExp(`^\\| ${n} \\|`, 'm'));
});

test('a choice that is none, and a device that an experiment has not, are refused', () => {
  const experiment = {
    name: 'test',
    devices: ['cpu'],
    presets: { auto: {} },
    parameters: { policy: { choices: ['early', 'late'], default: 'late' } },
  };
  assert.deepEqual(resolveParameters(experiment, { policy: 'early' }), { policy: 'early' });
  const refused = { code: 'INVALID_OPTION', message: /"never"; give early or late/ };
  assert.throws(() => resolveParameters(experiment, { policy: 'never' }), refused);
  assert.throws(() => resolveParameters(experiment, { policy: 3 }), { code: 'INVALID_OPTION' });
  assert.throws(() => checkDevice(experiment, 'webgpu'), { message: /give cpu$/ });
});

test('the model: both loops, and where the frontend becomes the slower one', () => {
  const costs = { t1: 2, t2: 10, t3: 100 };
  assert.equal(model.each(costs, 5), 560);
  assert.equal(model.once(costs, 5), 152);
  const slow = { t1: 20, t2: 10, t3: 100 };
  assert.equal(model.once(slow, 5), 210);
  assert.equal(model.once(slow, 1), slow.t1 + slow.t2 + slow.t3);
  // The chapter's condition, n·t2 > (n − 1)·t1, holds for n = 2 although the frontend is the slower one.
  const between = { t1: 12, t2: 10, t3: 0 };
  assert.deepEqual([model.once(between, 2), model.onceInTheChapter(between, 2)], [34, 32]);
  // Operation i begins when it is enqueued and the one before it has ended: the same, one by one.
  for (const costs of [{ t1: 2, t2: 10, t3: 1 }, slow, between]) {
    for (const n of [1, 2, 3, 7]) {
      let end = 0;
      for (let i = 1; i <= n; i += 1) end = Math.max(end, i * costs.t1) + costs.t2;
      assert.equal(model.once(costs, n), end + costs.t3);
    }
  }
});

test('the search for a size stays within its budget', async () => {
  const tried = [];
  const n = await climb({
    attempt: async (size) => size ** 3 / 1e6,
    limits: { arrayBytes: 2 ** 27 },
    rounds: 5,
    onAttempt: (size) => tried.push(size),
  });
  assert.ok((n ** 3 / 1e6) * 8 <= 3000, `${n}`);
  assert.deepEqual(
    tried,
    [...tried].sort((a, b) => a - b),
  );
  assert.equal(tried.at(-1), n);
});

test('a size whose first attempt compiles is not taken for too slow', async () => {
  const seen = new Set();
  const attempt = async (size) => {
    const compiles = !seen.has(size);
    seen.add(size);
    return compiles ? 1e6 : 0.001;
  };
  const n = await climb({
    attempt,
    limits: { arrayBytes: 4 * 512 ** 2 },
    rounds: 5,
    onAttempt: () => {},
  });
  assert.equal(n, 512);
});

test('operations left when the wait for one returned', () => {
  const waits = [{ kind: 'waitToRead', op: 0, from: 1, to: 5 }];
  assert.equal(leftWhenReturned({ waits, completed: Float64Array.of(4, 5, 6, NaN) }), 2);
  assert.equal(leftWhenReturned({ waits: [], completed: Float64Array.of(4) }), 0);
});

test('every shared distortion has its words, and is told only where it distorts', () => {
  const info = {
    device: 'webgpu',
    adapter: { name: 'test', software: true },
    backendThread: 'same',
    nudged: true,
    questions: 3,
    clock: { step: 1, backendStep: 1 },
    timestamps: { quantum: 1 },
    floor: { median: 1, low: 1, high: 1 },
  };
  const trace = { started: Float64Array.of(0), ended: Float64Array.of(2), names: [], op: [] };
  const quantity = { value: 2, unit: 'ms' };
  const even = [{ median: 20, low: 15, high: 25 }];
  const run = {
    info,
    seen: quantity,
    shortest: quantity,
    trace,
    even,
    leftOut: { hidden: 2, late: 2 },
  };
  const say = sayer('experiments/lib');
  const told = [
    ...distortions(run),
    ...distortions({ ...run, info: { ...info, timestamps: null } }),
    ...distortions({ ...run, info: { ...info, adapter: { name: '', software: true } } }),
    UNSEEN,
  ];
  for (const { key, values } of told) assert.doesNotMatch(say(key, values), /[{}]|NaN/);
  const keys = new Set(told.map(({ key }) => key));
  assert.equal(keys.size, 13);
  const sound = {
    ...info,
    adapter: { name: 'test', software: false },
    backendThread: 'worker',
    nudged: false,
    clock: { step: 0.1, backendStep: 0.1 },
    timestamps: { quantum: 0.1 },
    floor: { median: 0.1, low: 0.1, high: 0.1 },
  };
  const calm = [
    { median: 20, low: 19, high: 21 },
    { median: 0.9, low: 0.5, high: 1.5 }, // short enough for the browser itself to be the cause
  ];
  const found = (info) => distortions({ ...run, info, even: calm, leftOut: {} });
  // Older results do not tell of questions.
  for (const questions of [undefined, 0]) assert.deepEqual(found({ ...sound, questions }), []);
  const asked = { key: 'distortion-asked', values: { questions: 3 } };
  assert.deepEqual(found({ ...sound, questions: 3 }), [asked]);
  assert.match(say(asked.key, asked.values), / 3 times .* 1 ms .* your GPU is unknown/);
});

test('axes end at numbers that nothing measures', () => {
  const place = /** @type {const} */ ({ unit: 'ms', start: 0, end: 900 });
  const least = [5e-324, 1e-300, 1e-9];
  for (const log of [true, false])
    for (const values of [...least.map((value) => [value]), [...least, 1e18], [0], [-1e18, 1e18]]) {
      const { marks, at } = axisOf(values, { ...place, log });
      assert.ok(marks.length < 100, `${values}: ${marks.length} marks`);
      assert.ok(
        values.every((value) => Number.isFinite(at(value))),
        `${values}`,
      );
    }
});

test('axes hold their values, with round marks in one direction', () => {
  for (const log of [false, true]) {
    const values = [0.0021, 0.4, 37, NaN];
    const axis = axisOf(values, { log, unit: 'ms', start: 300, end: 20 });
    const at = values.slice(0, 3).map(axis.at);
    assert.ok(at[0] > at[1] && at[1] > at[2]);
    assert.ok(at.every((y) => y <= 300 && y >= 20));
    assert.ok(axis.marks.length >= 2 && axis.marks.length <= 9, `${axis.marks.length} marks`);
    for (const { value } of axis.marks) assert.ok(axis.at(value) >= 20 && axis.at(value) <= 300);
  }
  assert.equal(plain(round(0.02, 'ms')), '20 µs');
  assert.equal(plain(round(1000, 'ms')), '1 s');
  assert.equal(plain(round(1_500_000, 'B')), '1.5 MB');
  assert.equal(plain(bytes(1_500_000)), '1.50 MB');
  assert.equal(plain(bytes(12)), '12 B');
});

test('labels keep their order and clear of each other, within the plot', () => {
  const heights = spreadApart([50, 48, 52, 100], 16, 10, 104);
  const [b, a, c, d] = heights;
  assert.ok(a + 16 <= b && b + 16 <= c && c + 16 <= d && a >= 10 - 1e-9 && d <= 104);
});

test('a cursor’s stops and the table tell the same numbers', () => {
  const at = [1, 10].map((x) => ({ x, median: 2 * x, low: x, high: 3 * x }));
  const data = {
    x: { title: 'n', unit: 'count', log: true },
    y: { title: 'time', unit: 'ms' },
    points: [{ label: 'measured', colour: 'device', mark: 'circle', at }],
    lines: [{ label: 'model', colour: 'device', at: [{ x: 10, y: 19 }] }],
  };
  assert.equal(plain(curves.stops(data).at(1).rows[0][1]), '20.0 ms (10.0 ms to 30.0 ms)');
  assert.deepEqual(
    elements(curves.table(data).rows).map((row) => row.map(plain)),
    [
      ['1', '2.00 ms', '1.00 ms', '3.00 ms', '–'],
      ['10', '20.0 ms', '10.0 ms', '30.0 ms', '19.0 ms'],
    ],
  );
  const one = { label: 'way', colour: 'wait', median: 4, low: 3, high: 5, bound: '≤' };
  const way = { title: 'time', unit: 'ms', bars: [one] };
  assert.equal(plain(bars.table(way).rows.at(0)[1]), '≤ 4.00 ms');
});

test('the pointer finds the nearest stop across, and the row it stands in', () => {
  const nearest = nearestStop([10, 30, 34]);
  assert.deepEqual([-5, 19, 21, 33, 99].map(nearest), [0, 0, 1, 2, 2]);
  assert.equal(nearestStop([])(5), -1);
  const row = rowAt(8, 44, 2);
  assert.deepEqual(
    [0, 20, 60, 500].map((y) => row(0, y)),
    [-1, 0, 1, -1],
  );
});

test('the marks of axes are written in the reader’s language', (t) => {
  t.after(() => setLocale(''));
  const marks = () =>
    axisOf([2], { unit: 'ms', start: 0, end: 400 }).marks.map(({ text }) => plain(text));
  setLocale('en');
  assert.ok(marks().includes('1.5 ms'), marks().join());
  setLocale('pt');
  assert.ok(marks().includes('1,5 ms'), marks().join());
});

test('what changes over time holds its value until the next change', () => {
  const steps = { times: [1, 2, 4], values: [10, 30, 20] };
  assert.deepEqual(
    [0, 1, 3, 9].map((time) => stepsOf(steps).at(time)),
    [0, 10, 30, 20],
  );
  const used = { label: 'used', colour: 'device', ...steps };
  const pending = { label: 'pending', colour: 'wait', times: steps.times, values: [0, 5, 5] };
  const { rows } = areas.table({ title: 'bytes', areas: [used, pending], lines: [] });
  assert.deepEqual(
    elements(rows).map((row) => plain(row[2])),
    ['0 B', '5 B', '5 B'],
  );
  assert.equal(counts.stops({ title: 'batches', lines: [used] }).length, 3);
});

test('the warm-up tells how fast the asynchronous loop seems, and how fast it is', async () => {
  const { derived } = await load('warmup', 'experiment');
  const way = (name, median) => ({ way: name, median, low: 0.9 * median, high: 1.1 * median });
  const ways = [way('blocking', 100), way('enqueued', 0.01), way('waited', 20)];
  const { seeming, real } = derived({ ways, info: coarse });
  assert.equal(seeming.value, 1000, 'no faster than the clock can tell');
  assert.equal(real.value, 5);
  assert.ok(real.low < 5 && real.high > 5);
});

test('the sandbox accounts for all idle time of the device', async () => {
  const { derived } = await load('sandbox', 'experiment');
  const trace = {
    op: [0, 0, 0],
    enqueued: [0, 1, 40],
    started: [2, 22, 41],
    ended: [12, 32, 42],
    waits: [],
  };
  const { idleElse, idleEmpty, idleBackend } = derived({ trace });
  assert.deepEqual([idleBackend.value, idleEmpty.value, idleElse.value], [10, 9, 19]);
  assert.equal(derived({ trace: null }).idleElse.value, 0);
});
