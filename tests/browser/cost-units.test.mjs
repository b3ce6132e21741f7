// The work for documents that are made to be costly to display: executed blocks of code, list entries that array methods visit, elements
// of pages. All work is at most proportional to the document's size, by the constants below.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distinct, known } from './fixtures/adversaries.mjs';
import { below, install } from './fixtures/elements.mjs';
import { workOf } from './fixtures/work.mjs';
import { recordings } from './fixtures/changes.mjs';
import './fixtures/words.mjs';
import { site } from './harness.mjs';

await site(); // builds the module that checks documents, if it is not built
install();
const www = '../../www';
const [{ PlotFigure }, { LinkedFigure }, { ExperimentFigure }, { ResultView }, { GroupView }] =
  await Promise.all(
    [
      'charts/plot',
      'charts/linked-figure',
      'page/figures',
      'page/result-view',
      'page/compare/group-view',
    ].map((name) => import(`${www}/${name}.js`)),
  );
const { Comparison } = await import(`${www}/page/compare/comparison.js`);
const { entryOf } = await import(`${www}/page/compare/collection.js`);
const { readResult } = await import(`${www}/page/compare/reading.js`);
const { revive } = await import(`${www}/page/revive.js`);
const { sayer, sayerOf } = await import(`${www}/kit/say.js`);
const { experiments } = await import(`${www}/experiments/index.js`);
const { resultOf } = await import(`${www}/experiments/sandbox/judge.js`);
const { checkedTrace } = await import(`${www}/sandbox/checked.js`);
const { resultCsv, traceCsv } = await import(`${www}/page/export/csv.js`);
const { chromeTrace } = await import(`${www}/trace/chrome-trace.js`);
const { perfettoTrace } = await import(`${www}/trace/perfetto.js`);

const charts = {
  trace: ({ charts: kinds = ['timeline'] }) => new LinkedFigure(kinds),
  ...Object.fromEntries(
    await Promise.all(
      Object.entries({
        curves: 'curves',
        bars: 'bars',
        areas: 'areas',
        graph: 'graph',
        counts: 'counts',
      }).map(async ([kind, name]) => {
        const module = await import(`${www}/charts/${name}.js`);
        return [kind, () => new PlotFigure(module[kind])];
      }),
    ),
  ),
};

/** An experiment as on the page, without controls. */
async function viewOf(name) {
  const about = experiments.find((one) => one.name === name);
  const experiment = { ...(await about.load()).default, name };
  const say = sayerOf(name);
  const figures = experiment.figures.map((figure) => new ExperimentFigure(figure, charts, say));
  const result = new ResultView(experiment, sayer('page'), say, figures);
  const canvases = figures
    .flatMap(({ element }) => below(element))
    .filter(({ tag }) => tag === 'canvas');
  return {
    show: (/** @type {any} */ shown) => {
      for (const figure of figures) figure.show(shown, 'elsewhere');
      result.show(shown, { verdict: '', why: '' });
    },
    open: () => {
      for (const { element } of [...figures, result])
        for (const one of below(element)) if (one.tag === 'details') one.open = true;
    },
    /** Moves the pointer to a place on each canvas, as shares of its size. */
    point: (/** @type {number} */ x, /** @type {number} */ y) => {
      for (const canvas of canvases) {
        const at = { offsetX: 960 * x, offsetY: 600 * y, clientX: 960 * x, clientY: 600 * y };
        canvas.dispatchEvent(Object.assign(new Event('pointermove'), at));
      }
      for (const { shown, surfaces } of figures) if (surfaces.length) shown.paint();
    },
  };
}

/**
 * The most thousands of steps for any document (`any`), and in addition for each kB (`each`), and the most elements. Pointing is once at each
 * chart. It repaints all charts, whose work depends on their pixels.
 */
