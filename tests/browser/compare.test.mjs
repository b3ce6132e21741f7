// Result files brought by the reader: checked, shown alone in their experiment, or side by side.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import './fixtures/words.mjs';
import { site } from './harness.mjs';
import { patient } from './fixtures/patient.mjs';

const recordingOf = (name) =>
  JSON.parse(
    readFileSync(new URL(`../../www/experiments/${name}/recording.json`, import.meta.url), 'utf8'),
  );
const warmup = recordingOf('warmup');

let readResult, collection, browser;
const folder = mkdtempSync(join(tmpdir(), 'asynclab-results-'));
before(async () => {
  await site(); // builds the module that checks files, if it is not built
  ({ readResult } = await import('../../www/page/compare/reading.js'));
  collection = await import('../../www/page/compare/collection.js');
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** A result measured elsewhere. */
function elsewhere(i, change = {}) {
  const adapter = { ...warmup.info.adapter, name: `Adapter ${i % 3}` };
  const ways = warmup.ways.map((way) => ({ ...way, median: way.median * (1 + (i % 7) / 10) }));
  const date = new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString();
  return { ...warmup, date, ways, info: { ...warmup.info, adapter }, ...change };
}

/** Writes files, and returns their paths. */
function files(contents) {
  return Object.entries(contents).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  });
}

const rejection = (text) => {
  try {
    readResult(text);
    return '';
  } catch ({ code, message }) {
    return `${code}: ${message}`;
  }
};

test('a quantity of which one result knows a bound alone is a bound, wherever that result stands', () => {
  const known = (bound) => ({ quantities: { time: { value: 1, unit: 'ms', bound } } });
  const kind = (...bounds) => collection.kindsOf(bounds.map(known))('time');
  assert.deepEqual(kind(undefined, '≤'), { unit: 'ms', bound: '≤' });
  assert.deepEqual(kind('≤', undefined), { unit: 'ms', bound: '≤' });
  assert.equal(kind(undefined, undefined).bound, undefined);
});

test('a result is read; what is none is rejected with the reason', () => {
  assert.equal(readResult(JSON.stringify(warmup)).experiment, 'warmup');
  const without = { ...warmup };
  delete without.date;
  const cases = [
    ['{', /^NOT_JSON: ./],
    ['[]', /^NOT_A_RESULT: \/$/],
    ['null', /^NOT_A_RESULT/],
    [JSON.stringify({ ...warmup, schema: 3 }), /^OTHER_SCHEMA: 3/],
    [JSON.stringify(without), /^NOT_A_RESULT: \/date$/],
    [JSON.stringify({ ...warmup, date: '2026-99-99T00:00:00Z' }), /^NOT_A_RESULT: \/date/],
    [JSON.stringify({ ...warmup, ways: 3 }), /^NOT_A_RESULT: \/ways$/],
    [
      JSON.stringify({ ...warmup, trace: { ...warmup.trace, op: warmup.trace.op.slice(1) } }),
      /^NOT_A_RESULT: \/trace\/enqueued$/,
    ],
  ];
  for (const [text, expected] of cases) assert.match(rejection(text), expected);
});

