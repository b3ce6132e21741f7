// Readers’ actions on a chart, without a browser: keys, wheels and touches that move the view, and the chosen operation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { install } from './fixtures/elements.mjs';
import './fixtures/words.mjs';
import { attachGestures } from '../../www/charts/gestures.js';
import { attachKeys } from '../../www/charts/keys.js';
import { Selection } from '../../www/charts/selection.js';
import { Toolbar } from '../../www/charts/toolbar.js';
import { ticks, timeAxis, timeUnit } from '../../www/charts/scale.js';
import { event, view } from './fixtures/views.mjs';

install();
globalThis.WheelEvent = class {
  static DOM_DELTA_LINE = 1;
};
const say = Object.assign((key, values) => (values ? `${key} ${JSON.stringify(values)}` : key), {
  has: () => true,
});

const at = ({ from, to }) => [from, to].map((time) => Math.round(100 * time) / 100);

test('keys choose operations and move the view, and leave what is the browser’s', () => {
  const scale = view();
  const element = document.createElement('canvas');
  let chosen = -1;
  const called = [];
  element.blur = () => called.push('blur');
  let walk = {
    count: 5,
    chosen: () => chosen,
    first: () => 2,
    choose: (index) => (chosen = index),
    inputs: () => [0, 1],
    consumers: () => [],
    frame: () => called.push('frame'),
  };
  attachKeys(element, scale, () => walk);
  const press = (key, more) => {
    const pressed = event('keydown', { key, ...more });
    element.dispatchEvent(pressed);
    return pressed.defaultPrevented;
  };
  assert.deepEqual([press('ArrowUp'), press('Enter'), chosen], [false, false, -1]);
  const walked = [
    'ArrowRight',
    'ArrowRight',
    'ArrowLeft',
    'ArrowUp',
    'ArrowLeft',
    'End',
    'ArrowRight',
    'Home',
    'ArrowDown',
  ].map((key) => (press(key), chosen));
  assert.deepEqual(walked, [2, 3, 2, 0, 0, 4, 4, 0, 0]);
  assert.deepEqual(
    [press('ArrowDown'), press('Enter'), press('Escape'), chosen],
    [false, true, true, -1],
  );
  assert.equal(press('Escape'), true);
  assert.deepEqual(called, ['frame', 'blur']);
  const moved = [
    ['ArrowRight', { shiftKey: true }],
    ['ArrowLeft', { shiftKey: true }],
    ['PageDown'],
    ['PageUp'],
    ['+'],
    ['-'],
    ['='],
    ['0'],
  ].map(([key, more]) => (press(key, more), at(scale)));
  assert.deepEqual(moved, [
    [44, 64],
    [40, 60],
    [58, 78],
    [40, 60],
    [43.33, 56.67],
    [40, 60],
    [43.33, 56.67],
    [0, 100],
  ]);
  for (const key of ['ctrlKey', 'metaKey', 'altKey'])
    assert.equal(press('ArrowRight', { [key]: true }), false);
  assert.equal(press('x'), false);
  walk = null;
  assert.equal(press('ArrowRight'), false);
});

test('fingers and wheels: a tap is still, a drag pans, a pinch zooms about the other finger, a wheel zooms where it stands', () => {
  const scale = view();
  const element = document.createElement('canvas');
  document.documentElement.currentCSSZoom = 1;
  const said = [];
  let captured = false;
  Object.assign(element, {
    hasPointerCapture: () => captured,
    setPointerCapture: () => (captured = true),
  });
  attachGestures(element, scale, {
    hover: (x, y) => said.push(`hover ${x} ${y}`),
    leave: () => said.push('leave'),
    tap: (x) => said.push(`tap ${x}`),
    twice: (x) => said.push(`twice ${x}`),
  });
  const point = (type, x, more = {}) =>
    element.dispatchEvent(
      event(type, {
        pointerId: 1,
        button: 0,
        pointerType: 'mouse',
        clientX: x,
        clientY: 9,
        ...more,
      }),
    );
  const seen = () => said.splice(0);
  point('pointermove', 5);
  point('pointermove', 6, { pointerType: 'touch' });
  point('pointerdown', 100);
  point('pointermove', 102);
  point('pointerup', 102);
  assert.deepEqual(
    [seen(), at(scale)],
    [
      ['hover 5 9', 'tap 102'],
      [40, 60],
    ],
  );
  point('pointerdown', 100, { button: 2 });
  point('pointerup', 100, { button: 2 });
  point('pointerdown', 100);
  point('pointercancel', 100);
  assert.deepEqual(seen(), []);
  point('pointerdown', 500);
  point('pointermove', 400);
  point('pointermove', 450);
  point('pointerup', 450);
  // A drag by 50 px, of 0.02 ms each.
  assert.deepEqual([seen(), at(scale)], [['leave'], [41, 61]]);
  scale.show(40, 60);
  for (const [id, x] of [
    [1, 400],
    [2, 600],
  ])
    point('pointerdown', x, { pointerId: id });
  point('pointermove', 800, { pointerId: 2 });
  // The second finger is twice as far from 400 px, which stays at 48 ms.
  assert.deepEqual(at(scale), [44, 54]);
  point('pointerup', 800, { pointerId: 2 });
  point('pointerleave', 0);
  point('pointerup', 400);
  point('pointerleave', 0);
  assert.deepEqual(seen(), ['leave']);
  point('dblclick', 7);
  for (const type of ['pointerdown', 'pointerup']) point(type, 9);
  // An earlier drag does not count.
  assert.deepEqual(seen(), ['twice 7', 'tap 9']);

  const wheel = (more) => {
    scale.show(40, 60);
    const rolled = event('wheel', {
      clientX: 250,
      clientY: 0,
      deltaX: 0,
      deltaY: 0,
      deltaMode: 0,
      ...more,
    });
    element.dispatchEvent(rolled);
    return rolled.defaultPrevented ? at(scale) : null;
  };
  assert.equal(wheel({ deltaY: 100 }), null);
  const out = 20 * Math.exp(0.2);
  const about = (span) =>
    [45 - span / 4, 45 + (3 * span) / 4].map((time) => Math.round(100 * time) / 100);
  assert.deepEqual(wheel({ deltaY: 100, metaKey: true }), about(out));
  assert.deepEqual(wheel({ deltaY: 10, ctrlKey: true }), about(20 * Math.exp(0.1)));
  assert.deepEqual(wheel({ deltaY: 20, ctrlKey: true }), about(20 * Math.exp(0.04)));
  assert.deepEqual(wheel({ deltaY: -1e6, metaKey: true }), about(20 * Math.exp(-1)));
  assert.deepEqual(wheel({ deltaY: 100, shiftKey: true }), [42, 62]);
  assert.deepEqual(wheel({ deltaX: -100, deltaY: 49 }), [38, 58]);
  assert.equal(wheel({ deltaX: -100, deltaY: 50 }), null);
  assert.deepEqual(wheel({ deltaX: 5, deltaMode: 1 }), [41.6, 61.6]);
  document.activeElement = element;
  assert.deepEqual(wheel({ deltaY: 100 }), about(out));
});

