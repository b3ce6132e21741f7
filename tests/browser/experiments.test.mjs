// Each experiment, run at a small size in a real browser: its claim as an order or a bound, never as a duration. On the
// simulated device the measured values are known beforehand.
// Alone: it compares times.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { launch } from '../../xtask/browser/launch.mjs';
import { byHand } from '../truth/by-hand.mjs';
import { site } from './harness.mjs';
import { assertResult } from './result-schema.mjs';
import { patient } from './fixtures/patient.mjs';

let browser;
after(async () => (await browser)?.close());

/** The page, in a new tab that closes with the test. */
async function open(t) {
  browser ??= launch();
  const page = await patient((await browser).newPage());
  t.after(() => page.close());
  await page.goto(await site());
  return page;
}

/** Runs an experiment through the driver. Checks the document, and that every figure is there. */
async function run(page, name, parameters, device) {
  const { failure, ...given } = await page.evaluate(
    (...[experiment, options]) =>
      globalThis.asynclab.run(experiment, options).catch(({ code, message }) => ({
        failure: `${code}: ${message}`,
      })),
    name,
    { parameters, device },
  );
  assert.equal(failure, undefined);
  assertResult(given.result);
  // A simulated device with given costs has them exactly in each round, so the calculation by hand is left out.
  if (given.result.device !== 'sim') {
    const { expected, found, figures } = byHand(given.result);
    assert.equal(found, expected, `by hand: ${JSON.stringify(figures)}`);
  }
  await checkFigures(page, name);
  return { ...given, ways: Object.fromEntries(given.result.ways.map((way) => [way.way, way])) };
}

/** Asserts that every figure has a picture, a sentence for readers who cannot see it, and a table. */
async function checkFigures(page, name) {
  // Figures that the finding does not need are displayed and drawn on request.
  await page.$$eval(`[data-experiment="${name}"] .more-figures button`, async (buttons) => {
    for (const button of buttons) button.click();
    for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
  });
  const figures = await page.$$eval(`[data-experiment="${name}"] .linked-figure`, (all) =>
    all.map((figure) => {
      const inked = (canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, i) => i % 4 === 3 && value > 200);
      };
      const [first] = figure.querySelectorAll('canvas[aria-label]');
      return {
        ink: inked(first),
        sentence: first.getAttribute('aria-label'),
        caption: figure.querySelector('figcaption').innerText,
        table: figure.querySelector('.operations') !== null,
      };
    }),
  );
  assert.ok(figures.length > 0);
  for (const { ink, sentence, caption, table } of figures) {
    assert.ok(ink && table, caption);
    assert.match(sentence, /\d/);
    assert.match(caption, /· \w+ \d+, \d{4}$/);
  }
}

for (const device of ['webgpu', 'cpu']) {
  test(`warmup on ${device}: control is back before the work is done, and the gap grows with it`, async (t) => {
    const page = await open(t);
    const less = await run(page, 'warmup', { n: 128, repetitions: 3, rounds: 3 }, device);
    // Six rounds have an interval, so that the calculation by hand has a verdict, too.
    const more = await run(page, 'warmup', { n: 128, repetitions: 60, rounds: 6 }, device);
    assert.notEqual(more.result.finding.key, 'few');
    for (const { ways } of [less, more]) assert.ok(ways.enqueued.median < ways.waited.median);
    assert.ok(less.result.measures.gap.value < more.result.measures.gap.value);
  });
}

for (const device of ['webgpu', 'cpu']) {
  test(`queued on ${device}: the operations are queued before their sum is printed`, async (t) => {
    const page = await open(t);
    const { result, ways, lines } = await run(page, 'queued', { n: 128, rounds: 6 }, device);
    for (const [i, queued] of ways.queued.samples.entries())
      assert.ok(queued < ways.printed.samples[i]);
    assert.ok(result.trace.waits.some(({ kind }) => kind === 'print'));
    assert.equal(result.trace.op.length, 3);
    const timed = result.trace.gpuClock !== null;
    assert.equal(lines.length, timed ? 4 : 3);
    if (timed) assert.match(lines[3], /by the device’s own clock/);
    assert.deepEqual(result.output, [lines[1]], 'the sum stands between the two times');
    // The sum has n³ products of uniform numbers, whose mean is a quarter.
    assert.ok(Math.abs(Number(lines[1]) / (128 ** 3 / 4) - 1) < 0.1, lines[1]);
  });

  test(`barriers on ${device}: what needs a value waits, and one can be waited for before the rest`, async (t) => {
    const page = await open(t);
    const parameters = { n: 160, behind: 12, rounds: 6 };
    const { result, ways } = await run(page, 'barriers', parameters, device);
    for (const way of ['waitAll', 'waitToRead', 'data', 'sum', 'norm', 'print'])
      assert.ok(ways.nothing.median < ways[way].median, way);
    assert.ok(ways.first.low < ways.every.high);
    assert.ok(ways.waitAll.low < ways.every.high);
    const first = result.trace.waits.find(({ kind }) => kind === 'waitToRead');
    const last = Math.max(...result.trace.completed);
    assert.ok(first.to < last, 'work was still queued when the wait for the first returned');
    assert.ok(result.measures.left.value > 0);
  });
}

