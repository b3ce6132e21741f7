// Places and texts of charts, without a browser: stops and rows, steps, the pages of tables, and the operation at the cursor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { below, install } from './fixtures/elements.mjs';
import { makeTrace } from './fixtures/trace.mjs';
import './fixtures/words.mjs';
import { Cursor } from '../../www/charts/cursor.js';
import { OperationsTable } from '../../www/charts/operations-table.js';
import { nearestStop, placeClear, rowAt, spreadApart } from '../../www/charts/positions.js';
import { Selection } from '../../www/charts/selection.js';
import { Speech } from '../../www/charts/speech.js';
import { countOf, depthOf, Steps } from '../../www/charts/steps.js';
import { outlineOf } from '../../www/charts/stepped.js';
import { tableOf } from '../../www/charts/table.js';
import { factsOf } from '../../www/charts/trace-facts.js';
import { sayer } from '../../www/kit/say.js';
import { event, view } from './fixtures/views.mjs';

install();

test('places: the nearest stop, the row at a height, a free share of a line, and labels apart within their bounds', () => {
  const near = nearestStop([10, 20, 40]);
  assert.deepEqual([-9, 14, 15, 16, 30, 31, 99].map(near), [0, 0, 0, 1, 1, 2, 2]);
  assert.equal(nearestStop([])(5), -1);
  const row = rowAt(8, 10, 3);
  assert.deepEqual(
    [7.9, 8, 17.9, 18, 37.9, 38].map((y) => row(0, y)),
    [-1, 0, 0, 1, 2, -1],
  );
  assert.deepEqual(spreadApart([5, 5, 90], 10, 0, 95), [5, 15, 90]);
  assert.deepEqual(spreadApart([90, 92, 1], 10, 5, 95), [85, 95, 5]);
  assert.deepEqual(
    [
      placeClear(0, 100, [], 5),
      placeClear(0, 100, [50], 20),
      placeClear(0, 100, [50], 21),
      placeClear(0, 100, [], 5, { top: 60, bottom: 70 }),
    ],
    [0.5, 0.3, 0.15, 0.7],
  );
});

test('steps: at a time, of counts and of depths, where what comes and goes at once has come first', () => {
  const steps = new Steps(Float64Array.of(1, 2, 2, 5), Float64Array.of(3, 9, 4, 4));
  assert.deepEqual(
    [0, 1, 2, 3, 9].map((time) => steps.at(time)),
    [0, 3, 4, 4, 4],
  );
  assert.deepEqual([steps.changesAfter(1), steps.changesAfter(2), steps.most], [true, false, 9]);
  const depth = depthOf([1, 2, 3], [2, 3]);
  assert.deepEqual(
    [[...depth.times], [...depth.values]],
    [
      [1, 2, 2, 3, 3],
      [1, 2, 1, 2, 1],
    ],
  );
  assert.deepEqual([...countOf([4, 4, 6]).values], [1, 2, 3]);
  assert.equal(new Steps([], new Float64Array()).most, 0);
  const line = outlineOf(
    steps,
    { from: 0, to: 10, left: 0, right: 100, pixel: 1.5, x: (time) => 10 * time },
    (y) => -y,
  );
  // The peak in the second pixel is drawn, although it begins and ends within the pixel.
  assert.deepEqual(
    line.map(([x, y]) => `${x} ${-y}`),
    ['0 0', '10 0', '10 9', '10 4', '50 4', '50 4', '100 4'],
  );
});

test('what is spoken waits for a pause, and only the last of it is said', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const speech = new Speech();
  speech.say('one');
  t.mock.timers.tick(200);
  speech.say('two');
  t.mock.timers.tick(249);
  assert.equal(speech.element.textContent, '');
  t.mock.timers.tick(1);
  assert.equal(speech.element.textContent, 'two');
});

const press = (button) => button.dispatchEvent(new Event('click'));
const buttonsIn = (element) => below(element).filter(({ tag }) => tag === 'button');

