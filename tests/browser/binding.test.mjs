// The part that binds the reader's program: requested below the sandbox's finding, in words, as a table, and in documents.
// Alone: it compares times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, runExperiment } from './experiment-page.mjs';
import { assertResult } from './result-schema.mjs';

const HEAD = `import { connect } from './www/asynclab.js';\nconst lab = await connect();\nconst { nd } = lab;\n`;
const READS = `${HEAD}let x = nd.ones([4]);
for (let i = 0; i < 40; i++) { x = x.add(1); await x.sum().item(); }`;
const PRODUCTS = `${HEAD}const x = nd.ones([512, 512]);
await nd.dot(x, x).waitToRead();
let y = x;
for (let i = 0; i < 12; i++) y = nd.dot(y, x);
await y.waitToRead();`;

const within = (page, of) =>
  page.$eval(
    '[data-experiment="sandbox"] .binding',
    (element, of) => {
      const { hidden } = element;
      const text = (selector) => element.querySelector(selector)?.textContent ?? '';
      const rows = [...element.querySelectorAll('tr')].map((row) => row.textContent);
      return {
        hidden,
        text: of && text(of),
        rows,
        binds: element.querySelector('[data-binds]')?.dataset.binds,
      };
    },
    of,
  );

test('a reader asks what binds a program, and the answer is in words, as a table and in the document', async (t) => {
  const page = await openPage(t);
  const { result } = await runExperiment(page, 'sandbox', { program: READS }, 'webgpu');
  assert.ok(result.trace.flops.some((flops) => flops > 0));
  // Nothing is measured before the reader requests it.
  const before = await within(page, '.bound');
  assert.deepEqual([before.hidden, before.text, before.rows], [false, '', []]);
  assert.equal(result.binding, undefined);
  await page.locator('[data-experiment="sandbox"] .binding button').click();
  await page.waitForSelector('[data-experiment="sandbox"] [data-binds]');
  const { binds, text, rows } = await within(page, '.bound .finding');
  // On a busy machine another part may take longer than the waits.
  const words = {
    waits: /idle because/,
    overhead: /^Overhead binds/,
    rest: /^None of/,
    open: /what binds/,
  };
  assert.ok(binds in words, `${text} ${rows.join('; ')}`);
  assert.match(text, words[binds]);
  assert.equal(rows.length, 5);
  const exported = await page.evaluate(async () => {
    const blob = await globalThis.asynclab.export('sandbox', 'json');
    return JSON.parse(await blob.text());
  });
  assertResult(exported);
  const { key, shares } = exported.binding;
  assert.equal(key, binds);
  assert.ok(Math.max(shares.compute.high, shares.bytes.high) < 0.1 && shares.waits.low > 0);
  // A new run clears the answer.
  await runExperiment(page, 'sandbox', { program: PRODUCTS }, 'webgpu');
  assert.equal((await within(page, '.bound')).text, '');
  const bound = await page.evaluate(() => globalThis.asynclab.binding('sandbox'));
  const sum = Object.values(bound.binding.shares).reduce((total, { value }) => total + value, 0);
  assert.ok(Math.abs(sum - 1) < 0.05, JSON.stringify(bound.binding));
  assert.ok(
    ['compute', 'rest', 'open', 'overhead'].includes(bound.binding.key),
    JSON.stringify(bound.binding),
  );
  assert.deepEqual(page.errors, []);
});

test('a program that was not recorded has nothing to ask of', async (t) => {
  const page = await openPage(t);
  await runExperiment(page, 'sandbox', { program: READS, record: 'nothing' }, 'cpu');
  assert.equal((await within(page)).hidden, true);
});