const MOST = {
  show: { any: 200, each: 7, elements: 3000 },
  open: { any: 150, each: 0.5, elements: 8000 },
  point: { any: 600, each: 0.5, elements: 500 },
};
/** The most thousands of steps for each kB of a document whose trace is written for another viewer. */
const MOST_WRITTEN = 40;
/** The sizes, in bytes, of a document with an unbounded list, and of one four times as long. */
const SIZES = [100_000, 400_000];
const PLACES = [
  [0.1, 0.05],
  [0.5, 0.5],
  [0.9, 0.95],
  [0.7, 0.3],
];

/** The parts of a document's cost that exceed their bounds, in words. @param {string} name @param {string} experiment @param {string} text @param {(text: string) => void} report */
async function excess(name, experiment, text, report) {
  const view = await viewOf(experiment);
  const parts = {
    show: await workOf(() => view.show(revive(readResult(text)))),
    open: await workOf(view.open),
  };
  view.point(0.3, 0.3); // the first move computes data that later moves use again
  const points = [];
  for (const [x, y] of PLACES) points.push(await workOf(() => view.point(x, y)));
  parts.point = points.reduce((most, one) => (one.steps > most.steps ? one : most));
  const costs = Object.entries(parts).map(
    ([part, { steps, elements }]) => `${part} ${steps}, ${elements}`,
  );
  report(`${name}: ${Math.round(text.length / 1000)} kB: ${costs.join('; ')}`);
  return Object.entries(parts).flatMap(([part, { steps, elements }]) => {
    const { any, each, elements: most } = MOST[part];
    const bound = any + (each * text.length) / 1000;
    return steps > bound || elements > most
      ? [`${name}, ${part}: ${steps} of ${Math.round(bound)}, ${elements} of ${most} elements`]
      : [];
  });
}

for (const { name } of experiments)
  test(`${name}: the work is in proportion to the document, and elements are not`, async (t) => {
    const failed = [];
    const report = (line) => t.diagnostic(line);
    for (const { form, make } of distinct().filter(({ experiment }) => experiment === name)) {
      const texts = SIZES.map(make);
      if (texts[1].length < 1.2 * texts[0].length) texts.pop();
      for (const text of texts) failed.push(...(await excess(form, name, text, report)));
    }
    assert.deepEqual(failed, []);
  });

test('the documents that froze a tab take no more than others', async (t) => {
  const failed = [];
  const rejected = [];
  for (const { name, text } of known()) {
    const [experiment] = name.split(',');
    try {
      failed.push(...(await excess(name, experiment, text, (line) => t.diagnostic(line))));
    } catch (error) {
      rejected.push(`${name}: ${error.message}`);
    }
  }
  assert.deepEqual(failed, []);
  assert.deepEqual(rejected, [
    ...[1000, 3500, 9000].map(
      (count) =>
        `graph, ${count.toLocaleString('en')} waits: the trace has ${count} waits, the figure room for 60`,
    ),
    'improving, 10,000 points a curve: /curves/loops/points/each',
  ]);
});

test('a program that forges what its lab recorded is judged and shown in the same time', async (t) => {
  const { text } = known().find(({ name }) => name.startsWith('sandbox, 80,000'));
  const { info, trace, parameters } = revive(readResult(text));
  const view = await viewOf('sandbox');
  let shown = {};
  const { steps } = await workOf(() => {
    shown = resultOf({
      request: { parameters },
      info,
      trace: checkedTrace(trace),
      labs: { count: 1, shown: 1 },
      lines: [],
      hidden: false,
    });
    view.show(shown);
  });
  assert.equal(shown.trace.waits.length, 80_000);
  t.diagnostic(`${Math.round(text.length / 1000)} kB: ${steps}`);
  assert.ok(steps < MOST.show.any + (MOST.show.each * text.length) / 1000, `${steps}`);
});

