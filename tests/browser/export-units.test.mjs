// Exports of the page, without a browser: tables, recorded drawings, and measures for the browser's profiler.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultCsv, traceCsv } from '../../www/page/export/csv.js';
import { recording, SvgContext } from '../../www/page/export/svg-context.js';
import { clearPerformance, markPerformance } from '../../www/trace/performance.js';
import { makeTrace } from './fixtures/trace.mjs';

/** Reads CSV by RFC 4180. */
function parse(csv) {
  const rows = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  assert.deepEqual(rows.pop(), [], 'the last line ends');
  const [head, ...lines] = rows;
  return lines.map((line) => {
    assert.equal(line.length, head.length, 'every line has every column');
    return Object.fromEntries(head.map((name, i) => [name, line[i]]));
  });
}

const trace = makeTrace({ count: 3, timed: false });
const result = {
  experiment: 'warmup',
  date: '2026-11-21T10:00:00.000Z',
  device: 'webgpu',
  parameters: { n: 8, program: 'a = "1"\nb, c', note: '=HYPERLINK("x")' },
  info: { adapter: { name: '', vendor: 'Ada, Ltd.' }, browser: 'Browser 1' },
  ways: [
    { way: 'waited', samples: [1.5, 2], bytes: [64, 128] },
    { way: 'none', samples: [1e-7] },
  ],
  curves: { cost: { points: { each: [{ x: 4, samples: [3] }] }, models: { m: [{ x: 4, y: 5 }] } } },
  series: { pile: { times: [0, 1], values: { used: [0, 7] } } },
  measures: { gap: { value: -2, unit: 'ms', bound: '≤' }, unknown: { value: NaN, unit: 'x' } },
  trace,
};

test('a result is one tidy table, and every number of it is there once', () => {
  const lines = parse([...resultCsv(result)].join(''));
  const cells = lines.map(({ table, way, x, round, value, unit, bound }) =>
    [table, way, x, round, value, unit, bound].join('|'),
  );
  assert.deepEqual(cells, [
    'samples|waited||1|1.5|ms|',
    'samples|waited||2|2|ms|',
    'samples|waited||1|64|B|',
    'samples|waited||2|128|B|',
    'samples|none||1|1e-7|ms|',
    'curves|cost: each|4|1|3|ms|',
    'models|cost: m|4||5|ms|',
    'series|pile: used|0||0||',
    'series|pile: used|1||7||',
    'measures|gap|||-2|ms|≤',
    'measures|unknown||||x|',
  ]);
  for (const line of lines) {
    assert.equal(line.experiment, 'warmup');
    assert.equal(line.adapter, 'Ada, Ltd.');
    assert.equal(line['parameter program'], result.parameters.program);
    assert.equal(line['parameter note'], `'${result.parameters.note}`, 'no formula');
  }
});