test('the view: it reveals with a margin, frames with air, keeps its span at an end, and has the unit of its span', () => {
  const scale = view();
  scale.reveal(41.6, 58.4);
  assert.deepEqual(at(scale), [40, 60]);
  scale.reveal(41, 42);
  assert.deepEqual(at(scale), [39.4, 59.4]);
  scale.reveal(58, 59);
  assert.deepEqual(at(scale), [40.6, 60.6]);
  scale.reveal(70, 90);
  assert.deepEqual(at(scale), [68.4, 88.4]);
  scale.frame(50, 54);
  assert.deepEqual(at(scale), [49, 55]);
  scale.show(95, 115);
  assert.deepEqual(at(scale), [80, 100]);
  scale.show(-20, 0);
  assert.deepEqual(at(scale), [0, 20]);
  assert.equal(view().pixel, 0.02);
  scale.limit(5, 5);
  assert.ok(scale.to > scale.from);
  assert.deepEqual(
    [2000, 1999, 0.5, 0.49].map((span) => timeUnit(span).unit),
    ['s', 'ms', 'ms', 'µs'],
  );
  assert.deepEqual(
    ticks(0.1, 0.5, 4).values.map((value) => value.toFixed(1)),
    ['0.1', '0.2', '0.3', '0.4', '0.5'],
  );
  assert.deepEqual(ticks(5, 4, 3).values, []);
  const axis = timeAxis(view(), 50);
  assert.deepEqual(
    [axis.marks[0].x, axis.marks.map(({ label }) => label)],
    [
      500,
      ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].filter(
        (_, i) => i % 2 === 0 || axis.marks.length > 6,
      ),
    ],
  );
});

test('the operation that is pointed at precedes the chosen one, and only changes are reported', () => {
  const selection = new Selection();
  let changes = 0;
  selection.addEventListener('change', () => (changes += 1));
  selection.pin(3);
  selection.hover(5, 1);
  selection.hover(5, 1);
  assert.deepEqual([selection.index, selection.pinned, selection.time, changes], [5, 3, 1, 2]);
  selection.hover(5, 2);
  selection.hover(-1);
  selection.hover(-1);
  assert.deepEqual([selection.index, selection.time, changes], [3, NaN, 4]);
  selection.hover(7);
  selection.pin(-1);
  assert.deepEqual([selection.index, changes], [-1, 6]);
});

test('the toolbar presses the view that is shown, and is idle where there is none', () => {
  const scale = view();
  const framed = [];
  const bar = new Toolbar(scale, say, () => framed.push(1));
  const press = (button) => button.dispatchEvent(new Event('click'));
  const pressed = () =>
    [bar.all, bar.beginning].map((button) => button.attributes.get('aria-pressed'));
  assert.deepEqual(
    [bar.all.disabled, bar.moves.every(({ disabled }) => disabled), bar.beginning.hidden],
    [true, true, true],
  );
  bar.show({ from: 0, to: 10 });
  assert.deepEqual(
    [bar.all.disabled, bar.operation.disabled, bar.beginning.hidden, pressed()],
    [false, true, false, ['false', 'false']],
  );
  press(bar.beginning);
  assert.deepEqual(
    [at(scale), pressed()],
    [
      [0, 10],
      ['false', 'true'],
    ],
  );
  press(bar.all);
  assert.deepEqual(
    [at(scale), pressed()],
    [
      [0, 100],
      ['true', 'false'],
    ],
  );
  scale.show(40, 60);
  const moved = bar.moves.map((button) => (press(button), at(scale)));
  assert.deepEqual(moved, [
    [30, 50],
    [40, 60],
    [30, 70],
    [40, 60],
  ]);
  bar.choose(true);
  press(bar.operation);
  assert.deepEqual([bar.operation.disabled, framed], [false, [1]]);
});
