// Numbers as displayed, the random numbers of the kit, and its search of lists: every unit, and both sides of every bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as format from '../../www/kit/format.js';
import { countWhile, lazily } from '../../www/kit/lazy.js';
import { checkParameter } from '../../www/kit/parameters.js';
import { randomOf } from '../../www/kit/statistics.js';
import './fixtures/words.mjs';

const { plain } = format;

/** @param {Record<string, string>} expected by text @param {(value: number) => string} write */
function written(expected, write) {
  for (const [value, text] of Object.entries(expected))
    assert.equal(plain(write(Number(value))), text, value);
}

const as = (unit) => (value) => format.quantity({ value, unit });

test('a share has whole percents, two digits below a tenth, and reaches the whole only where it is', () => {
  const shares = { 0: '0 %', 0.0005: '0.05 %', 0.0123: '1.2 %', 0.0999: '10 %', 0.1: '10 %' };
  written(shares, as('share'));
  const large = { 0.876: '88 %', 0.99: '99 %', 0.9956: '99.5 %', 0.9999: '99.9 %', 1: '100 %' };
  written({ ...large, 1.5: '150 %' }, as('share'));
});

test('factors, counts, rates and bytes have their units, and their digits', () => {
  written({ 1.456: '1.46 ×', 12: '12.0 ×', 1234: '1,230 ×' }, as('x'));
  written({ 7: '7', 1234: '1,234' }, as('count'));
  written({ 12.34: '12.3/s', 1000: '1,000/s', 999: '999/s' }, as('per-s'));
  written({ 0: '0 B', 999: '999 B', 1500: '1.50 kB', 25e5: '2.50 MB', 3e9: '3.00 GB' }, as('B'));
  written({ 999: '999 B/s', 25e9: '25.0 GB/s', 3.35e12: '3.35 TB/s' }, as('B/s'));
  written({ 1e5: '100 kFLOP/s', 9.7e9: '9.70 GFLOP/s', NaN: '–' }, as('FLOP/s'));
  written({ 0.125: '0.125 FLOP/B', 14.4: '14.4 FLOP/B' }, as('FLOP/B'));
  written({ Infinity: '–', NaN: '–' }, as('count'));
  assert.equal(format.decimal(0.1 + 0.2), '0.3');
  assert.equal(format.fixed(1.25, 1), '1.3');
  assert.equal(format.shapeText([2, 3], 'scalar'), '2×3');
  assert.equal(format.shapeText([], 'scalar'), 'scalar');
});

test('marks of an axis have no more digits than they need', () => {
  const of = (unit) => (value) => format.round(value, unit);
  written({ 0: '0', 0.02: '20 µs', 1.5: '1.5 ms', 2000: '2 s' }, of('ms'));
  written({ 0: '0', 64: '64 B', 2500: '2.5 kB' }, of('B'));
  written({ 1e9: '1 G', 1e5: '100 k' }, of('FLOP/s'));
  written({ 0.25: '25 %', 0.125: '12.5 %' }, of('share'));
  written({ 1.5: '1.5 ×', 20: '20 ×' }, of('x'));
  written({ 0.5: '0.5', 9.5: '9.5', 3: '3', 10.6: '11', 12000: '12,000' }, of('count'));
});

test('a range stands in one unit, and is a bound where it begins below the clock’s step', () => {
  const range = (low, high, step) => plain(format.range({ low, high }, step));
  assert.equal(range(1.2, 3.4), '1.2–3.4 ms');
  assert.equal(range(0.5, 2), '0.5–2 ms');
  assert.equal(range(1.21, 1.22), '1.2 ms');
  assert.equal(range(0, 3.4), '≤ 3.4 ms');
  assert.equal(range(0.4, 3.4, 0.5), '≤ 3.4 ms');
  assert.equal(range(0.5, 3.4, 0.5), '0.5–3.4 ms');
  assert.equal(range(0.1, 0.4, 0.5), '≤ 500 µs');
});

test('what is only guessed is tens of seconds, or minutes', () => {
  const guesses = { 1: '10 seconds', 12e3: '20 seconds', 20e3: '20 seconds', 99e3: '100 seconds' };
  written({ ...guesses, 100e3: '2 minutes', 300e3: '5 minutes' }, format.roughly);
});