test('no list, text or number is longer than what a lab records, and nothing else is allowed', () => {
  const { trace } = warmup;
  const device = { length: 2e9 };
  const cases = [
    [{ trace: { ...trace, device } }, '/trace/device'],
    [{ trace: { ...trace, device: { length: 2e9, 0: 1 } } }, '/trace/device'],
    [{ trace: { ...trace, memory: { at: { length: 2e9 } } } }, '/trace/memory/used'],
    [{ trace: { ...trace, op: trace.op.map(() => 300) } }, '/trace/op/0'],
    [{ trace: { ...trace, op: trace.op.map(() => 255) } }, '/trace/op'],
    [{ trace: { ...trace, started: trace.started.map(() => 1e308) } }, '/trace/started/0'],
    [
      { trace: { ...trace, inputs: trace.inputs.map(() => trace.op.length - 1) } },
      '/trace/inputOffsets',
    ],
    [{ trace: { ...trace, shapes: [[1e308]] } }, '/trace/shapes/0/0'],
    [{ trace: { ...trace, more: 1 } }, '/trace/more'],
    [{ more: 1 }, '/more'],
    [{ seed: 1e300 }, '/seed'],
    [{ experiment: 'x'.repeat(1e5) }, '/experiment'],
    [{ parameters: { ...warmup.parameters, n: 1e300 } }, '/parameters/n'],
    [{ parameters: { ...warmup.parameters, n: 'x'.repeat(1e5) } }, '/parameters/n'],
    [{ output: ['x'.repeat(1e5)] }, '/output/0'],
    [{ info: { ...warmup.info, browser: 'x'.repeat(1e5) } }, '/info/browser'],
    [{ finding: { key: '<img>', values: {} } }, '/finding/key'],
  ];
  for (const [change, place] of cases)
    assert.equal(rejection(JSON.stringify({ ...warmup, ...change })), `NOT_A_RESULT: ${place}`);
});

test('where a browser hides the steps of its clocks, a result is read all the same', async () => {
  const { revive } = await import('../../www/page/revive.js');
  const clock = { step: null, backendStep: null };
  const info = { ...warmup.info, clock, timestamps: { quantum: null } };
  const result = revive(readResult(JSON.stringify({ ...warmup, info })));
  assert.deepEqual(result.info.clock, { step: NaN, backendStep: NaN });
});

test('names that reach prototypes are rejected, wherever they stand', () => {
  const text = JSON.stringify(warmup);
  const bad = ['"__proto__":{"polluted":1}', '"constructor":{"a":1}', '"\\u005f_proto__":1'];
  for (const name of bad) {
    assert.match(rejection(`{${name},${text.slice(1)}`), /^REFUSED_KEY/);
    assert.match(rejection(text.replace('"limits":{', `"limits":{${name},`)), /^REFUSED_KEY/);
  }
  assert.match(rejection(`${'[{"a":'.repeat(90)}1${'}]'.repeat(90)}`), /^NOT_A_RESULT/);
  assert.match(
    rejection(text.replace('"limits":{', `"limits":{"a":${'['.repeat(90)}${']'.repeat(90)},`)),
    /^REFUSED_KEY/,
  );
  assert.equal({}.polluted, undefined);
});

test('results are grouped by who measured, and spread over the files', () => {
  const entries = Array.from({ length: 21 }, (_, i) => collection.entryOf(`${i}`, elsewhere(i)));
  const rows = collection.rowsOf(entries);
  assert.deepEqual(
    rows.map(({ entries: all }) => all.length),
    [7, 7, 7],
  );
  const name = collection.namesOf(entries)[0];
  assert.match(name, /^way:/);
  const { median, low, high } = collection.spreadOf(rows[0], name);
  assert.ok(low < median && median < high);
  const interval = collection.intervalOf(rows[0], name);
  assert.ok(interval.low < median && median < interval.high, 'seven files have an interval');
  const few = collection.rowsOf(entries.slice(0, 15))[0];
  assert.equal(few.entries.length, 5);
  assert.deepEqual(collection.intervalOf(few, name), {}, 'five have none');
  const sorted = [...rows].sort(collection.orders.date());
  assert.ok(sorted[0].date >= sorted[1].date);
});

test('the band of one file is what that file knows: an older one has quartiles, and no interval, of a measure', () => {
  const band = (change, name) => {
    const [row] = collection.rowsOf([collection.entryOf('x', elsewhere(0, change))]);
    const { low, high } = collection.spreadOf(row, name);
    return [low, high];
  };
  const { ratio } = warmup.measures;
  assert.deepEqual(band({}, 'ratio'), [ratio.low, ratio.high]);
  assert.deepEqual(band({ schema: 1 }, 'ratio'), [ratio.value, ratio.value]);
  const [{ way, low, high }] = warmup.ways;
  assert.deepEqual(band({ schema: 1 }, `way:${way}`), [low, high], 'quartiles in either');
});

