// A cell of code on the page, without a browser: its timeline's drawing and texts, its statements on memory, the indent of wrapped lines,
// and the work of a pointer that moves over many operations.
import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { test } from 'node:test';
import { below, install } from './fixtures/elements.mjs';
import './fixtures/words.mjs';

install();
const style = { color: '#000', backgroundColor: '#fff', fontFamily: 'sans' };
globalThis.getComputedStyle = () => ({ ...style, getPropertyValue: () => '#000' });
const { CellTimeline } = await import('../../www/notebook/timeline.js');
const { marksOf } = await import('../../www/notebook/marks.js');
const { CodeCell } = await import('../../www/notebook/cell.js');
const { Outputs } = await import('../../www/notebook/outputs.js');
const { columnsOf } = await import('../../www/notebook/python-editor.js');

const LETTER = 6;
const WIDTH = 800;

/** A timeline on a canvas that records its drawing calls. */
function drawn(timeline) {
  const canvas = below(timeline.element).find(({ tag }) => tag === 'canvas');
  const calls = [];
  const context = {
    canvas,
    measureText: (text) => ({ width: LETTER * text.length }),
    fillText: (text, x, y) => calls.push({ text, x, y }),
    strokeRect: (x, y, width, height) => calls.push({ frame: [x, y, width, height] }),
    lineTo: (x) => calls.push({ line: x }),
  };
  for (const name of ['scale', 'setLineDash', 'beginPath', 'moveTo', 'stroke', 'fillRect'])
    context[name] = () => {};
  Object.assign(canvas, {
    clientWidth: WIDTH,
    ownerDocument: { body: {} },
    getContext: () => context,
  });
  return { canvas, calls };
}

const file = '<cell 1>';
const operation = (started, ended, line = 2) => ({
  ...{ name: 'matmul', shape: [4, 4], line, file },
  ...{ enqueued: started - 1, started, ended },
});
const life = (given) => ({
  ...{ from: 0, to: 60, end: 100, operations: [operation(40, 90)], waits: [] },
  ...{ kernels: [], gaps: [], ...given },
});

test('a kernel that is compiled is a frame with its name, by itself where there is little room, and none where there is none', () => {
  const timeline = new CellTimeline(() => {});
  const { calls } = drawn(timeline);
  const kernels = [
    { name: 'softmax', from: 1, to: 31 },
    { name: 'matmul', from: 40, to: 47 },
    { name: 'add', from: 50, to: 51 },
  ];
  timeline.show(life({ kernels }));
  const frames = calls.filter(({ frame }) => frame).map(({ frame }) => frame);
  assert.equal(frames.length, 3);
  const texts = calls.filter(({ text }) => text).map(({ text }) => text);
  assert.ok(texts.includes('compiling: softmax'), `${texts}`);
  assert.ok(texts.includes('matmul') && !texts.includes('compiling: matmul'), `${texts}`);
  assert.ok(!texts.some((text) => /\badd\b/.test(text)), `${texts}`);
  const label = calls.find(({ text }) => text === 'compiling: softmax');
  const [left, , wide] = frames[0];
  assert.ok(
    label.x > left && label.x + LETTER * label.text.length < left + wide,
    'inside its frame',
  );
});

test('the line at which control came back has its label, on the side where there is room', () => {
  for (const to of [60, 1]) {
    const timeline = new CellTimeline(() => {});
    const { calls } = drawn(timeline);
    timeline.show(life({ to }));
    const { line } = calls.find((one) => one.line !== undefined);
    const label = calls.find(({ text }) => text === 'control came back');
    assert.ok(label, 'it is written');
    const end = label.x + LETTER * label.text.length;
    assert.ok(to === 60 ? end < line : label.x > line, `${label.x} to ${end}, the line at ${line}`);
    assert.ok(label.x >= 0 && end <= WIDTH);
  }
});

test('memory is a difference with its sign, and no line where nothing changed', () => {
  const texts = [4096, -4096, 0].map((left) => {
    const cell = new CodeCell({ id: 'c', source: 'x', outputs: [] }, () => {});
    cell.begin(1);
    const ran = { ok: true, ms: 1, waited: 0, operations: 1, left, complete: true };
    cell.end(ran);
    cell.ran = ran;
    const ended = cell.element.textContent;
    cell.lived(life({}));
    return [ended, cell.element.textContent];
  });
  for (const [ended, lived] of texts.slice(0, 1)) {
    assert.match(ended, /memory \+/);
    assert.match(lived, /before the cell: \+/);
  }
  assert.match(texts[1][0], /memory −/);
  assert.match(texts[1][1], /before the cell: −/);
  assert.doesNotMatch(texts[2].join(' '), /memory/i);
});

test('of a cell whose work is still under way the memory is said to be known after a wait', () => {
  const cell = new CodeCell({ id: 'c', source: 'x', outputs: [] }, () => {});
  cell.begin(1);
  cell.end({ ok: true, ms: 1, waited: 0, operations: 1, left: 8, complete: false });
  assert.match(cell.element.textContent, /memory is known after a wait/);
});

test('what is wrapped of a line hangs by its indentation: tabs are four columns, and 24 is the most', () => {
  const of = { x: 0, '    x': 4, '\tx': 4, '  \t x': 7, '': 0, '      ': 6 };
  for (const [text, columns] of Object.entries(of)) assert.equal(columnsOf(text), columns, text);
  assert.equal(columnsOf(`${' '.repeat(60)}x`), 24);
});

test('a pointer over 200,000 operations finds the marks of a line once, and then looks through none', async () => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const COUNT = 200_000;
  const operations = Array.from({ length: COUNT }, (_, i) =>
    operation(i + 0.2, i + 0.9, 1 + (i % 3)),
  );
  const timeline = new CellTimeline(() => {});
  const { canvas } = drawn(timeline);
  timeline.show(life({ operations, to: COUNT, end: COUNT }));
  /** Blocks of the page's code that run while the pointer moves to a place, by the thousand. */
  const moved = async (x) => {
    await session.post('Profiler.takePreciseCoverage');
    canvas.dispatchEvent(Object.assign(new Event('pointermove'), { offsetX: x, offsetY: 66 }));
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.includes('/www/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count / 1000, 0);
  };
  for (const x of [200, 201, 202, 203, 300]) await moved(x);
  const most = [];
  for (const x of [401, 402, 403, 404, 405, 406]) most.push(await moved(x));
  // The work of painting the lanes' pixels. If the marks of the line were sorted again, it would be thousands.
  assert.ok(Math.max(...most) < 200, `${most} thousand blocks`);
  const marks = marksOf(life({ operations }));
  assert.equal(marks.of({ line: 2, file }), marks.of({ line: 2, file }));
  session.disconnect();
});

test('what goes to the error stream stands apart from what is printed, in the order of both', async () => {
  const outputs = new Outputs();
  const lines = [
    ['a\n', 'stdout'],
    ['b\n', 'stdout'],
    ['careful\n', 'stderr'],
    ['c\n', 'stdout'],
  ];
  for (const [text, stream] of lines) outputs.show('text', text, stream);
  const shown = () =>
    below(outputs.element)
      .filter(({ tag }) => tag === 'pre')
      .map(({ attributes, textContent }) => [attributes.get('data-stream'), textContent]);
  while (!outputs.element.textContent.includes('c\n'))
    await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(shown(), [
    ['stdout', 'a\nb\n'],
    ['stderr', 'careful\n'],
    ['stdout', 'c\n'],
  ]);
});