for (const { t1, t2, t3, key } of [
  { t1: 2, t2: 20, t3: 500, key: 'found-backend' },
  { t1: 30, t2: 20, t3: 500, key: 'found-frontend' },
  { t1: 5, t2: 5, t3: 1000, key: 'found-even' },
]) {
  test(`improving, simulated with t1 = ${t1}, t2 = ${t2}, t3 = ${t3} µs: predicted within 1 %`, async (t) => {
    const page = await open(t);
    const parameters = { t1, t2, t3, rounds: 2, most: 500 };
    const { result } = await run(page, 'improving', parameters, 'sim');
    const { measures, curves } = result;
    assert.ok(measures.worst.value < 0.01, `off by ${measures.worst.value}`);
    assert.ok(measures.bendError.value < 0.01, `off by ${measures.bendError.value}`);
    const near = (value, expected) => Math.abs(value - expected) < 0.01 * expected;
    assert.ok(near(measures.t1.value, t1 / 1000));
    // If the frontend is slower, t2 comes from the device's timestamps.
    assert.ok(near(measures.t2.value, t2 / 1000) && near(measures.t3.value, t3 / 1000));
    assert.equal(result.finding.key, key);
    for (const { x, median } of curves.loops.points.each)
      assert.ok(near(median, (x * (t1 + t2 + t3)) / 1000), `each, n = ${x}`);
    for (const { x, median } of curves.loops.points.once) {
      // The slower of t1 and t2 sets the pace. The chapter's condition differs from this only where t1 is a little
      // longer than t2 and n is small.
      const expected = Math.max(t1 + x * t2, x * t1 + t2) + t3;
      assert.ok(near(median, expected / 1000), `once, n = ${x}`);
    }
  });
}

test('improving, simulated: a slower frontend flips the model, and the curve bends where t1 = t2', async (t) => {
  const page = await open(t);
  const costs = { t1: 2, t2: 20, t3: 500, rounds: 1, most: 100 };
  const quick = await run(page, 'improving', { ...costs, slower: 0 }, 'sim');
  const slow = await run(page, 'improving', { ...costs, slower: 40 }, 'sim');
  assert.equal(quick.result.finding.key, 'found-backend');
  assert.equal(slow.result.finding.key, 'found-frontend');
  const { points } = quick.result.curves.bend;
  const bend = quick.result.measures.bendAt.value;
  assert.ok(Math.abs(bend - 0.018) < 1e-3);
  const flat = points.once.filter(({ x }) => x < bend).map(({ median }) => median);
  assert.ok(Math.max(...flat) / Math.min(...flat) < 1.01, 'what is hidden costs nothing');
  const steep = points.once.filter(({ x }) => x > bend).map(({ median }) => median);
  for (let i = 1; i < steep.length; i += 1) assert.ok(steep[i] > 1.1 * steep[i - 1]);
});

test('improving: a slider slows the frontend down, and stands where the number is', async (t) => {
  const page = await open(t);
  await page.goto(`${await site()}#improving`);
  await page.waitForSelector('#improving-slower');
  const found = await page.evaluate(() => {
    const field = document.querySelector('#improving-slower');
    const slider = field.closest('.field').querySelector('[type=range]');
    const set = (input, value) => {
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      return [field.value, slider.value];
    };
    return [set(slider, '500'), set(field, '1200'), set(field, '-1'), slider.ariaLabel];
  });
  assert.deepEqual(found.slice(0, 3), [
    ['500', '500'],
    ['1200', '1200'],
    ['-1', '1200'],
  ]);
  assert.match(found[3], /Slower frontend/);
});