test('two runs of one millisecond are two, and the same file is the same run', () => {
  const [one, same, other] = [
    {},
    {},
    { measures: { ...warmup.measures, gap: { value: 1, unit: 'ms' } } },
  ].map((change) => collection.identity(collection.entryOf('x', elsewhere(1, change))));
  assert.equal(one, same);
  assert.notEqual(one, other);
});

/** The page, with files chosen. */
async function open(t) {
  const page = await patient(browser.newPage());
  t.after(() => page.close());
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
  page.on('dialog', (dialog) => page.errors.push(dialog.message()));
  await page.goto(await site());
  await page.evaluate(() => globalThis.asynclab.ready);
  return page;
}
async function choose(page, paths) {
  const input = await page.$('#compare-files');
  await page.$eval('.comparison', (place) => (place.dataset.before = place.innerText));
  await input.uploadFile(...paths);
  await page.waitForFunction(
    () => {
      const text = document.querySelector('.comparison .status')?.textContent ?? '';
      const { before } = document.querySelector('.comparison').dataset;
      return (
        /Files read|is shown/.test(text) &&
        document.querySelector('.comparison').innerText !== before
      );
    },
    { polling: 50 },
  );
}
const text = (page, selector) => page.$eval(selector, (one) => one.innerText);

for (const [what, change] of [
  ['a value that its sentence needs', (all) => delete all.finding.values.free],
  ['the unit of one', (all) => delete all.finding.values.free.unit],
  ['a name that the experiment has', (all) => (all.ways[0].way = 'toString')],
])
  test(`a file without ${what} is rejected in words, and what was shown stays`, async (t) => {
    const page = await open(t);
    const document = structuredClone(warmup);
    change(document);
    const before = await page.$eval('#warmup', ({ dataset }) => dataset.state);
    await choose(page, files({ 'mine.json': document })).catch(() => {});
    await page.waitForSelector('.comparison .problem');
    assert.match(await text(page, '.comparison'), /mine\.json/);
    assert.equal(await page.$eval('#warmup', ({ dataset }) => dataset.state), before);
    assert.doesNotMatch(await text(page, '#warmup'), /NaN|toString/);
    assert.deepEqual(page.errors, []);
  });

test('one file is shown in its experiment as one from a file; a second one stands beside it', async (t) => {
  const page = await open(t);
  await choose(page, files({ 'mine.json': elsewhere(1) }));
  assert.equal(await page.$eval('#warmup', ({ dataset }) => dataset.state), 'file');
  assert.match(await text(page, '#warmup .ribbon'), /From a file.*Adapter 1/);
  assert.match(await text(page, '.comparison .status'), /mine\.json/);
  await choose(page, files({ 'yours.json': elsewhere(2) }));
  assert.match(await text(page, '[data-compared=warmup] > .scroll'), /Adapter 1[^]*Adapter 2/);
  // Only quantities with names are columns. The others appear only in sentences.
  const heads = await text(page, '[data-compared=warmup] > .scroll thead');
  assert.match(heads, /waited for \/ not waited for\s+gap\s+notification latency\s+frontend free/);
  assert.match(await text(page, '[data-compared=warmup] > .scroll tbody'), /\d\s×/);
  assert.deepEqual(page.errors, []);
});

