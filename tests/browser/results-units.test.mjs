// Comparisons of results, without a browser: rows of files, findings on libraries, and the origin of a result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './fixtures/words.mjs';
import * as collection from '../../www/page/compare/collection.js';
import { judge } from '../../www/page/libraries/judge.js';
import { provenanceOf } from '../../www/page/provenance.js';

const say = Object.assign((key, values) => (values ? `${key} ${JSON.stringify(values)}` : key), {
  has: () => true,
});

test('files side by side: one row for each place, the latest date, medians of files, and intervals of six', () => {
  const entry = (value, more = {}) =>
    collection.entryOf('f', {
      experiment: 'x',
      info: { adapter: { name: '', vendor: 'V' }, browser: 'B', device: 'cpu', ...more.info },
      date: more.date ?? '2026-01-02',
      ways: [{ way: 'w', median: value, low: value - 1, high: value + 1 }],
      measures: more.measures ?? { m: { value: 1, unit: 'x' } },
    });
  const entries = [
    entry(3),
    entry(9, { date: '2026-03-01' }),
    entry(6, { date: '2026-02-01' }),
    entry(1, { info: { browser: 'A' } }),
  ];
  const rows = collection.rowsOf(entries);
  assert.deepEqual(
    rows.map(({ browser, date, entries: all }) => [browser, date, all.length]),
    [
      ['B', '2026-03-01', 3],
      ['A', '2026-01-02', 1],
    ],
  );
  assert.equal(entries[0].adapter, 'V');
  assert.deepEqual(
    collection.namesOf([
      entry(1, { measures: { z: {}, a: {} } }),
      entry(2, { measures: { b: {} } }),
    ]),
    ['way:w', 'z', 'a', 'b'],
  );
  assert.equal(collection.spreadOf(rows[0], 'way:w').median, 6);
  assert.deepEqual(collection.spreadOf(rows[1], 'way:w'), { median: 1, low: 0, high: 2 });
  assert.deepEqual(collection.spreadOf(rows[1], 'm'), { median: 1, low: 1, high: 1 });
  const of = (count) => collection.rowsOf(Array.from({ length: count }, (_, i) => entry(i)))[0];
  assert.deepEqual(collection.intervalOf(of(5), 'way:w'), {});
  assert.ok(collection.intervalOf(of(6), 'way:w').low < 3);
  const kinds = collection.kindsOf([
    entry(1, { measures: { m: { unit: 'ms' } } }),
    entry(1, { measures: { m: { unit: 'ms', bound: '≤' } } }),
  ]);
  assert.deepEqual(
    [kinds('m'), kinds('none')],
    [
      { unit: 'ms', bound: '≤' },
      { unit: 'count', bound: undefined },
    ],
  );
  const sorted = (order, ...given) =>
    rows
      .toSorted(collection.orders[order](...given))
      .map(({ browser }) => browser)
      .join('');
  assert.deepEqual(
    [
      sorted('value', 'way:w'),
      sorted('value', 'none'),
      sorted('adapter'),
      sorted('date'),
      sorted('files'),
    ],
    ['AB', 'BA', 'AB', 'BA', 'BA'],
  );
  const apart = collection.rowsOf(
    [NaN, 2, 1].map((value, i) => entry(value, { info: { browser: `${i}` } })),
  );
  // Rows without a value come last, in any order of the files.
  for (const given of [apart, apart.toReversed()])
    assert.deepEqual(
      given.toSorted(collection.orders.value('way:w')).map(({ browser }) => browser),
      ['2', '1', '0'],
    );
  assert.notEqual(collection.identity(entries[0]), collection.identity(entries[2]));
  assert.equal(collection.identity(entry(3)), collection.identity(entries[0]));
});

test('libraries: who defers, batches, awaits in vain, idles most and leaves out what nobody reads', () => {
  const facts = (more) => ({
    submissions: 4,
    dispatches: 8,
    early: 8,
    reads: 1,
    awaits: 0,
    waits: 1,
    idle: 0.1,
    ...more,
  });
  const found = (pairs) => judge(new Map(pairs));
  const plain = ['A', { once: facts(), each: facts() }];
  assert.deepEqual(
    found([plain]).findings.map(({ key }) => key),
    ['found-idle'],
  );
  const { early, findings } = found([
    plain,
    [
      'B',
      {
        once: facts({ early: 0, submissions: 2, awaits: 5 }),
        each: facts({ idle: 0.6, dispatches: 9 }),
      },
    ],
  ]);
  assert.deepEqual(
    findings.map(({ key, values: { name, names } }) => `${key} ${name ?? names}`),
    ['found-deferred B', 'found-batched B', 'found-awaits B', 'found-idle B', 'found-unread B'],
  );
  assert.deepEqual(
    [
      early,
      found([plain]).early,
      found([['B', { once: facts({ early: 0 }), each: facts() }]]).early,
    ],
    ['some', 'all', 'none'],
  );
  const awaiting = (waits) =>
    found([['A', { once: facts({ awaits: 3, waits }), each: facts() }]]).findings.length;
  assert.deepEqual([awaiting(1), awaiting(2)], [2, 1]);
});

test('where a result comes from: the adapter where there is one, a machine that is modelled, software that was recorded', () => {
  const of = (source, info) =>
    provenanceOf(
      {
        info: { device: 'webgpu', browser: 'B', adapter: { name: '', vendor: 'V' }, ...info },
        date: '2026-01-02T00:00:00Z',
      },
      source,
      say,
      say,
    );
  const key = (...given) => of(...given).text.split(' ')[0];
  assert.deepEqual(
    [key('measured'), key('recorded'), key('file'), key('measured', { machine: 'phone' })],
    ['provenance', 'provenance-recorded', 'provenance-file', 'provenance-modelled'],
  );
  const software = { adapter: { name: 'S', software: true } };
  assert.deepEqual(
    [
      key('recorded', software),
      key('recorded', { ...software, machine: 'phone' }),
      key('recorded', { device: 'cpu' }),
    ],
    ['provenance-recorded-software', 'provenance-recorded', 'provenance-recorded-software'],
  );
  assert.match(of('measured').text, /"adapter":"V"/);
  assert.match(of('measured', { device: 'cpu' }).text, /"adapter":"device-cpu"/);
  assert.deepEqual(
    [of('measured').mark, of('measured', { machine: 'phone' }).mark, of('link').mark],
    ['', 'marked-modelled', 'marked-link'],
  );
});
