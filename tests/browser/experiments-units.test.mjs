// Parts that every experiment must have, and the parts of experiments and charts that only compute. Without a browser.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { axisOf } from '../../www/charts/axes.js';
import { bars } from '../../www/charts/bars.js';
import { curves } from '../../www/charts/curves.js';
import { counts } from '../../www/charts/counts.js';
import { areas } from '../../www/charts/areas.js';
import { stepsOf } from '../../www/charts/over-time.js';
import { nearestStop, rowAt, spreadApart } from '../../www/charts/positions.js';
import { leftWhenReturned } from '../../www/experiments/barriers/judge.js';
import { judge as judgeImproving } from '../../www/experiments/improving/judge.js';
import * as model from '../../www/experiments/improving/model.js';
import { distortions, UNSEEN } from '../../www/experiments/lib/distortions.js';
import { climb } from '../../www/experiments/lib/ladder.js';
import { measured, withoutBounds } from '../../www/experiments/lib/quantities.js';
import { waysOf, waysTable } from '../../www/experiments/lib/ways.js';
import { judge as judgeWarmup } from '../../www/experiments/warmup/judge.js';
import { LEAST } from '../../www/kit/inference.js';
import { bytes, plain, round, setLocale, significant } from '../../www/kit/format.js';
import { elements } from '../../www/kit/lazy.js';
import { checkDevice, presetValues, resolveParameters } from '../../www/kit/parameters.js';
import { sayer } from '../../www/kit/say.js';
import { revive } from '../../www/page/revive.js';
import { experiments } from '../../www/experiments/index.js';
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

test('the list that the page and other tests read has every folder', () => {
  assert.deepEqual(
    experiments.map(({ name }) => name).toSorted(),
    names.toSorted(),
    'a folder came or went: `cargo xtask run <name>`, or any build of the page, writes the list anew',
  );
});

test('every experiment has its own position', async () => {
  const abouts = await Promise.all(names.map((name) => load(name, 'about')));
  assert.equal(new Set(abouts.map(({ position }) => position)).size, names.length);
});

