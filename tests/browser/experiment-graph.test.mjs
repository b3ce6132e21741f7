// The dependency graph: the expressions that a reader may type, their graphs, and the claim in a real browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { independentPairs, layersOf, longestChain, stageAt } from '../../www/kit/dependencies.js';
import { layout } from '../../www/charts/graph.js';
import experiment from '../../www/experiments/graph/experiment.js';
import { rowsOf } from '../../www/experiments/graph/steps.js';
import { stagesOf } from '../../www/experiments/graph/live.js';
import { ExpressionError, parse, source } from '../../www/experiments/graph/expression.js';
import { sayerOf } from '../../www/kit/say.js';
import { attempt, openPage, runExperiment } from './experiment-page.mjs';
import './fixtures/words.mjs';

const last = (text) => source(parse(text), 2).split('\n').at(-1);
const labels = (text) => parse(text).steps.map(({ label }) => label);

test('expressions become calls, with the usual precedence', () => {
  for (const [text, call] of [
    ['x*y + 2', 'const z = x.mul(y).add(2);'],
    ['a - b - c', 'const z = a.sub(b).sub(c);'],
    ['w = a - (b - c)', 'const w = a.sub(b.sub(c));'],
    ['2 / x @ y', 'const z = nd.div(2, x).dot(y);'],
    ['-x + 2 * 3', 'const z = x.mul(-1).add(6);'],
    ['dot(exp(x), y) * sqrt(4)', 'const z = x.exp().dot(y).mul(2);'],
    ['x + 1.5e-3', 'const z = x.add(0.0015);'],
  ])
    assert.equal(last(text), call);
  assert.deepEqual(labels('x * x'), ['x = ones', '×']);
});

test('what is no expression is rejected, at its position', () => {
  for (const [text, key, at] of [
    ['x $ y', 'wrong-sign', 3],
    ['x y', 'wrong-here', 3],
    ['x +', 'wrong-end', 4],
    ['(x', 'wrong-end', 3],
    ['sine(x)', 'wrong-function', 1],
    ['1 + constructor(x)', 'wrong-function', 5],
    ['sum(x, y)', 'wrong-args-1', 1],
    ['dot(x)', 'wrong-args-2', 1],
    ['x @ 2', 'wrong-dot', 3],
    ['sum(x) @ y', 'wrong-dot', 8],
    ['2 * 3', 'wrong-constant', 1],
    ['x + nd', 'wrong-name', 5],
    ['x + eval', 'wrong-name', 5],
    ['const = x + 1', 'wrong-name', 1],
    ['z = z + 1', 'wrong-name', 5],
    [`x${' + x'.repeat(60)}`, 'wrong-many', undefined],
  ]) {
    const wrong = (error) => {
      assert.ok(error instanceof ExpressionError);
      assert.equal(error.key, key, text);
      if (at) assert.equal(error.values.at, at, text);
      return true;
    };
    assert.throws(() => parse(text), wrong);
    const looks = experiment.parameters.expression.problem(text, sayerOf('graph'));
    assert.doesNotMatch(looks, /[{}]|undefined/);
  }
});

test('names stand for as many rows as are asked for, and for square arrays where a product needs them', () => {
  const made = (text, rows, n) => {
    const { steps } = parse(text);
    return rowsOf(steps, rows, n);
  };
  assert.equal(made('x * y + 2', 1, 2), 1);
  for (const rows of ['auto', undefined]) assert.equal(made('x * y + 2', rows, 2), 2);
  assert.equal(made('sum(x @ y)', 1, 2), 2);
  assert.match(source(parse('x * y'), 2, 1), /nd\.ones\(\[1, 2\]\)/);
});

test('layers, independent pairs and the longest chain, by time and not by number', () => {
  // 2 reads 0 and 1. 3 reads nothing and is slow. 4 reads 2 and 3.
  const reads = [[], [], [0, 1], [], [2, 3]];
  assert.deepEqual(layersOf(reads), [0, 0, 1, 0, 2]);
  assert.deepEqual(longestChain(reads, [1, 2, 3, 9, 1]), { chain: [3, 4], total: 10 });
  assert.deepEqual(longestChain(reads, [1, 2, 8, 9, 1]), { chain: [1, 2, 4], total: 11 });
  assert.deepEqual(independentPairs(reads), [
    [0, 1],
    [0, 3],
    [1, 3],
    [2, 3],
  ]);
  assert.deepEqual(longestChain([], []), { chain: [], total: 0 });
});

test('an operation is queued, running and done, and what waits is waiting', () => {
  const operation = { queued: 1, started: 3, ended: 5 };
  const stages = [0, 1, 3, 4.9, 5].map((time) => stageAt(operation, time));
  assert.deepEqual(stages, ['unknown', 'queued', 'running', 'running', 'done']);
  assert.equal(stageAt({ queued: 1, started: NaN, ended: 5, waits: true }, 2), 'waiting');
});