test('no text of a document is a formula to a spreadsheet, however it begins', () => {
  for (const [note, written] of [
    ['=1+1', "'=1+1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠sum(a1)', "'＠sum(a1)"],
    ['\n=1+1', "'\n=1+1"],
    [' \u00a0=1+1', "' \u00a0=1+1"],
    ['\tx', "'\tx"],
    ['a = 1', 'a = 1'],
    ['a\nb', 'a\nb'],
    ['a\rb', 'a\rb'],
    ['a, "b"', 'a, "b"'],
  ]) {
    const [line] = parse([...resultCsv({ ...result, parameters: { note } })].join(''));
    assert.equal(line['parameter note'], written);
  }
});

test('a table of more lines than a text can hold is handed on in pieces', () => {
  const samples = Array(20_000).fill(1);
  const ways = Array.from({ length: 8 }, (_, i) => ({ way: `${i}`, samples, bytes: samples }));
  const adapter = { ...result.info.adapter, name: 'x'.repeat(300) };
  let lines = 0;
  for (const piece of resultCsv({ ...result, ways, info: { ...result.info, adapter } })) {
    lines += piece.split('\r\n').length - 1;
    assert.ok(piece.length < 2 ** 21, `${piece.length} characters in one piece`);
    assert.ok(piece.length / (piece.split('\r\n').length - 1) < 400, 'a line of long names');
  }
  assert.ok(lines > 320_000, `${lines}`);
});

test('a trace as a table has every moment of every operation, and nothing where nothing is known', () => {
  const lines = parse([...traceCsv(result)].join(''));
  assert.equal(lines.length, trace.op.length);
  lines.forEach((line, i) => {
    for (const moment of ['enqueued', 'decoded', 'submitted', 'completed'])
      assert.equal(Number(line[`${moment} ms`]), trace[moment][i]);
    assert.equal(line['started ms'] + line['ended ms'], '');
    assert.equal(line.name, trace.names[trace.op[i]]);
    assert.equal(line.reads, i % 2 ? `${i - 1} ${i - 1}` : '');
  });
});

/** A stand-in for a canvas's context: letters are 8 wide, and their middle is 4 above the baseline. */
const ruler = {
  measureText: (text) => ({
    width: 8 * text.length,
    fontBoundingBoxAscent: ruler.textBaseline === 'middle' ? 6 : 10,
  }),
};
const drawn = (draw) => {
  const ctx = new SvgContext(ruler);
  draw(ctx);
  return ctx.document(100, 50, { title: 'a < b', description: '"&"' });
};

test('SVG keeps paths, styles, and where they were moved to', () => {
  const svg = drawn((ctx) => {
    ctx.translate(10, 20);
    ctx.beginPath();
    ctx.moveTo(1, 2);
    ctx.lineTo(3.14159, NaN);
    ctx.lineTo(3.14159, 4);
    ctx.setLineDash([5, 4]);
    ctx.strokeStyle = 'red';
    ctx.globalAlpha = 0.5;
    ctx.stroke();
  });
  assert.match(svg, /<title>a &lt; b<\/title>\n<desc>&quot;&amp;&quot;<\/desc>/);
  assert.ok(
    svg.includes(
      '<g opacity="0.5"><path transform="translate(10 20)" d="M1 2L3.14 4" fill="none" stroke="red" stroke-width="1" stroke-dasharray="5 4"/></g>',
    ),
  );
});

test('what is saved comes back, and clips lie within each other', () => {
  const svg = drawn((ctx) => {
    const clip = (x) => {
      ctx.beginPath();
      ctx.rect(x, 0, 10, 10);
      ctx.clip();
    };
    ctx.save();
    clip(1);
    ctx.save();
    clip(2);
    ctx.fillRect(0, 0, 1, 1);
    ctx.restore();
    ctx.fillRect(0, 0, 2, 2);
    ctx.restore();
    ctx.fillRect(0, 0, 3, 3);
  });
  assert.match(svg, /<clipPath id="c1" clip-path="url\(#c0\)">/);
  assert.match(svg, /<g clip-path="url\(#c1\)"><path d="M0 0L1 0/);
  assert.match(svg, /<g clip-path="url\(#c0\)"><path d="M0 0L2 0/);
  assert.match(svg, /\n<path d="M0 0L3 0/);
});

test('text is text, on its baseline, read once and not twice', () => {
  const svg = drawn((ctx) => {
    Object.assign(ctx, { font: '600 13px "A", sans-serif', textAlign: 'center' });
    ctx.textBaseline = 'middle';
    ctx.strokeText('1 < 2', 5, 6);
    ctx.fillText('1 < 2', 5, 6);
  });
  const [halo, text] = svg.match(/<text.*<\/text>/g);
  assert.match(halo, /aria-hidden="true"/);
  assert.doesNotMatch(text, /aria-hidden/);
  for (const part of ['y="10"', 'font-family="&quot;A&quot;, sans-serif"', 'font-size="13"'])
    assert.ok(text.includes(part), `${part} in ${text}`);
  assert.match(text, /text-anchor="middle".*>1 &lt; 2<\/text>/);
});

test('arcs: a whole turn is drawn, and half a turn goes the way it was asked to', () => {
  const whole = drawn((ctx) => {
    ctx.arc(0, 0, 5, 0, 2 * Math.PI);
    ctx.fill();
  });
  assert.match(whole, /d="M5 0A5 5 0 0 1 -5 0A5 5 0 0 1 5 0"/);
  const back = drawn((ctx) => {
    ctx.arc(0, 0, 5, 0, Math.PI, true);
    ctx.fill();
  });
  assert.match(back, /d="M5 0A5 5 0 0 0 0 -5A5 5 0 0 0 -5 0"/);
});

test('paths kept in a Path2D are recorded, and the browser’s own comes back even after an error', () => {
  const own = globalThis.Path2D;
  const svg = drawn((ctx) =>
    recording(() => {
      const path = new globalThis.Path2D();
      path.roundRect(0, 0, 20, 10, 4);
      ctx.fill(path);
    }),
  );
  assert.match(svg, /d="M4 0L16 0A4 4 0 0 1 20 4L/);
  assert.throws(() =>
    recording(() => {
      throw new Error('no');
    }),
  );
  assert.equal(globalThis.Path2D, own);
});

test('a call that it cannot record is an error, not a gap in the figure', () => {
  assert.throws(() => drawn((ctx) => ctx.drawImage(null, 0, 0)), TypeError);
});

test('measures stand where the trace says, on this thread’s clock, and go again', () => {
  const here = makeTrace({ count: 2 });
  const shift = 3;
  const moved = { ...here, origin: performance.timeOrigin + shift };
  const columns = ['enqueued', 'decoded', 'submitted', 'started', 'ended', 'completed'];
  for (const name of columns) moved[name] = here[name].map((time) => time - here.enqueued[0]);
  moved.waits = [];
  performance.measure('dot', { start: 0, end: 1 }); // the page's own
  const count = markPerformance(moved);
  const written = () =>
    performance.getEntriesByType('measure').filter(({ name }) => name.startsWith('asynclab: '));
  assert.equal(written().length, count);
  const dot = written().find(({ detail }) => detail.devtools.track.endsWith('execution'));
  const i = Number(Object.fromEntries(dot.detail.devtools.properties).operation);
  assert.ok(Math.abs(dot.startTime - moved.started[i] - shift) < 1e-6);
  assert.ok(Math.abs(dot.duration - (moved.ended[i] - moved.started[i])) < 1e-6);
  assert.equal(dot.detail.devtools.dataType, 'track-entry');
  assert.equal(markPerformance(moved), count);
  assert.equal(written().length, count, 'the earlier ones are gone');
  clearPerformance();
  assert.equal(written().length, 0);
  assert.equal(performance.getEntriesByName('dot').length, 1);
});

test('a trace of another day ends now', () => {
  const old = makeTrace({ count: 2, origin: 5 });
  markPerformance({ ...old, origin: 0 });
  const ends = performance
    .getEntriesByType('measure')
    .filter(({ name }) => name.startsWith('asynclab: '))
    .map(({ startTime, duration }) => startTime + duration);
  const last = Math.max(...ends);
  assert.ok(last > 0 && last <= performance.now() + 1e-6);
  clearPerformance();
});