test('an uncertainty is half the range, both quartiles, a range of counts, or not to be seen', () => {
  const shown = (given) => plain(format.uncertain(given));
  assert.equal(shown({ value: 5, low: 3, high: Infinity, unit: 'ms' }), '≥ 3.00 ms');
  assert.equal(shown({ value: 5, low: 3, high: 7, unit: 'count' }), '3–7');
  assert.equal(shown({ value: 5, low: 5, high: 5, unit: 'count' }), '5');
  assert.equal(shown({ value: 5, low: 4, high: 6, unit: 'per-s' }), '5.00 ± 1/s');
  assert.equal(shown({ value: 5e10, low: 4e10, high: 6e10, unit: 'B/s' }), '50.0 ± 10 GB/s');
  assert.equal(shown({ value: 0.5, low: 0.4, high: 0.6, unit: 'share' }), '50 ± 10 %');
  assert.equal(shown({ value: 2, low: 1.5, high: 2.5, unit: 'x' }), '2.00 ± 0.5 ×');
  assert.equal(shown({ value: 2e6, low: 15e5, high: 25e5, unit: 'B' }), '2.00 ± 0.5 MB');
  // If the uncertainty is as large as the quantity, both ends are stated, since no quantity is negative.
  assert.equal(shown({ value: 113, low: 1, high: 420, unit: 'x' }), '113 (1.00–420) ×');
  assert.equal(shown({ value: 0.96, low: 0.02, high: 2, unit: 'x' }), '0.960 (0.0200–2.00) ×');
  // An uncertainty of less than half a unit of the third digit is not stated.
  assert.equal(shown({ value: 100, low: 99.6, high: 100.4, unit: 'ms' }), '100 ms');
  assert.equal(shown({ value: 100, low: 99.4, high: 100.6, unit: 'ms' }), '100 ± 0.6 ms');
  // The value may be off the interval's centre by a quarter of the interval's width, but no more.
  assert.equal(shown({ value: 10, low: 9, high: 13, unit: 'ms' }), '10.0 ± 2 ms');
  assert.equal(shown({ value: 10, low: 9, high: 14, unit: 'ms' }), '10.0 (9.00–14.0) ms');
});

test('a time that has not been seen to pass is at most the least that can be', () => {
  assert.equal(plain(format.seenAfter(0.2, 0.5)), '≤ 500 µs');
  assert.equal(plain(format.seenAfter(2, 0.5)), '≤ 2.0 ms');
});

/** The published generator, in whole numbers of 32 bits. */
function* mixed(seed) {
  const low = (value) => BigInt.asUintN(32, value);
  let state = low(BigInt(seed + 1) * 0x9e3779b9n);
  for (;;) {
    state = low(state + 0x9e3779b9n);
    let z = low((state ^ (state >> 16n)) * 0x21f0aaadn);
    z = low((z ^ (z >> 15n)) * 0x735a2d97n);
    yield Number(z ^ (z >> 15n)) / 2 ** 32;
  }
}

test('random numbers are those of the published generator, for every seed', () => {
  for (const seed of [0, 1, 2 ** 31, 123_456_789]) {
    const [ours, published] = [randomOf(seed), mixed(seed)];
    for (let i = 0; i < 20; i += 1) assert.equal(ours(), published.next().value, `${seed}: ${i}`);
  }
});

test('a parameter takes what it says that it takes, and the error says what that is', () => {
  const parameters = {
    n: { min: 1, max: 9, auto: true },
    whole: { min: 1, max: 9 },
    way: { choices: ['all', '7'] },
    text: { text: 3 },
  };
  const given = (name, value) => checkParameter({ name: 'graph', parameters }, name, value);
  const taken = [
    ['n', 'auto', 'auto'],
    ['n', '5', 5],
    ['n', 9, 9],
    ['way', 'all', 'all'],
    ['way', 7, '7'],
    ['text', 'abc', 'abc'],
    ['text', 12, '12'],
  ];
  for (const [name, value, read] of taken) assert.equal(given(name, value), read);
  const rejected = {
    n: [[0, 10, 1.5, '', ' ', 'x', null, true, [5]], /from 1 to 9, or auto$/],
    whole: [['auto', 0, NaN], /from 1 to 9$/],
    way: [['none', ['all'], null, 5], /give all or 7$/],
    text: [['', 'abcd', null, {}, ['a']], /give a text of 1 to 3 characters$/],
  };
  for (const [name, [values, message]] of Object.entries(rejected))
    for (const value of values)
      assert.throws(
        () => given(name, value),
        { code: 'INVALID_OPTION', message },
        `${name}: ${value}`,
      );
});

test('a search counts what holds at the beginning of a list, be it none, some or all of it', () => {
  for (let length = 0; length < 9; length += 1) {
    const numbers = lazily(length, (i) => i);
    for (let holding = 0; holding <= length; holding += 1)
      assert.equal(
        countWhile(numbers, (i) => i < holding),
        holding,
      );
  }
});