test('nodes stand below what they read, side by side and within the figure', () => {
  const nodes = [[], [], [0, 1], [], [2, 3]].map((reads) => ({ reads }));
  for (const width of [320, 1200]) {
    const positions = layout({ nodes }, width);
    nodes.forEach(({ reads }, i) => {
      for (const j of reads) assert.ok(positions[i].y > positions[j].y);
      assert.ok(
        positions[i].x - positions[i].half >= 0 && positions[i].x + positions[i].half <= width,
      );
    });
    const row = [0, 1, 3].map((i) => positions[i]).sort((a, b) => a.x - b.x);
    for (let i = 1; i < row.length; i += 1)
      assert.ok(row[i - 1].x + row[i - 1].half < row[i].x - row[i].half);
  }
});

test('while it goes on, a step runs from the first of its calls to the last', () => {
  const graph = (...left) => left.map(([operation, stage]) => ({ operation, stage }));
  const at = (...left) => stagesOf(graph(...left), [2, 1, 2], 5);
  const later = [
    [8, 'queued'],
    [9, 'queued'],
  ];
  assert.deepEqual(
    at([5, 'queued'], [6, 'queued'], [7, 'queued'], ...later),
    Array(3).fill('queued'),
  );
  assert.deepEqual(at([5, 'running'], [6, 'queued'], [7, 'queued'], ...later), [
    'running',
    'queued',
    'queued',
  ]);
  assert.deepEqual(at([6, 'queued'], [7, 'queued'], ...later), ['running', 'queued', 'queued']);
  assert.deepEqual(at([7, 'running'], ...later), ['done', 'running', 'queued']);
  assert.deepEqual(at(), ['done', 'done', 'done']);
});

for (const device of ['webgpu', 'cpu']) {
  test(`graph on ${device}: drawn live, each node queued, running and done, while the print waits`, async (t) => {
    const page = await openPage(t);
    await page.evaluate(() => {
      globalThis.looks = [];
      globalThis.drawn = [];
      const { addEventListener } = Worker.prototype;
      Worker.prototype.addEventListener = function (type, listener, ...rest) {
        const tapped = (event) => {
          if (event.data?.type === 'live') globalThis.looks.push(event.data.data.stages);
          listener(event);
          const [figure] = document.querySelectorAll('[data-experiment="graph"] canvas');
          if (event.data?.type === 'live') globalThis.drawn.push(figure.getAttribute('aria-label'));
        };
        return addEventListener.call(this, type, type === 'message' ? tapped : listener, ...rest);
      };
    });
    // Large enough for several polls while it runs, also on a busy machine.
    const n = device === 'cpu' ? 256 : 96;
    const parameters = { expression: 'z = sum(x @ y) + norm(u)', n, rounds: 1 };
    await runExperiment(page, 'graph', parameters, device);
    const { looks, drawn } = await page.evaluate(() => ({ looks, drawn }));
    const order = ['queued', 'running', 'done'];
    assert.deepEqual(looks.at(-1), Array(8).fill('done'));
    assert.ok(looks.length > 3, `${looks.length} looks`);
    for (const [look, stages] of looks.slice(0, -1).entries()) {
      assert.equal(stages[7], 'waiting', 'the program stands in the print');
      assert.ok(stages.filter((stage) => stage === 'running').length <= 2);
      // An input is complete before its reader runs: x, y → @ → sum → + ← norm ← u
      for (const [needed, by] of [
        [0, 3],
        [1, 3],
        [3, 4],
        [4, 6],
        [2, 5],
        [5, 6],
      ])
        // prettier-ignore
        if (stages[by] !== 'queued') assert.equal(stages[needed], 'done');
      const before = looks[Math.max(0, look - 1)];
      for (let i = 0; i < 7; i += 1)
        assert.ok(order.indexOf(stages[i]) >= order.indexOf(before[i]), 'no step back');
    }
    const ran = new Set(
      looks.flatMap((stages) => stages.flatMap((s, i) => (s === 'running' ? i : []))),
    );
    assert.ok(ran.size >= 2, `${ran.size} nodes were seen running`);
    assert.match(drawn[0], /^Live: of 8 nodes/);
    const [after] = await page.$$eval('[data-experiment="graph"] canvas', (all) =>
      all.map((canvas) => canvas.getAttribute('aria-label')),
    );
    assert.doesNotMatch(after, /Live/, 'what was recorded replaces it');
  });
}