for (const device of ['webgpu', 'cpu']) {
  test(`improving on ${device}: waiting each time costs more than waiting once, and the error is shown`, async (t) => {
    const page = await open(t);
    const { result } = await run(page, 'improving', { side: 64, most: 100, rounds: 2 }, device);
    const { points } = result.curves.loops;
    // Other work on the machine only makes a loop longer.
    const least = ({ samples }) => Math.min(...samples);
    const [each, once] = ['each', 'once'].map((name) =>
      least(points[name].find(({ x }) => x === 100)),
    );
    assert.ok(once < each);
    for (let i = 2; i < points.each.length; i += 1)
      assert.ok(least(points.each[i]) > least(points.each[i - 2]), 'longer loops take longer');
    assert.ok(result.measures.error.value >= 0 && result.measures.worst.value < Infinity);
    assert.ok(result.measures.error.value <= result.measures.worst.value);
    const text = await page.$eval(
      '[data-experiment="improving"] .printed',
      (element) => element.innerText,
    );
    assert.match(text, /predicted within [^%]+% in the median/);
  });

  test(`improving on ${device}, automatic: not surely off by more than 15 % in the median, nor by 30 %, or the finding says so`, async (t) => {
    const page = await open(t);
    const { result } = await run(page, 'improving', { rounds: 6 }, device);
    const { finding, measures, ways, curves } = result;
    const { value, low } = measures.error;
    t.diagnostic(`${finding.key}, off by ${(100 * value).toFixed(1)} % in the median`);
    if (finding.key.startsWith('found')) {
      assert.ok(measures.error.low <= 0.15, `surely off by ${low}`);
      assert.ok(measures.error.value <= 0.3, `off by ${value}`);
      assert.ok(measures.bendError.low <= 0.15, `surely off by ${measures.bendError.low}`);
    } else assert.match(finding.key, /^(uneven|unsteady|coarse|disagrees)/);
    if (finding.key === 'disagrees') assert.ok(low > 0.15, `off by ${low}`);
    if (finding.key === 'disagrees-bend') assert.ok(measures.bendError.low > 0.15);
    assert.equal(curves.latency.points.latency[0].samples.length, 6, 'sampled in every round');
    assert.ok(ways.length === 4 && measures.t3.value >= 0);
  });
}

test('improving: one number is added sooner than its result is handed back', async (t) => {
  const page = await open(t);
  const { result } = await run(page, 'improving', { side: 1, most: 20, rounds: 3 }, 'cpu');
  const { t2, t3 } = result.measures;
  assert.ok(t2.value < t3.value, `t2 is ${t2.value} ms, t3 ${t3.value} ms`);
});

test('cpu-async: through the queue, control is back before the products are done', async (t) => {
  const page = await open(t);
  const { ways, result } = await run(page, 'cpu-async', { n: 128, repetitions: 5, rounds: 6 });
  assert.equal(result.info.device, 'cpu');
  assert.ok(ways.returned.median < ways.done.median);
  assert.ok(ways.returned.median < ways.synchronous.median);
});

test('batching: large submissions finish sooner than single ones', async (t) => {
  const page = await open(t);
  const { result } = await run(page, 'batching', { count: 256, side: 8, rounds: 6 });
  const { each } = result.curves.cost.points;
  // Other work on this machine only adds to a time.
  const at = (x) => Math.min(...each.find((point) => point.x === x).samples);
  assert.ok(at(256) < at(1), `${at(256)} ms is not less than ${at(1)} ms`);
  const { first, age } = result.curves.age.points;
  for (const [i, { x, median }] of first.entries())
    assert.ok(median <= age[i].median * 1.5, `the first is not the oldest, at ${x} per submit`);
  assert.equal(each.length, 9, 'sizes of no more than the loop');
});

test('an experiment is loaded when it is opened, by its question or by its address', async (t) => {
  const page = await open(t);
  const opened = (name) =>
    page.$eval(`[data-experiment="${name}"]`, (section) => !!section.querySelector('.opened'));
  await page.waitForSelector('[data-experiment="warmup"] .opened');
  assert.equal(await opened('improving'), false);
  await page.locator('[data-experiment="improving"] summary').click();
  await page.waitForSelector('[data-experiment="improving"] .opened');
  await page.goto(`${await site()}#batching`);
  await page.waitForSelector('[data-experiment="batching"] .opened');
});

test('an experiment that nobody has is an error that lists those there are', async (t) => {
  const page = await open(t);
  const message = await page.evaluate(() =>
    globalThis.asynclab.run('coldstart').catch((error) => `${error.code}: ${error.message}`),
  );
  assert.match(
    message,
    /^UNKNOWN_EXPERIMENT: .*warmup, queued, graph, barriers, hidden-sync, improving/,
  );
});
