// The recordings that come with experiments, and the results of real GPUs: from their raw samples, today's judge has the stated conclusions, and so
// has a calculation by hand that shares no code with it.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { readResult } from '../../www/page/compare/reading.js';
import { LANGUAGES } from '../../www/embed/posters.js';
import { byHand, HANDS } from '../truth/by-hand.mjs';
import { givenIn } from '../truth/given.mjs';

const folder = new URL('../../www/experiments/', import.meta.url);
const { experiments } = await import('../../www/experiments/index.js');
const names = experiments.map(({ name }) => name);
const recordingOf = (name) =>
  JSON.parse(readFileSync(new URL(`${name}/recording.json`, folder), 'utf8'));

/** The address of each result, by the name of its test. @type {[string, URL][]} */
const RESULTS = [
  ...names.map((name) => [`${name}: recording`, new URL(`${name}/recording.json`, folder)]),
  ...results(new URL('../../examples/results/', import.meta.url)),
];

function* results(all) {
  for (const card of readdirSync(all, { withFileTypes: true }).filter((one) => one.isDirectory()))
    for (const file of readdirSync(new URL(`${card.name}/`, all)))
      yield [
        `${file.replace('.json', '')}: result of ${card.name}`,
        new URL(`${card.name}/${file}`, all),
      ];
}

/** The relative error allowed. Times of a recorded trace are rounded to 0.1 µs, and sums of them are off by a part of that. */
const ROUNDED = 1e-2;
const alike = (a, b) =>
  a === b || (a ?? null) === (b ?? null) || Math.abs(a - b) <= ROUNDED * (1e-3 + Math.abs(b));

for (const [title, address] of RESULTS) {
  test(`${title}: today’s judge concludes from it what it says`, async () => {
    const recording = JSON.parse(readFileSync(address, 'utf8'));
    assert.equal(recording.schema, 2, 'recorded by today’s rules');
    readResult(JSON.stringify(recording)); // checks it as a result from a file
    const { judge } = await import(new URL(`${recording.experiment}/judge.js`, folder).href);
    const { finding, measures } = judge(givenIn(recording));
    assert.equal(finding.key, recording.finding.key);
    assert.deepEqual(Object.keys(measures), Object.keys(recording.measures));
    for (const [key, { value, low, high }] of Object.entries(measures)) {
      const recorded = recording.measures[key];
      const same = (one, other) => alike(Number.isFinite(one) ? one : null, other);
      assert.ok(
        same(value, recorded.value) && same(low, recorded.low) && same(high, recorded.high),
        `${key}: ${value} (${low} to ${high}), recorded as ${JSON.stringify(recorded)}`,
      );
    }
  });
}

for (const name of names) {
  test(`${name}: its posters are of its recording`, () => {
    const { date } = recordingOf(name);
    for (const language of LANGUAGES) {
      const poster = readFileSync(new URL(`${name}/poster/${language}.svg`, folder), 'utf8');
      assert.equal(poster.match(/<svg[^>]* data-recorded="([^"]*)"/)?.[1], date, language);
    }
  });
}

for (const [title, address] of RESULTS) {
  const result = JSON.parse(readFileSync(address, 'utf8'));
  if (result.experiment in HANDS)
    test(`${title}: a calculation by hand agrees with its verdict`, () => {
      const { expected, found, figures } = byHand(result);
      assert.equal(found, expected, JSON.stringify(figures));
    });
}

test('the calculation by hand has no code of the page', () => {
  for (const name of ['by-hand.mjs', 'by-hand/arithmetic.mjs', 'by-hand/improving.mjs']) {
    const text = readFileSync(new URL(`../truth/${name}`, import.meta.url), 'utf8');
    const imported = Array.from(
      text.matchAll(/\b(?:from|import)\b\W*?'([^']+)'/g),
      ([, one]) => one,
    );
    assert.ok(imported.length > 0 || name.endsWith('arithmetic.mjs'));
    assert.deepEqual(
      imported.filter((one) => !/^(node:|\.\/(by-hand\/)?\w+\.mjs$)/.test(one)),
      [],
    );
  }
});