test('graph: stopped while it is live, the figure is empty again, and control is back at once', async (t) => {
  const page = await openPage(t);
  const stopped = await page.evaluate(async () => {
    const running = globalThis.asynclab.run('graph', { device: 'cpu', parameters: { n: 64 } });
    const live = () => document.querySelector('[data-experiment="graph"] canvas[aria-label^=Live]');
    while (!live()) await new Promise((resolve) => setTimeout(resolve, 10));
    let code;
    running.catch((error) => (code = error.code));
    document.querySelector('[data-experiment="graph"] button.stop').click();
    // Only microtasks run: no message of a worker, no timer, no frame.
    for (let i = 0; i < 20; i += 1) await null;
    return { code, hidden: document.querySelector('[data-experiment="graph"] canvas').hidden };
  });
  assert.equal(stopped.code, 'STOPPED');
  assert.ok(stopped.hidden);
});

for (const device of ['webgpu', 'cpu', 'sim']) {
  test(`graph on ${device}: an operation starts only after what it reads has ended`, async (t) => {
    const page = await openPage(t);
    const parameters = { expression: 'z = sum(x @ y) + sum(u @ v)', n: 96 };
    const { result, ways } = await runExperiment(page, 'graph', parameters, device);
    const { trace, measures } = result;
    const { started, ended, inputs, inputOffsets } = trace;
    assert.equal(trace.op.length, 9);
    assert.equal(inputs.length, 8);
    const quantum = device === 'cpu' ? null : result.info.timestamps?.quantum;
    const step = (quantum ?? result.info.clock.backendStep) || 1e-6;
    for (let i = 0; i < 9; i += 1) {
      for (const j of inputs.slice(inputOffsets[i], inputOffsets[i + 1]))
        assert.ok(started[i] >= ended[j] - step, `${i} started before ${j} had ended`);
    }
    assert.equal(measures.pairs.value, 18);
    assert.equal(measures.layers.value, 4);
    assert.ok(measures.chain.value <= measures.all.value);
    // The measures are over all rounds. Only in the trace's own round is the chain surely longer than each operation.
    const took = ended.map((end, i) => end - started[i]);
    const total = took.reduce((sum, time) => sum + time, 0);
    const round = ways.all.samples.findIndex((sample) => Math.abs(sample - total) < 1e-6);
    assert.ok(round >= 0, 'the trace is of a round');
    assert.ok(ways.chain.samples[round] >= Math.max(...took));
    const [print] = trace.waits;
    assert.equal(print.kind, 'print');
    assert.equal(print.op, 8);
    assert.ok(print.from >= Math.max(...trace.enqueued), 'nothing waits before the print');
    assert.match(result.finding.key, /^(found|coarse-clock)/);
    const figures = await page.$$eval('[data-experiment="graph"] canvas', (all) =>
      all.map((canvas) => canvas.getAttribute('aria-label')),
    );
    assert.match(figures[0], /9 operations in 4 layers/);
  });
}

test('graph: a wrong expression is reported at its control, and by the driver, with what is allowed', async (t) => {
  const page = await openPage(t);
  const { failure } = await attempt(page, 'graph', { expression: 'x + sine(y)' });
  assert.match(failure, /INVALID_OPTION: graph: expression: At character 5: .*sine.* sum, mean/);
  await page.waitForSelector('[data-experiment="graph"] .opened');
  const section = '[data-experiment="graph"]';
  await page.$eval(`${section} input.text`, (input) => {
    input.value = 'x +';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const error = await page.$eval(`${section} .field.wide .error`, (element) => element.innerText);
  assert.match(error, /ends at character 4/);
  await page.locator(`${section} button.run`).click();
  assert.equal(await page.$eval(section, ({ dataset }) => dataset.state), 'idle');
});

test('graph: the replay walks through the moments of the run', async (t) => {
  const page = await openPage(t);
  await runExperiment(page, 'graph', { n: 64 }, 'cpu');
  const slider = '[data-experiment="graph"] .plot input[type=range]';
  await page.$$eval('[data-experiment="graph"] .plot button', ([replay]) => replay.click());
  await page.waitForFunction(
    (selector) => {
      const input = document.querySelector(selector);
      return input.value === input.max;
    },
    {},
    slider,
  );
  const rows = await page.$$eval('[data-experiment="graph"] .plot .now dd', (all) =>
    all.map((element) => element.innerText),
  );
  assert.ok(rows.length === 5 && rows.every((text) => text === 'done'));
});

test('graph: as in the book, [[3., 3.]] is printed in one row', async (t) => {
  const page = await openPage(t);
  const { result, lines } = await runExperiment(
    page,
    'graph',
    { ...experiment.presets.course, rounds: 1 },
    'cpu',
  );
  assert.deepEqual(result.output, ['[[3., 3.]]']);
  assert.ok(lines.includes('[[3., 3.]]'));
});