test('files side by side: as many rows, names and files as a class never had', async (t) => {
  const [document] = recordings;
  /** Entries of files that each have another adapter and other measures. */
  const entries = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, i) => {
      const { value } = document.measures.gap;
      const measures = Array.from({ length: 64 }, (_, k) => [`m${i}-${k}`, { value, unit: 'ms' }]);
      return entryOf(`${i}.json`, {
        ...document,
        info: { ...document.info, adapter: { ...document.info.adapter, name: `${i}` } },
        measures: Object.fromEntries(measures),
      });
    });
  const [few, many] = [250, 1000].map(entries);
  const of = async (/** @type {any[]} */ given) => {
    const group = new GroupView('of-a-later-version', 'another', sayer('page/compare'));
    group.order.value = 'value';
    return workOf(() => {
      group.show(given);
      group.paint();
      group.files.open = true;
    });
  };
  const [first, second] = [await of(few), await of(many)];
  t.diagnostic(
    `250 files ${first.steps}, ${first.elements}; 1,000 files ${second.steps}, ${second.elements}`,
  );
  assert.ok(second.steps < 5 * first.steps + 200, `${first.steps}, ${second.steps}`);
  assert.ok(second.elements < 1.2 * first.elements + 200, `${first.elements}, ${second.elements}`);
});

test('files side by side are read as many at a time as a page may take in one task', async () => {
  /** Bytes that are read between two turns of the loop. */
  const turns = [0];
  const file = (/** @type {number} */ i, /** @type {number} */ size) => ({
    name: `${i}.json`,
    size,
    async text() {
      turns[turns.length - 1] += size;
      await new Promise((read) => setImmediate(read));
      if (turns.at(-1)) turns.push(0);
      return '{';
    },
  });
  const sizes = [...Array(8).fill(3e6), ...Array(200).fill(1000), 31e6, 31e6];
  const comparison = new Comparison(globalThis.document.createElement('div'), new Map());
  await comparison.add(sizes.map((size, i) => file(i, size)));
  assert.ok(Math.max(...turns.filter((bytes) => bytes !== 31e6)) < 4e6, `${turns}`);
  assert.ok(turns.length < 20, 'small ones are read together');
  assert.match(comparison.status.textContent, /210/);
});

test('Clear ends the reading of files: no further one is read, and none is shown', async () => {
  const { text } = known().find(({ name }) => name.startsWith('sandbox, 80,000'));
  let [begun, release] = [0, () => {}];
  const held = new Promise((resolve) => (release = () => resolve(text)));
  const file = (/** @type {number} */ i) => ({
    name: `${i}.json`,
    size: 3e6,
    text: () => ((begun += 1), held),
  });
  const comparison = new Comparison(globalThis.document.createElement('div'), new Map());
  const reading = comparison.add([0, 1, 2].map(file));
  assert.equal(comparison.clearButton.hidden, false, 'it can be ended');
  comparison.clear();
  release();
  await reading;
  assert.equal(begun, 1);
  assert.equal(comparison.groups.children.length, 0);
  assert.equal(comparison.status.textContent, '');
});

test('a file of comma-separated values grows with the result, not with its program for each line', () => {
  const { text } = known().find(({ name }) => name.startsWith('sandbox, 80,000'));
  const result = revive(readResult(text));
  const program = 'x'.repeat(20_000);
  const long = { ...result, parameters: { ...result.parameters, program } };
  for (const written of [resultCsv, traceCsv])
    assert.ok([...written(long)].join('').length <= [...written(result)].join('').length);
});

test('traces for other viewers: the work is in proportion to the document', async (t) => {
  const failed = [];
  const traces = distinct().filter(({ experiment, make }) => experiment === 'sandbox' && make);
  const sizes = process.env.ASYNCLAB_NIGHTLY ? SIZES : SIZES.map((bytes) => bytes / 4);
  for (const { form, make } of traces)
    for (const [format, write] of Object.entries({ perfettoTrace, chromeTrace })) {
      const each = [];
      for (const bytes of sizes) {
        const text = make(bytes);
        const { trace } = revive(readResult(text));
        const { steps } = await workOf(() => write(trace));
        each.push(Math.round((10_000 * steps) / text.length) / 10);
      }
      t.diagnostic(`${form}, ${format}: ${each.join(' and ')} thousand steps a kB`);
      if (each.some((one) => one > MOST_WRITTEN)) failed.push(`${form}, ${format}: ${each}`);
    }
  assert.deepEqual(failed, []);
});