test('the hidden wait follows the calls that wait', async () => {
  const position = async (name) => (await load(name, 'about')).position;
  assert.equal(await position('hidden-sync'), (await position('barriers')) + 1);
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

test('a preset of fewer than six rounds says beforehand that it has no interval', async () => {
  let found = 0;
  for (const name of names) {
    const { presets, parameters } = await load(name, 'experiment');
    const words = readFileSync(new URL(`${name}/words/en.ftl`, root), 'utf8');
    for (const [preset, { rounds = parameters.rounds?.default }] of Object.entries(presets)) {
      if (rounds === undefined || rounds >= LEAST) continue;
      found += 1;
      assert.match(words, new RegExp(`^preset-${preset} = .*no interval`, 'm'), name);
    }
  }
  assert.equal(found, 4);
});

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
    const named = Array.from(words.matchAll(/^measure-(\w+) =/gm), ([, measure]) => measure);
    assert.ok(named.length > 0, name);
    assert.deepEqual(
      named.filter((measure) => !(measure in measures)),
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

test('a cost below the clock’s step is reported as a bound', () => {
  const point = (x, y) => ({ x, samples: Array(6).fill(y), median: y, low: y, high: y });
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
  assert.equal(exact.measures.t1.bound, undefined, 'a virtual clock resolves it');
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

/** The rows of the tables of claims: experiment, figure, file and title of the test, and its assertions. */
function claimed() {
  const claims = readFileSync(new URL('../../docs/claims.md', import.meta.url), 'utf8');
  const [tables] = claims.split('## Sources');
  // Columns may be aligned by spaces.
  const rows = tables
    .split('\n')
    .filter((line) => /^\|.*`[\w.-]+\.test\.mjs`/.test(line))
    .map((line) => line.replace(/ {2,}/g, ' '));
  const form = /\| `([\w-]+)` \| `(\w+)` \| `([\w.-]+)`: “(.*)” \| (`.+`) \|$/;
  return rows.map((row) => {
    const [, name, figure, file, title, asserted] = form.exec(row) ?? [];
    assert.ok(asserted, `no experiment, figure, test or assertion: ${row}`);
    return { row, name, figure, file, title, asserted: asserted.slice(1, -1).split('`, `') };
  });
}

/** The assertions of a test, without their messages. @param {string} source of a file @param {string} title part of the test's */
function assertionsOf(source, title) {
  const at = source.search(
    new RegExp(`\\btest\\([^\\n]*${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
  );
  if (at < 0) return null;
  const rest = source.slice(at);
  const end = rest.slice(1).search(/^( {2})?test\(|^for \(/m);
  const body = end < 0 ? rest : rest.slice(0, end + 1);
  const calls = body.split(/(?=\bassert\.)/).slice(1);
  return calls.map((call) => call.slice(0, call.search(/\);/)).replace(/\s+/g, ' '));
}

test('every row of the table of claims names a figure, and a test that asserts what stands there', async () => {
  const rows = claimed();
  assert.ok(rows.length >= 26, `${rows.length} rows`);
  for (const { row, name, figure, file, title, asserted } of rows) {
    const { figures, freedom } = await load(name, 'experiment');
    const there = figures.some((one) => one.name === figure) || (freedom && figure === 'freedom');
    assert.ok(there, `${name} has no figure ${figure}`);
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    const assertions = assertionsOf(source, title);
    assert.ok(assertions, `${file} has no test “${title}”`);
    for (const one of asserted) {
      const own = assertions.filter((assertion) => assertion.includes(one));
      assert.ok(own.length > 0, `“${title}” does not assert ${one}: ${row}`);
      // An assertion with an alternative could hold without the claim.
      assert.ok(
        own.some((assertion) => !assertion.includes('||')),
        `“${title}” asserts ${one} or something else: ${row}`,
      );
    }
  }
});

test('each of the chapter’s eight claims is in the table, and a row without its test is found', () => {
  const claims = readFileSync(new URL('../../docs/claims.md', import.meta.url), 'utf8');
  for (let n = 1; n <= 8; n += 1) assert.match(claims, new RegExp(`^\\| ${n} +\\|`, 'm'));
  const source =
    "test('a claim', () => {\n  const a = 1;\n  assert.ok(a < 2, 'b < c');\n  a > 5;\n});\ntest('another', () => {\n  assert.ok(d < e);\n});";
  assert.deepEqual(assertionsOf(source, 'a claim'), ["assert.ok(a < 2, 'b < c'"]);
  assert.equal(assertionsOf(source, 'no such claim'), null);
});

test('the slides of a course embed experiments that there are, with controls that they have', async () => {
  const deck = readFileSync(new URL('../../examples/class/slides.html', import.meta.url), 'utf8');
  const embedded = Array.from(
    deck.matchAll(/<async-lab\s+experiment="([\w-]+)"\s+controls="([\w,]+)"/g),
  );
  assert.equal(embedded.length, deck.match(/<async-lab/g)?.length);
  assert.ok(embedded.length >= 5);
  for (const [, name, controls] of embedded) {
    const { parameters } = await load(name, 'experiment');
    for (const one of controls.split(','))
      assert.ok(['run', 'prediction'].includes(one) || one in parameters, `${name}: ${one}`);
  }
});

test('a choice that is none, and a device that an experiment has not, are rejected', () => {
  const experiment = {
    name: 'test',
    devices: ['cpu'],
    presets: { auto: {} },
    parameters: { policy: { choices: ['early', 'late'], default: 'late' } },
  };
  assert.deepEqual(resolveParameters(experiment, { policy: 'early' }), { policy: 'early' });
  const rejected = { code: 'INVALID_OPTION', message: /"never"; give early or late/ };
  assert.throws(() => resolveParameters(experiment, { policy: 'never' }), rejected);
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
  // The chapter's condition, n·t2 > (n − 1)·t1, holds for n = 2 although the frontend is slower than the backend.
  const between = { t1: 12, t2: 10, t3: 0 };
  assert.deepEqual([model.once(between, 2), model.onceInTheChapter(between, 2)], [34, 32]);
  // The same by simulating each operation: it begins when it is enqueued and its predecessor has ended.
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

test('every shared distortion has its words, and is shown only where it distorts', () => {
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
  const named = [
    ...distortions(run),
    ...distortions({ ...run, info: { ...info, timestamps: null } }),
    ...distortions({ ...run, info: { ...info, adapter: { name: '', software: true } } }),
    UNSEEN,
  ];
  for (const { key, values } of named) assert.doesNotMatch(say(key, values), /[{}]|NaN/);
  const keys = new Set(named.map(({ key }) => key));
  assert.equal(keys.size, 12);
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
    { median: 0.9, low: 0.5, high: 1.5 }, // so short that the browser itself may be the cause
  ];
  const found = (info) => distortions({ ...run, info, even: calm, leftOut: {} });
  // The result's `info` has the number of questions to the browser. Older results also report them as a distortion.
  for (const questions of [undefined, 0, 3]) assert.deepEqual(found({ ...sound, questions }), []);
  const older = recordingOf('warmup');
  older.distortions.push({ key: 'distortion-asked', values: { questions: 3 } });
  const said = sayer('experiments/warmup', 'experiments/lib');
  for (const { key } of revive(older).distortions) assert.ok(said.has(key), key);
});

test('axes end at numbers that nothing measures', () => {
  const axis = /** @type {const} */ ({ unit: 'ms', start: 0, end: 900 });
  const least = [5e-324, 1e-300, 1e-9];
  for (const log of [true, false])
    for (const values of [...least.map((value) => [value]), [...least, 1e18], [0], [-1e18, 1e18]]) {
      const { marks, at } = axisOf(values, { ...axis, log });
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

test('a cursor’s stops and the table show the same numbers', () => {
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

test('the warm-up shows how fast the asynchronous loop seems, and how fast it is', async () => {
  const { derived } = await load('warmup', 'experiment');
  const times = (time) => [0.97, 1, 1.02, 0.99, 1.01, 1.03].map((by) => by * time);
  const ways = waysOf({ blocking: times(100), enqueued: times(0.01), waited: times(20) });
  const { seeming, real } = judgeWarmup({
    ways,
    gap: { samples: times(19) },
    latency: { samples: times(0.3) },
    info: coarse,
    trace: null,
    repetitions: 10,
  }).measures;
  assert.ok(
    seeming.low < 100 / 0.05 && seeming.high === Infinity,
    'at least what the clock resolves',
  );
  assert.ok(Math.abs(real.value - 5) < 0.1 && real.low < 5 && real.high > 5);
  assert.deepEqual(derived({ schema: 2, ways, info: coarse }), {});
  const before = derived({ schema: 1, ways, info: coarse });
  assert.equal(before.seeming.low, undefined, 'an older result is not judged again');
});

test('a result of an older schema keeps its finding and says by which rules it was judged', () => {
  const document = { ...recordingOf('queued'), schema: 1 };
  const older = revive(document);
  assert.equal(older.finding.key, document.finding.key);
  assert.deepEqual(older.measures, revive({ ...document, schema: 2 }).measures);
  assert.equal(older.distortions[0].key, 'distortion-older');
  const again = revive({ ...document, distortions: older.distortions });
  assert.equal(again.distortions.filter(({ key }) => key === 'distortion-older').length, 1);
  assert.ok(
    revive({ ...document, schema: 2 }).distortions.every(({ key }) => key !== 'distortion-older'),
  );
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

test('improving’s table has each time at its own n: the loop that waits each time is measured at fewer', async () => {
  const { table } = await load('improving', 'experiment');
  const at = (/** @type {number[][]} */ rows) => rows.map(([x, median]) => ({ x, median }));
  const lines = (/** @type {number[][]} */ rows) => rows.map(([x, y]) => ({ x, y }));
  const loops = {
    points: {
      each: at([
        [2, 4],
        [20, 40],
      ]),
      once: at([
        [2, 3],
        [5, 6],
        [20, 12],
      ]),
    },
    models: {
      each: lines([
        [2, 4],
        [20, 40],
      ]),
      once: lines([
        [2, 3],
        [5, 6],
        [20, 12],
      ]),
    },
  };
  const { rows } = table({ curves: { loops }, info: { clock: { step: 0 } } }, (key) => key);
  assert.deepEqual(
    elements(rows).map((row) => row.map((cell) => plain(cell))),
    [
      ['2', '4.00', '4.00', '0 %', '3.00', '3.00', '0 %'],
      ['5', '–', '–', '–', '6.00', '6.00', '0 %'],
      ['20', '40.0', '40.0', '0 %', '12.0', '12.0', '0 %'],
    ],
  );
});

test('a number has as many digits at the clock’s step as that step is measured precisely', () => {
  for (const step of [0.1, 0.09999999403953552, 0.10000000149])
    assert.deepEqual(
      [0.1, 0.09999999403953552, 0.10000000149, 0.123, 9.94].map((ms) => significant(ms, step)),
      ['0.1', '0.1', '0.1', '0.1', '9.9'],
    );
});