test('a class of three adapters: figure, tables, order; experiments apart', async (t) => {
  const page = await open(t);
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`${i}.json`, elsewhere(i)]),
  );
  await choose(page, files({ ...many, 'queued.json': recordingOf('queued') }));
  assert.equal(await page.$$eval('[data-compared]', (all) => all.length), 2);
  const label = await page.$eval('[data-compared=warmup] canvas', (one) => one.ariaLabel);
  assert.match(label, /30 files in 3 rows/);
  const first = () => text(page, '[data-compared=warmup] > .scroll tbody tr');
  await page.select('#compare-warmup-order', 'date');
  const latest = await first();
  await page.select('#compare-warmup-order', 'adapter');
  assert.match(await first(), /^Adapter 0/);
  assert.match(latest, /^Adapter 2/);
  await page.select('#compare-warmup-measure', 'gap');
  assert.match(await text(page, '[data-compared=warmup] .plot .operations'), /./);
  const ink = await page.$eval('[data-compared=warmup] canvas', (canvas) =>
    canvas
      .getContext('2d')
      .getImageData(0, 0, canvas.width, canvas.height)
      .data.some((value, i) => i % 4 === 3 && value > 200),
  );
  assert.ok(ink);
  assert.deepEqual(page.errors, []);
});

test('bad files are reported one by one, and what was there stays', async (t) => {
  const page = await open(t);
  await choose(page, files({ 'a.json': elsewhere(1), 'b.json': elsewhere(2) }));
  const before = await text(page, '[data-compared=warmup] > .scroll');
  const huge = `{"pad":"${'x'.repeat(33e6)}"}`;
  await choose(
    page,
    files({
      'broken.json': '{"schema":',
      'other.json': { ...warmup, schema: 7 },
      'letter.json': { hello: 'world' },
      'huge.json': huge,
      'b.json': elsewhere(2),
    }),
  );
  const alerts = await text(page, '.comparison [role=alert]');
  for (const expected of [
    /broken\.json is not JSON/,
    /other\.json has version 7.*reads version 1/,
    /letter\.json is not a result.*“\/\w+” is missing/,
    /huge\.json is too large: 33\.0\sMB, and at most 32\.0\sMB/,
    /b\.json is here already/,
  ])
    assert.match(alerts, expected);
  assert.equal(await text(page, '[data-compared=warmup] > .scroll'), before);
});

test('markup in a file is text, wherever it is shown', async (t) => {
  const page = await open(t);
  const markup = '<img src=x onerror=alert(1)>';
  const adapter = { ...warmup.info.adapter, name: markup };
  const evil = { ...warmup, info: { ...warmup.info, adapter, browser: markup } };
  await choose(page, files({ 'evil.json': evil }));
  assert.match(await text(page, '#warmup .ribbon'), /<img src=x/);
  await choose(page, files({ 'evil2.json': { ...evil, date: '2026-01-01T00:00:00Z' } }));
  assert.match(await text(page, '[data-compared=warmup] > .scroll'), /<img src=x/);
  assert.equal(await page.$('img'), null);
  assert.deepEqual(page.errors, []);
});

test('a file that its experiment cannot show is rejected; what was shown stays', async (t) => {
  const page = await open(t);
  await choose(page, files({ 'good.json': elsewhere(1) }));
  const finding = await text(page, '#warmup .finding');
  await page.locator('.comparison .buttons button').click();
  const input = await page.$('#compare-files');
  await input.uploadFile(
    ...files({ 'odd.json': elsewhere(3, { finding: { key: 'strange', values: {} } }) }),
  );
  await page.waitForSelector('.comparison [role=alert]');
  assert.match(await text(page, '.comparison [role=alert]'), /odd\.json cannot be shown/);
  assert.equal(await text(page, '#warmup .finding'), finding);
});

test('files may be dropped anywhere on the page', async (t) => {
  const page = await open(t);
  await page.evaluate(
    (content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], 'dropped.json', { type: 'application/json' }));
      for (const type of ['dragover', 'drop'])
        document
          .querySelector('h1')
          .dispatchEvent(
            new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
          );
    },
    JSON.stringify(elsewhere(1)),
  );
  await page.waitForSelector('#warmup .ribbon');
  assert.match(await text(page, '#warmup .ribbon'), /From a file/);
});
