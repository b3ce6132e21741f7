// Figures sent to the page: of figures that replace each other, only a few are sent, and always the last.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { Output } from '../../www/python/output.js';

let now = 0;
mock.method(performance, 'now', () => now);
/** @type {string[]} */
let posted;
/** @type {Output} */
let output;
beforeEach(() => {
  posted = [];
  output = new Output(({ type, text = '' }) => posted.push(`${type} ${text}`.trim()));
});
const figure = (/** @type {string} */ text) => output.show('figure', `message\0${text}`);
const print = (/** @type {string} */ text) =>
  output.write('stdout', new TextEncoder().encode(text));

test('a figure is shown at once; one that replaces it waits, and the last one comes in the end', () => {
  for (let i = 0; i < 10; i += 1) {
    figure(`${i}`);
    output.show('clear', 'wait');
    now += 1;
  }
  assert.deepEqual(posted, ['figure 0']);
  output.end();
  assert.deepEqual(posted, ['figure 0', 'clear', 'figure 9']);
  output.end();
  assert.equal(posted.length, 3, 'once');
});

test('one is drawn now and then', () => {
  for (let i = 0; i < 10; i += 1) {
    figure(`${i}`);
    output.show('clear', 'wait');
    now += 100;
  }
  output.end();
  assert.deepEqual(
    posted.filter((one) => one !== 'clear'),
    [0, 2, 4, 6, 8, 9].map((i) => `figure ${i}`),
  );
});

test('what is shown next takes the place of what was there', () => {
  print('a\n');
  output.show('clear', 'wait');
  print('b\n');
  output.show('clear', 'wait');
  output.end();
  assert.deepEqual(posted, ['text a', 'clear', 'text b'], 'nothing came after the last clear');
});

test('a figure that was held back comes before what follows it, unless it was taken away', () => {
  figure('1');
  output.show('clear', 'wait');
  figure('2');
  print('x');
  output.end();
  assert.deepEqual(posted, ['figure 1', 'clear', 'figure 2', 'text x']);
  posted.length = 0;
  figure('3');
  output.show('clear', 'wait');
  figure('4');
  output.show('clear', 'wait');
  output.show('result', 'y');
  output.end();
  assert.deepEqual(posted, ['figure 3', 'clear', 'result y']);
});

test('figures that replace nothing are all shown', () => {
  figure('1');
  figure('2');
  assert.deepEqual(posted, ['figure 1', 'figure 2']);
  output.show('clear', '');
  assert.equal(posted.at(-1), 'clear');
});

test('an error stands behind the last figure', () => {
  figure('1');
  output.show('clear', 'wait');
  figure('2');
  output.show('error', 'E\0m\0t');
  assert.deepEqual(posted, ['figure 1', 'clear', 'figure 2', 'error']);
});

test('a figure too large for a message is cut away, not cut in two', () => {
  figure('x'.repeat(300_000));
  assert.deepEqual(posted, ['cut']);
});
