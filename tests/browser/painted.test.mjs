// Changed documents through the whole page: validate → revive → judge → paint, in the experiment's own view and side by side with others. Also
// messages to the page around an embedded frame. ASYNCLAB_PAINTED is their number, ASYNCLAB_SEED their seed. Without these, few and always the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { strange, text } from './fixtures/changes.mjs';
import { open, sources } from './harness.mjs';

const COUNT = Number(process.env.ASYNCLAB_PAINTED ?? (process.env.ASYNCLAB_NIGHTLY ? 300 : 100));
const SEED = Number(process.env.ASYNCLAB_SEED ?? 1);
/** Documents that are sent to the page at once. */
const BATCH = 50;

/** Makes a view of each experiment in the document. */
async function prepare() {
  const at = (path) => import(`/www/${path}`);
  const [{ experiments, open: load }, { ExperimentView }, { loadCharts }, { learn }] =
    await Promise.all(
      ['experiments/index.js', 'page/experiment-view.js', 'page/figures.js', 'kit/words.js'].map(
        at,
      ),
    );
  const [{ readResult }, { revive }, { Comparison }, { Fault }] = await Promise.all(
    [
      'page/compare/reading.js',
      'page/revive.js',
      'page/compare/comparison.js',
      'kit/faults.js',
    ].map(at),
  );
  await learn('page', 'page/compare', 'charts', 'experiments/lib', 'experiments');
  const runner = Object.assign(new EventTarget(), { busy: false });
  const sections = new Map();
  for (const { name } of experiments) {
    await learn(`experiments/${name}`);
    const experiment = await load(name);
    const view = new ExperimentView(experiment, runner, await loadCharts(experiment), () => {});
    document.querySelector('main').append(view.element);
    const title = document.createElement('h2');
    sections.set(name, { name, title, open: async () => view, view });
  }
  const place = document.querySelector('main').appendChild(document.createElement('section'));
  const comparison = new Comparison(place, sections);
  globalThis.uncaught = [];
  addEventListener('error', ({ message }) => globalThis.uncaught.push(message));
  addEventListener('unhandledrejection', ({ reason }) => globalThis.uncaught.push(String(reason)));
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  /** Displays a document in its experiment's view. Returns the outcome, or why it could not be displayed. */
  globalThis.take = (text) => {
    try {
      const result = readResult(text);
      const view = sections.get(result.experiment)?.view;
      if (!view) return ['rejected'];
      const before = view.outcome.result;
      try {
        view.present(revive(result), { source: 'link' });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (view.outcome.result !== before)
          throw new Error('what was shown is gone', { cause: error });
        return ['unshown', error.message];
      }
      for (const part of view.element.querySelectorAll('details')) part.open = true;
      for (const figure of view.figures) figure.shown.paint();
      return ['painted'];
    } catch (error) {
      if (!(error instanceof Fault))
        globalThis.uncaught.push(`${error.stack}\n${text.slice(0, 300)}`);
      return ['rejected'];
    }
  };
  /** Displays several documents side by side. */
  globalThis.compare = async (texts) => {
    await drawn();
    await comparison.add(texts.map((text, i) => new File([text], `${i}.json`)));
    await drawn();
    comparison.clear();
  };
}

test(`${COUNT} changed documents are rejected with a code, or painted; nothing is uncaught`, async (t) => {
  const { page } = await open(t, { path: `${await sources()}?lang=en` });
  await page.evaluate(() => globalThis.asynclab.ready.catch(() => {}));
  await page.evaluate(prepare);
  const sum = { rejected: 0, unshown: 0, painted: 0 };
  const reasons = new Map();
  const texts = fc.sample(text, { numRuns: COUNT, seed: SEED });
  for (let from = 0; from < COUNT; from += BATCH) {
    const batch = texts.slice(from, from + BATCH);
    for (const one of batch) {
      const [ended, reason] = await page.evaluate((given) => globalThis.take(given), one);
      sum[ended] += 1;
      if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    await page.evaluate((given) => globalThis.compare(given), batch);
    assert.deepEqual(await page.evaluate(() => globalThis.uncaught), []);
  }
  t.diagnostic(JSON.stringify(sum));
  for (const [reason, count] of reasons) t.diagnostic(`${count} × ${reason}`);
  assert.ok(sum.painted > COUNT / 10 && sum.rejected > COUNT / 10);
});

test('a page around embedded frames: no message but that of such a frame changes anything', async (t) => {
  const { page, errors } = await open(t, {
    path: new URL('www/asynclab.js', await sources()).href,
  });
  const messages = fc.sample(
    fc.oneof(
      strange,
      fc.record({ type: fc.constant('asynclab:size'), height: strange }),
      fc.record({
        type: fc.oneof(fc.constantFrom('asynclab:result', 'asynclab:error'), strange),
        height: strange,
      }),
    ),
    { numRuns: COUNT, seed: SEED },
  );
  const seen = await page.evaluate(async (given) => {
    document.body.innerHTML = `<iframe id="lab" src="/embed.html?experiment=none"></iframe>
      <iframe id="other" src="about:blank"></iframe>`;
    await import('/www/embed/fit.js');
    const [lab, other] = document.querySelectorAll('iframe');
    const post = (data, source, origin = location.origin) =>
      dispatchEvent(new MessageEvent('message', { data, source, origin }));
    post({ type: 'asynclab:size', height: 321 }, lab.contentWindow);
    const right = lab.style.height;
    const heights = new Set();
    for (const data of given)
      for (const source of [lab.contentWindow, other.contentWindow, window, null]) {
        post(data, source);
        heights.add(lab.style.height);
      }
    return { right, other: other.style.height, heights: [...heights] };
  }, messages);
  assert.equal(seen.right, '321px');
  assert.equal(seen.other, '');
  for (const height of seen.heights) {
    const px = Number(height.replace('px', ''));
    assert.ok(px >= 0 && px <= 20_000, height);
  }
  // The browser requests an icon of the page, which is missing.
  assert.deepEqual(
    errors.filter((error) => !error.startsWith('Failed to load resource')),
    [],
  );
});
