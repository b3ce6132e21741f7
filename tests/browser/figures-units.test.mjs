// Whole figures without a browser: the state that a new trace resets, the stops and tables of plots, and the layout of axes, graphs and areas.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { below, install } from './fixtures/elements.mjs';
import { makeTrace } from './fixtures/trace.mjs';
import './fixtures/words.mjs';
import { areas } from '../../www/charts/areas.js';
import { axisOf } from '../../www/charts/axes.js';
import { graph, layout } from '../../www/charts/graph.js';
import { LinkedFigure } from '../../www/charts/linked-figure.js';
import { stepsOf } from '../../www/charts/over-time.js';
import { PlotFigure } from '../../www/charts/plot.js';
import { factsOf } from '../../www/charts/trace-facts.js';
import { elements } from '../../www/kit/lazy.js';

install();
const press = (button) => button.dispatchEvent(new Event('click'));

/** A surface that records the drawing calls of a chart. */
function recorder(width) {
  const drawn = [];
  const ctx = new Proxy(
    {},
    {
      get: (own, name) =>
        name in own
          ? own[name]
          : name === 'measureText'
            ? (text) => ({ width: 6 * text.length })
            : (...given) => drawn.push([name, ...given]),
    },
  );
  return { painting: { ctx, palette: {}, width, crisp: (x) => x, font: '' }, drawn };
}

test('a figure of a trace: a new one selects nothing, begins where it lies, and what is cleared does nothing', () => {
  const figure = new LinkedFigure(['timeline', 'series']);
  const show = (data) => figure.show({ data, caption: 'c', summary: () => 's' });
  const [timeline] = figure.charts;
  const key = (name) =>
    timeline.canvas.dispatchEvent(
      Object.assign(new Event('keydown', { cancelable: true }), { key: name }),
    );
  show(makeTrace({ count: 5 }));
  const { from, to } = figure.scale.whole;
  const facts = factsOf(makeTrace({ count: 5 }));
  assert.ok(from < facts.zero && to > facts.end && to - from < 1.05 * (facts.end - facts.zero));
  assert.equal(figure.toolbar.operation.disabled, true);
  key('ArrowRight');
  key('ArrowRight');
  assert.deepEqual([figure.selection.pinned, figure.toolbar.operation.disabled], [1, false]);
  figure.table.element.open = true;
  assert.equal(figure.table.body.rows[1].attributes.get('aria-current'), 'true');
  figure.selection.hover(3);
  assert.equal(figure.table.body.rows[1].attributes.get('aria-current'), 'true');
  show(makeTrace({ count: 2 }));
  assert.deepEqual(
    [figure.selection.index, figure.toolbar.operation.disabled, figure.cursor.slider.max],
    [-1, true, '3'],
  );
  // The last operation reads its predecessor.
  for (const name of ['End', 'ArrowUp']) key(name);
  assert.equal(figure.selection.pinned, 2);
  key('ArrowDown');
  assert.equal(figure.selection.pinned, 3);
  figure.clear();
  key('Home');
  assert.deepEqual(
    [
      figure.selection.pinned,
      figure.help.hidden,
      figure.cursor.element.hidden,
      figure.toolbar.all.disabled,
    ],
    [-1, true, true, true],
  );
  // For a run whose calls return long before its end, the toolbar offers a view of the beginning.
  show(makeTrace({ count: 50, t1: 0.001, t2: 5 }));
  assert.equal(figure.toolbar.beginning.hidden, false);
  press(figure.toolbar.beginning);
  assert.ok(figure.scale.span < 0.2 * (figure.scale.whole.to - figure.scale.whole.from));
  show(makeTrace({ count: 50, t1: 5, t2: 0.1 }));
  assert.equal(figure.toolbar.beginning.hidden, true);
});

test('a plot: its slider reaches the last stop and speaks it; shown anew nothing is chosen, and live it has no stops', () => {
  const chart = {
    height: () => 9,
    paint: () => () => 1,
    stops: ({ length }) => ({
      length,
      at: (i) =>
        i >= 0 && i < length
          ? {
              title: `at ${i}`,
              rows: [
                ['a', `${i} ms`],
                ['b', '2'],
              ],
            }
          : undefined,
    }),
    table: ({ length }) => ({ columns: ['x'], rows: { length, at: (i) => [`${i}`] } }),
  };
  const figure = new PlotFigure(chart);
  assert.deepEqual(
    [figure.canvas.hidden, figure.cursor.hidden, figure.table.hidden],
    [true, true, true],
  );
  const show = (length) => figure.show({ data: { length }, caption: 'c', summary: () => 's' });
  show(3);
  assert.deepEqual(
    [figure.slider.max, figure.slider.value, figure.cursor.hidden, figure.canvas.hidden],
    ['2', '0', false, false],
  );
  figure.slider.value = '2';
  figure.slider.dispatchEvent(new Event('input'));
  assert.equal(figure.slider.attributes.get('aria-valuetext'), 'at 2; a 2 ms; b 2');
  assert.match(figure.readout.textContent, /^at 2a2 msb2$/);
  figure.table.open = true;
  assert.equal(below(figure.table).filter(({ tag }) => tag === 'tr').length, 4);
  show(1);
  assert.deepEqual(
    [
      figure.slider.value,
      figure.slider.attributes.has('aria-valuetext'),
      below(figure.table).filter(({ tag }) => tag === 'tr').length,
    ],
    ['0', false, 2],
  );
  show(0);
  assert.deepEqual([figure.slider.max, figure.cursor.hidden], ['0', true]);
  show(2);
  figure.live({ data: {}, caption: 'now', summary: () => 's' });
  assert.deepEqual(
    [figure.cursor.hidden, figure.table.hidden, figure.caption.textContent],
    [true, true, 'now'],
  );
  figure.clear();
  assert.deepEqual([figure.canvas.hidden, figure.table.children.length], [true, 0]);
});