test('tables turn pages of a hundred rows, and of five hundred operations', () => {
  const rows = (length) => ({ length, at: (i) => (i < length ? [`row ${i}`, 'cell'] : undefined) });
  const made = tableOf({ columns: ['a', 'b'], rows: rows(201) }, { label: 'l' });
  const [box, pages] = made;
  const shown = () =>
    below(box)
      .filter(({ attributes }) => attributes.get('scope') === 'row')
      .map(({ textContent }) => textContent);
  const turn = (index) => {
    press(buttonsIn(pages)[index]);
    return [
      shown().length,
      shown()[0],
      buttonsIn(pages).map((button) => button.attributes.has('disabled') || button.disabled),
    ];
  };
  assert.deepEqual([shown().length, pages.hidden], [100, false]);
  assert.deepEqual(turn(1), [100, 'row 100', [false, false]]);
  assert.deepEqual(turn(1), [1, 'row 200', [false, true]]);
  assert.deepEqual(turn(0), [100, 'row 100', [false, false]]);
  assert.equal(tableOf({ columns: ['a'], rows: rows(100) }, { label: 'l' })[1].hidden, true);

  const [, even] = tableOf({ columns: ['a'], rows: rows(200) }, { label: 'l' });
  press(buttonsIn(even)[1]);
  assert.equal(buttonsIn(even)[1].attributes.has('disabled') || buttonsIn(even)[1].disabled, true);

  const chosen = [];
  const table = new OperationsTable(sayer('charts'), (index) => chosen.push(index));
  const trace = makeTrace({ count: 300 });
  table.show(trace, factsOf(trace));
  assert.equal(table.body.rows.length, 0);
  table.element.open = true;
  const first = () => table.body.rows[0].children[0].textContent;
  assert.deepEqual([table.body.rows.length, first()], [500, '1']);
  table.mark(550);
  assert.deepEqual(
    [table.body.rows.length, first(), table.body.rows[50].attributes.get('aria-current')],
    [100, '501', 'true'],
  );
  const clicked = event('click');
  Object.defineProperty(clicked, 'target', { value: { closest: () => table.body.rows[2] } });
  table.body.dispatchEvent(clicked);
  assert.deepEqual(chosen, [502]);
  press(buttonsIn(table.element)[0]);
  assert.equal(first(), '1');
  table.mark(-1);
  assert.equal(first(), '1');
  table.mark(550);
  const two = makeTrace({ count: 1 });
  table.show(two, factsOf(two));
  assert.equal(table.body.rows.length, 2);
  assert.equal(first(), '1');
  table.clear();
  assert.deepEqual([table.element.open, table.element.hidden], [false, true]);
  // After a longer trace, a trace of fewer operations begins at its first page.
  const few = makeTrace({ count: 2 });
  table.show(few, factsOf(few));
  table.element.open = true;
  assert.deepEqual([table.body.rows.length, first()], [4, '1']);
});

test('the cursor: the slider chooses and reveals, a new trace is shown anew, and nothing is said of none', () => {
  const scale = view();
  const selection = new Selection();
  const cursor = new Cursor({ scale, selection, say: sayer('charts') });
  const trace = makeTrace({ count: 10 });
  const show = (of) => {
    selection.pin(-1);
    scale.limit(of.enqueued[0], of.completed.at(-1));
    cursor.show(of, factsOf(of));
  };
  assert.equal(cursor.sentence(), '');
  show(trace);
  assert.deepEqual(
    [cursor.slider.max, cursor.slider.disabled, cursor.sentence()],
    ['19', false, ''],
  );
  cursor.slider.value = '15';
  scale.show(trace.enqueued[0], trace.enqueued[0] + 0.1);
  cursor.slider.dispatchEvent(new Event('input'));
  assert.equal(selection.pinned, 15);
  assert.ok(scale.from <= trace.enqueued[15] && scale.to > trace.enqueued[15], `${scale.to}`);
  assert.match(cursor.title.textContent, /16.*20|20.*16/);
  assert.match(cursor.sentence(), /16/);
  cursor.frame();
  const took = trace.completed[15] - trace.enqueued[15];
  assert.ok(Math.abs(scale.span - Math.min(1.5 * took, scale.whole.to - scale.whole.from)) < 1e-6);
  const before = cursor.numbers.textContent;
  selection.hover(3);
  assert.notEqual(cursor.numbers.textContent, before);
  selection.hover(-1);
  assert.equal(cursor.numbers.textContent, before);
  // The same index in another trace.
  const slower = makeTrace({ count: 10, t2: 9 });
  cursor.show(slower, factsOf(slower));
  assert.notEqual(cursor.numbers.textContent, before);
  cursor.clear();
  assert.deepEqual([cursor.element.hidden, cursor.sentence()], [true, '']);
  show(makeTrace({ count: 0 }));
  assert.equal(cursor.slider.disabled, true);
});