test('areas lie on each other in figures of theirs, and say their own values, to the last moment', () => {
  const series = (label, times, values) => ({ label, times, values, colour: 'ink' });
  const times = Array.from({ length: 1000 }, (_, i) => i);
  const data = {
    title: 't',
    areas: [
      series('one', times, times),
      series(
        'two',
        times,
        times.map(() => 5),
      ),
    ],
    lines: [],
  };
  const stops = areas.stops(data);
  assert.ok(stops.length <= 202);
  const last = stops.at(stops.length - 1);
  assert.match(last.title, /999/);
  assert.deepEqual(
    last.rows.map(([name, value]) => `${name} ${value}`),
    ['one 999\u202fB', 'two 5\u202fB'],
  );
  assert.deepEqual(elements(areas.table(data).rows).at(-1).slice(1), ['999\u202fB', '5\u202fB']);
  assert.equal(stepsOf({ times: [1, 5], values: [2, 3] }).at(4), 2);
  const { painting, drawn } = recorder(1200);
  areas.paint(painting, data, -1);
  // The lines are drawn last, each up to its end. The upper area's line lies above the lower area's.
  const ends = drawn
    .map((call, i) =>
      call[0] === 'stroke' ? drawn.slice(0, i).findLast(([name]) => name === 'lineTo')[2] : null,
    )
    .filter((y) => y !== null);
  const [one, two] = ends.slice(-2);
  assert.ok(two < one && one - two < 5, `${one} ${two}`);
});

test('axes: one of nothing goes to one, an axis of powers has its ends beyond the values, and marks keep their distance', () => {
  const at = (values, more) => axisOf(values, { unit: 'x', start: 0, end: 700, ...more });
  assert.deepEqual([at([]).to, at([0, 0]).to > 0, at([NaN, 4]).to], [1.05, true, 4.2]);
  const log = at([0, 1, 100], { log: true });
  assert.ok(log.from < 1 && log.from > 0.5 && log.to > 100 && log.to < 200);
  assert.deepEqual(
    [log.at(0), Math.round(log.at(10)), log.marks[0].value, log.marks.at(-1).value],
    [0, 350, 1, 100],
  );
  const one = at([5], { log: true });
  assert.deepEqual([one.from, one.to], [2.5, 10]);
  assert.ok(at([1e-6, 1e6], { log: true, every: 200 }).marks.length <= 4);
});

test('a graph: a layer below what it reads, in the order of that; its moments, once each, and the stages at them', () => {
  const node = (label, reads, queued, started, ended, more) => ({
    label,
    reads,
    queued,
    started,
    ended,
    least: 0,
    ...more,
  });
  const data = {
    chain: [0, 3],
    nodes: [
      node('a', [], 0, 1, 2),
      node('b', [], 0, 2, 3),
      node('c', [1], 1, 3, 4),
      node('d', [0], 1, 2, 5),
      node('w', [3], 1, NaN, 6, { waits: true }),
    ],
  };
  const places = layout(data, 400);
  assert.deepEqual(
    places.map(({ x }) => x),
    [100, 300, 300, 100, 200],
  );
  assert.ok(places[0].y < places[2].y && places[2].y < places[4].y && places[2].y === places[3].y);
  assert.equal(graph.height(data), 30 + 3 * 78);
  assert.deepEqual(graph.moments(data), [0, 1, 2, 3, 4, 5, 6]);
  // The pointer selects the moment at which the node below it began, or was queued.
  const hit = graph.paint(recorder(400).painting, data, -1);
  assert.deepEqual(
    places.map(({ x, y }) => hit(x, y)),
    [1, 2, 3, 2, 1],
  );
  assert.equal(hit(places[0].x, places[0].y - 24), -1);
  const stages = graph
    .stops(data)
    .at(2)
    .rows.map(([name, stage]) => `${name} ${stage}`);
  assert.equal(stages.length, 5);
  assert.equal(new Set(stages.slice(0, 3).map((one) => one.split(' ')[1])).size, 3);
  const rows = elements(graph.table(data).rows);
  assert.deepEqual(
    rows.map(([name, reads]) => `${name} ${reads}`),
    ['1. a –', '2. b –', '3. c 2', '4. d 1', '5. w 4'],
  );
  assert.deepEqual(
    [rows[0].at(-1) === rows[3].at(-1), rows[0].at(-1) === rows[1].at(-1), rows[4].at(-1)],
    [true, false, '–'],
  );
});
